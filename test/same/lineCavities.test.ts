/**
 * Wave lines with cavities drawn at random, with gas and without, that steps and valves make hasCavity: the same bits for every number of workers and both
 * kernels, with rejected steps too; nothing below vapour pressure, nothing negative, oil to rounding.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cavitiesOf, cavityCell } from '../../dist/blocks/waves/cavities.js';
import type { PartitionHistories } from '../../dist/blocks/waves/historyTables.js';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { simulate } from '../../dist/run/simulate.js';
import { ByHand } from '../support/byHand.js';
import { isFull } from '../support/circuits.js';
import { random } from '../support/kernelBench.js';

const vapour = -1e5;

interface Draw {
  readonly seed: number;
  readonly lines: number;
  readonly step: number | null;
}

/** A chain of wave lines that meet in junctions; at each an orifice to a tank, at its ends sources that suck and push. */
function drawn({ seed, lines, step }: Draw): Circuit {
  const rng = random(seed);
  const pick = <T>(...values: readonly T[]): T => values[Math.floor(rng() * values.length)] as T;
  const built = circuit('hasCavity')
    .fluid({ vapourPressure: `${vapour} Pa` })
    .initialPressure(`${1 + 9 * rng()} bar`);
  const sucking = (k: number): void => {
    const flow = 20 + 60 * rng();
    const points = [0, 4, 4, 9, 9, 20].map((t, i) => [`${t} ms`, (i >> 1) % 2 === 0 ? -flow : flow] as [string, number]);
    built.component(`u${k}`, 'dutyCycle', { points }).component(`s${k}`, 'controlledFlowSource', { gain: '1 l/min' });
    built.signal(`u${k}`, `s${k}.demand`);
  };
  sucking(0);
  sucking(1);
  for (let k = 0; k < lines; k++) {
    const wave = { model: 'wave', length: `${2 + 3 * rng()} m`, diameter: `${10 + 10 * rng()} mm`, elements: String(pick(1, 2, 4)) };
    const gas = rng() < 0.5 ? { cavitation: 'gas', gasFraction: String(10 ** -(4 + 4 * rng())) } : {};
    const friction = pick('none', 'lumped', 'laminar');
    const rise = rng() < 0.3 ? { elevation: `${4 * rng() - 2} m` } : {};
    if (k < lines - 1) {
      built.component(`n${k}`, 'junction').component(`o${k}`, 'orifice', { area: `${1 + 3 * rng()} mm2` });
      built.component(`t${k}`, 'tank', { pressure: `${3 * rng()} bar` });
      built.line(`b${k}`, `n${k}`, `o${k}.in`, pick<object>({ volume: '0.05 l' }, { ...wave, ...gas })).direct(`o${k}.out`, `t${k}`);
    }
    built.line(`L${k}`, k === 0 ? 's0' : `n${k - 1}`, k === lines - 1 ? 's1' : `n${k}`, { ...wave, ...gas, ...rise, friction });
  }
  return built
    .run({ end: '20 ms', ...(step === null ? { pressureError: '0.5 bar', minimumStep: '10 us' } : { step: `${step} s` }) })
    .record({ every: '0.1 ms', signals: ['*.p', '*.q'] })
    .build();
}

const draws = fc.record({ seed: fc.nat(1e6), lines: fc.integer({ min: 2, max: 4 }), step: fc.constantFrom(null, 1e-4 / 2) });

test('finite, never below vapour pressure, no oil lost or made', async () => {
  let cavities = 0;
  await fc.assert(
    fc.asyncProperty(draws, async (draw) => {
      const built = drawn(draw);
      const results = await simulate(built, { workers: 1 });
      expect(results.ending).toBeNull();
      // What friction along a line holds is summed from its cells, to 1e-9 without cavities too; all else to rounding.
      const alongLine = built.lines.some(({ wave }) => wave?.friction?.model === 'laminar');
      expect(results.account.balance.mass).toBeLessThan(alongLine ? 1e-8 : 1e-12);
      for (const { name } of results.columns) {
        const { y } = results.series(name);
        expect(y.every(Number.isFinite), name).toBe(true);
        // Means of lines are not pressures at a place.
        if (name.endsWith('.p') && !/^[Lb]\d/.test(name)) expect(Math.min(...y), name).toBeGreaterThanOrEqual(vapour);
      }
      for (const { largest, first, last, share } of results.account.cavitation.cavities) {
        expect(largest).toBeGreaterThan(0);
        expect(first).toBeGreaterThan(0);
        expect(last).toBeGreaterThanOrEqual(first);
        expect(last).toBeLessThanOrEqual(results.end);
        expect(share).toBeGreaterThan(0);
      }
      cavities += results.account.cavitation.places;
    }),
    { numRuns: isFull ? 300 : 5, seed: 5 },
  );
  expect(cavities).toBeGreaterThan(20);
});

describe('the same bits', () => {
  test.each(isFull ? [null, 5e-5] : [null])('1, 2 and 3 workers, both kernels; step %s', async (step) => {
    const built = drawn({ seed: 3, lines: 4, step });
    const reference = await simulate(built, { workers: 1, kernels: 'js' });
    expect(reference.account.cavitation.places).toBeGreaterThan(3);
    if (step === null) expect(reference.account.steps.rejected).toBeGreaterThan(0);
    // Quickly by threads once.
    for (const options of isFull ? ([{ workers: 1 }, { workers: 2 }, { workers: 3 }] as const) : ([{ workers: 2 }] as const)) {
      const results = await simulate(built, { ...options, oversubscribe: true });
      expect([results.digest, results.stateDigest]).toEqual([reference.digest, reference.stateDigest]);
      expect(results.account.cavitation).toEqual(reference.account.cavitation);
    }
  });

  test('a rejected attempt leaves no trace', () => {
    const built = drawn({ seed: 3, lines: 4, step: null });
    const [plain, tried] = [new ByHand(built), new ByHand(built)];
    const rng = random(1);
    const volumes = ({ session: { layout, F } }: ByHand): number[] =>
      built.lines.flatMap((_, line) =>
        [...cavitiesOf(layout.site, layout.families.histories.ends, line)].map(
          ({ partition, block, column }) =>
            F[
              cavityCell((layout.families.histories.partitions[partition] as PartitionHistories).cavities[block], column, 'volume')
            ] as number,
        ),
      );
    const decision = tried.session.program.controller.decision;
    for (const run of [plain, tried]) run.retune(1e-5);
    let hasCavity = 0;
    for (let n = 0; n < 800; n++) {
      const [step, wrong] = [1e-5 + 4e-5 * rng(), 1e-5 + 4e-5 * rng()];
      const now = tried.step;
      tried.retune(wrong);
      tried.F[decision.verdict] = 0;
      tried.receiveAndRecord();
      tried.attempt();
      tried.retune(now);
      tried.receiveAndRecord();
      for (const run of [plain, tried]) {
        run.attempt();
        run.F[decision.verdict] = 1;
        run.accept(step);
      }
      expect(volumes(tried)).toEqual(volumes(plain));
      if (volumes(plain).some((volume) => volume > 1e-9)) hasCavity++;
    }
    expect(hasCavity).toBeGreaterThan(50);
    expect(tried.value('n0.p')).toBe(plain.value('n0.p'));
  });
});
