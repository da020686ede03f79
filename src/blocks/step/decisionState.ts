/** Decision words and counters at t = 0, and in a checkpoint. */
import type { Visit } from '../family.js';
import type { ControllerSettings } from './controller.js';
import { decisionOffsets, decisionWords, noLanding } from './decision.js';

/** Where decisions stand: the first partition's, and each partition's; `step`: its fixed step, s, where it takes steps of its own (`rates` is not null). */
export interface Deciding {
  readonly decision: number;
  readonly partitions: readonly { readonly decision: number; readonly step: number | null; readonly counters: number }[];
  readonly rates: object | null;
  /** Of all, where partitions do not decide for themselves. */
  readonly counters: number;
  /** Count of the synchronisations of all threads. */
  readonly synchronisations: number;
}

/** While components are evaluated at t = 0; `step`: the first, s. */
export function openDecisions(F: Float64Array, deciding: Deciding, step: number): void {
  const d = decisionOffsets(deciding);
  for (const [word, value] of [
    [d.step, step],
    [d.half, 0],
    [d.lastStep, step],
    [d.time, 0],
  ] as const)
    F[word] = value;
}

/** When the first attempt lies ahead: `first`: its length, s; `wanted`: that without an event; `event`: time of the first one, s. */
export function startDecisions(
  F: Float64Array,
  deciding: Deciding,
  { end, every, synchroniseEvery }: Pick<ControllerSettings, 'end' | 'every' | 'synchroniseEvery'>,
  { first, wanted, event }: { readonly first: number; readonly wanted: number; readonly event: number },
): void {
  const d = decisionOffsets(deciding);
  const rest = {
    ...{ accepted: 0, rejected: 0, smallest: Number.POSITIVE_INFINITY, largest: 0, filteredError: 0, crowded: 0 },
    ...{ landing: noLanding, verdict: 1, nextRecord: every, middle: 0, middleTo: 1, event, wanted, lastStep: wanted },
    ...{ step: first, half: first / 2, time: first },
    synchronisation: Math.min(synchroniseEvery ?? end, end),
  };
  for (const [word, value] of Object.entries(rest)) F[d[word as keyof typeof rest]] = value;
}

/** Partitions that run by themselves begin with the same words, but for steps of their own; `ahead` is 1 where the first step lies ahead, 0 at t = 0. */
export function shareDecisions(F: Float64Array, { decision, partitions, rates }: Deciding, ahead: 0 | 1): void {
  for (const own of partitions) {
    if (own.decision !== decision) F.copyWithin(own.decision, decision, decision + decisionWords.length);
  }
  if (!rates) return;
  for (const own of partitions) {
    const [d, step] = [decisionOffsets(own), own.step as number];
    F[d.step] = step;
    F[d.lastStep] = step;
    F[d.half] = (ahead * step) / 2;
    F[d.time] = ahead * step;
  }
}

/** Visits decision words and `count` counters, of all or of each (`own`), and the count of synchronisations: where other cells stand follows from them. */
export function visitDecisions(
  { partitions, counters, synchronisations, decision }: Deciding,
  count: number,
  own: boolean,
  visit: Visit,
): void {
  decisionWords.forEach((_, k) => {
    if (own) for (const one of partitions) visit(one.decision + k);
    else visit(decision + k, ...partitions.map((one) => one.decision + k));
  });
  for (const at of new Set(own ? partitions.map((one) => one.counters) : [counters])) for (let k = 0; k < count; k++) visit(at + k);
  visit(synchronisations);
}
