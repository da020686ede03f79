/** Bodies, springs, transmissions and machines with a shaft, by lines and as differential equations: against statics, momentum, power, and the kinds without such ports. */
import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import { type Solved, type Solver, solved, solvers } from '../support/bothSolvers.js';

const rod = { stiffness: '20 kN/mm' };
const shaft = { stiffness: '20 kNm/rad' };
const g = 9.80665;
/** Lines yield a little. */
const close = 2e-3;

interface How {
  readonly end: number;
  readonly record: readonly string[];
  readonly longest?: string;
}

const run = (b: CircuitBuilder, solver: Solver, { end, record, longest = '20 us' }: How): Promise<Solved> =>
  solved(
    b
      .fluid({ bulkModulus: '16000 bar', density: '870 kg/m3', viscosity: '46 cSt' })
      .run({ end: `${end} s`, maximumStep: longest })
      .record({ every: `${end / 50} s`, signals: [...record] }),
    solver,
    1e-7,
  );

/** In parts of what is expected. */
const off = (value: number, expected: number): number => Math.abs(value / expected - 1);

/** A body that is pushed, a component, and a wall: 'body', 'it'. */
function pushed(kind: string, parameters: object, push: string, initialVelocity = '0 m/s'): CircuitBuilder {
  return circuit(kind)
    .component('it', kind, parameters as Record<string, unknown>)
    .component('body', 'mass', { mass: '20 kg', initialVelocity })
    .component('push', 'forceSource', { force: push })
    .component('wall', 'velocitySource')
    .direct('body.a', 'push')
    .line('A', 'body.b', 'it.a', rod)
    .line('B', 'it.b', 'wall', rod);
}

/** A constant torque at one port of a component, and a body with friction at the other: 'it', 'body'. */
function driven(kind: string, parameters: object, [from, to]: readonly [string, string], torque: string, turns = true): CircuitBuilder {
  const b = circuit(kind)
    .component('it', kind, parameters as Record<string, unknown>)
    .component('drive', 'torqueSource', { torque })
    .line('A', 'drive', `it.${from}`, shaft);
  if (!turns)
    return b
      .component('body', 'mass', { mass: '50 kg', viscousFriction: '2 kN s/m' })
      .component('free', 'forceSource')
      .direct('body.b', 'free')
      .line('B', `it.${to}`, 'body.a', rod);
  return b
    .component('body', 'inertia', { inertia: '0.5 kg m2', viscousFriction: '20 Nm s/rad' })
    .component('free', 'torqueSource')
    .direct('body.b', 'free')
    .line('B', `it.${to}`, 'body.a', shaft);
}

