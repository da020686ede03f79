/** Directional valves: paths by position, times, response of their spools, leakage and dead band. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../dist/run/simulate.js';
import { bar, between, litres, solvers } from '../support/between.js';
import { Law } from '../support/laws.js';

const rated = { ratedFlow: '40 l/min', ratedPressureDrop: '5 bar' };
const sizes = { ratedFlow: 40 * litres, ratedPressureDrop: 5 * bar };
const k = (40 * litres) / Math.sqrt(5 * bar);
const pressures = { 'P.p': 100 * bar, 'A.p': 60 * bar, 'B.p': 30 * bar, 'T.p': 2 * bar };
const edge = (from: keyof typeof pressures, to: keyof typeof pressures) => k * Math.sqrt(pressures[from] - pressures[to]);

describe('onOffValve', () => {
  test.each(solvers)('by %s it opens in its opening time, and closes in its closing time', async (_, run) => {
    const parameters = { ...rated, openingTime: '40 ms', closingTime: '80 ms' };
    const at = async (inputs: Record<string, readonly [number, number]>, initialOpening: number) => {
      const { t, y } = (
        await run(
          between('onOffValve', {
            parameters: { ...parameters, initialOpening },
            ports: { in: '20 bar', out: '0 bar' },
            inputs,
            end: '0.25 s',
          }),
        )
      ).series('opening');
      return (time: number) => y[Array.from(t).findIndex((value) => value >= time - 1e-9)] as number;
    };
    const opening = await at({ command: [0, 1] }, 0);
    const closing = await at({ command: [1, 0] }, 1);
    expect([opening(0.09), opening(0.24), closing(0.09), closing(0.24)]).toEqual([0, 1, 1, 0]);
    expect(Math.abs(opening(0.12) - 0.5)).toBeLessThan(0.06);
    expect(Math.abs(closing(0.14) - 0.5)).toBeLessThan(0.06);
  });
});

describe('threeWayValve', () => {
  const law = (lap: number) => new Law('threeWayValve', { ...sizes, lap, timeConstant: 0.01 }, {});
  const at = { 'P.p': 100 * bar, 'A.p': 60 * bar, 'T.p': 2 * bar, command: 0 };

  test('joins A to T at 0 and P to A at 1; in between both, none, or one after the other', () => {
    for (const lap of [-0.3, 0, 0.3]) {
      expect(law(lap).flow('T', { ...at, spool: 0 }) / edge('A.p', 'T.p')).toBeCloseTo(1, 12);
      expect(Math.abs(law(lap).flow('P', { ...at, spool: 0 }))).toBe(0);
      expect(-law(lap).flow('P', { ...at, spool: 1 }) / edge('P.p', 'A.p')).toBeCloseTo(1, 12);
      expect(Math.abs(law(lap).flow('T', { ...at, spool: 1 }))).toBe(0);
      const middle = ['P', 'T'].map((port) => Math.abs(law(lap).flow(port, { ...at, spool: 0.5 })));
      for (const q of middle) expect(q > 0).toBe(lap < 0);
    }
  });

  test.each(solvers)('by %s a blocked A goes from tank to supply pressure', async (_, run) => {
    const end = await run(
      between('threeWayValve', {
        parameters: rated,
        ports: { P: '100 bar', A: 'blocked', T: '1 bar' },
        inputs: { command: [0, 1] },
        end: '0.3 s',
      }),
    );
    expect(end.last('A.p') / bar).toBeCloseTo(100, 2);
    const { t, y } = end.series('A.p');
    expect((y[Array.from(t).findIndex((value) => value > 0.09)] as number) / bar).toBeCloseTo(1, 2);
  });
});

test('fourWayTwoPositionValve: the two positions cross, and the crossover is closed, critical or open', () => {
  for (const lap of [-0.3, 0, 0.3]) {
    const law = new Law('fourWayTwoPositionValve', { ...sizes, lap, timeConstant: 0.01 }, {});
    const flows = (spool: number) => ['P', 'A', 'B', 'T'].map((port) => law.flow(port, { ...pressures, command: 0, spool }));
    const close = (found: number[], wanted: number[]) => found.forEach((q, i) => expect(q).toBeCloseTo(wanted[i] as number, 12));
    close(flows(1), [-edge('P.p', 'A.p'), edge('P.p', 'A.p'), -edge('B.p', 'T.p'), edge('B.p', 'T.p')]);
    close(flows(0), [-edge('P.p', 'B.p'), -edge('A.p', 'T.p'), edge('P.p', 'B.p'), edge('A.p', 'T.p')]);
    expect(flows(0.5).some((q) => q !== 0)).toBe(lap < 0);
  }
});

describe('fourWayThreePositionValve', () => {
  const shut = { centrePT: 0, centrePA: 0, centrePB: 0, centreAT: 0, centreBT: 0 };
  const flows = (centre: Partial<typeof shut>, spool: number) => {
    const law = new Law('fourWayThreePositionValve', { ...sizes, timeConstant: 0.01, lap: 0.1, ...shut, ...centre }, {});
    return ['P', 'A', 'B', 'T'].map((port) => law.flow(port, { ...pressures, command: 0, spool }));
  };

  test('its centre is closed, tandem, float or open, by its fractions', () => {
    expect(flows({}, 0).map(Math.abs)).toEqual([0, 0, 0, 0]);
    const tandem = flows({ centrePT: 1 }, 0);
    expect(tandem.map((q) => q / edge('P.p', 'T.p')).map((q) => Number(q.toFixed(12)) + 0)).toEqual([-1, 0, 0, 1]);
    const float = flows({ centreAT: 0.2, centreBT: 0.2 }, 0);
    expect(Math.abs(float[0] as number)).toBe(0);
    expect((float[1] as number) / (-0.2 * edge('A.p', 'T.p'))).toBeCloseTo(1, 12);
    expect((float[2] as number) / (-0.2 * edge('B.p', 'T.p'))).toBeCloseTo(1, 12);
    const open = flows({ centrePT: 1, centrePA: 1, centrePB: 1, centreAT: 1, centreBT: 1 }, 0);
    expect(-(open[0] as number) / (edge('P.p', 'T.p') + edge('P.p', 'A.p') + edge('P.p', 'B.p'))).toBeCloseTo(1, 12);
  });

  test('in either working position nothing is left of the centre', () => {
    const all = { centrePT: 1, centrePA: 1, centrePB: 1, centreAT: 1, centreBT: 1 };
    for (const spool of [-1, -0.1, 0.1, 1]) expect(flows(all, spool)).toEqual(flows({}, spool));
  });

  test.each(solvers)('by %s a tandem centre unloads the pump, and a command loads it', async (_, run) => {
    const end = await run(
      between('fourWayThreePositionValve', {
        parameters: { ...rated, centrePT: 1 },
        ports: { P: '20 l/min', A: '80 bar', B: '0 bar', T: '0 bar' },
        inputs: { command: [0, 1] },
        end: '0.4 s',
      }),
    );
    const { t, y } = end.series('P.p');
    expect((y[Array.from(t).findIndex((value) => value > 0.09)] as number) / bar).toBeCloseTo(1.25, 3);
    expect(end.last('P.p') / bar).toBeCloseTo(81.25, 3);
  });
});

/** Step response of x'' + 2ζω x' + ω² x = ω². */
const secondOrder = (t: number, hertz: number, zeta: number) => {
  const omega = 2 * Math.PI * hertz;
  const damped = omega * Math.sqrt(1 - zeta ** 2);
  return 1 - Math.exp(-zeta * omega * t) * (Math.cos(damped * t) + (zeta / Math.sqrt(1 - zeta ** 2)) * Math.sin(damped * t));
};
const spring = { P: '100 bar', A: '50 bar', B: '50 bar', T: '0 bar' };

