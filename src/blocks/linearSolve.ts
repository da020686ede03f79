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
