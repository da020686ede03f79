/** Whether other programs were at work while a plan was measured: then its times are no measure of a prediction for cores of its own. */

import { disturbedFrom } from '../../report/studyTable.js';
import { formatNumber, formatPercent } from '../../report/units.js';
import type { Spread } from '../../results/statistics.js';
import type { SynchronisationTime } from './barrierTime.js';

/** Of one plan. */
export interface Evidence {
  /** The serial engine over itself, round by round. */
  readonly noise: Spread;
  /** Share of the timed time of its run that interruptions took; null where it was not timed. */
  readonly interruptions: number | null;
  readonly barrier: SynchronisationTime | null;
  readonly threads: number;
}

/** The serial engine over itself: runs of an idle machine differ by some percent. */
export const mostNoise = 1.25;
/** Share of the time; alone on a machine it is below a percent. */
const mostInterrupted = 0.05;

/** Signs that the machine had other work, in words; null for none. */
export function disturbance({ noise, interruptions, barrier, threads }: Evidence): string | null {
  const { lowest, highest } = noise;
  if (highest > mostNoise || lowest < 1 / mostNoise)
    return `the serial engine over itself was ${lowest.toFixed(2)} to ${highest.toFixed(2)} meanwhile`;
  if (threads > 1 && interruptions !== null && interruptions > mostInterrupted)
    return `interruptions took ${formatPercent(interruptions, 1)} of its time`;
  if (threads > 1 && barrier && (barrier.assumed || barrier.here > disturbedFrom * barrier.own))
    return `a barrier of two threads took ${formatNumber(barrier.here, 2)} ns here, ${formatNumber(barrier.own, 2)} ns alone`;
  return null;
}
