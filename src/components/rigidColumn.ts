/**
 * m v' = A (p_in - p_out - ρ g h - 32 μ L v/d² - ξ ρ/2 v|v|),   q = A v,   m = share · ρ A L + mass. What lines of `model: rigid` are made of: without mass it is a
 * law between pressures and flow, and several that meet without a volume are solved as one (equations/solve/constraints.ts). A sharp orifice has ξ = 1/Cd².
 */
import { component, hydraulic } from '../equations/language/definition.js';

export const rigidColumn = component({
  kind: 'rigidColumn',
  about:
    'Oil column that neither gives way nor stores: inertia, laminar friction and the loss of bends or an opening. With a mass of 0 a law between its pressures and ' +
    'its flow. Its ports may be joined directly; a line with model: rigid is such a column.',
  source:
    'Hodgson, Hyde and Sharma, Systematic Derivation of Hybrid System Models for Hydraulic Systems (Real-Time Simulation Technologies, ch. 24), (24.3)-(24.5)',
  group: 'Restrictors',
  ports: { in: hydraulic, out: hydraulic },
  parameters: {
    length: { unit: 'm', atLeast: 0, about: 'length of the column, L' },
    diameter: { unit: 'm', above: 0, about: 'inner diameter, d' },
    massShare: { unit: '1', atLeast: 0, default: 1, about: "what counts of the oil's mass, ρ A L; 0 for none" },
    mass: { unit: 'kg', atLeast: 0, default: 0, about: 'mass that moves with the oil, or in its place' },
    friction: { unit: '1', atLeast: 0, default: 1, about: 'share of the laminar friction of the wall; 0 for none' },
    lossCoefficient: { unit: '1', atLeast: 0, default: 0, about: 'sum of the loss coefficients of bends and openings, ξ' },
    elevation: { unit: 'm', default: 0, about: 'rise from in to out, h' },
    initialVelocity: { unit: 'm/s', default: 0, about: 'velocity at t = 0, where nothing else gives it' },
  },
  states: { velocity: { unit: 'm/s', initial: 'initialVelocity', about: 'mean velocity from in to out, v' } },
  equations: `
    area = pi / 4 * diameter^2
    wall = friction * 32 * fluid.viscosity * fluid.density * length / diameter^2
    bends = lossCoefficient * fluid.density / 2
    weight = fluid.density * 9.80665 * elevation
    (massShare * fluid.density * area * length + mass) * der(velocity) =
      area * (in.p - out.p - weight - wall * velocity - bends * velocity * abs(velocity))
    in.q  = -area * velocity
    out.q =  area * velocity
  `,
});
