/** Check valves with parts that move, shuttle, velocity fuse: against force balance, orifice law and what they are for. */
import { describe, expect, test } from 'vitest';
import { bar, between, byTlm, litres, solvers } from '../support/between.js';

describe('dynamicCheckValve', () => {
  const valve = {
    diameter: '10 mm',
    coneAngle: '45 deg',
    maximumLift: '3 mm',
    mass: '20 g',
    crackingPressure: '0.5 bar',
    springStiffness: '2 N/mm',
    viscousFriction: '10 N s/m',
    dischargeCoefficient: 0.7,
  };
  const area = (Math.PI / 4) * 0.01 ** 2;
  const curtain = 0.7 * Math.PI * 0.01 * Math.sin(Math.PI / 4) * Math.sqrt(2 / 870);

  test.each(solvers)('by %s it comes to rest where spring and pressure balance and its curtain passes the flow', async (_, run) => {
    const end = await run(between('dynamicCheckValve', { parameters: valve, ports: { in: '20 l/min', out: '0 bar' }, end: '0.5 s' }));
    const [dp, lift] = [end.last('in.p'), end.last('lift')];
    expect((2000 * lift) / (area * (dp - 0.5 * bar))).toBeCloseTo(1, 4);
    expect((curtain * lift * Math.sqrt(dp)) / (20 * litres)).toBeCloseTo(1, 4);
    expect(lift).toBeGreaterThan(1e-4);
    expect(lift).toBeLessThan(3e-3);
  });

  test.each(solvers)('by %s it lies on its seat against pressure from behind, and passes nothing', async (_, run) => {
    const end = await run(between('dynamicCheckValve', { parameters: valve, ports: { in: '0 bar', out: '100 bar' }, end: '0.1 s' }));
    expect([end.last('lift'), end.last('v'), Math.abs(end.last('out.q'))]).toEqual([0, 0, 0]);
  });

  test('at a high flow it stands at its stop, where the curtain is an orifice', async () => {
    const end = await byTlm(between('dynamicCheckValve', { parameters: valve, ports: { in: '150 l/min', out: '0 bar' }, end: '0.5 s' }));
    expect(end.last('lift')).toBe(3e-3);
    expect((curtain * 3e-3 * Math.sqrt(end.last('in.p'))) / (150 * litres)).toBeCloseTo(1, 6);
  });
});

describe('shuttleValve', () => {
  const parameters = { ratedFlow: '20 l/min', ratedPressureDrop: '5 bar' };

  test.each([
    ['100 bar', '60 bar', 100, 1],
    ['60 bar', '100 bar', 100, -1],
    ['0 bar', '30 bar', 30, -1],
  ])('of %s and %s its blocked outlet takes the higher, by TLM and the ODE', async (in1, in2, higher, side) => {
    for (const [, run] of solvers) {
      const end = await run(between('shuttleValve', { parameters, ports: { in1, in2, out: 'blocked' }, end: '0.5 s' }));
      expect(end.last('out.p') / bar / higher).toBeCloseTo(1, 4);
      expect(end.last('side')).toBe(side);
    }
  });

  test('passes its rated flow at its rated pressure drop, from one inlet alone', async () => {
    for (const [, run] of solvers) {
      const end = await run(
        between('shuttleValve', { parameters, ports: { in1: '50 bar', in2: '40 bar', out: '-20 l/min' }, end: '0.5 s' }),
      );
      expect((50 * bar - end.last('out.p')) / (5 * bar)).toBeCloseTo(1, 4);
      expect(Math.abs(end.last('in2.q'))).toBe(0);
    }
  });
});

describe('velocityFuse', () => {
  const parameters = { ratedFlow: '40 l/min', ratedPressureDrop: '4 bar', closingFlow: '60 l/min' };

  test.each(solvers)('by %s it carries a flow below its limit as an orifice', async (_, run) => {
    const end = await run(between('velocityFuse', { parameters, ports: { in: '50 l/min', out: '0 bar' } }));
    expect(end.last('closed')).toBe(0);
    expect(end.last('in.p') / bar / (4 * (50 / 40) ** 2)).toBeCloseTo(1, 4);
  });

  test.each(solvers)('by %s it shuts when the hose bursts, and holds the load', async (_, run) => {
    const end = await run(
      between('velocityFuse', {
        parameters,
        ports: { in: 'blocked', out: '0 bar' },
        initialPressure: '100 bar',
        volume: '5 l',
        end: '0.3 s',
      }),
    );
    expect(end.last('closed')).toBe(1);
    expect(Math.abs(end.last('in.q'))).toBeLessThan(1e-6 * litres);
    // Falls only by what leaves in some lags of 5 ms.
    expect(end.last('in.p') / bar).toBeGreaterThan(20);
  });

  test.each(solvers)('by %s it opens again once the sides are level', async (_, run) => {
    const end = await run(
      between('velocityFuse', {
        parameters: { ...parameters, reopeningPressure: '200 bar' },
        ports: { in: '10 l/min', out: '0 bar' },
        initialPressure: '100 bar',
      }),
    );
    expect(end.last('closed')).toBe(0);
    expect(end.last('out.q') / (10 * litres)).toBeCloseTo(1, 4);
  });
});
