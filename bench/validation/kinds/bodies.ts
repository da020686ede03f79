/** Bodies between forces, wheels between torques: steady velocity, time constant, stops and friction. */
import { figure, type KindCheck } from './kindCheck.js';
import { Rig } from './rig.js';

const e1 = 1 - 1 / Math.E;
const g = 9.80665;
const dry = 'steps of 0.1 ms: dry friction has its direction from the second step on, 1e-3 of a time constant of 100 ms; at rest rounding';
const shares = 'analytic: balance of forces by shares, e^(-1) after M/c';

export const bodyChecks: readonly KindCheck[] = [
  {
    kind: 'mass',
    title: '1 kN pushes 50 kg up 30°, with dry and viscous friction to 1 m/s; held at rest; slides out; falls onto its stop',
    against: `${shares}; v²/2μ of sliding; √(2 h/g) of falling`,
    tolerance: 2e-3,
    reason: dry,
    rig: () => {
      const slope = { mass: '50 kg', inclination: '30 deg', coulombFriction: '100 N' };
      const viscous = 1000 - 25 * g - 100;
      return new Rig({ end: 1, step: 1e-4 })
        .put('up', 'mass', { ...slope, viscousFriction: `${viscous} N s/m` }, { a: '1300 N', b: '300 N' })
        .put('down', 'mass', { ...slope, viscousFriction: `${viscous} N s/m` }, { a: `${50 * g - 700} N`, b: '300 N' })
        .put('held', 'mass', slope, { a: `${25 * g + 99} N`, b: '0 N' })
        .put(
          'slides',
          'mass',
          { mass: '50 kg', coulombFriction: '100 N', initialVelocity: '1 m/s', initialPosition: '0.5 m' },
          { a: '0 N', b: '0 N' },
        )
        .put('falls', 'mass', { mass: '50 kg', inclination: '90 deg', minimumPosition: '-1 m' }, { a: '0 N', b: '0 N' })
        .put('top', 'mass', { mass: '50 kg', maximumPosition: '0.5 m' }, { a: '500 N', b: '0 N' })
        .build();
    },
    figures: [
      figure('velocity', 'm/s', 1, (run) => run.end('up.v')),
      figure('velocity after M/c', 'm/s', e1, (run) => run.at('up.v', 50 / (900 - 25 * g))),
      figure('way', 'm', 1 - 50 / (900 - 25 * g), (run) => run.end('up.x')),
      figure('velocity of a', 'm/s', -1, (run) => run.end('up.a.velocity')),
      figure('velocity of b', 'm/s', 1, (run) => run.end('up.b.velocity')),
      figure('velocity down', 'm/s', -1, (run) => run.end('down.v')),
      figure('velocity held', 'm/s', 0, (run) => run.end('held.v'), 1),
      figure('place where it comes to rest', 'm', 0.5 + 50 / 200, (run) => run.end('slides.x')),
      figure('time to fall 0.5 m', 's', Math.sqrt(1 / g), (run) => run.when('falls.x', -0.5)),
      figure('place where it falls to', 'm', -1, (run) => run.end('falls.x')),
      figure('velocity there', 'm/s', 0, (run) => run.end('falls.v'), 1),
      figure('place of the upper stop', 'm', 0.5, (run) => run.end('top.x')),
    ],
  },
  {
    kind: 'inertia',
    title: '100 Nm turn 2 kg m² with dry and viscous friction against 30 Nm to 10 rad/s; held at rest; runs out; its stops',
    against: 'analytic: balance of torque by shares, e^(-1) after J/c; ω² J/2T of running out',
    tolerance: 2e-3,
    reason: dry,
    rig: () => {
      const body = { inertia: '0.6 kg m2', coulombTorque: '10 Nm', viscousFriction: '6 Nm s/rad' };
      return new Rig({ end: 1.5, step: 1e-4 })
        .put('on', 'inertia', body, { a: '100 Nm', b: '30 Nm' })
        .put('back', 'inertia', { ...body, initialAngle: '100 rad' }, { a: '-30 Nm', b: '40 Nm' })
        .put('held', 'inertia', body, { a: '39 Nm', b: '30 Nm' })
        .put('out', 'inertia', { inertia: '0.6 kg m2', coulombTorque: '10 Nm', initialSpeed: '10 rad/s' }, { a: '0 Nm', b: '0 Nm' })
        .put('upper', 'inertia', { ...body, maximumAngle: '2 rad' }, { a: '100 Nm', b: '30 Nm' })
        .put('lower', 'inertia', { ...body, minimumAngle: '-2 rad' }, { a: '-100 Nm', b: '-30 Nm' })
        .build();
    },
    figures: [
      figure('speed', 'rad/s', 10, (run) => run.end('on.speed')),
      figure('speed after 100 ms', 'rad/s', 10 * e1, (run) => run.at('on.speed', 0.1)),
      figure('angle', 'rad', 10 * 1.4, (run) => run.end('on.angle')),
      figure('speed of a', 'rad/s', -10, (run) => run.end('on.a.speed')),
      figure('speed of b', 'rad/s', 10, (run) => run.end('on.b.speed')),
      figure('speed back', 'rad/s', -10, (run) => run.end('back.speed')),
      figure('speed held', 'rad/s', 0, (run) => run.end('held.speed'), 10),
      figure('angle of running out', 'rad', 3, (run) => run.end('out.angle')),
      figure('angle of the upper stop', 'rad', 2, (run) => run.end('upper.angle')),
      figure('angle of the lower stop', 'rad', -2, (run) => run.end('lower.angle')),
      figure('speeds there', 'rad/s', 0, (run) => Math.abs(run.end('upper.speed')) + Math.abs(run.end('lower.speed')), 10),
    ],
  },
  {
    kind: 'rigidJoint',
    title: '1 kN pushes a joint of 70 kg against 200 and 100 N to 1 m/s',
    against: shares,
    tolerance: 1e-4,
    reason: 'a time constant of 100 ms by steps of 0.5 ms, (Δ/τ)²/12; e^(-15) is left',
    rig: () =>
      new Rig({ end: 1.5, step: 5e-4 })
        .put('it', 'rigidJoint', { mass: '70 kg', viscousFriction: '700 N s/m' }, { a: '1 kN', b: '200 N', c: '100 N' })
        .build(),
    figures: [
      figure('velocity', 'm/s', 1, (run) => run.end('it.v')),
      figure('velocity after 100 ms', 'm/s', e1, (run) => run.at('it.v', 0.1)),
      figure('way', 'm', 1.4, (run) => run.end('it.x')),
      ...(['b', 'c'] as const).map((port) => figure(`velocity of ${port}`, 'm/s', 1, (run) => run.end(`it.${port}.velocity`))),
      figure('velocity of a', 'm/s', -1, (run) => run.end('it.a.velocity')),
    ],
  },
  {
    kind: 'shaftJoint',
    title: '100 Nm turn a joint of 0.7 kg m² against 20 and 10 Nm to 10 rad/s',
    against: 'analytic: balance of torque by shares, e^(-1) after J/c',
    tolerance: 1e-4,
    reason: 'a time constant of 100 ms by steps of 0.5 ms, (Δ/τ)²/12; e^(-15) is left',
    rig: () =>
      new Rig({ end: 1.5, step: 5e-4 })
        .put('it', 'shaftJoint', { inertia: '0.7 kg m2', viscousFriction: '7 Nm s/rad' }, { a: '100 Nm', b: '20 Nm', c: '10 Nm' })
        .build(),
    figures: [
      figure('speed', 'rad/s', 10, (run) => run.end('it.speed')),
      figure('speed after 100 ms', 'rad/s', 10 * e1, (run) => run.at('it.speed', 0.1)),
      ...(['b', 'c'] as const).map((port) => figure(`speed of ${port}`, 'rad/s', 10, (run) => run.end(`it.${port}.speed`))),
      figure('speed of a', 'rad/s', -10, (run) => run.end('it.a.speed')),
    ],
  },
  {
    kind: 'stribeckSlide',
    title:
      '1 kN pushes 50 kg with friction of 200 N and 100 e^(-4) more at twice the velocity of Stribeck; creep below the friction of rest',
    against: 'published: Esqué 2008, curve of Stribeck by hand; balance of forces by shares, e^(-1) after M/c',
    tolerance: 2e-3,
    reason: 'steps of 0.1 ms; dry friction is whole from some millimetres a second on',
    rig: () => {
      const slide = {
        mass: '50 kg',
        viscousFriction: '500 N s/m',
        coulombFriction: '200 N',
        stribeckVelocity: '0.5 m/s',
        smoothingVelocity: '1 mm/s',
      };
      return new Rig({ end: 1.5, step: 1e-4 })
        .put('on', 'stribeckSlide', slide, { a: '1 kN', b: '300 N' })
        .put('back', 'stribeckSlide', slide, { a: '-300 N', b: '400 N' })
        .put('falls', 'stribeckSlide', { ...slide, staticFriction: '300 N' }, { a: `${1000 + 100 * Math.exp(-4)} N`, b: '300 N' })
        .put('creeps', 'stribeckSlide', { ...slide, staticFriction: '300 N' }, { a: `${300 * Math.tanh(0.5) + 0.25} N`, b: '0 N' })
        .build();
    },
    figures: [
      figure('velocity', 'm/s', 1, (run) => run.end('on.v')),
      figure('velocity after M/c', 'm/s', e1, (run) => run.at('on.v', 0.1)),
      figure('way', 'm', 1.4, (run) => run.end('on.x')),
      figure('velocity of a', 'm/s', -1, (run) => run.end('on.a.velocity')),
      figure('velocity of b', 'm/s', 1, (run) => run.end('on.b.velocity')),
      figure('velocity back', 'm/s', -1, (run) => run.end('back.v')),
      figure('velocity with what has fallen to e^(-4)', 'm/s', 1, (run) => run.end('falls.v')),
      figure('creep under tanh 0.5 of the friction at rest', 'm/s', 0.5e-3, (run) => run.end('creeps.v')),
    ],
  },
  {
    kind: 'lugreSlide',
    title:
      '1 kN pushes 50 kg with friction of 200 N and 100 e^(-4) more at twice the velocity of Stribeck; bristles that hold half of what they can',
    against:
      'published: Canudas de Wit et al. 1995, steady friction is the curve of Stribeck, the bristles bend by F/σ₀ while it gives -F_S/σ₀ ln(1 - F/F_S)',
    tolerance: 4e-3,
    reason: 'steps of 0.1 ms; bristles of 1e7 N/m are bent after 20 µm, 0.3 % of M/c',
    rig: () => {
      const slide = {
        mass: '50 kg',
        viscousFriction: '500 N s/m',
        coulombFriction: '200 N',
        stribeckVelocity: '0.5 m/s',
        bristleStiffness: '1e8 N/m',
      };
      const rests = { ...slide, mass: '5 kg', staticFriction: '300 N', viscousFriction: '0 N s/m', bristleDamping: '100 kN s/m' };
      return new Rig({ end: 1.5, step: 1e-4 })
        .put('on', 'lugreSlide', slide, { a: '1 kN', b: '300 N' })
        .put('back', 'lugreSlide', slide, { a: '-300 N', b: '400 N' })
        .put('falls', 'lugreSlide', { ...slide, staticFriction: '300 N' }, { a: `${1000 + 100 * Math.exp(-4)} N`, b: '300 N' })
        .put('bends', 'lugreSlide', rests, { a: '150 N', b: '0 N' })
        .put('damped', 'lugreSlide', { ...rests, bristleStiffness: '1 N/m' }, { a: '150 N', b: '0 N' })
        .build();
    },
    figures: [
      figure('velocity', 'm/s', 1, (run) => run.end('on.v')),
      figure('velocity after M/c', 'm/s', e1, (run) => run.at('on.v', 0.1)),
      figure('way', 'm', 1.4, (run) => run.end('on.x')),
      figure('velocity of a', 'm/s', -1, (run) => run.end('on.a.velocity')),
      figure('velocity of b', 'm/s', 1, (run) => run.end('on.b.velocity')),
      figure('velocity back', 'm/s', -1, (run) => run.end('back.v')),
      figure('velocity with what has fallen to e^(-4)', 'm/s', 1, (run) => run.end('falls.v')),
      figure('bristles that hold half of what they can', 'm', 150 / 1e8, (run) => run.end('bends.z')),
      figure('way then', 'm', (300 / 1e8) * Math.log(2), (run) => run.end('bends.x')),
      figure('velocity that the damping of soft bristles lets', 'm/s', 150 / 1e5, (run) => run.at('damped.v', 5e-3)),
    ],
  },
];
