/** Regulated pumps: cut-off, load-sensing margin and the hyperbola of constant power. */
import { describe, expect, test } from 'vitest';
import { bar, between, byTlm, litres, solvers } from '../support/between.js';

/** 60 cc/rev at 1500 rev/min: 90 l/min. */
const machine = { displacement: '60 cc/rev', speed: '1500 rev/min' };
const full = 90 * litres;
const omega = (1500 * 2 * Math.PI) / 60;

describe('pressureCompensatedPump', () => {
  const parameters = { ...machine, settingPressure: '200 bar', range: '10 bar' };

  test.each(solvers)('by %s it delivers all up to 190 bar, and what is asked for between that and 200 bar', async (_, run) => {
    const open = await run(between('pressureCompensatedPump', { parameters, ports: { in: '0 bar', out: '180 bar' }, end: '0.5 s' }));
    expect(open.last('out.q') / full).toBeCloseTo(1, 6);
    for (const flow of [10, 30, 60]) {
      const end = await run(
        between('pressureCompensatedPump', {
          parameters: { ...parameters, initialSwash: 0.5 },
          ports: { in: '0 bar', out: `-${flow} l/min` },
          initialPressure: '195 bar',
          volume: '5 l',
          end: '3 s',
        }),
      );
      expect(end.last('out.p') / bar).toBeCloseTo(200 - 10 * (flow / 90), 2);
      expect(end.last('swash')).toBeCloseTo(flow / 90, 3);
    }
  });

  test('leaks inwards from outlet to inlet', async () => {
    const end = await byTlm(
      between('pressureCompensatedPump', {
        parameters: { ...parameters, slipCoefficient: 1e-8 },
        ports: { in: '0 bar', out: '180 bar' },
        end: '0.1 s',
      }),
    );
    const k = (1e-8 * 60e-6) / (2 * Math.PI) / (870 * 46e-6);
    expect((full - end.last('out.q')) / (k * 180 * bar)).toBeCloseTo(1, 6);
  });
});

describe('loadSensingPump', () => {
  /** Leakage damps the integral control; on a load of an orifice that does it. */
  const parameters = {
    ...machine,
    slipCoefficient: 2e-8,
    margin: '20 bar',
    settingPressure: '250 bar',
    range: '20 bar',
    strokeTime: '0.2 s',
  };
  const sensing = (load: number, flow: number) =>
    between('loadSensingPump', {
      parameters,
      ports: { in: '0 bar', out: `-${flow} l/min`, load: `${load} bar` },
      initialPressure: `${load} bar`,
      volume: '1 l',
      end: '4 s',
    });

  test.each(solvers)('by %s it stands at its margin above the load without an error, for any flow', async (_, run) => {
    for (const [load, flow] of [
      [40, 10],
      [150, 60],
    ] as const) {
      const end = await run(sensing(load, flow));
      expect(end.last('out.p') / bar - load).toBeCloseTo(20, 2);
      const leak = ((2e-8 * 60e-6) / (2 * Math.PI) / (870 * 46e-6)) * (load + 20) * bar;
      expect(end.last('swash')).toBeCloseTo((flow * litres + leak) / full, 4);
      expect(Math.abs(end.last('load.q'))).toBe(0);
    }
  });

  test('the pressure limit goes before the margin; beyond its displacement the pump gives what it has', async () => {
    expect((await byTlm(sensing(240, 20))).last('out.p') / bar).toBeCloseTo(250, 2);
    const all = await byTlm(
      between('loadSensingPump', { parameters, ports: { in: '0 bar', out: '50 bar', load: '45 bar' }, end: '0.5 s' }),
    );
    expect(all.last('swash')).toBe(1);
    expect(all.last('out.q') / full).toBeGreaterThan(0.98);
  });

  test('swings in at full speed: the whole stroke in its stroke time', async () => {
    const made = between('loadSensingPump', { parameters, ports: { in: '0 bar', out: '100 bar', load: '0 bar' }, end: '0.25 s' });
    const { t, y } = (await byTlm(made)).series('swash');
    for (const time of [0.05, 0.1, 0.15]) {
      const n = Array.from(t).findIndex((value) => value >= time);
      expect(Math.abs((y[n] as number) - (1 - (t[n] as number) / 0.2))).toBeLessThan(1e-3);
    }
    expect(y.at(-1)).toBe(0);
  });
});

describe('torqueLimitedPump', () => {
  const parameters = { ...machine, torque: '100 Nm', settingPressure: '300 bar', range: '10 bar' };

  test.each(solvers)('by %s power is M ω along the hyperbola, from corner to cut-off', async (_, run) => {
    const at = async (pressure: number) =>
      (await run(between('torqueLimitedPump', { parameters, ports: { in: '0 bar', out: `${pressure} bar` }, end: '0.6 s' }))).last('out.q');
    // 100 Nm/(60 cc/rev) = 104.7 bar
    expect((await at(100)) / full).toBeCloseTo(1, 5);
    for (const pressure of [110, 150, 200, 280]) expect(((await at(pressure)) * pressure * bar) / (100 * omega)).toBeCloseTo(1, 4);
    expect(Math.abs(await at(301)) / full).toBeLessThan(1e-4);
  });
});
