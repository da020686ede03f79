/** Cylinders with one chamber or with more than two, the vane, and accumulators. */
import { type Figure, figure, type KindCheck, stiffness } from './kindCheck.js';
import { bar, litrePerMinute, Rig } from './rig.js';

const e1 = 1 - 1 / Math.E;
const round = (diameter: number): number => (Math.PI / 4) * diameter ** 2;
const area = round(0.05);
/** 100 bar on a piston of 50 mm: N. */
const force = area * 100 * bar;
/** m/s, steady */
const speed = 0.2;
const newtons = (share: number): string => `${share * force} N`;
const body = {
  coulombFriction: newtons(0.1),
  viscousFriction: `${(0.4 * force) / speed} N s/m`,
  mass: `${(0.4 * force * 0.02) / speed} kg`,
};
const times = { end: 0.4, step: 1e-4 };
const reason =
  'steps of 0.1 ms: friction has its direction from the second step on, 7e-4 or less of the speed after 20 ms; periods by rows; at rest rounding';
const shut = { initialPressure: '100 bar', filter: 0 };

const motion: Figure[] = [
  figure('speed', 'm/s', speed, (run) => run.at('out.v', 0.3)),
  figure('speed after 20 ms', 'm/s', speed * e1, (run) => run.at('out.v', 0.02)),
  figure('way', 'm', speed * (0.3 - 0.02), (run) => run.at('out.x', 0.3)),
];

