/** Short pipe and damped relief valve: steady states and motion against closed answers and the figures of the reference. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';
import { Law } from '../support/laws.js';

const fluid = { density: 870, viscosity: 30e-6 };
const oil = { density: '870 kg/m3', viscosity: '30 cSt', bulkModulus: '12000 bar', vapourPressure: '-1 bar' };

describe('pipeInertance', () => {
  const [length, diameter, xi] = [3, 10e-3, 100];
  const pipe = new Law('pipeInertance', { length, diameter, lossCoefficient: xi, initialFlow: 0 }, fluid);
  const area = (Math.PI / 4) * diameter ** 2;

  test('flows steadily where Hagen-Poiseuille and the fittings take the pressure difference, both ways', () => {
    for (const q of [-5e-4, -1e-5, 1e-5, 25 / 6e4]) {
      const drop = (128 * 30e-6 * 870 * length * q) / (Math.PI * diameter ** 4) + (xi * 870 * q * Math.abs(q)) / (2 * area ** 2);
      const atRest = pipe.rate('flow', { 'in.p': drop, 'out.p': 0, flow: 0 });
      expect(Math.abs(pipe.rate('flow', { 'in.p': drop, 'out.p': 0, flow: q }) / atRest)).toBeLessThan(1e-13);
    }
  });

  test('from rest it is accelerated by A Δp/(ρ L), and damped more the faster it flows', () => {
    expect(pipe.rate('flow', { 'in.p': 1e5, 'out.p': 0, flow: 0 }) / ((area * 1e5) / (870 * length))).toBeCloseTo(1, 12);
    const slope = (flow: number) => pipe.slope('flow', 'flow', { 'in.p': 0, 'out.p': 0, flow });
    expect(slope(0)).toBeLessThan(0);
    expect(slope(1e-3)).toBeLessThan(slope(0));
    expect(slope(-1e-3)).toBe(slope(1e-3));
  });
});

describe('dampedReliefValve', () => {
  const points = { setting1: 10e6, rise1: 1e6, flow1: 10 / 6e4, setting2: 12e6, rise2: 1e6, flow2: 60 / 6e4, timeConstant: 3e-3 };
  const valve = new Law('dampedReliefValve', { settingPressure: 10e6, ...points }, fluid);
  const at = (p: number, flowCoefficient: number) => ({ 'in.p': p, 'out.p': 0, flowCoefficient });
  /** 1/c3, and c1 + c2 Δp. */
  const perTime = valve.slope('flowCoefficient', 'in.p', at(11e6, 0));
  const stiffness = (p: number) => -valve.slope('flowCoefficient', 'flowCoefficient', at(p, 0)) / perTime;

  test('its constants are those of the two points: c1 1.095178e14, c2 -8.147099e6, c3 5.96992e10', () => {
    const c2 = (stiffness(12e6) - stiffness(11e6)) / 1e6;
    const c1 = stiffness(11e6) - c2 * 11e6;
    expect(Math.abs(c1 / 1.095178e14 - 1)).toBeLessThan(5e-7);
    expect(Math.abs(c2 / -8.147099e6 - 1)).toBeLessThan(5e-7);
    expect(Math.abs(1 / perTime / 5.96992e10 - 1)).toBeLessThan(1e-6);
  });

  test('passes 10 and 60 l/min at the two points', () => {
    for (const [setting, p, litres] of [
      [10e6, 11e6, 10],
      [12e6, 13e6, 60],
    ] as const) {
      const set = new Law('dampedReliefValve', { settingPressure: setting, ...points }, fluid);
      const k = litres / 6e4 / Math.sqrt(p);
      expect(Math.abs(set.rate('flowCoefficient', at(p, k)) / set.rate('flowCoefficient', at(p, 0)))).toBeLessThan(1e-12);
      expect(set.flow('out', at(p, k)) * 6e4).toBeCloseTo(litres, 10);
    }
  });

  test('far beyond point 2 it still closes: its stiffness stays above 0', () => {
    for (const p of [13.44e6, 15e6, 40e6]) expect(stiffness(p)).toBeGreaterThan(0);
  });

  test('shut, its coefficient only falls, and never below 0', () => {
    expect(valve.rate('flowCoefficient', at(9e6, 1e-8))).toBeLessThan(0);
    expect(Math.abs(valve.rate('flowCoefficient', at(9e6, 0)))).toBe(0);
  });

  test('its root is continuous in value and slope at 1e4 Pa, and odd', () => {
    const [below, above] = [at(1e4 * (1 - 1e-9), 1e-8), at(1e4 * (1 + 1e-9), 1e-8)];
    expect(Math.abs(valve.flow('out', above) / valve.flow('out', below) - 1)).toBeLessThan(3e-9);
    expect(Math.abs(valve.slope('out.q', 'in.p', above) / valve.slope('out.q', 'in.p', below) - 1)).toBeLessThan(3e-9);
    expect(valve.flow('out', { 'in.p': 0, 'out.p': 5e3, flowCoefficient: 1e-8 })).toBe(-valve.flow('out', at(5e3, 1e-8)));
  });

  test('alone behind a pump of 25 l/min it holds 11.7142 MPa', async () => {
    const held = circuit('held')
      .fluid(oil)
      .component('pump', 'flowSource', { flow: '25 l/min' })
      .component('prv', 'dampedReliefValve', {
        settingPressure: '10 MPa',
        setting1: '10 MPa',
        rise1: '1 MPa',
        flow1: '10 l/min',
        setting2: '12 MPa',
        rise2: '1 MPa',
        flow2: '60 l/min',
      })
      .component('tank', 'tank')
      .line('V', 'pump', 'prv.in', { volume: '1 l' })
      .direct('prv.out', 'tank')
      .run({ end: '1 s' })
      .record({ every: '10 ms', signals: ['V.p', 'prv.flowCoefficient'] })
      .build();
    const results = await simulate(held, { workers: 1 });
    expect(results.ending).toBeNull();
    expect((results.series('V.p').y.at(-1) as number) / 1e6).toBeCloseTo(11.7142, 4);
    expect((results.series('prv.flowCoefficient').y.at(-1) as number) * 1e7).toBeCloseTo(1.2174, 4);
  });
});
