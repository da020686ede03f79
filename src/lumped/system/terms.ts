/** Which component each part of the Jacobian comes from. */
import { entryOf } from '../../circuit/text/known.js';
import type { CircuitSystem } from './circuitSystem.js';

/** An addition to entry (row, column) of ∂f/∂y by one owner. */
export type TermVisitor = (row: number, column: number, value: number, owner: number) => void;

/** The Jacobian of one system as a sum over its components. */
export interface Terms {
  /** Components, and lines with equations of their own; behind them, under an empty name, what belongs to the oil alone (its modulus that follows pressure). */
  readonly owners: readonly string[];
  /** Tells of every part of `jacobian` at (t, y), of which it takes care that they add up. */
  each(t: number, y: Float64Array, jacobian: Float64Array, visit: TermVisitor): void;
}

/** Finds the owners once; `each` may be called for many points. */
export function termsOf(circuitSystem: CircuitSystem): Terms {
  const { system, inverse } = circuitSystem;
  const { layout, batches, assembly } = system;
  const owners: string[] = [];
  const ownerOf = new Map<number, number>();
  batches.forEach(({ partials, instances }, b) => {
    const first = owners.length;
    for (let i = 0; i < instances.count; i++) owners.push(instances.nameOf(i));
    for (const { column } of partials)
      for (let i = 0; i < instances.count; i++) ownerOf.set(entryOf(layout.columns[b], column) + i, first + i);
  });
  const oil = owners.length;
  const { pattern, rowOf, entries, lent } = assembly;
  const { starts } = pattern;
  const columnOf = new Int32Array(rowOf.length);
  for (let j = 0; j < pattern.size; j++) columnOf.fill(j, starts[j], starts[j + 1]);
  return {
    owners: [...owners, ''],
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one walk over sums, with what is held left out
    each: (t, y, jacobian, visit) => {
      circuitSystem.jacobian(t, y, jacobian);
      const { gradients } = circuitSystem;
      const { F, rate } = layout;
      const rest = jacobian.slice();
      // What is held, and a pressure that nobody sees, has a column of zeros.
      const isBlind = Uint8Array.from({ length: pattern.size }, (_, j) =>
        jacobian.subarray(starts[j], starts[j + 1]).every((value) => value === 0) ? 1 : 0,
      );
      for (const [sums, isLent] of [
        [entries, false],
        [lent, true],
      ] as const)
        for (let k = 0; k < sums.to.length; k++) {
          const at = sums.to[k];
          if (at >= rowOf.length) continue;
          const [row, column] = [rowOf[at], columnOf[at]];
          if (isBlind[column] === 1) continue;
          const gradient = sums.b[k];
          const slope = F[sums.a[k]] * (gradient < 0 ? 1 : gradients[gradient]);
          const value = slope * inverse[row] * (isLent ? -F[rate + row] : 1);
          rest[at] = rest[at] - value;
          visit(row, column, value, ownerOf.get(sums.a[k]) ?? oil);
        }
      for (let at = 0; at < rest.length; at++) if (rest[at] !== 0) visit(rowOf[at], columnOf[at], rest[at], oil);
    },
  };
}
