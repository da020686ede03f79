/**
 * The step loop of one thread, in the language of the kernels: its partitions' attempts, the decision, what follows from it. It allocates nothing, sends
 * nothing, throws nothing and reads no clock. `rounds(n)` makes at most n attempts and says why it stopped; it goes on from where it was left.
 *
 *     serial    attempts of all partitions, decide, accept or reject
 *     parallel  attempts of its own partitions, arrive; the last to arrive decides and releases; accept or reject
 */
import type { DecisionWord } from '../network/layout.js';
import { aborts, abortWord, arrival, outcomeWord, threadWord } from './barrier.js';
import { outcomes, verdicts } from './outcomes.js';

export interface LoopPlan {
  readonly thread: number;
  /** Numbers of the partitions that this thread runs in turn. */
  readonly partitions: readonly number[];
  readonly parallel: boolean;
}

/** Text of `rounds(attempts)`. */
export function loopText({ thread, partitions, parallel }: LoopPlan, { verdict }: Readonly<Record<DecisionWord, number>>): string {
  const [plane, parity, current] = (['plane', 'parity', 'partition'] as const).map((word) => threadWord(thread, word));
  const each = (text: (p: number) => string): string => partitions.map((p) => `    ${text(p)}`).join('\n');
  const decide = parallel
    ? `    const last = arrive_${thread}();
    if (last === ${arrival.aborted}) return ${outcomes.aborted} | 0;
    if (last === ${arrival.last}) {
      outcome = decide(parity);
      if (outcome === ${outcomes.goOn} && Atomics.load(I, ${abortWord}) === ${aborts.afterThisStep}) outcome = ${outcomes.stopped};
      I[${outcomeWord}] = outcome;
      release_${thread}();
    } else {
      outcome = I[${outcomeWord}];
    }`
    : '    outcome = decide(parity);';
  return `function rounds(attempts) {
  let plane = I[${plane}], parity = I[${parity}], outcome = ${outcomes.goOn} | 0;
  for (let n = 0; n < attempts && outcome === ${outcomes.goOn}; n++) {
${each((p) => `I[${current}] = ${p}; attempt_${p}(plane, parity);`)}
${decide}
    if (outcome !== ${outcomes.failed}) {
      if (F[${verdict}] === ${verdicts.accept}) {
        plane = 1 - plane;
    ${each((p) => `I[${current}] = ${p}; accept_${p}(plane, parity); settle_${p}(plane);`)}
      } else {
    ${each((p) => `reject_${p}();`)}
      }
      parity = 1 - parity;
    }
  }
  I[${plane}] = plane;
  I[${parity}] = parity;
  return outcome;
}`;
}
