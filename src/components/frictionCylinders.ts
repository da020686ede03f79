/**
 * m v' = A_A p_A - A_B p_B - F_μ - F_L (pressures above the open air),   x' = v,   Q_A = A_A v,   Q_B = -A_B v, lent: A_A x and A_B (s - x).
 * Of the cylinder with LuGre friction oil may leak past the piston, L (p_A - p_B) from cap to rod.
 *
 * Stribeck: F_μ = (F_C + (F_S - F_C) e) tanh(v/v_ε) + b v with e = exp(-(v/v_s)²) or exp(-|v|/v_s): sign(v), made smooth, so that a solver has a
 * slope to work with. At rest it creeps: a force F below F_S moves it with about v_ε F/F_S.
 * LuGre: z' = v - σ0 |v| z/g(v), F_μ = σ0 z + σ1 z' + b v, g = F_C + (F_S - F_C) exp(-(v/v_s)²): bristles of deflection z, |z| ≤ F_S/σ0, that hold the
 * piston at rest. In steady motion z = g sign(v)/σ0, and F_μ that of Stribeck.
 *
 * The velocity at the end of a step is its flow, as in actuator.ts; with no stops there is no case in which it would not be v itself.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';

const group = 'Actuators and accumulators';
const ports = { cap: hydraulic, rod: hydraulic };

const body = {
  bore: { unit: 'm', above: 0, about: 'diameter of the piston' },
  rodDiameter: { unit: 'm', atLeast: 0, default: 0, about: 'diameter of the rod; smaller than bore, 0 for equal areas' },
  stroke: { unit: 'm', above: 0, about: 'length that the two chambers share, s' },
  initialPosition: { unit: 'm', atLeast: 0, default: 0, about: 'position at t = 0' },
  mass: { unit: 'kg', above: 0, about: 'mass of piston, rod and load, m' },
  viscousFriction: { unit: 'N s/m', atLeast: 0, default: 0, about: 'friction force per velocity, b' },
  coulombFriction: { unit: 'N', above: 0, about: 'dry friction force in motion, F_C' },
  staticFriction: { unit: 'N', atLeast: 0, default: 0, about: 'dry friction force at rest, F_S; counts where it exceeds coulombFriction' },
  stribeckVelocity: { unit: 'm/s', above: 0, about: 'velocity within which friction falls from F_S to F_C, v_s' },
} satisfies Record<string, ParameterDeclaration>;
const inputs = { load: { unit: 'N', default: 0, about: 'force on the rod against extension, F_L' } };
const states = {
  x: { unit: 'm', initial: 'initialPosition', about: 'position, 0 (retracted) to stroke' },
  v: { unit: 'm/s', initial: 0, about: 'velocity of extension' },
};

/** With an oil flow past the piston from cap to rod, if it has one. */
const motion = (past: string | null): string => `
    A1 = pi / 4 * bore^2
    A2 = A1 - pi / 4 * rodDiameter^2
    cap.q = -A1 * v${past ? ` - ${past}` : ''}
    rod.q =  A2 * v${past ? ` + ${past}` : ''}
    cap.V = A1 * x
    rod.V = A2 * (stroke - x)
    der(x) = v
    der(v) = (A1 * (cap.p - fluid.ambientPressure) - A2 * (rod.p - fluid.ambientPressure) - friction - load) / mass`;

export const stribeckCylinder = component({
  kind: 'stribeckCylinder',
  about:
    'Differential cylinder with a mass and friction that falls from rest to motion, made smooth about rest, where it creeps. No end ' +
    'stops: keep it within its stroke. Lends its chamber volumes to the lines; their own volumes are the dead volumes.',
  source: 'Esqué 2008 §3.2.5, (3.10), (3.11), (3.13); tanh in place of the sign is our choice',
  group,
  ports,
  parameters: {
    ...body,
    stribeckExponent: { unit: '1', atLeast: 1, atMost: 2, default: 2, about: '2: friction falls as exp(-(v/v_s)²), 1: as exp(-|v|/v_s)' },
    smoothingVelocity: { unit: 'm/s', above: 0, default: '1 mm/s', about: 'velocity within which dry friction turns, v_ε' },
  },
  requires: ['initialPosition <= stroke', 'rodDiameter < bore'],
  inputs,
  states,
  equations: `
    ratio = v / stribeckVelocity
    fall = exp(-if(stribeckExponent > 1.5, ratio^2, abs(ratio)))
    dry = coulombFriction + max(0, staticFriction - coulombFriction) * fall
    friction = dry * tanh(v / smoothingVelocity) + viscousFriction * v${motion(null)}
  `,
});

export const lugreCylinder = component({
  kind: 'lugreCylinder',
  about:
    'Differential cylinder with a mass and LuGre friction: bristles that bend before the piston slides, and hold it at rest. No end ' +
    'stops: keep it within its stroke. Lends its chamber volumes to the lines; their own volumes are the dead volumes.',
  source:
    'Esqué 2008 §3.2.5, (3.10)-(3.12), after Canudas de Wit, Olsson, Åström and Lischinsky 1995, ' +
    'A New Model for Control of Systems with Friction, IEEE Trans. Automatic Control 40(3), pp. 419-425',
  group,
  ports,
  parameters: {
    ...body,
    bristleStiffness: { unit: 'N/m', above: 0, about: 'force per deflection of the bristles, σ0' },
    bristleDamping: { unit: 'N s/m', atLeast: 0, default: 0, about: 'force per rate of deflection, σ1' },
    leakage: { unit: 'm3/s/Pa', atLeast: 0, default: 0, optional: true, about: 'flow past the piston per pressure difference, L' },
  },
  requires: ['initialPosition <= stroke', 'rodDiameter < bore'],
  inputs,
  states: { ...states, z: { unit: 'm', initial: 0, about: 'deflection of the bristles' } },
  equations: `
    dry = coulombFriction + max(0, staticFriction - coulombFriction) * exp(-(v / stribeckVelocity)^2)
    past = leakage * (cap.p - rod.p)
    rate = v - bristleStiffness * abs(v) * z / dry
    der(z) = rate
    friction = bristleStiffness * z + bristleDamping * rate + viscousFriction * v${motion('past')}
  `,
});
