/**
 * The electro-hydraulic position servo of Burton 1994's appended paper, and what the paper found: lines of compressibility only give the solution of the
 * lumped circuit for steps up to 100 µs, and no longer at 1 ms; samples every 10 ms leave the result as it is, every 50 ms make the loop
 * unstable; long lines with friction leave the motion of the load and add waves at the motor. The sampled loop is held against a linear model of it
 * written here, the waves against the natural frequencies of the line.
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { type Curve, deviation } from '../../dist/results/deviation.js';
import { simulate } from '../../dist/run/simulate.js';
import type { Results } from '../../dist/run/types.js';

interface Options {
  readonly set?: string[];
  readonly step?: number;
  readonly until?: number;
}

async function run(name: string, { set = [], step, until = 3 }: Options = {}): Promise<Results> {
  const circuit = await readCircuit(`circuits/${name}.yaml`, { set });
  const results = await simulate(circuit, { workers: 1, until, every: 1e-3, ...(step ? { step } : {}) });
  expect(results.ending).toBeNull();
  return results;
}

const states = ['motor.angle', 'motor.loadSpeed', 'pump.swash', 'controller.integral'];
const largest = (a: Curve, b: Curve): number => deviation(a, b).largest;

describe('analogue control', async () => {
  const lumped = await simulateLumped(await readCircuit('circuits/servo-drive.yaml'), {
    solver: 'radau5',
    relativeTolerance: 1e-8,
    until: 3,
    every: 1e-3,
  });

  // A jump of the demand at t = 0 makes the swash late by half a step: 0.5 step/75 ms of the full stroke, which is 1.6 times the range here.
  test.each([
    [1e-5, 1.1e-4, 2e-4],
    [1e-4, 1.1e-3, 1e-2],
  ])('fixed steps of %d s: states within %d of their range, pressure at the motor within %d', async (step, ofStates, ofPressure) => {
    const results = await run('servo-drive', { step });
    for (const name of states) expect(largest(results.series(name), lumped.series(name)), name).toBeLessThan(ofStates);
    expect(largest(results.series('motor.in.p'), lumped.series('motor.in.p'))).toBeLessThan(ofPressure);
  });

  test('fixed steps of 1 ms, longer than the delay of the shortest line, are 2 % off in speed and 5 % in pressure', async () => {
    const results = await run('servo-drive', { step: 1e-3 });
    expect(largest(results.series('motor.loadSpeed'), lumped.series('motor.loadSpeed'))).toBeGreaterThan(0.02);
    expect(largest(results.series('motor.in.p'), lumped.series('motor.in.p'))).toBeGreaterThan(0.05);
  });

  test('the load comes to 180 degrees in 3 s without overshoot above 0.3 %, the cross-line relief valve opens on the way', async () => {
    const { y } = lumped.series('motor.angle');
    expect(Math.abs((y.at(-1) as number) / Math.PI - 1)).toBeLessThan(0.02);
    expect(Math.max(...y)).toBeLessThan(1.003 * Math.PI);
    const pressure = Math.max(...lumped.series('f1.p').y);
    expect(pressure).toBeGreaterThan(149e5);
    expect(pressure).toBeLessThan(151e5);
  });
});

/** Every oil of the file. */
const density = 890;
const viscosity = density * 60e-6;
const degree = Math.PI / 180;

/**
 * x = (angle [°], speed of the motor [rad/s], forward and return pressure [Pa], swash, integral), with the relief and check valves shut and without dry
 * friction; the controller sees the feedback f held over a period: x(k+1) = Φ x(k) + Γ f(k) + Δ d, from the exponential of the whole.
 */
