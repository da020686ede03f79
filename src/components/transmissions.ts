/**
 * From one motion to another. Power that enters at the first port leaves at the second, less friction:
 *   lever            F_a = i F_b,   v_b = -i v_a (velocities out of the component): massless, without loss
 *   rack             F = T/r,   ω = -v/r
 *   gearbox          J ω' = T_in - T_out/n - (1 - η) |T_in| tanh(ω/ω_ε) - c ω,   n ω_out = ω:  forwards T_out = n η T_in, driven from behind T_in = T_out/n/(2 - η)
 *   winch            J ω' = T + R F - c ω,   v = -R ω,   wound' = R ω,   R² = r² + d² wound/(π W): layers of rope of d² a length on a drum W wide
 */
import { component, rotational, translational } from '../equations/language/definition.js';

const group = 'Mechanics';
const inertia = { unit: 'kg m2', above: 0, about: 'inertia at the driven side, J' };
const viscousFriction = { unit: 'Nm s/rad', atLeast: 0, default: 0, about: 'friction torque per speed at the driven side, c' };

export const lever = component({
  kind: 'lever',
  about: 'Lever without mass and friction: b moves as far as its arm is longer than that of a, with as much less force. Small angles.',
  source: 'law of the lever: F_a l_a = F_b l_b',
  group,
  ports: { a: translational, b: translational },
  parameters: { armRatio: { unit: '1', above: 0, about: 'arm of b over arm of a, i' } },
  equations: `
    a.force = armRatio * b.force
    b.velocity = -armRatio * a.velocity
  `,
});

export const rackAndPinion = component({
  kind: 'rackAndPinion',
  about: 'Pinion and rack without mass and friction: turns the speed of a shaft into the velocity of a rack, or back.',
  source: 'rolling without slip: v = r ω, T = r F',
  group,
  ports: { shaft: rotational, rack: translational },
  parameters: { radius: { unit: 'm', above: 0, about: 'pitch radius of the pinion, r' } },
  equations: `
    rack.force = shaft.torque / radius
    shaft.speed = -rack.velocity / radius
  `,
});

export const gearbox = component({
  kind: 'gearbox',
  about:
    'Gearbox with inertia, viscous friction and an efficiency; the loss of the teeth is smooth about rest. Driven from behind it loses about as much. Backlash: ' +
    'elasticCoupling.',
  source: 'Burton 1994 §4.4.5.2, gear reduction; loss as a part of the torque with tanh in place of the sign: our choice',
  group,
  ports: { in: rotational, out: rotational },
  parameters: {
    ratio: { unit: '1', above: 0, about: 'speed at in over speed at out, n' },
    efficiency: { unit: '1', above: 0, atMost: 1, default: 1, about: 'power at out over power at in without viscous friction, η' },
    inertia,
    viscousFriction,
    smoothingSpeed: { unit: 'rad/s', above: 0, default: '1 rev/min', about: 'speed at in within which the loss turns, ω_ε' },
  },
  states: { speed: { unit: 'rad/s', initial: 0, about: 'speed at in, ω' } },
  equations: `
    in.speed = -speed
    out.speed = speed / ratio
    loss = (1 - efficiency) * abs(in.torque) * tanh(speed / smoothingSpeed) + viscousFriction * speed
    der(speed) = (in.torque - out.torque / ratio - loss) / inertia
  `,
});

export const winch = component({
  kind: 'winch',
  about:
    'Drum that winds a rope, in layers that raise its radius. Positive speed winds: the rope is drawn in. Line and drum push a slack rope as they pull a ' +
    'taut one: put a rope behind it where it may be slack.',
  source: 'volume of the wound rope; torque and force at the radius of the outermost layer',
  group,
  ports: { shaft: rotational, rope: translational },
  parameters: {
    drumRadius: { unit: 'm', above: 0, about: 'radius of the empty drum, r' },
    drumWidth: { unit: 'm', above: 0, default: '1 m', about: 'width of the drum, W' },
    ropeDiameter: { unit: 'm', atLeast: 0, default: 0, about: 'diameter of the rope, d; 0: the radius stays' },
    inertia,
    viscousFriction,
    initialWound: { unit: 'm', atLeast: 0, default: 0, about: 'rope on the drum at t = 0' },
  },
  requires: ['ropeDiameter <= drumWidth'],
  outputs: { radius: { unit: 'm', about: 'radius of the outermost layer, R' } },
  states: {
    speed: { unit: 'rad/s', initial: 0, about: 'speed of the drum, winding positive, ω' },
    wound: { unit: 'm', initial: 'initialWound', about: 'rope on the drum' },
  },
  equations: `
    radius = sqrt(drumRadius^2 + ropeDiameter^2 / (pi * drumWidth) * max(0, wound))
    shaft.speed = -speed
    rope.velocity = -radius * speed
    der(wound) = radius * speed
    der(speed) = (shaft.torque + radius * rope.force - viscousFriction * speed) / inertia
  `,
});
