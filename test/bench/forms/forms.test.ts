/** Forms of a system of index 1 on W1 with its algebraic state v1: drift and errors against the numbers of another program (numpy). */
import { describe, expect, test } from 'vitest';
import { type Dae, daeOf } from '../../../dist/bench/forms/dae.js';
import { type ExplicitMethod, type Form, type FormRun, integrateForm, solvedUnknowns } from '../../../dist/bench/forms/forms.js';
import type { Circuit } from '../../../dist/circuit/circuit.js';
import { parseCircuit } from '../../../dist/circuit/file/parse.js';
import { isFull } from '../../support/circuits.js';

/** One unknown, the velocity in orifice 1; what must be zero is a pressure, Pa. */
const text = `ringmain: 1
name: w1-reduced
components: { net: { kind: network } }
run: { end: 0.2 s }
record: { signals: [net.v2] }
definitions:
  network:
    parameters: { start: { unit: m/s, default: 0 }, pressure: { unit: Pa, default: 50 bar } }
    outputs: { v1: { unit: m/s, initial: 80 } }
    states: { v2: { unit: m/s, initial: start }, volume: { unit: Pa, initial: pressure } }
    equations: |
      unknown v1
      kappa = 860 / (2 * 0.62^2)
      A2 = pi * 0.01^2 / 4
      A3 = 1e-6 + 0.4e-6 * sin(20 * pi * time)
      v3 = (2e-6 * v1 - A2 * v2) / A3
      0 = 205e5 - kappa * v1 * abs(v1) - kappa * v3 * abs(v3)
      der(v2) = (5e5 + kappa * v3 * abs(v3) - volume) / 860
      der(volume) = 1.4e9 / 0.5e-3 * A2 * v2
`;
const read = (changed = text): Circuit => parseCircuit(changed, 'w1-reduced.yaml').circuit;
const dae: Dae = daeOf(read());
/** v2 at 0.2 s: RK4 of the least order at 10 µs, 2e-12 from that at 20 µs. */
const exact = -0.3098852300557;

const run = (form: Form, method: ExplicitMethod, step: number, offset = 0): FormRun =>
  integrateForm(dae, { form, method, step, end: 0.2, gain: 500, offset });
/** Told with two digits. */
const near = (found: number, told: number): void => expect(Math.abs(found / told - 1), `${found} for ${told}`).toBeLessThan(0.06);

describe('drift over 0.2 s, and the error of v2 at the end', () => {
  const all = [
    ['euler', 1e-4, [3.81e6, -3.1e-2], [4.0e2, -9.4e-5], -1.0e-3],
    ['euler', 2e-5, [5.31e5, -4.9e-3], [8.2e1, -1.9e-5], -2.0e-4],
    ['rk4', 2e-4, [1.36e5, -8.7e-4], [2.4e-2, 2.5e-7], 2.8e-7],
    ['rk4', 1e-4, [8.35e3, -5.4e-5], [1.3e-3, 1.4e-8], 1.6e-8],
  ] as const;
  test.each(isFull ? all : all.filter(([, step]) => step >= 1e-4))('%s, %f s', (method, step, plain, baumgarte, projected) => {
    const [a, b, c] = (['plain', 'Baumgarte', 'projection'] as const).map((form) => run(form, method, step)) as [FormRun, FormRun, FormRun];
    near(a.drift.largest, plain[0]);
    near((a.y[0] as number) - exact, plain[1]);
    near(b.drift.atEnd, baumgarte[0]);
    near((b.y[0] as number) - exact, baumgarte[1]);
    // What Newton's method leaves: rounding of 2e7 Pa.
    expect(c.drift.largest).toBeLessThan(1e-7);
    near((c.y[0] as number) - exact, projected);
  });
});

test('the form of least order is of order 4, with the errors told', () => {
  for (const [step, error] of [
    [2e-4, -3.5e-8],
    [1e-4, -1.5e-9],
  ] as const)
    near((run('least order', 'rk4', step).y[0] as number) - exact, error);
});

test('an inconsistent start is never forgotten by the plain form, and decays with e^(-γ t) by Baumgarte', () => {
  const first = dae.constraints(
    0,
    dae.start.y,
    solvedUnknowns(dae, 0, dae.start.y, dae.start.z).z.map((v) => v + 1),
  ).g[0] as number;
  near(first, -6.83e5);
  near(run('plain', 'rk4', 2e-4, 1).drift.atEnd, 8.35e5);
  const short = integrateForm(dae, { form: 'Baumgarte', method: 'rk4', step: 1e-5, end: 0.01, gain: 500, offset: 1 });
  // RK4 of e^(-5e-3) a step: 3e-14 off.
  expect(short.drift.atEnd / Math.abs(first) / Math.exp(-5)).toBeCloseTo(1, 4);
});

test('the start is projected with the momentum held', () => {
  const held = daeOf(read(text.replace('default: 0 }', 'default: 0.5 }').replace('initial: 80', 'initial: 60')));
  const before = held.constraints(0, held.start.y, held.start.z).g[0] as number;
  expect(before * 2e-6).toBeCloseTo(18.3649, 4);
  const { z, iterations } = solvedUnknowns(held, 0, held.start.y, held.start.z);
  expect(z[0]).toBeCloseTo(75.7373250405, 9);
  expect(iterations).toBeLessThanOrEqual(6);
  // From 1, 10, 100 and 1000 m/s.
  const rounds = [1, 10, 100, 1000].map((v) => solvedUnknowns(held, 0, held.start.y, Float64Array.of(v)).iterations);
  expect(rounds).toEqual([7, 8, 5, 9]);
});

test('dv1/dt is the slope of the solved v1', () => {
  const z = (t: number): number => solvedUnknowns(dae, t, dae.start.y, dae.start.z).z[0] as number;
  const { byUnknown, byTime } = dae.constraints(0.02, dae.start.y, Float64Array.of(z(0.02)));
  const slope = -(byTime[0] as number) / (byUnknown[0] as number);
  expect((z(0.02 + 1e-6) - z(0.02 - 1e-6)) / 2e-6 / slope).toBeCloseTo(1, 6);
});

test('other circuits are refused, with one that would do', () => {
  const ported = text
    .replace('    outputs:', '    inputs: { u: { unit: 1, default: 0 } }\n    outputs:')
    .replace('0 = 205e5', '0 = u + 205e5');
  expect(() => daeOf(read(ported))).toThrow(/no circuit with equations 0 = e.*circuits\/w1\.yaml/);
});
