/** Which decisions the threads of a session go by towards a goal. */

import { decisionOffsets } from '../../blocks/step/decision.js';
import { longestWay } from '../../program/settings.js';
import type { Session } from '../session.js';
import type { Course } from './goal.js';

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
