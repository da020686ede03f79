/** What is kept in results/: files that the page is made of. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Stamp } from '../protocol/stamp.js';
import type { ComparedCircuit } from './against.js';
import type { MeasuredCircuit } from './measure.js';
import type { MeasuredThesis } from './thesis.js';

/** Where, when and how it was measured. */
export interface StoredStamp extends Stamp {
  readonly rounds: number;
  readonly seconds: number;
}

export interface SciPyTimes {
  readonly python: string;
  readonly scipy: string;
  readonly cpu: string;
  readonly rounds: number;
  readonly circuits: readonly {
    readonly circuit: string;
    readonly rows: readonly {
      readonly method: string;
      readonly tolerance: number;
      readonly error: number;
      readonly seconds: { readonly lowest: number; readonly median: number; readonly highest: number };
      readonly steps: number;
      readonly evaluations: number;
    }[];
  }[];
}

export interface StoredVersions {
  readonly stamp: StoredStamp;
  /** Commits. */
  readonly before: string | null;
  readonly after: string | null;
  readonly circuits: readonly ComparedCircuit[];
}

export interface Stored {
  readonly circuits: readonly { readonly stamp: StoredStamp; readonly measured: MeasuredCircuit }[];
  readonly thesis: { readonly stamp: StoredStamp; readonly measured: MeasuredThesis } | null;
  readonly versions: StoredVersions | null;
  readonly scipy: SciPyTimes | null;
}

/** Text of a file of results/, digits beyond the fifth left out: they are noise. */
export function storedText(value: unknown): string {
  return `${JSON.stringify(value, (_, one) => (typeof one === 'number' && Number.isFinite(one) ? Number(one.toPrecision(5)) : one), 1)}\n`;
}

/** Writes a file of a folder of results. */
export function store(folder: string, name: string, value: unknown): void {
  writeFileSync(`${folder}/${name}.json`, storedText(value));
}

/** All that a folder of results holds of these circuits, in their order. */
export function readStored(folder: string, circuits: readonly string[]): Stored {
  const read = <Value>(name: string): Value | null => {
    try {
      return JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Value;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
  return {
    circuits: circuits.flatMap((name) => read<Stored['circuits'][number]>(name) ?? []),
    thesis: read('thesis'),
    versions: read('versions'),
    scipy: read('scipy'),
  };
}
