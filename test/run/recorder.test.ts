/** Which rows and which names a run records. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';

const built = circuit('recorded')
  .component('p', 'pressureSource', { pressure: '20 bar' })
  .component('n', 'junction')
  .component('o', 'orifice', { area: '5 mm2' })
  .component('act', 'actuator', { bore: '50 mm', stroke: '500 mm', mass: '10 kg', viscousFriction: '2000 N s/m', initialPosition: '50 mm' })
  .component('lag', 'firstOrderLag', { timeConstant: '10 ms' })
  .component('t', 'tank')
  .component('t2', 'tank')
  .line('L1', 'p', 'n', { volume: '0.5 l', initialPressure: '3 bar' })
  .line('L2', 'n', 'o.in', { volume: '0.5 l', initialPressure: '2 bar' })
  .line('L3', 'n', 'act.cap', { volume: '0.5 l', initialPressure: '1 bar' })
  .direct('o.out', 't')
  .direct('act.rod', 't2')
  .signal('act.x', 'lag.input')
  .run({ end: '0.1 s' })
  .build();

describe('rows', () => {
  test('t = 0, then the first accepted step at or after each multiple of `every`, then the last step; never interpolated, never forced', async () => {
    const all = await simulate(built, { workers: 1, every: 1e-6, record: ['act.x', 'n.p'] });
    const some = await simulate(built, { workers: 1, every: 7e-3, record: ['act.x', 'n.p'] });
    expect(all.t.length).toBe(all.account.steps.accepted + 1);
    expect(some.account.steps).toEqual(all.account.steps);
    const expected = [0];
    let next = 7e-3;
    [...all.t].forEach((t, k) => {
      if (k === 0 || (t < next && k < all.t.length - 1)) return;
      expected.push(t);
      next = 7e-3 * (Math.floor(t / 7e-3) + 1);
    });
    expect([...some.t]).toEqual(expected);
    expect(some.t.at(-1)).toBe(0.1);
    for (const name of ['act.x', 'n.p']) {
      const { y } = some.series(name);
      expect([...y]).toEqual(expected.map((t) => all.series(name).y[all.t.indexOf(t)]));
    }
  });

  test('the row at t = 0: initial pressures of the lines, initial states, flows of the components at these', async () => {
    const results = await simulate(built, { workers: 1, record: ['*'] });
    const first = (name: string): number => results.series(name).y[0] as number;
    expect([first('L1.p'), first('L2.p'), first('L3.p')]).toEqual([3e5, 2e5, 1e5]);
    expect([first('act.x'), first('act.v'), first('lag.output')]).toEqual([0.05, 0, 0]);
    // Cd A √(2 Δp/ρ), as its row of flow at the first step is, a little later.
    const o = built.components.find(({ name }) => name === 'o')?.parameters as Record<string, number>;
    const flow = (o['dischargeCoefficient'] as number) * (o['area'] as number) * Math.sqrt((2 * 2e5) / built.fluid.density);
    expect(first('o.in.q') / -flow).toBeCloseTo(1, 12);
    expect([first('o.out.q'), first('t.in.q')]).toEqual([-first('o.in.q'), first('o.in.q')]);
    // At rest; and what a source answers with, its line has not told yet.
    for (const name of ['act.cap.q', 'act.rod.q', 't2.in.q', 'p.out.q']) expect(Math.abs(first(name)), name).toBe(0);
  });

  test('of a steady start: the flows that go on, of motors and sources too', async () => {
    const turning = circuit('turning')
      .component('p', 'pressureSource', { pressure: '100 bar' })
      .component('m', 'motor', {
        displacement: '50 cc/rev',
        slipCoefficient: 2e-9,
        loadInertia: '0.1 kg m2',
        loadViscousFriction: '0.5 Nm s/rad',
        initialSpeed: '10 rad/s',
      })
      .component('t', 'tank')
      .line('a', 'p', 'm.in', { volume: '1 l', initialPressure: '20 bar' })
      .direct('m.out', 't')
      .run({ end: '10 ms' })
      .build();
    const row = async (options: object, k: number): Promise<number[]> => {
      const results = await simulate(turning, { record: ['*.q'], every: 1e-6, ...options });
      return ['p.out.q', 'm.in.q', 'm.out.q', 't.in.q'].map((name) => results.series(name).y[k] as number);
    };
    const steady = await row({ workers: 1, steadyStart: true }, 0);
    const after = await row({ workers: 1, steadyStart: true }, 1);
    expect(steady[0]).toBeGreaterThan(1e-4);
    steady.forEach((q, k) => expect(q / (after[k] as number)).toBeCloseTo(1, 9));
    expect(await row({ workers: 2, steadyStart: true }, 0)).toEqual(steady);
    // Else D ω + k Δp at 10 rad/s and 20 bar.
    const slip = (2e-9 * 50e-6) / (2 * Math.PI) / (turning.fluid.density * turning.fluid.viscosity);
    const own = (10 * 50e-6) / (2 * Math.PI) + slip * 20e5;
    const cold = await row({ workers: 1 }, 0);
    expect(cold[0]).toBe(0);
    [-own, own, -own].forEach((q, k) => expect((cold[k + 1] as number) / q).toBeCloseTo(1, 12));
  });
});

describe('names', () => {
  test('everything, in the order of the file, with units', async () => {
    const { columns } = await simulate(built, { workers: 1, until: 1e-3, record: ['*'] });
    expect(columns.map(({ name, unit }) => `${name} [${unit}]`)).toEqual([
      'p.out.p [Pa]',
      'p.out.q [m3/s]',
      'n.p [Pa]',
      'o.in.p [Pa]',
      'o.in.q [m3/s]',
      'o.out.p [Pa]',
      'o.out.q [m3/s]',
      'act.cap.p [Pa]',
      'act.cap.q [m3/s]',
      'act.rod.p [Pa]',
      'act.rod.q [m3/s]',
      'act.x [m]',
      'act.v [m/s]',
      'act.force [N]',
      'lag.lagged [1]',
      'lag.output [1]',
      't.in.p [Pa]',
      't.in.q [m3/s]',
      't2.in.p [Pa]',
      't2.in.q [m3/s]',
      'L1.p [Pa]',
      'L1.q [m3/s]',
      'L2.p [Pa]',
      'L2.q [m3/s]',
      'L3.p [Pa]',
      'L3.q [m3/s]',
    ]);
  });

  test.each([
    [['act.*'], ['act.cap.p', 'act.cap.q', 'act.rod.p', 'act.rod.q', 'act.x', 'act.v', 'act.force']],
    [['L?.p'], ['L1.p', 'L2.p', 'L3.p']],
    [
      ['L2.p', 'act.v', 'n.p', 'act.v'],
      ['n.p', 'act.v', 'L2.p'],
    ],
    [['*.out.p'], ['p.out.p', 'o.out.p']],
    [[], ['n.p', 'act.x', 'act.v', 'act.force', 'lag.lagged']],
  ])('%j', async (record, expected) => {
    const { columns } = await simulate(built, { workers: 1, until: 1e-3, record });
    expect(columns.map((c) => c.name)).toEqual(expected);
  });

  test('the same numbers whatever else is recorded, cut or whole; one that was not recorded is refused by name', async () => {
    const whole = await simulate(built, { workers: 1, record: ['act.x', 'L2.p', 'o.in.q'] });
    const cut = await simulate(built, { workers: 3, driver: 'serial', record: ['*'] });
    for (const name of ['act.x', 'L2.p', 'o.in.q']) expect(cut.series(name).y).toEqual(whole.series(name).y);
    expect(() => whole.series('act.v')).toThrow(/'act\.v' was not recorded/);
  });
});
