/**
 * Q = K √(p_in - p_out),   c3 K' = max(0, p_in - p_air - p_ref) - (c1 + c2 Δp) K.
 * c1 and c2 from two points of the static curve, each an opening pressure, the rise above it and the flow at that rise, with the outlet
 * without pressure: Δp_i = setting_i + rise_i, K_i = Q_i/√Δp_i, c1 + c2 Δp_i = rise_i/K_i; and c3 = τ (c1 + c2 Δp_1).
 * c2 is below 0, and far beyond point 2 c1 + c2 Δp would be too: it is kept above a tenth of its smaller value at the two points.
 * max(0, ·) in place of a stop for K: K ≥ 0 then holds by itself, where a stop would make a switch that a step control sticks at. In the same way the lift of
 * the poppet ends at K_o, the coefficient fully open: what drives K is no more than what holds it there, (c1 + c2 Δp) K_o.
 * The root is a polynomial below 1e4 Pa, √1e4 (Δp/1e4)(3 - |Δp|/1e4)/2, with the same value and slope there.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';

const point = (n: 1 | 2): Record<string, ParameterDeclaration> => ({
  [`setting${n}`]: { unit: 'Pa', above: 0, about: `point ${n} of the static curve: pressure to which the valve was set` },
  [`rise${n}`]: { unit: 'Pa', above: 0, about: `point ${n}: inlet pressure above setting${n}` },
  [`flow${n}`]: { unit: 'm3/s', above: 0, about: `point ${n}: flow` },
});

export const dampedReliefValve = component({
  kind: 'dampedReliefValve',
  about:
    'Single-stage relief valve with a damping piston: its flow coefficient follows the inlet pressure with a lag, and two measured ' +
    'points, at two different pressures, give its static curve. The outlet pressure does not act on the piston.',
  source:
    'Esqué 2008 §3.2.4, (3.8)-(3.9), after Handroos and Vilenius; equations illegible in the text at hand, the form without c4 is our choice',
  group: 'Valves',
  ports: { in: hydraulic, out: hydraulic },
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'inlet pressure above the open air at which it opens, p_ref' },
    ...point(1),
    ...point(2),
    timeConstant: { unit: 's', above: 0, default: '3 ms', about: 'lag of the piston at point 1, τ' },
    fullyOpenFlow: {
      unit: 'm3/s',
      atLeast: 0,
      default: 0,
      optional: true,
      about: 'flow fully open at the pressure difference of point 2, K_o √Δp_2; 0: it opens without end',
    },
  },
  requires: ['setting1 + rise1 != setting2 + rise2'],
  states: { flowCoefficient: { unit: 'm3/s/Pa^0.5', initial: 0, about: 'flow per root of the pressure difference, K' } },
  equations: `
    dp1 = setting1 + rise1
    dp2 = setting2 + rise2
    k1 = rise1 * sqrt(dp1) / flow1
    k2 = rise2 * sqrt(dp2) / flow2
    c2 = (k2 - k1) / (dp2 - dp1)
    c1 = k1 - c2 * dp1
    c3 = timeConstant * k1
    dp = in.p - out.p
    stiffness = max(min(k1, k2) / 10, c1 + c2 * dp)
    excess = max(0, in.p - fluid.ambientPressure - settingPressure)
    push = if(fullyOpenFlow > 0, min(excess, stiffness * (fullyOpenFlow / sqrt(dp2))), excess)
    der(flowCoefficient) = (push - stiffness * flowCoefficient) / c3
    root = if(abs(dp) > 1e4, ssqrt(dp), 0.005 * dp * (3 - abs(dp) / 1e4))
    Q = max(0, flowCoefficient) * root
    in.q  = -Q
    out.q =  Q
  `,
});
