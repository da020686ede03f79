/**
 * Effective bulk modulus of an oil with air and of hoses that give, as measured on machines:
 *
 *   B(p) = a₁ E log(a₂ p/p_max + a₃)        Jelali and Kroll, Hydraulic Servo-systems, 2003, §3.1; as an equation of p above the open air
 *
 * With u = ln(a₂ p/p_max + a₃), dp = (p_max/a₂) eᵘ du, so that the content is an exponential integral:
 *
 *   ∫dp/B = k [Ei(u) - Ei(ln a₃)],   k = (p_max/a₂)/(a₁ E) · ln(base),   Ei(u) = γ + ln u + Σ uᵏ/(k·k!)
 *
 * The sum is to rounding for u up to 12, 5e4 times p_max/a₂.
 */

import type { Graph, Node } from '../../equations/graph/graph.js';
import { elementary } from '../../equations/kernel/elementary.js';
import type { EffectiveModulus } from '../circuit.js';

const terms = 45;

/** 1/B and ∫dp/B from the pressure of the open air on, of `above`, the pressure above that, Pa. */
export function effectiveNodes(g: Graph, law: EffectiveModulus, above: Node): { compliance: Node; content: Node } {
  const { share, maximum, pressure, slope, offset, base } = law;
  const perLog = (share * maximum) / (base === 'e' ? 1 : Math.LN10);
  const u = g.apply('log', g.add(g.mul(g.number(slope / pressure), above), g.number(offset)));
  const integral = (x: Node): Node => {
    let sum = g.number(coefficient(terms));
    for (let k = terms - 1; k >= 1; k--) sum = g.add(g.number(coefficient(k)), g.mul(x, sum));
    return g.add(g.apply('log', x), g.mul(x, sum));
  };
  const scale = pressure / slope / perLog;
  return {
    compliance: g.div(g.number(1 / perLog), u),
    content: g.mul(g.number(scale), g.sub(integral(u), integral(g.number(elementary.log(offset))))),
  };
}

/** 1/(k·k!) */
function coefficient(k: number): number {
  let product = k;
  for (let j = 2; j <= k; j++) product *= j;
  return 1 / product;
}

/** B at a pressure above that of the open air, Pa; not positive where the law has none. */
export function effectiveModulusAt({ share, maximum, pressure, slope, offset, base }: EffectiveModulus, above: number): number {
  const log = base === 'e' ? elementary.log : elementary.log10;
  return share * maximum * log((slope * above) / pressure + offset);
}