function sampledLoop(period: number): { map: Matrix; drive: Matrix } {
  const [pump, motor] = [100e-6 / (2 * Math.PI), 50e-6 / (2 * Math.PI)];
  const capacitance = (14 * Math.PI * 0.0254 ** 2) / 4 / 8900e5;
  const leakage = (1e-8 * pump + 2e-8 * motor) / viscosity;
  const inertia = 15 / 20 ** 2;
  const friction = (50 * 60) / (2 * Math.PI) / 20 ** 2 + 8.4e5 * motor * viscosity;
  const flow = pump * 2 * Math.PI * 25;
  // Columns: the six states, held feedback, demand.
  const rates = new Matrix([
    [0, 1 / 20 / degree, 0, 0, 0, 0, 0, 0],
    [0, -friction / inertia, motor / inertia, -motor / inertia, 0, 0, 0, 0],
    [0, -motor / capacitance, -leakage / capacitance, leakage / capacitance, flow / capacitance, 0, 0, 0],
    [0, motor / capacitance, leakage / capacitance, -leakage / capacitance, -flow / capacitance, 0, 0, 0],
    [0, 0, 0, 0, -1 / 0.075, 1 / 180 / 0.075, -1 / 180 / 0.075, 1 / 180 / 0.075],
    [0, 0, 0, 0, 0, 0, -2, 2],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
  ]);
  const flown = exponential(Matrix.mul(rates, period));
  const feedback = new Matrix([[1, 0.8333 / 20 / degree, 0, 0, 0, 0]]);
  const map = flown.subMatrix(0, 5, 0, 5).add(flown.subMatrix(0, 5, 6, 6).mmul(feedback));
  return { map, drive: flown.subMatrix(0, 5, 7, 7) };
}

/** By its series at a 2^-20th, squared 20 times. */
function exponential(matrix: Matrix): Matrix {
  const small = Matrix.mul(matrix, 2 ** -20);
  let [sum, term] = [Matrix.eye(matrix.rows, matrix.rows), Matrix.eye(matrix.rows, matrix.rows)];
  for (let n = 1; n < 12; n++) {
    term = term.mmul(small).div(n);
    sum = Matrix.add(sum, term);
  }
  for (let n = 0; n < 20; n++) sum = sum.mmul(sum);
  return sum;
}

/** 1/s and Hz of the oscillation that decays least, or grows: ln z/T of the sampled loop's eigenvalues. */
function oscillation(period: number): { rate: number; frequency: number } {
  const { realEigenvalues: re, imaginaryEigenvalues: im } = new EigenvalueDecomposition(sampledLoop(period).map);
  const modes = re.map((x, k) => ({
    rate: Math.log(Math.hypot(x, im[k] as number)) / period,
    frequency: Math.abs(Math.atan2(im[k] as number, x)) / (2 * Math.PI * period),
  }));
  return modes.filter(({ frequency }) => frequency > 1 && frequency < 9).reduce((a, b) => (b.rate > a.rate ? b : a));
}

/** Lines charged to 40 bar, so that no check valve opens, and a small step without dry friction: what the linear model assumes. */
const linear = (period: number): string[] => [
  `sampler.period=${period} s`,
  'motor.coulombCoefficient=0',
  'initial.pressure=40 bar',
  'demand.finalValue=2 deg',
];

