/** circuits/mechanisms.md: its file runs, and moves as the same arm with M(q) inverted by hand; its energy stays. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';

const page = readFileSync('circuits/mechanisms.md', 'utf8');
const text = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] as string;
const circuit = parseCircuit(text, 'mechanisms.md').circuit as Circuit;

const [m1, m2, l1, r1, r2, i1, i2] = [40, 25, 1.2, 0.6, 0.5, 5, 2];
const gravity = 9.81;

/** q1, q2, w1, w2 → their rates, M inverted by hand. */
function rates([q1, q2, w1, w2]: readonly [number, number, number, number]): [number, number, number, number] {
  const m11 = i1 + i2 + m1 * r1 ** 2 + m2 * (l1 ** 2 + r2 ** 2 + 2 * l1 * r2 * Math.cos(q2));
  const m12 = i2 + m2 * (r2 ** 2 + l1 * r2 * Math.cos(q2));
  const m22 = i2 + m2 * r2 ** 2;
  const c = m2 * l1 * r2 * Math.sin(q2);
  const e1 = c * (2 * w1 * w2 + w2 * w2) - gravity * ((m1 * r1 + m2 * l1) * Math.cos(q1) + m2 * r2 * Math.cos(q1 + q2));
  const e2 = -c * w1 * w1 - gravity * m2 * r2 * Math.cos(q1 + q2);
  const determinant = m11 * m22 - m12 * m12;
  return [w1, w2, (m22 * e1 - m12 * e2) / determinant, (m11 * e2 - m12 * e1) / determinant];
}

/** Kinetic energy by the velocities of the centres of mass, and that of height. */
function energy(q1: number, q2: number, w1: number, w2: number): number {
  const whole = w1 + w2;
  const x = -l1 * Math.sin(q1) * w1 - r2 * Math.sin(q1 + q2) * whole;
  const y = l1 * Math.cos(q1) * w1 + r2 * Math.cos(q1 + q2) * whole;
  const kinetic = (m1 * (r1 * w1) ** 2 + i1 * w1 ** 2 + m2 * (x * x + y * y) + i2 * whole ** 2) / 2;
  return kinetic + gravity * (m1 * r1 * Math.sin(q1) + m2 * (l1 * Math.sin(q1) + r2 * Math.sin(q1 + q2)));
}

/** By steps of order 4 that are far shorter than any here. */
function expected(end: number): [number, number, number, number] {
  let y: [number, number, number, number] = [0.5, -0.8, 0, 0];
  const steps = 20_000;
  const h = end / steps;
  type State = typeof y;
  const moved = (by: number, k: State): State => y.map((value, n) => value + by * (k[n] as number)) as State;
  for (let n = 0; n < steps; n++) {
    const k1 = rates(y);
    const k2 = rates(moved(h / 2, k1));
    const k3 = rates(moved(h / 2, k2));
    const k4 = rates(moved(h, k3));
    y = y.map(
      (value, k) => value + (h / 6) * ((k1[k] as number) + 2 * (k2[k] as number) + 2 * (k3[k] as number) + (k4[k] as number)),
    ) as State;
  }
  return y;
}

const names = ['arm.q1', 'arm.q2', 'arm.w1', 'arm.w2'] as const;

test.each([
  ['rodas4', 1e-6, 1e-6],
  ['lines', 2e-3, 1e-4],
] as const)('%s', async (by, tolerance, energyTolerance) => {
  const results = by === 'lines' ? await simulate(circuit, { workers: 1 }) : await simulateLumped(circuit, { relativeTolerance: 1e-9 });
  expect(results.ending).toBeNull();
  const series = names.map((name) => results.series(name).y);
  const last = series.map((y) => y.at(-1) as number);
  expected(2).forEach((value, k) => {
    expect(Math.abs((last[k] as number) - value), names[k]).toBeLessThan(tolerance * Math.max(1, Math.abs(value)));
  });
  const start = energy(0.5, -0.8, 0, 0);
  // In parts of what falling by half a metre frees.
  const scale = (m1 + m2) * gravity * 0.5;
  for (let row = 0; row < results.t.length; row++) {
    const [q1, q2, w1, w2] = series.map((y) => y[row] as number) as [number, number, number, number];
    expect(Math.abs(energy(q1, q2, w1, w2) - start) / scale, `row ${row}`).toBeLessThan(energyTolerance);
  }
});
