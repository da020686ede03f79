/**
 * A pipe between a reservoir and a valve that shuts at once, by the method of characteristics on a rectangular grid, one step a reach, with friction of
 * steady flow and of its unsteady part as the whole convolution: nothing of it is the engine's, and its sums of exponentials are not used.
 *   p_P = p_A ± Z (q_A - q_P) ∓ Δp_A    Δp = [loss(q) + ½ R y]/reaches    y = ∫ W(ν(t-u)/r²) q'(u) du        Zielke, J. Basic Eng. 90 (1968) 109
 *   W(τ) = e^(-Cτ)/(2√(πτ))    ∫ W dτ = erf(√(Cτ))/(2√C)                                    Vardy, Brown, J. Sound Vib. 259 (2003) 1011
 * q is straight between the steps, so that y is a sum of Δq times the mean of W over each step. Friction is that at the foot of the characteristic: of
 * first order in the step.
 */

export interface ShutPipe {
  /** ρc/A [Pa·s/m³], L/c [s]. */
  readonly impedance: number;
  readonly delay: number;
  readonly reaches: number;
  readonly reservoir: number;
  /** Flow until t = 0 [m³/s]. */
  readonly flow: number;
  /** Loss of steady flow over the whole pipe [Pa]. */
  readonly loss: (q: number) => number;
  /** R = 8μL/(πr⁴) [Pa·s/m³], ν/r² [1/s], C; the unsteady part. */
  readonly resistance: number;
  readonly dissipation: number;
  readonly decay: number;
  readonly end: number;
}

/** erf x for x ≥ 0, to rounding: the series up to 2.5, beyond it the continued fraction of erfc. */
function errorFunction(x: number): number {
  if (x > 6) return 1;
  if (x > 2.5) {
    let fraction = 0;
    for (let k = 60; k > 0; k--) fraction = k / 2 / (x + fraction);
    return 1 - Math.exp(-x * x) / (Math.sqrt(Math.PI) * (x + fraction));
  }
  let [term, sum] = [x, x];
  for (let n = 1; Math.abs(term) > 1e-17 * sum; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** Pressure at the valve at t = 0, Δ, 2Δ, … */
export function shutPipe(pipe: ShutPipe): Float64Array {
  const { impedance: Z, delay, reaches, reservoir, flow, loss, resistance, dissipation, decay, end } = pipe;
  const step = delay / reaches;
  const count = Math.round(end / step);
  const tau = step * dissipation;
  const integral = (k: number): number => errorFunction(Math.sqrt(decay * k * tau)) / (2 * Math.sqrt(decay));
  const weights = Float64Array.from({ length: count }, (_, k) => (integral(k + 1) - integral(k)) / tau);
  const nodes = Array.from({ length: reaches + 1 }, (_, i) => i);
  let p = Float64Array.from(nodes, (i) => reservoir - (i / reaches) * loss(flow));
  let q = new Float64Array(reaches + 1).fill(flow);
  const changes = nodes.map(() => new Float64Array(count));
  const drop = Float64Array.from(nodes, () => loss(flow) / reaches);
  const atValve = new Float64Array(count + 1);
  atValve[0] = p[reaches] as number;
  for (let n = 0; n < count; n++) {
    const [pNext, qNext] = [p.slice(), q.slice()];
    for (const i of nodes) {
      const plus = i > 0 ? (p[i - 1] as number) + Z * (q[i - 1] as number) - (drop[i - 1] as number) : 0;
      const minus = i < reaches ? (p[i + 1] as number) - Z * (q[i + 1] as number) + (drop[i + 1] as number) : 0;
      pNext[i] = i === 0 ? reservoir : i === reaches ? plus : 0.5 * (plus + minus);
      qNext[i] = i === 0 ? (reservoir - minus) / Z : i === reaches ? 0 : (plus - minus) / (2 * Z);
    }
    for (const i of nodes) {
      const own = changes[i] as Float64Array;
      own[n] = (qNext[i] as number) - (q[i] as number);
      let y = 0;
      for (let k = 0; k <= n; k++) y += (own[k] as number) * (weights[n - k] as number);
      drop[i] = (loss(qNext[i] as number) + 0.5 * resistance * y) / reaches;
    }
    [p, q] = [pNext, qNext];
    atValve[n + 1] = p[reaches] as number;
  }
  return atValve;
}
