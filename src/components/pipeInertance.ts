/**
 * Q' = A/(ρL) (p_in - p_out - K_L Q - K_T Q|Q|),   K_L = 128 ν ρ L/(π D⁴),   K_T = ξ ρ/(2A²),   A = π D²/4.
 * A short pipeline is this between two lines that each have half of its volume, A L/2.
 */
import { component, hydraulic } from '../equations/language/definition.js';

export const pipeInertance = component({
  kind: 'pipeInertance',
  about:
    'Oil column of a short pipe with its inertia, laminar friction and the loss of bends and fittings. The volume of the pipe is ' +
    'not in it: give half of it to the line at each end. Turbulent and frequency-dependent friction are left out.',
  source: 'Esqué 2008 §3.2.3, (3.4)-(3.5); reconstructed from text and nomenclature',
  group: 'Restrictors',
  ports: { in: hydraulic, out: hydraulic },
  parameters: {
    length: { unit: 'm', above: 0, about: 'length of the pipe, L' },
    diameter: { unit: 'm', above: 0, about: 'inner diameter, D' },
    lossCoefficient: { unit: '1', atLeast: 0, default: 0, about: 'sum of the loss coefficients of bends and fittings, ξ' },
    initialFlow: { unit: 'm3/s', default: 0, about: 'flow at t = 0' },
  },
  states: { flow: { unit: 'm3/s', initial: 'initialFlow', about: 'flow from in to out, Q' } },
  equations: `
    area = pi / 4 * diameter^2
    KL = 128 / pi * fluid.viscosity * fluid.density * length / diameter^4
    KT = lossCoefficient * fluid.density / (2 * area^2)
    der(flow) = area / (fluid.density * length) * (in.p - out.p - KL * flow - KT * flow * abs(flow))
    in.q  = -flow
    out.q =  flow
  `,
});
