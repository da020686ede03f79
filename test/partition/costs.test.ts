/** Counted costs against measured ones: stored times of kernels, and a running circuit. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kernelCase, timedKinds } from '../../dist/bench/step/kernels/kernelCase.js';
import { circuit } from '../../dist/circuit/builder.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { measuredCosts } from '../../dist/cli/measure/costs.js';
import { measureStep } from '../../dist/cli/measure/stepParts.js';
import { countedCosts, countedLines, operationsCost } from '../../dist/partition/costs.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

test('counted costs of all measured kinds follow the measured ones: within a factor of 2.5, and in their order', () => {
  const { kinds } = JSON.parse(readFileSync('bench/kernels.json', 'utf8')) as { kinds: { kind: string; lanes: { median: number } }[] };
  const pairs = kinds.map(({ kind, lanes }) => ({ kind, counted: operationsCost(kernelCase(kind, 8).unit.text), measured: lanes.median }));
  expect(kinds.map(({ kind }) => kind)).toEqual(timedKinds);
  // Half a ns is lost in the noise.
  const worth = pairs.filter(({ measured }) => measured > 0.5);
  for (const { kind, counted, measured } of worth) expect(Math.abs(Math.log(counted / measured)), kind).toBeLessThan(Math.log(2.5));
  const ranks = (values: readonly number[]): number[] => {
    const sorted = [...values].sort((a, b) => a - b);
    return values.map((value) => sorted.indexOf(value));
  };
  const [a, b] = [ranks(worth.map(({ counted }) => counted)), ranks(worth.map(({ measured }) => measured))];
  const mean = (worth.length - 1) / 2;
  const sum = (f: (k: number) => number): number => worth.reduce((total, _, k) => total + f(k), 0);
  const along = sum((k) => ((a[k] as number) - mean) * ((b[k] as number) - mean));
  const correlation = along / Math.sqrt(sum((k) => ((a[k] as number) - mean) ** 2) * sum((k) => ((b[k] as number) - mean) ** 2));
  // Spearman's; counting ports and states, as was done before, gives 0.4.
  expect(correlation).toBeGreaterThan(0.9);
});

test('what only lends its pressure rests; line ends, and cut wave lines, have their own costs', () => {
  const built = circuit('costs')
    .component('s', 'pressureSource', { pressure: '10 bar' })
    .component('r', 'laminarRestrictor', { conductance: '1 l/min/bar' })
    .component('n', 'junction')
    .component('r2', 'laminarRestrictor', { conductance: '1 l/min/bar' })
    .component('t', 'tank')
    .line('A', 's', 'r.in', { volume: '1 l' })
    .line('B', 'r.out', 'n', { volume: '1 l' })
    .line('C', 'n', 'r2.in', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '1 ms' })
    .direct('r2.out', 't')
    .run({ end: '10 ms' })
    .build();
  const { component, cutLine } = countedCosts(built);
  expect([...cutLine]).toEqual([countedLines.cut, countedLines.cut, countedLines.cutWave]);
  expect(component[4]).toBeLessThan(0.1);
  // Two ends against one: r and r2 are of one kind.
  expect((component[1] as number) - (component[3] as number)).toBeCloseTo(countedLines.end, 9);
});

test.runIf(isFull)('measured in a run: the heavy kinds are the same, and together they are about the time of an attempt', async () => {
  const built = await readCircuit('circuits/two-actuator.yaml');
  const { component, how, machine } = measuredCosts(built, 1);
  expect([how, machine]).toEqual(['measured', expect.stringContaining('Node')]);
  const at = (name: string): number => component[built.components.findIndex((one) => one.name === name)] as number;
  // The flow divider solves two unknowns by Newton's method; a check valve is a line of arithmetic.
  expect(at('fd')).toBeGreaterThan(2 * at('cv1'));
  const total = component.reduce((a, b) => a + b, 0);
  // Timed one after the other on a machine that others may use: a factor of two was too little once.
  const { loop } = measureStep(built, new Int32Array(built.components.length), 1, 1);
  expect(Math.abs(Math.log(total / loop.lowest))).toBeLessThan(Math.log(4));
});

test('states at which parts are timed lie evenly over the attempts of the run', async () => {
  const built = await readCircuit('circuits/controlled-two-actuator.yaml');
  const short = { ...built, run: { ...built.run, end: 0.02 } };
  const {
    account: { steps },
  } = await simulate(short, { record: [], every: 0.02, workers: 1 });
  const whole = steps.accepted + steps.rejected;
  const { attempts, partitions } = measureStep(short, new Int32Array(built.components.length), 1, 1, 2, false);
  // A quarter of the run; chunks of 50 attempts may pass its end, and an attempt that is not accepted moves the state on.
  expect(Math.abs(attempts - whole / 4)).toBeLessThan(50);
  expect(partitions[0]?.phases.components.lowest).toBeGreaterThan(0);
  expect(partitions[0]?.kinds).toEqual([]);
});
