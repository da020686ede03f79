/** Joined components whose two sides each send to the other: no solution, or one that slides along a switch for good. The run ends with the component's name, and does not hang. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { LumpedOptions } from '../../dist/lumped/types.js';
import type { Ending } from '../../dist/results/ending.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

/** A pump into a line, and a component of these equations that is joined to a leak. */
const circuit = (equations: readonly string[], declared: string): Circuit =>
  parseCircuit(
    `ringmain: 1
name: chatters
components:
  pump: { kind: flowSource, flow: 20 l/min }
  it: { kind: own }
  leak: { kind: laminarRestrictor, conductance: 0.1 l/min/bar }
  tank: { kind: tank }
lines: { L: { from: pump, to: it.in, length: 2 m, diameter: 20 mm } }
direct: [{ from: it.out, to: leak.in }, { from: leak.out, to: tank }]
run: { end: 1 s }
record: { every: 1 ms, signals: [L.p] }
definitions:
  own:
    ports: { in: hydraulic, out: hydraulic }
    parameters: { g: { unit: m3/s/Pa, default: 0.1 l/min/bar } }
    ${declared}
    equations: |
      ${[...equations, 'in.q = -Q', 'out.q = Q'].join('\n      ')}
`,
    'chatters.yaml',
  ).circuit;
const code = (ending: Ending | null): string | null => (ending && 'code' in ending ? ending.code : null);
const withRodas4 = (one: Circuit, options: LumpedOptions = {}) => simulateLumped(one, { solver: 'rodas4', ...options });

describe('an equation 0 = e whose sides each send to the other', () => {
  // x = 1 bar asks for 0, and 0 for 1 bar; once a condition of its own, once through the flow that the leak lets pass.
  const own = circuit(
    ['unknown x', '0 = x - 1e5 * if(x > 0.5e5, 0, 1)', 'Q = g * (in.p - out.p + x)'],
    "outputs: { x: { unit: Pa, initial: '0' } }",
  );
  const through = circuit(
    ['unknown x', '0 = x - 1e5 * if(out.p > 30e5, 0, 100)', 'Q = g * (in.p - out.p + x)'],
    "outputs: { x: { unit: Pa, initial: '0' } }",
  );

  test.each([
    ['by itself', own, /solved$/],
    ['through the leak behind', through, /: their residual is 0\.\d+ of their terms$/],
  ])('%s: TLM ends with its name and what is left', async (_, one, left) => {
    const { ending } = await simulate(one, { workers: 1 });
    expect(code(ending)).toBe('RUN301');
    expect(ending?.message).toContain("'it+leak' could not be solved");
    expect(ending?.message).toMatch(left);
  });

  test('an integrator ends with its name', async () => {
    for (const one of [own, through]) {
      const { ending } = await withRodas4(one);
      expect(code(ending)).toMatch(/^LMP30[134]$/);
      expect(ending?.message).toContain('it');
    }
  });
});

describe('a rate that turns at a pressure between joined components', () => {
  const turning = circuit(
    ['Q = g * (1 + 0.5 * x) * (in.p - out.p)', 'der(x) = if(out.p > 100e5, -100, 100)'],
    "states: { x: { unit: '1', initial: '0.01' } }",
  );

  // Full: a long run of changes; quickly test/run/crowded.test.ts has integrators that events end.
  test.runIf(isFull)(
    'an integrator ends where ten thousand changes are nearer than a 1e-6 part of the run, and tells the condition',
    async () => {
      const {
        ending,
        end,
        account: { discontinuities },
      } = await withRodas4(turning);
      expect(code(ending)).toBe('LMP307');
      expect(ending?.message).toContain('it.out.p > 10000000, and back');
      expect(discontinuities.switches).toBeLessThanOrEqual(20_000);
      // 10 000 changes, 0.1 µs apart, once 100 bar are reached.
      expect(end).toBeLessThan(0.06);
    },
  );

  test('TLM ends with its name: at 100 bar neither side has a solution', async () => {
    const { ending } = await simulate(turning, { workers: 1 });
    expect(code(ending)).toBe('RUN301');
    expect(ending?.message).toContain("'it+leak' could not be solved");
  });
});
