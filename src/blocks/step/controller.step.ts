/**
 * The step controller: after every attempt it takes the largest error of all partitions, and one decision holds for all of them. Every partition
 * takes it for itself after the synchronisation, over what all have published: the same numbers in the same order give the same decision, and none waits for
 * another to take it, nor for the words of it to come over from another core.
 *
 * Laws: `thesis` as printed in Burton 1994 (3.28)-(3.31), which rejects above ten times the reference as its text says (§3.5, §5.4.2.1);
 * `thesisStrict` above the reference itself, as its Fig. 5.2; `standard`: see `standardGrowth`.
 *
 * Steps that end at crossings (equations/solve/crossings.ts): what crosses in a trial at the part x of its step Δ has that repeated to x Δ, which all partitions find from
 * the same numbers. Then the step is as long again as it was to be: what jumps in the next one has its error judged as all else.
 *
 *     not repeated    x Δ below the smallest step, or x above 1 - ε: it ends there already; what the step after one that ended at a crossing or an event crosses: its
 *                     cause is known; more than eight times; what comes again within a few steps: it slides, and each turn is counted as chatter
 */
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

type Places = Readonly<Record<keyof typeof publishedPlaces, number>>;

type Slots = Readonly<Record<keyof typeof slotPlaces, number>>;

/** Of cut lines that are judged. */
export interface CutOffsets extends Slots {
  /** List (I): number, where both ends' words stand in the exchange, the type of port. */
  readonly cut: number;
  /** Types of a cut line that is not one of oil, and the reference pressure error over that of force and of torque. */
  readonly forceType: number;
  readonly torqueType: number;
  readonly forceScale: number;
  readonly torqueScale: number;
  readonly judgesStates: boolean;
  readonly meanWeight: number;
}

