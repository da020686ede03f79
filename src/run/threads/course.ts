/** Which decisions the threads of a session go by towards a goal. */
import { decisionOffsets } from '../loop/program.js';
import type { Session } from '../session.js';
import type { Course } from './goal.js';

/** Of a session's partitions. */
export function courseOf({ layout, threads, program }: Pick<Session, 'layout' | 'threads' | 'program'>): Course {
  const { fixedStep, maximumStep, meetEvery } = program.master.settings;
  const decisions = layout.partitions.map((one) => decisionOffsets(one));
  const { rates } = layout;
  const { window } = threads;
  return {
    made: decisions.map((d) => (threads.own ? d.meetings : d.accepted)),
    time: decisions.map((d) => d.acceptedTime),
    verdict: decisions.map((d) => d.verdict),
    each: decisions.map((_, p) => rates?.counts[p] ?? 1),
    window,
    steps: rates || threads.own ? 1 : window,
    longest: meetEvery ?? rates?.interval ?? (fixedStep ?? maximumStep) * window,
  };
}
