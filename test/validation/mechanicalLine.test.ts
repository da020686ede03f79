/** Springs and rods as lines: against the oscillator, two bodies on a spring, and d'Alembert's waves. */
import { expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';

const [M, K, F0] = [50, 2e5, 1000];
const omega = Math.sqrt(K / M);

/** A mass, free on one side, on a spring that is pressed at t = 0: F = F_0 cos ωt, v = -F_0/(Mω) sin ωt. */
const oscillator = (filter: number) =>
  circuit('oscillator')
    .component('m', 'mass', { mass: `${M} kg` })
    .component('free', 'forceSource')
    .component('wall', 'velocitySource')
    .direct('m.a', 'free')
    .line('K', 'm.b', 'wall', { stiffness: `${K} N/m`, initialForce: `${F0} N`, filter })
    .record({ every: '0.1 s', signals: ['m.v', 'm.x', 'K.force'] });

const orders = (errors: readonly number[]): number[] => errors.slice(1).map((error, k) => Math.log2((errors[k] as number) / error));
const steps = [8e-4, 4e-4, 2e-4, 1e-4];

const judged = ['m.v', 'K.force'] as const;

test.each([0, 0.2])('a mass on a spring: filter %f gives frequency √(k/m) with order 2', async (filter) => {
  const errors: number[][] = [];
  for (const step of steps) {
    const results = await simulate(
      oscillator(filter)
        .run({ end: '0.4 s', step: `${step} s` })
        .build(),
      { workers: 1 },
    );
    const last = (name: string): number => results.series(name).y.at(-1) as number;
    const t = results.t.at(-1) as number;
    const exact = { 'm.v': (-F0 / (M * omega)) * Math.sin(omega * t), 'K.force': F0 * Math.cos(omega * t) };
    errors.push(judged.map((name) => Math.abs(last(name) - exact[name])));
  }
  expect(Math.min(...errors.flat()), 'far above rounding').toBeGreaterThan(1e-7);
  for (const k of judged.keys())
    for (const found of orders(errors.map((e) => e[k] as number))) expect(Math.abs(found - 2)).toBeLessThan(0.15);
});

test('the same oscillator as differential equations', async () => {
  const results = await simulateLumped(oscillator(0.2).run({ end: '0.4 s' }).build(), { relativeTolerance: 1e-8 });
  const t = results.t.at(-1) as number;
  expect(results.series('m.v').y.at(-1)).toBeCloseTo((-F0 / (M * omega)) * Math.sin(omega * t), 6);
  expect((results.series('K.force').y.at(-1) as number) / F0).toBeCloseTo(Math.cos(omega * t), 6);
});

test('notes of an integrator speak of springs and rods, and not of oil', async () => {
  const built = circuit('notes')
    .component('push', 'forceSource', { force: '100 N' })
    .component('m', 'mass', { mass: '50 kg' })
    .component('wall', 'velocitySource')
    .line('A', 'push', 'm.a', { stiffness: '1 kN/mm' })
    .line('W', 'm.b', 'wall', { model: 'wave', impedance: '4 kN s/m', delay: '1 ms' })
    .run({ end: '1 ms' })
    .build();
  expect((await simulateLumped(built)).notes).toEqual([
    '1 wave line is one section of stiffness and mass: no travelling waves (--line-tolerance 2% has them, by modes)',
    '1 mechanical line has its force or torque set by a component at the end (a source, spring or lever): rigid, no unknown',
  ]);
});

test('without a filter the energy of mass and spring stays; with one it falls, by the third order of the step', async () => {
  const left = async (filter: number, step = 0.2e-3): Promise<number> => {
    const results = await simulate(
      oscillator(filter)
        .run({ end: '2 s', step: `${step} s` })
        .build(),
      { workers: 1 },
    );
    const [v, f] = ['m.v', 'K.force'].map((name) => results.series(name).y.at(-1) as number) as [number, number];
    return ((M * v * v) / 2 + (f * f) / (2 * K)) / ((F0 * F0) / (2 * K));
  };
  // What is left over is of second order, (ωΔ)²/8 = 2e-5.
  expect(Math.abs((await left(0)) - 1)).toBeLessThan(1e-4);
  const lost = [1 - (await left(0.2, 1.6e-3)), 1 - (await left(0.2, 0.8e-3))] as const;
  expect(lost[1]).toBeGreaterThan(1e-3);
  expect(lost[0]).toBeLessThan(0.1);
  expect(Math.log2(lost[0] / lost[1])).toBeCloseTo(3, 0);
});

test('two inertias on a shaft ring at √(k (1/J1 + 1/J2)) and keep their angular momentum', async () => {
  const [J1, J2, k, T0] = [0.2, 0.5, 4000, 100];
  const built = circuit('shaft')
    .component('j1', 'inertia', { inertia: `${J1} kg m2` })
    .component('j2', 'inertia', { inertia: `${J2} kg m2` })
    .component('free', 'torqueSource')
    .direct('j1.a', 'free')
    .direct('j2.b', 'free')
    .line('S', 'j1.b', 'j2.a', { stiffness: `${k} Nm/rad`, initialTorque: `${T0} Nm`, filter: 0 })
    .run({ end: '0.1 s', step: '20 us' })
    .record({ every: '1 ms', signals: ['j1.speed', 'j2.speed'] })
    .build();
  const results = await simulate(built, { workers: 1 });
  const [w1, w2] = ['j1.speed', 'j2.speed'].map((name) => results.series(name).y) as [Float64Array, Float64Array];
  const ring = Math.sqrt(k * (1 / J1 + 1 / J2));
  for (const [n, t] of results.t.entries()) {
    const exact = (-T0 / (J1 * ring)) * Math.sin(ring * t);
    expect(Math.abs((w1[n] as number) - exact)).toBeLessThan(1e-3 * (T0 / (J1 * ring)));
    // The wave that is under way in the spring has taken its momentum from one and not yet given it to the other: T Δ.
    expect(Math.abs(J1 * (w1[n] as number) + J2 * (w2[n] as number))).toBeLessThan(1.1 * T0 * 20e-6);
  }
});

test('a rod that carries waves: its end, pushed with v, bears (2n + 1) Z v, exactly', async () => {
  const built = circuit('rod')
    .component('push', 'velocitySource', { velocity: '0.25 m/s' })
    .component('wall', 'velocitySource')
    .line('rod', 'push', 'wall', { model: 'wave', impedance: '4096 N s/m', delay: '1 ms' })
    .run({ end: '10 ms', step: '0.125 ms' })
    .record({ every: '0.125 ms', signals: ['push.end.force', 'wall.end.force'] })
    .build();
  const results = await simulate(built, { workers: 1 });
  const [near, far] = ['push.end.force', 'wall.end.force'].map((name) => results.series(name).y) as [Float64Array, Float64Array];
  for (let n = 1; n <= 80; n++) {
    expect(near[n]).toBe(1024 * (2 * Math.floor((n - 1) / 16) + 1));
    expect(far[n]).toBe(n <= 8 ? 0 : 2048 * Math.floor((n - 9) / 16 + 1));
  }
});

test('the errors of springs count in parts of forceError and torqueError', async () => {
  const run = async (values: Record<string, string>) => {
    const b = circuit('errors')
      .component('m', 'mass', { mass: '50 kg' })
      .component('push', 'controlledForceSource', { gain: '10 kN' })
      .component('wall', 'velocitySource')
      .component('u', 'sine', { amplitude: 1, frequency: '5 Hz' })
      .signal('u', 'push.demand')
      .line('A', 'push', 'm.a', { stiffness: '10 kN/mm' })
      .line('K', 'm.b', 'wall', { stiffness: '0.2 kN/mm' });
    return simulate(b.run({ end: '0.2 s', ...values }).build(), { workers: 1 });
  };
  const usual = await run({});
  // One number drives the master: both scaled by two is the same run, to the bit.
  const scaled = await run({ pressureError: '0.2 bar' });
  expect(scaled.stateDigest).toBe(usual.stateDigest);
  const looser = await run({ forceError: '100 N' });
  expect(looser.account.steps.accepted).toBeLessThan(0.6 * usual.account.steps.accepted);
  const torque = await run({ torqueError: '100 Nm' });
  expect(torque.stateDigest).toBe(usual.stateDigest);
});

test('a rod of impedance M/T is an inertial line: its mass is M, whatever its delay T; pushed with F, free at its other end, both ends move as F t/M', async () => {
  for (const delay of [1e-3, 1e-4]) {
    const built = circuit('inertial')
      .component('push', 'forceSource', { force: `${F0} N` })
      .component('free', 'forceSource')
      .line('rod', 'push', 'free', { model: 'wave', impedance: `${M / delay} N s/m`, delay: `${delay} s` })
      .run({ end: `${40 * delay} s`, step: `${delay / 2} s` })
      .record({ every: `${delay / 2} s`, signals: ['push.end.velocity', 'free.end.velocity'] })
      .build();
    const results = await simulate(built, { workers: 1 });
    const [near, far] = ['push', 'free'].map((name) => results.series(`${name}.end.velocity`).y) as [Float64Array, Float64Array];
    // The other end's velocity counts into the line, too. From the first wave on the mean of both is that of the mass at the middle of each delay.
    for (let k = 3; k < near.length; k += 2) {
      const [a, b] = [k, k + 1].map((row) => ((near[row] as number) - (far[row] as number)) / 2) as [number, number];
      const middle = delay * Math.floor(k / 2) + delay / 2;
      expect(a).toBe(b);
      expect(Math.abs(a - (F0 * middle) / M)).toBeLessThan(1e-12);
    }
  }
});
