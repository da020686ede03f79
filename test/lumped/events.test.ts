/** Jumps and bends that lumped solutions meet, against exact and analytic answers: limits, check valves, corners in time, relays, latches. */
import { describe, expect, test } from 'vitest';
import type { LumpedOptions } from '../../dist/lumped/types.js';
import { capacitance, estimatingMethods, kind, last, litre, lumped, solved, state, worstOf } from '../support/lumped.js';

type Builder = ReturnType<typeof lumped>;
/** m3/s */
const pumped = 1e-4;

/** A pump into 1 l with a component of one's own beside it. */
const filled = (end: number, equations: string, more: object = {}, every = end / 50): Builder =>
  lumped('filled', end, every)
    .definition('mine', kind('in out', `${equations}\nin.q = -Q\nout.q = Q`, more))
    .component('s', 'flowSource', { flow: `${pumped} m3/s` })
    .component('it', 'mine')
    .component('t', 'tank')
    .line('L', 's', 'it.in', litre)
    .direct('it.out', 't');

describe('a limit that is met at a known time', () => {
  const [limit, conductance] = [1e6, 5e-11];
  const meets = (limit * capacitance) / pumped;
  /** A jump at the limit: from there on a leak, against which the pump goes on. */
  const jump = (t: number): number => {
    const full = pumped / conductance;
    return t < meets ? (limit * t) / meets : full + (limit - full) * Math.exp((-(t - meets) * conductance) / capacitance);
  };

  test.each(estimatingMethods)('%s: if(p > limit) jumps there', async (solver) => {
    const results = await solved(filled(3 * meets, `Q = if(in.p > ${limit}, ${conductance}, 0) * in.p`), {
      solver,
      relativeTolerance: 1e-6,
    });
    expect(worstOf(results, 'L.p', jump) / limit).toBeLessThan(solver === 'euler' ? 3e-3 : 3e-5);
    expect(results.account.discontinuities).toMatchObject({
      time: 0,
      switches: 1,
      resets: 0,
      busiest: [{ what: `it: in.p > ${limit}`, count: 1 }],
    });
    const [mode, ...more] = results.account.discontinuities.modes;
    expect([mode?.what, more]).toEqual([`it: in.p > ${limit}`, []]);
    expect(Math.abs((mode?.t as number) / meets - 1)).toBeLessThan(solver === 'euler' ? 0.05 : 1e-4);
  });

  test('the step ends within 1e-6 of its length behind the limit', async () => {
    for (const solver of ['rodas4', 'radau5', 'dopri5', 'bdf']) {
      const results = await solved(filled(3 * meets, `Q = if(in.p > ${limit}, ${conductance}, 0) * in.p`), { solver, trace: true });
      const nearest = Math.min(...results.trace.map(({ t }) => Math.abs(t - meets)));
      expect(nearest / (3 * meets), solver).toBeLessThan(1e-6);
    }
  });

  test('located or stepped over: the same solution, the former at its order', async () => {
    const check = `Q = ${conductance} * max(0, in.p - out.p - ${limit})`;
    const exact = (t: number): number =>
      t < meets ? (limit * t) / meets : limit + (pumped / conductance) * (1 - Math.exp((-(t - meets) * conductance) / capacitance));
    const error = async (options: LumpedOptions): Promise<number> =>
      worstOf(await solved(filled(4 * meets, check, {}, 4 * meets), options), 'L.p', exact) / limit;
    // The corner stands at 0.25, between two steps of all these lengths.
    const steps = [13, 39, 117].map((n) => (4 * meets) / n);
    const located = await Promise.all(steps.map((step) => error({ solver: 'rk23', step })));
    const over = await Promise.all(steps.map((step) => error({ solver: 'rk23', step, events: 'step over' })));
    const orders = located.slice(1).map((e, k) => Math.log((located[k] as number) / e) / Math.log(3));
    for (const order of orders) expect(order, `${located}`).toBeGreaterThan(2.7);
    expect(located.at(-1)).toBeLessThan(0.05 * (over.at(-1) as number));
  });

  test('with error control both meet the tolerance; stepping over costs attempts that are rejected', async () => {
    const check = filled(4 * meets, `Q = 1e-9 * max(0, in.p - out.p - ${limit})`);
    const [located, over] = await Promise.all([
      solved(check, { solver: 'dopri5', relativeTolerance: 1e-7 }),
      solved(check, { solver: 'dopri5', relativeTolerance: 1e-7, events: 'step over' }),
    ]);
    const exact = (t: number): number =>
      t < meets ? (limit * t) / meets : limit + (pumped / 1e-9) * (1 - Math.exp((-(t - meets) * 1e-9) / capacitance));
    expect(worstOf(located, 'L.p', exact) / limit).toBeLessThan(1e-6);
    expect(worstOf(over, 'L.p', exact) / limit).toBeLessThan(1e-4);
    expect(over.account.discontinuities.switches).toBe(0);
    expect(located.cost.counts.rejected).toBeLessThan(over.cost.counts.rejected);
  });

  test.each(['dopri5', 'rodas4', 'radau5', 'bdf'])('%s: a latch closes where the limit is met, not a step later', async (solver) => {
    const latch = { states: { shut: state() } };
    const results = await solved(filled(1, `hold shut = if(in.p > ${limit}, 1, pre(shut))\nQ = if(pre(shut) > 0, ${pumped}, 0)`, latch), {
      solver,
    });
    expect(Math.abs(last(results, 'L.p') / limit - 1)).toBeLessThan(5e-6);
    expect([results.series('it.shut').y[0], last(results, 'it.shut')]).toEqual([0, 1]);
  });

  test.each(['dopri5', 'rodas4', 'radau5', 'bdf'])('%s: hysteresis swings between its two limits, each time as long', async (solver) => {
    // Drains as fast as it fills: a triangle between 1e6 and 2e6 Pa.
    const results = await solved(
      filled(10 * meets, `hold open = if(in.p > 2e6, 1, if(in.p < 1e6, 0, pre(open)))\nQ = if(pre(open) > 0, ${2 * pumped}, 0)`, {
        states: { open: state() },
      }),
      { solver },
    );
    const triangle = (t: number): number => {
      const phase = t / meets;
      if (phase < 2) return 1e6 * phase;
      const swing = (phase - 2) % 2;
      return 1e6 * (swing < 1 ? 2 - swing : swing);
    };
    expect(worstOf(results, 'L.p', triangle) / 1e6).toBeLessThan(1e-4);
  });
});

