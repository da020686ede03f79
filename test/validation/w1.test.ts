/**
 * The network W1, two massless orifices and a line with mass at one joint, against numbers that a reduced model with Newton's method and QR gave in another program
 * (numpy and scipy, DOP853 at 1e-11), and its point within a step of lines against theirs.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { hydraulic, type KindDefinition } from '../../dist/equations/language/definition.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';
import { bench } from '../support/kernelBench.js';

const { circuit } = parseCircuit(readFileSync('circuits/w1.yaml', 'utf8'), 'w1.yaml');

/** t [s], v2 [m/s], pressure of the volume [bar], v1 [m/s], pressure of the joint [bar]. */
const trajectory = [
  [0.01, 1.317011557, 88.0277482, 104.7077864, 87.3569242],
  [0.02, 0.717458458, 109.7336321, 94.8450324, 109.3730626],
  [0.05, 0.557353007, 142.8638528, 77.4143634, 142.9609008],
  [0.1, -0.285294142, 180.6357962, 51.4121028, 180.4324179],
  [0.15, 0.291853578, 155.7077559, 69.5359968, 155.9115612],
  [0.2, -0.30988523, 181.5379414, 50.6096361, 181.3482267],
] as const;

test.each([
  ['radau5', 1e-10, 1e-6],
  ['rodas4', 1e-9, 1e-6],
  ['dopri5', 1e-10, 1e-6],
] as const)('%s finds its course to 1e-6', async (solver, relativeTolerance, within) => {
  const results = await simulateLumped(circuit, { solver, relativeTolerance, transitionPressure: 1e-3, every: 0.01, maximumStep: 1e-3 });
  expect(results.ending).toBeNull();
  for (const [t, v2, volume, v1, joint] of trajectory) {
    const k = results.t.findIndex((one) => Math.abs(one - t) < 1e-9);
    const at = (name: string): number => results.series(`net.${name}`).y[k] as number;
    for (const [found, told] of [
      [at('v2'), v2],
      [at('volume') / 1e5, volume],
      [at('v1'), v1],
      [at('joint') / 1e5, joint],
    ] as const)
      expect(Math.abs(found - told) / Math.max(1, Math.abs(told)), `${t} s`).toBeLessThan(within);
  }
});

test('fixed steps of the midpoint rule find it to second order', async () => {
  const errors = [];
  for (const step of [2e-4, 1e-4, 5e-5]) {
    const results = await simulate({ ...circuit, run: { ...circuit.run, step } }, { workers: 1 });
    errors.push(Math.abs((results.series('net.v2').y.at(-1) as number) + 0.30988523));
  }
  expect((errors[0] as number) / (errors[1] as number)).toBeCloseTo(4, 0);
  expect((errors[1] as number) / (errors[2] as number)).toBeCloseTo(4, 0);
});

/** The same joint with a line of the engine at its end in place of line 2 and the volume. */
const atLine: KindDefinition = {
  kind: 'atLine',
  about: '',
  source: '',
  group: '',
  ports: { end: hydraulic },
  parameters: {},
  outputs: { joint: { unit: 'Pa', about: '', initial: 'end.p' }, v1: { unit: 'm/s', about: '' }, v3: { unit: 'm/s', about: '' } },
  equations: `unknown joint
kappa = 860 / (2 * 0.62^2)
v1 = ssqrt((210e5 - joint) / kappa)
v3 = ssqrt((joint - 5e5) / kappa)
0 = joint - end.p
end.q = 2e-6 * v1 - 1e-6 * v3`,
};

test('a step of lines at C = 150 bar finds the point of the joint to 1e-9', () => {
  const b = bench(atLine);
  b.setStep(1e-5);
  b.F[b.at('c_end')] = 150e5;
  b.F[b.at('z_end')] = 1.3970867e10;
  b.kernel(0);
  expect(b.failed()).toBe(false);
  const of = (name: string): number => b.F[b.at(name)] as number;
  expect(of('output_joint') / 1e5 / 153.71219123).toBeCloseTo(1, 9);
  expect(of('output_v1') / 70.9356631).toBeCloseTo(1, 9);
  expect(of('output_v3') / 115.30038253).toBeCloseTo(1, 9);
  expect((of('q_end') * 6e4) / 1.59425662).toBeCloseTo(1, 8);
});

test('a start of v2 = 0.5 m/s and 150 bar: the joint follows, the momentum is kept', async () => {
  // Integrators take what jumps in time just behind t = 0: the opening stands still here.
  const changes = [
    ['v2: { unit: m/s, initial: 0 }', 'v2: { unit: m/s, initial: 0.5 }'],
    ['default: 50 bar', 'default: 150 bar'],
    ['sin(20 * pi * time)', 'sin(0 * time)'],
  ] as const;
  const text = changes.reduce((all, [from, to]) => all.replace(from, to), readFileSync('circuits/w1.yaml', 'utf8'));
  const started = parseCircuit(text, 'w1.yaml').circuit;
  const results = await simulateLumped(started, { relativeTolerance: 1e-8, transitionPressure: 1e-3, until: 1e-3 });
  const first = (name: string): number => results.series(`net.${name}`).y[0] as number;
  expect(first('v2')).toBe(0.5);
  expect(first('v1') / 75.7373250405).toBeCloseTo(1, 9);
  expect(first('joint') / 1e5 / 145.8339949572).toBeCloseTo(1, 9);
});

test.runIf(isFull)('with a check valve in line 2: it shuts and opens when told to 1 µs, at pressures told to 10 Pa', async () => {
  const { circuit: checked } = parseCircuit(readFileSync('circuits/w1-check-valve.yaml', 'utf8'), 'w1-check-valve.yaml');
  const results = await simulateLumped(checked, {
    solver: 'rodas4',
    relativeTolerance: 1e-9,
    transitionPressure: 1e-3,
    every: 5e-7,
    maximumStep: 1e-3,
    until: 0.4,
  });
  expect(results.ending).toBeNull();
  const [v, p] = ['net.v2', 'net.volume'].map((name) => results.series(name).y) as [Float64Array, Float64Array];
  // Behind the start, at which nothing flows.
  const found = [...results.t].flatMap((t, k) =>
    k > 1 && (v[k] === 0) !== (v[k - 1] === 0) ? [{ t, isShut: v[k] === 0, p: p[k] as number }] : [],
  );
  const told = [
    [0.0902051, true, 183.876651],
    [0.1600285, false, 183.876651],
    [0.1841849, true, 189.795473],
    [0.266071, false, 189.795473],
    [0.2815776, true, 191.437782],
    [0.3686856, false, 191.437782],
    [0.3801381, true, 192.100706],
  ] as const;
  expect(found.map(({ isShut }) => isShut)).toEqual(told.map(([, isShut]) => isShut));
  told.forEach(([t, , pressure], k) => {
    const { t: at, p: there } = found[k] as (typeof found)[number];
    expect(Math.abs(at - t), `transition ${k}`).toBeLessThan(1e-6);
    expect(Math.abs(there / 1e5 - pressure), `pressure ${k}`).toBeLessThan(1e-4);
  });
  expect((p.at(-1) as number) / 1e5).toBeCloseTo(192.100706, 6);
});
