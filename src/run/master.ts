/**
 * The master step controller: after every attempt it takes the largest error of all partitions and decides for all of them.
 * It runs in the serial loop, or in the last worker to arrive at the barrier; it works on the shared words only, so it does not matter which.
 *
 * Laws (tlm.md §3): `thesis` as printed in Burton 1994 (3.28)-(3.31); `standard`: see `standardFactor`.
 */
import type { ControlLaw } from '../circuit/circuit.js';
import type { DecisionWord, PartitionWord } from '../network/layout.js';
import { mailStride } from './mail.js';

export interface MasterProgram {
  readonly decision: Readonly<Record<DecisionWord, number>>;
  readonly partitions: readonly Readonly<Record<PartitionWord, number>>[];
  /** Cut lines: p of both ends in the mail. */
  readonly cut: readonly { readonly line: number; readonly mailA: number; readonly mailB: number }[];
  /** Offset of the counters: limited and rejected, by line. */
  readonly counters: number;
  /** Offset of the counters of `specialCounters`. */
  readonly specials: number;
  /** Offset of the recorded times. */
  readonly times: number;
  readonly settings: MasterSettings;
}

export interface MasterSettings {
  readonly end: number;
  readonly fixedStep: number | null;
  readonly law: ControlLaw;
  readonly pressureError: number;
  readonly initialStep: number;
  readonly minimumStep: number;
  readonly maximumStep: number;
  readonly every: number;
}

export const verdicts = { reject: 0, accept: 1 } as const;
/** Values of the `clippedBy` word. */
export const clips = { none: 0, event: 1, maximum: 2 } as const;
/** What limits or rejects steps beside lines, in the order of their counters; the first two as `clips` has them. */
export const specialCounters = ['event', 'maximum step', 'failed solve'] as const;
/** What `decide` returns: go on, or why the run ends. */
export const outcomes = { goOn: 0, finished: 1, failed: 2 } as const;

/** Exponents and bounds of the laws. */
export const constants = {
  thesis: { a: 1e-3, b: 5e-3, c: 0.7, floor: 1 },
  standard: { target: 0.7, gain: 0.02, nearMinimum: 200, nearGain: 0.0025, memory: 0.97, grow: 1.05, shrink: 0.5, rejection: 0.7 },
};

/**
 * Growth of the step under the `standard` law: 1 + g (log₁₀(0.7 P_ref/ē))², at most 1.05, never a shrinking: too long a step is rejected, not
 * foreseen. ē is the error with a fading maximum, ē = max(e_n, 0.97·ē): it remembers a jump (a valve that opened) for some thirty steps.
 * g = 0.02, but 0.0025 below two hundred smallest steps, where jumps have to be accepted whatever their error and patience buys accuracy.
 *
 * Why so slow: compensation keeps a line's flow while its parasitic inertance Δ²/C (3.14) changes, so a step that follows the error up and down
 * within a period of a short line's oscillation feeds that oscillation (a parametric oscillator: with 10 % a step the two-actuator circuit never
 * gets away from the smallest step). Filtered error and limited growth: Gustafsson, ACM TOMS 17, 1991; Söderlind, ACM TOMS 29, 2003; the form,
 * slow near P_ref and quick far below it, and its numbers are fitted on the two-actuator circuit: mean of eight runs with the flow changed in its
 * tenth digit, 77 002 attempts and 297 rejections against 86 105 and 3702 of `thesis`, both 0.445 of the tolerances off the ODE solution.
 */
export function standardGrowth(filteredError: number, pressureError: number, nearMinimum: boolean): number {
  const { target, gain, nearGain, grow } = constants.standard;
  const decades = Math.log10(Math.max(1, (target * pressureError) / filteredError));
  return Math.min(grow, 1 + (nearMinimum ? nearGain : gain) * decades * decades);
}