export interface ControllerOffsets extends Readonly<Record<DecisionWord, number>>, LawNumbers, Clips, Places, CutOffsets {
  /** Values of the verdict. */
  readonly acceptVerdict: number;
  readonly rejectVerdict: number;
  /** Outcomes of a decision: to go on, at the end, as a step could not be taken. */
  readonly goOn: number;
  readonly finished: number;
  readonly failed: number;
  readonly publishedStride: number;
  /** Lists (I): where partitions publish; where those publish that have crossings. */
  readonly partitions: number;
  readonly partitionCount: number;
  readonly crossings: number;
  readonly crossingCount: number;
  readonly cutCount: number;
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

/** An event nearer to `time` than this has been reached. */
function near(_F: Float64Array, _I: Int32Array, o: ControllerOffsets, time: number): number {
  return 1e-12 * Math.max(time, o.end * 1e-3);
}

/** Error of a cut line, as a pressure; NaN where an end has none. */
export function errorOfCut(F: Float64Array, I: Int32Array, o: CutOffsets, k: number, parity: number): number {
  const a = I[o.cut + 1 + 4 * k] + o.slotStride * parity;
  const b = I[o.cut + 2 + 4 * k] + o.slotStride * parity;
  const type = I[o.cut + 3 + 4 * k];
  const between = Math.abs(F[a + o.slotPressure] - F[b + o.slotPressure]);
  const mean = o.judgesStates ? o.meanWeight * Math.abs(F[a + o.slotMean] + F[b + o.slotMean]) : 0;
  const larger = mean > between ? mean : between;
  return (type === o.forceType ? o.forceScale : type === o.torqueType ? o.torqueScale : 1) * larger;
}

/**
 * Growth of the step under the `standard` law: 1 + g (log₁₀(0.7 P_ref/ē))², at most 1.05, never a shrinking: too long a step is rejected, not
 * foreseen. ē is the error with a fading maximum, ē = max(e_n, 0.97·ē): it remembers a jump (a valve that opened) for some thirty steps.
 * g = 0.02, but 0.0025 below two hundred smallest steps, where jumps have to be accepted whatever their error and patience buys accuracy.
 *
 * Why so slow: compensation keeps a line's flow while its parasitic inertance Δ²/C (3.14) changes, so a step that follows the error up and down
 * within a period of a short line's oscillation feeds that oscillation (a parametric oscillator: with 10 % a step the two-actuator circuit never
 * gets away from the smallest step). Filtered error and limited growth: Gustafsson, ACM TOMS 17, 1991; Söderlind, ACM TOMS 29, 2003; the form,
 * slow near P_ref and quick far below it, and its numbers are fitted on the two-actuator circuit.
 */
export function standardGrowth(
  _F: Float64Array,
  _I: Int32Array,
  o: ControllerOffsets,
  filteredError: number,
  pressureError: number,
  gain: number,
): number {
  const decades = o.log10(Math.max(1, (o.target * pressureError) / filteredError));
  return Math.min(o.grow, 1 + gain * decades * decades);
}

/** The factor of the step after one that was accepted: by the standard law, or a, b, c of (3.29)-(3.31), c also where a step above P_ref had to be accepted. */
function factorOf(
  F: Float64Array,
  I: Int32Array,
  o: ControllerOffsets,
  step: number,
  floored: number,
  judged: number,
  filtered: number,
): number {
  let factor = 1;
  if (o.standard) {
    if (floored > o.pressureError) factor = Math.min(o.shrink, o.power(o.pressureError / floored, o.rejection));
    else {
      const growth = standardGrowth(F, I, o, filtered, o.pressureError, step < o.nearMinimum * o.minimumStep ? o.nearGain : o.gain);
      factor = growth;
    }
  } else if (judged > o.pressureError) factor = o.power(o.pressureError / judged, o.c);
  else {
    const before = F[o.judgedBefore] > 0 ? F[o.judgedBefore] : judged;
    factor = o.power(o.pressureError / judged, o.a) * o.power(before / judged, o.b);
  }
  return factor;
}

/** The step that is wanted next unless something else is nearer; one that was cut short goes back to the one wanted before. */
function want(F: Float64Array, I: Int32Array, o: ControllerOffsets, step: number, floored: number, judged: number): void {
  let filtered = floored;
  if (o.standard) {
    filtered = Math.max(floored, o.memory * F[o.filteredError]);
    F[o.filteredError] = filtered;
  }
  const factor = factorOf(F, I, o, step, floored, judged, filtered);
  const wanted = F[o.wanted];
  let from = step;
  let atLeast = 0.5 - 0.5;
  // Own steps are parts of what is left to the synchronisation: what is wanted grows as the error of the part allows, so that fewer parts can follow.
  if (o.meets) {
    if (2 * step >= wanted) from = Math.max(step, wanted);
    atLeast = wanted;
  } else if (F[o.clippedBy] === o.eventClip || (o.crosses && F[o.clippedBy] === o.crossingClip)) atLeast = wanted;
  const next = Math.max(from * factor, factor >= 1 ? atLeast : 0);
  F[o.wanted] = Math.min(o.maximumStep, Math.max(o.minimumStep, next));
}

/** Of a step that is not accepted; `culprit`: the counter that tells why. */
function takeBack(F: Float64Array, _I: Int32Array, o: ControllerOffsets, culprit: number): void {
  F[o.verdict] = o.rejectVerdict;
  F[o.rejected] = F[o.rejected] + 1;
  F[o.rejectedInARow] = F[o.rejectedInARow] + 1;
  F[o.worstRejectedInARow] = Math.max(F[o.worstRejectedInARow], F[o.rejectedInARow]);
  if (o.counts) F[culprit] = F[culprit] + 1;
  F[o.recordRow] = -1;
}

/** Of an accepted step to `time`: whether it ended at the crossing, or at an event. */
function land(F: Float64Array, I: Int32Array, o: ControllerOffsets, time: number, again: number, slack: number): void {
  F[o.chatter] = F[o.chatter] + again;
  if (F[o.crossing] > 0 && time >= F[o.crossing] - slack) {
    if (o.late) {
      const meets = F[o.landed] === 0;
      F[o.located] = F[o.located] + (meets ? 1 : 0);
      F[o.landed] = meets ? 1 : 0;
      F[o.crossing] = meets ? time + o.minimumStep : 0;
    } else {
      F[o.located] = F[o.located] + 1;
      F[o.landed] = 1;
      F[o.crossing] = 0;
    }
  } else {
    const event = nextEvent(F, I, o);
    F[o.landed] = event > F[o.timeBefore] && time >= event - slack ? 1 : 0;
  }
  F[o.repeats] = 0;
}

/** The row of an accepted step, at the first one at or after each multiple of `every`; of own steps, at synchronisations. */
function recordStep(F: Float64Array, _I: Int32Array, o: ControllerOffsets, time: number, finished: boolean, slack: number): void {
  F[o.recordRow] = -1;
  const mayRecord = !o.inIntervals || (F[o.accepted] | 0) % o.intervalSteps === 0;
  if (mayRecord && (time >= F[o.nextRecord] - slack || finished)) {
    const row = F[o.rows] | 0;
    F[o.recordRow] = row;
    F[o.times + row] = time;
    F[o.rows] = row + 1;
    F[o.nextRecord] = o.every * (Math.floor(time / o.every + 1e-9) + 1);
  }
}

/** Rows at exact multiples of `every` that an accepted step fills (kept/exactRows.step.ts). */
function recordMultiples(F: Float64Array, _I: Int32Array, o: ControllerOffsets, time: number, finished: boolean, slack: number): void {
  F[o.middleBefore] = F[o.middle];
  F[o.middle] = 0.5 * (F[o.timeBefore] + time);
  const first = F[o.rows] | 0;
  const firstMiddle = F[o.middleTo] | 0;
  let row = first;
  const left = F[o.left];
  let due = (left + row) * o.every;
  while (due <= time + slack) {
    F[o.times + row] = due;
    row = row + 1;
    due = (left + row) * o.every;
  }
  if (finished && F[o.times + row - 1] < time - slack) {
    F[o.times + row] = time;
    row = row + 1;
  }
  let middle = firstMiddle;
  for (let r = firstMiddle; r < row; r++) if (finished || F[o.times + r] <= F[o.middle]) middle = r + 1;
  F[o.rowFrom] = first;
  F[o.rows] = row;
  F[o.middleFrom] = firstMiddle;
  F[o.middleTo] = middle;
  F[o.recordRow] = 0;
}

/** Next trial step of `fixedStep`, t = nΔ; where partitions take steps of their own, times of synchronisations are the same numbers in all of them. */
function proposeFixed(F: Float64Array, _I: Int32Array, o: ControllerOffsets): void {
  F[o.step] = o.fixedStep;
  F[o.half] = o.fixedStep / 2;
  if (o.inIntervals) F[o.time] = ((F[o.accepted] + 1) / o.intervalSteps) * o.interval;
  else F[o.time] = (F[o.accepted] + 1) * o.fixedStep;
}

/** The next event of a component, or the time that an order has a step end at. */
function nextEvent(F: Float64Array, _I: Int32Array, o: ControllerOffsets): number {
  return Math.min(F[o.event], F[o.landing]);
}

/** Next trial step and its end time; times of events, synchronisations and crossings are set, not summed. */
export function propose(F: Float64Array, I: Int32Array, o: ControllerOffsets): void {
  const t = F[o.acceptedTime];
  const wanted = F[o.wanted];
  const event = nextEvent(F, I, o);
  const isEventFirst = event > t && (!o.meets || event < F[o.synchronisation]);
  const synchronisation = o.meets ? F[o.synchronisation] : o.end;
  const known = isEventFirst ? (o.meets ? event : Math.min(event, o.end)) : synchronisation;
  const crosses = o.crosses && F[o.crossing] > t && F[o.crossing] < known;
  const until = crosses ? F[o.crossing] : known;
  const meets = o.meets && !isEventFirst && !crosses;
  const left = until - t;
  const slack = near(F, I, o, t);
  F[o.clippedBy] = wanted >= o.maximumStep ? o.maximumClip : o.noneClip;
  let next = wanted;
  if (left <= slack) {
    // Two events an ulp apart ('33.3 ms' and '0.0333 s'): too near to step to. The smallest step passes it, and the next events are asked for.
    next = o.minimumStep;
    F[o.time] = t + next;
    F[o.clippedBy] = o.eventClip;
    F[o.crowdedSince] = F[o.crowdedSince] + next;
  } else if (left <= wanted * (1 + 1e-9)) {
    next = left;
    F[o.time] = until;
    F[o.clippedBy] = crosses ? o.crossingClip : meets ? o.synchronisationClip : o.eventClip;
  } else {
    // Equal steps up to a synchronisation: a whole one and a sliver, window after window, would have the step swing. Else two equal steps rather than that.
    if (meets) next = left / Math.ceil(left / wanted - 1e-9);
    else if (left < 2 * wanted) {
      next = left / 2;
      F[o.clippedBy] = crosses ? o.crossingClip : o.eventClip;
    }
    F[o.time] = t + next;
  }
  F[o.step] = next;
  F[o.half] = next / 2;
}

/** Takes an accepted step; gives whether it was the last. */
function accept(
  F: Float64Array,
  I: Int32Array,
  o: ControllerOffsets,
  parity: number,
  step: number,
  error: number,
  line: number,
  atMinimum: boolean,
  floored: number,
  judged: number,
  again: number,
): boolean {
  const ended = F[o.time];
  let time = ended;
  const endSlack = near(F, I, o, o.end);
  if (o.meets) {
    // What rounding leaves between an event and the synchronisation does not count: the rows of all partitions have one time.
    const synchronisationSlack = near(F, I, o, ended);
    if (ended >= F[o.synchronisation] - synchronisationSlack) {
      time = F[o.synchronisation];
      F[o.synchronisations] = F[o.synchronisations] + 1;
      const next = (F[o.synchronisations] + 1) * o.synchroniseEvery;
      F[o.synchronisation] = next < o.end - endSlack ? next : o.end;
    }
  }
  F[o.verdict] = o.acceptVerdict;
  F[o.accepted] = F[o.accepted] + 1;
  F[o.rejectedInARow] = 0;
  F[o.timeBefore] = F[o.acceptedTime];
  F[o.acceptedTime] = time;
  F[o.error] = o.fixed ? 0 : error;
  F[o.limit] = o.fixed ? 0 : F[o.clippedBy] === o.noneClip ? line + 1 : 0;
  F[o.lastStep] = step;
  F[o.smallest] = Math.min(F[o.smallest], step);
  F[o.largest] = Math.max(F[o.largest], step);
  if (!o.fixed) {
    if (error > o.pressureError && atMinimum) {
      F[o.forced] = F[o.forced] + 1;
      F[o.forcedError] = Math.max(F[o.forcedError], error);
    }
    if (o.counts) {
      const clip = F[o.clippedBy] | 0;
      const limiter = clip === o.noneClip ? o.lineCounters + 2 * line : o.specialCounters - 2 + 2 * clip;
      F[limiter] = F[limiter] + 1;
    }
    want(F, I, o, step, floored, judged);
  }
  F[o.errorBefore] = floored;
  F[o.judgedBefore] = judged;
  const slack = near(F, I, o, time);
  if (o.crosses) land(F, I, o, time, again, slack);
  let event = 1e300;
  for (let k = 0; k < o.partitionCount; k++) event = Math.min(event, F[I[o.partitions + k] + o.publishedStride * parity + o.eventAt]);
  F[o.event] = event;
  const finished = o.fixed ? F[o.accepted] >= o.fixedSteps : time >= o.end - endSlack;
  if (o.exactRows) recordMultiples(F, I, o, time, finished, slack);
  else recordStep(F, I, o, time, finished, slack);
  return finished;
}

/**
 * Whether events creep, which fails the run. Looked at are steps that are hardly longer than the smallest, or than creeping events are apart, and that an event
 * has cut short: others are no concern of theirs.
 */
function creep(F: Float64Array, _I: Int32Array, o: ControllerOffsets, step: number): boolean {
  let creeps = false;
  if (step <= Math.max(o.minimumStep * (1 + 1e-9), o.leastDistance) && F[o.clippedBy] === o.eventClip) {
    if (F[o.crowded] === 0) F[o.crowdedSince] = F[o.time];
    F[o.crowded] = F[o.crowded] + 1;
    if (F[o.crowded] >= o.crowd) {
      creeps = F[o.time] - F[o.crowdedSince] < o.crowd * o.leastDistance;
      // What is left tells why the run ended.
      if (!creeps) F[o.crowded] = 0;
    }
  }
  return creeps;
}

/** The verdict on an attempt, after every synchronisation. `parity` gives the places of this attempt's published words. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the text is compiled: a loop of the step, in one piece
export function decide(F: Float64Array, I: Int32Array, o: ControllerOffsets, parity: number): number {
  F[o.attempts] = F[o.attempts] + 1;
  let error = -0.5;
  let line = -1 | 0;
  let bad = 0 | 0;
  for (let k = 0; k < o.partitionCount; k++) {
    const w = I[o.partitions + k] + o.publishedStride * parity;
    const e = F[w + o.errorAt];
    const l = F[w + o.errorLineAt] | 0;
    if (e > error || (e === error && l < line)) {
      error = e;
      line = l;
    }
    const own = F[w + o.badAt] | 0;
    if (own > bad) bad = own;
  }
  for (let k = 0; k < o.cutCount; k++) {
    const l = I[o.cut + 4 * k];
    const e = errorOfCut(F, I, o, k, parity);
    // NaN passes no comparison: it is looked for, not compared.
    if (e !== e) bad = Math.max(bad, 1) | 0;
    else if (e > error || (e === error && l < line)) {
      error = e;
      line = l;
    }
  }
  if (error === Infinity) bad = Math.max(bad, 1) | 0;
  if (error < 0) error = 0;
  if (line < 0) line = 0;
  const step = F[o.step];
  const floored = Math.max(error, o.floor);
  const judged = o.standard ? error : 0.5 * (floored + (F[o.errorBefore] > 0 ? F[o.errorBefore] : floored));
  const atMinimum = step <= o.minimumStep * (1 + 1e-9);
  let outcome = o.goOn | 0;
  let first = 1e300;
  let again = 0.5 - 0.5;
  if (o.crosses) {
    for (let k = 0; k < o.crossingCount; k++) {
      first = Math.min(first, F[I[o.crossings + k] + o.publishedStride * parity + o.crossingAt]);
      again = again + F[I[o.crossings + k] + o.publishedStride * parity + o.againAt];
    }
  }
  const repeats =
    o.crosses && bad === 0 && first < 1 - o.nearEnd && first * step >= o.minimumStep && F[o.landed] === 0 && F[o.repeats] < o.mostRepeats;
  if (o.crosses && repeats) {
    takeBack(F, I, o, o.rejectedByCrossing);
    F[o.crossing] = F[o.acceptedTime] + first * step;
    F[o.repeats] = F[o.repeats] + 1;
  } else if (bad === 0 && (o.fixed || judged <= o.pressureError * o.rejectsAbove || atMinimum)) {
    if (!o.fixed) {
      const creeps = creep(F, I, o, step);
      if (creeps) return o.failed | 0;
    }
    const finished = accept(F, I, o, parity, step, error, line, atMinimum, floored, judged, again);
    if (finished) outcome = o.finished;
  } else {
    if (bad !== 0 && (o.fixed || atMinimum || bad > 1)) return o.failed | 0;
    takeBack(F, I, o, bad !== 0 ? o.rejectedBySolve : o.lineCounters + 1 + 2 * line);
    let factor = 0.5;
    if (bad === 0) {
      const ratio = o.pressureError / judged;
      factor = o.standard ? Math.min(o.shrink, o.power(ratio, o.rejection)) : o.power(ratio, o.c);
    }
    F[o.wanted] = Math.max(o.minimumStep, step * factor);
  }
  if (o.fixed) proposeFixed(F, I, o);
  else propose(F, I, o);
  return outcome;
}

/** Functions that stand in place of their calls. */
export const decisionPieces = [
  errorOfCut,
  near,
  nextEvent,
  standardGrowth,
  factorOf,
  want,
  takeBack,
  land,
  recordStep,
  recordMultiples,
  proposeFixed,
  propose,
  accept,
  creep,
];
