/** Actuator: constant forces against analytic motion; sticking, breaking away, turning; stops; the oil it takes; its spring. Fixed pressures at both ports. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { ByHand } from '../support/byHand.js';

const mass = 20;
/** Rows of [time in s, force in N] of the load against extension. */
type Load = readonly (readonly [number, number])[];

function actuator(load: Load, parameters: Record<string, unknown> = {}, end = 1) {
  return circuit('motion')
    .component('act', 'actuator', {
      bore: '50 mm',
      rodDiameter: '30 mm',
      stroke: '500 mm',
      initialPosition: '100 mm',
      mass: `${mass} kg`,
      ...parameters,
    })
    .component('load', 'dutyCycle', { points: load.map(([t, force]) => [`${t} s`, force]) })
    .signal('load', 'act.load')
    .component('t1', 'tank')
    .component('t2', 'tank')
    .direct('act.cap', 't1')
    .direct('act.rod', 't2')
    .run({ end: `${end} s` })
    .build();
}

const constant = (force: number): Load => [
  [0, force],
  [10, force],
];
const run = (load: Load, parameters: Record<string, unknown>, until: number, step: number): Promise<LineResults> =>
  simulate(actuator(load, parameters), { workers: 1, until, step, every: step, record: ['act.*'] });

/** Largest error of x over a run, m. */
async function worst(
  load: Load,
  parameters: Record<string, unknown>,
  step: number,
  until: number,
  exact: (t: number) => number,
): Promise<number> {
  const { t, y } = (await run(load, parameters, until, step)).series('act.x');
  return t.reduce((error, time, k) => Math.max(error, Math.abs((y[k] as number) - exact(time))), 0);
}

describe('analytic motion', () => {
  test('constant force: x = x0 + ½ F/M t² to rounding', async () => {
    // The trapezoidal rule integrates a straight v exactly; 1000 sums of numbers below 1, each rounded to 1e-16.
    expect(await worst(constant(-100), {}, 1e-4, 0.1, (t) => 0.1 + (0.5 * 100 * t * t) / mass)).toBeLessThan(1e-13);
  });

  test('constant force and viscous friction: x of order 2', async () => {
    const [force, c] = [800, 1000];
    const tau = mass / c;
    const exact = (t: number): number => 0.1 + (force / c) * (t - tau * (1 - Math.exp(-t / tau)));
    const errors: number[] = [];
    for (const step of [2e-3, 1e-3, 5e-4]) errors.push(await worst(constant(-force), { viscousFriction: `${c} N s/m` }, step, 0.1, exact));
    for (const k of [0, 1])
      expect(Math.abs(Math.log2((errors[k] as number) / (errors[k + 1] as number)) - 2), `${errors}`).toBeLessThan(0.05);
  });

  test('on the spring: x - x_K = F/K (1 - cos ωt), order 2', async () => {
    const [force, k] = [500, 1e5];
    const omega = Math.sqrt(k / mass);
    const spring = { springPosition: '100 mm', springStiffness: `${k} N/m` };
    const errors: number[] = [];
    for (const step of [1e-3, 5e-4, 2.5e-4])
      errors.push(await worst(constant(-force), spring, step, 0.1, (t) => 0.1 + (force / k) * (1 - Math.cos(omega * t))));
    for (const n of [0, 1])
      expect(Math.abs(Math.log2((errors[n] as number) / (errors[n + 1] as number)) - 2), `${errors}`).toBeLessThan(0.05);
  });

  test('the spring pushes beyond its position only, and holds a load at F/K', async () => {
    const results = await run(
      constant(-1000),
      { springPosition: '150 mm', springStiffness: '1e5 N/m', viscousFriction: '2000 N s/m' },
      2,
      1e-3,
    );
    // exp(-c t/2M) after 1.5 s on the spring: 1e-33.
    expect(results.series('act.x').y.at(-1)).toBeCloseTo(0.15 + 1000 / 1e5, 12);
  });

  test('pressures act on the piston and on the ring: A1 p1 - A2 p2', async () => {
    const built = circuit('pressures')
      .component('act', 'actuator', { bore: '50 mm', rodDiameter: '30 mm', stroke: '500 mm', mass: `${mass} kg` })
      .component('s1', 'pressureSource', { pressure: '3 bar' })
      .component('s2', 'pressureSource', { pressure: '2 bar' })
      .direct('act.cap', 's1')
      .direct('act.rod', 's2')
      .run({ end: '20 ms' })
      .build();
    const results = await simulate(built, { workers: 1, step: 1e-4, record: ['act.v', 'act.force'] });
    const force = (Math.PI / 4) * (0.05 ** 2 * 3e5 - (0.05 ** 2 - 0.03 ** 2) * 2e5);
    expect(results.series('act.force').y.at(-1)).toBeCloseTo(force, 9);
    expect(results.series('act.v').y.at(-1)).toBeCloseTo((force / mass) * 0.02, 12);
  });
});

