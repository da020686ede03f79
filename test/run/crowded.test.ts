/** Events ever so near to each other: a run that would never end says whose they are, by either engine; a burst of them passes. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

/** Two components that land on events, the second on those of the expression. */
const circuitOf = (nextEvent: string, settings = ''): Circuit =>
  parseCircuit(
    `
ringmain: 1
name: crowded
fluid: { density: 870 kg/m3 }
components:
  source: { kind: flowSource, flow: 10 l/min }
  valve: { kind: orifice, area: 10 mm2 }
  tank: { kind: tank }
  clock: { kind: sampleAndHold, period: 1 ms }
  wave: { kind: sine, amplitude: 1, frequency: 3 Hz }
  watch: { kind: watcher }
lines:
  line: { from: source, to: valve.in, length: 1 m, diameter: 10 mm }
  back: { from: valve.out, to: tank, length: 1 m, diameter: 10 mm }
signals: [{ from: wave, to: clock.input }]
run: { end: 50 ms, minimumStep: 1 us, maximumStep: 1 ms${settings} }
record: { every: 10 ms, signals: [line.p, clock.output] }
definitions:
  watcher:
    about: lands on events
    source: none
    outputs: { seen: { unit: "1", about: whether time has begun } }
    equations: |
      seen = if(time > 0, 1, 0)
      nextEvent = ${nextEvent}`,
    'circuit.yaml',
  ).circuit;

/** Named: time, component, distance, expression. */
const named = /^at t = \S+ s: watcher 'watch' asks for its next event (\S+) s ahead \(nextEvent = time \+ \S+\), and the last 10000 events/;

/** Before the run's middle: a moment's work. */
const early = 0.025;

describe('events that creep end the run', () => {
  test.each(isFull ? ['1e-12', '4e-11', '1e-18'] : ['4e-11', '1e-18'])(
    'by lines, %s s ahead, at the same step whatever the workers and kernels are',
    async (ahead) => {
      const circuit = circuitOf(`time + ${ahead}`);
      const found = [];
      for (const options of [
        { workers: 1, kernels: 'js' },
        { workers: 1, kernels: 'wasm' },
        { workers: 2, kernels: 'wasm' },
      ] as RunOptions[]) {
        const { ending, end, stateDigest } = await simulate(circuit, options);
        found.push({ ending, end, stateDigest });
      }
      const [first] = found;
      expect(first?.ending).toMatchObject({ kind: 'failed', code: 'RUN306' });
      const message = first?.ending?.message ?? '';
      expect(message).toMatch(named);
      expect(first?.end).toBeLessThan(early);
      for (const one of found) expect(one).toEqual(first);
    },
  );

  test.each(['rodas4', 'bdf', 'radau5'])('by %s', async (solver) => {
    for (const ahead of ['1e-12', '4e-11']) {
      const { ending, end } = await simulateLumped(circuitOf(`time + ${ahead}`), { solver });
      expect(ending).toMatchObject({ kind: 'failed', code: 'LMP305' });
      expect(Number(named.exec(ending?.message ?? '')?.[1])).toBeCloseTo(Number(ahead), 13);
      expect(end).toBeLessThan(early);
    }
  });
});

describe('what does not creep runs to its end', () => {
  test.each(
    [
      ['a burst of 9000 events', 'if(time < 9e-9, time + 1e-12, 1e300)'],
      // Beside every sample of the other: 50 slivers of rounding.
      ['two clocks an ulp apart', '(floor(time / 0.001 + 1e-9) + 1) * 0.00099999999999999'],
      ['events a thousandth of the smallest step apart, for a thousandth of the run', 'if(time < 5e-5, time + 1e-9, 1e300)'],
    ].filter((_, k) => isFull || k < 2),
  )('%s', async (_, nextEvent) => {
    const circuit = circuitOf(nextEvent);
    for (const { ending, end } of [await simulate(circuit, { workers: 1 }), await simulateLumped(circuit)]) {
      expect(ending).toBeNull();
      expect(end).toBeCloseTo(0.05, 12);
    }
  });

  test('a fixed step lands on no events', async () => {
    const { ending } = await simulate(circuitOf('time + 1e-12', ', step: 0.1 ms'), { workers: 1 });
    expect(ending).toBeNull();
  });
});
