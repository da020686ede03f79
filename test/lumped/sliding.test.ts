/** Solutions that slide along switches, beside Filippov's: a textbook surface, a pressure switch with an ideal valve, two surfaces at once. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pressureSwitch, textbookSlide } from '../../dist/bench/precision/hardCases/circuits.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults } from '../../dist/lumped/types.js';

// x + v = 0 is met at t_s = (√15 − 3)/3, and then x' = −x.
const meets = (Math.sqrt(15) - 3) / 3;
const exactly = (t: number): number => (t < meets ? 1 - 1.5 * t * t : (1 - 1.5 * meets * meets) * Math.exp(meets - t));

/** The pressure switch with a flow that follows `points`, m3/s. */
const pressureSwitchOf = (points: string): string =>
  pressureSwitch
    .replace(/ +pump: .*/, `  demand: { kind: dutyCycle, points: ${points} }\n  pump: { kind: controlledFlowSource }`)
    .replace('run:', 'signals:\n  - { from: demand, to: pump.demand }\nrun:');

async function solved(text: string, solver: string, record: readonly string[]): Promise<IntegratorResults> {
  const results = await simulateLumped(parseCircuit(text, 'slides.yaml').circuit, { solver, relativeTolerance: 1e-6, record });
  expect(results.ending).toBeNull();
  const { switches, resets } = results.account.discontinuities;
  expect(switches + resets).toBeLessThan(20);
  return results;
}

const solvers = ['rodas4', 'rodas3', 'ros4', 'ode23s', 'radau5', 'bdf', 'lsoda', 'dopri5'];

test.each(solvers)('a textbook surface by %s: within 1e-4 of Filippov, on the surface to the end', async (solver) => {
  const results = await solved(textbookSlide, solver, ['it.x', 'it.v']);
  const { t, y } = results.series('it.x');
  const v = results.series('it.v').y;
  t.forEach((at, k) => {
    expect(Math.abs((y[k] as number) - exactly(at))).toBeLessThan(1e-4);
    if (at > meets) expect(Math.abs((y[k] as number) + (v[k] as number))).toBeLessThan(1e-6);
  });
  const [slide, ...others] = results.account.discontinuities.slides;
  expect(others).toEqual([]);
  expect(slide?.what).toContain('it: ');
  expect(Math.abs((slide?.from ?? 0) - meets)).toBeLessThan(1e-4);
  expect(slide?.to).toBe(3);
});

describe('a pressure switch with an ideal valve', () => {
  // Above (0.5 + 0.05) l/min/bar · 100 bar the valve cannot hold the pressure, below 0.05 · 100 the leak takes all.
  test.each(solvers)('holds its level by %s, and passes on the mean what the leak leaves', async (solver) => {
    const results = await solved(pressureSwitch, solver, ['node.p', 'valve.out.q']);
    const p = results.series('node.p').y;
    const q = results.series('valve.out.q').y;
    for (let k = 100; k <= 1000; k++) {
      expect(Math.abs((p[k] as number) / 1e7 - 1)).toBeLessThan(1e-6);
      // 20 − 5 l/min.
      expect(Math.abs((q[k] as number) * 60_000 - 15)).toBeLessThan(1e-4);
    }
  });

  test.each(['rodas4', 'radau5', 'bdf'])('is left where one rate turns away, and met again, by %s', async (solver) => {
    // m3/s: 20 l/min, from 0.2 s rising to 80 at 0.6 s, where 55 is passed at 0.4333 s, and back.
    const l = 1 / 60_000;
    const ramp = [
      [0, 20],
      [0.2, 20],
      [0.5, 80],
      [0.8, 20],
      [1, 20],
    ].map(([t, q]) => `[${t} s, ${(q as number) * l}]`);
    const results = await solved(pressureSwitchOf(`[${ramp.join(', ')}]`), solver, ['node.p']);
    const { slides } = results.account.discontinuities;
    expect(slides).toHaveLength(2);
    expect(Math.abs((slides[0]?.to ?? 0) - (0.2 + (0.3 * 35) / 60))).toBeLessThan(1e-4);
    const p = results.series('node.p').y;
    expect(Math.max(...p.subarray(400, 650))).toBeGreaterThan(1.2e7);
    expect(Math.abs((p[990] as number) / 1e7 - 1)).toBeLessThan(1e-6);
  });
});

test('two surfaces at once: two masses pulled to lines of their own, each through the other', async () => {
  // On both: x' = −x and z' = −2 z, whatever each pull does to the other.
  const text = textbookSlide
    .replace(
      "states: { x: { unit: '1', initial: '1' }, v: { unit: '1', initial: '0' } }",
      "states: { x: { unit: '1', initial: '1' }, v: { unit: '1', initial: '0' }, z: { unit: '1', initial: '0.5' }, w: { unit: '1', initial: '0' } }",
    )
    .replace(
      'der(v) = if(x + v > 0, -3, 3)',
      'one = if(x + v > 0, -3, 3)\n      two = if(2 * z + w > 0, -3, 3)\n      der(v) = one + 0.2 * two\n      der(z) = w\n      der(w) = two - 0.3 * one',
    );
  const results = await solved(text, 'rodas4', ['it.x', 'it.z']);
  const { slides } = results.account.discontinuities;
  expect(slides.map(({ to }) => to)).toEqual([3, 3]);
  const both = Math.ceil(100 * Math.max(...slides.map(({ from }) => from))) / 100;
  const at = (name: string, t: number): number => results.series(name).y[Math.round(100 * t)] as number;
  for (const t of [both + 0.5, both + 1, 3]) {
    expect(Math.abs(at('it.x', t) / at('it.x', both) - Math.exp(both - t))).toBeLessThan(1e-4);
    expect(Math.abs(at('it.z', t) / at('it.z', both) - Math.exp(2 * (both - t)))).toBeLessThan(1e-4);
  }
});

test.each([
  ['rodas4', 0.1],
  ['rodas4', 1e-2],
  ['ode23s', 0.1],
] as const)(
  'rates that only bend at a switch are no slide: the servo cylinder by %s at %d goes to its end',
  async (solver, relativeTolerance) => {
    const circuit = parseCircuit(readFileSync('circuits/servo-cylinder.yaml', 'utf8'), 'servo-cylinder.yaml').circuit;
    const {
      ending,
      account: { discontinuities },
    } = await simulateLumped(circuit, { solver, relativeTolerance });
    expect(ending).toBeNull();
    expect(discontinuities.slides).toEqual([]);
  },
);
