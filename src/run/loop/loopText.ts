/**
 * The step loop of one thread, in the language of the kernels: its partitions' attempts, the decision, what follows from it. It allocates nothing, sends
 * nothing, throws nothing and reads no clock. `rounds(n)` makes n attempts (or a window more) and says why it stopped; it goes on from where it was
 * left. `finish()` completes the last accepted step: waves that arrive, and the record, which otherwise come with the next attempt.
 *
 *     in step     settle and attempt of its partitions; arrive; decide; accept or reject
 *     alone       each partition by itself until the meeting (aloneText.ts); then arrive
 *
 * Every partition decides for itself: in step from what all have published, so that all decide the same; alone from its own, and threads meet every k steps,
 * see lookAhead.ts for when. A partition that runs alone also stays in the cache for k steps.
 *
 * Where partitions change hands (ownership.ts), every thread's text has all partitions and asks for the owner before each phase of each.
 *
 * Timed twins are the same text with looks at the clock, for samples only: at five places of a meeting (timedRounds.ts), or around every phase of every
 * partition (balancedRounds.ts).
 */
import { aborts, abortWord, announcedWord, arrival, failedWord, threadWord } from '../threads/barrier.js';
import { type OwnershipTable, ownersOfThread, timedMeetings } from '../threads/ownership.js';
import { outcomes, verdicts } from './outcomes.js';

export interface LoopPlan {
  readonly thread: number;
  /** Numbers of the partitions that this thread runs in turn; where `ownership` changes, of all. */
  readonly partitions: readonly number[];
  readonly ownership: OwnershipTable | null;
  readonly parallel: boolean;
  /** k, steps between meetings; 1: in step. */
  readonly window: number;
  /** Whether partitions decide for themselves between meetings. */
  readonly alone: boolean;
  /** By partition: where the verdict of its decision stands. */
  readonly verdicts: readonly number[];
  /** Offset of the count of meetings. */
  readonly meetings: number;
  /** Whether partitions that run by themselves exchange after the meeting (exchangeTexts.ts). */
  readonly exchanges: boolean;
}

/** What the timed twin notes of every meeting: times (ms), and whether this thread was the last to arrive (1) or not (0). */
export const marks = ['begun', 'computed', 'met', 'decided', 'ended', 'last'] as const;
type Mark = (typeof marks)[number];
/** Text that notes one of them; nothing in the plain loop. */
type Note = (mark: Mark) => string;

/** What a timed twin notes: `marks` from where the thread's word says, or times of the partitions in the row that its word says. */
export type Timed = 'marks' | 'partitions';

/** Text of `rounds(attempts)`, or of a timed twin, which calls `now()`. */
export function loopText(plan: LoopPlan, kind: Timed | null = null): string {
  const [plane, parity, at, meeting] = (['plane', 'parity', 'marks', 'meeting'] as const).map((word) => threadWord(plan.thread, word));
  const timed = kind === 'marks';
  const timesPartitions = kind === 'partitions';
  const value = (mark: Mark): string => (mark !== 'last' ? 'now()' : plan.parallel ? 'last' : '1');
  const note: Note = (mark) => (timed ? `\n    F[at + ${marks.indexOf(mark)}] = ${value(mark)};` : '');
  return `function rounds(attempts) {
  let plane = I[${plane}], parity = I[${parity}], outcome = ${outcomes.goOn} | 0;${timed ? `\n  let at = I[${at}];` : ''}${timesPartitions ? `\n  let meeting = I[${meeting}], since = 0, then = 0;` : ''}
  for (let n = 0; n < attempts && outcome === ${outcomes.goOn}; n = n + ${plan.window}) {${note('begun')}
${plan.alone ? windowText(plan, note, timesPartitions) : stepText(plan, note, timesPartitions)}${note('ended')}${timed ? `\n    at = at + ${marks.length};` : ''}${timesPartitions ? '\n    meeting = meeting + 1;' : ''}
  }
  I[${plane}] = plane;
  I[${parity}] = parity;${timed ? `\n  I[${at}] = at;` : ''}${timesPartitions ? `\n  I[${meeting}] = meeting;` : ''}
  return outcome;
}`;
}

/** Text of `finish()`. */
export function finishText(plan: LoopPlan): string {
  if (plan.alone) return `function finish() {\n${eachPartition(plan, (p) => `settleAlone_${p}();`, false)}\n}`;
  return `function finish() {
  const plane = I[${threadWord(plan.thread, 'plane')}];
${eachPartition(plan, (p) => `settle_${p}(plane);`, false)}
}`;
}

