/**
 * Solves the dense m × m system that a Newton kernel has put in `s`: s[i·m + j] the matrix, s[m·m + i] the right-hand side, which becomes the solution.
 * Gaussian elimination with partial pivoting, in place. A singular matrix gives values that are not finite: the kernel's test for convergence fails.
 */
export function linearSolve(s: Float64Array, m: number): void {
  const b = m * m;
  for (let k = 0; k < m; k++) {
    let pivot = k;
    for (let i = k + 1; i < m; i++) {
      if (Math.abs(s[i * m + k] as number) > Math.abs(s[pivot * m + k] as number)) pivot = i;
    }
    if (pivot !== k) {
      for (let j = k; j < m; j++) swap(s, k * m + j, pivot * m + j);
      swap(s, b + k, b + pivot);
    }
    for (let i = k + 1; i < m; i++) {
      const factor = (s[i * m + k] as number) / (s[k * m + k] as number);
      if (factor === 0) continue;
      for (let j = k + 1; j < m; j++) s[i * m + j] = (s[i * m + j] as number) - factor * (s[k * m + j] as number);
      s[b + i] = (s[b + i] as number) - factor * (s[b + k] as number);
    }
  }
  for (let i = m - 1; i >= 0; i--) {
    let sum = s[b + i] as number;
    for (let j = i + 1; j < m; j++) sum -= (s[i * m + j] as number) * (s[b + j] as number);
    s[b + i] = sum / (s[i * m + i] as number);
  }
}

function swap(s: Float64Array, i: number, j: number): void {
  const x = s[i] as number;
  s[i] = s[j] as number;
  s[j] = x;
}
