/** Parts of an exported engine, and the names that its files share. */
import type { KernelSource } from '../../equations/kernel/kernelSource.js';

/** A recorded quantity: cells whose rows are its value, the first less the others. */
export interface ExportedQuantity {
  readonly name: string;
  readonly unit: string;
  readonly cells: readonly { readonly plane0: number; readonly plane1: number; readonly at: number }[];
}

/** A parameter or input that users set: doubles that hold it, and words that point to the first of these once it is set. */
export interface ExportedSetting {
  readonly name: string;
  readonly unit: string;
  readonly doubles: readonly number[];
  readonly words: readonly number[];
  readonly above?: number | undefined;
  readonly atLeast?: number | undefined;
  readonly below?: number | undefined;
  readonly atMost?: number | undefined;
}

/** A run to export: sources, memory at t = 0, places of what users read and set. */
export interface ExportedRun {
  readonly circuit: string;
  readonly title: string;
  /** 'ringmain 0.1.0' */
  readonly by: string;
  readonly sources: readonly KernelSource[];
  /** The memory at t = 0. */
  readonly memory: Uint8Array;
  readonly quantities: readonly ExportedQuantity[];
  readonly settings: readonly ExportedSetting[];
  /** Doubles: time and number of accepted steps, last verdict, rows that are whole; the first time of the rows. */
  readonly words: {
    readonly time: number;
    readonly accepted: number;
    readonly verdict: number;
    readonly rows: number;
    readonly times: number;
  };
  readonly startPlane: number;
  readonly accept: number;
  readonly outcomes: { readonly goOn: number; readonly finished: number };
  /** Exported functions that compute means of wave lines before a read. */
  readonly means: readonly string[];
  /** s */
  readonly end: number;
}

/** First words of every exported file, inside its comment. */
export const exportMark = 'written by ringmain export';

/**
 * C identifier of a circuit's name. Whatever its files declare begins with it and an underscore, so that no word of C and no name of a library is in the way, but what the folder's other files and
 * its Makefile are called, in any case of letters.
 */
export function identifier(name: string): string {
  const plain = name.replace(/\W+/g, '_').replace(/^_+|_+$/g, '');
  return /^[a-z]/i.test(plain) && !/^(main|clean|makefile)$/i.test(plain) ? plain : `circuit_${plain}`;
}

/** First words of an exported C file: its mark and the circuit's title, in which nothing ends the comment or opens another. */
export const heading = (run: ExportedRun): string =>
  `${mark(run)}. ${run.title.replace(/\s+/g, ' ').replaceAll('*/', '* /').replaceAll('/*', '/ *').trim()}`.trimEnd();

export const mark = ({ circuit, by }: ExportedRun): string => `${exportMark} c (${by}) of ${circuit}`;
