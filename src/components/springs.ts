/**
 * Springs between two ends. Without mass the force is the same at both, and s' = -(v_a + v_b) is the rate at which they come together.
 *   spring and damper   F = F_0 + K s + c s'
 *   contact             F = K δ (1 + d s') where δ = s - gap > 0, and never a pull: damping that grows with the depth, so that force does not jump
 *   rope                the same in tension, of e = -s - slack
 *   coupling            T = K (θ less what the backlash takes) + c θ'
 *   clutch              T = u T_max tanh(slip/ω_ε)
 */
import { component, type QuantityDeclaration, rotational, translational } from '../equations/language/definition.js';

const group = 'Mechanics';
const ports = { a: translational, b: translational };
const stiffness = { unit: 'N/m', atLeast: 0, default: 0, about: 'force per compression, K' };
const hysteresis = { unit: 's/m', atLeast: 0, default: 0, about: 'damping: relative rise of the force per velocity, d' };
const force: QuantityDeclaration = { unit: 'N', about: 'force, compression positive' };

export const springDamper = component({
  kind: 'springDamper',
  about:
    'Linear spring and damper side by side, without mass: either of the two where the other is 0. The line at each end should be far stiffer. ' +
    'A spring alone is better a line with its stiffness.',
  source: 'Kelvin-Voigt element: F = K s + c ds/dt',
  group,
  ports,
  parameters: {
    stiffness,
    damping: { unit: 'N s/m', atLeast: 0, default: 0, about: 'force per velocity, c' },
    preload: { unit: 'N', default: 0, about: 'force at no compression, F_0' },
    initialCompression: { unit: 'm', default: 0, about: 'compression at t = 0' },
  },
  outputs: { force },
  states: { compression: { unit: 'm', initial: 'initialCompression', about: 'how far the ends have come together, s' } },
  equations: `
    rate = -(a.velocity + b.velocity)
    der(compression) = rate
    force = preload + stiffness * compression + damping * rate
    a.force = force
    b.force = force
  `,
});

export const contact = component({
  kind: 'contact',
  about: 'A bumper or stop: pushes once a gap has closed, with a damping that grows with the depth, and never pulls.',
  source: 'Hunt & Crossley, J. Appl. Mech. 42 (1975) 440, exponent 1',
  group,
  ports,
  parameters: {
    gap: { unit: 'm', default: 0, about: 'way at t = 0 until it touches; below 0 it is compressed' },
    stiffness: { ...stiffness, above: 0 },
    hysteresis,
  },
  outputs: { force },
  states: { closed: { unit: 'm', initial: 0, about: 'how far the ends have come together since t = 0, s' } },
  equations: `
    rate = -(a.velocity + b.velocity)
    der(closed) = rate
    force = max(0, stiffness * max(0, closed - gap) * (1 + hysteresis * rate))
    a.force = force
    b.force = force
  `,
});

export const rope = component({
  kind: 'rope',
  about:
    'A rope or chain: pulls once its slack is taken up, with a damping that grows with the stretch, and never pushes. Its mass is left out.',
  source: 'Hunt & Crossley, J. Appl. Mech. 42 (1975) 440, exponent 1, in tension',
  group,
  ports,
  parameters: {
    slack: { unit: 'm', default: 0, about: 'way at t = 0 until it is taut; below 0 it is stretched' },
    stiffness: { ...stiffness, above: 0, about: 'tension per stretch' },
    hysteresis,
  },
  outputs: { tension: { unit: 'N', about: 'force with which it pulls' } },
  states: { apart: { unit: 'm', initial: 0, about: 'how far the ends have moved apart since t = 0' } },
  equations: `
    rate = a.velocity + b.velocity
    der(apart) = rate
    tension = max(0, stiffness * max(0, apart - slack) * (1 + hysteresis * rate))
    a.force = -tension
    b.force = -tension
  `,
});

export const elasticCoupling = component({
  kind: 'elasticCoupling',
  about: 'Coupling or shaft with torsional stiffness, damping and backlash, without inertia. The damping acts within the backlash too.',
  source: 'Kelvin-Voigt element with a dead zone',
  group,
  ports: { a: rotational, b: rotational },
  parameters: {
    stiffness: { unit: 'Nm/rad', atLeast: 0, about: 'torque per twist, K' },
    damping: { unit: 'Nm s/rad', atLeast: 0, default: 0, about: 'torque per rate of twist, c' },
    backlash: { unit: 'rad', atLeast: 0, default: 0, about: 'angle from one flank to the other' },
  },
  outputs: { torque: { unit: 'Nm', about: 'torque that it passes on' } },
  states: { twist: { unit: 'rad', initial: 0, about: 'angle of a against b, θ' } },
  equations: `
    rate = -(a.speed + b.speed)
    der(twist) = rate
    torque = stiffness * (twist - max(-backlash / 2, min(backlash / 2, twist))) + damping * rate
    a.torque = torque
    b.torque = torque
  `,
});

export const clutch = component({
  kind: 'clutch',
  about: 'Friction clutch; with a speedSource of 0 on one side a brake. Dry friction is smooth about no slip: below its torque it creeps.',
  source: 'Coulomb friction with tanh in place of the sign: our choice, as in stribeckCylinder',
  group,
  ports: { a: rotational, b: rotational },
  parameters: {
    maximumTorque: { unit: 'Nm', atLeast: 0, about: 'torque of the fully engaged clutch, T_max' },
    smoothingSpeed: { unit: 'rad/s', above: 0, default: '1 rev/min', about: 'slip within which friction turns, ω_ε' },
  },
  inputs: { engagement: { unit: '1', default: 1, about: 'limited to 0 (open) .. 1 (fully engaged), u' } },
  outputs: {
    torque: { unit: 'Nm', about: 'torque that it passes on' },
    slip: { unit: 'rad/s', about: 'speed of a against b' },
  },
  equations: `
    slip = -(a.speed + b.speed)
    torque = max(0, min(1, engagement)) * maximumTorque * tanh(slip / smoothingSpeed)
    a.torque = torque
    b.torque = torque
  `,
});
