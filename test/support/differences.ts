/** Partial derivatives by differences: the other way to know a Jacobian. */
import type { OdeProblem } from '../../dist/lumped/problem.js';

/** Central differences at two increments, extrapolated: the error of the cubic term is gone. */
function slope(f: (x: number) => Float64Array, x: number, h: number): Float64Array {
  const central = (d: number): Float64Array => {
    const [above, below] = [f(x + d), f(x - d)];
    return above.map((value, k) => (value - (below[k] as number)) / (2 * d));
  };
  const [wide, narrow] = [central(h), central(h / 2)];
  return narrow.map((value, k) => (4 * value - (wide[k] as number)) / 3);
}

export interface Disagreement {
  /** Largest difference of an entry, in parts of the largest of its row, both scaled by the sizes of the unknowns. */
  readonly largest: number;
  readonly where: string;
  /** Entries that differ from zero by differences and have no place in the pattern. */
  readonly outside: readonly string[];
}

/** How far the problem's own Jacobian and time derivative are from differences of f. `sizes` scale the unknowns. */
export function disagreement(problem: OdeProblem, t: number, y: Float64Array, sizes: Float64Array): Disagreement {
  const { size, pattern } = problem;
  const exact = new Float64Array(pattern.rows.length);
  problem.jacobian(t, y, exact);
  const dense = Array.from({ length: size }, () => new Float64Array(size + 1));
  const placed = Array.from({ length: size }, () => new Set<number>([size]));
  for (let j = 0; j < size; j++)
    for (let k = pattern.starts[j] as number; k < (pattern.starts[j + 1] as number); k++) {
      const i = pattern.rows[k] as number;
      (dense[i] as Float64Array)[j] = exact[k] as number;
      placed[i]?.add(j);
    }
  const inTime = new Float64Array(size);
  problem.timeDerivative?.(t, y, inTime);
  inTime.forEach((value, i) => {
    (dense[i] as Float64Array)[size] = value;
  });
  const rates = (at: number, x: Float64Array): Float64Array => {
    const out = new Float64Array(size);
    problem.rates(at, x, out);
    return out;
  };
  const columns = Array.from({ length: size + 1 }, (_, j) => {
    if (j === size) return slope((at) => rates(at, y), t, 1e-4);
    const moved = (x: number): Float64Array => rates(t, Object.assign(y.slice(), { [j]: x }));
    return slope(moved, y[j] as number, 1e-4 * (sizes[j] as number));
  });
  const scale = (j: number): number => (j === size ? 0.1 : (sizes[j] as number));
  let [largest, where] = [0, ''];
  const outside: string[] = [];
  for (let i = 0; i < size; i++) {
    const row = dense[i] as Float64Array;
    const whole = Math.max(1e-300, ...row.map((value, j) => Math.abs(value) * scale(j)));
    for (let j = 0; j <= size; j++) {
      const difference = Math.abs((columns[j]?.[i] as number) - (row[j] as number)) * scale(j);
      if (!(difference / whole <= largest))
        [largest, where] = [difference / whole, `row ${i}, column ${j}: ${row[j]}, by differences ${columns[j]?.[i]}`];
      if (difference / whole > 1e-6 && !placed[i]?.has(j)) outside.push(`${i},${j}`);
    }
  }
  return { largest, where, outside };
}
