/** Length and order of the next step of a multistep method, from its error estimates at three orders: CVODE's documentation, "Variable order". */
import { power } from '../../equations/language/functions.js';

/** Changes below this factor are not worth new factors. */
const leastGrowth = 1.5;
/** Bounds for the error of the order below, of the same and of the order above: an order is changed only where it clearly pays. */
const biasBelow = 6;
const bias = 6;
const biasAbove = 10;
/** Keeps the factor finite where an error vanishes. */
const offset = 1e-6;

/** Factor to the length at which the error, in parts of the tolerance and falling with a power of the length, is 1/6 of it. */
export function growth(error: number, exponent: number): number {
  return 1 / (power(bias * error, 1 / exponent) + offset);
}

/** Orders to choose from at order q, by their errors in parts of the tolerance; an order that is not to be chosen has Infinity. */
export interface OrderErrors {
  below: number;
  same: number;
  above: number;
}

/** The next order and step: `order` changes by −1, 0 or 1; `factor` is 1 where the length stays. */
export interface NextStep {
  change: -1 | 0 | 1;
  factor: number;
}

/** Chooses the order that allows the longest step, and that step; writes into `next`. */
export function chooseOrder(order: number, { below, same, above }: OrderErrors, next: NextStep): void {
  const factor = growth(same, order + 1);
  const factorBelow = growth((below * biasBelow) / bias, order);
  const factorAbove = growth((above * biasAbove) / bias, order + 2);
  const best = Math.max(factor, factorBelow, factorAbove);
  next.change = 0;
  next.factor = 1;
  if (best < leastGrowth) return;
  next.factor = best;
  if (best === factor) return;
  next.change = best === factorBelow ? -1 : 1;
}
