/** The account of a run, from its memory at the end: who limited the steps, states for the digest. */

import type { Moment } from '../../blocks/family.js';
import { specialCounters } from '../../blocks/step/controller.js';
import { acceptedPlane, decisionOffsets, decisionWords } from '../../blocks/step/decision.js';
import { shownName } from '../../circuit/entries/joinedNames.js';
import { savedFamiliesOf } from '../../program/families.js';
import type { Layout, PartitionLayout } from '../../program/layout/layout.js';
import type { Session } from '../session.js';
import type { Limiter, LineResults, PartitionSteps } from '../types.js';

/** The five lines, or other reasons, that limited or rejected most. */
export const limiters = (session: Session): Limiter[] => mostLimiting(limitersOf(session)).map(({ limiter }) => limiter);

/** A reason with its number among all of them. */
export interface Numbered {
  readonly number: number;
  readonly limiter: Limiter;
}

/** All that limited or rejected, by their numbers; of a rank's part those whose numbers are its own. */
export function limitersOf({ layout, F }: Session, isOwn: (number: number) => boolean = () => true): Numbered[] {
  const places = [...new Set(layout.partitions.map(({ counters }) => counters))];
  const count = (k: number): number => places.reduce((sum, counters) => sum + F[counters + k], 0);
  const all: Numbered[] = [];
  const end = layout.firstState[layout.firstState.length - 1];
  for (let l = 0; l < end; l++) {
    const [limited, rejected] = [count(2 * l), count(2 * l + 1)];
    if (limited + rejected > 0 && isOwn(l)) all.push({ number: l, limiter: { what: limiterName(layout, l), limited, rejected } });
  }
  return all;
}

/** Five of them: those who rejected most first, then those who limited most; of equals the lower number. */
export function mostLimiting(all: readonly Numbered[]): Numbered[] {
  const by =
    (first: 'rejected' | 'limited', then: 'rejected' | 'limited') =>
    (a: Numbered, b: Numbered): number =>
      b.limiter[first] - a.limiter[first] || b.limiter[then] - a.limiter[then] || a.number - b.number;
  const most = [...all].sort(by('rejected', 'limited'));
  const byLimit = [...all].sort(by('limited', 'rejected'));
  return [...new Set([...most.filter(({ limiter }) => limiter.rejected > 0).slice(0, 3), ...byLimit])].slice(0, 5);
}

/** The name behind a number of the counters: lines, special counters, judged states of components. */
function limiterName({ firstState, network }: Layout, number: number): string {
  const { lines, components } = network.tables;
  if (number < lines.count) return lines.nameOf(number);
  if (number < firstState[0]) return specialCounters[number - lines.count] as string;
  // The last component that begins at or before it: those without judged states begin where the next one does.
  let [low, high] = [0, components.count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firstState[middle] <= number) low = middle;
    else high = middle - 1;
  }
  const kind = network.kinds[network.kindOf[low]];
  return shownName(components.nameOf(low), kind?.kernel.judged[number - firstState[low]]?.state ?? '');
}

/**
 * The input of stateDigest: accepted states and cavities by component, then mean, half difference of C and last move of the mean by line (of a wave line C at both ends), the
 * content of lines of the fluid's law and of those that conserve mass, then the waves under way, oldest first, from `from` to `to` and back, then the histories in time and the cavities of their lines; all in circuit-file order.
 */
export function* acceptedState({ layout, F, I }: Session): Generator<Float64Array> {
  const moment = momentOf(layout, F);
  for (const [family, placed] of savedFamiliesOf(layout)) yield* family.state?.({ F, I }, placed, layout.site, moment) ?? [];
}

/** How far partitions are. */
export const momentOf = ({ partitions }: Layout, F: Float64Array): Moment => {
  const words = partitions.map((one) => decisionOffsets(one));
  return { accepted: words.map(({ accepted }) => F[accepted]), time: words.map(({ acceptedTime }) => F[acceptedTime]) };
};

/** By partition: which plane is the accepted one. */
export function acceptedPlanes({ layout, F }: Pick<Session, 'layout' | 'F'>): number[] {
  return layout.partitions.map((own) => acceptedPlane(F[decisionOffsets(own).accepted]));
}

/** By partition: attempts. */
export function attemptsOf({ layout, F }: Session): number[] {
  return layout.partitions.map(({ decision }) => {
    const { accepted, rejected } = decisionOffsets({ decision });
    return F[accepted] + F[rejected];
  });
}

