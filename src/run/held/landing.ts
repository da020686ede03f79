/**
 * Landings: times at which an order has a step end, so that what is set then acts from that time on. One is due at a time. It stands in the decision words, where
 * the step controller takes it for an event; so it is saved with the run, and a pause before it leaves it due.
 *
 * The order comes between two attempts, when the next step has been chosen: that is chosen anew, in every partition by the same numbers, and lines get
 * their impedances for it from the accepted state, as after a rejected attempt.
 */

import { controllerOffsets } from '../../blocks/step/controller.js';
import type { ControllerOffsets } from '../../blocks/step/controller.step.js';
import { propose } from '../../blocks/step/controller.step.js';
import { decisionOffsets, noLanding } from '../../blocks/step/decision.js';
import { formatQuantity } from '../../circuit/text/units.js';
import type { KernelFunction } from '../../equations/kernel/kernelSource.js';
import { longestWay } from '../../program/settings.js';
import { checkLanding, slack } from '../../results/held.js';
import { RunError } from '../../results/runError.js';
import type { Session } from '../session.js';

export class Landing {
  private readonly words: ReturnType<typeof decisionOffsets>;
  /** By partition: its decision, and the loop after a rejected attempt; made with the first landing. */
  private parts: readonly { readonly words: ControllerOffsets; readonly reject: KernelFunction }[] | null = null;

  constructor(private readonly session: Session) {
    this.words = decisionOffsets(session.layout);
  }

  /** s: when it is due; infinite where none is. */
  get due(): number {
    const time = this.session.F[this.words.landing];
    return time === noLanding ? Number.POSITIVE_INFINITY : time;
  }

  /** Has a step end at `time`, s; gives where the run will stand, the same to rounding. Throws RunError where no step can end there. */
  order(time: number): number {
    const { now } = this;
    const { end } = this.session.program.controller.settings;
    checkLanding(time, now);
    const { spacing } = this;
    if (spacing !== null) return time >= end ? time : this.multipleOf(spacing, time);
    this.set(time - now > slack * Math.max(now, end * 1e-3) ? time : noLanding);
    return time;
  }

  /** Where the run stands at the landing that is due, none is from then on. */
  pass(): void {
    if (this.now >= this.due * (1 - slack)) this.set(noLanding);
  }

  private get now(): number {
    return this.session.F[this.words.acceptedTime];
  }

  /** s between the times at which a run can stop where steps are fixed, or partitions take steps of their own; null where steps can end anywhere. */
  private get spacing(): number | null {
    const { program, layout, threads } = this.session;
    const { settings } = program.controller;
    return settings.fixedStep === null && settings.synchroniseEvery === null ? null : longestWay(settings, layout.rates, threads.window);
  }

  private multipleOf(spacing: number, time: number): number {
    const nearest = Math.round(time / spacing) * spacing;
    if (Math.abs(nearest - time) <= 1e-9 * time) return nearest;
    const isFixed = this.session.program.controller.settings.fixedStep !== null;
    const [shown, wanted, below, above] = [spacing, time, ...[0, 1].map((k) => (Math.floor(time / spacing) + k) * spacing)].map((value) =>
      formatQuantity(value as number, 's'),
    );
    throw new RunError(
      'RUN419',
      `advance: cannot land at ${wanted}: ${isFixed ? 'at fixed steps a run stops' : 'with steps of their own partitions meet'} every ${shown} only`,
      `land at ${below} or ${above}, or ${isFixed ? 'let the step vary (step: null)' : 'leave ownSteps out'}`,
    );
  }

  /** In every partition alike; chooses the next step anew where the next event is another. */
  private set(time: number): void {
    const { layout, F, I, program, functions } = this.session;
    this.parts ??= layout.partitions.map(({ index, decision }) => ({
      words: controllerOffsets({ ...program.controller, decision: decisionOffsets({ decision }) }, layout.site.elementary),
      reject: functions.get(`reject_${index}`) as KernelFunction,
    }));
    for (const { words, reject } of this.parts) {
      const [event, landing, step] = [F[words.event], F[words.landing], F[words.step]];
      F[words.landing] = time;
      if (Math.min(event, time) === Math.min(event, landing)) continue;
      propose(F, I, words);
      if (F[words.step] !== step) reject();
    }
  }
}
