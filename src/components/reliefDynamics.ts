/**
 * Direct: a spool of end area A, that the inlet lifts against spring, outlet and flow force,
 *
 *     m x'' = A (p_in - p_out - p_s) - k x - c_f w y Δp - c x',   y = max(0, x - overlap),   Q = Cd w y √(2 Δp/ρ),   0 ≤ x ≤ s,
 *
 * w the area gradient. The flow force closes it: c_f = 2 Cd Cv cos 69° = 0.43 for a sharp edge. In steady state the pressure is p_s + (k x + c_f w y Δp)/A:
 * the flow force adds its share to the override. The spool displaces A x', out of the inlet, into the spring chamber and so to the outlet.
 *
 * Two stages: the inlet feeds the chamber above the main poppet (pressure p_c, volume V) through an orifice; the pilot drains it above its setting,
 *
 *     V/B p_c' = K_o √(p_in - p_c) - Q_p + A x',   τ_p Q_p' = G max(0, p_c - p_out - p_s) - Q_p,   m x'' = A (p_in - p_c - p_m) - k x - c_f w x Δp - c x':
 *
 * the main poppet opens where the pilot flow through the orifice takes p_m. The chamber stores V p_c/B, all else that enters leaves.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/definition.js';

const group = 'Valves';
const ports = { in: hydraulic, out: hydraulic };

const body = {
  area: { unit: 'm2', above: 0, about: 'area of the moving part under inlet pressure, A' },
  areaGradient: { unit: 'm', above: 0, about: 'flow area per travel (circumference of the edge), w' },
  mass: { unit: 'kg', above: 0, about: 'mass of the moving part and a third of its spring, m' },
  springStiffness: { unit: 'N/m', above: 0, about: 'stiffness of the spring, k' },
  viscousFriction: { unit: 'N s/m', atLeast: 0, about: 'damping force per velocity, c' },
  stroke: { unit: 'm', above: 0, about: 'travel to the stop, s' },
  dischargeCoefficient: { unit: '1', above: 0, default: 0.62, about: 'Cd' },
  flowForceCoefficient: {
    unit: '1',
    atLeast: 0,
    default: 0.43,
    about: 'closing flow force per area gradient, travel and pressure difference, c_f',
  },
} satisfies Record<string, ParameterDeclaration>;

const states = {
  x: { unit: 'm', initial: 0, about: 'travel, 0 (shut) to stroke' },
  v: { unit: 'm/s', initial: 0, about: 'velocity of opening' },
};

const stops = `
    der(x) = v
    reset(x) = if(x < 0 or x > stroke, max(0, min(stroke, x)), x)
    reset(v) = if(x < 0 or x > stroke, 0, v)`;

export const dynamicReliefValve = component({
  kind: 'dynamicReliefValve',
  about:
    'Direct-acting relief valve: a spool with mass, spring, damping, overlap and steady flow force; it displaces oil as it moves. Stops without ' +
    'rebound, judged on the position at the end of the step. The outlet acts on the spring side.',
  source: 'Merritt 1967, single-stage pressure control valve, and ch. 5 (flow force); Watton 2009 ch. 3',
  group,
  ports,
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'pressure difference that lifts the spool off its stop, p_s' },
    ...body,
    overlap: { unit: 'm', atLeast: 0, default: 0, about: 'travel before the edge opens' },
  },
  states,
  equations: `
    dp = in.p - out.p
    y = max(0, x - overlap)
    Q = dischargeCoefficient * areaGradient * sqrt(2 / fluid.density) * y * ssqrt(dp)
    in.q  = -(Q + area * v)
    out.q =   Q + area * v
    flowForce = flowForceCoefficient * areaGradient * y * dp
    der(v) = (area * (dp - settingPressure) - springStiffness * x - flowForce - viscousFriction * v) / mass${stops}
  `,
});

export const twoStageReliefValve = component({
  kind: 'twoStageReliefValve',
  about:
    'Pilot-operated relief valve: a pilot with a lag drains the chamber above a main poppet with mass, spring, damping and flow force. Stops ' +
    'without rebound, judged on the position at the end of the step. The oil compressed in the chamber is small and its own.',
  source: 'Merritt 1967, two-stage pressure control valve; Watton 2009 ch. 3; pilot poppet of first order: our choice',
  group,
  ports,
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'pressure of the chamber over the outlet at which the pilot opens, p_s' },
    pilotGradient: { unit: 'm3/s/Pa', above: 0, about: 'flow of the pilot per excess pressure, G' },
    pilotTimeConstant: { unit: 's', above: 0, default: '2 ms', about: 'lag of the pilot, τ_p' },
    orificeArea: { unit: 'm2', above: 0, about: 'area of the orifice from the inlet to the chamber' },
    chamberVolume: { unit: 'm3', above: 0, about: 'volume of the chamber, V' },
    mainPressure: { unit: 'Pa', atLeast: 0, default: '2 bar', about: 'pressure difference over the main poppet that lifts it, p_m' },
    ...body,
  },
  states: {
    ...states,
    chamberPressure: { unit: 'Pa', initial: 0, about: 'pressure above the main poppet, p_c' },
    pilotFlow: { unit: 'm3/s', initial: 0, about: 'flow of the pilot, Q_p' },
  },
  equations: `
    dp = in.p - out.p
    y = max(0, x)
    Qmain = dischargeCoefficient * areaGradient * sqrt(2 / fluid.density) * y * ssqrt(dp)
    Qo = dischargeCoefficient * orificeArea * sqrt(2 / fluid.density) * ssqrt(in.p - chamberPressure)
    in.q  = -(Qmain + Qo + area * v)
    out.q =   Qmain + pilotFlow
    der(pilotFlow) = (pilotGradient * max(0, chamberPressure - out.p - settingPressure) - pilotFlow) / pilotTimeConstant
    der(chamberPressure) = fluid.bulkModulus / chamberVolume * (Qo - pilotFlow + area * v)
    flowForce = flowForceCoefficient * areaGradient * y * dp
    der(v) = (area * (in.p - chamberPressure - mainPressure) - springStiffness * x - flowForce - viscousFriction * v) / mass${stops}
  `,
});
