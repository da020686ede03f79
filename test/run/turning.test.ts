/** Motor and flow divider between fixed pressures: analytic run-up, thresholds of sticking, brake, travel limits, oil taken. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { ByHand } from '../support/byHand.js';

const displacement = 1e-5;
const gearRatio = 2;
const inertia = { motorInertia: 0.01, loadInertia: 0.16 };
/** J of the motor shaft: J_m + J_L/n². */
const shaft = inertia.motorInertia + inertia.loadInertia / gearRatio ** 2;
type Rows = readonly (readonly [number, number])[];

function motor(parameters: Record<string, unknown>, { pressure = 0, load = [[0, 0]] as Rows, brake = [[0, 0]] as Rows } = {}) {
  const points = (rows: Rows) => ({ points: [...rows, [100, rows.at(-1)?.[1] ?? 0] as const].map(([t, value]) => [`${t} s`, value]) });
  return circuit('turning')
    .component('m', 'motor', {
      displacement: `${displacement} m3/rad`,
      gearRatio,
      motorInertia: `${inertia.motorInertia} kg m2`,
      loadInertia: `${inertia.loadInertia} kg m2`,
      ...parameters,
    })
    .component('load', 'dutyCycle', points(load))
    .component('brake', 'dutyCycle', points(brake))
    .signal('load', 'm.load')
    .signal('brake', 'm.brake')
    .component('s', 'pressureSource', { pressure: `${Math.max(0, pressure)} Pa` })
    .component('t', 'tank', { pressure: `${Math.max(0, -pressure)} Pa` })
    .direct('m.in', 's')
    .direct('m.out', 't')
    .run({ end: '1 s' })
    .build();
}

const run = (built: ReturnType<typeof motor>, until: number, step = 1e-4): Promise<LineResults> =>
  simulate(built, { workers: 1, until, step, every: step, record: ['m.*'] });
const last = (results: LineResults, name: string): number => results.series(name).y.at(-1) as number;
/** A state in the middle of the last step, where the flows are. */
const middle = (results: LineResults, name: string): number => (last(results, name) + (results.series(name).y.at(-2) as number)) / 2;

describe('motor: run-up', () => {
  test('constant pressure and load: ω = (DΔp - T_L/n) t/J to rounding, angle of the load ½ ω t/n', async () => {
    const results = await run(motor({}, { pressure: 5e5, load: [[0, 4]] }), 0.1);
    const torque = displacement * 5e5 - 4 / gearRatio;
    // 1000 sums of numbers of order 1 to 10.
    expect(last(results, 'm.speed')).toBeCloseTo((torque / shaft) * 0.1, 11);
    expect(last(results, 'm.angle')).toBeCloseTo((0.5 * (torque / shaft) * 0.01) / gearRatio, 12);
    expect(last(results, 'm.loadSpeed')).toBe(last(results, 'm.speed') / gearRatio);
  });

  test('against viscous friction of motor, load and oil: ω of order 2', async () => {
    const mu = 870 * 46e-6;
    const damping = 0.02 + 0.04 / gearRatio ** 2 + 5e4 * displacement * mu;
    const built = motor(
      { viscousFriction: '0.02 Nm s/rad', loadViscousFriction: '0.04 Nm s/rad', viscousCoefficient: 5e4 },
      { pressure: 5e5 },
    );
    const exact = (t: number): number => ((displacement * 5e5) / damping) * (1 - Math.exp((-damping * t) / shaft));
    const errors: number[] = [];
    for (const step of [0.08, 0.04, 0.02]) {
      const { t, y } = (await run(built, 2, step)).series('m.speed');
      errors.push(t.reduce((error, time, k) => Math.max(error, Math.abs((y[k] as number) - exact(time))), 0));
    }
    for (const k of [0, 1])
      expect(Math.abs(Math.log2((errors[k] as number) / (errors[k + 1] as number)) - 2), `${errors}`).toBeLessThan(0.05);
  });

  test('flow D ω + cs D/μ Δp', async () => {
    const results = await run(motor({ slipCoefficient: 1e-8 }, { pressure: 5e5 }), 0.1);
    const flow = displacement * middle(results, 'm.speed') + ((1e-8 * displacement) / (870 * 46e-6)) * 5e5;
    expect(last(results, 'm.out.q') / flow).toBeCloseTo(1, 12);
    expect(last(results, 'm.in.q')).toBe(-last(results, 'm.out.q'));
  });
});

/** Of the motor shaft: rest holds (30 - 20)/n + 20/n = 15 Nm, motion costs 20/n = 10 Nm. */
const dry = { coulombTorque: '20 Nm', staticTorque: '30 Nm' };

