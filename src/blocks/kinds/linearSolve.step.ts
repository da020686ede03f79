/**
 * Solves the dense m × m system that a Newton kernel has put in F from `s` on: F[s + i·m + j] the matrix, F[s + m·m + i] the right-hand side, which
 * becomes the solution. Gaussian elimination with partial pivoting, in place. A singular matrix gives values that are not finite: the kernel's test
 * for convergence fails.
 */
export function linearSolve(F: Float64Array, _I: Int32Array, _o: object, s: number, m: number): void {
  const b = s + m * m;
  for (let k = 0; k < m; k++) {
    let pivot = k;
    for (let i = k + 1; i < m; i++) {
      if (Math.abs(F[s + i * m + k]) > Math.abs(F[s + pivot * m + k])) pivot = i;
    }
    if (pivot !== k) {
      for (let j = k; j < m; j++) {
        const x = F[s + k * m + j];
        F[s + k * m + j] = F[s + pivot * m + j];
        F[s + pivot * m + j] = x;
      }
      const y = F[b + k];
      F[b + k] = F[b + pivot];
      F[b + pivot] = y;
    }
    for (let i = k + 1; i < m; i++) {
      const factor = F[s + i * m + k] / F[s + k * m + k];
      if (factor !== 0) {
        for (let j = k + 1; j < m; j++) F[s + i * m + j] = F[s + i * m + j] - factor * F[s + k * m + j];
        F[b + i] = F[b + i] - factor * F[b + k];
      }
    }
  }
  for (let r = 1; r <= m; r++) {
    const i = m - r;
    let sum = F[b + i];
    for (let j = i + 1; j < m; j++) sum = sum - F[s + i * m + j] * F[b + j];
    F[b + i] = sum / F[s + i * m + i];
  }
}

/**
 * The same of a system that may have no rank: rows in parts of their largest element, elimination with the largest pivot of all. Where what is left of
 * the matrix is rounding, 1e-14 of its rows and of its columns (units differ, and of two orifices one may have 1e-10 of the other's area), the unknowns left
 * over stay 0, and F[s + m·m + 2 m] is what is left of the right-hand side there: rounding too where the system has solutions, of which this is one with as
 * many zeros as can be. It is not a number where an element is not. Behind it is how many are left over. F from s on: the matrix, the right-hand side, which
 * becomes the solution, m doubles to work in, these two, and m doubles for the largest elements of columns.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the text is compiled: elimination and what it leaves open, in one piece
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the text is compiled: elimination and what it leaves open, in one piece
export function linearSolveRanked(F: Float64Array, _I: Int32Array, _o: object, s: number, m: number): void {
  const b = s + m * m;
  const order = b + m;
  const left = order + m;
  const widest = left + 2;
  let rank = m;
  F[left] = 0;
  for (let i = 0; i < m; i++) {
    let largest = 0;
    for (let j = 0; j < m; j++) largest = Math.max(largest, Math.abs(F[s + i * m + j]));
    if (!(largest < Infinity)) F[left] = 0 / 0;
    const scale = largest > 0 ? 1 / largest : 1;
    for (let j = 0; j < m; j++) F[s + i * m + j] = F[s + i * m + j] * scale;
    F[b + i] = F[b + i] * scale;
    F[order + i] = i;
  }
  for (let j = 0; j < m; j++) {
    let largest = 0;
    for (let i = 0; i < m; i++) largest = Math.max(largest, Math.abs(F[s + i * m + j]));
    F[widest + j] = largest;
  }
  for (let k = 0; k < m; k++) {
    if (k < rank) {
      let row = k;
      let column = k;
      let most = 0;
      for (let i = k; i < m; i++) {
        for (let j = k; j < m; j++) {
          if (Math.abs(F[s + i * m + j]) > most) {
            most = Math.abs(F[s + i * m + j]);
            row = i;
            column = j;
          }
        }
      }
      if (!(most > 1e-14)) {
        most = 0;
        for (let i = k; i < m; i++) {
          for (let j = k; j < m; j++) {
            const part = Math.abs(F[s + i * m + j]) / F[widest + (F[order + j] | 0)];
            if (part > most) {
              most = part;
              row = i;
              column = j;
            }
          }
        }
      }
      if (most > 1e-14) {
        for (let j = 0; j < m; j++) {
          const x = F[s + k * m + j];
          F[s + k * m + j] = F[s + row * m + j];
          F[s + row * m + j] = x;
        }
        const y = F[b + k];
        F[b + k] = F[b + row];
        F[b + row] = y;
        for (let i = 0; i < m; i++) {
          const x = F[s + i * m + k];
          F[s + i * m + k] = F[s + i * m + column];
          F[s + i * m + column] = x;
        }
        const z = F[order + k];
        F[order + k] = F[order + column];
        F[order + column] = z;
        for (let i = k + 1; i < m; i++) {
          const factor = F[s + i * m + k] / F[s + k * m + k];
          if (factor !== 0) {
            for (let j = k + 1; j < m; j++) F[s + i * m + j] = F[s + i * m + j] - factor * F[s + k * m + j];
            F[b + i] = F[b + i] - factor * F[b + k];
          }
        }
      } else rank = k;
    }
  }
  F[left + 1] = m - rank;
  for (let i = rank; i < m; i++) {
    F[left] = Math.max(F[left], Math.abs(F[b + i]));
    F[b + i] = 0;
  }
  for (let r = 1; r <= m; r++) {
    const i = m - r;
    if (i < rank) {
      let sum = F[b + i];
      for (let j = i + 1; j < m; j++) sum = sum - F[s + i * m + j] * F[b + j];
      F[b + i] = sum / F[s + i * m + i];
    }
  }
  for (let i = 0; i < m; i++) F[s + i] = F[b + i];
  for (let i = 0; i < m; i++) F[b + (F[order + i] | 0)] = F[s + i];
}
