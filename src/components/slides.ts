/** A mass on a guide with the friction of frictionCylinders.ts: m v' = F_a - F_b - F_μ, x' = v. */
import { component, translational } from '../equations/language/definition.js';

const group = 'Mechanics';
const ports = { a: translational, b: translational };
const parameters = {
  mass: { unit: 'kg', above: 0, about: 'mass, m' },
  viscousFriction: { unit: 'N s/m', atLeast: 0, default: 0, about: 'friction force per velocity, b' },
  coulombFriction: { unit: 'N', above: 0, about: 'dry friction force in motion, F_C' },
  staticFriction: { unit: 'N', atLeast: 0, default: 0, about: 'dry friction force at rest, F_S; counts where it exceeds coulombFriction' },
  stribeckVelocity: { unit: 'm/s', above: 0, about: 'velocity within which friction falls from F_S to F_C, v_s' },
};
const states = {
  x: { unit: 'm', initial: 0, about: 'position, towards b' },
  v: { unit: 'm/s', initial: 0, about: 'velocity, towards b' },
};
const motion = `
    a.velocity = -v
    b.velocity = v
    der(x) = v
    der(v) = (a.force - b.force - friction) / mass`;

export const stribeckSlide = component({
  kind: 'stribeckSlide',
  about: 'A mass on a guide whose friction falls from rest to motion, made smooth about rest, where it creeps.',
  source: 'Esqué 2008 §3.2.5, (3.11), (3.13); tanh in place of the sign is our choice',
  group,
  ports,
  parameters: {
    ...parameters,
    smoothingVelocity: { unit: 'm/s', above: 0, default: '1 mm/s', about: 'velocity within which dry friction turns, v_ε' },
  },
  states,
  equations: `
    dry = coulombFriction + max(0, staticFriction - coulombFriction) * exp(-(v / stribeckVelocity)^2)
    friction = dry * tanh(v / smoothingVelocity) + viscousFriction * v${motion}
  `,
});

export const lugreSlide = component({
  kind: 'lugreSlide',
  about: 'A mass on a guide with LuGre friction: bristles that bend before it slides, and hold it at rest.',
  source: 'Esqué 2008 §3.2.5, (3.11), (3.12), after Canudas de Wit, Olsson, Åström and Lischinsky 1995',
  group,
  ports,
  parameters: {
    ...parameters,
    bristleStiffness: { unit: 'N/m', above: 0, about: 'force per deflection of the bristles, σ0' },
    bristleDamping: { unit: 'N s/m', atLeast: 0, default: 0, about: 'force per rate of deflection, σ1' },
  },
  states: { ...states, z: { unit: 'm', initial: 0, about: 'deflection of the bristles' } },
  equations: `
    dry = coulombFriction + max(0, staticFriction - coulombFriction) * exp(-(v / stribeckVelocity)^2)
    rate = v - bristleStiffness * abs(v) * z / dry
    der(z) = rate
    friction = bristleStiffness * z + bristleDamping * rate + viscousFriction * v${motion}
  `,
});
