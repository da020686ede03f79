/**
 * Cavities in and at the ends of wave lines against what is known exactly, and against the method of characteristics (bench/validation/oracles/characteristics.ts, which
 * knows nothing of the engine). Z, T, q₀ as there; J = Zq₀ the Joukowsky rise, H the reservoir's height above vapour pressure.
 *
 * The pulse after the first collapse: Simpson, Wylie, "Large water-hammer pressures for column separation in pipelines", J. Hydraul. Eng. 117 (1991) 1310.
 */
import { describe, expect, test } from 'vitest';
import { firstCavity, pipeAndValve } from '../../dist/bench/validation/oracles/characteristics.js';
import { circuit } from '../../dist/circuit/builder.js';
import type { Cavity } from '../../dist/results/cavities.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { type Closing, closingPipe, pipe, rise } from '../support/closingPipe.js';

const { impedance, delay, flow, vapour, volume } = pipe;
/** Of all oil that flowed: thousands of sums rounded to 1e-16 each. */
const exactly = 1e-12;
const atmosphere = 1.01325e5;

async function run(closing: Closing): Promise<{ results: LineResults; valve: Cavity; at: (delays: number) => number }> {
  const results = await simulate(closingPipe(closing), { workers: 1 });
  const elements = closing.line?.elements ?? 1;
  expect(results.ending).toBeNull();
  expect(results.account.balance.mass).toBeLessThan(exactly);
  const { t, y } = results.series('valve.out.p');
  return {
    results,
    valve: results.account.cavitation.cavities.find(
      ({ where }) => where === (closing.line?.cavitation === 'gas' ? `pipe at ${elements}/${elements} of its length` : 'valve.out'),
    ) as Cavity,
    // In units of J above vapour pressure.
    at: (delays) => ((y[t.findIndex((time) => time >= (delays - 1e-9) * delay)] as number) - vapour) / rise,
  };
}

describe('vapour cavity at the valve: all of the first one, exactly', () => {
  const cases = [1.25, 1.5, 2, 2.5, 3, 4, 6].flatMap((ratio) => [1, 5].map((elements) => [ratio, elements] as const));
  test.each(cases)('J/H = %d, %i elements: opening, volume, collapse, pressure after it, short pulse', async (ratio, elements) => {
    const steps = 80;
    const known = firstCavity(rise, rise / ratio, delay);
    const whole = Math.floor(ratio);
    const collapse = 2 + known.duration / delay;
    const delays = Math.ceil((collapse + 2) * steps) / steps;
    const { results, valve, at } = await run({ ratio, steps, delays, line: { elements: String(elements) } });
    // J above the reservoir until the wave is back after 2T.
    expect(at(1)).toBeCloseTo(1 + 1 / ratio, 12);
    expect(at(2)).toBeCloseTo(1 + 1 / ratio, 12);
    expect(valve.first / delay).toBeCloseTo(2 + 1 / steps, 9);
    expect(valve.largest).toBeCloseTo((flow * known.volume) / ratio, 15);
    for (const k of [0.1, 0.5, 0.9]) expect(at(2 + (collapse - 2) * k)).toBeCloseTo(0, 12);
    // The step in which it closes has part of both.
    const { t, y } = results.series('valve.out.p');
    const risen = t.findIndex((time, n) => time > 2.1 * delay && (y[n] as number) > vapour + 1e-9 * rise);
    expect(Math.abs((t[risen] as number) / delay - collapse)).toBeLessThanOrEqual(2 / steps + 1e-9);
    const front = 2 * (whole + 2);
    if (ratio === whole) {
      // The reflection that was on its way arrives with the collapse.
      expect(at(collapse + 0.1)).toBeCloseTo((1 + 1 / ratio) as number, 9);
      return;
    }
    const after = known.after / rise;
    expect(at(0.5 * (collapse + front))).toBeCloseTo(after, 9);
    // From then until the collapse's own wave comes back, at collapse + 2T: two reservoir heads more, and at most J + 2H above the reservoir.
    for (const k of [0.1, 0.9]) expect(at(front + k * (collapse + 2 - front))).toBeCloseTo(after + 2 / ratio, 9);
    expect(after + 2 / ratio - 1 / ratio).toBeLessThanOrEqual(1 + 2 / ratio);
    expect(Math.max(...y)).toBeCloseTo(vapour + known.after + (2 * rise) / ratio, 3);
  });

  test.each([2, 3, 4, 6])('J/H = %d: every step of 24 delays as by characteristics, with cavities between 20 elements', async (ratio) => {
    const { results } = await run({ ratio, steps: 80, delays: 24, line: { elements: '20' } });
    const reference = pipeAndValve({ impedance, delay, reaches: 20, reservoir: vapour + rise / ratio, vapour, flow, end: 24 * delay });
    const { y } = results.series('valve.out.p');
    y.subarray(1).forEach((p, n) => expect(Math.abs(p - (reference.pressure[Math.floor(n / 4) + 1] as number)) / rise).toBeLessThan(1e-7));
  });

  test('J/H = 2.5: cavities open between elements too, and are those of the characteristics until the second collapse', async () => {
    const { results } = await run({ ratio: 2.5, steps: 20, delays: 8.75, line: { elements: '5' } });
    const reference = pipeAndValve({ impedance, delay, reaches: 5, reservoir: vapour + rise / 2.5, vapour, flow, end: 10 * delay });
    const { y } = results.series('valve.out.p');
    y.subarray(1).forEach((p, n) => expect(Math.abs(p - (reference.pressure[Math.floor(n / 4) + 1] as number)) / rise).toBeLessThan(1e-7));
  });
});

