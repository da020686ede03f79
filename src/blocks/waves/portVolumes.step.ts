/**
 * Ends of wave lines with a history (histories.step.ts) at which the component lends volume V: oil of compliance V/B between it and the line. With C, Z and the
 * component's q as they are over the step, the pressure there goes to C + Zq as e^(-t/τ), τ = Z V/B; its mean over the step is
 *
 *     p = C' + Z'q,   C' = φ P + (1-φ) C,   Z' = (1-φ) Z,   φ = (1 - e^(-Δ/τ))/(Δ/τ),   P' = P + (1 - e^(-Δ/τ)) (C + Zq - P)                [1]
 *
 * with P at the step's begin. V/B (P' - P) is Δ times what the line does not take, whatever V and Δ are; V = 0 leaves the line as it is. Of order 2
 * where V stands still; V counts as it was at the step's begin. A V below 0 is oil that the line itself gives, and counts as 0; one that takes all
 * of the nearer half of the line has no solution and is made NaN, as in ../lines/capacitiveLines.step.ts.
 *
 * `share` is 1; with 0 the functions do nothing. Tables of which no end is port volume are left alone.
 */
import type { HistoryOffsets } from './columns.js';

/** C and Z that components see at ends with port volume in the next attempt: behind `solve`. */
export function joinPortVolumes(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  for (let t = 0; t < o.tables * share; t++) {
    const head = (o.heads + o.headSize * t) | 0;
    if (I[head + o.lent] > 0) {
      const rows = I[head + o.rows];
      const stride = I[head + o.stride];
      const count = I[head + o.count];
      const drop = (rows + o.drop * stride) | 0;
      const series = (rows + o.series * stride) | 0;
      const characteristic = (rows + o.characteristic * stride) | 0;
      const effective = (rows + o.effective * stride) | 0;
      const portModulus = (rows + o.portModulus * stride) | 0;
      const portVolume = (rows + o.portVolume * stride) | 0;
      const portVolumeLeast = (rows + o.portVolumeLeast * stride) | 0;
      const nodePressure = (rows + o.nodePressure * stride) | 0;
      const lineCharacteristic = (rows + o.lineCharacteristic * stride) | 0;
      const lineImpedance = (rows + o.lineImpedance * stride) | 0;
      const nodeCharacteristic = (rows + o.nodeCharacteristic * stride) | 0;
      const nodeImpedance = (rows + o.nodeImpedance * stride) | 0;
      const nodeKept = (rows + o.nodeKept * stride) | 0;
      const nodeGain = (rows + o.nodeGain * stride) | 0;
      const h = F[o.step];
      lanes: for (let j = 0; j < count; j++) {
        const ca = F[characteristic + j] - F[drop + j];
        const za = F[effective + j] + F[series + j];
        const d = F[portVolume + j] > F[portVolumeLeast + j] ? (h * F[portModulus + j]) / Math.max(F[portVolume + j] * za, 1e-280) : 0 / 0;
        const small =
          d * (0.5 - d * (1 / 6 - d * (1 / 24 - d * (1 / 120 - d * (1 / 720 - d * (1 / 5040 - d * (1 / 40320 - d / 362880)))))));
        const kept = d < 0.1 ? 1 - small : (1 - o.exp(-Math.min(d, 700))) / d;
        const part = d < 0.1 ? small : 1 - kept;
        F[lineCharacteristic + j] = ca;
        F[lineImpedance + j] = za;
        F[nodeKept + j] = kept;
        F[nodeGain + j] = d * kept;
        F[nodeCharacteristic + j] = F[nodePressure + j] + part * (ca - F[nodePressure + j]);
        F[nodeImpedance + j] = part * za;
      }
      const first = I[head + o.runs];
      const runs = I[head + o.runCount];
      for (let r = 0; r < runs; r++) {
        const run = (first + o.runSize * r) | 0;
        const n = I[run + 2];
        const cs = (o.c + I[run]) | 0;
        const zs = (o.z + I[run]) | 0;
        const characteristics = (nodeCharacteristic + I[run + 1]) | 0;
        const impedances = (nodeImpedance + I[run + 1]) | 0;
        lanes: for (let j = 0; j < n; j++) {
          F[cs + j] = F[characteristics + j];
          F[zs + j] = F[impedances + j];
        }
      }
    }
  }
}

/** What of the components' flows the line takes, and the pressure that they lead to: between `takeFlows` and `publish`. */
export function shareFlows(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  for (let t = 0; t < o.tables * share; t++) {
    const head = (o.heads + o.headSize * t) | 0;
    if (I[head + o.lent] > 0) {
      const rows = I[head + o.rows];
      const stride = I[head + o.stride];
      const count = I[head + o.count];
      const flow = (rows + o.flow * stride) | 0;
      const nodePressure = (rows + o.nodePressure * stride) | 0;
      const nodeNext = (rows + o.nodeNext * stride) | 0;
      const lineCharacteristic = (rows + o.lineCharacteristic * stride) | 0;
      const lineImpedance = (rows + o.lineImpedance * stride) | 0;
      const nodeKept = (rows + o.nodeKept * stride) | 0;
      const nodeGain = (rows + o.nodeGain * stride) | 0;
      lanes: for (let j = 0; j < count; j++) {
        const ca = F[lineCharacteristic + j];
        const za = F[lineImpedance + j];
        const above = ca + za * F[flow + j] - F[nodePressure + j];
        F[nodeNext + j] = F[nodePressure + j] + F[nodeGain + j] * above;
        F[flow + j] = F[flow + j] - (F[nodeKept + j] * above) / za;
      }
    }
  }
}

/** The oil that an accepted attempt left in the volumes, and the volumes that it left: before the next one. */
export function keepPortVolumes(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  if (F[o.attempts] > 0 && F[o.verdict] === o.accept) {
    for (let t = 0; t < o.tables * share; t++) {
      const head = (o.heads + o.headSize * t) | 0;
      if (I[head + o.lent] > 0) {
        const rows = I[head + o.rows];
        const stride = I[head + o.stride];
        const count = I[head + o.count];
        const portModulus = (rows + o.portModulus * stride) | 0;
        const portVolume = (rows + o.portVolume * stride) | 0;
        const nodePressure = (rows + o.nodePressure * stride) | 0;
        const nodeNext = (rows + o.nodeNext * stride) | 0;
        const nodeStored = (rows + o.nodeStored * stride) | 0;
        const cells = I[head + o.lent];
        for (let j = 0; j < count; j++) {
          F[nodeStored + j] =
            F[nodeStored + j] + (Math.max(0, F[portVolume + j]) / F[portModulus + j]) * (F[nodeNext + j] - F[nodePressure + j]);
          F[nodePressure + j] = F[nodeNext + j];
          F[portVolume + j] = F[I[cells + j]];
        }
      }
    }
  }
}