const dry = { staticFriction: '100 N', coulombFriction: '60 N' };

describe('dry friction', () => {
  test.each([99.9, -99.9, 0])('a load of %d N sticks: v and x to the bit', async (force) => {
    const results = await run(constant(force), dry, 0.05, 1e-4);
    expect([...results.series('act.v').y].every((v) => v === 0)).toBe(true);
    expect([...results.series('act.x').y].every((x) => x === 0.1)).toBe(true);
  });

  test.each([100.1, -100.1])('a load of %d N breaks away and slips against 60 N', async (force) => {
    const [until, step] = [0.05, 1e-4];
    const results = await run(constant(force), dry, until, step);
    const acceleration = (-Math.sign(force) * (Math.abs(force) - 60)) / mass;
    // Which way friction acts is judged on the accepted force, so it may start one step late.
    expect(Math.abs((results.series('act.v').y.at(-1) as number) - acceleration * until)).toBeLessThan(
      1.01 * Math.abs(acceleration) * step,
    );
  });

  test('slows down, stops to the bit, stays', async () => {
    const load: Load = [
      [0, -300],
      [0.1, -300],
      [0.1, 0],
      [1, 0],
    ];
    const results = await run(load, dry, 0.7, 1e-4);
    const speed = ((300 - 60) / mass) * 0.1;
    const { t, y } = results.series('act.v');
    const stopped = y.findIndex((v, k) => k > 1000 && v === 0);
    // Coulomb friction alone slows it down; each change of force is met at most one step late.
    expect(Math.abs((t[stopped] as number) - 0.1 - (speed * mass) / 60)).toBeLessThan(1e-3);
    expect([...y.slice(stopped)].every((v) => v === 0)).toBe(true);
    const travel = 0.5 * speed * 0.1 + (0.5 * speed * speed * mass) / 60;
    expect(Math.abs((results.series('act.x').y.at(-1) as number) - 0.1 - travel)).toBeLessThan(speed * 2e-4);
  });

  test('turns round: friction against the motion before and after', async () => {
    const load: Load = [
      [0, -500],
      [0.1, -500],
      [0.1, 500],
      [1, 500],
    ];
    const results = await run(load, dry, 0.25, 1e-4);
    const speed = ((500 - 60) / mass) * 0.1;
    const turn = 0.1 + (speed * mass) / (500 + 60);
    const exact = (t: number): number =>
      t < 0.1 ? ((500 - 60) / mass) * t : t < turn ? speed - ((500 + 60) / mass) * (t - 0.1) : (-(500 - 60) / mass) * (t - turn);
    const { t, y } = results.series('act.v');
    // At most three changes, each up to a step late at (500 + 60)/M.
    t.forEach((time, k) => expect(Math.abs((y[k] as number) - exact(time))).toBeLessThan((3 * 1e-4 * 560) / mass));
    expect(Math.min(...y)).toBeLessThan(-1);
  });

  test('below stickVelocity it sticks while the force does not exceed that of rest', async () => {
    // From 0.1 m/s down by viscous friction alone, which would never stop; the 1 N of rest stops it at 1 mm/s.
    const load: Load = [
      [0, -500],
      [0.01, -500],
      [0.01, 0],
      [1, 0],
    ];
    const parameters = { viscousFriction: '1000 N s/m', staticFriction: '1 N', stickVelocity: '1 mm/s' };
    const { y } = (await run(load, parameters, 0.5, 1e-4)).series('act.v');
    const last = y.findLast((v) => v !== 0) as number;
    // The last velocity before: a step of c Δ/M = 0.5 % above the limit at most.
    expect(last).toBeGreaterThanOrEqual(1e-3);
    expect(last).toBeLessThan(1e-3 * 1.006);
    expect(y.at(-1)).toBe(0);
  });
});

