/** Sources of the loops over the cavities of wave lines (blocks/waveCavities.ts) of one partition. */
import type { DecisionWord } from '../../blocks/decision.js';
import { type CavityOffsets, cavityPieces, joints, keepCavities, portCavities, softenPorts } from '../../blocks/waveCavities.js';
import { type CavityRow, cavityRows } from '../../blocks/waveColumns.js';
import type { Fluid } from '../../circuit/circuit.js';
import type { FluidLaw } from '../../circuit/fluid/fluidLaw.js';
import { stepSource } from '../../code/stepSource.js';
import { elementary } from '../../equations/kernel/elementary.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import { reportedVolumes } from '../layout/cavityTables.js';
import type { PartitionLayout } from '../layout/layout.js';
import { verdicts } from '../phases/outcomes.js';

/** What the loops over the cavities within lines, or over those at ports, are made for. */
export function cavityOffsets(
  { c, z, p, w, delays }: Pick<PartitionLayout, 'c' | 'z' | 'p' | 'w' | 'delays'>,
  block: 'joints' | 'ends',
  { step, lastStep, attempts, verdict, acceptedTime }: Readonly<Record<DecisionWord, number>>,
  overfull: number,
  { fluid, law }: { readonly fluid: Pick<Fluid, 'atmosphericPressure'>; readonly law: FluidLaw | null },
): CavityOffsets {
  const { at, stride, count } = delays.cavities[block];
  const columns = Object.fromEntries(cavityRows.map((row, k) => [row, at + stride * k])) as Record<CavityRow, number>;
  return {
    ...columns,
    ...{ c, z, p, w, step, lastStep, attempts, verdict, acceptedTime, overfull, count },
    releases: Boolean(law?.released),
    releaseTime: law?.released?.values.release ?? 0,
    dissolutionTime: law?.released?.values.dissolution ?? 0,
    span: law?.released ? law.released.values.dissolved - law.released.values.released : 0,
    fullGas: fluid.atmosphericPressure / reportedVolumes,
    exp: elementary.exp,
    accept: verdicts.accept,
    firstEnd: delays.joints.first,
    ends: delays.cavities.list.at,
    atPorts: block === 'ends',
  };
}

/** Sources before the waves of an attempt; when it has been accepted; and behind C and Z of the lines. */
export interface CavitySources {
  readonly trial: readonly KernelSource[];
  readonly keep: readonly KernelSource[];
  readonly soften: readonly KernelSource[];
}

/** Sources of both blocks; of a block without cavities there are none. */
export function cavitySources(offsets: (block: 'joints' | 'ends') => CavityOffsets, name: string): CavitySources {
  const [within, atPorts] = [offsets('joints'), offsets('ends')];
  const made = (step: typeof joints, o: CavityOffsets, as: string): KernelSource[] =>
    o.count > 0 ? [stepSource(step, o, `${as}_${name}`, cavityPieces)] : [];
  return {
    trial: [...made(joints, within, 'joints'), ...made(portCavities, atPorts, 'portCavities')],
    keep: [...made(keepCavities, within, 'keepJoints'), ...made(keepCavities, atPorts, 'keepPortCavities')],
    soften: made(softenPorts, atPorts, 'softenPorts'),
  };
}
