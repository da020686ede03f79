/** Loops over capacitive lines (capacitiveLines.step.ts) for the tables of one partition. */

import { type LineChoices, type LoopSetting, noLoops, type PhaseLoops } from '../family.js';
import { type Loop, loop } from '../loop.js';
import type { OilLaw, Site } from '../site.js';
import { lawNumbers } from '../step/controller.step.js';
import { chunkWords } from './lineColumns.js';
import { errorPieces, largestErrors, lineOfError, scatteredErrors } from './lineErrors.step.js';
import type { LineOffsets } from './lineOffsets.js';
import { type LineRows, linePlaces } from './lineTables.js';
import type { LineLoop } from './models/model.js';
import type { AirOffsets } from './models/releasedAir.js';

/** Settings of loops over lines beside their table. */
export interface LineSetting extends Pick<LoopSetting, 'partition' | 'fixedStep'> {
  /** `sharedFilter`: α, where it is the same in all lines. */
  readonly lines: LineChoices & { readonly sharedFilter: number | null };
  readonly decision: Pick<LoopSetting['decision'], 'step' | 'lastStep'>;
  readonly words: Pick<LoopSetting['words'], 'error' | 'errorLine'>;
}

/** The law of air that is released in a time of its own, as loops over lines have it; nothing for other fluids. */
export function airOffsets(law: OilLaw | null): AirOffsets | object {
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

/** Settings of the loops over a table, but for its chunks. */
export function lineOffsets(
  table: LineRows,
  site: Pick<Site, 'columns' | 'fluid' | 'elementary' | 'interval'>,
  { partition, decision, words, fixedStep, lines: { sharedFilter, judgesMeans, pressureError, form, scale } }: LineSetting,
): LineOffsets {
  const { c, z, p, w } = site.columns[partition];
  const { law, vapourPressure, ambientPressure } = site.fluid;
  const { step, lastStep } = table.held ? { step: site.interval, lastStep: site.interval } : decision;
  const { type, chunks, form: volumes } = table;
  const noLaw = (): never => {
    throw new Error('a fluid of constant bulk modulus has no law');
  };
  return {
    ...table,
    ...linePlaces(table, site),
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
    moveShare: (2 * (sharedFilter ?? 0)) / (1 - (sharedFilter ?? 0)),
    fixedVolume: volumes === 'fixed',
    followsLaw: volumes === 'law',
    lendsA: volumes !== 'fixed',
    lendsB: volumes !== 'fixed',
    holdsOil: type === 'hydraulic',
    vapourPressure,
    ambientPressure,
    secondOrder: form === 'secondOrder',
    fixedStep,
    keepsLater: false,
    judgesMeans: judgesMeans && !fixedStep,
    meanWeight: lawNumbers.meanWeight,
    keepsEnergy: form === 'secondOrder' && table.keepsEnergy,
    brake: (0.15 * pressureError) / scale[type],
    lawContent: law?.content ?? noLaw,
    lawCompliance: law?.compliance ?? noLaw,
  };
}

/** Loops over the chunks of a table by port volumes, then over its scattered lines: after an accepted and after a rejected step; over chunks before the last accepted one. */
export function tableLoops(o: LineOffsets, { chunks, model, held }: LineRows, name: string): Record<'accept' | 'reject' | 'keep', Loop[]> {
  const keepsLater = o.fixedStep && o.fixedVolume && !held && model.keep !== undefined;
  const groups = chunks.groups.map(
    ({ portVolumes, from, to }): LineOffsets => ({
      ...{ ...o, keepsLater },
      from: chunks.at + chunkWords * from,
      to: chunks.at + chunkWords * to,
      lendsA: portVolumes === 'from' || portVolumes === 'both',
      lendsB: portVolumes === 'to' || portVolumes === 'both',
    }),
  );
  const inChunks = (as: string, { chunks: step, pieces }: Pick<LineLoop, 'chunks' | 'pieces'>): Loop[] =>
    groups.map((own, g) => loop(`${as}_${g}`, step as LineLoop['scattered'], own, pieces as Loop['pieces']));
  const loops = (phase: 'accept' | 'reject'): Loop[] => {
    const { scattered, pieces } = model[phase];
    const as = `${phase}Lines_${name}`;
    const own = inChunks(as, model[phase]);
    return o.covered < o.lines ? [...own, loop(as, scattered, o, pieces as Loop['pieces'])] : own;
  };
  return {
    accept: loops('accept'),
    reject: loops('reject'),
    keep: keepsLater && model.keep ? inChunks(`keepLines_${name}`, model.keep) : [],
  };
}

/** Loops that find the partition's largest error and its line, in their order. */
export function errorLoops(offsets: readonly LineOffsets[], name: string): Loop[] {
  const own = offsets.filter((o) => o.inner > 0 && !o.fixedStep);
  const inChunks = own.filter((o) => o.chunkCount > 0);
  return [
    ...inChunks.map((o, t) => loop(`largestErrors_${name}_${t}`, largestErrors, o, errorPieces)),
    ...inChunks.map((o, t) => loop(`lineOfError_${name}_${t}`, lineOfError, o, errorPieces)),
    ...own.flatMap((o, t) => (o.covered < o.inner ? [loop(`scatteredErrors_${name}_${t}`, scatteredErrors, o, errorPieces)] : [])),
  ];
}

/** Loops of a partition: errors of all tables, then each table. */
export function lineLoops(tables: readonly LineRows[], site: Site, setting: LineSetting): PhaseLoops[] {
  const offsets = tables.map((table) => lineOffsets(table, site, setting));
  return [
    { ...noLoops, errors: errorLoops(offsets, String(setting.partition)) },
    ...tables.map((table, t): PhaseLoops => {
      const { accept, reject, keep } = tableLoops(offsets[t], table, `${setting.partition}_${t}`);
      return { ...noLoops, [table.held ? 'acceptHeld' : 'accept']: accept, reject, keep };
    }),
  ];
}