describe.each(solvers)('by %s', (solver) => {
  test('mass: it slides to a stop in v²/2μg, is held on a slope, and falls onto its stop', async () => {
    const b = circuit('masses')
      .component('free', 'forceSource')
      .component('slides', 'mass', { mass: '20 kg', coulombFriction: '100 N', initialVelocity: '1 m/s' })
      .component('held', 'mass', { mass: '20 kg', coulombFriction: '100 N', inclination: '0.5 rad' })
      .component('falls', 'mass', { mass: '20 kg', inclination: '90 deg', minimumPosition: '-0.5 m' })
      .component('carried', 'mass', { mass: '20 kg', inclination: '90 deg' })
      .component('ground', 'velocitySource')
      .line('L', 'ground', 'carried.a', rod)
      .direct('carried.b', 'free');
    for (const name of ['slides', 'held', 'falls']) b.direct(`${name}.a`, 'free').direct(`${name}.b`, 'free');
    const done = await run(b, solver, { end: 0.4, record: ['*.x', '*.v', 'L.force'] });
    expect(done.last('slides.x')).toBeCloseTo(1 / (2 * 5), 4);
    expect(done.last('slides.v')).toBe(0);
    expect(Math.abs(done.last('held.x'))).toBeLessThan(1e-9);
    expect([done.last('falls.x'), done.last('falls.v')]).toEqual([-0.5, 0]);
    // Undamped on its spring, it swings about its weight: between nothing and twice of it.
    expect(Math.max(...done.of('L.force'))).toBeLessThan(2.01 * 20 * g);
    expect(Math.min(...done.of('L.force'))).toBeGreaterThan(-0.01 * 20 * g);
  });

  test('springDamper: the damped oscillator', async () => {
    const b = pushed('springDamper', { stiffness: '20 N/mm', damping: '400 N s/m' }, '100 N');
    const done = await run(b, solver, { end: 0.3, record: ['it.compression'] });
    const [w, d] = [Math.sqrt(2e4 / 20), 400 / 40];
    const ring = Math.sqrt(w * w - d * d);
    for (const [n, t] of done.t.entries()) {
      const exact = (100 / 2e4) * (1 - Math.exp(-d * t) * (Math.cos(ring * t) + (d / ring) * Math.sin(ring * t)));
      // The lines yield by a thousandth of the spring each.
      expect(Math.abs((done.of('it.compression')[n] as number) - exact)).toBeLessThan(5e-3 * (100 / 2e4));
    }
  });

  test('contact: nothing before it touches, then half an oscillation of √(k/m), and what came in goes out', async () => {
    const b = pushed('contact', { gap: '5 mm', stiffness: '20 N/mm' }, '0 N', '0.1 m/s');
    const done = await run(b, solver, { end: 0.2, record: ['it.force', 'body.v'] });
    const [touches, leaves] = [0.05, 0.05 + Math.PI * Math.sqrt(20 / 2e4)];
    for (const [n, t] of done.t.entries()) {
      const exact = t > touches && t < leaves ? 0.1 * Math.sqrt(2e4 * 20) * Math.sin(Math.sqrt(2e4 / 20) * (t - touches)) : 0;
      expect(Math.abs((done.of('it.force')[n] as number) - exact)).toBeLessThan(0.6);
    }
    expect(done.last('it.force')).toBe(0);
    expect(off(done.last('body.v'), -0.1)).toBeLessThan(5e-3);
  });

  test('rope: slack it bears nothing, then the weight swings in it; it never pushes', async () => {
    const b = circuit('rope')
      .component('it', 'rope', { slack: '10 mm', stiffness: '50 N/mm', hysteresis: '20 s/m' })
      .component('hook', 'velocitySource')
      .component('weight', 'mass', { mass: '20 kg', inclination: '-90 deg', viscousFriction: '400 N s/m' })
      .component('free', 'forceSource')
      .direct('weight.b', 'free')
      .line('A', 'hook', 'it.a', rod)
      .line('B', 'it.b', 'weight.a', rod);
    const done = await run(b, solver, { end: 0.8, record: ['it.tension', 'it.apart'] });
    expect(Math.min(...done.of('it.tension'))).toBe(0);
    expect(off(done.last('it.tension'), 20 * g)).toBeLessThan(1e-3);
    expect(off(done.last('it.apart'), 0.01 + (20 * g) / 5e4)).toBeLessThan(1e-3);
  });

  test('lever and rigidJoint: forces as their arms, one velocity and the sum of the forces', async () => {
    const b = circuit('lever')
      .component('push', 'forceSource', { force: '600 N' })
      .component('j', 'rigidJoint', { mass: '5 kg' })
      .component('it', 'lever', { armRatio: 2 })
      .component('it2', 'springDamper', { stiffness: '10 N/mm', damping: '500 N s/m' })
      .component('near', 'mass', { mass: '10 kg', viscousFriction: '1 kN s/m' })
      .component('spring', 'springDamper', { stiffness: '10 N/mm', damping: '500 N s/m' })
      .component('wall', 'velocitySource')
      .component('wall2', 'velocitySource')
      .line('P', 'push', 'j.a', rod)
      .line('A', 'j.b', 'it.a', rod)
      .line('B', 'it.b', 'near.a', rod)
      .line('C', 'near.b', 'spring.a', rod)
      .line('D', 'spring.b', 'wall', rod)
      .line('E', 'j.c', 'it2.a', rod)
      .line('F', 'it2.b', 'wall2', rod);
    const done = await run(b, solver, { end: 0.8, record: ['j.x', 'near.x', 'spring.force', 'it2.force', 'it.a.force'] });
    // x of the joint, 2x of the far arm: 600 = K x + 2 (K 2x).
    const x = 600 / (1e4 * 5);
    expect(off(done.last('j.x'), x)).toBeLessThan(close);
    expect(off(done.last('near.x'), 2 * x)).toBeLessThan(close);
    expect(off(done.last('spring.force'), 1e4 * 2 * x)).toBeLessThan(close);
    expect(off(done.last('it.a.force') + done.last('it2.force'), 600)).toBeLessThan(close);
  });

  test('slides: by Stribeck it creeps below its friction and slides above, by LuGre it holds on its bristles', async () => {
    const friction = {
      mass: '20 kg',
      viscousFriction: '200 N s/m',
      coulombFriction: '60 N',
      staticFriction: '90 N',
      stribeckVelocity: '10 mm/s',
    };
    const b = circuit('slides')
      .component('free', 'forceSource')
      .component('low', 'forceSource', { force: '50 N' })
      .component('high', 'forceSource', { force: '120 N' });
    for (const push of ['low', 'high']) {
      b.component(`s_${push}`, 'stribeckSlide', friction).component(`l_${push}`, 'lugreSlide', {
        ...friction,
        bristleStiffness: '1 kN/mm',
        bristleDamping: '500 N s/m',
      });
      for (const name of [`s_${push}`, `l_${push}`]) b.direct(`${name}.a`, push).direct(`${name}.b`, 'free');
    }
    b.component('o', 'velocitySource').component('w', 'mass', { mass: '1 kg' }).direct('w.a', 'free').line('L', 'w.b', 'o', rod);
    const done = await run(b, solver, { end: 1, record: ['*.v', '*.x', 'l_low.z'], longest: '0.1 ms' });
    for (const name of ['s_high', 'l_high']) expect(off(done.last(`${name}.v`), (120 - 60) / 200)).toBeLessThan(2e-3);
    // tanh(v/v_ε) (60 + 30 e) = 50 within the first millimetre a second.
    expect(done.last('s_low.v')).toBeGreaterThan(0.5e-3);
    expect(done.last('s_low.v')).toBeLessThan(0.7e-3);
    expect(off(done.last('l_low.z'), 50 / 1e6)).toBeLessThan(1e-3);
    expect(Math.abs(done.last('l_low.v'))).toBeLessThan(1e-6);
  });

  test('gearbox: T_out = n η T_in, power in is power out and loss', async () => {
    const b = driven('gearbox', { ratio: 5, efficiency: 0.9, inertia: '0.05 kg m2' }, ['in', 'out'], '20 Nm');
    const done = await run(b, solver, { end: 1.5, record: ['it.*', 'body.speed'], longest: '50 us' });
    const [tin, tout, win, wout] = ['it.in.torque', 'it.out.torque', 'it.in.speed', 'it.out.speed'].map((name) => done.last(name)) as [
      number,
      number,
      number,
      number,
    ];
    expect(off(tout, 5 * 0.9 * 20)).toBeLessThan(1e-4);
    expect(off(wout, (5 * 0.9 * 20) / 20)).toBeLessThan(1e-4);
    expect(off(-win, 5 * wout)).toBeLessThan(1e-4);
    expect(off(0.9 * tin * -win, tout * wout)).toBeLessThan(1e-4);
  });

  test('winch: lifts its load at T/R - m g, and the layers raise its radius', async () => {
    const winding = {
      drumRadius: '100 mm',
      drumWidth: '200 mm',
      ropeDiameter: '10 mm',
      inertia: '0.5 kg m2',
      viscousFriction: '8 Nm s/rad',
      initialWound: '10 m',
    };
    const b = circuit('winch')
      .component('it', 'winch', winding)
      .component('drive', 'torqueSource', { torque: '120 Nm' })
      .component('load', 'mass', { mass: '50 kg', inclination: '90 deg', viscousFriction: '200 N s/m' })
      .component('free', 'forceSource')
      .direct('load.a', 'free')
      .line('A', 'drive', 'it.shaft', shaft)
      .line('R', 'it.rope', 'load.b', { ...rod, initialForce: `${-50 * g} N` });
    const done = await run(b, solver, {
      end: 2,
      record: ['it.radius', 'it.wound', 'it.speed', 'load.v', 'load.x', 'R.force'],
      longest: '50 us',
    });
    const [radius, wound, speed] = ['it.radius', 'it.wound', 'it.speed'].map((name) => done.last(name)) as [number, number, number];
    expect(off(Math.PI * 0.2 * (radius ** 2 - 0.01), 1e-4 * wound)).toBeLessThan(1e-9);
    expect(off(wound - 10, done.last('load.x'))).toBeLessThan(1e-3);
    // The radius grows slowly: steady but for that.
    expect(off(speed, (120 - radius * 50 * g) / (8 + 200 * radius ** 2))).toBeLessThan(3e-3);
    expect(off(-done.last('R.force'), 50 * g + 200 * done.last('load.v'))).toBeLessThan(3e-3);
  });

  test('rackAndPinion and sensors: v = r ω, T = r F; power measured is power spent', async () => {
    const b = driven('rackAndPinion', { radius: '50 mm' }, ['shaft', 'rack'], '10 Nm', false);
    // Friction ends the ringing: 10 Nm = (0.5 + 0.05² (200 + 2000)) ω.
    const measured = circuit('measured')
      .component('drive', 'torqueSource', { torque: '10 Nm' })
      .component('j', 'inertia', { inertia: '0.01 kg m2', viscousFriction: '0.5 Nm s/rad' })
      .component('turning', 'shaftSensor')
      .component('it', 'rackAndPinion', { radius: '50 mm' })
      .component('moving', 'linearSensor')
      .component('m', 'mass', { mass: '5 kg', viscousFriction: '200 N s/m' })
      .component('body', 'mass', { mass: '50 kg', viscousFriction: '2 kN s/m' })
      .component('free', 'forceSource')
      .direct('body.b', 'free')
      .line('A', 'drive', 'j.a', shaft)
      .line('B', 'j.b', 'turning.a', shaft)
      .line('C', 'turning.b', 'it.shaft', shaft)
      .line('E', 'it.rack', 'm.a', rod)
      .line('F', 'm.b', 'moving.a', rod)
      .line('G', 'moving.b', 'body.a', rod);
    const simple = await run(b, solver, { end: 0.5, record: ['it.rack.force', 'body.v'] });
    expect(off(simple.last('it.rack.force'), 200)).toBeLessThan(close);
    expect(off(simple.last('body.v'), 0.1)).toBeLessThan(close);
    const w = 10 / 6;
    const done = await run(measured, solver, { end: 0.5, record: ['turning.*', 'moving.*', 'body.x'] });
    for (const [name, value] of [
      ['turning.torque', 10 - w / 2],
      ['turning.speed', w],
      ['turning.power', (10 - w / 2) * w],
      ['moving.force', 100 * w],
      ['moving.velocity', 0.05 * w],
      ['moving.power', 5 * w * w],
    ] as const)
      expect(off(done.last(name), value), name).toBeLessThan(5e-3);
    expect(off(done.last('moving.position'), done.last('body.x'))).toBeLessThan(5e-3);
    expect(off(done.last('turning.angle') * 0.05, done.last('body.x'))).toBeLessThan(5e-3);
  });

  test('clutch: two bodies come to one speed, with the momentum of both, in J Δω/T', async () => {
    const b = circuit('clutch')
      .component('j1', 'inertia', { inertia: '0.2 kg m2', initialSpeed: '30 rad/s' })
      .component('j2', 'inertia', { inertia: '0.4 kg m2' })
      .component('it', 'clutch', { maximumTorque: '20 Nm', smoothingSpeed: '0.1 rad/s' })
      .component('free', 'torqueSource')
      .direct('j1.a', 'free')
      .direct('j2.b', 'free')
      .line('A', 'j1.b', 'it.a', shaft)
      .line('B', 'it.b', 'j2.a', shaft);
    const done = await run(b, solver, { end: 0.3, record: ['j1.speed', 'j2.speed', 'it.torque'] });
    // Slipping ends at 30/(20 (1/0.2 + 1/0.4)) = 0.2 s, at 10 rad/s.
    const half = done.t.findIndex((t) => t > 0.0999);
    expect(off(done.of('j2.speed')[half] as number, (20 / 0.4) * (done.t[half] as number))).toBeLessThan(5e-3);
    expect(off(done.last('j1.speed'), 10)).toBeLessThan(5e-3);
    expect(off(done.last('j2.speed'), 10)).toBeLessThan(5e-3);
  });

  test('shaftJoint and elasticCoupling: torques add up, and the backlash has to be gone through', async () => {
    const rigid = { stiffness: '2000 kNm/rad' };
    const b = circuit('joint')
      .component('drive', 'torqueSource', { torque: '30 Nm' })
      .component('j', 'shaftJoint', { inertia: '0.1 kg m2' })
      .component('stiffer', 'elasticCoupling', { stiffness: '2 kNm/rad', damping: '10 Nm s/rad' })
      .component('loose', 'elasticCoupling', { stiffness: '1 kNm/rad', damping: '10 Nm s/rad', backlash: '0.01 rad' })
      .component('held', 'speedSource')
      .component('held2', 'speedSource')
      .line('A', 'drive', 'j.a', rigid)
      .line('B', 'j.b', 'stiffer.a', rigid)
      .line('C', 'stiffer.b', 'held', rigid)
      .line('D', 'j.c', 'loose.a', rigid)
      .line('E', 'loose.b', 'held2', rigid);
    const done = await run(b, solver, { end: 0.4, record: ['stiffer.*', 'loose.*'] });
    // 30 = 2000 θ + 1000 (θ - 0.005).
    const twist = 35 / 3000;
    expect(off(done.last('stiffer.twist'), twist)).toBeLessThan(5e-3);
    expect(off(done.last('loose.torque'), 1000 * (twist - 0.005))).toBeLessThan(5e-3);
    expect(off(done.last('stiffer.torque') + done.last('loose.torque'), 30)).toBeLessThan(1e-3);
  });

  test('shaftPump on a drive: Q = X D ω - k Δp, T ω pays for Q Δp and friction', async () => {
    const b = circuit('pump')
      .component('drive', 'speedSource', { speed: '100 rad/s' })
      .component('it', 'shaftPump', {
        displacement: '40 cc/rev',
        slipCoefficient: 2e-9,
        viscousCoefficient: 5e4,
        inertia: '0.01 kg m2',
        viscousFriction: '1 Nm s/rad',
        initialSpeed: '100 rad/s',
      })
      .component('u', 'constant', { value: 0.6 })
      .signal('u', 'it.demand')
      .component('t', 'tank')
      .component('load', 'pressureSource', { pressure: '100 bar' })
      .direct('it.in', 't')
      .direct('it.out', 'load')
      .line('A', 'drive', 'it.shaft', { stiffness: '200 Nm/rad' });
    const done = await run(b, solver, { end: 1, record: ['it.*'], longest: '0.1 ms' });
    const [D, mu, dp, w] = [40e-6 / (2 * Math.PI), 870 * 46e-6, 1e7, 100];
    expect(off(done.last('it.out.q'), 0.6 * D * w - ((2e-9 * D) / mu) * dp)).toBeLessThan(1e-4);
    expect(off(done.last('it.shaft.torque'), 0.6 * D * dp + (5e4 * D * mu + 1) * w)).toBeLessThan(1e-3);
  });
});
