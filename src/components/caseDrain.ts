/**
 * Case drain of pumps and motors: what leaks from either port past pistons and plates into the case, and from there to the tank,
 *     Q_c = k_c (p_in - p_case) + k_c (p_out - p_case),   k_c = cd D/μ,
 * the external leakage of Merritt 1967, Hydraulic Control Systems, ch. 4 (his C_em), in the form that the internal one has here. In a closed circuit it is what the
 * charge pump replaces.
 *
 * It is a parameter, and the tank that it goes to is not drawn: as all ports must be connected, a drain port would be a line and a tank more in every circuit
 * that has a pump. The oil leaves the circuit, and the equations say so to the oil balance; where the drain line itself matters (its pressure, a cooler), two
 * two of laminarRestrictor, from the ports to a junction are the same law.
 */
import type { ParameterDeclaration } from '../equations/language/definition.js';

export const caseDrain = {
  drainCoefficient: {
    unit: '1',
    atLeast: 0,
    default: 0,
    optional: true,
    about: 'case drain cd: leakage cd D/μ per pressure of either port above the case; 0: none, oil leaks from port to port only',
  },
  casePressure: { unit: 'Pa', default: 0, about: 'pressure in the case: that of the tank and the drop of the drain line' },
} satisfies Record<string, ParameterDeclaration>;

/** Flows of ports `in` and `out` of a machine with `displacement` that passes Q. */
export const drainedFlows = `
    kc = drainCoefficient * displacement / (fluid.density * fluid.viscosity)
    in.q  = -Q - kc * (in.p - casePressure)
    out.q =  Q - kc * (out.p - casePressure)
    oilAdded = -kc * (in.p - casePressure) - kc * (out.p - casePressure)`;
