/**
 * Hard problems of the literature: sums of products of unknowns, so that rates and exact Jacobian follow from one list of terms. Start, end and constants as in the test set of
 * initial value problems (Mazzia & Magherini, Bari, release 2.4) and Hairer & Wanner, Solving Ordinary Differential Equations II, section IV.10.
 */
import type { OdeProblem, SparsePattern } from '#ringmain/lumped/problem.js';

/** k·Π y_i over `of`, which adds `into[row]` times itself to a rate. */
export interface Term {
  readonly k: number;
  readonly of: readonly number[];
  readonly into: Readonly<Record<number, number>>;
}

export interface HardProblem {
  readonly name: string;
  readonly start: readonly number[];
  readonly end: number;
  /** atol in parts of rtol: the size at which an unknown no longer matters. */
  readonly absolute: number;
  readonly terms: readonly Term[];
}

const term = (k: number, of: readonly number[], into: Record<number, number>): Term => ({ k, of, into });

const hires: HardProblem = {
  name: 'HIRES',
  start: [1, 0, 0, 0, 0, 0, 0, 0.0057],
  end: 321.8122,
  absolute: 1e-4,
  terms: [
    term(0.0007, [], { 0: 1 }),
    term(1.71, [0], { 0: -1, 1: 1 }),
    term(0.43, [1], { 0: 1, 1: -1 }),
    term(8.32, [1], { 1: -1, 3: 1 }),
    term(8.32, [2], { 0: 1, 2: -1 }),
    term(1.71, [2], { 2: -1, 3: 1 }),
    term(0.43, [3], { 2: 1, 3: -1 }),
    term(0.69, [3], { 3: -1, 5: 1 }),
    term(0.035, [4], { 2: 1, 4: -1 }),
    term(1.71, [4], { 4: -1, 5: 1 }),
    term(0.43, [5], { 4: 1, 5: -1 }),
    term(280, [5, 7], { 5: -1, 6: 1, 7: -1 }),
    term(0.69, [6], { 5: 1, 6: -1 }),
    term(0.43, [6], { 4: 1, 6: -1 }),
    term(0.69, [6], { 6: -1, 7: 1 }),
    term(1.12, [6], { 7: 1 }),
  ],
};

const robertson: HardProblem = {
  name: 'Robertson',
  start: [1, 0, 0],
  end: 1e11,
  absolute: 1e-8,
  terms: [term(0.04, [0], { 0: -1, 1: 1 }), term(1e4, [1, 2], { 0: 1, 1: -1 }), term(3e7, [1, 1], { 1: -1, 2: 1 })],
};

/** y1' = y2, y2' = μ((1 − y1²) y2 − y1). */
const vanDerPol: HardProblem = {
  name: 'Van der Pol, 1e6',
  start: [2, 0],
  end: 2,
  absolute: 1,
  terms: [term(1, [1], { 0: 1 }), term(1e6, [1], { 1: 1 }), term(1e6, [0, 0, 1], { 1: -1 }), term(1e6, [0], { 1: -1 })],
};

/** Field-Noyes model of the Belousov reaction. */
const orego: HardProblem = {
  name: 'OREGO',
  start: [1, 2, 3],
  end: 360,
  absolute: 1e-6,
  terms: [
    term(77.27, [1], { 0: 1 }),
    term(77.27, [0, 1], { 0: -1 }),
    term(77.27, [0], { 0: 1 }),
    term(77.27 * 8.375e-6, [0, 0], { 0: -1 }),
    term(1 / 77.27, [2], { 1: 1 }),
    term(1 / 77.27, [1], { 1: -1 }),
    term(1 / 77.27, [0, 1], { 1: -1 }),
    term(0.161, [0], { 2: 1 }),
    term(0.161, [2], { 2: -1 }),
  ],
};

/** To 1e7 s: y2 and y3 fall as their difference does, and from 1e9 s on rounding is all that a reference shows of that. */
const e5: HardProblem = {
  name: 'E5',
  start: [1.76e-3, 0, 0, 0],
  end: 1e7,
  absolute: 1e-15,
  terms: [
    term(7.89e-10, [0], { 0: -1, 1: 1, 2: 1 }),
    term(1.1e7, [0, 2], { 0: -1, 2: -1, 3: 1 }),
    term(1.13e9, [1, 2], { 1: -1, 2: -1 }),
    term(1.13e3, [3], { 2: 1, 3: -1 }),
  ],
};

