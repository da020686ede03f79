/** Words that decisions are made of, and what partitions publish for them. */
import { type Block, namesOf, offsetsOf } from '../column.js';

/** Words of a decision. Every partition has its own, and takes the same decision from the same numbers (controller.step.ts). */
export const decisions = {
  name: 'step decision',
  row: 'partition',
  columns: {
    step: { unit: 's', writer: 'decide', use: 'saved', about: 'length of the next attempt' },
    half: { unit: 's', writer: 'decide', use: 'saved', about: 'half of it' },
    time: { unit: 's', writer: 'decide', use: 'saved', about: 'end of the next attempt' },
    verdict: { unit: '', writer: 'decide', use: 'saved', about: '1 accepted, 0 rejected' },
    recordRow: { unit: '', writer: 'decide', use: 'saved', about: 'row that the last attempt fills, -1 for none' },
    lastStep: { unit: 's', writer: 'decide', use: 'saved', about: 'step that was accepted last' },
    acceptedTime: { unit: 's', writer: 'decide', use: 'saved', about: 'end of the last accepted step' },
    accepted: { unit: '1', writer: 'decide', use: 'saved', about: 'steps accepted' },
    rejected: { unit: '1', writer: 'decide', use: 'saved', about: 'attempts rejected' },
    rejectedInARow: { unit: '1', writer: 'decide', use: 'saved', about: 'of these since the last accepted step' },
    worstRejectedInARow: { unit: '1', writer: 'decide', use: 'saved', about: 'most in a row' },
    smallest: { unit: 's', writer: 'decide', use: 'saved', about: 'smallest accepted step' },
    largest: { unit: 's', writer: 'decide', use: 'saved', about: 'largest accepted step' },
    forced: { unit: '1', writer: 'decide', use: 'saved', about: 'steps accepted at the smallest step in spite of their error' },
    forcedError: { unit: 'Pa', writer: 'decide', use: 'saved', about: 'the largest such error' },
    // Where steps end at crossings.
    crossing: { unit: 's', writer: 'decide', use: 'saved', about: 'time of the crossing to be met next, 0 for none' },
    repeats: { unit: '1', writer: 'decide', use: 'saved', about: 'attempts that were repeated for it' },
    landed: { unit: '', writer: 'decide', use: 'saved', about: '1 where the last step ended at a crossing or event' },
    located: { unit: '1', writer: 'decide', use: 'saved', about: 'crossings met' },
    chatter: { unit: '1', writer: 'decide', use: 'saved', about: 'crossings that came again too soon' },
    errorBefore: { unit: 'Pa', writer: 'decide', use: 'saved', about: 'error of the last accepted step, 1 Pa at least' },
    judgedBefore: { unit: 'Pa', writer: 'decide', use: 'saved', about: 'error that it was judged by' },
    filteredError: { unit: 'Pa', writer: 'decide', use: 'saved', about: 'error with a fading maximum' },
    event: { unit: 's', writer: 'decide', use: 'saved', about: 'time of the next event' },
    landing: { unit: 's', writer: 'order', use: 'saved', about: 'time that an order has a step end at, 1e300 for none' },
    wanted: { unit: 's', writer: 'decide', use: 'saved', about: 'step that is wanted unless something is nearer' },
    clippedBy: { unit: '', writer: 'decide', use: 'saved', about: 'what cut the step short' },
    nextRecord: { unit: 's', writer: 'decide', use: 'saved', about: 'when the next row is due' },
    rows: { unit: '1', writer: 'decide', use: 'saved', about: 'rows recorded' },
    attempts: { unit: '1', writer: 'decide', use: 'saved', about: 'attempts made' },
    // Where partitions take their own steps.
    synchronisations: { unit: '1', writer: 'decide', use: 'saved', about: 'how often partitions have met' },
    synchronisation: { unit: 's', writer: 'decide', use: 'saved', about: 'when they meet next' },
    error: { unit: 'Pa', writer: 'decide', use: 'saved', about: 'error of the last accepted step' },
    limit: { unit: '', writer: 'decide', use: 'saved', about: 'line that limited it, from 1; 0 for something else' },
    // Where rows stand at exact multiples (blocks/kept/exactRows.step.ts).
    timeBefore: { unit: 's', writer: 'decide', use: 'saved', about: 'end of the accepted step before the last' },
    middle: { unit: 's', writer: 'decide', use: 'saved', about: 'middle of the last accepted step' },
    middleBefore: { unit: 's', writer: 'decide', use: 'saved', about: 'middle of the one before' },
    rowFrom: { unit: '', writer: 'decide', use: 'saved', about: 'first row that the last step fills with values of its end' },
    middleFrom: { unit: '', writer: 'decide', use: 'saved', about: 'first row that it fills with values of its middle' },
    middleTo: { unit: '', writer: 'decide', use: 'saved', about: 'the row behind the last of these' },
    left: {
      unit: '1',
      writer: 'loop',
      use: 'saved',
      about: 'rows that have left the memory: numbers of rows are from the first one behind them',
    },
    // Short steps that ended at an event (results/crowded.ts).
    crowded: { unit: '1', writer: 'decide', use: 'saved', about: 'short steps in a row that ended at an event' },
    crowdedSince: { unit: 's', writer: 'decide', use: 'saved', about: 'since when, without forced steps' },
  },
} as const satisfies Block;
export type DecisionWord = keyof (typeof decisions)['columns'];
export const decisionWords = namesOf(decisions.columns);

/** Offsets of the decision words. */
export const decisionOffsets = ({ decision }: { readonly decision: number }): Record<DecisionWord, number> =>
  offsetsOf(decisionWords, decision);

/** Value of the `landing` word where no order has a step end at a time. */
export const noLanding = 1e300;

/** Counters of the limits of steps: lines, special ones, judged states (controller.ts). */
export const counters = {
  name: 'counters of limits',
  row: 'line, kind of event, judged state',
  columns: {
    limited: { unit: '1', writer: 'decide', use: 'saved', about: 'accepted steps that it limited, and attempts rejected for it, in turn' },
  },
} as const satisfies Block;

/** Published by a partition at the end of an attempt, for all that decide. */
export const published = {
  name: 'published words',
  row: 'partition, by turns',
  columns: {
    error: { unit: 'Pa', writer: 'attempt', use: 'scratch', about: 'largest error of its lines and states' },
    errorLine: { unit: '', writer: 'attempt', use: 'scratch', about: 'line that has it' },
    bad: {
      unit: '',
      writer: 'attempt',
      use: 'scratch',
      about: '1 where something is not finite or not solved, 2 where no shorter step would help',
    },
    event: { unit: 's', writer: 'attempt', use: 'scratch', about: 'time of its next event' },
    crossing: { unit: '1', writer: 'attempt', use: 'scratch', about: 'first crossing, in parts of the step' },
    again: { unit: '1', writer: 'attempt', use: 'scratch', about: 'crossings that came again too soon' },
  },
} as const satisfies Block;
export const publishedWords = namesOf(published.columns);
/** Doubles from one attempt's published words to the next one's: a cache line each, in turn, as one may be written while others still read the other. */
export const publishedStride = 8;

/** Where those stand for one attempt. */
export const publishedPlaces = Object.fromEntries(publishedWords.map((word, k) => [`${word}At`, k])) as Readonly<
  Record<`${(typeof publishedWords)[number]}At`, number>
>;

/** Plane that is the accepted one at t = 0: the evaluation reads plane 0 and writes plane 1. */
export const startPlane = 1;

/** The accepted plane of a partition that has accepted so many steps. */
export const acceptedPlane = (accepted: number): number => (startPlane + accepted) % 2;