/** The deciding function; call once between the last arrival and the release. `parity` tells the mail slots of this attempt. */
export function createMaster(program: MasterProgram, F: Float64Array): (parity: number) => number {
  const { decision: d, partitions, cut, counters, specials, settings, times } = program;
  const { end, fixedStep, law, pressureError, minimumStep, maximumStep, every } = settings;
  const { thesis } = constants;
  /** An event nearer than this to the present time has been reached. */
  const near = (t: number): number => 1e-12 * Math.max(t, end * 1e-3);

  return function decide(parity: number): number {
    F[d.attempts] = (F[d.attempts] as number) + 1;
    let error = -1;
    let line = -1;
    let bad = false;
    for (let k = 0; k < partitions.length; k++) {
      const w = partitions[k] as Readonly<Record<PartitionWord, number>>;
      const e = F[w.error] as number;
      const l = F[w.errorLine] as number;
      if (e > error || (e === error && l < line)) {
        error = e;
        line = l;
      }
      if ((F[w.failed] as number) !== 0 || (F[w.notFinite] as number) >= 0) bad = true;
    }
    for (let k = 0; k < cut.length; k++) {
      const c = cut[k] as { line: number; mailA: number; mailB: number };
      const e = Math.abs((F[c.mailA + mailStride * parity] as number) - (F[c.mailB + mailStride * parity] as number));
      // NaN passes no comparison: it is looked for, not compared.
      if (Number.isNaN(e)) bad = true;
      else if (e > error || (e === error && c.line < line)) {
        error = e;
        line = c.line;
      }
    }
    if (error === Number.POSITIVE_INFINITY) bad = true;
    if (error < 0) error = 0;

    const step = F[d.step] as number;
    const atMinimum = step <= minimumStep * (1 + 1e-9);
    const floored = Math.max(error, thesis.floor);
    const before = F[d.errorBefore] as number;
    const judged = law === 'thesis' ? (floored + (before > 0 ? before : floored)) / 2 : error;
    const accepted = !bad && (fixedStep !== null || judged <= pressureError || atMinimum);
    if (!accepted) {
      if (bad && (atMinimum || fixedStep !== null)) return outcomes.failed;
      return rejectStep(step, bad ? Number.POSITIVE_INFINITY : judged, line, bad);
    }
    return acceptStep(step, floored, judged, line);
  };

  function rejectStep(step: number, judged: number, line: number, bad: boolean): number {
    F[d.verdict] = verdicts.reject;
    F[d.rejected] = (F[d.rejected] as number) + 1;
    F[d.rejectedInARow] = (F[d.rejectedInARow] as number) + 1;
    F[d.worstRejectedInARow] = Math.max(F[d.worstRejectedInARow] as number, F[d.rejectedInARow] as number);
    const culprit = bad ? specials + 2 * specialCounters.indexOf('failed solve') : counters + 2 * Math.max(line, 0);
    F[culprit + 1] = (F[culprit + 1] as number) + 1;
    F[d.recordRow] = -1;
    const ratio = pressureError / judged;
    const factor = bad
      ? 0.5
      : law === 'thesis'
        ? ratio ** thesis.c
        : Math.min(constants.standard.shrink, ratio ** constants.standard.rejection);
    F[d.wanted] = Math.max(minimumStep, step * factor);
    propose();
    return outcomes.goOn;
  }

  function acceptStep(step: number, error: number, judged: number, line: number): number {
    const time = F[d.time] as number;
    F[d.verdict] = verdicts.accept;
    F[d.accepted] = (F[d.accepted] as number) + 1;
    F[d.rejectedInARow] = 0;
    F[d.acceptedTime] = time;
    F[d.lastStep] = step;
    F[d.smallest] = Math.min(F[d.smallest] as number, step);
    F[d.largest] = Math.max(F[d.largest] as number, step);
    const clip = F[d.clippedBy] as number;
    // No line where all are wave lines: they have no error.
    const limiter = clip !== clips.none ? specials + 2 * (clip - 1) : line >= 0 ? counters + 2 * line : -1;
    if (limiter >= 0) F[limiter] = (F[limiter] as number) + 1;
    if (fixedStep === null) F[d.wanted] = Math.min(maximumStep, Math.max(minimumStep, nextWanted(step, error, judged)));
    F[d.errorBefore] = error;
    F[d.judgedBefore] = judged;
    let event = 1e300;
    for (let k = 0; k < partitions.length; k++)
      event = Math.min(event, F[(partitions[k] as Readonly<Record<PartitionWord, number>>).event] as number);
    F[d.event] = event;
    const finished = fixedStep === null ? time >= end - near(end) : (F[d.accepted] as number) >= Math.round(end / fixedStep);
    recordIfDue(time, finished);
    propose();
    return finished ? outcomes.finished : outcomes.goOn;
  }

  /** The step that comes next unless something else is nearer; one that was cut short for an event does not shorten the ones after it. */
  function nextWanted(step: number, error: number, judged: number): number {
    const factor = law === 'thesis' ? thesisFactor(judged) : standardFactor(step, error);
    const cut = (F[d.clippedBy] as number) === clips.event && factor >= 1 ? (F[d.wanted] as number) : 0;
    return Math.max(step * factor, cut);
  }

  /** a and b of (3.29) while below P_ref; c = 0.7 also where a step above P_ref had to be accepted. */
  function thesisFactor(judged: number): number {
    if (judged > pressureError) return (pressureError / judged) ** thesis.c;
    const before = (F[d.judgedBefore] as number) > 0 ? (F[d.judgedBefore] as number) : judged;
    return (pressureError / judged) ** thesis.a * (before / judged) ** thesis.b;
  }

  function standardFactor(step: number, error: number): number {
    const { memory, nearMinimum, shrink, rejection } = constants.standard;
    const filtered = Math.max(error, memory * (F[d.filteredError] as number));
    F[d.filteredError] = filtered;
    if (error > pressureError) return Math.min(shrink, (pressureError / error) ** rejection);
    return standardGrowth(filtered, pressureError, step < nearMinimum * minimumStep);
  }

  function recordIfDue(time: number, finished: boolean): void {
    F[d.recordRow] = -1;
    if (time < (F[d.nextRecord] as number) - near(time) && !finished) return;
    const row = F[d.rows] as number;
    F[d.recordRow] = row;
    F[times + row] = time;
    F[d.rows] = row + 1;
    F[d.nextRecord] = every * (Math.floor(time / every + 1e-9) + 1);
  }

  /** Next trial step and its end time; event times are set, not summed. */
  function propose(): void {
    const t = F[d.acceptedTime] as number;
    if (fixedStep !== null) {
      F[d.step] = fixedStep;
      F[d.half] = fixedStep / 2;
      F[d.time] = ((F[d.accepted] as number) + 1) * fixedStep;
      return;
    }
    const wanted = F[d.wanted] as number;
    const event = (F[d.event] as number) > t ? Math.min(F[d.event] as number, end) : end;
    const left = event - t;
    let step = wanted;
    F[d.clippedBy] = wanted >= maximumStep ? clips.maximum : clips.none;
    if (left <= near(t)) {
      // Two events an ulp apart ('33.3 ms' and '0.0333 s'): too near to step to. The smallest step passes it, and the next events are asked for.
      step = minimumStep;
      F[d.time] = t + step;
      F[d.clippedBy] = clips.event;
    } else if (left <= wanted * (1 + 1e-9)) {
      step = left;
      F[d.time] = event;
      F[d.clippedBy] = clips.event;
    } else {
      // Two equal steps rather than a whole one and a sliver.
      if (left < 2 * wanted) {
        step = left / 2;
        F[d.clippedBy] = clips.event;
      }
      F[d.time] = t + step;
    }
    F[d.step] = step;
    F[d.half] = step / 2;
  }
}
