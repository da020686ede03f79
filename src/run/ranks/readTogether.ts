/**
 * All ranks read a circuit, each its share. A mistake that one of them finds, or that none can find by itself, is reported as one process reports it: rank 0 then reads the whole. Where that has none,
 * the share alone had it, as it lacks what others have read: then all read the whole.
 */
import type { Circuit } from '../../circuit/circuit.js';
import type { ReadShare } from '../../circuit/entries/share.js';
import { CircuitError } from '../../circuit/file/diagnostic.js';
import { isGlob } from '../../circuit/text/globs.js';
import { choosesHere, nobodysOf, nothingCalled, type Part } from './part.js';
import { gatherValuesOrFail, OtherFailed, type Ranks } from './ranks.js';
import { agreed, cannotBegin } from './simulateOnRanks.js';

/** What a rank has read. */
interface Shared {
  readonly circuit: Circuit;
  readonly share: ReadShare;
}

/** What each rank says of what it has read. */
interface ReadNews {
  readonly mistake: string | null;
  /** By glob under `record:` of the file: whether it chooses something here. */
  readonly chooses: readonly boolean[];
}

/**
 * `readShare`: reads this rank's share; `readWhole`: the whole circuit. Both throw CircuitError. Called on all ranks; throws on all where the circuit has a mistake, and where one has a mistake in a
 * circuit too large to be read whole.
 */
export function readTogether<Read extends { readonly circuit: Circuit }>(
  ranks: Ranks,
  readShare: () => Read & Shared,
  readWhole: () => Read,
): Promise<Read & Shared> {
  return agreed(ranks, async () => {
    const { made, mistake } = attempted(readShare);
    const part = partOf(made);
    const globs = part?.circuit.record.signals.filter(isGlob) ?? [];
    const chooses = part ? globs.map((glob) => choosesHere(part, glob)) : [];
    const all = gatherValuesOrFail<ReadNews>(ranks, { mistake: mistake?.message ?? null, chooses });
    const wrong = all.findIndex((news) => news.mistake !== null);
    const nobodys = wrong < 0 && part ? nobodysOf(ranks, part.share, globs, all) : undefined;
    if (made && wrong < 0 && nobodys === undefined) return made;
    // Who leads reports.
    const whole = ranks.rank === 0 || ranks.isDry ? wholeOrNull(readWhole) : null;
    if (nobodys !== undefined) throw mistake ?? nothingCalled(nobodys);
    const isRight = gatherValuesOrFail(ranks, whole !== null).includes(true);
    if (!isRight) throw mistake ?? cannotBegin(new OtherFailed(wrong, all[wrong]?.mistake ?? ''));
    return { ...(whole ?? readWhole()), share: `what rank ${wrong} reads is no circuit by itself: ${all[wrong]?.mistake?.split('\n')[0]}` };
  });
}

function attempted<Read>(read: () => Read): { readonly made: Read | null; readonly mistake: CircuitError | null } {
  try {
    return { made: read(), mistake: null };
  } catch (error) {
    if (error instanceof CircuitError) return { made: null, mistake: error };
    throw error;
  }
}

/** Null of a circuit that is read whole. */
const partOf = (made: Shared | null): Pick<Part, 'circuit' | 'share'> | null =>
  made && typeof made.share !== 'string' ? { circuit: made.circuit, share: made.share } : null;

/** Throws the mistakes of the whole; null where it is too large for one process. */
function wholeOrNull<Read>(readWhole: () => Read): Read | null {
  try {
    return readWhole();
  } catch (error) {
    const isTooLarge = error instanceof CircuitError && error.diagnostics.every(({ code }) => code === 'CIR606');
    if (!isTooLarge) throw error;
    return null;
  }
}
