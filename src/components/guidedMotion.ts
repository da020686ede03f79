/** Common to kinds with one moving mass: position x from 0 to a stroke with stops, Coulomb and viscous friction, as actuator.ts derives them. */
import type { ParameterDeclaration, StateDeclaration } from '../equations/language/definition.js';

const frictionParameters = {
  mass: { unit: 'kg', above: 0, about: 'moving mass, M' },
  viscousFriction: { unit: 'N s/m', atLeast: 0, default: 0, about: 'friction force per velocity, c' },
  coulombFriction: { unit: 'N', atLeast: 0, default: 0, about: 'dry friction force, at rest and in motion, F_R' },
} satisfies Record<string, ParameterDeclaration>;

export const cylinderParameters = {
  bore: { unit: 'm', above: 0, about: 'diameter of the piston' },
  stroke: { unit: 'm', above: 0, about: 'distance between the end stops, s' },
  initialPosition: { unit: 'm', atLeast: 0, default: 0, about: 'position at t = 0' },
  ...frictionParameters,
} satisfies Record<string, ParameterDeclaration>;

export const motionStates = {
  x: { unit: 'm', initial: 'initialPosition', about: 'position, 0 to stroke' },
  v: { unit: 'm/s', initial: 0, about: 'velocity' },
  force: { unit: 'N', initial: 0, about: 'net force, friction excluded, F' },
} satisfies Record<string, StateDeclaration>;

/** Velocity that the oil sees: the way over the step, which a stop may have cut short. */
export const velocity = `
    velocity = der(x)`;

/** Behind `hold force = …`: a step that ends against the accepted direction ends at rest, so friction holds what it can and never drives. */
export const guidedMotion = `
    dir = if(pre(v) == 0, sign(pre(force)), sign(pre(v)))
    der(v) = (force - viscousFriction * v - coulombFriction * dir) / mass
    der(x) = v
    reset(x) = if(x < 0 or x > stroke, max(0, min(stroke, x)), x)
    reset(v) = if(x < 0 or x > stroke or (coulombFriction > 0 and dir * v <= 0), 0, v)`;
