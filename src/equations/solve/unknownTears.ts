/** Unknowns of equations 0 = e in the elimination: which it may solve for, and what is left of them as tears. */
import type { Affine, Tear } from '../graph/affine.js';
import { dependsOn, type Graph, type Node } from '../graph/graph.js';
import { match } from './matching.js';

const isUnknown = (name: string): boolean => name.startsWith('unknown:');
const isTear = (name: string): boolean => name.startsWith('y:');

/** Whether a coefficient may be 0 at times: it follows what moves. */
const mayVanish = (coefficient: Node): boolean =>
  dependsOn(coefficient, (symbol) => /^(input|endInput|state|mid|pre|held|mode|p|q|y):|^time$|^middle$/.test(symbol));

/**
 * An unknown that an equation may be solved for: with 1 or -1 before it; or, where nothing in the equation is nonlinear, with a number or an expression of
 * parameters, that of `prefers` before others. Solved for an opening that may close, it would be divided by 0; for a small leak beside a root, by next to it.
 */
export function safePivot({ terms }: Affine, prefers?: string): string | null {
  const own = [...terms].filter(([name]) => isUnknown(name));
  const isNonlinear = [...terms.keys()].some(isTear);
  const plain = own.find(([, { op, value }]) => op === 'number' && (!isNonlinear || Math.abs(value) === 1));
  if (plain) return plain[0];
  if (isNonlinear) return null;
  const safe = own.filter(([, coefficient]) => !mayVanish(coefficient)).map(([name]) => name);
  return (prefers !== undefined && safe.includes(prefers) ? prefers : safe[0]) ?? null;
}

/** The unknowns as tears, each with an equation that it stands in, directly or under tears; or the name of one that stands in none that is left. */
export function unknownTears(
  left: readonly { readonly form: Affine }[],
  names: readonly string[],
  tears: readonly Tear[],
  inTears: (form: Affine) => Affine,
  graph: Graph,
): readonly Tear[] | string {
  const forms = left.map(({ form }) => inTears(form));
  const argsOf = new Map(tears.map((tear) => [tear.name, tear.args]));
  const { unknownOf, under } = match(
    forms.map(({ terms }) => {
      const found = new Set(terms.keys());
      for (const name of found) for (const arg of argsOf.get(name) ?? []) for (const inner of arg.terms.keys()) found.add(inner);
      return [...found].filter(isUnknown);
    }),
    names,
  );
  const [open] = under;
  if (open) return open.unknowns[0] as string;
  return forms.map((form, k) => ({ name: unknownOf[k] as string, type: 'implicit', shape: graph.symbol('arg:0'), args: [form] }));
}