/** Text for every partition of the thread, in the order of their numbers. */
function eachPartition({ thread, partitions, ownership }: LoopPlan, text: (p: number) => string, timed: boolean): string {
  const noted = (p: number): string => {
    if (!timed || !ownership) return text(p);
    const at = ownership.times + p * timedMeetings;
    return `${text(p)} then = now(); F[${at} + meeting] = F[${at} + meeting] + then - since; since = then;`;
  };
  const begin = timed && ownership ? '    since = now();\n' : '';
  const each = partitions
    .map((p) => (ownership ? `    if (I[${ownersOfThread(ownership, thread) + p}] === ${thread}) { ${noted(p)} }` : `    ${text(p)}`))
    .join('\n');
  return begin + each;
}

function stepText(plan: LoopPlan, note: Note, timed: boolean): string {
  const current = threadWord(plan.thread, 'partition');
  const each = (text: (p: number) => string): string => eachPartition(plan, (p) => `I[${current}] = ${p}; ${text(p)}`, timed);
  const decide = eachPartition(plan, (p) => `outcome = decide_${p}(parity); verdict = F[${plan.verdicts[p]}] | 0;`, false);
  return `${each((p) => `settle_${p}(plane);`)}
${each((p) => `attempt_${p}(plane, parity);`)}${note('computed')}
${meetingText(plan, `    let verdict = ${verdicts.reject} | 0;\n${decide}`, note)}
    if (outcome !== ${outcomes.failed}) {
      if (verdict === ${verdicts.accept}) {
        plane = 1 - plane;
    ${each((p) => `accept_${p}(plane, parity);`)}
      } else {
    ${each((p) => `reject_${p}();`)}
      }
    }
    parity = 1 - parity;`;
}

function windowText(plan: LoopPlan, note: Note, timed: boolean): string {
  const { thread, parallel, exchanges } = plan;
  const alone = eachPartition(
    plan,
    (p) => `I[${threadWord(thread, 'partition')}] = ${p};
    result = alone_${p}(parity);
    if (result > worst) worst = result;`,
    timed,
  );
  // A partition that has failed may be some steps behind the others; the run then ends at the meeting.
  const tell = parallel ? `    if (worst === ${outcomes.failed}) Atomics.store(I, ${failedWord} + parity, 1);\n` : '';
  const decide = parallel
    ? `    outcome = Atomics.load(I, ${failedWord} + parity) !== 0 ? ${outcomes.failed} | 0 : worst;`
    : '    outcome = worst;';
  const exchange = `
    if (outcome !== ${outcomes.failed}) {
${eachPartition(plan, (p) => `I[${threadWord(thread, 'partition')}] = ${p}; exchange_${p}(parity);`, timed)}
    }`;
  return `    let result = ${outcomes.goOn} | 0, worst = ${outcomes.goOn} | 0;
${alone}${note('computed')}
${tell}${meetingText(plan, decide, note)}${exchanges ? exchange : ''}
    parity = 1 - parity;`;
}

/** All arrive, then each decides. What thread 0 announces before it arrives holds for all from this meeting on; it counts the meeting. */
function meetingText({ thread, parallel, meetings, ownership }: LoopPlan, decide: string, note: Note): string {
  const count = thread === 0 ? `\n    F[${meetings}] = F[${meetings}] + 1;` : '';
  if (!parallel) return `${note('met').slice(1)}\n${decide}${count}${note('decided')}${note('last')}`;
  const [stop, owners] = [announcedWord('stop'), announcedWord('owners')];
  const announce = `    I[${stop} + parity] = Atomics.load(I, ${abortWord});
${ownership ? `    I[${owners} + parity] = I[${ownership.wantedVersion}];\n` : ''}`;
  return `${thread === 0 ? announce : ''}    const last = arrive_${thread}();
    if (last === ${arrival.aborted}) return ${outcomes.aborted} | 0;${note('met')}
${ownership ? `    adopt_${thread}(parity);\n` : ''}${decide}${count}
    if (outcome === ${outcomes.goOn} && I[${stop} + parity] !== ${aborts.none}) outcome = ${outcomes.stopped} | 0;${note('decided')}${note('last')}`;
}