export const otherCylinderChecks: readonly KindCheck[] = [
  {
    kind: 'singleActingCylinder',
    title: 'steady speed, a return spring that balances 100 bar and drives back without it, swing on the spring of the oil',
    against: 'analytic: balance of forces by shares, e^(-1) after M/c; Merritt 1967 for the period on B A²/V and the return spring',
    tolerance: 1e-3,
    reason,
    rig: () => {
      const free = { ...body, bore: '50 mm', stroke: '200 mm' };
      const sprung = {
        ...free,
        coulombFriction: '0 N',
        mass: '20 kg',
        viscousFriction: '3 kN s/m',
        springPreload: newtons(0.3),
        springStiffness: `${(0.5 * force) / 0.1} N/m`,
      };
      return new Rig(times)
        .put('out', 'singleActingCylinder', free, { cap: '100 bar' }, { load: 0.5 * force })
        .put('rests', 'singleActingCylinder', sprung, { cap: '100 bar' }, { load: 0.1 * force })
        .put('returns', 'singleActingCylinder', { ...sprung, initialPosition: '100 mm' }, { cap: '0 bar' })
        .put('far', 'singleActingCylinder', { ...free, viscousFriction: '2 kN s/m' }, { cap: '100 bar' })
        .put(
          'swing',
          'singleActingCylinder',
          { bore: '50 mm', stroke: '200 mm', mass: '200 kg', initialPosition: '100 mm', springStiffness: '1 MN/m' },
          {},
          {
            load: 100 * bar * area - 1e6 * 0.1 - 2000,
          },
        )
        .put('bleed', 'laminarRestrictor', { conductance: '1e-9 l/min/bar' }, { out: '100 bar' })
        .line('chamber', 'bleed.in', 'swing.cap', { volume: '0.1 l', ...shut })
        .build();
    },
    figures: [
      ...motion,
      figure('flow in', 'm3/s', -area * speed, (run) => run.at('out.cap.q', 0.3)),
      // 0.3 + 0.5 x/100 mm + 0.1 of the force
      figure('position where the spring balances', 'm', 0.12, (run) => run.end('rests.x')),
      figure('oil given back', 'm3', area * 0.1, (run) => run.integral('returns.cap.q')),
      figure('position returned', 'm', 0, (run) => run.end('returns.x'), 0.1),
      figure('position at the end', 'm', 0.2, (run) => run.end('far.x')),
      figure('speed at the end', 'm/s', 0, (run) => run.end('far.v'), speed),
      figure('half a period', 's', Math.PI * Math.sqrt(200 / (1e6 + (15e8 * area ** 2) / (1e-4 + area * 0.1))), (run) =>
        run.when('swing.v', 0, 2e-3),
      ),
    ],
  },
  {
    kind: 'telescopicCylinder',
    title: 'a flow of 30 l/min lifts a load on a stage of 50 mm and then on one of 30 mm; oil and springs of the oil on either',
    against: 'analytic: velocity Q/A and pressure F/A of either stage, ratio of areas 2.78; oil A₁ s₁ + A₂ s₂; e^(-1) after M/c',
    tolerance: 1e-3,
    reason: `${reason}; the passage from stage to stage, 1 mm, takes half of the difference of areas`,
    rig: () => {
      const stages = { bore: '50 mm', secondBore: '30 mm', stroke: '200 mm', firstStroke: '100 mm', transition: '1 mm' };
      const swing = { ...stages, mass: '200 kg' };
      return new Rig({ end: 0.8, step: 1e-4 })
        .put('out', 'telescopicCylinder', { ...stages, ...body }, { cap: '100 bar' }, { load: 0.5 * force })
        .put('lift', 'telescopicCylinder', { ...stages, mass: '20 kg', viscousFriction: '5 kN s/m' }, {}, { load: 5000 })
        .put('pump', 'pump', { displacement: '20 cc/rev', speed: '1500 rev/min' }, { in: '5 bar' })
        .line('L', 'pump.out', 'lift.cap', { volume: '0.1 l', initialPressure: '30 bar' })
        .put('first', 'telescopicCylinder', { ...swing, initialPosition: '50 mm' }, {}, { load: 100 * bar * area - 2000 })
        .put('second', 'telescopicCylinder', { ...swing, initialPosition: '150 mm' }, {}, { load: 100 * bar * round(0.03) - 1000 })
        .put('bleed', 'laminarRestrictor', { conductance: '1e-9 l/min/bar' }, { out: '100 bar' })
        .line('chamber', 'bleed.in', 'first.cap', { volume: '0.1 l', ...shut })
        .put('other', 'laminarRestrictor', { conductance: '1e-9 l/min/bar' }, { out: '100 bar' })
        .line('chamber2', 'other.in', 'second.cap', { volume: '0.1 l', ...shut })
        .put('stops', 'telescopicCylinder', { ...stages, mass: '20 kg', viscousFriction: '5 kN s/m' }, { cap: '100 bar' }, { load: 1000 })
        .build();
    },
    figures: [
      figure('speed', 'm/s', speed, (run) => run.at('out.v', 0.4)),
      figure('speed after 20 ms', 'm/s', speed * e1, (run) => run.at('out.v', 0.02)),
      figure('velocity of the first stage', 'm/s', (30 * litrePerMinute) / area, (run) => run.at('lift.v', 0.3)),
      figure('velocity of the second stage', 'm/s', (30 * litrePerMinute) / round(0.03), (run) => run.at('lift.v', 0.48)),
      figure('pressure of the first stage', 'Pa', (5000 + (5000 * 30 * litrePerMinute) / area) / area, (run) => run.at('lift.cap.p', 0.3)),
      figure('pressure of the second stage', 'Pa', (5000 + (5000 * 30 * litrePerMinute) / round(0.03)) / round(0.03), (run) =>
        run.at('lift.cap.p', 0.48),
      ),
      // Half by what has flowed, half by what is there.
      figure(
        'oil to the end',
        'm3',
        area * 0.0995 + round(0.03) * 0.1005,
        (run) => (run.end('stops.oil') - run.integral('stops.cap.q')) / 2,
      ),
      figure('position at the end', 'm', 0.2, (run) => run.end('stops.x')),
      figure('half a period on the first stage', 's', (Math.PI * Math.sqrt((200 * (1e-4 + area * 0.05)) / 15e8)) / area, (run) =>
        run.when('first.v', 0, 2e-3),
      ),
      figure(
        'half a period on the second stage',
        's',
        (Math.PI * Math.sqrt((200 * (1e-4 + area * 0.0995 + round(0.03) * 0.0505)) / 15e8)) / round(0.03),
        (run) => run.when('second.v', 0, 4e-3),
      ),
    ],
  },
  {
    kind: 'rotaryActuator',
    title: 'a vane of 50 cm³/rad: steady speed both ways, its stops, leakage, swing on two shut chambers',
    against: 'analytic: balance of torque by shares, e^(-1) after J/c; oil D φ; Merritt 1967 for the period on the springs of the oil',
    tolerance: 1e-3,
    reason,
    rig: () => {
      const vane = { displacement: '50 cm3/rad', travel: '3 rad' };
      const torque = 50e-6 * 100 * bar;
      const share = {
        ...vane,
        coulombTorque: `${0.1 * torque} Nm`,
        viscousFriction: `${(0.4 * torque) / 4} Nm s/rad`,
        inertia: `${(0.4 * torque * 0.02) / 4} kg m2`,
        leakage: '0.02 l/min/bar',
      };
      return (
        new Rig({ end: 0.4, step: 1e-4 })
          .put('out', 'rotaryActuator', share, { A: '103 bar', B: '3 bar' }, { load: 0.5 * torque })
          .put('back', 'rotaryActuator', { ...share, initialAngle: '2.5 rad' }, { A: '3 bar', B: '103 bar' }, { load: -0.5 * torque })
          .put('far', 'rotaryActuator', { ...share, leakage: '0 l/min/bar' }, { A: '103 bar', B: '3 bar' }, { load: 0 })
          .put('near', 'rotaryActuator', { ...share, initialAngle: '1 rad' }, { A: '3 bar', B: '103 bar' }, { load: 0 })
          // Stuck at 1 and 2 of 3 rad: what each chamber holds.
          .put(
            'stuckA',
            'rotaryActuator',
            { ...vane, inertia: '1 kg m2', coulombTorque: '1e6 Nm', initialAngle: '2 rad' },
            { B: '100 bar' },
          )
          .feed('stuckA.A', '100 bar')
          .put(
            'stuckB',
            'rotaryActuator',
            { ...vane, inertia: '1 kg m2', coulombTorque: '1e6 Nm', initialAngle: '1 rad' },
            { A: '100 bar' },
          )
          .feed('stuckB.B', '100 bar')
          .put('swing', 'rotaryActuator', { ...vane, inertia: '1 kg m2', initialAngle: '1 rad' }, {}, { load: 20 })
          .put('bleed', 'laminarRestrictor', { conductance: '1e-9 l/min/bar' }, { out: '100 bar' })
          .line('chamber', 'bleed.in', 'swing.A', { volume: '0.1 l', ...shut })
          .hold('swing.B', 'shut', shut)
          .build()
      );
    },
    figures: [
      figure('speed', 'rad/s', 4, (run) => run.at('out.speed', 0.3)),
      figure('speed after 20 ms', 'rad/s', 4 * e1, (run) => run.at('out.speed', 0.02)),
      figure('angle', 'rad', 4 * 0.28, (run) => run.at('out.angle', 0.3)),
      figure('flow in, 2 l/min past the vane', 'm3/s', -50e-6 * 4 - 2 * litrePerMinute, (run) => run.at('out.A.q', 0.3)),
      figure('flow out', 'm3/s', 50e-6 * 4 + 2 * litrePerMinute, (run) => run.at('out.B.q', 0.3)),
      figure('speed back', 'rad/s', -4, (run) => run.at('back.speed', 0.3)),
      figure('angle at the stop', 'rad', 3, (run) => run.end('far.angle')),
      figure('oil to the stop', 'm3', -50e-6 * 3, (run) => run.integral('far.A.q')),
      figure('speed at the stop', 'rad/s', 0, (run) => run.end('far.speed'), 4),
      figure('angle at the other stop', 'rad', 0, (run) => run.end('near.angle'), 1),
      figure('speed at the other stop', 'rad/s', 0, (run) => run.end('near.speed'), 4),
      stiffness('stuckA', 100e-6),
      stiffness('stuckB', 100e-6),
      figure('half a period', 's', Math.PI / Math.sqrt(15e8 * 25e-10 * (1 / (1e-4 + 50e-6) + 1 / (1e-4 + 100e-6))), (run) =>
        run.when('swing.speed', 0, 2e-3),
      ),
    ],
  },
  {
    kind: 'intensifier',
    title: 'pistons of 50 and 25 mm: pressure of a shut high side, steady speed with shares of the force, filling on the way back, swing',
    against:
      'analytic: four times the pressure of the low side, balance of forces on the three pistons, oil A s of each; Merritt 1967 for the period',
    tolerance: 1e-3,
    reason,
    rig: () => {
      const pistons = { bore: '50 mm', smallBore: '25 mm', stroke: '200 mm' };
      const stuck = { ...pistons, mass: '10 kg', coulombFriction: '1e6 N', checkGradient: '0 l/min/bar' };
      // 100 bar drive, 200 bar on a quarter of the area hold 0.5.
      const drives = { low: '100 bar', high: '200 bar', drain: '0 bar' };
      return (
        new Rig(times)
          .put(
            'still',
            'intensifier',
            { ...pistons, mass: '10 kg', viscousFriction: '20 kN s/m' },
            { low: '100 bar', high: 'shut', drain: '20 bar' },
          )
          .put('out', 'intensifier', { ...pistons, ...body }, drives)
          .put('far', 'intensifier', { ...pistons, ...body, viscousFriction: '2 kN s/m' }, drives)
          // 0.75 of the area at 120 bar, the other pistons at 10 and 6 bar, with 4 bar filled at 100 l/min/bar.
          .put(
            'back',
            'intensifier',
            { ...pistons, mass: '10 kg', viscousFriction: `${40 * 900} N s/m`, initialPosition: '180 mm' },
            { low: '10 bar', high: '6 bar', drain: '40 bar' },
          )
          .put('stuckLow', 'intensifier', { ...stuck, initialPosition: '180 mm' }, { high: '100 bar', drain: '100 bar' })
          .feed('stuckLow.low', '100 bar')
          .put('stuckHigh', 'intensifier', { ...stuck, initialPosition: '20 mm' }, { low: '100 bar', drain: '100 bar' })
          .feed('stuckHigh.high', '100 bar')
          .put('stuckDrain', 'intensifier', { ...stuck, initialPosition: '20 mm' }, { low: '100 bar', high: '100 bar' })
          .feed('stuckDrain.drain', '100 bar')
          .put('swing', 'intensifier', { ...pistons, mass: '200 kg', initialPosition: '100 mm', checkGradient: '0 l/min/bar' })
          .put('bleed', 'laminarRestrictor', { conductance: '1e-9 l/min/bar' }, { out: '100 bar' })
          .line('chamber', 'bleed.in', 'swing.low', { volume: '0.1 l', initialPressure: '101 bar', filter: 0 })
          .hold('swing.high', 'shut', shut)
          .hold('swing.drain', 'shut', shut)
          .build()
      );
    },
    figures: [
      figure('pressure of the shut high side', 'Pa', (4 * 100 - 3 * 20) * bar, (run) => run.end('still.high.p')),
      // 0.1 of dry and 0.4 of viscous friction
      ...motion,
      figure('flow into the low side', 'm3/s', -area * speed, (run) => run.at('out.low.q', 0.3)),
      figure('flow out of the high side', 'm3/s', (area / 4) * speed, (run) => run.at('out.high.q', 0.3)),
      figure('flow out of the drain side', 'm3/s', 0.75 * area * speed, (run) => run.at('out.drain.q', 0.3)),
      figure('position at the end', 'm', 0.2, (run) => run.end('far.x')),
      figure('speed at the end', 'm/s', 0, (run) => run.end('far.v'), speed),
      figure('speed back', 'm/s', (area * (10 - 0.25 * 6 - 0.75 * 40) * bar) / 36000, (run) => run.at('back.v', 0.03)),
      figure('flow filled', 'm3/s', 400 * litrePerMinute + (area / 4) * ((area * (10 - 1.5 - 30) * bar) / 36000), (run) =>
        run.at('back.high.q', 0.03),
      ),
      figure(
        'flow out of the low side less what fills',
        'm3/s',
        -400 * litrePerMinute - area * ((area * (10 - 1.5 - 30) * bar) / 36000),
        (run) => run.at('back.low.q', 0.03),
      ),
      stiffness('stuckLow', area * 0.18),
      stiffness('stuckHigh', (area / 4) * 0.18),
      stiffness('stuckDrain', 0.75 * area * 0.18),
      figure(
        'half a period',
        's',
        Math.PI *
          Math.sqrt(200 / (15e8 * area ** 2 * (1 / (1e-4 + area * 0.1) + 1 / 16 / (1e-4 + area * 0.025) + 9 / 16 / (1e-4 + area * 0.075)))),
        (run) => run.when('swing.v', 0, 1e-3),
      ),
    ],
  },
];
