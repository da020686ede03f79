/** Sources of the loops over capacitive lines (blocks/capacitiveLines.ts) for the tables of one partition. */
import { chunkWords } from '../../blocks/lineColumns.js';
import { errorPieces, largestErrors, lineOfError, scatteredErrors } from '../../blocks/lineErrors.js';
import type { LineLoop } from '../../blocks/lineModels/model.js';
import type { AirOffsets } from '../../blocks/lineModels/releasedAir.js';
import type { LineOffsets } from '../../blocks/lineOffsets.js';
import type { LineEquations } from '../../circuit/circuit.js';
import type { FluidLaw } from '../../circuit/fluid/fluidLaw.js';
import { type StepFunction, stepSource } from '../../code/stepSource.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import type { PortType } from '../../equations/language/definition.js';
import type { LineRows, PartitionLayout } from '../layout/layout.js';
import { linePlaces } from '../layout/lineTables.js';

/** What an error of a line is multiplied with, by the type of its ports, to be one of pressure: the reference pressure error over theirs. */
export type ErrorScale = Readonly<Record<PortType, number>>;

/** Offsets of the decision words that the loops read: next step, and the step that was accepted last. */
export interface StepWords {
  readonly step: number;
  readonly lastStep: number;
}

/** What the loops over lines are made for. */
export interface LineLoops {
  /** α, where it is the same in all lines. */
  readonly sharedFilter: number | null;
  readonly fixedStep: boolean;
  /** Whether steps are judged by what the means do, too. */
  readonly judgesMeans: boolean;
  readonly law: FluidLaw | null;
  readonly form: LineEquations;
  /** Pa. */
  readonly vapourPressure: number;
  readonly ambientPressure: number;
}

/** The law of air that is released in a time of its own, as loops over lines have it; nothing for other fluids. */
export function airOffsets(law: FluidLaw | null): AirOffsets | object {
  if (!law?.released) return {};
  const { values, free, freeSlope, content, compliance, relief } = law.released;
  return {
    releaseTime: values.release,
    dissolutionTime: values.dissolution,
    airFree: free,
    airFreeSlope: freeSlope,
    airContent: content,
    airCompliance: compliance,
    airRelief: relief,
  } satisfies AirOffsets;
}

/** What the loops over a table are made for, but for its chunks. */
export function lineOffsets(
  { c, z, p, w }: Pick<PartitionLayout, 'c' | 'z' | 'p' | 'w'>,
  table: LineRows,
  { step, lastStep }: StepWords,
  words: { readonly error: number; readonly errorLine: number },
  scale: ErrorScale,
  { sharedFilter, fixedStep, judgesMeans, form, vapourPressure, ambientPressure, law }: LineLoops,
): LineOffsets {
  const { type, chunks, form: volumes } = table;
  const noLaw = (): never => {
    throw new Error('a fluid of constant bulk modulus has no law');
  };
  return {
    ...table,
    ...linePlaces(table),
    ...airOffsets(law),
    c,
    z,
    p,
    w,
    step,
    lastStep,
    error: words.error,
    errorLine: words.errorLine,
    chunks: chunks.at,
    chunkCount: chunks.count,
    from: chunks.at,
    to: chunks.at,
    scale: scale[type],
    scaled: scale[type] !== 1,
    alpha: sharedFilter ?? 0,
    sharesFilter: sharedFilter !== null,
    fixedVolume: volumes === 'fixed',
    followsLaw: volumes === 'law',
    lendsA: volumes !== 'fixed',
    lendsB: volumes !== 'fixed',
    holdsOil: type === 'hydraulic',
    vapourPressure,
    ambientPressure,
    secondOrder: form === 'secondOrder',
    fixedStep,
    judgesMeans: judgesMeans && !fixedStep,
    lawContent: law?.content ?? noLaw,
    lawCompliance: law?.compliance ?? noLaw,
  };
}

/** Loops over the chunks of a table by what is lent, then over its scattered lines: after an accepted and after a rejected step. */
export function lineSources(o: LineOffsets, { chunks, model }: LineRows, name: string): { accept: KernelSource[]; reject: KernelSource[] } {
  const loops = (phase: 'accept' | 'reject'): KernelSource[] => {
    const { chunks: inChunks, scattered } = model[phase];
    const pieces = model[phase].pieces as readonly StepFunction<LineOffsets>[];
    const as = `${phase}Lines_${name}`;
    const groups = chunks.groups.map(({ lent, from, to }, g) => {
      const own: LineOffsets = {
        ...o,
        from: chunks.at + chunkWords * from,
        to: chunks.at + chunkWords * to,
        lendsA: lent === 'from' || lent === 'both',
        lendsB: lent === 'to' || lent === 'both',
      };
      return stepSource(inChunks as LineLoop['scattered'], own, `${as}_${g}`, pieces);
    });
    return o.covered < o.lines ? [...groups, stepSource(scattered, o, as, pieces)] : groups;
  };
  return { accept: loops('accept'), reject: loops('reject') };
}

/** Loops that find the partition's largest error and its line, in their order. */
export function errorSources(offsets: readonly LineOffsets[], name: string): KernelSource[] {
  const own = offsets.filter((o) => o.inner > 0 && !o.fixedStep);
  const inChunks = own.filter((o) => o.chunkCount > 0);
  return [
    ...inChunks.map((o, t) => stepSource(largestErrors, o, `largestErrors_${name}_${t}`, errorPieces)),
    ...inChunks.map((o, t) => stepSource(lineOfError, o, `lineOfError_${name}_${t}`, errorPieces)),
    ...own.flatMap((o, t) => (o.covered < o.inner ? [stepSource(scatteredErrors, o, `scatteredErrors_${name}_${t}`, errorPieces)] : [])),
  ];
}
