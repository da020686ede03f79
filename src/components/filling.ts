/**
 * How a pump fills, for all kinds alike: its chambers take in what the inlet lets pass, at most in proportion to the pressure p there above that of vapour, p_v,
 *
 *     Q_d = min(Q_i, G (p_in - p_v)),   G = 0.95 Q_r/p_r,   and for Q_i < 0, which draws from `out`,   Q_d = max(Q_i, -G (p_out - p_v)),
 *
 * with Q_i the flow that the chambers sweep and Q_r that of full stroke at rated speed. p_r is what catalogues and standards tell: the net
 * positive inlet pressure required (NPIPR), at which the flow has fallen by 5 %. A swash that is swung back, or a slower shaft, needs less. What does not
 * enter is not delivered: q of both ports is Q_d, less the leakage. So the inlet settles between what its line brings and what the pump takes, above p_v.
 *
 * With p_r = 0 it fills whatever the pressure, as pumps of published models do: what its line does not bring it takes from a cavity there, while there is line.
 *
 * The shaft feels full chambers: one that is not full is filled from the outlet as it opens to it, and that work is lost. The straight line in place of the
 * orifice law of the inlet keeps the step one choice of affine laws.
 */
import type { ParameterDeclaration, SignalDeclaration } from '../equations/language/definition.js';

export const fillingSource =
  'filling: net positive inlet pressure required as the Hydraulic Institute (rotary pumps, 5 % less flow) and API 676 define it; straight line below it: our choice';

export const filling = {
  requiredInletPressure: {
    unit: 'Pa',
    atLeast: 0,
    default: '0.7 bar',
    about:
      'inlet pressure above that of vapour at which it delivers 5 % less at full stroke and rated speed (NPIPR), p_r; below it in proportion; 0: it always fills',
  },
} satisfies Record<string, ParameterDeclaration>;

/** Of pumps at constant speed: what takes its place, such as that of a pump that trips. Catalogues tell the filling at `speed`. */
export const shaftSpeed: Readonly<Record<string, SignalDeclaration>> = {
  shaftSpeed: { unit: 'rad/s', instead: 'speed', about: 'speed of the shaft, in place of the parameter' },
};

/** Of pumps whose speed varies. */
export const ratedSpeed: ParameterDeclaration = {
  unit: 'rad/s',
  above: 0,
  default: '1500 rev/min',
  about: 'speed that requiredInletPressure holds for',
};

/**
 * `drawn`, the flow Q_d from in to out, of the texts of Q_i and Q_r. `forward` is a condition for Q_i ≥ 0 that needs no pressure of this step: with it
 * the step chooses between two laws, not four.
 */
export const drawnOf = (swept: string, rated: string, forward: string): string => `
    swept = ${swept}
    towards = if(${forward}, 1, -1)
    admitted = 0.95 / max(requiredInletPressure, 1) * ${rated} * (if(${forward}, in.p, out.p) - fluid.vapourPressure)
    missing = if(requiredInletPressure > 0, max(0, towards * swept - admitted), 0)
    drawn = swept - towards * missing`;
