/**
 * Texts of one partition that runs by itself until the threads meet: its own steps, its own decision words. Which of its planes is the accepted one
 * follows from the steps that it has accepted, so partitions may take different numbers of steps, and any thread may run any of them.
 */
import type { DecisionWord } from '../../blocks/decision.js';
import { startPlane } from '../startPlane.js';
import { outcomes, verdicts } from './outcomes.js';

type Decision = Readonly<Record<DecisionWord, number>>;

const acceptedPlane = ({ accepted }: Decision): string => `(${startPlane} + (F[${accepted}] | 0)) % 2`;

/** Text of `alone(parity)`: up to `steps` steps; gives the outcome of the last. `held`: whether lines to others hold what came across meanwhile. */
export function aloneText(partition: number, steps: number, decision: Decision, held: boolean): string {
  return `function alone(parity) {
  let plane = ${acceptedPlane(decision)}, outcome = ${outcomes.goOn} | 0;
  for (let s = 0; s < ${steps} && outcome === ${outcomes.goOn}; s++) {
    settle_${partition}(plane);
    attempt_${partition}(plane, parity);
    outcome = decide_${partition}(parity);
    if (outcome !== ${outcomes.failed}) {
      plane = 1 - plane;
      accept_${partition}(plane, parity);${held ? `\n      hold_${partition}();` : ''}
    }
  }${held ? `\n  sendMeans_${partition}(parity);` : ''}
  return outcome;
}`;
}

/** Text of `alone(parity)` where the partition takes its own steps: attempts until the meeting, rejected ones too; gives the outcome of the last. */
export function ownStepsText(partition: number, decision: Decision): string {
  return `function alone(parity) {
  const meetings = F[${decision.meetings}];
  let plane = ${acceptedPlane(decision)}, outcome = ${outcomes.goOn} | 0;
  while (outcome === ${outcomes.goOn} && F[${decision.meetings}] === meetings) {
    settle_${partition}(plane);
    attempt_${partition}(plane, parity);
    outcome = decide_${partition}(parity);
    if (outcome !== ${outcomes.failed}) {
      if (F[${decision.verdict}] === ${verdicts.accept}) {
        plane = 1 - plane;
        accept_${partition}(plane, parity);
      } else {
        reject_${partition}();
      }
    }
  }
  return outcome;
}`;
}

/** Text of `settleAlone()`: completes the last accepted step. */
export function settleAloneText(partition: number, decision: Decision): string {
  return `function settleAlone() { settle_${partition}(${acceptedPlane(decision)}); }`;
}
