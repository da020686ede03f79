/**
 * Direct: a spool of diameter d, end area A = π d²/4 and area gradient w = π d, that the inlet lifts against spring, outlet and flow force,
 *
 *     m x'' = A (p_in - p_out - p_s) - (k + k_f) x - c x',   Q = Cd w max(0, x - overlap) √(2 Δp/ρ),   0 ≤ x ≤ x_max.
 *
 * The steady flow force, c_f w x Δp with c_f = 2 Cd Cv cos 69° = 0.43 for a sharp edge, closes it; a relief valve works about its setting, so it is a second
 * spring, k_f = c_f w p_s: the law stays one of a spool that is affine in the pressures. In steady state Δp = p_s + (k + k_f) x/A.
 * The spool displaces A x', out of the inlet, into the spring chamber and so to the outlet.
 *
 * Two stages: the inlet feeds the chamber above the main poppet (pressure p_c, volume V) through a choke; the pilot drains it above its setting,
 *
 *     V/B y' = G_o (p_in - p_c) - Q_p + A x',   p_c = max(p_vapour, y),   τ_p s' = p_c - p_out - s,   Q_p = G_p max(0, s - p_s),
 *     m x'' = A (p_in - p_c - p_m) - (k + k_f) x - c x':
 *
 * the main poppet opens where the pilot flow through the choke takes p_m, at p_in = p_out + p_s + p_m (1 + G_o/G_p). The chamber stores V y/B, all else
 * that enters leaves; where y is below the vapour pressure, V (p_vapour - y)/B of it is void. At t = 0 the pressure there is the one at which choke and pilot
 * pass the same, so that the poppet begins in balance. Whether the pilot is open and whether there is a cavity is judged on the accepted s and y: so the
 * step keeps one nonlinear law.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';
import { rootOf } from './roots.js';

const group = 'Valves';
const ports = { in: hydraulic, out: hydraulic };

const body = {
  diameter: { unit: 'm', above: 0, about: 'diameter of the moving part, d' },
  mass: { unit: 'kg', above: 0, about: 'mass of the moving part and a third of its spring, m' },
  springStiffness: { unit: 'N/m', atLeast: 0, about: 'stiffness of the spring, k' },
  viscousFriction: { unit: 'N s/m', atLeast: 0, about: 'damping force per velocity, c' },
  maximumLift: { unit: 'm', above: 0, about: 'travel to the stop, x_max' },
  dischargeCoefficient: { unit: '1', above: 0, default: 0.62, about: 'Cd' },
  flowForceCoefficient: { unit: '1', atLeast: 0, default: 0.43, about: 'flow force per area of the opening and pressure difference, c_f' },
} satisfies Record<string, ParameterDeclaration>;

const states = {
  lift: { unit: 'm', initial: 0, about: 'travel, x, 0 (shut) to maximumLift' },
  v: { unit: 'm/s', initial: 0, about: 'velocity of opening' },
};

const geometry = `
    A = pi / 4 * diameter^2
    w = pi * diameter
    stiffness = springStiffness + flowForceCoefficient * w * settingPressure`;
const stops = `
    der(lift) = v
    reset(lift) = if(lift < 0 or lift > maximumLift, max(0, min(maximumLift, lift)), lift)
    reset(v) = if(lift < 0 or lift > maximumLift, 0, v)`;

export const dynamicReliefValve = component({
  kind: 'dynamicReliefValve',
  about:
    'Direct-acting relief valve: a spool with mass, spring, damping, overlap and steady flow force (that of its setting); it displaces oil as it ' +
    'moves. Stops without rebound, judged on the position at the end of the step. The outlet acts on the spring side.',
  source: 'Merritt 1967, Hydraulic Control Systems, ch. 5 (steady flow force); balance of forces on the spool, own derivation',
  group,
  ports,
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'pressure difference that lifts the spool off its stop, p_s' },
    ...body,
    overlap: { unit: 'm', atLeast: 0, default: 0, about: 'travel before the edge opens' },
  },
  requires: ['overlap < maximumLift'],
  states,
  equations: `${geometry}
    dp = in.p - out.p
    Q = dischargeCoefficient * w * sqrt(2 / fluid.density) * max(0, lift - overlap) * ${rootOf('dp')}
    in.q  = -(Q + A * v)
    out.q =   Q + A * v
    der(v) = (A * (dp - settingPressure) - stiffness * lift - viscousFriction * v) / mass${stops}
  `,
});

/** Where choke and pilot pass the same; below the pilot's setting that is the inlet's pressure. */
const startOfChamber =
  'min(in.p, (chokeConductance * in.p + pilotGradient * (out.p + settingPressure)) / (chokeConductance + pilotGradient))';

export const twoStageReliefValve = component({
  kind: 'twoStageReliefValve',
  about:
    'Pilot-operated relief valve: a pilot with a lag drains the chamber above a main poppet with mass, spring, damping and flow force (that of the ' +
    'setting). Stops without rebound, judged on the position at the end of the step. Whether the pilot is open, or the chamber has a cavity, is judged on the accepted state.',
  source:
    'Merritt 1967, Hydraulic Control Systems, ch. 5 (steady flow force); balances of forces and oil, own derivation; laminar choke and pilot of first order: our choice',
  group,
  ports,
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'pressure of the chamber over the outlet at which the pilot opens, p_s' },
    pilotGradient: { unit: 'm3/s/Pa', above: 0, about: 'flow of the pilot per excess pressure, G_p' },
    pilotTimeConstant: { unit: 's', above: 0, default: '2 ms', about: 'lag of the pilot, τ_p' },
    chokeConductance: { unit: 'm3/s/Pa', above: 0, about: 'flow per pressure difference of the choke between inlet and chamber, G_o' },
    chamberVolume: { unit: 'm3', above: 0, about: 'volume of the chamber, V' },
    mainPressure: { unit: 'Pa', atLeast: 0, default: '2 bar', about: 'pressure difference over the main poppet that lifts it, p_m' },
    ...body,
  },
  states: {
    ...states,
    chamberOil: {
      unit: 'Pa',
      initial: startOfChamber,
      about: 'pressure of the oil in the chamber if it filled it, y; below vapour pressure it gives the size of the cavity',
    },
    sensed: { unit: 'Pa', initial: `${startOfChamber} - out.p`, about: 'pressure that the pilot has answered to, s' },
  },
  outputs: { chamberPressure: { unit: 'Pa', about: 'pressure above the main poppet, p_c' } },
  equations: `${geometry}
    dp = in.p - out.p
    Qmain = dischargeCoefficient * w * sqrt(2 / fluid.density) * max(0, lift) * ${rootOf('dp')}
    pc = if(pre(chamberOil) > fluid.vapourPressure, chamberOil, fluid.vapourPressure)
    Qo = chokeConductance * (in.p - pc)
    Qp = if(pre(sensed) > settingPressure, pilotGradient * (sensed - settingPressure), 0)
    in.q  = -(Qmain + Qo + A * v)
    out.q =   Qmain + Qp
    oilAdded = -chamberVolume / fluid.bulkModulus * der(chamberOil)
    der(sensed) = (pc - out.p - sensed) / pilotTimeConstant
    der(chamberOil) = fluid.bulkModulus / chamberVolume * (Qo - Qp + A * v)
    chamberPressure = max(fluid.vapourPressure, chamberOil)
    der(v) = (A * (in.p - pc - mainPressure) - stiffness * lift - viscousFriction * v) / mass${stops}
  `,
});