describe('motor: dry friction of the load', () => {
  test.each([14.9, -14.9])('a torque of %d Nm at the motor shaft sticks, to the bit', async (torque) => {
    const results = await run(motor(dry, { load: [[0, -torque * gearRatio]] }), 0.02);
    expect([...results.series('m.speed').y, ...results.series('m.angle').y].every((x) => x === 0)).toBe(true);
  });

  test.each([15.1, -15.1])('a torque of %d Nm breaks away and is slowed by 10 Nm', async (torque) => {
    const results = await run(motor(dry, { load: [[0, -torque * gearRatio]] }), 0.02);
    const acceleration = (Math.sign(torque) * (15.1 - 10)) / shaft;
    // The direction of friction is judged on the accepted torque: it may start a step late.
    expect(Math.abs(last(results, 'm.speed') - acceleration * 0.02)).toBeLessThan(1.01 * Math.abs(acceleration) * 1e-4);
  });

  test('a static torque below the Coulomb torque does not count', async () => {
    const weak = { coulombTorque: '20 Nm', staticTorque: '10 Nm' };
    expect(last(await run(motor(weak, { load: [[0, -19.8]] }), 0.02), 'm.speed')).toBe(0);
    expect(last(await run(motor(weak, { load: [[0, -20.2]] }), 0.02), 'm.speed')).toBeGreaterThan(0);
  });

  test('friction in proportion to the pressure: a fraction cf of D|Δp| is lost, whichever way the pressure drives', async () => {
    for (const pressure of [20e5, -20e5]) {
      const results = await run(motor({ coulombCoefficient: 0.25 }, { pressure }), 0.02);
      const acceleration = (0.75 * displacement * pressure) / shaft;
      expect(Math.abs(last(results, 'm.speed') - acceleration * 0.02)).toBeLessThan(1.01 * Math.abs(acceleration) * 1e-4);
    }
  });

  test('the brake stops the load and holds it; half a brake holds half', async () => {
    const braked = (application: number) =>
      motor(
        { brakeTorque: '40 Nm' },
        {
          load: [[0, -10]],
          brake: [
            [0, 0],
            [0.1, 0],
            [0.1, application],
            [1, application],
          ],
        },
      );
    const held = (await run(braked(2), 0.5)).series('m.speed').y;
    // (10 - 40)/n on J from 10 Nm t/(n J): stopped after a third of the time that it ran.
    const stopped = held.findIndex((w, k) => k > 1000 && w === 0);
    expect(Math.abs(stopped * 1e-4 - (0.1 + 0.1 / 3))).toBeLessThan(1e-3);
    expect([...held.slice(stopped)].every((w) => w === 0)).toBe(true);
    const half = await run(braked(0.5), 0.5);
    expect(last(half, 'm.speed')).toBe(0);
    // A quarter of the brake is exactly the load: it neither slows nor stops; an eighth lets it run up.
    expect(last(await run(braked(0.125), 0.5), 'm.speed')).toBeGreaterThan(((10 / gearRatio) * 0.1) / shaft);
  });
});

describe('motor: travel limits', () => {
  const limits = { minimumAngle: '-1 rad', maximumAngle: '2 rad' };

  test('the angle is exactly the limit and the speed exactly 0; it leaves when the torque turns', async () => {
    const results = await run(
      motor(limits, {
        load: [
          [0, -10],
          [1, -10],
          [1, 10],
          [2.5, 10],
        ],
      }),
      2.4,
      1e-3,
    );
    const [angle, speed] = [results.series('m.angle').y, results.series('m.speed').y];
    // ½ (10/n/J)/n t² = 2 rad after 0.283 s, and 3 rad more the other way after 0.346 s.
    for (let k = 290; k <= 1000; k++) expect([angle[k], speed[k]]).toEqual([2, 0]);
    for (let k = 1003; k < 1330; k++) expect(speed[k]).toBeLessThan(0);
    for (let k = 1360; k <= 2400; k++) expect([angle[k], speed[k]]).toEqual([-1, 0]);
  });

  test('the oil taken from rest at one angle to rest at a limit is D n Δangle', () => {
    const m = new ByHand(motor(limits, { load: [[0, -10]] }));
    m.retune(1e-3);
    let oil = 0;
    for (let n = 0; n < 400; n++) {
      m.advance(1e-3);
      oil += m.value('m.out.q') * 1e-3;
    }
    expect([m.value('m.angle'), m.value('m.speed')]).toEqual([2, 0]);
    // Hundreds of sums, each rounded to 1e-16.
    expect(oil / (displacement * gearRatio * 2)).toBeCloseTo(1, 13);
  });
});

test('flow divider: two motors of different size between fixed pressures share one speed; run-up against friction', async () => {
  const [d1, d2, j] = [1e-5, 2e-5, 0.05];
  const built = circuit('divider')
    .component('fd', 'flowDivider', {
      displacement1: `${d1} m3/rad`,
      displacement2: `${d2} m3/rad`,
      coulombCoefficient1: 0.1,
      coulombCoefficient2: 0.2,
      inertia: `${j} kg m2`,
    })
    .component('s1', 'pressureSource', { pressure: '10 bar' })
    .component('s2', 'pressureSource', { pressure: '4 bar' })
    .component('t1', 'tank')
    .component('t2', 'tank', { pressure: '6 bar' })
    .direct('fd.in1', 's1')
    .direct('fd.in2', 's2')
    .direct('fd.out1', 't1')
    .direct('fd.out2', 't2')
    .run({ end: '0.1 s' })
    .build();
  const results = await simulate(built, { workers: 1, step: 1e-4, record: ['fd.*'] });
  // 10 Nm - 4 Nm of driving, 1 Nm + 0.8 Nm of friction.
  const acceleration = (d1 * 10e5 - d2 * 2e5 - 0.1 * d1 * 10e5 - 0.2 * d2 * 2e5) / j;
  const speed = last(results, 'fd.speed');
  expect(Math.abs(speed - acceleration * 0.1)).toBeLessThan(1.01 * acceleration * 1e-4);
  // Flows are of the middle of the step: it accelerates by half a step less.
  expect(last(results, 'fd.out1.q')).toBeCloseTo(d1 * (speed - acceleration * 0.5e-4), 15);
  expect(last(results, 'fd.out2.q')).toBeCloseTo(d2 * (speed - acceleration * 0.5e-4), 15);
});