/** Verwer's air pollution: 25 reactions of 20 species, numbered from 1 as in print. */
const pollution: HardProblem = {
  name: 'pollution',
  start: [0, 0.2, 0, 0.04, 0, 0, 0.1, 0.3, 0.01, 0, 0, 0, 0, 0, 0, 0, 0.007, 0, 0, 0],
  end: 60,
  absolute: 1e-6,
  terms: (
    [
      [0.35, [1], [1], [2, 3]],
      [26.6, [2, 4], [2, 4], [1]],
      [1.23e4, [5, 2], [5, 2], [1, 6]],
      [8.6e-4, [7], [7], [5, 5, 8]],
      [8.2e-4, [7], [7], [8]],
      [1.5e4, [7, 6], [7, 6], [5, 8]],
      [1.3e-4, [9], [9], [5, 8, 10]],
      [2.4e4, [9, 6], [9, 6], [11]],
      [1.65e4, [11, 2], [11, 2], [1, 10, 12]],
      [9e3, [11, 1], [11, 1], [13]],
      [0.022, [13], [13], [11, 1]],
      [1.2e4, [10, 2], [10, 2], [14, 1]],
      [1.88, [14], [14], [7, 5]],
      [1.63e4, [1, 6], [1, 6], [15]],
      [4.8e6, [3], [3], [4]],
      [3.5e-4, [4], [4], [16]],
      [0.0175, [4], [4], [3]],
      [1e8, [16], [16], [6, 6]],
      [4.44e11, [16], [16], [3]],
      [1240, [17, 6], [17, 6], [5, 18]],
      [2.1, [19], [19], [2]],
      [5.78, [19], [19], [1, 3]],
      [0.0474, [1, 4], [1, 4], [19]],
      [1780, [19, 1], [19, 1], [20]],
      [3.12, [20], [20], [1, 19]],
    ] as const
  ).map(([k, of, out, into]) => {
    const weights: Record<number, number> = {};
    for (const species of out) weights[species - 1] = (weights[species - 1] ?? 0) - 1;
    for (const species of into) weights[species - 1] = (weights[species - 1] ?? 0) + 1;
    return term(
      k,
      of.map((species) => species - 1),
      weights,
    );
  }),
};

export const hardProblems: readonly HardProblem[] = [hires, robertson, vanDerPol, orego, e5, pollution];

/** Rates and exact Jacobian of the terms. */
export function problemOf({ start, terms }: HardProblem): OdeProblem {
  const size = start.length;
  const places = Array.from({ length: size }, (_, column) =>
    Array.from({ length: size }, (_, row) => row).filter(
      (row) => row === column || terms.some(({ of, into }) => of.includes(column) && into[row] !== undefined),
    ),
  );
  const starts = new Int32Array(size + 1);
  places.forEach((rows, column) => {
    starts[column + 1] = (starts[column] as number) + rows.length;
  });
  const pattern: SparsePattern = { size, starts, rows: Int32Array.from(places.flat()) };
  const flat = terms.map(({ k, of, into }) => ({
    k,
    of,
    into: Object.entries(into).map(([row, weight]) => [Number(row), weight] as const),
  }));
  const product = (k: number, of: readonly number[], y: Float64Array, without: number): number =>
    of.reduce((all, i, place) => (place === without ? all : all * (y[i] as number)), k);
  return {
    size,
    mass: null,
    pattern,
    timeDerivative: null,
    rates(_t, y, rates) {
      rates.fill(0);
      for (const { k, of, into } of flat) {
        const flow = product(k, of, y, -1);
        for (const [row, weight] of into) rates[row] = (rates[row] as number) + weight * flow;
      }
    },
    jacobian(_t, y, values) {
      values.fill(0);
      for (const { k, of, into } of flat)
        of.forEach((column, without) => {
          const slope = product(k, of, y, without);
          for (const [row, weight] of into) {
            const place = (starts[column] as number) + (places[column] as number[]).indexOf(row);
            values[place] = (values[place] as number) + weight * slope;
          }
        });
    },
  };
}
