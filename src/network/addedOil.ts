/** Where oil comes into a circuit, or leaves it, other than through lines. */
import { isZero } from '../equations/graph/graph.js';
import type { Model } from '../equations/language/model.js';

/**
 * Whether a kind adds oil: what its equations say (`oilAdded`), or, at the edge of a circuit, the flow of its one hydraulic port. A kind of more ports that says
 * nothing only passes oil on, and one that lends volume keeps it there: that they do, the oil balance finds out (run/account/oilBalance.ts).
 */
export function addsOil({ ports, oilAdded }: Model): boolean {
  if (oilAdded) return !isZero(oilAdded);
  const [edge, ...others] = ports.filter(({ type }) => type === 'hydraulic');
  return edge !== undefined && others.length === 0 && edge.volume === null && !(edge.assigns === 'q' && isZero(edge.value));
}
