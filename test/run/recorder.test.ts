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
    expect(all.t.length).toBe(all.steps.accepted + 1);
    expect(some.steps).toEqual(all.steps);
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

  test('the row at t = 0: initial pressures of the lines, initial states, no flow', async () => {
    const results = await simulate(built, { workers: 1, record: ['*'] });
    const first = (name: string): number => results.series(name).y[0] as number;
    expect([first('L1.p'), first('L2.p'), first('L3.p')]).toEqual([3e5, 2e5, 1e5]);
    expect([first('act.x'), first('act.v'), first('lag.output')]).toEqual([0.05, 0, 0]);
    for (const { name } of results.columns) if (name.endsWith('.q')) expect(first(name)).toBe(0);
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
      'L2.p [Pa]',
      'L3.p [Pa]',
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
