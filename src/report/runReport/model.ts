/** What a report is made of. */
import type { Circuit } from '../../circuit/circuit.js';
import type { LineResults } from '../../run/types.js';

/** One run in it. */
export interface ReportedRun {
  /** What it is called beside others: its changed values. */
  readonly label: string;
  readonly circuit: Circuit;
  readonly results: LineResults;
  /** Names of what is plotted; the rest was recorded for the drawing. */
  readonly names: readonly string[];
  /** The circuit as SVG, with the pressures and flows of the last row; null for one that is too large. */
  readonly drawing: string | null;
  /** In words, warnings about this circuit, whatever the run did. */
  readonly advice: readonly string[];
}

export interface Report {
  readonly title: string;
  /** What the reader should see first, as plain text; '' for nothing. */
  readonly opening: string;
  readonly runs: readonly ReportedRun[];
  /** Where all this comes from: program, machine, command, files. */
  readonly provenance: readonly (readonly [label: string, value: string])[];
}
