/** Provenance that a file of results carries. */
import type { Circuit } from '../circuit/circuit.js';
import type { About } from '../results/stores/store.js';
import type { LineResults } from '../run/types.js';
import { packageVersion } from './bundled.js';

/** Of a run that begins: all that is known before its results are. `text`: of the circuit file. */
export function aboutRun(args: object, file: string, circuit: Circuit, text: string): About {
  return {
    program: `ringmain ${packageVersion()}`,
    circuit: circuit.name,
    title: circuit.title,
    file,
    command: ['ringmain run', quotedWord(file), ...optionsOf(args)].join(' '),
    begun: new Date().toISOString(),
    text,
  };
}

/** Of a run that has ended; the hash is made of the whole circuit. */
export function aboutResults(
  about: About,
  { hash }: Pick<Circuit, 'hash'>,
  { ending, ...results }: Pick<LineResults, 'ending'> & Partial<Pick<LineResults, 'digest' | 'stateDigest'>>,
): About {
  const { digest, stateDigest } = results;
  return {
    ...about,
    hash,
    ending: ending ? ending.message : 'reached its end',
    ...(digest === undefined || stateDigest === undefined ? {} : { digest, stateDigest }),
  };
}

/** Options that were given, as one would write them again; yargs has each under two names. */
export function optionsOf(args: object): string[] {
  return Object.entries(args).flatMap(([name, value]: [string, unknown]) => {
    if (!/^[a-z][a-z-]*$/.test(name) || name === 'circuit') return [];
    if (value === true) return [`--${name}`];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => (typeof one === 'string' ? [`--${name} ${quotedWord(one)}`] : []));
  });
}

/** How to make a table of files of rows, of which a pattern stays a pattern. */
export const recoverLine = (rows: string, out = 'NAME.csv'): string => `ringmain recover ${typedWord(rows)} --out ${typedWord(out)}`;

/** A word of a line that users copy: in double quotes, which PowerShell and cmd take too, where a shell reads nothing in them. */
export const typedWord = (word: string): string => (plain.test(word) || /["$`!]/.test(word) ? quotedWord(word) : `"${word}"`);

/** No shell reads anything in these. */
const plain = /^[\w@./:,=+-]+$/;

/** As a shell takes it for one word. */
export const quotedWord = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