describe.each(['servoValve', 'proportionalDirectionalValve'])('%s', (kind) => {
  const parameters = { ...rated, naturalFrequency: '60 Hz', dampingRatio: 0.6 };

  test.each(solvers)('by %s its spool answers a step as a second-order system, within 2e-3', async (_, run) => {
    const made = between(kind, { parameters, ports: spring, inputs: { command: [0, 0.5] }, end: '0.16 s', step: '10 us' });
    const { t, y } = (await run(made)).series('spool');
    for (let n = 0; n < t.length; n++) {
      const since = (t[n] as number) - 0.1;
      if (since > 0) expect(Math.abs((y[n] as number) / 0.5 - secondOrder(since, 60, 0.6))).toBeLessThan(2e-3);
    }
  });

  test('by TLM the error of that response falls with the square of the step', async () => {
    const errors = await Promise.all(
      [200, 100, 50].map(async (microseconds) => {
        const made = between(kind, { parameters, ports: spring, inputs: { command: [0, 0.5] }, end: '0.14 s', step: `${microseconds} us` });
        const { t, y } = (await simulate(made, { workers: 1, every: 2e-4 })).series('it.spool');
        return Math.max(
          ...Array.from(t, (time, n) => (time < 0.1 ? 0 : Math.abs((y[n] as number) - 0.5 * secondOrder(time - 0.1, 60, 0.6)))),
        );
      }),
    );
    for (let n = 1; n < errors.length; n++) {
      const order = Math.log2((errors[n - 1] as number) / (errors[n] as number));
      expect(order, `errors ${errors}`).toBeGreaterThan(1.7);
    }
  });
});

