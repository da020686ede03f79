/** Settings and places of the step controller: its words, where partitions publish, laws and bounds. */

import type { slotPlaces } from '../exchange/slots.js';
import type { DecisionWord, publishedPlaces } from './decision.js';

/** Numbers of the laws: growth under the standard law (`standardGrowth`), exponents a, b, c of Burton 1994 (3.29)-(3.31) and his least error, Pa; how much the error of a line's mean counts; of steps that end at crossings. */
export const lawNumbers = {
  target: 0.7,
  gain: 0.02,
  nearMinimum: 200,
  nearGain: 0.0025,
  memory: 0.97,
  grow: 1.05,
  shrink: 0.5,
  rejection: 0.7,
  a: 1e-3,
  b: 5e-3,
  c: 0.7,
  floor: 1,
  meanWeight: 1.1,
  nearEnd: 1e-3,
  mostRepeats: 8,
} as const;

/** Values of the `clippedBy` word: what cut a step short. */
export const clips = { none: 0, event: 1, maximum: 2, synchronisation: 3, crossing: 5 } as const;

type LawNumbers = Readonly<Record<keyof typeof lawNumbers, number>>;
type Clips = Readonly<Record<`${Extract<keyof typeof clips, string>}Clip`, number>>;

type Places = Readonly<Record<keyof typeof publishedPlaces | keyof typeof slotPlaces, number>>;

export interface ControllerOffsets extends Readonly<Record<DecisionWord, number>>, LawNumbers, Clips, Places {
  /** Values of the verdict. */
  readonly acceptVerdict: number;
  readonly rejectVerdict: number;
  /** Outcomes of a decision: to go on, at the end, as a step could not be taken. */
  readonly goOn: number;
  readonly finished: number;
  readonly failed: number;
  readonly publishedStride: number;
  /** Lists (I): where partitions publish; where those publish that have crossings; of cut lines the number, where both ends' words stand in the exchange, the type of port. */
  readonly partitions: number;
  readonly partitionCount: number;
  readonly crossings: number;
  readonly crossingCount: number;
  readonly cut: number;
  readonly cutCount: number;
  /** Types of a cut line that is not one of oil, and the reference pressure error over that of force and of torque. */
  readonly forceType: number;
  readonly torqueType: number;
  readonly forceScale: number;
  readonly torqueScale: number;
  /** Counters (F), limited and rejected in turn: by line, then by other limits, of which those are numbered from 1 that clip; only where this decision counts. */
  readonly counts: boolean;
  readonly lineCounters: number;
  readonly specialCounters: number;
  /** Of failed solves, and of crossings: rejected. */
  readonly rejectedBySolve: number;
  readonly rejectedByCrossing: number;
  /** Times of rows (F). */
  readonly times: number;
  /** s */
  readonly end: number;
  readonly every: number;
  readonly minimumStep: number;
  readonly maximumStep: number;
  readonly fixedStep: number;
  /** Fixed steps to the end. */
  readonly fixedSteps: number;
  /** Pa; the printed law rejects above so many times it. */
  readonly pressureError: number;
  readonly rejectsAbove: number;
  readonly fixed: boolean;
  readonly standard: boolean;
  readonly judgesStates: boolean;
  readonly exactRows: boolean;
  /** Whether steps end at crossings, and whether a component acts on one in the step after only. */
  readonly crosses: boolean;
  readonly late: boolean;
  /** Partitions that take variable steps of their own meet so often, s. */
  readonly meets: boolean;
  readonly synchroniseEvery: number;
  /** Partitions with fixed steps of their own: so many to a synchronisation, which are `interval` s apart. */
  readonly inIntervals: boolean;
  readonly interval: number;
  readonly intervalSteps: number;
  /** Events that creep: so many, s apart. */
  readonly crowd: number;
  readonly leastDistance: number;
  /** Elementary functions of all back ends. */
  readonly log10: (x: number) => number;
  readonly power: (x: number, y: number) => number;
}
