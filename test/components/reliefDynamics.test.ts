/** Relief valves with moving parts: override from spring and flow force, natural frequency, opening pressure of the pilot stage. */
import { describe, expect, test } from 'vitest';
import { bar, between, byTlm, litres, solvers } from '../support/between.js';
import { Law } from '../support/laws.js';

const rho = 870;
const root = Math.sqrt(2 / rho);
const bisect = (f: (x: number) => number, low: number, high: number): number => {
  let [a, b] = [low, high];
  for (let n = 0; n < 100; n++) {
    const middle = (a + b) / 2;
    if (f(middle) > 0) b = middle;
    else a = middle;
  }
  return a;
};

describe('dynamicReliefValve', () => {
  const valve = {
    settingPressure: '150 bar',
    diameter: '8 mm',
    mass: '60 g',
    springStiffness: '20 N/mm',
    viscousFriction: '80 N s/m',
    maximumLift: '2 mm',
  };
  const area = (Math.PI / 4) * 8e-3 ** 2;
  const w = Math.PI * 8e-3;
  const stiffness = 20e3 + 0.43 * w * 150 * bar;

  test('the flow force is a spring of 0.43 w p_s: eight times the spring itself', () => {
    expect(0.43 * w * 150 * bar).toBeCloseTo(162.1e3, -2);
  });

  test.each(solvers)('by %s pressure rises with flow as (k + 0.43 w p_s) x/A', async (_, run) => {
    for (const flow of [5, 30, 60]) {
      const end = await run(
        between('dynamicReliefValve', {
          parameters: valve,
          ports: { in: `${flow} l/min`, out: '0 bar' },
          initialPressure: '150 bar',
          volume: '3 l',
        }),
      );
      const lift = (dp: number) => (area * (dp - 150 * bar)) / stiffness;
      const expected = bisect((dp) => 0.62 * w * root * lift(dp) * Math.sqrt(dp) - flow * litres, 150 * bar, 400 * bar);
      expect(end.last('in.p') / expected).toBeCloseTo(1, 4);
      expect(end.last('lift') / lift(expected)).toBeCloseTo(1, 3);
    }
  });

  test.each(solvers)(
    'by %s it hums where A K_q B/V > (c/m)(k + k_f), and comes to rest where the volume is four times larger',
    async (_, run) => {
      // Routh's criterion of the spool with the volume before it, K_q = Cd w √(2 p/ρ) the flow per travel.
      const limit = ((area * 0.62 * w * root * Math.sqrt(155 * bar) * 1.6e9) / ((80 / 0.06) * stiffness)) * 1e3;
      expect(limit).toBeCloseTo(0.98, 1);
      const swing = async (volume: string) => {
        const { t, y } = (
          await run(
            between('dynamicReliefValve', {
              parameters: valve,
              ports: { in: '20 l/min', out: '0 bar' },
              initialPressure: '150 bar',
              volume,
            }),
          )
        ).series('in.p');
        const late = Array.from(y).filter((_, k) => (t[k] as number) > 0.9);
        return (Math.max(...late) - Math.min(...late)) / bar;
      };
      expect(await swing('0.5 l')).toBeGreaterThan(1);
      expect(await swing('2 l')).toBeLessThan(0.01);
    },
  );

  test('is shut below its setting, and overlap delays the flow, not the motion', async () => {
    const shut = await byTlm(between('dynamicReliefValve', { parameters: valve, ports: { in: '149 bar', out: '0 bar' }, end: '0.1 s' }));
    expect([shut.last('lift'), Math.abs(shut.last('out.q'))]).toEqual([0, 0]);
    const lapped = await byTlm(
      between('dynamicReliefValve', { parameters: { ...valve, overlap: '0.5 mm' }, ports: { in: '160 bar', out: '0 bar' }, end: '0.2 s' }),
    );
    expect(lapped.last('lift') / ((area * 10 * bar) / stiffness)).toBeCloseTo(1, 6);
    expect(Math.abs(lapped.last('out.q'))).toBeLessThan(1e-9);
  });

  test('at constant pressure the spool swings with ω² = (k + k_f)/m and decays with c/(2m), within 1e-3', async () => {
    const made = between('dynamicReliefValve', {
      parameters: { ...valve, viscousFriction: '10 N s/m' },
      ports: { in: '160 bar', out: '0 bar' },
      end: '20 ms',
      step: '1 us',
    });
    const { t, y } = (await byTlm({ ...made, record: { ...made.record, every: 1e-6 } })).series('lift');
    const rest = (area * 10 * bar) / stiffness;
    const decay = 10 / 0.12;
    const omega = Math.sqrt(stiffness / 0.06 - decay ** 2);
    for (let k = 0; k < t.length; k += 97) {
      const phase = omega * (t[k] as number);
      const exact = 1 - Math.exp(-decay * (t[k] as number)) * (Math.cos(phase) + (decay / omega) * Math.sin(phase));
      expect(Math.abs((y[k] as number) / rest - exact)).toBeLessThan(1e-3);
    }
  });
});

