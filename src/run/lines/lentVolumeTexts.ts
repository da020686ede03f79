/** Pieces of the texts over wave lines (delayKernels.ts) for ends at which the component lends volume. */
import { runSize } from '../../network/delayTables.js';
import type { PartitionLayout } from '../../network/layout.js';
import { columns, further, head } from './delayTexts.js';

type Ends = Pick<PartitionLayout, 'c' | 'z'>;

/**
 * C and Z that the component sees at a line's end where it lends volume V: oil of compliance V/B between it and the line. With C, Z and the component's
 * q as they are over the step, the pressure there goes to C + Zq as e^(-t/τ), τ = Z V/B; its mean over the step is
 *     p = C' + Z'q,   C' = φ P + (1-φ) C,   Z' = (1-φ) Z,   φ = (1 - e^(-Δ/τ))/(Δ/τ),   P' = P + (1 - e^(-Δ/τ)) (C + Zq - P)                [1]
 * with P at the step's begin. V/B (P' - P) is Δ times what the line does not take, whatever V and Δ are; V = 0 leaves the line as it is. Of order 2
 * where V stands still; V counts as it was at the step's begin. A V below 0 is oil that the line itself gives, and counts as 0; one that takes all
 * of the nearer half of the line has no solution and is made NaN, as in blocks/capacitiveLines.ts.
 */
export const nodeText = ({ c, z }: Ends): string =>
  `${further('lentModulus', 'lentVolume', 'lentLeast', 'nodePressure', 'lineCharacteristic', 'lineImpedance', 'nodeCharacteristic', 'nodeImpedance', 'nodeKept', 'nodeGain')}
      ${columns(`
        const ca = F[characteristic + j] - F[drop + j], za = F[effective + j] + F[series + j];
        const d = F[lentVolume + j] > F[lentLeast + j] ? (h * F[lentModulus + j]) / Math.max(F[lentVolume + j] * za, 1e-280) : 0 / 0;
        const small = d * (0.5 - d * (1 / 6 - d * (1 / 24 - d * (1 / 120 - d * (1 / 720 - d * (1 / 5040 - d * (1 / 40320 - d / 362880)))))));
        const kept = d < 0.1 ? 1 - small : (1 - exp(-Math.min(d, 700))) / d, share = d < 0.1 ? small : 1 - kept;
        F[lineCharacteristic + j] = ca; F[lineImpedance + j] = za;
        F[nodeKept + j] = kept; F[nodeGain + j] = d * kept;
        F[nodeCharacteristic + j] = F[nodePressure + j] + share * (ca - F[nodePressure + j]);
        F[nodeImpedance + j] = share * za;`)}
      const first = ${head('runs')}, runs = ${head('runCount')};
      for (let r = 0; r < runs; r++) {
        const run = (first + ${runSize} * r) | 0, n = I[run + 2], from = I[run + 1];
        const cs = (${c} + I[run]) | 0, zs = (${z} + I[run]) | 0, nc = (nodeCharacteristic + from) | 0, nz = (nodeImpedance + from) | 0;
        lanes: for (let j = 0; j < n; j++) { F[cs + j] = F[nc + j]; F[zs + j] = F[nz + j]; }
      }`;

/** What of the component's flow the line takes. */
export const nodeFlowText = `${further('nodePressure', 'nodeNext', 'lineCharacteristic', 'lineImpedance', 'nodeKept', 'nodeGain')}
    ${columns(`
      const ca = F[lineCharacteristic + j], za = F[lineImpedance + j], above = ca + za * F[flow + j] - F[nodePressure + j];
      F[nodeNext + j] = F[nodePressure + j] + F[nodeGain + j] * above;
      F[flow + j] = F[flow + j] - (F[nodeKept + j] * above) / za;`)}`;

/** The oil that the attempt left in the volume, and the volume that it left. */
export const nodeCommitText = `${further('lentModulus', 'lentVolume', 'nodePressure', 'nodeNext', 'nodeStored')}
    const cells = ${head('lent')};
    for (let j = 0; j < count; j++) {
      F[nodeStored + j] = F[nodeStored + j] + (Math.max(0, F[lentVolume + j]) / F[lentModulus + j]) * (F[nodeNext + j] - F[nodePressure + j]);
      F[nodePressure + j] = F[nodeNext + j];
      F[lentVolume + j] = F[I[cells + j]];
    }`;
