/**
 * All ranks read a circuit, each its share. A mistake that one of them finds, or that none can find by itself, is reported as one process reports it: rank 0 then reads the whole.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { CircuitError } from '../../circuit/file/diagnostic.js';
import type { ReadShare } from '../../circuit/resolve.js';
import { isGlob } from '../../circuit/text/globs.js';
import { choosesHere, nobodysOf, nothingCalled, type Part } from './part.js';
import { gatherOrFail, OtherFailed, type Ranks } from './ranks.js';
import { agreed, cannotBegin } from './simulateOnRanks.js';

/** What a rank has read. */
interface Shared {
  readonly circuit: Circuit;
  readonly share: ReadShare;
}

/** What each tells of what it has read. */
interface Told {
  readonly mistake: string | null;
  /** By glob under `record:` of the file: whether it chooses something here. */
  readonly chooses: readonly boolean[];
}

/** `read`: reads this rank's share; `whole`: the whole circuit. Both throw CircuitError. Called on all ranks; throws on all where one has a mistake. */
export function readTogether<Read extends Shared>(ranks: Ranks, read: () => Read, whole: () => void): Promise<Read> {
  return agreed(ranks, async () => {
    const { made, mistake } = attempted(read);
    const part = partOf(made);
    const globs = part?.circuit.record.signals.filter(isGlob) ?? [];
    const chooses = part ? globs.map((glob) => choosesHere(part, glob)) : [];
    const all = gatherOrFail(ranks, JSON.stringify({ mistake: mistake?.message ?? null, chooses } satisfies Told)).map(
      (text) => JSON.parse(text) as Told,
    );
    const wrong = all.findIndex((told) => told.mistake !== null);
    const nobodys = wrong < 0 && part ? nobodysOf(ranks, part.share, globs, all) : undefined;
    if (made && wrong < 0 && nobodys === undefined) return made;
    // Who leads reports.
    if (ranks.rank === 0 || ranks.isDry) checkWhole(whole);
    throw mistake ?? (nobodys === undefined ? cannotBegin(new OtherFailed(wrong, all[wrong]?.mistake ?? '')) : nothingCalled(nobodys));
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

/** Throws the mistakes of the whole, but where it is too large for one process. */
function checkWhole(whole: () => void): void {
  try {
    whole();
  } catch (error) {
    const isTooLarge = error instanceof CircuitError && error.diagnostics.every(({ code }) => code === 'CIR606');
    if (!isTooLarge) throw error;
  }
}