describe('servoValve', () => {
  const x0 = 0.02;
  const law = new Law('servoValve', { ...sizes, naturalFrequency: 100, dampingRatio: 0.7, nullOpening: x0 }, {});
  const at = (spool: number, a: number, b: number) => ({ 'P.p': 200 * bar, 'A.p': a * bar, 'B.p': b * bar, 'T.p': 0, command: 0, spool });

  test('at null it leaks 2 K x_0 √(p_s/2), into equal pressures', () => {
    expect(-law.flow('P', at(0, 100, 100)) / (2 * k * x0 * Math.sqrt(100 * bar))).toBeCloseTo(1, 12);
    expect(Math.abs(law.flow('A', at(0, 100, 100)))).toBe(0);
  });

  test.each(solvers)('by %s the pressure gain at null is 2 p_s (1 - x_0)/x_0 of blocked load pressure per travel', async (_, run) => {
    const end = await run(
      between('servoValve', {
        parameters: { ...rated, naturalFrequency: '100 Hz', nullOpening: x0 },
        ports: { P: '200 bar', A: 'blocked', B: 'blocked', T: '0 bar' },
        inputs: { command: 1e-4 },
        initialPressure: '100 bar',
        end: '2 s',
      }),
    );
    const gain = (end.last('A.p') - end.last('B.p')) / 1e-4;
    expect(gain / ((2 * 200 * bar * (1 - x0)) / x0)).toBeCloseTo(1, 2);
  });

  test('at full travel it passes its rated flow, not more', () => {
    // From P to A at the rated pressure drop; T is shut off from A but for what the overlap leaves, here without a pressure difference.
    expect(law.flow('A', { ...at(1, 0, 0), 'P.p': 35 * bar }) / (k * Math.sqrt(35 * bar))).toBeCloseTo(1, 12);
    expect(law.flow('A', { ...at(3, 0, 0), 'P.p': 35 * bar }) / (k * Math.sqrt(35 * bar))).toBeCloseTo(1, 12);
  });

  test('flow gain is (1 - x_0) K √((p_s - p_L)/2) per travel, plus leakage; turned over it is the same', () => {
    for (const spool of [0.1, 0.5, 1]) {
      const q = law.flow('A', at(spool, 120, 80));
      const travel = (1 - x0) * spool;
      const leak = (x0 ** 2 / (x0 + travel)) * k * Math.sqrt(120 * bar);
      expect(q / (k * (travel + x0) * Math.sqrt(80 * bar) - leak)).toBeCloseTo(1, 12);
      expect(law.flow('B', at(-spool, 80, 120))).toBe(q);
    }
  });
});

test('proportionalDirectionalValve: dead band, then linear to the rated flow; edges by their fractions', () => {
  const law = new Law(
    'proportionalDirectionalValve',
    { ...sizes, naturalFrequency: 60, dampingRatio: 0.7, overlap: 0.2, fractionPA: 1, fractionBT: 0.5, fractionPB: 0.8, fractionAT: 0.6 },
    {},
  );
  const flow = (port: string, spool: number) => law.flow(port, { ...pressures, command: 0, spool });
  for (const spool of [-0.2, 0, 0.19]) for (const port of ['P', 'A', 'B', 'T']) expect(Math.abs(flow(port, spool))).toBe(0);
  expect(flow('A', 0.6) / edge('P.p', 'A.p')).toBeCloseTo(0.5, 12);
  expect(flow('T', 1) / edge('B.p', 'T.p')).toBeCloseTo(0.5, 12);
  expect(flow('B', -1) / edge('P.p', 'B.p')).toBeCloseTo(0.8, 12);
  expect(flow('T', -1) / edge('A.p', 'T.p')).toBeCloseTo(0.6, 12);
  expect(flow('A', 3)).toBe(flow('A', 1));
});
