/** Filters against their closed answers; what follows a signal against its slopes, gaps and limits. */
import { describe, expect, test } from 'vitest';
import { block, constant, type Source, sine, solved, solvers, through } from '../support/bothSolvers.js';

/** Largest difference from a formula of time, the first row left out. */
function worst(t: Float64Array, y: Float64Array, formula: (t: number) => number): number {
  let largest = 0;
  for (let k = 1; k < y.length; k++) largest = Math.max(largest, Math.abs((y[k] as number) - formula(t[k] as number)));
  return largest;
}
const ramp: Source = { kind: 'ramp', parameters: { duration: '1 s', finalValue: 1 } };

describe.each(solvers)('by %s', (solver) => {
  test('leadLag: K (1 + (T1/T2 - 1) e^(-t/T2)) after a step', async () => {
    const parameters = { gain: 2, leadTime: '0.3 s', lagTime: '0.1 s' };
    const done = await solved(block('leadLag', parameters, { input: constant(1) }, { end: 1 }), solver);
    expect(worst(done.t, done.of('it.output'), (t) => 2 * (1 + 2 * Math.exp(-t / 0.1)))).toBeLessThan(2e-5);
  });

  test('secondOrderFilter: 1 - e^(-ζωt) (cos ω_d t + ζω/ω_d sin ω_d t) after a step', async () => {
    const done = await solved(
      block('secondOrderFilter', { frequency: '5 Hz', dampingRatio: 0.2 }, { input: constant(1) }, { end: 1, step: 2e-4 }),
      solver,
    );
    const omega = 2 * Math.PI * 5;
    const damped = omega * Math.sqrt(1 - 0.04);
    const exact = (t: number): number =>
      1 - Math.exp(-0.2 * omega * t) * (Math.cos(damped * t) + ((0.2 * omega) / damped) * Math.sin(damped * t));
    expect(worst(done.t, done.of('it.output'), exact)).toBeLessThan(3e-5);
  });

  test('integrator: stands at its limit, and leaves it at once when the input turns', async () => {
    const input = through([0, 1], [0.5, 1], [0.5, -1], [1, -1]);
    const done = await solved(block('integrator', { gain: '4 1/s', lowerLimit: -0.5, upperLimit: 1 }, { input }, { end: 1 }), solver);
    const exact = (t: number): number => (t < 0.5 ? Math.min(1, 4 * t) : Math.max(-0.5, 1 - 4 * (t - 0.5)));
    expect(worst(done.t, done.of('it.output'), exact)).toBeLessThan(4.1e-3);
    expect(done.last('it.output')).toBe(-0.5);
  });

  test('rateLimiter: up and down at its rates, and at rest on its input', async () => {
    const input = through([0, 1], [0.5, 1], [0.5, 0], [1, 0]);
    const done = await solved(block('rateLimiter', { riseRate: '4 1/s', fallRate: '5 1/s' }, { input }, { end: 1, step: 2e-4 }), solver);
    const exact = (t: number): number => (t < 0.5 ? Math.min(1, 4 * t) : Math.max(0, 1 - 5 * (t - 0.5)));
    // The lag rounds the corner by at most rate times lag.
    expect(worst(done.t, done.of('it.output'), exact)).toBeLessThan(5e-3);
    expect(Math.abs(done.last('it.output'))).toBeLessThan(1e-9);
  });

  test('backlash: half of the gap behind on the way up, half of it ahead on the way down, still between', async () => {
    const done = await solved(
      block('backlash', { halfGap: 0.2, timeConstant: '0.1 ms' }, { input: sine(1, 1) }, { end: 1.25, step: 1e-4 }),
      solver,
    );
    const y = done.of('it.output');
    const at = (t: number): number => y[Math.round(t / 1e-4)] as number;
    expect(Math.abs(at(0.25) - 0.8)).toBeLessThan(1e-3);
    expect(Math.abs(at(0.26) - 0.8)).toBeLessThan(1e-3);
    expect(Math.abs(at(0.5) - (Math.sin(Math.PI) + 0.2))).toBeLessThan(2e-3);
    expect(Math.abs(at(0.75) - -0.8)).toBeLessThan(1e-3);
    expect(Math.abs(at(1) - -0.2)).toBeLessThan(2e-3);
  });

  test('padeDelay: a ramp comes out its delay later; a sine keeps its size and lags by 2 atan(ωT/2)', async () => {
    const late = await solved(block('padeDelay', { delay: '50 ms' }, { input: ramp }, { end: 1 }), solver);
    expect(Math.abs(late.last('it.output') - 0.95)).toBeLessThan(1e-6);
    const wave = await solved(block('padeDelay', { delay: '50 ms' }, { input: sine(1, 8) }, { end: 1, step: 2e-4 }), solver);
    const angle = 2 * Math.atan((2 * Math.PI * 8 * 0.05) / 2);
    const [t, y] = [wave.t, wave.of('it.output')];
    const half = y.length >> 1;
    expect(worst(t.slice(half), y.slice(half), (at) => Math.sin(2 * Math.PI * 8 * at - angle))).toBeLessThan(2e-4);
  });

  describe('pidController', () => {
    const gains = { gain: 2, integralGain: '3 1/s', derivativeGain: '0.5 s', filterTime: '10 ms', trackingTime: '0.1 s' };
    const wide = { lowerLimit: -100, upperLimit: 100 };

    test('between its limits it is K_p e + K_i ∫e - K_d y_f′ of a ramp', async () => {
      const inputs = { setpoint: constant(0.5), measured: ramp };
      const done = await solved(block('pidController', { ...gains, ...wide, setpointWeight: 0.3 }, inputs, { end: 1, step: 2e-4 }), solver);
      const exact = (t: number): number => 2 * (0.15 - t) + 3 * (0.5 * t - t ** 2 / 2) - 0.5 * (1 - Math.exp(-t / 0.01));
      expect(worst(done.t, done.of('it.output'), exact)).toBeLessThan(3e-5);
    });

    test('beyond a limit the integral is led back: there v comes to K_i e T_t beyond it', async () => {
      const inputs = { setpoint: constant(0.5), measured: constant(0) };
      const built = block('pidController', gains, inputs, { end: 2 }).record({ every: '2 ms', signals: ['it.integral', 'it.output'] });
      const done = await solved(built, solver);
      expect(done.last('it.output')).toBe(1);
      expect(Math.abs(done.last('it.integral') + 2 * 0.5 - (1 + 3 * 0.5 * 0.1))).toBeLessThan(1e-6);
    });
  });
});
