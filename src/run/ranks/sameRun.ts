/** Whether all ranks are about to make the same run: before the first step each tells the others what it has. */
import { Sha256 } from '#sha256';
import { RunError } from '../../results/runError.js';
import type { Session } from '../session.js';
import type { HeldOptions } from '../types.js';
import { gatherTexts, gatherValues, type Ranks } from './ranks.js';

/** What has to be the same; each with how it is called, and the way out. */
const parts = {
  build: ['another build of ringmain', 'install one version of ringmain on all hosts'],
  circuit: ['another circuit', 'give all ranks the same file, and the same --set'],
  options: ['other options', 'start all ranks by the same command line'],
  plan: ['another plan', 'give all ranks the same --plan, or none'],
  memory: ['other values at t = 0', 'take one version of Node, and processors of one kind, on all hosts'],
} as const;
type PartName = keyof typeof parts;

/** What a rank is about to run, as texts. */
export type RunFingerprint = Readonly<Record<PartName, string>>;

/** Of a rank that has the layout of the whole circuit. */
export const toldOfWhole = (session: Session): Pick<RunFingerprint, 'plan' | 'memory'> => ({
  plan: hashOf(session.layout.owner.join(' ')),
  // What it tells the others comes last, and differs.
  memory: fingerprint(session.I.subarray(0, session.messages ? 2 * session.messages.first : undefined)),
});

/** What is asked for, without what belongs to one process. */
export const toldOfOptions = (options: HeldOptions): string => hashOf(JSON.stringify(settingsOf(options)));

/** Of all ranks. Throws RunError RUN263, on all of them alike, where they differ. `build`: hash of the compiled files; `circuit`: of parts and values. */
export function checkSameRun(ranks: Ranks, own: RunFingerprint): void {
  const all = gatherValues(ranks, own);
  for (const name of Object.keys(parts) as PartName[])
    refuseOthers(
      name,
      all.map((one) => one[name]),
    );
}

/** Of ranks that have the layout of their parts, before they lay them out; `told`: by rank, a hash of where the partitions begin. Throws RunError RUN263, on all of them alike. */
export const checkSamePlan = (told: readonly string[]): void => refuseOthers('plan', told);

/** Of ranks that have the layout of their parts, before rank 0 lays out the whole for a digest. Throws RunError RUN263, on all of them alike. */
export const checkSameDigest = (ranks: Ranks, digest: boolean): void => refuseOthers('options', gatherTexts(ranks, String(digest)));

function refuseOthers(name: PartName, told: readonly string[]): void {
  const others = told.flatMap((one, rank) => (one === told[0] ? [] : [rank]));
  if (others.length === 0) return;
  const [what, remedy] = parts[name];
  throw new RunError('RUN263', `rank ${others.slice(0, 8).join(', ')}${others.length > 8 ? ', …' : ''} has ${what} than rank 0`, remedy);
}

/** C and Z at both ends of lines to other ranks. */
export interface SameEnds {
  /** Of lines from the rank before, and of those that lead on. */
  readonly before: readonly number[];
  readonly onward: readonly number[];
  /** Of those beside the groups, by the other rank. */
  readonly beside: ReadonlyMap<number, readonly number[]>;
}

/** Of ranks that have the layout of their parts: the ends of lines between two of them, at t = 0, as each of the two has them. Throws RunError RUN263, on all of them alike. */
export function checkSameEnds(ranks: Ranks, own: SameEnds): void {
  const text = (values: readonly number[]): string =>
    hashOf(values.map((value) => (Object.is(value, -0) ? '-0' : String(value))).join(' '));
  const told = {
    before: text(own.before),
    onward: text(own.onward),
    beside: [...own.beside].map(([rank, values]) => [rank, text(values)] as const),
  };
  const all = gatherValues(ranks, told).map(({ beside, ...one }) => ({ ...one, beside: new Map(beside) }));
  const [what, remedy] = parts.memory;
  const after = all.findIndex(({ before }, rank) => before !== all[(rank + ranks.count - 1) % ranks.count]?.onward);
  if (after >= 0) throw new RunError('RUN263', `rank ${after} has ${what} in the lines from the rank before it`, remedy);
  for (const [rank, { beside }] of all.entries())
    for (const [other, ends] of beside)
      if (all[other]?.beside.get(rank) !== ends)
        throw new RunError('RUN263', `rank ${rank} has ${what} in the lines beside the groups to rank ${other}`, remedy);
}

const settingsOf = ({
  rows: _,
  modules: _m,
  native: _n,
  threads: _t,
  plan: _p,
  signal: _s,
  onProgress: _o,
  ...settings
}: HeldOptions): object => settings;

/** SHA-256 (hex) of a text. */
export const hashOf = (text: string): string => new Sha256().update(new TextEncoder().encode(text)).hex();

/** 64 bits of all words (two multiplicative hashes side by side): against chance, not against intent. */
function fingerprint(I: Int32Array): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (let k = 0; k < I.length; k++) {
    a = Math.imul(a ^ I[k], 0x01000193);
    b = Math.imul((b << 13) ^ (b >>> 19) ^ I[k], 0x5bd1e995);
  }
  return `${I.length}:${a >>> 0}:${b >>> 0}`;
}
