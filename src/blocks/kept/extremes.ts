/** Highest and lowest pressure of a run (extremes.step.ts): words of its partitions at t = 0, their loops, and what those of all partitions come to. */

import { type Family, noLoops, type PressureAt } from '../family.js';
import { loop } from '../loop.js';
import type { PartitionWord } from '../step/words.js';
import { type ExtremeOffsets, extremePieces, extremes as step } from './extremes.step.js';

/** Accepted steps from look to look. */
export const stepsApart = 8;

/** The higher one, of lowest pressures with their sign turned; of equals the earlier one, then that of the lower number. */
const beats = (a: PressureAt, b: PressureAt): boolean =>
  a.value > b.value || (a.value === b.value && (a.time < b.time || (a.time === b.time && a.end < b.end)));

const names = ['highest', 'deepest'] as const;
type Name = (typeof names)[number];
type Words = Readonly<Record<PartitionWord, number>>;

/** Records of all partitions; `words`: offsets of theirs. */
const foundExtremes = (F: Float64Array, words: readonly Words[]): Readonly<Record<Name, PressureAt>> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      words
        .map((own): PressureAt => ({ value: F[own[name]], time: F[own[`${name}Time`]], end: F[own[`${name}End`]] }))
        .reduce((best, one) => (beats(one, best) ? one : best)),
    ]),
  ) as Record<Name, PressureAt>;

/** Words of a partition that hold what was found. */
const extremeWords = (found: Readonly<Record<Name, PressureAt>>): { readonly [Word in PartitionWord]?: number } =>
  Object.fromEntries(
    names.flatMap((name) => [
      [name, found[name].value],
      [`${name}Time`, found[name].time],
      [`${name}End`, found[name].end],
    ]),
  );

export const extremes: Family<null> = {
  place: () => null,
  start({ F }, _placed, site, { point }) {
    const none: PressureAt = { value: Number.NEGATIVE_INFINITY, time: 0, end: -1 };
    const first = { highest: none, deepest: none };
    // Of equals the first end counts.
    for (let end = 0; end < 2 * site.lineCount; end++) {
      if (site.typeOf(end >> 1) !== 'hydraulic') continue;
      const pressure = point ? point.pressure[end] : site.line(end >> 1, 'initialPressure');
      if (pressure > first.highest.value) first.highest = { value: pressure, time: 0, end };
      if (-pressure > first.deepest.value) first.deepest = { value: -pressure, time: 0, end };
    }
    for (const words of site.words)
      for (const [word, value] of Object.entries(extremeWords(first))) F[words[word as PartitionWord]] = value as number;
    return null;
  },
  loops(_placed, { fluid: { vapourPressure } }, { partition, words, decision: { acceptedTime }, pressures, put }) {
    const runs = pressures();
    if (runs.length === 0) return [noLoops];
    const o: ExtremeOffsets = {
      ...{ ...words, acceptedTime, vapourPressure },
      ...{ runs: put(runs).at, runCount: runs.length, runWords: 5, block: 64 },
    };
    return [{ ...noLoops, extremes: [loop(`extremes_${partition}`, step, o, extremePieces)] }];
  },
  wordsOfRun: (F, _placed, { words }) => extremeWords(foundExtremes(F, words)),
  pressureRange(F, _placed, { words }) {
    const { highest, deepest } = foundExtremes(F, words);
    return { highest, lowest: { ...deepest, value: -deepest.value }, stepsApart };
  },
};
