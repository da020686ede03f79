/** YAML text → what one rank of a run reads of it. Apart from file/parse.ts, as pages read whole circuits. */
import type { Circuit } from '../circuit.js';
import { instanceOf, isBeside, type OneOfPlan, type ReadShare, shareOf } from '../entries/share.js';
import type { Diagnostic } from './diagnostic.js';
import { sharedReader } from './parse.js';
import type { RawCircuit } from './raw.js';

/**
 * What one rank of a run reads of a circuit (entries/share.ts), and the warnings of the file; the whole circuit, with the reason, where it has no shares. Throws CircuitError with
 * every mistake.
 */
export function parseShare(
  text: string,
  file: string,
  rank: OneOfPlan,
  set: readonly string[] = [],
): { circuit: Circuit; share: ReadShare; warnings: Diagnostic[] } {
  return sharedReader(text, file)(set, (raw, changed) => chosen(raw, changed, rank));
}

/** `changed`: names of what settings change by itself. */
function chosen(raw: RawCircuit, changed: readonly string[], rank: OneOfPlan): ReadShare {
  const share = shareOf(raw, rank);
  if (typeof share === 'string') return share;
  const isRepeated = (name: string): boolean => !isBeside(share, instanceOf(share, name));
  return changed.some(isRepeated) ? '--set gives values of single instances; write them under set: of their group' : share;
}
