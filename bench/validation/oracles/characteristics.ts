/**
 * One pipe between a reservoir and a valve by the method of characteristics, with cavities at the ends of the reaches: nothing of it is the engine's.
 * A cavity holds a little gas at constant temperature, V (p - p_v) = M (DGCM: Wylie, J. Fluids Eng. 106 (1984) 307); M = 0 is the vapour cavity model,
 * DVCM (Streeter 1969), which it passes into without a change of formula. Rectangular grid, one step a reach.
 *   C+  p = C_p - B_p q_u    C_p = p_A + (Z - ½r) q_A    B_p = Z + ½r        q_u flow into the cavity from upstream
 *   C-  p = C_m + B_m q_d    C_m = p_B - (Z - ½r) q_B    B_m = Z + ½r        q_d flow out of it downstream
 *   V = V_before + Δ [ψ (q_d - q_u) + (1 - ψ) (q_d - q_u)_before]
 * With x = p - p_v that is a x² + b x = M: the one root x ≥ 0.
 */

export interface PipeAndValve {
  /** ρc/A [Pa·s/m³], L/c [s]. */
  readonly impedance: number;
  readonly delay: number;
  readonly reaches: number;
  /** Pressures [Pa], above the same zero. */
  readonly reservoir: number;
  readonly vapour: number;
  /** Flow from the reservoir through the valve until t = 0 [m³/s]. */
  readonly flow: number;
  /** Share of the flow that the valve lets through at t > 0, whatever its pressure; nothing if left out. */
  readonly opening?: (t: number) => number;
  /** Pressure drop of the whole pipe over its flow at a flow [Pa·s/m³]: constant if laminar, in proportion to |q| if turbulent. */
  readonly resistance?: (q: number) => number;
  /** Volume of free gas over that of the pipe, at the reservoir's pressure; 0 for vapour cavities. */
  readonly gas?: number;
  /** Volume of the pipe [m³]; only gas needs it. */
  readonly volume?: number;
  /** Weight of the new flow in the volume of a cavity, ½ … 1. Less than 1 needs gas. */
  readonly weight?: number;
  readonly end: number;
}

export interface PipeHistory {
  readonly times: Float64Array;
  /** At the valve. */
  readonly pressure: Float64Array;
  readonly cavity: Float64Array;
  /** Sum of the cavities in the pipe and at the valve [m³]. */
  readonly cavities: Float64Array;
  /** Flow from the reservoir into the pipe. */
  readonly inflow: Float64Array;
  /** Oil in the pipe by its pressure [m³]: Σ Δ (w_A + w_B)/(2Z) over the reaches, w the waves just sent into them. */
  readonly stored: Float64Array;
}

/**
 * History at the valve, a value a step, that of t = 0 being steady flow. Odd and even steps are two solutions side by side that cavities and friction
 * of steady flow start alike: what the valve does at the first step comes at t = 0 for odd steps and at Δ for even ones.
 */
