/** Words that decisions are made of, and what partitions publish for them. */

/** Words of a decision. Every partition has its own, and takes the same decision from the same numbers (stepController.ts). */
export const decisionWords = [
  'step',
  'half',
  'time',
  'verdict',
  'recordRow',
  'lastStep',
  'acceptedTime',
  'accepted',
  'rejected',
  'rejectedInARow',
  'worstRejectedInARow',
  'smallest',
  'largest',
  // Steps that were accepted at the smallest step in spite of their error, and the largest such error.
  'forced',
  'forcedError',
  // Where steps end at crossings: the time of the one to be met next (0: none), attempts that were repeated for it, whether the last step ended at one or at an
  // event; how many were met, and crossings that came again too soon.
  'crossing',
  'repeats',
  'landed',
  'located',
  'chatter',
  'errorBefore',
  'judgedBefore',
  'filteredError',
  'event',
  'wanted',
  'clippedBy',
  'nextRecord',
  'rows',
  'attempts',
  // Where partitions take their own steps: how often they have met, and when they do next.
  'meetings',
  'meeting',
  // Of the last accepted step: its error, and the line that limited it, from 1 (0: something else).
  'error',
  'limit',
  // Where rows stand at exact multiples (exactRows.ts): end of the step before, middles of the last two, rows that the last one fills.
  'timeBefore',
  'middle',
  'middleBefore',
  'rowFrom',
  'middleFrom',
  'middleTo',
  // Short steps that ended at an event, since when, and without what was forced upon them (results/crowded.ts).
  'crowded',
  'crowdedSince',
] as const;
export type DecisionWord = (typeof decisionWords)[number];

/** What a partition publishes at the end of an attempt, for all that decide; `bad`: 1 where something is not finite or could not be solved, 2 where no shorter step would help; `crossing`: the first in the step, in parts of it (equations/crossings.ts), `again`: how many came again too soon. */
export const publishedWords = ['error', 'errorLine', 'bad', 'event', 'crossing', 'again'] as const;
/** Doubles from one attempt's published words to the next one's: a cache line each, in turn, as one may be written while others still read the other. */
export const publishedStride = 8;

/** Where those stand for one attempt. */
export const publishedPlaces = Object.fromEntries(publishedWords.map((word, k) => [`${word}At`, k])) as Readonly<
  Record<`${(typeof publishedWords)[number]}At`, number>
>;

/** Doubles from one attempt's words of a cut line's end to the next one's, in the exchange between partitions (boundaryExchange.ts). */
export const mailStride = 4;
/** Where they stand for one attempt: p, w, lent volume, the end's part of the error of the line's mean. */
export const mailPlaces = { mailStride, mailP: 0, mailW: 1, mailVolume: 2, mailMean: 3 } as const;
