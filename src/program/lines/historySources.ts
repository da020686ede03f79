/** Sources of the loops over wave lines with a history in time (blocks/waveHistories.ts, blocks/historyStates.ts, blocks/portVolumes.ts) of one partition. */
import type { DecisionWord } from '../../blocks/decision.js';
import type { HistoryOffsets } from '../../blocks/historyOffsets.js';
import { commit, solve, statePieces } from '../../blocks/historyStates.js';
import { joinPortVolumes, keepPortVolumes, shareFlows } from '../../blocks/portVolumes.js';
import { endRows, scalarWords } from '../../blocks/waveColumns.js';
import { arrive, delayMeans, historyPieces, present, publish, recall, takeFlows } from '../../blocks/waveHistories.js';
import { type StepFunction, stepSource } from '../../code/stepSource.js';
import { elementary } from '../../equations/kernel/elementary.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import { headSize, headWords, memories, runSize, sourceSize, terms } from '../layout/delayTables.js';
import type { PartitionLayout } from '../layout/layout.js';
import { verdicts } from '../phases/outcomes.js';

const numbered = <Word extends string>(words: readonly Word[]): Record<Word, number> =>
  Object.fromEntries(words.map((word, k) => [word, k])) as Record<Word, number>;

/** What the loops are made for. `turn`: word that counts synchronisations of the partitions; `words`: where errors are told. */
export function historyOffsets(
  { c, z, w, delays }: Pick<PartitionLayout, 'c' | 'z' | 'w' | 'delays'>,
  { step, lastStep, acceptedTime, time, attempts, verdict }: Readonly<Record<DecisionWord, number>>,
  words: { readonly error: number; readonly errorLine: number },
  fixedStep: boolean,
  turn: number,
): HistoryOffsets {
  const { tables, lists, pressures, means } = delays;
  const behind = scalarWords.length;
  return {
    ...numbered(headWords),
    ...numbered(scalarWords),
    ...{ decays: behind, responses: behind + terms, exponents: behind + 2 * terms, weights: behind + 3 * terms },
    ...numbered(endRows),
    sums: endRows.length,
    ...{ c, z, w, step, lastStep, acceptedTime, time, attempts, verdict, turn, fixedStep, headSize, sourceSize, runSize, terms },
    accept: verdicts.accept,
    worst: words.error,
    worstLine: words.errorLine,
    heads: lists.at,
    tables: tables.length,
    pressures: pressures.at,
    pressureWords: pressures.values.length,
    means: means.at,
    meanWords: means.values.length,
    frequencyMemory: memories.frequency,
    turbulentMemory: memories.turbulent,
    remembers: tables.some(({ memory }) => memory > memories.none),
    dependsOnFrequency: tables.some(({ memory }) => memory >= memories.frequency),
    turbulent: tables.some(({ memory }) => memory === memories.turbulent),
    lends: tables.some(({ lent }) => lent),
    twice: false,
    exp: elementary.exp,
    log10: elementary.log10,
  };
}

/** Sources behind the components; before the next attempt, in their order; and of mean pressures, where they are recorded. */
export interface HistorySources {
  readonly publish: readonly KernelSource[];
  readonly receive: readonly KernelSource[];
  readonly means: KernelSource;
}

/** Sources of the loops. */
export function historySources(o: HistoryOffsets, name: string): HistorySources {
  type Functions = readonly StepFunction<HistoryOffsets>[];
  const made = (step: StepFunction<HistoryOffsets>, as: string, [pieces, called]: readonly Functions[] = []): KernelSource =>
    stepSource(step, o, `${as}_${name}`, pieces, called);
  const [pieces, called] = historyPieces.window;
  return {
    publish: [
      made(takeFlows, 'takeFlows'),
      ...(o.lends ? [made(shareFlows, 'shareFlows')] : []),
      made(publish, 'publishDelays', historyPieces.publish),
    ],
    receive: [
      ...(o.lends ? [made(keepPortVolumes, 'keepPortVolumes')] : []),
      made(commit, 'commitDelays', statePieces.commit),
      made(arrive, 'arriveDelays', historyPieces.window),
      ...(o.remembers ? [stepSource(recall, { ...o, twice: true }, `recallDelays_${name}`, pieces, called)] : []),
      made(solve, 'solveDelays', statePieces.solve),
      made(present, 'presentDelays'),
      ...(o.lends ? [made(joinPortVolumes, 'joinPortVolumes')] : []),
    ],
    means: made(delayMeans, 'delayMeans'),
  };
}
