/** Key of a sweep's rows: rows are put together only where all of it is the same. */
import { Sha256 } from '#sha256';

export interface SweepIdentity {
  /** Version of ringmain, and a hash of its files: 'ringmain 0.1.0 (4f5a…)'. */
  readonly program: string;
  /** Hash of the text of the circuit file. */
  readonly circuit: string;
  /** Hash of all else that is asked for. */
  readonly sweep: string;
}

/** The first 32 hexadecimal digits of SHA-256: no two texts share them by accident. */
export const hashOf = (text: string): string => new Sha256().update(new TextEncoder().encode(text)).hex().slice(0, 32);

/** One line, which `readIdentity` reads back. */
export const identityText = ({ program, circuit, sweep }: SweepIdentity): string =>
  `program ${program}, circuit ${circuit}, sweep ${sweep}`;

/** Null of any other text. */
export function readIdentity(text: string): SweepIdentity | null {
  const [, program, circuit, sweep] = /^program (.+), circuit ([0-9a-f]{32}), sweep ([0-9a-f]{32})$/.exec(text) ?? [];
  return program === undefined || circuit === undefined || sweep === undefined ? null : { program, circuit, sweep };
}

/** 'another circuit and another sweep (…)': in what `theirs` differs from `ours`; null where it does not. */
export function differenceOf(theirs: SweepIdentity | null, ours: SweepIdentity): string | null {
  if (theirs === null) return 'another version of ringmain, which did not name itself';
  const differences = [
    theirs.program === ours.program ? null : `another program (${theirs.program}; this is ${ours.program})`,
    theirs.circuit === ours.circuit ? null : 'another circuit (the text of its file has changed)',
    theirs.sweep === ours.sweep ? null : 'another sweep (--set, --vary, --measure or an option has changed)',
  ].filter((difference) => difference !== null);
  return differences.length === 0 ? null : differences.join(', and of ');
}
