/** Times of the threads of a run, from a stretch of it that is timed. */

import { marks } from '../../blocks/step/marks.js';
import { numberAt } from '../../circuit/text/known.js';
import type { HeldRun } from '../../run/held/heldRun.js';
import type { Measured } from './liveRun.js';

/** ms that the stretch takes; where another program has the cores, longer, until there are so many attempts. */
const stretchMs = 300;
const [leastAttempts, longestMs] = [1000, 5000];

/** Goes on with a run that was opened with a timeline for a while, closes it, and reports its shares. */
export async function measured(run: HeldRun): Promise<Measured> {
  const began = performance.now();
  const attempts = (): number => run.progress.accepted + run.progress.rejected;
  const before = attempts();
  const timer = setInterval(() => {
    if (attempts() - before >= leastAttempts || performance.now() - began > longestMs) void run.pause();
  }, stretchMs);
  await run.advance().finally(() => clearInterval(timer));
  const {
    cost: { timeline, barrier, synchronisations },
  } = await run.close();
  if (!timeline || timeline.synchronisations === 0) return { threads: [], synchronisations: 0, eachNs: 0 };
  const time = (own: Float64Array, m: number, mark: (typeof marks)[number]): number =>
    numberAt(own, m * marks.length + marks.indexOf(mark));
  const threads = timeline.threads.map(({ partitions, marks: own }, thread) => {
    let [computing, waiting, exchanging] = [0, 0, 0];
    for (let m = 0; m < timeline.synchronisations; m++) {
      computing += time(own, m, 'computed') - time(own, m, 'begun');
      waiting += time(own, m, 'met') - time(own, m, 'computed');
      exchanging += time(own, m, 'ended') - time(own, m, 'met');
    }
    const all = computing + waiting + exchanging;
    const sleeps = barrier?.sleeps[thread] ?? 0;
    return { partitions, computing: computing / all, waiting: waiting / all, exchanging: exchanging / all, sleeps };
  });
  const { seconds, synchronisations: plain } = timeline.plain;
  return { threads, synchronisations, eachNs: plain > 0 ? (1e9 * seconds) / plain : 0 };
}
