/** Loops over the components of a partition beside their kernels: errors of their states, crossings, flows into fixed pressures, reports of cavities. */
import { type List, type LoopSetting, noLoops, type PhaseLoops } from '../family.js';
import { type Loop, loop } from '../loop.js';
import { publishedPlaces } from '../step/decision.js';
import { reportCavities } from './cavityReports.step.js';
import { crossings } from './crossings.step.js';
import { integrateDirect } from './directFlows.step.js';
import { stateErrors } from './stateErrors.step.js';

/** Rows of judged states whose largest error is kept (stateErrors.step.ts). */
export const judgedRows = 128;

/** What the components of a partition have that loops go through. */
export interface KindRows {
  readonly index: number;
  /** Offset of what the partition publishes of an attempt. */
  readonly published: number;
  /** Errors of judged states: how many with what pads them, their numbers among what limits steps (Int32), and the largest of some rows each. */
  readonly judged: { readonly changes: number; readonly count: number; readonly codes: number; readonly maxima: number };
  /** Crossings of holds: how many with what pads them. */
  readonly crossings: { readonly at: number; readonly count: number };
  /** Value of a crossing that is none. */
  readonly none: number;
  /** Runs of direct connections; columns of cavities. */
  readonly direct: List;
  readonly cavities: List;
}

/** Those that have rows. */
export function loopsOfKinds(rows: KindRows, { decision, words, lines: { judgesMeans } }: LoopSetting): PhaseLoops {
  const { index, judged, direct, cavities } = rows;
  const some = (count: number, one: () => Loop): Loop[] => (count > 0 ? [one()] : []);
  const { lastStep, acceptedTime } = decision;
  const { error, errorLine, hasCavity, overfull } = words;
  return {
    ...noLoops,
    stateErrors: some(judgesMeans ? judged.count : 0, () => {
      const { changes, count, codes, maxima } = judged;
      const chunkCount = Math.ceil(count / judgedRows);
      const o = { changes, count, codes, maxima, chunkRows: judgedRows, chunkCount, error, errorLine };
      return loop(`stateErrors_${index}`, stateErrors, o);
    }),
    crossings: some(rows.crossings.count, () => crossingsLoop(rows)),
    integrate: some(direct.count, () =>
      loop(`integrateDirect_${index}`, integrateDirect, { direct: direct.at, directCount: direct.count, lastStep }),
    ),
    reportCavities: some(cavities.count, () => {
      const o = { cavities: cavities.at, cavityCount: cavities.count, hasCavity, overfull, acceptedTime };
      return loop(`reportCavities_${index}`, reportCavities, o);
    }),
  };
}

/** `crossings_P`. */
export function crossingsLoop({
  index,
  crossings: { at, count },
  none,
  published,
}: Pick<KindRows, 'index' | 'crossings' | 'none' | 'published'>): Loop {
  const { crossingAt, againAt } = publishedPlaces;
  const o = { crossings: at, count, none, first: published + crossingAt, again: published + againAt };
  return loop(`crossings_${index}`, crossings, o);
}
