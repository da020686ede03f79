/**
 * What the paper on the position servo (Burton 1994) says of it, beside the cases of `ringmain validate`: steps up to 100 us give the solution of the
 * lumped circuit and 1 ms no longer does; samples every 10 ms leave the result as it is, every 50 ms make the loop unstable; long lines with friction
 * leave the motion of the load and change the pressure at the motor.
 */
import { describe, expect, test } from 'vitest';
import { sampledOscillation } from '../../dist/bench/validation/oracles/sampledServo.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { type Curve, deviation } from '../../dist/results/deviation.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';

interface Options {
  readonly set?: string[];
  readonly step?: number;
  readonly until?: number;
}

async function run(name: string, { set = [], step, until = 3 }: Options = {}): Promise<LineResults> {
  const circuit = await readCircuit(`circuits/${name}.yaml`, { set });
  const results = await simulate(circuit, { workers: 1, until, every: 1e-3, ...(step ? { step } : {}) });
  expect(results.ending).toBeNull();
  return results;
}

const largest = (a: Curve, b: Curve): number => deviation(a, b).largest;
const analogue = await run('servo-drive');
const way = 'motor.angle';
const inlet = 'motor.in.p';

describe('analogue control', async () => {
  const circuit = await readCircuit('circuits/servo-drive.yaml');
  const lumped = await simulateLumped(circuit, { solver: 'radau5', relativeTolerance: 1e-8, until: 3, every: 1e-3 });

  test('fixed steps of 100 us: position and speed within 0.1 % of their range, pressure at the motor within 1 %', async () => {
    const results = await run('servo-drive', { step: 1e-4 });
    for (const name of [way, 'motor.loadSpeed']) expect(largest(results.series(name), lumped.series(name)), name).toBeLessThan(1e-3);
    expect(largest(results.series(inlet), lumped.series(inlet))).toBeLessThan(0.01);
  });

  test('fixed steps of 1 ms, longer than the delay of the shortest line, are 2 % off in speed and 5 % in pressure', async () => {
    const results = await run('servo-drive', { step: 1e-3 });
    expect(largest(results.series('motor.loadSpeed'), lumped.series('motor.loadSpeed'))).toBeGreaterThan(0.02);
    expect(largest(results.series(inlet), lumped.series(inlet))).toBeGreaterThan(0.05);
  });

  test('the load comes to 180 degrees in 3 s without overshoot above 0.3 %, the cross-line relief valve opens on the way', () => {
    const { y } = lumped.series(way);
    expect(Math.abs((y.at(-1) as number) / Math.PI - 1)).toBeLessThan(0.02);
    expect(Math.max(...y)).toBeLessThan(1.003 * Math.PI);
    const pressure = Math.max(...lumped.series('f1.p').y);
    expect(pressure).toBeGreaterThan(149e5);
    expect(pressure).toBeLessThan(151e5);
  });
});

describe('digital control', () => {
  test('by eigenvalues it is stable up to 42 ms: decay at 10 and 40 ms, growth at 45 and 50 ms', () => {
    expect(sampledOscillation(0.01).rate).toBeCloseTo(-2.41, 2);
    expect(sampledOscillation(0.04).rate).toBeLessThan(-0.1);
    expect(sampledOscillation(0.045).rate).toBeGreaterThan(0.1);
    expect(sampledOscillation(0.05).rate).toBeCloseTo(0.397, 2);
  });

  test('10 ms: the load follows analogue control within 0.5 % of its way, the pressure at the motor within 3 %', async () => {
    const sampled = await run('servo-drive-sampled');
    expect(largest(sampled.series(way), analogue.series(way))).toBeLessThan(5e-3);
    expect(largest(sampled.series(inlet), analogue.series(inlet))).toBeLessThan(0.03);
  });

  test('50 ms: after the step of 180 degrees the pressure at the motor swings wider from second to second', async () => {
    const results = await run('servo-drive-sampled', { set: ['sampler.period=50 ms'], until: 10 });
    const { t, y } = results.series(inlet);
    const swing = (from: number): number => {
      const part = y.filter((_, k) => (t[k] as number) >= from && (t[k] as number) < from + 1);
      return Math.max(...part) - Math.min(...part);
    };
    for (let second = 3; second < 9; second++) expect(swing(second + 1) / swing(second), `${second} s`).toBeGreaterThan(1.1);
    expect(swing(9)).toBeGreaterThan(30e5);
  });
});

test('lines of 10 m with friction: the load moves as without, within 0.3 % of its way; the pressure at the motor differs by more than 5 bar', async () => {
  const waves = await run('servo-drive-lines', { until: 1.5 });
  expect(largest(waves.series(way), analogue.series(way))).toBeLessThan(3e-3);
  const { y } = analogue.series(inlet);
  expect(largest(waves.series(inlet), analogue.series(inlet)) * (Math.max(...y) - Math.min(...y))).toBeGreaterThan(5e5);
});