test('in every step the ports move the way of the piston times its areas, which is the mean velocity in a regular one', () => {
  const act = new ByHand(actuator(constant(-500), { viscousFriction: '100 N s/m' }));
  act.retune(1e-3);
  for (let n = 0; n < 50; n++) {
    const before = act.value('act.v');
    act.advance(1e-3);
    const mean = (before + act.value('act.v')) / 2;
    // A handful of roundings.
    expect(act.value('act.cap.q') / ((-Math.PI / 4) * 0.05 ** 2 * mean)).toBeCloseTo(1, 12);
    expect(act.value('act.rod.q') / ((Math.PI / 4) * (0.05 ** 2 - 0.03 ** 2) * mean)).toBeCloseTo(1, 12);
  }
});

describe('stops', () => {
  const load: Load = [
    [0, -500],
    [0.5, -500],
    [0.5, 800],
    [1.5, 800],
    [1.5, -100],
    [2, -100],
  ];

  test('x is exactly the stop and v exactly 0 while it is pushed there; it leaves when the force turns', async () => {
    const results = await run(load, {}, 1.9, 1e-3);
    const [t, x, v] = [results.t, results.series('act.x').y, results.series('act.v').y];
    const between = (a: number, b: number): number[] => [...t.keys()].filter((k) => (t[k] as number) > a && (t[k] as number) < b);
    const reach = Math.sqrt((2 * 0.4 * mass) / 500);
    for (const k of between(reach + 2e-3, 0.4995)) expect([x[k], v[k]]).toEqual([0.5, 0]);
    const back = 0.5 + Math.sqrt((2 * 0.5 * mass) / 800);
    for (const k of between(0.5025, back - 3e-3)) expect(v[k]).toBeLessThan(0);
    // The force is judged at the end of the step that lands on the jump: half a step of the new force at most.
    for (const k of between(0.5, back - 3e-3))
      expect(Math.abs((x[k] as number) - (0.5 - (0.5 * 800 * ((t[k] as number) - 0.5) ** 2) / mass))).toBeLessThan(
        ((2e-3 * 800) / mass) * 0.2,
      );
    for (const k of between(back + 3e-3, 1.4995)) expect([x[k], v[k]]).toEqual([0, 0]);
    expect(x.at(-1)).toBeGreaterThan(0.3);
  });

  test.each([1e-4, 1e-3])('the oil taken from rest to rest is A Δx, impact included, with steps of %d s', (step) => {
    const act = new ByHand(actuator(constant(-500)));
    act.retune(step);
    const oil = { cap: 0, rod: 0 };
    for (let n = 0; n * step < 0.4; n++) {
      act.advance(step);
      oil.cap += act.value('act.cap.q') * step;
      oil.rod += act.value('act.rod.q') * step;
    }
    expect([act.value('act.x'), act.value('act.v')]).toEqual([0.5, 0]);
    const area = Math.PI / 4;
    // Sums of a few thousand numbers, each rounded to 1e-16.
    expect(oil.cap / (-area * 0.05 ** 2 * 0.4)).toBeCloseTo(1, 13);
    expect(oil.rod / (area * (0.05 ** 2 - 0.03 ** 2) * 0.4)).toBeCloseTo(1, 13);
  });
});
