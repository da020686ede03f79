/**
 * Sobol's sequence in up to 21 dimensions: primitive polynomials and first direction numbers of Joe and Kuo (SIAM J. Sci. Comput. 30, 2008, file new-joe-kuo-6.21201),
 * with a random digital shift, so that seeds give other points of the same evenness and no point stands on a bound.
 */

/** By dimension from the second on: degree s, coefficients a, first numbers m. */
const directions: readonly (readonly [degree: number, coefficients: number, first: readonly number[]])[] = [
  [1, 0, [1]],
  [2, 1, [1, 3]],
  [3, 1, [1, 3, 1]],
  [3, 2, [1, 1, 1]],
  [4, 1, [1, 1, 3, 3]],
  [4, 4, [1, 3, 5, 13]],
  [5, 2, [1, 1, 5, 5, 17]],
  [5, 4, [1, 1, 5, 5, 5]],
  [5, 7, [1, 1, 7, 11, 19]],
  [5, 11, [1, 1, 5, 1, 1]],
  [5, 13, [1, 1, 1, 3, 11]],
  [5, 14, [1, 3, 5, 5, 31]],
  [6, 1, [1, 3, 3, 9, 7, 49]],
  [6, 13, [1, 1, 1, 15, 21, 21]],
  [6, 16, [1, 3, 1, 13, 27, 49]],
  [6, 19, [1, 1, 1, 15, 7, 5]],
  [6, 22, [1, 3, 1, 15, 13, 25]],
  [6, 25, [1, 1, 5, 5, 19, 61]],
  [7, 1, [1, 3, 7, 11, 23, 15, 103]],
  [7, 4, [1, 3, 7, 13, 13, 15, 69]],
];

export const mostDimensions = directions.length + 1;

const bits = 32;

/** Directions of a dimension, as whole numbers of 32 bits. */
function directionsOf(dimension: number): Uint32Array {
  const v = new Uint32Array(bits);
  const [degree, coefficients, first] = directions[dimension - 1] ?? [0, 0, []];
  for (let k = 0; k < bits; k++) {
    if (dimension === 0) v[k] = 2 ** (bits - 1 - k);
    else if (k < degree) v[k] = first[k] * 2 ** (bits - 1 - k);
    else {
      let value = v[k - degree] ^ (v[k - degree] >>> degree);
      for (let j = 1; j < degree; j++) if ((coefficients >>> (degree - 1 - j)) & 1) value ^= v[k - j];
      v[k] = value >>> 0;
    }
  }
  return v;
}

/** The first `count` points, in the order of Gray's code (Antonov & Saleev), of the open unit cube. `random`: uniform in [0, 1), for the shift. */
export function sobolPoints(count: number, dimensions: number, random: () => number): Float64Array[] {
  const columns = Array.from({ length: dimensions }, (_, d) => directionsOf(d));
  const shift = Uint32Array.from({ length: dimensions }, () => Math.floor(random() * 2 ** bits));
  const at = new Uint32Array(dimensions);
  return Array.from({ length: count }, (_, k) => {
    if (k > 0) {
      // The lowest bit of k changes in Gray's code.
      const changed = 31 - Math.clz32(k & -k);
      for (let d = 0; d < dimensions; d++) at[d] = at[d] ^ (columns[d] as Uint32Array)[changed];
    }
    return Float64Array.from(at, (own, d) => (((own ^ shift[d]) >>> 0) + 0.5) / 2 ** bits);
  });
}
