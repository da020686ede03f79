/** Components that set a pressure which depends on their own flow: an algebraic equation for each. */
import { describe, expect, test } from 'vitest';
import { methods } from '../../dist/lumped/methods/registry.js';
import { lumpedSystem, simulateLumped } from '../../dist/lumped/solve.js';
import { disagreement } from '../support/differences.js';
import { algebraicSharp, capacitance, kind, last, litre, lumped, solved, worstOf } from '../support/lumped.js';

describe('a pressure that depends on its own flow', () => {
  const [p0, resistance, conductance] = [50e5, 4e9, 5e-10];
  const pump = kind('out', 'out.p = pressure - resistance * out.q', {
    parameters: {
      pressure: { unit: 'Pa', about: 'at rest' },
      resistance: { unit: 'Pa s/m3', about: 'inner' },
    },
  } as never);
  const built = (): ReturnType<typeof lumped> =>
    lumped('inner', 0.2)
      .definition('soft', pump)
      .component('pump', 'soft', { pressure: `${p0} Pa`, resistance: `${resistance} Pa s/m3` })
      .component('r', 'laminarRestrictor', { conductance: `${conductance} m3/s/Pa` })
      .component('end', 'blockedEnd')
      .line('S', 'pump', 'r.in', litre)
      .line('L', 'r.out', 'end', litre);
  const tau = (resistance + 1 / conductance) * capacitance;
  const filled = (t: number): number => p0 * (1 - Math.exp(-t / tau));

  test.each(algebraicSharp)('%s: the solution of the circuit with both resistances in series', async (solver) => {
    const results = await solved(built(), { solver, relativeTolerance: 1e-6 });
    expect([results.run.size, results.run.algebraic]).toEqual([2, 1]);
    // Euler's rule holds its tolerance in each step only.
    expect(worstOf(results, 'L.p', filled) / p0).toBeLessThan(solver === 'euler' ? 1e-3 : 2e-5);
    const flow = (t: number): number => (p0 - filled(t)) / (resistance + 1 / conductance);
    expect(worstOf(results, 'pump.out.q', flow) / flow(0)).toBeLessThan(solver === 'euler' ? 1e-3 : 2e-5);
    const [p, q] = [results.series('pump.out.p').y, results.series('pump.out.q').y];
    p.forEach((value, k) => expect(Math.abs(value - (p0 - resistance * (q[k] as number)))).toBeLessThan(1e-9 * p0));
  });

  test.each([...methods.values()].filter(({ algebraic }) => !algebraic).map(({ name }) => name))('%s refuses: LMP202', async (solver) => {
    await expect(simulateLumped(built().build(), { solver })).rejects.toMatchObject({
      code: 'LMP202',
      message: expect.stringContaining(`${solver} solves no algebraic equations`),
    });
  });

  test('a jump of the pressure moves the flow at once', async () => {
    const soft = kind('out', 'out.p = 1e5 * demand - 4e9 * out.q', {
      inputs: { demand: { unit: '1', about: 'bar' } },
    } as never);
    const jumping = lumped('jump', 0.2)
      .definition('soft', soft)
      .component('u', 'step', { startTime: '0.1 s', initialValue: 10, finalValue: 50 })
      .component('pump', 'soft')
      .component('r', 'laminarRestrictor', { conductance: `${conductance} m3/s/Pa` })
      .component('end', 'blockedEnd')
      .signal('u', 'pump.demand')
      .line('S', 'pump', 'r.in', litre)
      .line('L', 'r.out', 'end', { volume: '1 l', initialPressure: '10 bar' });
    for (const solver of algebraicSharp) {
      const results = await solved(jumping, { solver, relativeTolerance: 1e-6 });
      const exact = (t: number): number => (t <= 0.1 ? 10e5 : 50e5 - 40e5 * Math.exp(-(t - 0.1) / tau));
      expect(worstOf(results, 'L.p', exact) / 50e5, solver).toBeLessThan(solver === 'euler' ? 1e-3 : 2e-5);
    }
  });

  test('its Jacobian is exact also where a cylinder lends to its volume', () => {
    const system = lumpedSystem(
      lumped('lent', 1)
        .definition('soft', pump)
        .component('pump', 'soft', { pressure: `${p0} Pa`, resistance: `${resistance} Pa s/m3` })
        .component('act', 'actuator', {
          bore: '50 mm',
          stroke: '500 mm',
          initialPosition: '100 mm',
          mass: '20 kg',
          viscousFriction: '1 kN s/m',
        })
        .component('t', 'tank')
        .line('L', 'pump', 'act.cap', litre)
        .direct('act.rod', 't')
        .build(),
    );
    const y = Float64Array.of(0.11, 0.1, 3e-4);
    system.arrive(0, y, -1);
    const { largest, where, outside } = disagreement(system, 1e-3, y, Float64Array.of(0.01, 0.1, 1e-4));
    expect(largest, where).toBeLessThan(1e-8);
    expect(outside).toEqual([]);
  });

  test('a flow that only a condition reads is an unknown too', async () => {
    const results = await solved(
      lumped('weak', 0.1)
        .definition('weak', kind('out', 'out.p = if(out.q > 1e-4, 3e5, 2e5)'))
        .component('pump', 'weak')
        .component('r', 'laminarRestrictor', { conductance: '1e-9 m3/s/Pa' })
        .component('t', 'tank')
        .line('S', 'pump', 'r.in', litre)
        .direct('r.out', 't'),
    );
    expect([results.run.algebraic, last(results, 'pump.out.p'), last(results, 'pump.out.q')]).toEqual([1, 3e5, 3e5 * 1e-9]);
  });
});

test('one that is not linear finds its flow again after each jump', async () => {
  // p = 100 u bar - 1e13 q |q|, into a restrictor: q from a quadratic equation, at every row.
  const conductance = 1e-9;
  for (const solver of algebraicSharp) {
    const results = await solved(
      lumped('square', 0.3)
        .definition(
          'square',
          kind('out', 'out.p = 1e7 * u - 1e13 * out.q * abs(out.q)', { inputs: { u: { unit: '1', about: 'of 100 bar' } } } as never),
        )
        .component('u', 'dutyCycle', {
          points: [
            ['0 s', 0.2],
            ['0.1 s', 0.2],
            ['0.1 s', 1],
            ['0.2 s', 1],
            ['0.2 s', 0.1],
          ],
        })
        .component('pump', 'square')
        .component('r', 'laminarRestrictor', { conductance: `${conductance} m3/s/Pa` })
        .component('end', 'blockedEnd')
        .signal('u', 'pump.u')
        .line('S', 'pump', 'r.in', litre)
        .line('L', 'r.out', 'end', litre),
      { solver },
    );
    const [u, p, q] = ['u.output', 'L.p', 'pump.out.q'].map((name) => results.series(name).y) as [Float64Array, Float64Array, Float64Array];
    q.forEach((flow, k) => {
      const residual = 1e7 * (u[k] as number) - 1e13 * flow * Math.abs(flow) - flow / conductance - (p[k] as number);
      expect(Math.abs(residual), `${solver}, row ${k}`).toBeLessThan(2e3);
    });
    expect(Math.min(...q)).toBeLessThan(-1e-4);
  }
});