export function pipeAndValve(pipe: PipeAndValve): PipeHistory {
  const { impedance: Z, delay, reaches, reservoir, vapour, flow, end } = pipe;
  const { opening = () => 0, resistance = () => 0, gas = 0, volume = 0, weight = 1 } = pipe;
  const step = delay / reaches;
  const count = Math.round(end / step);
  const half = (q: number): number => resistance(q) / reaches / 2;
  let p = Float64Array.from({ length: reaches + 1 }, (_, i) => reservoir - (i / reaches) * resistance(flow) * flow);
  let upstream = new Float64Array(reaches + 1).fill(flow);
  let downstream = new Float64Array(reaches + 1).fill(flow);
  // The gas of a reach stands in the cavity at its end, that of half a reach at the valve.
  const share = (i: number): number => (i === reaches ? 0.5 : 1) / reaches;
  const gasAt = p.map((_, i) => gas * volume * share(i) * (reservoir - vapour));
  const cavity = p.map((value, i) => (gasAt[i] as number) / (value - vapour));

  const history = { times: new Float64Array(count + 1), pressure: new Float64Array(count + 1), cavity: new Float64Array(count + 1) };
  const cavities = new Float64Array(count + 1);
  const inflow = new Float64Array(count + 1);
  const stored = new Float64Array(count + 1);
  const record = (n: number): void => {
    history.times[n] = n * step;
    history.pressure[n] = p[reaches] as number;
    history.cavity[n] = cavity[reaches] as number;
    cavities[n] = cavity.subarray(1).reduce((sum, value) => sum + value, 0);
    inflow[n] = downstream[0] as number;
    for (let i = 0; i < reaches; i++) {
      const [qA, qB] = [downstream[i] as number, upstream[i + 1] as number];
      const waves = (p[i] as number) + (Z - half(qA)) * qA + (p[i + 1] as number) - (Z - half(qB)) * qB;
      stored[n] = (stored[n] as number) + (step * waves) / (2 * Z);
    }
  };
  record(0);

  for (let n = 1; n <= count; n++) {
    const [pNext, upstreamNext, downstreamNext] = [p.slice(), upstream.slice(), downstream.slice()];
    for (let i = 0; i <= reaches; i++) {
      // Conductances 1/B and the flows C/B of the characteristics that arrive; the valve has a flow instead of C-, the reservoir a pressure for all.
      let [yUp, jUp, yDown, jDown] = [0, 0, 0, 0];
      if (i > 0) {
        const q = downstream[i - 1] as number;
        yUp = 1 / (Z + half(q));
        jUp = yUp * ((p[i - 1] as number) + (Z - half(q)) * q);
      }
      if (i < reaches) {
        const q = upstream[i + 1] as number;
        yDown = 1 / (Z + half(q));
        jDown = yDown * ((p[i + 1] as number) - (Z - half(q)) * q);
      } else {
        jDown = -flow * opening(n * step);
      }
      if (i === 0) {
        pNext[0] = reservoir;
      } else {
        const grown = (downstream[i] as number) - (upstream[i] as number);
        const before = (cavity[i] as number) + (1 - weight) * step * grown;
        const a = weight * step * (yUp + yDown);
        const b = before - weight * step * (jUp + jDown - vapour * (yUp + yDown));
        const x = above(a, b, gasAt[i] as number);
        pNext[i] = vapour + x;
        cavity[i] = Math.max(0, b + a * x);
      }
      downstreamNext[i] = i < reaches ? yDown * (pNext[i] as number) - jDown : -jDown;
      upstreamNext[i] = i > 0 ? jUp - yUp * (pNext[i] as number) : (downstreamNext[0] as number);
    }
    [p, upstream, downstream] = [pNext, upstreamNext, downstreamNext];
    record(n);
  }
  return { ...history, cavities, inflow, stored };
}

/** Root x ≥ 0 of a x² + b x = m, a > 0, m ≥ 0, without cancellation: at m = 0 either 0 or -b/a. */
function above(a: number, b: number, m: number): number {
  const root = Math.sqrt(b * b + 4 * a * m);
  if (b <= 0) return (root - b) / (2 * a);
  return (2 * m) / (b + root);
}

/**
 * Lossless pipe, valve shut at once, vapour cavity at the valve: exact by the waves. Joukowsky rise J = Zq₀ above the reservoir, which stands H above vapour.
 * The cavity opens after 2T; its flow is (J - H)/Z and less by 2H/Z every 2T more. It is gone after 2T·J/H where J/H is whole, as the rigid column of
 * inertance ZT has it (2 ZT q₀/H); else after n = ⌊J/H⌋ such times and 2T n (J - nH)/((2n + 1) H - J).
 */
export function firstCavity(rise: number, head: number, delay: number): { duration: number; volume: number; after: number } {
  const ratio = rise / head;
  const n = Math.floor(ratio + 1e-12);
  const duration = 2 * delay * (n + (n * (ratio - n)) / (2 * n + 1 - ratio));
  // It grows while J > (2k + 1) H.
  const growing = Math.ceil((ratio - 1) / 2 - 1e-12);
  return { duration, volume: 2 * delay * growing * (ratio - growing), after: (2 * n + 1 - ratio) * head };
}
