/** How large an error is beside what is allowed. */

/**
 * √(1/N Σ (e_i/(atol_i + rtol |y_i|))²): 1 is as much as the tolerance allows. Not finite where an error is not. y is where the step began: that is known before
 * the step and does not grow with its error. Esqué 2008, (5.3).
 */
export function errorNorm(error: Float64Array, y: Float64Array, absolute: Float64Array, relative: number): number {
  let sum = 0;
  for (let i = 0; i < error.length; i++) {
    const part = error[i] / (absolute[i] + relative * Math.abs(y[i]));
    sum += part * part;
  }
  return Math.sqrt(sum / Math.max(1, error.length));
}

/** Whether all values are finite. */
export function allFinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}