describe('gas cavities', () => {
  test('little gas is vapour: volume and end of the first cavity, without steps of its own', async () => {
    const known = firstCavity(rise, rise / 3, delay);
    const { results, valve } = await run({ ratio: 3, steps: null, delays: 9.5, line: { cavitation: 'gas', elements: '16' } });
    expect(valve.largest / ((flow * known.volume) / 3)).toBeCloseTo(1, 2);
    const { t, y } = results.series('valve.out.p');
    const closed = t[y.findIndex((p, n) => (t[n] as number) > 3 * delay && p > vapour + rise)] as number;
    expect(Math.abs(closed / delay - 8)).toBeLessThan(1 / 16);
    // The smoothed fall passes p_v at half its height.
    expect(Math.max(...y) / rise).toBeLessThan(1.45);
  });

  test('much gas slows the wave: 1/c² grows by ρ M/(V p²), p above vapour', async () => {
    // As much compliance of gas as of oil: T/Z = gas p₀ V/p².
    const ratio = 1;
    const head = rise / ratio;
    const part = 1e-3;
    const gas = (delay * head * head) / (impedance * volume * atmosphere);
    // Half the reservoir's compliance makes c √1.5 lower.
    const line = { cavitation: 'gas', gasFraction: String(0.5 * gas), elements: '64' };
    const { results } = await run({ ratio, steps: 256, delays: 4, line, part });
    const { t, y } = results.series('valve.out.p');
    const steady = y[0] as number;
    const jump = ((y[t.findIndex((time) => time > delay)] as number) - steady) / (part * rise);
    const back = t[y.findIndex((p, n) => n > 256 && p < steady)] as number;
    expect(jump).toBeCloseTo(1 / Math.sqrt(1.5), 1);
    expect(back / (2 * delay)).toBeCloseTo(Math.sqrt(1.5), 1);
  });

  test('a component whose flow depends on its pressure: of first order in the step', async () => {
    // An orifice that shuts while its line is hasCavity, to the end of the first cavity; what comes after hangs on when that closed.
    const build = (steps: number) =>
      circuit('orifice')
        .component('u', 'dutyCycle', {
          points: [
            ['0 s', 1],
            ['5 ms', 1],
            ['10 ms', 0],
          ],
        })
        .component('reservoir', 'pressureSource', { pressure: '4 bar' })
        .component('valve', 'variableOrifice', {
          maximumArea: '40 mm2',
          profile: [
            [0, 0],
            [1, 1],
          ],
        })
        .component('tank', 'tank', { pressure: '-0.9 bar' })
        .signal('u', 'valve.opening')
        .line('pipe', 'reservoir', 'valve.in', {
          ...{ model: 'wave', impedance: '2e9 Pa s/m3', delay: '10 ms', cavitation: 'gas', gasFraction: '1e-5', elements: '8' },
        })
        .direct('valve.out', 'tank')
        .fluid({ vapourPressure: '-1 bar' })
        .initialPressure('4 bar')
        .run({ end: '50 ms', step: `${0.01 / steps} s` })
        .record({ every: '0.3125 ms', signals: ['valve.in.p'] })
        .build();
    const [coarse, middle, fine] = await Promise.all(
      [32, 64, 512].map(async (steps) => (await simulate(build(steps), { workers: 1 })).series('valve.in.p')),
    );
    const off = (a = coarse, b = fine): number =>
      (a?.y ?? new Float64Array()).reduce((sum, p, n) => sum + Math.abs(p - (b?.y[n] as number)), 0);
    // Against one of 512 steps: (1/32 - 1/512)/(1/64 - 1/512).
    expect(off(coarse) / off(middle)).toBeGreaterThan(1.7);
    expect(off(coarse) / off(middle)).toBeLessThan(2.6);
  });
});

describe('a line that rises', () => {
  test('vapour stands where the column would be under less than p_v: above a height of (p - p_v)/ρg', async () => {
    const height = 20;
    // 9.80665 m of water are 0.9617 bar at 1000 kg/m3; from 0 bar down to -1 bar: 10.197 m.
    const built = circuit('siphon')
      .component('lake', 'tank')
      .component('top', 'flowSource', { flow: '0 l/min' })
      .line('rising', 'lake', 'top', {
        ...{ model: 'wave', length: `${height} m`, diameter: '20 mm', elements: '10', elevation: `${height} m`, friction: 'laminar' },
      })
      .fluid({ density: '1000 kg/m3', viscosity: '200 cSt', vapourPressure: '-1 bar', bulkModulus: '2e9 Pa' })
      .run({ end: '0.2 s' })
      .record({ every: '10 ms', signals: ['top.out.p'] })
      .build();
    const results = await simulate(built, { workers: 1 });
    // The scale is what little oil the falling column gives.
    expect(results.account.balance.mass).toBeLessThan(1e-8);
    const open = results.account.cavitation.cavities.filter(({ last }) => last === results.end).map(({ where }) => where);
    expect(open).toContain('top.out');
    expect(open).not.toContain('rising at 10 m');
    expect(results.series('top.out.p').y.at(-1)).toBe(-1e5);
  });
});
