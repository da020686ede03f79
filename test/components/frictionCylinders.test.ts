/** Cylinders with friction that falls from rest to motion: forces, bristles, oil. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';
import { Law } from '../support/laws.js';

const body = {
  bore: 50e-3,
  rodDiameter: 28e-3,
  stroke: 0.5,
  initialPosition: 0.1,
  mass: 1000,
  viscousFriction: 500,
  coulombFriction: 200,
  staticFriction: 500,
  stribeckVelocity: 20e-3,
};
const a1 = (Math.PI / 4) * 50e-3 ** 2;
const a2 = (Math.PI / 4) * (50e-3 ** 2 - 28e-3 ** 2);
const still = { 'cap.p': 0, 'rod.p': 0, load: 0, x: 0.1, v: 0 };
const stribeck = (stribeckExponent: number, smoothingVelocity = 1e-3) =>
  new Law('stribeckCylinder', { ...body, stribeckExponent, smoothingVelocity }, {});
const lugre = (bristleStiffness: number, bristleDamping: number) =>
  new Law('lugreCylinder', { ...body, bristleStiffness, bristleDamping }, {});
/** Force of the friction at a velocity. */
const friction = (law: Law, v: number, more = {}) => -1000 * law.rate('v', { ...still, v, ...more });
const dry = (v: number, power = 2) => 200 + 300 * Math.exp(-((Math.abs(v) / 20e-3) ** power));

describe('both cylinders', () => {
  test.each([
    ['stribeckCylinder', stribeck(2)],
    ['lugreCylinder', lugre(1e6, 1e3)],
  ])('%s: areas, forces, and oil that goes where the piston makes room', (_, law) => {
    const at = { ...still, z: 0 };
    expect(a1).toBeCloseTo(1.963495e-3, 9);
    expect(a2).toBeCloseTo(1.347743e-3, 9);
    expect(law.rate('v', { ...at, 'cap.p': 1e6, 'rod.p': 2e5, load: 50 }) * 1000).toBeCloseTo(1e6 * a1 - 2e5 * a2 - 50, 9);
    for (const v of [-0.2, 0, 0.3]) {
      const there = { ...at, v };
      const dx = 1e-3;
      for (const port of ['cap', 'rod']) {
        const growth = (law.volume(port, { ...there, x: 0.1 + dx }) - law.volume(port, there)) / dx;
        expect(law.flow(port, there)).toBeCloseTo(-growth * law.rate('x', there), 12);
      }
    }
    expect(law.volume('cap', at)).toBeCloseTo(a1 * 0.1, 15);
    expect(law.volume('rod', at)).toBeCloseTo(a2 * 0.4, 15);
  });
});

describe('stribeckCylinder', () => {
  test.each([1, 2])('beyond its smoothing, friction is (F_C + (F_S - F_C) exp(-(|v|/v_s)^%i)) sign(v) + b v', (power) => {
    for (const v of [-0.3, -0.03, 0.02, 0.1])
      expect(friction(stribeck(power), v) / (Math.sign(v) * dry(v, power) + 500 * v)).toBeCloseTo(1, 12);
  });

  test('is odd, and at rest without force', () => {
    const law = stribeck(2);
    expect(Math.abs(friction(law, 0))).toBe(0);
    for (const v of [1e-6, 1e-3, 5e-3, 0.2]) expect(friction(law, -v)).toBe(-friction(law, v));
  });

  test('under a force F below F_S it creeps with about v_ε F/F_S', () => {
    const force = 100;
    const creep = (1e-3 * force) / 500;
    expect(Math.abs(friction(stribeck(2), creep) / force - 1)).toBeLessThan(0.02);
  });
});

describe('lugreCylinder', () => {
  const law = lugre(1e6, 1e3);
  const rate = (v: number, z: number) => law.rate('z', { ...still, v, z });

  test('bristles bend to F_S/σ0 at most: there nothing bends them further', () => {
    const most = 500 / 1e6;
    for (const v of [1e-6, 1e-4, 1e-2, 1]) {
      expect(rate(v, most)).toBeLessThanOrEqual(1e-18);
      expect(rate(-v, -most)).toBeGreaterThanOrEqual(-1e-18);
    }
    expect(Math.abs(rate(1e-9, most) / 1e-9)).toBeLessThan(1e-12);
  });

  test('in steady motion friction is that of Stribeck', () => {
    for (const v of [-0.3, -0.01, 1e-4, 0.02, 0.5]) {
      const z = (Math.sign(v) * dry(v)) / 1e6;
      expect(Math.abs(rate(v, z))).toBeLessThan(1e-15);
      expect(friction(law, v, { z }) / friction(stribeck(2, 1e-9), v)).toBeCloseTo(1, 12);
    }
  });

  test('holds at rest: pushed with half of F_C it bends by F/σ0 and stays; pushed with twice F_S it goes', async () => {
    const push = async (load: number): Promise<number[]> => {
      const pushed = circuit('pushed')
        .fluid({ bulkModulus: '12000 bar' })
        .component('u', 'constant', { value: -load })
        .component('cyl', 'lugreCylinder', {
          bore: '50 mm',
          stroke: '500 mm',
          initialPosition: '100 mm',
          mass: '10 kg',
          coulombFriction: '200 N',
          staticFriction: '500 N',
          stribeckVelocity: '20 mm/s',
          viscousFriction: '500 N s/m',
          bristleStiffness: '1e6 N/m',
          bristleDamping: '5000 N s/m',
        })
        .component('t1', 'tank')
        .component('t2', 'tank')
        .direct('cyl.cap', 't1')
        .direct('cyl.rod', 't2')
        .signal('u', 'cyl.load')
        .run({ end: '0.5 s', step: '20 us' })
        .record({ every: '1 ms', signals: ['cyl.x', 'cyl.z'] })
        .build();
      const results = await simulate(pushed, { workers: 1 });
      expect(results.ending).toBeNull();
      const x = results.series('cyl.x').y;
      return [(x[x.length >> 1] as number) - 0.1, (x.at(-1) as number) - 0.1, results.series('cyl.z').y.at(-1) as number];
    };
    const [half, moved, bent] = (await push(100)) as [number, number, number];
    expect(bent / (100 / 1e6)).toBeCloseTo(1, 9);
    expect(moved / bent).toBeGreaterThan(1);
    expect(moved / bent).toBeLessThan(1.5);
    expect(Math.abs(moved - half)).toBeLessThan(1e-12);
    expect((await push(1000))[1]).toBeGreaterThan(0.1);
  });
});
