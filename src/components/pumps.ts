/**
 * k = cs D/μ: leakage per pressure difference, μ = ρν the dynamic viscosity.
 *
 * (4.9) has a compressibility loss beside the slip, whose coefficients the thesis does not give for any of its pumps. Left out: at constant speed and stroke what the oil in the
 * displaced and dead volume V of an angle shrinks by, ω V Δp/B, is in proportion to Δp as the slip is, so that cs + ω V μ/(B D) stands for both.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';
import { caseDrain, drainedFlows } from './caseDrain.js';
import { drawnOf, filling, fillingSource, shaftSpeed } from './filling.js';

const group = 'Pumps and motors';
const ports = { in: hydraulic, out: hydraulic };

const pumpParameters = {
  displacement: { unit: 'm3/rad', above: 0, about: 'oil displaced per angle of the shaft, D (at full stroke)' },
  speed: { unit: 'rad/s', about: 'shaft speed, ω, where shaftSpeed is not connected' },
  slipCoefficient: { unit: '1', atLeast: 0, default: 0, about: 'leakage coefficient cs: leakage is cs D/μ per pressure difference' },
  ...caseDrain,
  ...filling,
} satisfies Record<string, ParameterDeclaration>;

export const pump = component({
  kind: 'pump',
  about:
    'Fixed-displacement pump at constant speed, or that of shaftSpeed, with laminar leakage from outlet to inlet; drive torque and compressibility ' +
    'loss are left out.',
  source: `Burton 1994 §4.4.2, (4.5)-(4.9); ${fillingSource}`,
  group,
  ports,
  parameters: pumpParameters,
  inputs: shaftSpeed,
  equations: `
    k = slipCoefficient * displacement / (fluid.density * fluid.viscosity)${drawnOf('displacement * shaftSpeed', 'displacement * abs(speed)', 'shaftSpeed >= 0')}
    Q = drawn - k * (out.p - in.p)${drainedFlows}
  `,
});

export const variablePump = component({
  kind: 'variablePump',
  about:
    'Pump at constant speed, or that of shaftSpeed, whose displacement X D follows the demand through a first-order swash servo, over centre in both directions; ' +
    'laminar leakage; drive torque and swash forces are left out.',
  source: `Burton 1994, appended paper on the electro-hydraulic position servo, (24)-(27); leakage §4.4.2, (4.9); ${fillingSource}`,
  group,
  ports,
  parameters: {
    ...pumpParameters,
    timeConstant: { unit: 's', above: 0, about: 'lag of the swash servo, τ' },
    initialSwash: { unit: '1', atLeast: -1, atMost: 1, default: 0, about: 'swash at t = 0' },
  },
  inputs: { ...shaftSpeed, demand: { unit: '1', about: 'swash wanted as a fraction of full stroke; limited to -1..1' } },
  states: { swash: { unit: '1', initial: 'initialSwash', about: 'swash as a fraction of full stroke, X' } },
  equations: `
    der(swash) = (max(-1, min(1, demand)) - swash) / timeConstant
    k = slipCoefficient * displacement / (fluid.density * fluid.viscosity)${drawnOf('displacement * shaftSpeed * swash', 'displacement * abs(speed)', 'shaftSpeed * swash >= 0')}
    Q = drawn - k * (out.p - in.p)${drainedFlows}
  `,
});
