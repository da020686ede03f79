/** How much a run would record, before it is made. */

import { envelopeColumns } from '../blocks/kept/envelopes.js';
import type { Circuit } from '../circuit/circuit.js';
import { choosesOfRun, defaultPatterns, recordablesOfCircuit, runRecordables } from '../circuit/recordables.js';
import { selectNames } from '../circuit/text/globs.js';
import { checkRecorded } from '../program/recorder.js';
import { settled } from '../settings/settled.js';
import type { RunOptions } from './types.js';

/** Options of a run that it depends on. */
export type RecordingOptions = Pick<RunOptions, 'until' | 'record' | 'envelope' | 'every'>;

export interface Recording {
  /** Beside the times; an envelope has four. */
  readonly columns: number;
  /** At most, as a step may be longer than the time between two rows. */
  readonly rows: number;
  /** As doubles: of an HDF5 file, and of a Parquet file before it is packed. */
  readonly bytes: number;
  /** As text, roughly: 18 characters a number, as most have all their digits. */
  readonly csvBytes: number;
}

const charactersOfNumber = 18;

/** The quantities that a run of a circuit would record. Throws RunError for names that choose nothing. */
export function recordingOf(circuit: Circuit, options: RecordingOptions = {}): Recording {
  const { record: recorded, envelope, every, until } = settled('lines', circuit, options);
  for (const what of ['record', 'envelope'] as const) checkRecorded(circuit, options[what] ?? [], what);
  const ofRun = new Set<string>(runRecordables.map(({ name }) => name));
  const names = [...recordablesOfCircuit(circuit)].map(({ name }) => name).filter((name) => !ofRun.has(name));
  const chosen = (patterns: readonly string[]): number =>
    selectNames(names, patterns).names.length + [...ofRun].filter((name) => patterns.some((pattern) => choosesOfRun(pattern, name))).length;
  const enveloped = envelopeColumns({ name: '', unit: '' }).length * chosen(envelope);
  const columns = chosen(recorded.length > 0 ? recorded : defaultPatterns(circuit)) + enveloped;
  const rows = Math.ceil(until / every) + 1;
  const numbers = (1 + columns) * rows;
  return { columns, rows, bytes: 8 * numbers, csvBytes: charactersOfNumber * numbers };
}
