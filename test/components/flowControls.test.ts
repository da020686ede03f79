/** Valves that hold or divide a flow: how far it leaves its value over the range of pressures. */
import { describe, expect, test } from 'vitest';
import { bar, between, byTlm, litres, solvers } from '../support/between.js';

describe('flowControlValve', () => {
  const parameters = { ratedFlow: '30 l/min', meteringPressureDrop: '6 bar', compensatorPressureDrop: '2 bar', override: 0.01 };
  const at = (inlet: string, outlet: string, opening = 1) =>
    between('flowControlValve', { parameters, ports: { in: inlet, out: outlet }, inputs: { opening }, end: '0.3 s' });

  test.each(solvers)(
    'by %s the flow is within 11 %% of its setting from 10 to 250 bar, and rises as √(1 + σ (Δp - Δp_0)/Δp_0)',
    async (_, run) => {
      for (const opening of [1, 0.5])
        for (const [inlet, outlet] of [
          [10, 0],
          [100, 0],
          [250, 0],
          [250, 150],
        ] as const) {
          const q = (await run(at(`${inlet} bar`, `${outlet} bar`, opening))).last('out.q');
          const regulated = 6 * (1 + (opening * Math.sqrt(2 / 6)) ** 2);
          const exact = opening * 30 * litres * Math.sqrt(1 + (0.01 * (inlet - outlet - regulated)) / regulated);
          expect(q / exact).toBeCloseTo(1, 6);
          if (opening === 1) expect(q / (30 * litres)).toBeLessThan(1.15);
          expect(q / (opening * 30 * litres)).toBeGreaterThanOrEqual(1);
        }
    },
  );

  test('below its regulated pressure, and backwards, it is its two orifices in series', async () => {
    const forth = (await byTlm(at('4 bar', '0 bar'))).last('out.q');
    expect(forth / (30 * litres * Math.sqrt(4 / 8))).toBeCloseTo(1, 6);
    expect((await byTlm(at('0 bar', '4 bar'))).last('out.q')).toBeCloseTo(-forth, 12);
    expect(Math.abs((await byTlm(at('200 bar', '0 bar', 0))).last('out.q'))).toBe(0);
  });

  test('after a pressure step the flow jumps, and returns with the lag of the compensator', async () => {
    const made = between('flowControlValve', { parameters, ports: { in: '100 bar', out: '0 bar' }, end: '50 ms', step: '20 us' });
    const { y } = (await byTlm(made)).series('out.q');
    expect(y[1] as number).toBeGreaterThan(2.5 * 30 * litres);
    expect((y[49] as number) / (30 * litres)).toBeLessThan(1.1);
  });
});

describe('pressureCompensator', () => {
  const parameters = { settingPressure: '10 bar', range: '1 bar', ratedFlow: '80 l/min', ratedPressureDrop: '5 bar' };
  const compensated = (supply: number, load: number, flow: number) =>
    between('pressureCompensator', {
      parameters,
      ports: { in: `${supply} bar`, out: `-${flow} l/min`, load: `${load} bar` },
      initialPressure: `${load + 9} bar`,
    });

  test.each(solvers)('by %s it keeps its outlet 9 to 10 bar above the load, whatever supply and load', async (_, run) => {
    for (const [supply, load] of [
      [60, 20],
      [200, 20],
      [200, 150],
    ] as const)
      for (const flow of [10, 40]) {
        const margin = (await run(compensated(supply, load, flow))).last('out.p') / bar - load;
        expect(margin).toBeGreaterThan(9);
        expect(margin).toBeLessThan(10);
      }
  });

  test('where the supply does not do, it is wide open; backwards it is shut', async () => {
    expect(100 - (await byTlm(compensated(100, 98, 40))).last('out.p') / bar).toBeCloseTo(5 / 4, 4);
    const end = await byTlm(
      between('pressureCompensator', { parameters, ports: { in: '50 bar', out: '80 bar', load: '80 bar' }, end: '0.1 s' }),
    );
    expect(Math.abs(end.last('in.q'))).toBe(0);
  });
});

describe('priorityValve', () => {
  const parameters = { settingPressure: '8 bar', range: '4 bar', ratedFlow: '60 l/min', ratedPressureDrop: '4 bar' };
  /** 40 l/min; the steering orifice takes `steering` out of the priority port, whose load stands at 30 bar. */
  const shared = (steering: number, excess = 20) =>
    between('priorityValve', {
      parameters,
      ports: { in: '40 l/min', priority: `-${steering} l/min`, excess: `${excess} bar`, load: '30 bar' },
      initialPressure: '40 bar',
      volume: '1 l',
    });

  test.each(solvers)('by %s steering gets its flow at its margin, and the rest goes on', async (_, run) => {
    for (const steering of [0.001, 10, 30]) {
      const end = await run(shared(steering));
      expect(end.last('excess.q') / ((40 - steering) * litres)).toBeCloseTo(1, 3);
      const margin = end.last('priority.p') / bar - 30;
      expect(margin).toBeGreaterThan(8);
      expect(margin).toBeLessThan(12);
    }
  });

  test('with less than the setting at the priority port nothing goes on', async () => {
    const end = await byTlm(
      between('priorityValve', { parameters, ports: { in: '80 bar', priority: '37 bar', excess: '0 bar', load: '30 bar' }, end: '0.2 s' }),
    );
    expect(Math.abs(end.last('excess.q'))).toBe(0);
    expect(end.last('priority.q') / (60 * litres * Math.sqrt(43 / 4))).toBeCloseTo(1, 6);
  });
});

describe('spoolFlowDivider', () => {
  const divided = (flow1: number, flow2: number, out1: number, out2: number, override = 0.02) =>
    between('spoolFlowDivider', {
      parameters: { ratedFlow1: `${flow1} l/min`, ratedFlow2: `${flow2} l/min`, ratedPressureDrop: '10 bar', override },
      ports: { in: '40 l/min', out1: `${out1} bar`, out2: `${out2} bar` },
    });

  test.each(solvers)('by %s it divides in its ratio, within 8 %% at 100 bar of difference', async (_, run) => {
    for (const [flow1, flow2] of [
      [20, 20],
      [30, 10],
    ] as const)
      for (const [out1, out2] of [
        [50, 50],
        [20, 120],
        [120, 20],
      ] as const) {
        const end = await run(divided(flow1, flow2, out1, out2));
        const share = end.last('out1.q') / (40 * litres);
        expect(Math.abs(share - flow1 / 40)).toBeLessThan(out1 === out2 ? 1e-5 : 0.08);
        expect(end.last('out1.q') + end.last('out2.q')).toBeCloseTo(40 * litres, 7);
        // The drop over the branch that is not throttled and that over the orifice of the other differ by σ times the difference.
        const drops = [1, 2].map((k) => 10 * (end.last(`out${k}.q`) / ([flow1, flow2][k - 1] as number) / litres) ** 2);
        expect((drops[0] as number) - (drops[1] as number)).toBeCloseTo(0.02 * (out2 - out1), 2);
      }
  });

  test('with override 1 it is two orifices', async () => {
    const end = await byTlm(divided(20, 20, 20, 40, 1));
    const drop = end.last('in.p') / bar;
    expect(end.last('out1.q') / end.last('out2.q')).toBeCloseTo(Math.sqrt((drop - 20) / (drop - 40)), 4);
  });
});
