/** Which decisions the threads of a session go by towards a goal. */
import type { Rates } from '../../program/layout/rates.js';
import type { StepControllerSettings } from '../../program/phases/stepController.js';
import { decisionOffsets } from '../../program/program.js';
import type { Session } from '../session.js';
import type { Course } from './goal.js';

/** s: longest way of a call of the loop. */
export function longestWay(
  { fixedStep, maximumStep, synchroniseEvery }: StepControllerSettings,
  rates: Rates | null,
  window: number,
): number {
  return synchroniseEvery ?? rates?.interval ?? (fixedStep ?? maximumStep) * window;
}

/** Of a session's partitions. */
export function courseOf({ layout, threads, program, record }: Pick<Session, 'layout' | 'threads' | 'program' | 'record'>): Course {
  const decisions = layout.partitions.map((one) => decisionOffsets(one));
  const { rates } = layout;
  const { window } = threads;
  return {
    made: decisions.map((d) => (threads.own ? d.synchronisations : d.accepted)),
    time: decisions.map((d) => d.acceptedTime),
    verdict: decisions.map((d) => d.verdict),
    each: decisions.map((_, p) => rates?.counts[p] ?? 1),
    window,
    steps: rates || threads.own ? 1 : window,
    longest: longestWay(program.controller.settings, rates, window),
    rows: decisions.map((d) => d.rows),
    most: record.most,
    room: record.room,
  };
}
