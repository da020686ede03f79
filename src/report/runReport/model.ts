/** The contents of a report. */
import type { Circuit } from '../../circuit/circuit.js';
import type { LineResults } from '../../run/types.js';

/** One run in it. */
export interface ReportedRun {
  /** Its name beside others: its changed values. */
  readonly label: string;
  readonly circuit: Circuit;
  readonly results: LineResults;
  /** Names of plotted quantities; the rest was recorded for the drawing. */
  readonly names: readonly string[];
  /** The circuit as SVG, with the pressures and flows of the last row; null for one that is too large. */
  readonly drawing: string | null;
  /** In words, warnings about this circuit, whatever the run did. */
  readonly advice: readonly string[];
}

export interface Report {
  readonly title: string;
  /** Plain text at the top; '' for nothing. */
  readonly opening: string;
  readonly runs: readonly ReportedRun[];
  /** Where all this comes from: program, machine, command, files. */
  readonly provenance: readonly (readonly [label: string, value: string])[];
}