describe('surfaces that are met again and again', () => {
  test('a relay that holds a pressure slides along its limit: the run ends, and says what it met', async () => {
    const results = await solved(filled(0.02, `Q = if(in.p > 1e6, ${3 * pumped}, 0)`), { solver: 'rodas4' });
    expect(Math.abs(last(results, 'L.p') / 1e6 - 1)).toBeLessThan(1e-3);
    expect(results.account.discontinuities.switches).toBeLessThan(10);
    expect(results.account.discontinuities.slides[0]?.to).toBe(0.02);
    expect(results.account.discontinuities.busiest[0]?.what).toBe('it: in.p > 1000000');
  });

  test('two components that open at the same pressure', async () => {
    const builder = lumped('two', 0.1)
      .component('s', 'flowSource', { flow: `${pumped} m3/s` })
      .component('n', 'junction')
      .component('a', 'reliefValve', { crackingPressure: '10 bar', gradient: '1 l/min/bar' })
      .component('b', 'reliefValve', { crackingPressure: '10 bar', gradient: '2 l/min/bar' })
      .component('t', 'tank')
      .line('L', 's', 'n', { volume: '0.5 l' })
      .line('A', 'n', 'a.in', { volume: '0.25 l' })
      .line('B', 'n', 'b.in', { volume: '0.25 l' })
      .direct('a.out', 't')
      .direct('b.out', 't');
    const g = 3e-3 / 60 / 1e5;
    const meets = (1e6 * capacitance) / pumped;
    const exact = (t: number): number =>
      t < meets ? (1e6 * t) / meets : 1e6 + (pumped / g) * (1 - Math.exp((-(t - meets) * g) / capacitance));
    for (const solver of estimatingMethods) {
      const results = await solved(builder, { solver, relativeTolerance: 1e-6 });
      expect(worstOf(results, 'n.p', exact) / 1e6, solver).toBeLessThan(solver === 'euler' ? 1e-3 : 1e-4);
      expect(results.account.discontinuities.switches, solver).toBe(2);
    }
  });
});

