/** Sources of force, velocity, torque and speed: what they make of a body with friction or of a line that is a spring. */
import { figure, type KindCheck } from './kindCheck.js';
import { Rig, rows } from './rig.js';

const e1 = 1 - 1 / Math.E;
/** 10 kg and 100 N s/m, 1 kg m² and 10 Nm s/rad: time constants of 100 ms. */
const [body, wheel] = [
  { mass: '10 kg', viscousFriction: '100 N s/m' },
  { inertia: '1 kg m2', viscousFriction: '10 Nm s/rad' },
];
const against = 'analytic: steady velocity F/c, e^(-1) of it after M/c';
const course = rows('0: 0, 0.2: 2, 0.4: 2, 0.5: -1, 1: -1');
const straight = 'a straight course: rounding, and the half step of 0.5 ms by which a line is ahead, 0.1 %';

/** A source behind a line that is a spring, to a wall. */
const pressed = (kind: string, parameters: object, wall: string, stiffness: string): Rig =>
  new Rig({ end: 1, step: 5e-4 })
    .put('it', kind, { ...parameters })
    .put('wall', wall)
    .line('spring', 'it', 'wall', { stiffness, filter: 0 });

export const mechanicalSourceChecks: readonly KindCheck[] = [
  {
    kind: 'forceSource',
    title: '50 N push 10 kg against 100 N s/m',
    against,
    tolerance: 1e-4,
    reason: 'a time constant of 100 ms by steps of 0.5 ms, (Δ/τ)²/12; e^(-15) is left',
    rig: () =>
      new Rig({ end: 1.5, step: 5e-4 })
        .put('mass', 'mass', body, { b: '0 N' })
        .put('it', 'forceSource', { force: '50 N' })
        .direct('mass.a', 'it')
        .build(),
    figures: [
      figure('velocity', 'm/s', 0.5, (run) => run.end('mass.v')),
      figure('velocity after 100 ms', 'm/s', 0.5 * e1, (run) => run.at('mass.v', 0.1)),
      figure('power', 'W', 25, (run) => run.end('it.end.force') * run.end('mass.v')),
    ],
  },
  {
    kind: 'torqueSource',
    title: '50 Nm turn 1 kg m² against 10 Nm s/rad',
    against: 'analytic: steady speed T/c, e^(-1) of it after J/c',
    tolerance: 1e-4,
    reason: 'a time constant of 100 ms by steps of 0.5 ms, (Δ/τ)²/12; e^(-15) is left',
    rig: () =>
      new Rig({ end: 1.5, step: 5e-4 })
        .put('wheel', 'inertia', wheel, { b: '0 Nm' })
        .put('it', 'torqueSource', { torque: '50 Nm' })
        .direct('wheel.a', 'it')
        .build(),
    figures: [
      figure('speed', 'rad/s', 5, (run) => run.end('wheel.speed')),
      figure('speed after 100 ms', 'rad/s', 5 * e1, (run) => run.at('wheel.speed', 0.1)),
      figure('power', 'W', 250, (run) => run.end('it.shaft.torque') * run.end('wheel.speed')),
    ],
  },
  {
    kind: 'velocitySource',
    title: '0.1 m/s press a spring of 20 kN/m against a wall',
    against: 'analytic: Hooke, K v t',
    tolerance: 2e-3,
    reason: straight,
    rig: () => pressed('velocitySource', { velocity: '0.1 m/s' }, 'velocitySource', '20 kN/m').build(),
    figures: [
      figure('rise of the force in 0.5 s', 'N', 1000, (run) => run.at('spring.force', 1) - run.at('spring.force', 0.5)),
      figure('force after 1 s', 'N', 2000, (run) => run.end('spring.force')),
      figure('velocity', 'm/s', 0.1, (run) => run.end('it.end.velocity')),
    ],
  },
  {
    kind: 'speedSource',
    title: '0.1 rad/s twist a shaft of 20 kNm/rad that is held',
    against: 'analytic: Hooke, K ω t',
    tolerance: 2e-3,
    reason: straight,
    rig: () => pressed('speedSource', { speed: '0.1 rad/s' }, 'speedSource', '20 kNm/rad').build(),
    figures: [
      figure('rise of the torque in 0.5 s', 'Nm', 1000, (run) => run.at('spring.torque', 1) - run.at('spring.torque', 0.5)),
      figure('torque after 1 s', 'Nm', 2000, (run) => run.end('spring.torque')),
      figure('speed', 'rad/s', 0.1, (run) => run.end('it.shaft.speed')),
    ],
  },
  {
    kind: 'controlledVelocitySource',
    title: 'a velocity that rises, holds and turns presses a spring of 20 kN/m against a wall',
    against: 'analytic: Hooke, K times the area of the course: 0.06 m at 0.4 s, 0.065 at 0.5 s, 0.015 at the end',
    tolerance: 5e-3,
    reason: 'the half step of 0.5 ms by which a line is ahead, of 0.015 m at 0.1 m/s',
    rig: () => pressed('controlledVelocitySource', { gain: '0.1 m/s' }, 'velocitySource', '20 kN/m').drive('it.demand', course).build(),
    figures: [
      figure('force at 0.4 s', 'N', 1200, (run) => run.at('spring.force', 0.4)),
      figure('force at 0.5 s', 'N', 1300, (run) => run.at('spring.force', 0.5)),
      figure('force at the end', 'N', 300, (run) => run.end('spring.force')),
    ],
  },
  {
    kind: 'controlledSpeedSource',
    title: 'a speed that rises, holds and turns twists a shaft of 20 kNm/rad that is held',
    against: 'analytic: Hooke, K times the area of the course: 0.06 rad at 0.4 s, 0.065 at 0.5 s, 0.015 at the end',
    tolerance: 5e-3,
    reason: 'the half step of 0.5 ms by which a line is ahead, of 0.015 rad at 0.1 rad/s',
    rig: () => pressed('controlledSpeedSource', { gain: '0.1 rad/s' }, 'speedSource', '20 kNm/rad').drive('it.demand', course).build(),
    figures: [
      figure('torque at 0.4 s', 'Nm', 1200, (run) => run.at('spring.torque', 0.4)),
      figure('torque at 0.5 s', 'Nm', 1300, (run) => run.at('spring.torque', 0.5)),
      figure('torque at the end', 'Nm', 300, (run) => run.end('spring.torque')),
    ],
  },
  {
    kind: 'controlledForceSource',
    title: 'a force that rises, holds and turns pushes a body of 1 t without friction',
    against: 'analytic: impulse over mass: 3 kN s at 0.4 s, 3.25 at 0.5 s, 0.75 at the end',
    tolerance: 3e-3,
    reason: 'a rod of 30 kN/mm has a mass of about Δ² K, 0.05 % of the body, and gives way by 0.02 %; steps of 0.1 ms',
    rig: () =>
      new Rig({ end: 1, step: 1e-4 })
        .put('it', 'controlledForceSource', { gain: '5 kN' }, {}, { demand: course })
        .put('mass', 'mass', { mass: '1000 kg' }, { b: '0 N' })
        .line('rod', 'it', 'mass.a', { stiffness: '30 kN/mm' })
        .build(),
    figures: [
      figure('velocity at 0.4 s', 'm/s', 3, (run) => run.at('mass.v', 0.4)),
      figure('velocity at 0.5 s', 'm/s', 3.25, (run) => run.at('mass.v', 0.5)),
      figure('velocity at the end', 'm/s', 0.75, (run) => run.end('mass.v')),
    ],
  },
  {
    kind: 'controlledTorqueSource',
    title: 'a torque that rises, holds and turns drives a wheel of 1000 kg m² without friction',
    against: 'analytic: impulse over inertia: 3 kNm s at 0.4 s, 3.25 at 0.5 s, 0.75 at the end',
    tolerance: 3e-3,
    reason: 'a shaft of 30 000 kNm/rad has an inertia of about Δ² K, 0.05 % of the wheel, and gives way by 0.02 %; steps of 0.1 ms',
    rig: () =>
      new Rig({ end: 1, step: 1e-4 })
        .put('it', 'controlledTorqueSource', { gain: '5 kNm' }, {}, { demand: course })
        .put('wheel', 'inertia', { inertia: '1000 kg m2' }, { b: '0 Nm' })
        .line('shaft', 'it', 'wheel.a', { stiffness: '30000 kNm/rad' })
        .build(),
    figures: [
      figure('speed at 0.4 s', 'rad/s', 3, (run) => run.at('wheel.speed', 0.4)),
      figure('speed at 0.5 s', 'rad/s', 3.25, (run) => run.at('wheel.speed', 0.5)),
      figure('speed at the end', 'rad/s', 0.75, (run) => run.end('wheel.speed')),
    ],
  },
];
