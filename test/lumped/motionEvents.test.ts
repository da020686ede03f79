/** Moving parts of lumped solutions against closed solutions: end stops, sticking and breaking away, accumulators that empty; every method. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { isFull } from '../support/circuits.js';
import { estimatingMethods, last, lumped, solved, worstOf } from '../support/lumped.js';

type Builder = ReturnType<typeof lumped>;
type Points = readonly (readonly [number, number])[];
const mass = 20;

/** A cylinder between two tanks, moved by a load against extension. */
const loaded = (load: Points, parameters: object, end: number, every = end / 100): Builder =>
  lumped('loaded', end, every)
    .component('load', 'dutyCycle', { points: load.map(([t, force]) => [`${t} s`, force]) })
    .component('act', 'actuator', {
      bore: '50 mm',
      rodDiameter: '30 mm',
      stroke: '500 mm',
      initialPosition: '100 mm',
      mass: `${mass} kg`,
      ...parameters,
    })
    .component('t1', 'tank')
    .component('t2', 'tank')
    .signal('load', 'act.load')
    .direct('act.cap', 't1')
    .direct('act.rod', 't2');

describe('end stops', () => {
  test.each(estimatingMethods)(
    '%s: a constant force reaches the stop at √(2sM/F), stays, and leaves when the force turns',
    async (solver) => {
      const [push, pull, turn] = [500, 800, 0.3];
      const results = await solved(
        loaded(
          [
            [0, -push],
            [turn, -push],
            [turn, pull],
            [1, pull],
          ],
          {},
          0.6,
        ),
        { solver, relativeTolerance: 1e-6, trace: true },
      );
      const reach = Math.sqrt((2 * 0.4 * mass) / push);
      expect(reach).toBeLessThan(turn);
      const exact = (t: number): number =>
        t < reach ? 0.1 + (0.5 * push * t * t) / mass : t < turn ? 0.5 : Math.max(0, 0.5 - (0.5 * pull * (t - turn) ** 2) / mass);
      // Euler's rule: x lags by half of its steps.
      expect(worstOf(results, 'act.x', exact)).toBeLessThan(solver === 'euler' ? 5e-3 : 2e-5);
      const { t, y } = results.series('act.x');
      t.forEach((time, k) => {
        if (time > reach + 5e-3 && time <= turn) expect([y[k], results.series('act.v').y[k]]).toEqual([0.5, 0]);
      });
      if (solver !== 'euler') expect(Math.min(...results.trace.map((one) => Math.abs(one.t - reach)))).toBeLessThan(1e-6);
      // Position and velocity are taken at the stop, let go, and taken at the other one.
      expect(results.account.discontinuities).toMatchObject({ time: 1 });
      expect(results.account.discontinuities.resets).toBeGreaterThanOrEqual(4);
      expect(results.account.discontinuities.resets).toBeLessThanOrEqual(8);
    },
  );

  test('a constant flow into a cylinder of little oil: velocity q/A, at the stop after A s/q', async () => {
    const area = (Math.PI / 4) * 0.05 ** 2;
    const flow = 4e-4;
    const reach = (0.4 * area) / flow;
    const built = lumped('pushed', 3)
      .component('u', 'dutyCycle', {
        points: [
          ['0 s', 1],
          ['2.5 s', 1],
          ['2.5 s', -1],
          ['3 s', -1],
        ],
      })
      .component('s', 'controlledFlowSource', { gain: `${flow} m3/s` })
      .component('rv', 'reliefValve', { crackingPressure: '50 bar', gradient: '100 l/min/bar' })
      .component('n', 'junction')
      .component('act', 'actuator', {
        bore: '50 mm',
        stroke: '500 mm',
        initialPosition: '100 mm',
        mass: '1 kg',
        viscousFriction: '20 kN s/m',
      })
      .component('t', 'tank')
      .component('push', 'constant', { value: 4500 })
      .signal('u', 's.demand')
      .signal('push', 'act.load')
      .line('A', 's', 'n', { volume: '1 cm3', initialPressure: `${4500 / area} Pa` })
      .line('B', 'n', 'act.cap', { volume: '1 cm3', initialPressure: `${4500 / area} Pa` })
      .line('C', 'n', 'rv.in', { volume: '1 cm3', initialPressure: `${4500 / area} Pa` })
      .direct('rv.out', 't')
      .direct('act.rod', 't');
    const results = await solved(built, { relativeTolerance: 1e-6, trace: true });
    // Oil that the pressure takes to move it: c v/A over B, of at most 0.8 l.
    const taken = ((20e3 * flow) / area / area / 1.6e9) * 0.8;
    expect(
      worstOf(results, 'act.x', (t) =>
        t <= 2.5 ? Math.min(0.5, 0.1 + (flow * t) / area) : Math.min(0.5, 0.5 - (flow * (t - 2.5)) / area),
      ),
    ).toBeLessThan(0.4 * 0.02 + taken);
    const { t, y } = results.series('act.x');
    const stop = y.indexOf(0.5);
    expect(Math.abs((t[stop] as number) - reach)).toBeLessThan(0.02);
    expect(last(results, 'act.x')).toBeLessThan(0.45);
    t.forEach((time, k) => {
      if (time > reach + 0.05 && time <= 2.5)
        expect([y[k], results.series('act.v').y[k], Math.abs(results.series('act.cap.q').y[k] as number)]).toEqual([0.5, 0, 0]);
    });
  });

  test('a start on a stop: pushed against it nothing moves; pulled, it leaves at once', async () => {
    for (const solver of ['rodas4', 'radau5', 'bdf', 'dopri5']) {
      const rest = await solved(
        loaded(
          [
            [0, 100],
            [1, 100],
          ],
          { initialPosition: '0 mm' },
          0.2,
        ),
        { solver },
      );
      expect([...rest.series('act.x').y, ...rest.series('act.v').y].every((value) => value === 0)).toBe(true);
      const away = await solved(
        loaded(
          [
            [0, -100],
            [1, -100],
          ],
          { initialPosition: '0 mm' },
          0.2,
        ),
        { solver, relativeTolerance: 1e-6 },
      );
      expect(worstOf(away, 'act.x', (t) => (0.5 * 100 * t * t) / mass)).toBeLessThan(2e-6);
    }
  });
});

