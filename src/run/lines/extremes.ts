/**
 * Highest and lowest pressure of a run, where and when: of capacitive lines their mean, which is that of the oil in them, of wave lines that at both ends.
 *
 * Looked at in every eighth accepted step, in a loop of its own over what the exchange has left in memory. That costs 0.5 to 5 % of a step in WebAssembly and
 * up to 7 % in JavaScript (circuits of 27 to 3000 components, CPU time pair by pair); in every step it would be eight times as much. A peak that lasts for seven steps may be
 * missed, but no steady rise, and at variable steps no plateau of a front either: that lasts for two delays, which are eight steps at least.
 * A pressure at an end is ½ (C + w), as p = C + Zq and w = p + Zq; at a junction one of its ends says it for all.
 *
 * The lowest is kept with its sign turned, as loops in lanes keep maxima, and is no lower than the vapour pressure: at a cavity ports see that, though a line's mean, as
 * if it could pull, goes on falling. Only in blocks that break a record is it asked where: the lowest number of an end of all that have it, so that the
 * answer does not depend on the plan. Of a capacitive line that is its `from` end.
 */
import type { DecisionWord } from '../../blocks/decision.js';
import { lineType, lineValue } from '../../circuit/tables.js';
import type { Layout, PartitionLayout, PartitionWord } from '../../network/layout.js';
import type { List } from '../loop/partitionTexts.js';

/** Accepted steps from look to look. */
export const stepsApart = 8;
/** Pressures that are searched where one of them breaks a record. */
const block = 64;

/** An end by the number that its partition gives it, and by that of the circuit. */
type End = readonly [own: number, end: number];

/** Where what the loop needs stands. */
export interface ExtremeWords {
  readonly words: Readonly<Record<PartitionWord, number>>;
  readonly decision: Readonly<Record<DecisionWord, number>>;
  /** Ends of wave lines that follow each other: the first by the partition's number, how many, and where their numbers in the circuit stand. */
  readonly runs: List;
}

/** Puts the ends of a partition's wave lines into memory, as `ExtremeWords` has them. */
export function endRuns(layout: Layout, partition: PartitionLayout, put: (entries: readonly (readonly number[])[]) => List): List {
  const all = waveEnds(layout, partition);
  const { at } = put(all.map(([, end]) => [end]));
  const runs: [number, number, number][] = [];
  for (const [k, [own]] of all.entries()) {
    const last = runs.at(-1);
    if (last && last[0] + last[1] === own) last[1]++;
    else runs.push([own, 1, at + k]);
  }
  return put(runs);
}

/** Ends of hydraulic wave lines, of a junction the first, in the partition's order. */
function waveEnds({ network, endIndex }: Layout, { batches }: PartitionLayout): End[] {
  const { firstEnd, ends, tables } = network;
  const isWave = (end: number): boolean =>
    end >= 0 && !Number.isNaN(lineValue(tables.lines, end >> 1, 'delay')) && lineType(tables.lines, end >> 1) === 'hydraulic';
  const all: End[] = [];
  for (const { kind, components } of batches) {
    for (const c of components) {
      const own = kind.ports.map((_, k) => ends[(firstEnd[c] as number) + k] as number).filter(isWave);
      for (const end of kind.source ? own : own.slice(0, 1)) all.push([endIndex[end] as number, end]);
    }
  }
  return all.sort(([a], [b]) => a - b);
}

/** Text of `extremes()`, called after accepted steps; null where the partition has no lines of oil. `vapourPressure`: Pa. */
export function extremesText(
  { tables: all, c, w }: Pick<PartitionLayout, 'tables' | 'c' | 'w'>,
  { words, decision, runs }: ExtremeWords,
  vapourPressure: number,
): string | null {
  const tables = all.filter(({ type }) => type === 'hydraulic');
  if (tables.length === 0 && runs.count === 0) return null;
  return `function extremes() {
  let highest = F[${words.highest}], deepest = F[${words.deepest}], highEnd = -1 | 0, deepEnd = -1 | 0;${tables
    .map(
      ({ lines, mean, numbers }) => `
  const rows_${mean} = ${lines.length} | 0;${inBlocks(`rows_${mean}`, `F[${mean} + from + l]`, `2 * I[${numbers} + from + l]`, vapourPressure)}`,
    )
    .join('')}
  for (let r = 0; r < ${3 * runs.count}; r = r + 3) {
    const first = I[${runs.at} + r], count = I[${runs.at + 1} + r], ends = I[${runs.at + 2} + r], cs = (${c} + first) | 0, ws = (${w} + first) | 0;${inBlocks(
      'count',
      '0.5 * (F[cs + from + l] + F[ws + from + l])',
      'I[ends + from + l]',
      vapourPressure,
    )}
  }
  const now = F[${decision.acceptedTime}];
  if (highEnd >= 0) { F[${words.highest}] = highest; F[${words.highestTime}] = now; F[${words.highestEnd}] = highEnd; }
  if (deepEnd >= 0) { F[${words.deepest}] = deepest; F[${words.deepestTime}] = now; F[${words.deepestEnd}] = deepEnd; }
}`;
}

/** Pressures [0, rows), `pressure` and the `number` of its end as texts of `from + l`: block by block the largest, and where it is. */
function inBlocks(rows: string, pressure: string, number: string, vapourPressure: number): string {
  const search = (name: string, value: string, end: string, sign: '' | '-'): string => `
    if (${value} > ${name} || (${value} === ${name} && ${end} >= 0)) {
      if (${value} > ${name}) ${end} = -1 | 0;
      ${name} = ${value};
      for (let l = 0; l < size; l++) {
        if (${sign}(${pressure}) >= ${value} && (${end} < 0 || ${number} < ${end})) ${end} = (${number}) | 0;
      }
    }`;
  return `
  for (let from = 0; from < ${rows}; from = from + ${block}) {
    const left = (${rows} - from) | 0, size = (left < ${block} ? left : ${block}) | 0;
    let most = -1e300, deep = -1e300;
    lanes: for (let l = 0; l < size; l++) {
      const p = ${pressure}, turned = -p;
      most = p > most ? p : most; deep = turned > deep ? turned : deep;
    }
    deep = Math.min(deep, ${-vapourPressure});${search('highest', 'most', 'highEnd', '')}${search('deepest', 'deep', 'deepEnd', '-')}
  }`;
}