describe('digital control', () => {
  // 1e-3: a sample acts one step late, and a jump of the demand half a step.
  test.each([0.01, 0.05])('a small step, sampled every %d s: motion and pressures as the sampled linear loop has them', async (period) => {
    const results = await run('servo-drive-sampled', { set: linear(period), step: 2e-5, until: 4 });
    const { map, drive } = sampledLoop(period);
    let x = Matrix.zeros(6, 1);
    const exact = { t: [0], angle: [0], difference: [0] };
    for (let k = 1; k * period <= 4; k++) {
      x = map.mmul(x).add(Matrix.mul(drive, 2));
      exact.t.push(k * period);
      exact.angle.push(x.get(0, 0) * degree);
      exact.difference.push(x.get(2, 0) - x.get(3, 0));
    }
    const inlet = results.series('f1.p');
    const difference = { t: inlet.t, y: inlet.y.map((p, k) => p - (results.series('r1.p').y[k] as number)) };
    const curve = (y: number[]): Curve => ({ t: Float64Array.from(exact.t), y: Float64Array.from(y) });
    expect(largest(curve(exact.angle), results.series('motor.angle'))).toBeLessThan(1.5e-3);
    expect(largest(curve(exact.difference), difference)).toBeLessThan(4e-3);
  });

  test('it is stable up to 42 ms, by eigenvalues: decay at 10 and 40 ms, growth at 45 and 50 ms', () => {
    expect(oscillation(0.01).rate).toBeCloseTo(-2.41, 2);
    expect(oscillation(0.04).rate).toBeLessThan(-0.1);
    expect(oscillation(0.045).rate).toBeGreaterThan(0.1);
    expect(oscillation(0.05).rate).toBeCloseTo(0.397, 2);
  });

  test('10 ms: the load follows analogue control within 0.5 % of its way, the pressure at the motor within 3 %', async () => {
    const [sampled, analogue] = [await run('servo-drive-sampled'), await run('servo-drive')];
    expect(largest(sampled.series('motor.angle'), analogue.series('motor.angle'))).toBeLessThan(5e-3);
    expect(largest(sampled.series('motor.in.p'), analogue.series('motor.in.p'))).toBeLessThan(0.03);
  });

  test('50 ms: after the step of 180 degrees the pressure at the motor swings wider from second to second', async () => {
    const results = await run('servo-drive-sampled', { set: ['sampler.period=50 ms'], until: 10 });
    const { t, y } = results.series('motor.in.p');
    const swing = (from: number): number => {
      const part = y.filter((_, k) => (t[k] as number) >= from && (t[k] as number) < from + 1);
      return Math.max(...part) - Math.min(...part);
    };
    for (let second = 3; second < 9; second++) expect(swing(second + 1) / swing(second), `${second} s`).toBeGreaterThan(1.1);
    expect(swing(9)).toBeGreaterThan(30e5);
  });
});

describe('lines of 10 m with friction either side of the motor', async () => {
  const [waves, analogue] = [await run('servo-drive-lines', { until: 1.5 }), await run('servo-drive', { until: 1.5 })];

  test('the load moves as without waves, within 0.3 % of its way; the pressure at the motor differs by more than 5 bar', () => {
    expect(largest(waves.series('motor.angle'), analogue.series('motor.angle'))).toBeLessThan(3e-3);
    const { y } = analogue.series('motor.in.p');
    const span = Math.max(...y) - Math.min(...y);
    expect(largest(waves.series('motor.in.p'), analogue.series('motor.in.p')) * span).toBeGreaterThan(5e5);
  });

  /**
   * The motor's load shuts the line to waves; at the other end are 4 m that only store oil, 0.4 of the line's own capacitance: tan ωT = -0.4 ωT,
   * 37.9, 82.2 and 129.5 Hz, between those of an open end and of a shut one (c/4L = 25 Hz, c/2L = 50 Hz). 1.5 %: what 0.6 s tell apart, and friction.
   */
  test('they ring at the natural frequencies of a shut line that ends in a volume', () => {
    const frequencies = [1, 2, 3].map((k) => {
      let [low, high] = [(k - 0.5) * Math.PI + 1e-9, k * Math.PI];
      for (let n = 0; n < 60; n++) {
        const middle = (low + high) / 2;
        if (Math.tan(middle) + 0.4 * middle < 0) low = middle;
        else high = middle;
      }
      return low / (2 * Math.PI * 0.01);
    });
    expect(frequencies[0]).toBeCloseTo(37.89, 2);
    const [from, to] = [0.25, 0.85];
    const { t, y } = waves.series('motor.in.p');
    const smooth = analogue.series('motor.in.p').y;
    const ripple = (frequency: number): number => {
      let [re, im] = [0, 0];
      for (let k = 1; k < t.length; k++) {
        const time = t[k] as number;
        if (time < from || time > to) continue;
        const window = Math.sin((Math.PI * (time - from)) / (to - from)) ** 2;
        const value = window * ((y[k] as number) - (smooth[k] as number));
        re += value * Math.cos(2 * Math.PI * frequency * time);
        im += value * Math.sin(2 * Math.PI * frequency * time);
      }
      return Math.hypot(re, im);
    };
    for (const frequency of frequencies) {
      const near = Array.from({ length: 81 }, (_, k) => frequency * (0.9 + k / 400));
      const peak = near.reduce((a, b) => (ripple(b) > ripple(a) ? b : a));
      expect(Math.abs(peak / frequency - 1), `${frequency} Hz`).toBeLessThan(0.015);
    }
  });
});