describe('dry friction', () => {
  const [rest, sliding] = [100, 60];
  const dry = { staticFriction: `${rest} N`, coulombFriction: `${sliding} N` };

  /** m: those whose rows follow from interpolation of order 2 within long steps, and Euler's. */
  const loose: Readonly<Record<string, number>> = { euler: 1e-3, ros4: 1e-3, ode23s: 1e-4, trapezoid: 1e-4, grk4t: 1e-4, rkc: 1e-4 };

  test.each(estimatingMethods)('%s: a force that rises breaks it away at F_s, and it slides against F_R', async (solver) => {
    // 400 N/s from 0: away at 0.25 s; M v' = 400 t - 60.
    const results = await solved(
      loaded(
        [
          [0, 0],
          [1, -400],
        ],
        dry,
        0.6,
      ),
      { solver, relativeTolerance: 1e-6, trace: true },
    );
    const away = rest / 400;
    const velocity = (t: number): number => (t < away ? 0 : (200 * (t * t - away * away) - sliding * (t - away)) / mass);
    const place = (t: number): number =>
      t < away ? 0.1 : 0.1 + (200 * ((t ** 3 - away ** 3) / 3 - away * away * (t - away)) - 0.5 * sliding * (t - away) ** 2) / mass;
    expect(worstOf(results, 'act.v', velocity)).toBeLessThan(solver === 'euler' ? 5e-3 : 2e-5);
    expect(worstOf(results, 'act.x', place)).toBeLessThan(loose[solver] ?? 1e-5);
    const { t, y } = results.series('act.v');
    t.forEach((time, k) => {
      if (time < away - 1e-6) expect(y[k]).toBe(0);
    });
    expect(Math.min(...results.trace.map((one) => Math.abs(one.t - away)))).toBeLessThan(1e-6);
  });

  test.each(['rodas4', 'radau5', 'bdf', 'dopri5', 'lsoda'])('%s: it slows down, stops to the bit, stays', async (solver) => {
    const results = await solved(
      loaded(
        [
          [0, -300],
          [0.1, -300],
          [0.1, 0],
          [1, 0],
        ],
        dry,
        0.7,
      ),
      { solver, relativeTolerance: 1e-6 },
    );
    const speed = ((300 - sliding) / mass) * 0.1;
    const stop = 0.1 + (speed * mass) / sliding;
    const velocity = (t: number): number => (t < 0.1 ? (speed * t) / 0.1 : Math.max(0, speed - (sliding * (t - 0.1)) / mass));
    expect(worstOf(results, 'act.v', velocity)).toBeLessThan(1e-5);
    const { t, y } = results.series('act.v');
    t.forEach((time, k) => {
      if (time > stop + 1e-5) expect(y[k]).toBe(0);
    });
    const travel = 0.05 * speed + (0.5 * speed * speed * mass) / sliding;
    expect(Math.abs(last(results, 'act.x') - 0.1 - travel)).toBeLessThan(1e-5);
  });

  test('it turns round: friction against the motion before and after', async () => {
    const results = await solved(
      loaded(
        [
          [0, -500],
          [0.1, -500],
          [0.1, 500],
          [1, 500],
        ],
        dry,
        0.25,
      ),
      { relativeTolerance: 1e-6 },
    );
    const speed = ((500 - sliding) / mass) * 0.1;
    const turn = 0.1 + (speed * mass) / (500 + sliding);
    const velocity = (t: number): number =>
      t < 0.1
        ? ((500 - sliding) / mass) * t
        : t < turn
          ? speed - ((500 + sliding) / mass) * (t - 0.1)
          : (-(500 - sliding) / mass) * (t - turn);
    expect(worstOf(results, 'act.v', velocity)).toBeLessThan(1e-4);
  });
});

