/**
 * Bodies between two line ends, a and b:   M v' = F_a - F_b - M g sin β - c v - F_R dir,   x' = v,   v_a = -v,   v_b = v;   J ω' = T_a - T_b - c ω - T_R dir.
 * Velocity of the ports, friction and stops: as actuator.ts derives them.
 *
 * A joint has two ports on the side of b: one velocity, and the forces add up.
 */
import { component, type ParameterDeclaration, rotational, translational } from '../equations/language/definition.js';

const group = 'Mechanics';
const judged =
  'Direction of friction is judged on the accepted velocity and net force, stops on the position at the end of the step; stops are without rebound.';
const limits = (unit: string, what: string): Record<'lowest' | 'highest', ParameterDeclaration> => ({
  lowest: { unit, default: -1e12, about: `lower limit of the ${what}` },
  highest: { unit, default: 1e12, about: `upper limit of the ${what}` },
});

const massOf: ParameterDeclaration = { unit: 'kg', above: 0, about: 'mass, M' };
const inertiaOf: ParameterDeclaration = { unit: 'kg m2', above: 0, about: 'moment of inertia, J' };
const damping: ParameterDeclaration = { unit: 'N s/m', atLeast: 0, default: 0, about: 'friction force per velocity, c' };
const torsionalDamping: ParameterDeclaration = { unit: 'Nm s/rad', atLeast: 0, default: 0, about: 'friction torque per speed, c' };

const { lowest: minimumPosition, highest: maximumPosition } = limits('m', 'position');
const { lowest: minimumAngle, highest: maximumAngle } = limits('rad', 'angle');

export const mass = component({
  kind: 'mass',
  about: `A body that moves in one direction, with weight, viscous and dry friction and end stops. ${judged}`,
  source: 'Burton 1994 §4.4.6, (4.34)-(4.40) without the piston',
  group,
  ports: { a: translational, b: translational },
  parameters: {
    mass: massOf,
    inclination: { unit: 'rad', default: 0, about: 'rise of the way from a to b, β; pi/2: upwards' },
    viscousFriction: damping,
    coulombFriction: { unit: 'N', atLeast: 0, default: 0, about: 'dry friction force, at rest and in motion, F_R' },
    minimumPosition,
    maximumPosition,
    initialPosition: { unit: 'm', default: 0, about: 'position at t = 0' },
    initialVelocity: { unit: 'm/s', default: 0, about: 'velocity at t = 0' },
  },
  requires: ['minimumPosition <= initialPosition', 'initialPosition <= maximumPosition'],
  states: {
    x: { unit: 'm', initial: 'initialPosition', about: 'position, towards b' },
    v: { unit: 'm/s', initial: 'initialVelocity', about: 'velocity, towards b' },
    force: { unit: 'N', initial: 0, about: 'net force, friction excluded' },
  },
  equations: `
    velocity = der(x)
    a.velocity = -velocity
    b.velocity = velocity
    hold force = a.force - b.force - mass * 9.80665 * sin(inclination)
    dir = if(pre(v) == 0, sign(pre(force)), sign(pre(v)))
    der(v) = (force - viscousFriction * v - coulombFriction * dir) / mass
    der(x) = v
    reset(x) = if(x < minimumPosition or x > maximumPosition, max(minimumPosition, min(maximumPosition, x)), x)
    reset(v) = if(x < minimumPosition or x > maximumPosition or (coulombFriction > 0 and dir * v <= 0), 0, v)
  `,
});

export const inertia = component({
  kind: 'inertia',
  about: `A body that turns on a shaft, with viscous and dry friction and stops. ${judged}`,
  source: 'Burton 1994 §4.4.5, (4.19)-(4.26) without the motor',
  group,
  ports: { a: rotational, b: rotational },
  parameters: {
    inertia: inertiaOf,
    viscousFriction: torsionalDamping,
    coulombTorque: { unit: 'Nm', atLeast: 0, default: 0, about: 'dry friction torque, at rest and in motion, T_R' },
    minimumAngle,
    maximumAngle,
    initialAngle: { unit: 'rad', default: 0, about: 'angle at t = 0' },
    initialSpeed: { unit: 'rad/s', default: 0, about: 'speed at t = 0' },
  },
  requires: ['minimumAngle <= initialAngle', 'initialAngle <= maximumAngle'],
  states: {
    angle: { unit: 'rad', initial: 'initialAngle', about: 'angle' },
    speed: { unit: 'rad/s', initial: 'initialSpeed', about: 'speed from a to b, ω' },
    torque: { unit: 'Nm', initial: 0, about: 'net torque, friction excluded' },
  },
  equations: `
    turning = der(angle)
    a.speed = -turning
    b.speed = turning
    hold torque = a.torque - b.torque
    dir = if(pre(speed) == 0, sign(pre(torque)), sign(pre(speed)))
    der(speed) = (torque - viscousFriction * speed - coulombTorque * dir) / inertia
    der(angle) = speed
    reset(angle) = if(angle < minimumAngle or angle > maximumAngle, max(minimumAngle, min(maximumAngle, angle)), angle)
    reset(speed) = if(angle < minimumAngle or angle > maximumAngle or (coulombTorque > 0 and dir * speed <= 0), 0, speed)
  `,
});

export const rigidJoint = component({
  kind: 'rigidJoint',
  about: 'Where three lines meet at one body: one velocity for all, and a pushes b and c. The body has a mass and viscous friction.',
  source: "Newton's second law; in place of a junction, at which flows add up and not forces",
  group,
  ports: { a: translational, b: translational, c: translational },
  parameters: { mass: massOf, viscousFriction: damping },
  states: {
    x: { unit: 'm', initial: 0, about: 'position, towards b and c' },
    v: { unit: 'm/s', initial: 0, about: 'velocity, towards b and c' },
  },
  equations: `
    a.velocity = -v
    b.velocity = v
    c.velocity = v
    der(v) = (a.force - b.force - c.force - viscousFriction * v) / mass
    der(x) = v
  `,
});

export const shaftJoint = component({
  kind: 'shaftJoint',
  about:
    'A shaft with three ends, such as a transfer gear of ratio 1: one speed for all, and a drives b and c. With inertia and viscous friction.',
  source: "Newton's second law; in place of a junction, at which flows add up and not torques",
  group,
  ports: { a: rotational, b: rotational, c: rotational },
  parameters: { inertia: inertiaOf, viscousFriction: torsionalDamping },
  states: { speed: { unit: 'rad/s', initial: 0, about: 'speed from a to b and c' } },
  equations: `
    a.speed = -speed
    b.speed = speed
    c.speed = speed
    der(speed) = (a.torque - b.torque - c.torque - viscousFriction * speed) / inertia
  `,
});
