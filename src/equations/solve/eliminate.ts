/** Elimination of unknowns from equations that are affine in them and in tears. */
import type { Affine, Linearizer } from '../graph/affine.js';
import { isZero, type Node } from '../graph/graph.js';
import { safePivot } from './unknownTears.js';

/** An equation: its residual. */
export interface Row {
  /** Unknown that it is solved for; null: any that it may be (unknownTears.ts), `prefers` before others. */
  readonly unknown: string | null;
  readonly prefers?: string | undefined;
  form: Affine;
}

/** Unknowns in terms of the others, and the equations that remain. */
export interface Eliminated {
  readonly solved: ReadonlyMap<string, Affine>;
  readonly left: readonly Row[];
}

/**
 * Gaussian elimination on the diagonal, cheapest pivot first; the pivots of passive components do not vanish. Of the equations' own, those whose pivot surely
 * does not either: the rest is left over.
 */
export function eliminate(linear: Linearizer, rows: readonly Row[]): Eliminated {
  const g = linear.graph;
  const solved = new Map<string, Affine>();
  const replace = (form: Affine, unknown: string, by: Affine): Affine => {
    const coefficient = form.terms.get(unknown);
    if (!coefficient) return form;
    const terms = new Map(form.terms);
    terms.delete(unknown);
    return linear.add(
      { constant: form.constant, terms },
      linear.map(by, (x) => g.mul(coefficient, x)),
    );
  };
  const pivotOf = ({ unknown, form, prefers }: Row): string | null => unknown ?? safePivot(form, prefers);
  const left = [...rows];
  while (left.length > 0) {
    const cost = (row: Row): number => {
      const unknown = pivotOf(row);
      const pivot = unknown === null ? undefined : row.form.terms.get(unknown);
      if (!pivot) return Number.POSITIVE_INFINITY;
      return (pivot.op === 'number' ? 0 : 1000) + row.form.terms.size;
    };
    left.sort((a, b) => cost(a) - cost(b));
    const row = left[0] as Row;
    const unknown = pivotOf(row);
    const pivot = unknown === null ? undefined : row.form.terms.get(unknown);
    if (unknown === null || !pivot) break;
    left.shift();
    const terms = new Map(row.form.terms);
    terms.delete(unknown);
    // One division where there would be several by the same pivot.
    const quotients = terms.size + (isZero(row.form.constant) ? 0 : 1);
    const over = (x: Node): Node => (quotients > 1 && pivot.op !== 'number' ? g.mul(x, g.div(g.one, pivot)) : g.div(x, pivot));
    const value = linear.map({ constant: row.form.constant, terms }, (x) => g.neg(over(x)));
    for (const other of left) other.form = replace(other.form, unknown, value);
    for (const [name, form] of solved) solved.set(name, replace(form, unknown, value));
    solved.set(unknown, value);
  }
  return { solved, left };
}