/** Decision words of the partition that is furthest behind; where all decide together, those of the run. */
export function slowestDecision({ layout, F }: Session): number {
  const time = (decision: number): number => F[decisionOffsets({ decision }).acceptedTime];
  const [slowest] = layout.partitions.map(({ decision }) => decision).sort((x, y) => time(x) - time(y));
  return slowest ?? layout.decision;
}

/**
 * Where partitions ran by themselves and one could not go on, the words of the one that is furthest behind are those of the run. They stand where the
 * first partition's did, so that all that is asked of each is asked before.
 */
export function reportSlowest(session: Session): void {
  const slowest = slowestDecision(session);
  session.F.copyWithin(session.layout.decision, slowest, slowest + decisionWords.length);
}

/** Step counters and times of the run; where partitions take steps of their own, the counters are those of the one that takes most. */
export function stepCounts({ layout, F }: Session): {
  accepted: number;
  rejected: number;
  rejectedInARow: number;
  smallest: number;
  largest: number;
  time: number;
  step: number;
} {
  const d = decisionOffsets(layout);
  const word = (k: number): number => F[k];
  const { rates, partitions } = layout;
  if (rates) {
    const steps = partitions.map(({ step }) => step as number);
    const accepted = Math.max(...partitions.map(({ decision }) => word(decisionOffsets({ decision }).accepted)));
    const [smallest, largest] = [Math.min(...steps), Math.max(...steps)];
    return { accepted, rejected: 0, rejectedInARow: 0, smallest, largest, time: word(d.acceptedTime), step: smallest };
  }
  const accepted = word(d.accepted);
  return {
    accepted,
    rejected: word(d.rejected),
    rejectedInARow: word(d.worstRejectedInARow),
    smallest: accepted > 0 ? word(d.smallest) : 0,
    largest: word(d.largest),
    time: word(d.acceptedTime),
    step: word(d.step),
  };
}

/** Steps that were accepted at the smallest step with an error above the pressure error: of a jump, or of chatter. */
export function forcedSteps({ layout, F, threads }: Session): LineResults['account']['forced'] {
  const places = threads.own ? layout.partitions.map(({ decision }) => decision) : [layout.decision];
  const of = (word: 'forced' | 'forcedError'): number[] => places.map((decision) => F[decisionOffsets({ decision })[word]]);
  return { steps: of('forced').reduce((a, b) => a + b, 0), error: Math.max(...of('forcedError')) };
}

/** Crossings that steps ended at, attempts that were repeated for them, and crossings that came again too soon; null where there are none to meet. */
export function crossingCounts({ layout, F, threads }: Session): LineResults['account']['crossings'] {
  if (layout.partitions.every(({ crossings }) => crossings.count === 0)) return null;
  const places = threads.own ? layout.partitions : [layout.partitions[0] as PartitionLayout];
  const sum = (word: (p: PartitionLayout) => number): number => places.reduce((total, p) => total + F[word(p)], 0);
  const repeats = 2 * (layout.network.tables.lines.count + specialCounters.indexOf('crossing')) + 1;
  return {
    located: sum(({ decision }) => decisionOffsets({ decision }).located),
    repeats: sum(({ counters }) => counters + repeats),
    chatter: sum(({ decision }) => decisionOffsets({ decision }).chatter),
  };
}

/** Where partitions took their own variable steps: those of each. */
export function ownStepsOf({ threads: { own }, layout, F }: Session): LineResults['account']['ownSteps'] {
  if (!own) return null;
  const owned = new Int32Array(layout.partitions.length);
  for (const partition of layout.owner) owned[partition] = owned[partition] + 1;
  const partitions = layout.partitions.map(({ index, decision }): PartitionSteps => {
    const d = decisionOffsets({ decision });
    const word = (k: number): number => F[k];
    return {
      components: owned[index],
      accepted: word(d.accepted),
      rejected: word(d.rejected),
      rejectedInARow: word(d.worstRejectedInARow),
      smallest: word(d.accepted) > 0 ? word(d.smallest) : 0,
      largest: word(d.largest),
    };
  });
  return { synchroniseEvery: own.synchroniseEvery, partitions };
}

/** The counters of all partitions in one. */
export function together(own: LineResults['account']['ownSteps']): Omit<PartitionSteps, 'components'> | null {
  if (!own) return null;
  const each = (name: keyof PartitionSteps): number[] => own.partitions.map((one) => one[name]);
  const sum = (name: 'accepted' | 'rejected'): number => each(name).reduce((a, b) => a + b, 0);
  return {
    accepted: sum('accepted'),
    rejected: sum('rejected'),
    rejectedInARow: Math.max(...each('rejectedInARow')),
    smallest: Math.min(...each('smallest')),
    largest: Math.max(...each('largest')),
  };
}