describe('points in time', () => {
  const driven = (end: number, kindName: string, parameters: object, every = end): Builder =>
    lumped('driven', end, every)
      .component('u', kindName, parameters as never)
      .component('s', 'controlledFlowSource', { gain: '1e-4 m3/s' })
      .component('r', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
      .component('t', 'tank')
      .signal('u', 's.demand')
      .line('L', 's', 'r.in', litre)
      .direct('r.out', 't');
  /** ∫ u dt that the volume has kept, s. */
  const integral = (results: Awaited<ReturnType<typeof solved>>): number => (last(results, 'L.p') * capacitance) / 1e-4;

  test.each(estimatingMethods)(
    '%s: corners and jumps of a duty cycle, one at t = 0 and one at the end, integrate exactly',
    async (solver) => {
      const points = [
        ['0 s', 0],
        ['0 s', 1],
        ['0.2 s', 1],
        ['0.2 s', 3],
        ['0.5 s', 3],
        ['0.5 s', -1],
        ['1 s', -1],
        ['1 s', 50],
      ];
      const results = await solved(driven(1, 'dutyCycle', { points }), { solver });
      expect(integral(results)).toBeCloseTo(0.2 + 0.9 - 0.5, 12);
      expect(results.account.discontinuities.time).toBe(3);
    },
  );

  test.each(estimatingMethods)('%s: a fall in a straight line between two corners', async (solver) => {
    const points = [
      ['0 s', 1],
      ['0.3 s', 1],
      ['0.7 s', -1],
      ['1 s', -1],
    ];
    const results = await solved(driven(0.9, 'dutyCycle', { points }, 0.1), { solver, relativeTolerance: 1e-7 });
    const kept = (t: number): number => (t < 0.3 ? t : t < 0.7 ? 0.3 + (t - 0.3) - 2.5 * (t - 0.3) ** 2 : 0.3 - (t - 0.7));
    expect(worstOf(results, 'L.p', (t) => (kept(t) * 1e-4) / capacitance)).toBeLessThan(solver === 'euler' ? 5e4 : 50);
  });

  test.each(['dopri5', 'rodas4', 'radau5', 'bdf'])('%s: short pulses of a cyclic duty cycle', async (solver) => {
    const points = [
      ['0 s', 0],
      ['0.5 s', 0],
      ['0.5 s', 1],
      ['0.502 s', 1],
      ['0.502 s', 0],
      ['1 s', 0],
    ];
    expect(integral(await solved(driven(3, 'cyclicDutyCycle', { points, period: '1 s' }), { solver }))).toBeCloseTo(3 * 2e-3, 12);
  });

  test('jumps at instants that rounding tells apart', async () => {
    const points = (t: number): unknown[] => [
      ['0 s', 0],
      [`${t} s`, 0],
      [`${t} s`, 1],
      ['1 s', 1],
    ];
    const builder = driven(0.6, 'dutyCycle', { points: points(0.3) })
      .component('w', 'dutyCycle', { points: points(0.1 * 3) })
      .component('s2', 'controlledFlowSource', { gain: '1e-4 m3/s' })
      .component('n', 'blockedEnd')
      .component('j', 'junction')
      .signal('w', 's2.demand')
      .line('A', 's2', 'j', litre)
      .line('B', 'n', 'j', litre);
    expect(0.1 * 3).not.toBe(0.3);
    builder
      .component('pass', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
      .line('C', 'j', 'pass.in', { volume: '1e-9 l' })
      .direct('pass.out', 't');
    for (const solver of estimatingMethods) expect(integral(await solved(builder, { solver })), solver).toBeCloseTo(0.3, 10);
  });

  test.each(['dopri5', 'rodas4', 'radau5', 'bdf', 'lsoda'])(
    '%s: sample & hold gives a staircase of its input at k·period',
    async (solver) => {
      const builder = lumped('sampled', 0.5, 0.01)
        .component('wave', 'sine', { amplitude: 1, frequency: '1 Hz' })
        .component('hold', 'sampleAndHold', { period: '40 ms', initialValue: 7 })
        .component('lag', 'firstOrderLag', { timeConstant: '30 ms' })
        .signal('wave', 'hold.input')
        .signal('hold', 'lag.input');
      const results = await solved(builder, { solver, relativeTolerance: 1e-8 });
      const { t, y } = results.series('hold.output');
      const sample = (k: number): number => Math.sin(2 * Math.PI * 0.04 * k);
      // At the instant itself the sample before still stands.
      const index = (time: number): number => Math.max(0, Math.ceil(time / 0.04 - 1e-9) - 1);
      t.forEach((time, k) => expect(y[k]).toBeCloseTo(sample(index(time)), 12));
      let lagged = 0;
      const decay = Math.exp(-0.01 / 0.03);
      t.forEach((time, k) => {
        if (k > 0) lagged = sample(index(time)) + (lagged - sample(index(time))) * decay;
        expect(Math.abs((results.series('lag.lagged').y[k] as number) - lagged)).toBeLessThan(1e-6);
      });
      expect(results.account.discontinuities.time).toBe(12);
    },
  );

  test('a jump at t = 0 is past in the first row; nothing happens at the end that is not asked for', async () => {
    const results = await solved(driven(0.1, 'step', { startTime: '0 s', initialValue: 0, finalValue: 1 }));
    expect(integral(results)).toBeCloseTo(0.1, 12);
    const late = await solved(driven(0.1, 'step', { startTime: '0.1 s', initialValue: 0, finalValue: 1 }));
    expect([integral(late), last(late, 'u.output')]).toEqual([0, 0]);
  });
});

describe('states that are set back', () => {
  test('a sawtooth: a reset that does not hold', async () => {
    const builder = lumped('saw', 1, 0.01)
      .definition('saw', kind('', 'der(x) = 3.7\nreset(x) = if(x >= 1, x - 1, x)', { states: { x: state(0.25) } }))
      .component('it', 'saw');
    for (const solver of ['dopri5', 'rodas4', 'radau5', 'bdf', 'euler']) {
      const results = await solved(builder, { solver });
      const { t, y } = results.series('it.x');
      t.forEach((time, k) => {
        const exact = (0.25 + 3.7 * time) % 1;
        const off = Math.abs((y[k] as number) - exact);
        expect(Math.min(off, 1 - off), `${solver} at ${time}`).toBeLessThan(1e-5);
      });
    }
  });

  test('a ball that bounces: heights fall by the square of the coefficient', async () => {
    const [g, e] = [9.81, 0.7];
    const builder = lumped('ball', 1, 1e-3)
      .definition(
        'ball',
        kind('', `der(v) = -${g}\nder(x) = v\nreset(v) = if(x < 0 and v < 0, -${e} * v, v)`, { states: { x: state(1), v: state() } }),
      )
      .component('it', 'ball');
    for (const solver of ['dopri5', 'rodas4', 'radau5']) {
      const { series } = await solved(builder, { solver, relativeTolerance: 1e-7 });
      const fall = Math.sqrt(2 / g);
      const up = e * g * fall;
      const exact = (t: number): number => (t < fall ? 1 - 0.5 * g * t * t : up * (t - fall) - 0.5 * g * (t - fall) ** 2);
      const { t, y } = series('it.x');
      t.forEach((time, k) => {
        if (time < fall + (2 * up) / g - 1e-3) expect(Math.abs((y[k] as number) - exact(time)), `${solver} at ${time}`).toBeLessThan(1e-5);
      });
    }
  });
});

test('two runs are the same to the bit', async () => {
  const builder = filled(0.1, 'Q = 1e-10 * max(0, in.p - 1e6) + if(in.p > 15e5, 3e-5, 0)');
  for (const solver of ['rodas4', 'radau5', 'bdf', 'lsoda']) {
    const [one, other] = [await solved(builder, { solver }), await solved(builder, { solver })];
    expect([...one.series('L.p').y]).toEqual([...other.series('L.p').y]);
    expect(one.cost.counts).toEqual(other.cost.counts);
    expect(one.account.discontinuities).toEqual(other.account.discontinuities);
  }
});

describe.each(['dopri5', 'rk23', 'rodas4', 'trapezoid'])('%s: what an accepted value decides', (solver) => {
  const clock = { states: { x: state() } };
  const law = `der(x) = 10\nQ = if(pre(x) > 0.455, ${pumped / 2}, 0)`;
  /** Oil that came in until the end, when half of it leaves from some time on. */
  const held = (from: number): number => pumped * (0.1 - 0.5 * (0.1 - from));

  test('holds from that step on, from its first stage, where it is stepped over: x is 0.5 at 0.05 s, the first step that ends beyond', async () => {
    const results = await solved(filled(0.1, law, clock, 0.1), { solver, step: 0.01, events: 'step over' });
    expect((last(results, 'L.p') * capacitance) / held(0.05)).toBeCloseTo(1, 10);
  });

  test('is found where it changes, where it is looked for', async () => {
    const results = await solved(filled(0.1, law, clock, 0.1), { solver, step: 0.01 });
    expect((last(results, 'L.p') * capacitance) / held(0.0455)).toBeCloseTo(1, 6);
  });
});
