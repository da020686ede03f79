/** The lumped system: which unknowns a circuit has, what sets a pressure, wave lines, roots and tables. Exact and analytic answers. */
import { describe, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { lumpedSystem } from '../../dist/lumped/solve.js';
import { unknownNames } from '../../dist/lumped/system/unknownNames.js';
import { disagreement } from '../support/differences.js';
import { bulkModulus, capacitance, estimatingMethods, kind, last, litre, lumped, solved, state, worstOf } from '../support/lumped.js';

describe('unknowns', () => {
  test.each([
    ['two-actuator', 11, 6],
    ['ring-main', 31, 19],
    ['rc-volume', 1, 1],
  ])('%s: %i unknowns, %i of them pressures', async (name, size, pressures) => {
    const system = lumpedSystem(await readCircuit(`circuits/${name}.yaml`));
    expect(system.size).toBe(size);
    expect(unknownNames(system).filter(({ unit }) => unit === 'Pa')).toHaveLength(pressures);
    expect(system.mass).toBeNull();
  });

  test('lines and junctions joined to each other are one volume, with the sum of their oil and the mean of their pressure', () => {
    const built = lumped('one', 1)
      .component('s', 'flowSource', { flow: '1 l/min' })
      .component('n', 'junction')
      .component('m', 'junction')
      .component('r', 'laminarRestrictor', { conductance: '1e-10 m3/s/Pa' })
      .component('t', 'tank')
      .line('A', 's', 'n', { volume: '1 l', initialPressure: '10 bar' })
      .line('B', 'n', 'm', { volume: '2 l', initialPressure: '40 bar' })
      .line('C', 'm', 'r.in', { volume: '1 l', initialPressure: '10 bar' })
      .line('D', 'm', 'n', { volume: '1 l', initialPressure: '10 bar' })
      .direct('r.out', 't')
      .build();
    const system = lumpedSystem(built);
    expect(unknownNames(system)).toEqual([{ name: 'A+B+C+D.p', unit: 'Pa' }]);
    const y = new Float64Array(1);
    system.initial(y);
    expect(y[0]).toBeCloseTo((3 * 10e5 + 2 * 40e5) / 5, 8);
    const rates = new Float64Array(1);
    system.rates(0, y, rates);
    expect((rates[0] as number) / ((1e-3 / 60 - 1e-10 * (y[0] as number)) / (5 * capacitance))).toBeCloseTo(1, 13);
  });

  test('a circuit without unknowns runs: set pressures and signals of time alone', async () => {
    for (const solver of estimatingMethods) {
      const results = await solved(
        lumped('none', 1, 0.1)
          .component('s', 'pressureSource', { pressure: '2 bar' })
          .component('r', 'laminarRestrictor', { conductance: '1e-9 m3/s/Pa' })
          .component('t', 'tank')
          .component('wave', 'sine', { amplitude: 1, frequency: '0.3 Hz' })
          .direct('r.in', 's')
          .direct('r.out', 't'),
        { solver },
      );
      expect([results.run.size, last(results, 'r.out.q')]).toEqual([0, 2e5 * 1e-9]);
      expect(worstOf(results, 'wave.output', (t) => Math.sin(0.6 * Math.PI * t))).toBeLessThan(1e-6);
    }
  });

  test('a Jacobian that is asked for again at the same time is that of the present state', () => {
    const system = lumpedSystem(
      lumped('again', 1)
        .component('s', 'flowSource', { flow: '10 l/min' })
        .component('o', 'orifice', { area: '1e-5 m2' })
        .component('t', 'tank')
        .line('L', 's', 'o.in', litre)
        .direct('o.out', 't')
        .build(),
    );
    const [j, rates] = [new Float64Array(1), new Float64Array(1)];
    const at = (p: number): number => {
      const y = Float64Array.of(p);
      system.rates(0.1, y, rates);
      system.jacobian(0.1, y, j);
      return j[0] as number;
    };
    system.arrive(0, Float64Array.of(1e6), -1);
    system.jacobian(0.1, Float64Array.of(1e6), j);
    // d√p/dp is half as steep at four times the pressure.
    expect(at(1e6) / at(4e6)).toBeCloseTo(2, 12);
  });
});

describe('set pressures', () => {
  const conductance = 2e-10;
  const built = (): ReturnType<typeof lumped> =>
    lumped('driven', 0.5)
      .component('wave', 'sine', { amplitude: 3, frequency: '2 Hz', offset: 5 })
      .component('lag', 'firstOrderLag', { timeConstant: '50 ms', initialValue: 1 })
      .component('sum', 'sum', { factor1: 2, factor2: 0.5 })
      .component('source', 'controlledPressureSource', { gain: '1 bar' })
      .component('r', 'laminarRestrictor', { conductance: `${conductance} m3/s/Pa` })
      .component('end', 'blockedEnd')
      .signal('wave', 'lag.input')
      .signal('lag.output', 'sum.input1')
      .signal('wave', 'sum.input2')
      .signal('sum', 'source.demand')
      .line('S', 'source', 'r.in', litre)
      .line('L', 'r.out', 'end', litre);

  test('a pressure that follows from a chain of signals: rates by hand, Jacobian and time derivative by differences', () => {
    const system = lumpedSystem(built().build());
    const names = unknownNames(system).map(({ name }) => name);
    expect(names).toEqual(['L.p', 'lag.lagged']);
    const y = Float64Array.of(4e5, 1.7);
    system.arrive(0, y, -1);
    const rates = new Float64Array(2);
    const t = 0.123;
    system.rates(t, y, rates);
    const wave = 5 + 3 * Math.sin(4 * Math.PI * t);
    const pressure = 1e5 * (2 * 1.7 + 0.5 * wave);
    expect((rates[0] as number) / ((conductance * (pressure - 4e5)) / capacitance)).toBeCloseTo(1, 13);
    expect((rates[1] as number) / ((wave - 1.7) / 0.05)).toBeCloseTo(1, 13);
    const { largest, where, outside } = disagreement(system, t, y, Float64Array.of(1e4, 0.1));
    expect(largest, where).toBeLessThan(1e-8);
    expect(outside).toEqual([]);
  });

  test('the volume at it is no unknown, and its flow is what the others leave', async () => {
    const results = await solved(built());
    expect(results.notes.join()).toMatch(/1 volume has its pressure set/);
    const [p, q, r] = ['source.out.p', 'source.out.q', 'r.in.q'].map((name) => results.series(name).y) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    p.forEach((value, k) => {
      expect(value).toBe(results.series('r.in.p').y[k]);
      expect(q[k]).toBe(-(r[k] as number));
    });
  });

  test('a tank that ends a line and serves a direct connection takes both flows', async () => {
    const results = await solved(
      lumped('both', 3, 1)
        .component('s1', 'flowSource', { flow: '6 l/min' })
        .component('s2', 'flowSource', { flow: '3 l/min' })
        .component('r1', 'laminarRestrictor', { conductance: '1e-9 m3/s/Pa' })
        .component('r2', 'laminarRestrictor', { conductance: '1e-9 m3/s/Pa' })
        .component('t', 'tank')
        .line('A', 's1', 'r1.in', litre)
        .line('B', 's2', 'r2.in', litre)
        .line('C', 'r1.out', 't', litre)
        .direct('r2.out', 't'),
    );
    expect(last(results, 't.in.q') / -(9e-3 / 60)).toBeCloseTo(1, 9);
  });
});

describe('wave lines', () => {
  const [impedance, delay] = [2.5e9, 5e-3];
  const wave = { model: 'wave', impedance: `${impedance} Pa s/m3`, delay: `${delay} s` };

  test('from a set pressure to a closed end: half of the oil swings on the inertance, ω = √2/T', async () => {
    const omega = Math.SQRT2 / delay;
    const results = await solved(
      lumped('pipe', 0.1, 1e-3)
        .component('s', 'pressureSource', { pressure: '60 bar' })
        .component('end', 'blockedEnd')
        .line('W', 's', 'end', { ...wave, initialPressure: '50 bar' }),
      { relativeTolerance: 1e-8 },
    );
    expect(results.run.size).toBe(2);
    expect(worstOf(results, 'end.in.p', (t) => 60e5 - 10e5 * Math.cos(omega * t))).toBeLessThan(1e-4 * 10e5);
    const flow = (t: number): number => (10e5 * Math.sqrt(0.5) * Math.sin(omega * t)) / impedance;
    expect(worstOf(results, 's.out.q', flow)).toBeLessThan(1e-4 * flow(Math.PI / 2 / omega));
    expect(worstOf(results, 'W.p', (t) => 60e5 - 5e5 * Math.cos(omega * t))).toBeLessThan(1e-4 * 10e5);
    expect(results.notes.join()).toMatch(/1 wave line is one section/);
  });

  test('between two closed ends: two halves on one inertance, ω = 2/T, and no oil lost', async () => {
    const omega = 2 / delay;
    const results = await solved(
      lumped('pipe', 0.1, 1e-3)
        .component('s', 'flowSource', { flow: '0 l/min' })
        .component('r', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
        .component('t', 'tank')
        .component('n', 'junction')
        .line('W', 's', 'n', { ...wave, initialPressure: '50 bar' })
        .line('L', 'n', 'r.in', { volume: `${(1e-3 * bulkModulus * delay) / impedance / 1e-3} m3`, initialPressure: '50 bar' })
        .component('kick', 'controlledFlowSource', { gain: '1 m3/s' })
        .component('u', 'dutyCycle', {
          points: [
            ['0 s', 1e-4],
            ['1 ms', 1e-4],
            ['1 ms', 0],
            ['1 s', 0],
          ],
        })
        .signal('u', 'kick.demand')
        .line('K', 'kick', 'n', { volume: '1e-12 m3', initialPressure: '50 bar' })
        .direct('r.out', 't'),
      { relativeTolerance: 1e-8 },
    );
    // Half of the wave line at its near end; the other half and as much as a whole one at the far end.
    const c = delay / impedance;
    const [near, far] = [results.series('s.out.p').y, results.series('n.p').y];
    const oil = (k: number): number => 0.5 * c * (near[k] as number) + 1.5 * c * (far[k] as number);
    expect((oil(near.length - 1) - oil(0)) / 1e-7).toBeCloseTo(1, 6);
    // L C₁C₂/(C₁ + C₂) = T² · (1/2)(3/2)/2.
    const swing = Math.sqrt(1 / 0.375) / delay;
    expect(swing).toBeLessThan(omega);
    const after = (t: number): number => {
      // Driven at the far end for 1 ms, then free: p_far - p_near = Σ of two steps.
      const one = (s: number): number => (s <= 0 ? 0 : (1e-4 / (1.5 * c * swing)) * Math.sin(swing * s));
      return one(t) - one(t - 1e-3);
    };
    const { t } = results;
    t.forEach((time, k) => expect(Math.abs((far[k] as number) - (near[k] as number) - after(time))).toBeLessThan(2e-3 * 1e5));
  });
});

describe('the transition of a root', () => {
  const around = (flow: string): ReturnType<typeof lumped> =>
    lumped('root', 0.5)
      .definition('mine', kind('in out', `Q = ${flow}\nin.q = -Q\nout.q = Q`))
      .component('s', 'flowSource', { flow: '10 l/min' })
      .component('it', 'mine')
      .component('t', 'tank')
      .line('L', 's', 'it.in', litre)
      .direct('it.out', 't');

  test.each([
    ['of a pressure difference', '6e-4 / sqrt(5e5) * ssqrt(in.p - out.p)'],
    ['of a ratio of pressures', '6e-4 * ssqrt((in.p - out.p) / 5e5)'],
    ['of a velocity head', '6e-4 / sqrt(5e5) / sqrt(2 / fluid.density) * ssqrt(2 * (in.p - out.p) / fluid.density)'],
  ])('%s is at the same pressure difference', async (_, flow) => {
    const results = await solved(around(flow), { relativeTolerance: 1e-7 });
    expect(last(results, 'it.in.p') / (5e5 * (1 / 3.6) ** 2)).toBeCloseTo(1, 6);
  });

  test('an opening inside of the root may be shut', () => {
    const system = lumpedSystem(
      lumped('shut', 1)
        .definition(
          'mine',
          kind('in out', 'Q = 1e-6 * ssqrt(opening * (in.p - out.p))\nin.q = -Q\nout.q = Q', {
            inputs: { opening: { unit: '1', about: 'opening' } },
          } as never),
        )
        .component('s', 'flowSource', { flow: '10 l/min' })
        .component('lag', 'firstOrderLag', { timeConstant: '1 s', initialValue: 0 })
        .component('u', 'constant', { value: 1 })
        .component('it', 'mine')
        .component('t', 'tank')
        .signal('u', 'lag.input')
        .signal('lag', 'it.opening')
        .line('L', 's', 'it.in', litre)
        .direct('it.out', 't')
        .build(),
    );
    const [y, rates, j] = [Float64Array.of(1e6, 0), new Float64Array(2), new Float64Array(system.pattern.rows.length)];
    system.arrive(0, y, -1);
    system.rates(0, y, rates);
    system.jacobian(0, y, j);
    expect([...rates].every(Number.isFinite)).toBe(true);
    expect(rates[0] as number).toBeCloseTo(1e-2 / 60 / capacitance, 3);
  });
});

test('an integrator begins anew where a reset lets go, and only there', () => {
  const system = lumpedSystem(
    lumped('stop', 2)
      .definition('mine', kind('', 'der(x) = time - 1\nreset(x) = if(x < 0, 0, x)', { states: { x: state() } }))
      .component('it', 'mine')
      .build(),
  );
  const [y, rates] = [Float64Array.of(0), new Float64Array(1)];
  const rateAt = (t: number): number => {
    system.rates(t, y, rates);
    return rates[0] as number;
  };
  system.arrive(0, y, -1);
  y[0] = -1e-6;
  expect([system.arrive(0.1, y, -1), y[0], rateAt(0.1)]).toEqual([true, 0, 0]);
  expect([system.arrive(0.5, y, -1), rateAt(0.5)]).toEqual([false, 0]);
  expect([system.arrive(1.5, y, -1), rateAt(1.5)]).toEqual([true, 0.5]);
  expect([system.arrive(1.6, y, -1), rateAt(1.6)]).toEqual([false, 0.6000000000000001]);
});

describe('tables, accepted values', () => {
  test('a table that a state of another component drives: the flow along its straight pieces, and the Jacobian with their slopes', async () => {
    const builder = lumped('table', 0.5)
      .definition('clock', kind('', 'der(x) = 2', { states: { x: state() } }))
      .definition(
        'mine',
        kind('in', 'in.q = table(points, u)', {
          parameters: { points: { unit: 'm3/s', about: 'flow', table: { xUnit: '1' } } },
          inputs: { u: { unit: '1', about: 'x of the table' } },
        } as never),
      )
      .component('clock', 'clock')
      .component('it', 'mine', {
        points: [
          [0, '0 m3/s'],
          [0.4, '1e-4 m3/s'],
          [0.4, '3e-4 m3/s'],
          [1, '0 m3/s'],
        ],
      })
      .component('r', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
      .component('t', 'tank')
      .signal('clock.x', 'it.u')
      .line('L', 'it.in', 'r.in', litre)
      .direct('r.out', 't');
    const results = await solved(builder, { relativeTolerance: 1e-8 });
    // ∫ q dt = ½ ∫ table dx.
    expect((last(results, 'L.p') * capacitance) / (0.5 * (0.5 * 0.4 * 1e-4 + 0.5 * 0.6 * 3e-4))).toBeCloseTo(1, 5);
    const system = lumpedSystem(builder.build());
    const y = Float64Array.of(1e5, 0.7);
    system.arrive(0, y, -1);
    expect(disagreement(system, 0.1, y, Float64Array.of(1e5, 0.1)).largest).toBeLessThan(1e-8);
  });

  test.each(['locate', 'step over'] as const)(
    'accepted values that only a condition or a port volume reads, events: %s',
    async (events) => {
      const results = await solved(
        lumped('accepted', 0.2)
          .definition(
            'mine',
            kind(
              'in out',
              'Q = if(in.p > 1e6 * pre(x), 1e-10, 0) * (in.p - out.p)\nin.q = -Q\nout.q = Q\nin.V = 1e-3 * pre(x)\nder(x) = 0 * x',
              { states: { x: state(0.5) } },
            ),
          )
          .component('s', 'flowSource', { flow: '10 l/min' })
          .component('it', 'mine')
          .component('t', 'tank')
          .line('L', 's', 'it.in', litre)
          .direct('it.out', 't'),
        { events, relativeTolerance: 1e-7 },
      );
      const c = 1.5 * capacitance;
      const opens = (0.5e6 * c) / (1e-2 / 60);
      const full = 1e-2 / 60 / 1e-10;
      const exact = (t: number): number => (t < opens ? (0.5e6 * t) / opens : full + (0.5e6 - full) * Math.exp((-(t - opens) * 1e-10) / c));
      expect(worstOf(results, 'it.in.p', exact)).toBeLessThan(events === 'locate' ? 5 : 500);
    },
  );
});
