/** Springs and transmissions between forces and velocities, torques and speeds, and what measures these. */
import { figure, type KindCheck } from './kindCheck.js';
import { Rig } from './rig.js';

const e1 = 1 - 1 / Math.E;
/** N/m and Nm/rad of the rods and shafts that a velocity or a speed comes through; two of them in series with what is checked. */
const rod = 1e9;
const series = (stiffness: number): number => 1 / (1 / stiffness + 2 / rod);
const stiff = 'at rest, but for the rods of 1 MN/mm, which are reckoned in; steps of 0.1 ms';

export const transmissionChecks: readonly KindCheck[] = [
  {
    kind: 'springDamper',
    title: 'a spring of 100 kN/m and 1 kN of preload, and a damper of 20 kN s/m, pressed at 0.1 m/s',
    against: 'analytic: F = F₀ + K s + c v, with the rods in series',
    tolerance: 1e-4,
    reason: stiff,
    rig: () => {
      const between = (rig: Rig, name: string): Rig => rig.hold(`${name}.a`, '0.06 m/s', begins).hold(`${name}.b`, '0.04 m/s', begins);
      const begins = { stiffness: `${rod} N/m`, initialForce: '1 kN' };
      const rig = new Rig({ end: 0.5, step: 1e-4 })
        .put('spring', 'springDamper', { stiffness: '100 kN/m', preload: '1 kN' })
        .put('damper', 'springDamper', { damping: '20 kN s/m', preload: '1 kN' })
        .put('pressed', 'springDamper', { stiffness: '100 kN/m', initialCompression: '10 mm' });
      return between(between(between(rig, 'spring'), 'damper'), 'pressed').build();
    },
    figures: [
      figure('force of the spring', 'N', 1000 + series(1e5) * 0.05, (run) => run.end('spring.force')),
      figure('force of the damper', 'N', 3000, (run) => run.end('damper.force')),
      figure('force at a', 'N', 1000 + series(1e5) * 0.05, (run) => run.end('spring.a.force')),
      figure('force at b', 'N', 1000 + series(1e5) * 0.05, (run) => run.end('spring.b.force')),
      figure(
        'rise of the force of one that is pressed',
        'N',
        series(1e5) * 0.02,
        (run) => run.end('pressed.force') - run.at('pressed.force', 0.3),
      ),
      figure('force of one that is pressed', 'N', 1000 + series(1e5) * 0.05, (run) => run.end('pressed.force')),
    ],
  },
  {
    kind: 'contact',
    title: 'a bumper of 1 MN/m closes a gap of 5 mm at 0.1 m/s, gives way, and lets go; it never pulls',
    against: 'published: Hunt and Crossley 1975, K δ (1 + d v); nothing before it touches and while it opens',
    tolerance: 2e-3,
    reason: `${stiff}; the bumper is in series with its rods`,
    rig: () =>
      new Rig({ end: 0.2, step: 1e-4 })
        .put('elastic', 'contact', { gap: '5 mm', stiffness: '1 MN/m' }, { a: '0.06 m/s', b: '0.04 m/s' })
        .put('damped', 'contact', { gap: '5 mm', stiffness: '1 MN/m', hysteresis: '4 s/m' }, { a: '0.06 m/s', b: '0.04 m/s' })
        .put('opens', 'contact', { gap: '-30 mm', stiffness: '1 MN/m', hysteresis: '4 s/m' }, { a: '-0.06 m/s', b: '-0.04 m/s' })
        .put('torn', 'contact', { gap: '-30 mm', stiffness: '1 MN/m', hysteresis: '40 s/m' }, { a: '-0.06 m/s', b: '-0.04 m/s' })
        .build(),
    figures: [
      figure('force before it touches', 'N', 0, (run) => run.at('elastic.force', 0.049), 1e4),
      figure('force', 'N', series(1e6) * 0.015, (run) => run.end('elastic.force')),
      figure('force at a', 'N', series(1e6) * 0.015, (run) => run.end('elastic.a.force')),
      figure('force at b', 'N', series(1e6) * 0.015, (run) => run.end('elastic.b.force')),
      figure('force with damping', 'N', 1.4e6 * (0.015 - 2 * 0.015 * 1.4e-3), (run) => run.end('damped.force')),
      // 0.1 m/s of opening take 0.4 of it; the rods have come 30 N/µm after.
      figure('fall of the force while it opens', 'N', -0.6e6 * 0.005, (run) => run.at('opens.force', 0.15) - run.at('opens.force', 0.1)),
      figure('force of one that is torn open', 'N', 0, (run) => run.at('torn.force', 0.1), 1e4),
    ],
  },
  {
    kind: 'rope',
    title: 'a rope of 1 MN/m takes up a slack of 5 mm at 0.1 m/s, with damping, and goes slack; it never pushes',
    against: 'published: Hunt and Crossley 1975 in tension, K e (1 + d v); nothing before it is taut and while it slackens',
    tolerance: 2e-3,
    reason: `${stiff}; the rope is in series with its rods`,
    rig: () =>
      new Rig({ end: 0.2, step: 1e-4 })
        .put('elastic', 'rope', { slack: '5 mm', stiffness: '1 MN/m' }, { a: '-0.06 m/s', b: '-0.04 m/s' })
        .put('damped', 'rope', { slack: '5 mm', stiffness: '1 MN/m', hysteresis: '4 s/m' }, { a: '-0.06 m/s', b: '-0.04 m/s' })
        .put('slackens', 'rope', { slack: '-30 mm', stiffness: '1 MN/m', hysteresis: '4 s/m' }, { a: '0.06 m/s', b: '0.04 m/s' })
        .put('thrown', 'rope', { slack: '-30 mm', stiffness: '1 MN/m', hysteresis: '40 s/m' }, { a: '0.06 m/s', b: '0.04 m/s' })
        .build(),
    figures: [
      figure('tension before it is taut', 'N', 0, (run) => run.at('elastic.tension', 0.049), 1e4),
      figure('tension', 'N', series(1e6) * 0.015, (run) => run.end('elastic.tension')),
      figure('force at a', 'N', -series(1e6) * 0.015, (run) => run.end('elastic.a.force')),
      figure('force at b', 'N', -series(1e6) * 0.015, (run) => run.end('elastic.b.force')),
      figure('tension with damping', 'N', 1.4e6 * (0.015 - 2 * 0.015 * 1.4e-3), (run) => run.end('damped.tension')),
      figure(
        'fall of the tension while it slackens',
        'N',
        -0.6e6 * 0.005,
        (run) => run.at('slackens.tension', 0.15) - run.at('slackens.tension', 0.1),
      ),
      figure('tension of one that is thrown', 'N', 0, (run) => run.at('thrown.tension', 0.1), 1e4),
    ],
  },
  {
    kind: 'lever',
    title: 'arms of 1 to 3: 0.2 m/s at the short one, 100 N at the long one',
    against: 'analytic: 300 N and 0.6 m/s by the law of the lever, 60 W in and out',
    tolerance: 1e-6,
    reason: 'at rest but for the rod: rounding',
    rig: () => new Rig({ end: 0.2, step: 1e-4 }).put('it', 'lever', { armRatio: 3 }, { a: '0.2 m/s', b: '100 N' }).build(),
    figures: [
      figure('force at the short arm', 'N', 300, (run) => run.end('it.a.force')),
      figure('velocity of the long arm', 'm/s', 0.6, (run) => run.end('it.b.velocity')),
      figure('power in', 'W', -60, (run) => run.end('it.a.force') * run.end('it.a.velocity')),
    ],
  },
  {
    kind: 'rackAndPinion',
    title: 'a pinion of 50 mm under 20 Nm, its rack pushed at 0.3 m/s',
    against: 'analytic: 400 N at the rack, 6 rad/s of the pinion, 120 W',
    tolerance: 1e-6,
    reason: 'at rest but for the rod: rounding',
    rig: () =>
      new Rig({ end: 0.2, step: 1e-4 }).put('it', 'rackAndPinion', { radius: '50 mm' }, { shaft: '20 Nm', rack: '0.3 m/s' }).build(),
    figures: [
      figure('force at the rack', 'N', 400, (run) => run.end('it.rack.force')),
      figure('speed of the pinion', 'rad/s', 6, (run) => run.end('it.shaft.speed')),
      figure('power at the rack', 'W', -120, (run) => run.end('it.rack.force') * run.end('it.rack.velocity')),
    ],
  },
  {
    kind: 'gearbox',
    title: 'a gearbox of 4 and an efficiency of 0.9 under 100 Nm, driving and driven from behind',
    against:
      'analytic: 90 Nm are left, 10 of them viscous at 20 rad/s, four times the rest at a quarter of the speed; T_out/(n (2 - η)) from behind; e^(-1) after J/c',
    tolerance: 1e-3,
    reason: 'steps of 0.1 ms; the loss is whole from some hundredths of the speed on',
    rig: () => {
      const gears = { ratio: 4, efficiency: 0.9, viscousFriction: '0.5 Nm s/rad', inertia: '0.05 kg m2', smoothingSpeed: '0.01 rad/s' };
      return (
        new Rig({ end: 1.5, step: 1e-4 })
          .put('drives', 'gearbox', gears, { in: '100 Nm', out: '320 Nm' })
          // From behind, turning forwards: 440/4 hold 100 and 10 %, and 10 viscous.
          .put('driven', 'gearbox', gears, { in: '-100 Nm', out: `${-4 * 120} Nm` })
          .put('back', 'gearbox', gears, { in: '-100 Nm', out: '-320 Nm' })
          .put(
            'creeps',
            'gearbox',
            { ...gears, smoothingSpeed: '1 rad/s', viscousFriction: '0 Nm s/rad' },
            { in: '100 Nm', out: `${4 * (100 - 10 * Math.tanh(0.5))} Nm` },
          )
          .build()
      );
    },
    figures: [
      figure('speed', 'rad/s', 20, (run) => run.end('drives.speed')),
      figure('speed after J/c', 'rad/s', 20 * e1, (run) => run.at('drives.speed', 0.1)),
      figure('speed of the input', 'rad/s', -20, (run) => run.end('drives.in.speed')),
      figure('speed of the output', 'rad/s', 5, (run) => run.end('drives.out.speed')),
      figure(
        'power out of power in',
        '1',
        0.8,
        (run) => (run.end('drives.out.torque') * run.end('drives.out.speed')) / -(run.end('drives.in.torque') * run.end('drives.in.speed')),
      ),
      figure('speed driven', 'rad/s', 20, (run) => run.end('driven.speed')),
      figure('speed back', 'rad/s', -20, (run) => run.end('back.speed')),
      figure('creep with tanh 0.5 of the loss', 'rad/s', 0.5, (run) => run.end('creeps.speed')),
    ],
  },
  {
    kind: 'winch',
    title: 'a drum of 200 mm and 0.5 m winds a rope of 20 mm: its second layer; a load that 100 Nm lift',
    against:
      'analytic: a layer of W/d turns at its middle radius raises the radius by d; torque F R and viscous friction, e^(-1) after J/c',
    tolerance: 1e-3,
    reason: 'steps of 0.1 ms; meanwhile the radius grows by 2e-4 of itself',
    rig: () => {
      // 25 turns at 0.21 m
      const layer = 25 * 2 * Math.PI * 0.21;
      const drum = { drumRadius: '200 mm', drumWidth: '0.5 m', inertia: '0.1 kg m2', viscousFriction: '1 Nm s/rad' };
      return new Rig({ end: 1.5, step: 1e-4 })
        .put('thin', 'winch', { ...drum, viscousFriction: '10 Nm s/rad', inertia: '1 kg m2' }, { shaft: '100 Nm', rope: '-400 N' })
        .put('second', 'winch', { ...drum, ropeDiameter: '20 mm', initialWound: `${layer} m` }, { shaft: '88 Nm', rope: '-400 N' })
        .put('lowers', 'winch', { ...drum, initialWound: '50 m' }, { shaft: '60 Nm', rope: '-400 N' })
        .build();
    },
    figures: [
      figure('radius of the second layer', 'm', 0.22, (run) => run.at('second.radius', 1e-3)),
      figure('speed', 'rad/s', 2, (run) => run.end('thin.speed')),
      figure('speed after J/c', 'rad/s', 2 * e1, (run) => run.at('thin.speed', 0.1)),
      figure('speed of the shaft', 'rad/s', -2, (run) => run.end('thin.shaft.speed')),
      figure('velocity of the rope', 'm/s', -0.4, (run) => run.end('thin.rope.velocity')),
      figure('rope wound', 'm', 0.4 * 1.4, (run) => run.end('thin.wound')),
      figure('speed on the second layer, balanced', 'rad/s', 0, (run) => run.end('second.speed'), 20),
      figure('velocity of the rope let out', 'm/s', 0.2 * 20, (run) => run.end('lowers.rope.velocity')),
    ],
  },
  {
    kind: 'elasticCoupling',
    title: 'a coupling of 100 Nm/rad with 0.2 rad of backlash is twisted at 1 rad/s both ways; damped; free within its backlash',
    against: "analytic: T = K θ beyond half of the backlash, c θ' of the damping",
    tolerance: 3e-4,
    reason: 'shafts of 1000 kNm/rad in series are reckoned in; half a step of 0.1 ms of twist, 1e-4',
    rig: () => {
      const coupling = { stiffness: '100 Nm/rad', backlash: '0.2 rad' };
      return new Rig({ end: 0.5, step: 1e-4 })
        .put('on', 'elasticCoupling', coupling, { a: '0.6 rad/s', b: '0.4 rad/s' })
        .put('back', 'elasticCoupling', coupling, { a: '-0.6 rad/s', b: '-0.4 rad/s' })
        .put('damped', 'elasticCoupling', { ...coupling, damping: '5 Nm s/rad' }, { a: '0.6 rad/s', b: '0.4 rad/s' })
        .build();
    },
    figures: [
      figure('torque', 'Nm', 40 / (1 + 2e-4), (run) => run.end('on.torque')),
      figure('torque at a', 'Nm', 40 / (1 + 2e-4), (run) => run.end('on.a.torque')),
      figure('torque at b', 'Nm', 40 / (1 + 2e-4), (run) => run.end('on.b.torque')),
      figure('torque within the backlash', 'Nm', 0, (run) => run.at('on.torque', 0.09), 40),
      figure('torque back', 'Nm', -40 / (1 + 2e-4), (run) => run.end('back.torque')),
      figure('torque of the damping', 'Nm', 5, (run) => run.at('damped.torque', 0.05)),
      figure('torque with damping', 'Nm', 45 / (1 + 2e-4), (run) => run.end('damped.torque')),
    ],
  },
  {
    kind: 'clutch',
    title: 'a clutch of 50 Nm slips at 10 rad/s, engaged wholly, by 0.4 and not at all; creeps; slips the other way',
    against: 'analytic: Coulomb, the torque does not depend on the slip; 50 tanh 0.5 where it creeps; heat T Δω',
    tolerance: 1e-6,
    reason: 'at rest but for the shafts: rounding',
    rig: () => {
      const clutch = { maximumTorque: '50 Nm', smoothingSpeed: '0.1 rad/s' };
      const rig = new Rig({ end: 0.2, step: 1e-4 });
      for (const [name, engagement] of Object.entries({ whole: 1.5, part: 0.4, open: -0.2 }))
        rig.put(name, 'clutch', clutch, { a: '30 rad/s', b: '-20 rad/s' }, { engagement });
      return rig
        .put('creeps', 'clutch', clutch, { a: '30.05 rad/s', b: '-30 rad/s' })
        .put('back', 'clutch', clutch, { a: '10 rad/s', b: '-20 rad/s' })
        .build();
    },
    figures: [
      figure('torque', 'Nm', 50, (run) => run.end('whole.torque')),
      figure('torque at a', 'Nm', 50, (run) => run.end('whole.a.torque')),
      figure('torque at b', 'Nm', 50, (run) => run.end('whole.b.torque')),
      figure('slip', 'rad/s', 10, (run) => run.end('whole.slip')),
      figure(
        'heat',
        'W',
        500,
        (run) => -run.end('whole.a.torque') * run.end('whole.a.speed') - run.end('whole.b.torque') * run.end('whole.b.speed'),
      ),
      figure('torque engaged by 0.4', 'Nm', 20, (run) => run.end('part.torque')),
      figure('torque open', 'Nm', 0, (run) => run.end('open.torque'), 50),
      figure('torque creeping', 'Nm', 50 * Math.tanh(0.5), (run) => run.end('creeps.torque')),
      figure('torque the other way', 'Nm', -50, (run) => run.end('back.torque')),
    ],
  },
  {
    kind: 'linearSensor',
    title: '500 N and 0.3 m/s pass through a load cell',
    against: 'analytic: 150 W, 0.15 m in half a second',
    tolerance: 1e-3,
    reason: 'the rod of 1 MN/mm settles in some steps of 0.1 ms',
    rig: () =>
      new Rig({ end: 0.5, step: 1e-4 }).put('it', 'linearSensor', { initialPosition: '1 m' }, { a: '0.3 m/s', b: '500 N' }).build(),
    figures: [
      figure('force', 'N', 500, (run) => run.end('it.force')),
      figure('force at a', 'N', 500, (run) => run.end('it.a.force')),
      figure('velocity', 'm/s', 0.3, (run) => run.end('it.velocity')),
      figure('velocity of b', 'm/s', 0.3, (run) => run.end('it.b.velocity')),
      figure('power', 'W', 150, (run) => run.end('it.power')),
      figure('way', 'm', 0.15, (run) => run.end('it.position') - 1),
    ],
  },
  {
    kind: 'shaftSensor',
    title: '50 Nm and 3 rad/s pass through a torque meter',
    against: 'analytic: 150 W, 1.5 rad in half a second',
    tolerance: 1e-3,
    reason: 'the shaft of 1000 kNm/rad settles in some steps of 0.1 ms',
    rig: () => new Rig({ end: 0.5, step: 1e-4 }).put('it', 'shaftSensor', { initialAngle: '1 rad' }, { a: '3 rad/s', b: '50 Nm' }).build(),
    figures: [
      figure('torque', 'Nm', 50, (run) => run.end('it.torque')),
      figure('torque at a', 'Nm', 50, (run) => run.end('it.a.torque')),
      figure('speed', 'rad/s', 3, (run) => run.end('it.speed')),
      figure('speed of b', 'rad/s', 3, (run) => run.end('it.b.speed')),
      figure('power', 'W', 150, (run) => run.end('it.power')),
      figure('angle', 'rad', 1.5, (run) => run.end('it.angle') - 1),
    ],
  },
];
