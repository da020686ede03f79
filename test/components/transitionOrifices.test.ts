/** Two-regime orifices: values, continuity, symmetry; the valve of four of them. The figures are of an oil of 870 kg/m3 and 30 cSt. */
import { describe, expect, test } from 'vitest';
import { Law } from '../support/laws.js';

const fluid = { density: 870, viscosity: 30e-6 };
const usual = { dischargeCoefficient: 0.6, transitionReynolds: 1000 };
const orifice = (diameter: number) => new Law('transitionOrifice', { diameter, ...usual }, fluid);
const flow = (law: Law, dp: number) => law.flow('out', { 'in.p': dp, 'out.p': 0 });
const slope = (law: Law, dp: number) => law.slope('out.q', 'in.p', { 'in.p': dp, 'out.p': 0 });
const transition = (diameter: number) => (9 * 1000 ** 2 * 870 * 30e-6 ** 2) / (8 * 0.6 ** 2 * diameter ** 2);

describe('transitionOrifice', () => {
  test.each([
    [4e-3, 20, 0.850207e6],
    [4e-3, 25, 1.328448e6],
    [4e-3, 30, 1.912965e6],
    [4e-3, 40, 3.400827e6],
    [4e-3, 60, 7.65186e6],
    [6e-3, 60, 1.511479e6],
  ])('of %d m passes %d l/min at %d Pa, to six digits', (diameter, litres, drop) => {
    expect(Math.abs((flow(orifice(diameter), drop) * 6e4) / litres - 1)).toBeLessThan(4e-7);
  });

  test.each([
    [4e-3, 152929.6875],
    [6e-3, 67968.75],
  ])('of %d m changes its regime at %d Pa, with the same value and slope on both sides', (diameter, dpTr) => {
    expect(Math.abs(transition(diameter) / dpTr - 1)).toBeLessThan(1e-12);
    const law = orifice(diameter);
    const area = (Math.PI / 4) * diameter ** 2;
    const [below, above] = [dpTr * (1 - 1e-9), dpTr * (1 + 1e-9)];
    expect(Math.abs(flow(law, dpTr) / ((3 * area * 30e-6 * 1000) / (2 * diameter)) - 1)).toBeLessThan(1e-12);
    expect(Math.abs(flow(law, above) / flow(law, below) - 1)).toBeLessThan(3e-9);
    expect(Math.abs(slope(law, above) / slope(law, below) - 1)).toBeLessThan(3e-9);
    expect(Math.abs(slope(law, above) / (flow(law, above) / (2 * above)) - 1)).toBeLessThan(1e-12);
  });

  test('its slope at no pressure difference is finite, three halves of the chord to the transition', () => {
    const law = orifice(4e-3);
    const dpTr = transition(4e-3);
    expect(Math.abs(slope(law, 0) / ((1.5 * flow(law, dpTr)) / dpTr) - 1)).toBeLessThan(1e-12);
  });

  test('is odd, bit for bit, and never falls', () => {
    const law = orifice(4e-3);
    let before = 0;
    for (let dp = 1; dp < 1e8; dp *= 1.3) {
      expect(law.flow('out', { 'in.p': 0, 'out.p': dp })).toBe(-flow(law, dp));
      expect(law.flow('in', { 'in.p': dp, 'out.p': 0 })).toBe(-flow(law, dp));
      expect(flow(law, dp)).toBeGreaterThan(before);
      before = flow(law, dp);
    }
  });
});

describe('proportionalValve', () => {
  const valve = new Law('proportionalValve', { diameter: 4e-3, ...usual }, fluid);
  const at = { 'P.p': 10e6, 'A.p': 6e6, 'B.p': 2e6, 'T.p': 0 };

  test('an edge is an orifice of |u| times the area', () => {
    for (const u of [1, 0.6, 0.1, 1e-3]) {
      const edge = orifice(4e-3 * Math.sqrt(u));
      expect(valve.flow('A', { ...at, position: u }) / flow(edge, 4e6)).toBeCloseTo(1, 12);
      expect(valve.flow('T', { ...at, position: u }) / flow(edge, 2e6)).toBeCloseTo(1, 12);
      expect(valve.flow('B', { ...at, position: -u }) / flow(edge, 8e6)).toBeCloseTo(1, 12);
    }
  });

  test('shut it passes nothing, and has no slope', () => {
    for (const port of ['P', 'A', 'B', 'T']) {
      expect(Math.abs(valve.flow(port, { ...at, position: 0 }))).toBe(0);
      for (const other of ['P', 'A', 'B', 'T']) expect(Math.abs(valve.slope(`${port}.q`, `${other}.p`, { ...at, position: 0 }))).toBe(0);
    }
  });

  test('turned over with A and B exchanged it is the same', () => {
    const turned = { ...at, 'A.p': at['B.p'], 'B.p': at['A.p'] };
    for (const u of [0.3, 1, 2]) {
      const [one, other] = [
        { ...at, position: u },
        { ...turned, position: -u },
      ];
      expect(valve.flow('A', one)).toBe(valve.flow('B', other));
      expect(valve.flow('B', one)).toBe(valve.flow('A', other));
      expect(valve.flow('P', one)).toBe(valve.flow('P', other));
      expect(valve.flow('T', one)).toBe(valve.flow('T', other));
    }
  });

  test('passes nothing between A and B, and loses nothing', () => {
    for (const position of [-1, -0.2, 0.2, 1]) {
      const there = { ...at, position };
      expect(Math.abs(valve.slope('A.q', 'B.p', there))).toBe(0);
      expect(Math.abs(valve.slope('B.q', 'A.p', there))).toBe(0);
      expect(['P', 'A', 'B', 'T'].reduce((sum, port) => sum + valve.flow(port, there), 0)).toBeCloseTo(0, 18);
    }
  });
});