describe('twoStageReliefValve', () => {
  const valve = {
    settingPressure: '200 bar',
    pilotGradient: '1 l/min/bar',
    pilotTimeConstant: '0.3 ms',
    chokeConductance: '0.2 l/min/bar',
    chamberVolume: '5 ml',
    mainPressure: '3 bar',
    diameter: '20 mm',
    mass: '100 g',
    springStiffness: '10 N/mm',
    viscousFriction: '1000 N s/m',
    maximumLift: '5 mm',
  };
  /** p_s + p_m (1 + G_o/G_p): the pilot flow through the choke takes p_m. */
  const opening = (200 + 3 * (1 + 0.2 / 1)) * bar;
  const area = (Math.PI / 4) * 0.02 ** 2;
  const w = Math.PI * 0.02;
  const stiffness = 10e3 + 0.43 * w * 200 * bar;

  test.each(solvers)('by %s the pilot alone passes flow up to p_s + p_m (1 + G_o/G_p)', async (_, run) => {
    const at = (pressure: string) =>
      run(between('twoStageReliefValve', { parameters: valve, ports: { in: pressure, out: '0 bar' }, end: '0.3 s' }));
    const [low, pilot, open] = [await at('199 bar'), await at('203 bar'), await at('204 bar')];
    expect(Math.abs(low.last('out.q')) / litres).toBeLessThan(1e-6);
    expect(pilot.last('lift')).toBe(0);
    // Choke and pilot in series.
    expect(pilot.last('out.q') / (((3 * 0.2 * 1) / (0.2 + 1)) * litres)).toBeCloseTo(1, 4);
    expect(opening).toBeCloseTo(203.6 * bar, 3);
    expect(open.last('lift')).toBeGreaterThan(0);
  });

  test.each(solvers)(
    'by %s its override is that of the soft main spring: 100 l/min within 7 bar of the opening pressure',
    async (_, run) => {
      const end = await run(
        between('twoStageReliefValve', {
          parameters: valve,
          ports: { in: '100 l/min', out: '0 bar' },
          initialPressure: '190 bar',
          volume: '2 l',
        }),
      );
      const p = end.last('in.p');
      const lift = end.last('lift');
      expect(p).toBeGreaterThan(opening);
      expect(p).toBeLessThan(opening + 7 * bar);
      expect((stiffness * lift) / (area * (p - end.last('chamberPressure') - 3 * bar))).toBeCloseTo(1, 3);
      const pilot = 0.2 * litres * ((p - end.last('chamberPressure')) / bar);
      expect((0.62 * w * root * lift * Math.sqrt(p) + pilot) / (100 * litres)).toBeCloseTo(1, 3);
    },
  );

  test.each(solvers)('by %s it begins shut, its chamber where choke and pilot pass the same', async (_, run) => {
    for (const [pressure, chamber] of [
      ['100 bar', 100],
      ['202 bar', (0.2 * 202 + 1 * 200) / 1.2],
    ] as const) {
      const end = await run(between('twoStageReliefValve', { parameters: valve, ports: { in: pressure, out: '0 bar' }, end: '0.1 s' }));
      for (const p of end.series('chamberPressure').y.slice(1)) expect(p / (chamber * bar)).toBeCloseTo(1, 9);
      expect(Math.max(...end.series('lift').y)).toBe(0);
      expect(end.last('out.q') / litres).toBeCloseTo(0.2 * (Number.parseFloat(pressure) - chamber), 9);
    }
  });

  test.each(solvers)(
    'by %s its chamber holds vapour pressure where the poppet shuts on an inlet without oil, and fills again',
    async (_, run) => {
      // The line at 350 bar throws it open and empties; the poppet, shutting, draws A x' where the choke brings 0.2 l/min/bar, until 1 l/min have filled both.
      const made = between('twoStageReliefValve', {
        parameters: { ...valve, pilotGradient: '5 l/min/bar', viscousFriction: '100 N s/m' },
        ports: { in: '1 l/min', out: '0 bar' },
        volume: '0.05 l',
        initialPressure: '350 bar',
        end: '200 ms',
        step: '2 us',
      });
      const end = await run({ ...made, record: { ...made.record, every: 1e-5 } });
      const { y } = end.series('chamberPressure');
      expect(Math.max(...end.series('lift').y)).toBeGreaterThan(5e-4);
      expect(Math.min(...y)).toBeCloseTo(-1e5, 3);
      expect(Math.min(...end.series('chamberOil').y)).toBeLessThan(-1.01e5);
      expect(end.last('chamberOil')).toBeGreaterThan(-1e5);
    },
  );

  test('stores in its chamber what does not leave: sum of flows is -V/B dp_c/dt', () => {
    const law = new Law(
      'twoStageReliefValve',
      {
        settingPressure: 2e7,
        pilotGradient: 1e-10,
        pilotTimeConstant: 2e-3,
        chokeConductance: 3e-11,
        chamberVolume: 5e-6,
        mainPressure: 3e5,
        diameter: 0.02,
        mass: 0.1,
        springStiffness: 1e4,
        viscousFriction: 200,
        maximumLift: 5e-3,
        dischargeCoefficient: 0.62,
        flowForceCoefficient: 0.43,
      },
      { density: rho, bulkModulus: 1.6e9, vapourPressure: -1e5 },
    );
    const at = { 'in.p': 2.1e7, 'out.p': 3e5, chamberOil: 2.05e7, sensed: 2.04e7, lift: 1e-4, v: 0.02 };
    const stored = (5e-6 / 1.6e9) * law.rate('chamberOil', at);
    expect(-(law.flow('in', at) + law.flow('out', at)) / stored).toBeCloseTo(1, 9);
  });
});