describe('accumulators', () => {
  const emptied = (solver: string) => {
    const built = lumped('gas', 2, 0.02)
      .component('u', 'dutyCycle', {
        points: [
          ['0 s', -1],
          ['1 s', -1],
          ['1 s', 1],
          ['2 s', 1],
        ],
      })
      .component('s', 'controlledFlowSource', { gain: '4e-4 m3/s' })
      .component('acc', 'accumulator', { gasVolume: '1 l', prechargePressure: '50 bar', initialPressure: '60 bar', polytropicExponent: 1 })
      .component('rv', 'reliefValve', { crackingPressure: '5 bar', gradient: '1000 l/min/bar' })
      .component('n', 'junction')
      .component('t', 'tank')
      .signal('u', 's.demand')
      .line('A', 's', 'n', { volume: '10 cm3', initialPressure: '60 bar' })
      .line('B', 'n', 'acc', { volume: '10 cm3', initialPressure: '60 bar' })
      .component('make', 'checkValve', { crackingPressure: '0 bar', gradient: '1000 l/min/bar' })
      .line('C', 'make.out', 'n', { volume: '10 cm3', initialPressure: '60 bar' })
      .line('D', 'n', 'rv.in', { volume: '10 cm3', initialPressure: '60 bar' })
      .direct('make.in', 't')
      .component('high', 'pressureSource', { pressure: '100 bar' })
      .direct('rv.out', 'high');
    return solved(built, { solver, relativeTolerance: 1e-6 });
  };

  test.each(['rodas4', 'radau5', 'bdf', 'lsoda'])(
    '%s: emptied and filled again; pressure follows the gas, what it holds follows the flow',
    async (solver) => {
      const results = await emptied(solver);
      const { t, y: gas } = results.series('acc.volume');
      const p = results.series('n.p').y;
      const start = 1e-3 * ((50e5 + 101325) / (60e5 + 101325));
      expect(gas[0]).toBeCloseTo(start, 15);
      // 0.164 l of oil at 0.4 l/s: empty after 0.41 s; then the pressure falls to that of the tank, which makes up what is drawn.
      t.forEach((time, k) => {
        if (time > 0.55 && time < 1) expect([gas[k], Math.abs((p[k] as number) + 2400) < 10]).toEqual([1e-3, true]);
        if (time < 0.4) expect(Math.abs((gas[k] as number) - start - 4e-4 * time)).toBeLessThan(4e-6);
        if (time > 1.05) {
          const pressure = (50e5 + 101325) * (1e-3 / (gas[k] as number)) - 101325;
          // The inlet takes 0.1 bar at 100 l/min.
          expect(Math.abs((p[k] as number) - pressure)).toBeLessThan(4e-4 / (1000 / 6e4 / 1e5) + 2e3);
          expect(Math.abs((gas[k] as number) - (1e-3 - 4e-4 * (time - 1)))).toBeLessThan(8e-6);
        }
      });
      // Taken hold of once and let go once.
      expect(results.account.discontinuities.resets).toBe(2);
    },
  );
});

