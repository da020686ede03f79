import { expect, test } from 'vitest';
import { bogackiShampine, dormandPrince, eulerTableau, kutta } from '../../dist/lumped/methods/explicitRungeKutta.js';
import { isAStable, isLStable, realLimit } from '../../dist/lumped/stability/aStable.js';
import { backwardEuler, explicitForm, heun, radau5, trapezoid } from '../../dist/lumped/stability/linearForms.js';
import { multistepRealLimit, sectorAngle } from '../../dist/lumped/stability/multistep.js';
import { outline } from '../../dist/lumped/stability/regions.js';
import { atMinusInfinity, growthAt, stabilityFunction, valueAt } from '../../dist/lumped/stability/stabilityFunction.js';
import { largestInLeftHalfPlane, singleDiagonal } from '../support/stabilityFunctions.js';

const rk23 = explicitForm(bogackiShampine);
const dopri5 = explicitForm(dormandPrince);
const rk4 = explicitForm(kutta);
const forwardEuler = explicitForm(eulerTableau);

const at = (re: number, im = 0): { re: number; im: number } => ({ re, im });

test("Euler's methods and the trapezoid are the quotients that every book has", () => {
  for (const z of [at(-1), at(-0.3, 2), at(-7, -40)]) {
    const growth = (re: number, im: number): number => Math.hypot(1 + re * z.re - im * z.im, re * z.im + im * z.re);
    expect(growthAt(stabilityFunction(forwardEuler), z)).toBeCloseTo(growth(1, 0), 12);
    expect(growthAt(stabilityFunction(backwardEuler), z)).toBeCloseTo(1 / growth(-1, 0), 12);
    expect(growthAt(stabilityFunction(trapezoid), z)).toBeCloseTo(growth(0.5, 0) / growth(-0.5, 0), 12);
  }
  expect(atMinusInfinity(stabilityFunction(trapezoid))).toBe(-1);
  expect(atMinusInfinity(stabilityFunction(forwardEuler))).toBe(Number.NEGATIVE_INFINITY);
});

test('Radau IIA is the (2, 3) Padé approximation of e^z', () => {
  const { numerator, denominator } = stabilityFunction(radau5);
  expect(numerator).toEqual([1, 2 / 5, 1 / 20].map((value) => expect.closeTo(value, 14)));
  expect(denominator).toEqual([1, -3 / 5, 3 / 20, -1 / 60].map((value) => expect.closeTo(value, 14)));
});

test('Laguerre form: P/Q agrees with e^z to the order, one less without its top coefficient', () => {
  for (const stages of [2, 3, 4, 5, 6])
    for (const degree of [stages, stages - 1]) {
      const r = singleDiagonal(stages, 1, degree);
      const error = (x: number): number => Math.abs(valueAt(r, at(x)).re - Math.exp(x));
      expect(Math.log2(error(-0.06) / error(-0.03)), `${stages} ${degree}`).toBeCloseTo(degree + 1, 0);
    }
});

test.each([
  ['forward Euler', forwardEuler, 1, false, false],
  ['rk23', rk23, 3, false, false],
  ['dopri5', dopri5, 5, false, false],
  ['backward Euler', backwardEuler, 1, true, true],
  ['trapezoid', trapezoid, 2, true, false],
  ['radau5', radau5, 5, true, true],
] as const)('%s: A- and L-stability, and the same from samples of the half-plane', (_, form, order, a, l) => {
  const r = stabilityFunction(form);
  expect([isAStable(r, order), isLStable(r, order)]).toEqual([a, l]);
  expect(largestInLeftHalfPlane(r) <= 1 + 1e-9).toBe(a);
});

test('limits on the negative real axis: -2, -2.51, -3.31, none', () => {
  expect(realLimit(stabilityFunction(forwardEuler))).toBeCloseTo(-2, 9);
  expect(realLimit(stabilityFunction(rk23))).toBeCloseTo(-2.51, 2);
  expect(realLimit(stabilityFunction(dopri5))).toBeCloseTo(-3.31, 2);
  expect(realLimit(stabilityFunction(radau5))).toBe(Number.NEGATIVE_INFINITY);
});

test('a multistep method: sectors of BDF, limits of Adams-Moulton (Hairer & Wanner 1996, table V.2.1 and V.1)', () => {
  const angles = [1, 2, 3, 4, 5].map((order) => sectorAngle('bdf', order));
  expect(angles).toEqual([90, 90, 86.03, 73.35, 51.84].map((value) => expect.closeTo(value, 2)));
  expect([1, 2, 3].map((order) => sectorAngle('adams', order))).toEqual([90, 90, 0]);
  expect([3, 4, 5].map((order) => multistepRealLimit('adams', order))).toEqual([-6, -3, -90 / 49].map((value) => expect.closeTo(value, 9)));
});

test('explicit methods with as many stages as their order have the Taylor polynomial of e^z', () => {
  for (const [form, order] of [
    [forwardEuler, 1],
    [heun, 2],
    [rk23, 3],
    [rk4, 4],
  ] as const) {
    const taylor = [1, 1, 1 / 2, 1 / 6, 1 / 24].slice(0, order + 1).map((value) => expect.closeTo(value, 14));
    expect(stabilityFunction(form)).toEqual({ numerator: taylor, denominator: [1] });
  }
});

test("outlines: Euler's method is the unit circle around -1, the trapezoid the imaginary axis", () => {
  const frame = { left: -3, right: 1.5, bottom: -2, top: 2 };
  const circle = outline((z) => growthAt(stabilityFunction(forwardEuler), z), frame);
  expect(circle).toHaveLength(1);
  expect(circle[0]?.[0]).toEqual(circle[0]?.at(-1));
  for (const { re, im } of circle[0] ?? []) expect(Math.hypot(re + 1, im)).toBeCloseTo(1, 3);
  const axis = outline((z) => growthAt(stabilityFunction(trapezoid), z), frame, 101);
  expect(axis).toHaveLength(1);
  for (const { re } of axis[0] ?? []) expect(re).toBeCloseTo(0, 3);
});
