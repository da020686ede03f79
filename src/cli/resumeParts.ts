/** `ringmain run --resume` by one process of what ranks have saved. */
import type { Circuit } from '../circuit/circuit.js';
import { parseShare } from '../circuit/file/parseShare.js';
import { checkSavedText, manifestOf } from '../run/ranks/partCheckpoints.js';
import { hashOf } from '../run/ranks/sameRun.js';
import { checkpointOfParts } from '../run/ranks/simulateParts.js';
import { settingsOf } from './options.js';
import { readerBeside } from './rankFiles.js';

/** What stands for a circuit and what is set in it: all ranks, and those that go on from them, must have the same. */
export const sourceText = (text: string, set: readonly string[]): string => JSON.stringify([text, set]);

/** The checkpoint that one process would have written; the same bytes where one has. `text`: of the circuit's file. Throws RunError for one of another file, or without its parts. */
export async function wholeOfParts(
  bytes: Uint8Array,
  checkpoint: string,
  args: Parameters<typeof settingsOf>[0] & { readonly circuit: string },
  circuit: Circuit,
  text: string,
): Promise<Uint8Array> {
  const manifest = manifestOf(bytes);
  if (!manifest) return bytes;
  const set = settingsOf(args);
  checkSavedText(manifest, { circuit: circuit.name, text: hashOf(sourceText(text, set)) });
  // Of one rank, which has all: the share of one of several may have mistakes that the whole has not.
  const { share } = parseShare(text, args.circuit, { rank: 0, ranks: 1 }, set);
  return checkpointOfParts(manifest, share, circuit, readerBeside(checkpoint));
}