// Full: all methods on one circuit; quickly each kind of event by several, above, and all methods by test/lumped/orderConditions.
test.runIf(isFull)('every method solves a circuit with stops, friction, valves and corners alike', async () => {
  const built = lumped('all', 1.2, 0.05)
    .component('u', 'dutyCycle', {
      points: [
        ['0 s', 0],
        ['0.1 s', 0],
        ['0.1 s', 1],
        ['0.5 s', 1],
        ['0.5 s', -1],
        ['1 s', -1],
        ['1.1 s', 0.3],
      ],
    })
    .component('s', 'flowSource', { flow: '20 l/min' })
    .component('rv', 'reliefValve', { crackingPressure: '60 bar', gradient: '5 l/min/bar' })
    .component('dcv', 'directionalValve', { ratedFlow: '30 l/min', ratedPressureDrop: '10 bar' })
    .component('n', 'junction')
    .component('act', 'actuator', {
      ...{ bore: '40 mm', rodDiameter: '25 mm', stroke: '80 mm', initialPosition: '20 mm', mass: '50 kg', viscousFriction: '3 kN s/m' },
      ...{ staticFriction: '200 N', coulombFriction: '120 N' },
    })
    .component('t', 'tank')
    .signal('u', 'dcv.position')
    .line('A', 's', 'n', { volume: '0.3 l' })
    .line('B', 'n', 'rv.in', { volume: '0.3 l' })
    .line('C', 'n', 'dcv.P', { volume: '0.3 l' })
    .line('D', 'dcv.A', 'act.cap', { volume: '0.2 l' })
    .line('E', 'dcv.B', 'act.rod', { volume: '0.2 l' })
    .direct('rv.out', 't')
    .direct('dcv.T', 't')
    .build();
  const reference = await simulateLumped(built, { solver: 'radau5', relativeTolerance: 1e-9 });
  expect([Math.max(...reference.series('act.x').y), Math.min(...reference.series('act.x').y)]).toEqual([0.08, 0]);
  for (const solver of estimatingMethods) {
    const results = await simulateLumped(built, { solver, relativeTolerance: 1e-5 });
    expect(results.ending, `${solver}: ${results.ending?.message}`).toBeNull();
    for (const name of ['act.x', 'n.p', 'act.cap.p']) {
      const [a, b] = [reference.series(name).y, results.series(name).y];
      const range = Math.max(...a) - Math.min(...a);
      a.forEach((value, k) =>
        expect(Math.abs((b[k] as number) - value) / range, `${solver}: ${name} at ${reference.t[k]}`).toBeLessThan(
          solver === 'euler' ? 0.02 : 2e-3,
        ),
      );
    }
  }
});

test('a piston that rests on its stop with next to no force is no event after each step: bdf at 1e-3 made 20 000 steps to 77 ms', async () => {
  // 76.4 bar lift 15 001 N: held, let go at once, and a little below the stop after the step.
  const { circuit } = parseCircuit(readFileSync('circuits/cartridge-manifold.yaml', 'utf8'), 'cartridge-manifold.yaml');
  const { ending, cost, account } = await simulateLumped(circuit, { solver: 'bdf', relativeTolerance: 1e-3, until: 0.1 });
  expect(ending).toBeNull();
  expect(cost.counts.accepted).toBeLessThan(200);
  expect(account.discontinuities.resets).toBeLessThan(20);
});
