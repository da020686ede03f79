/**
 * What a model of capacitive lines says of itself, in a file of its own: keys of circuit files, columns, phases, what it holds of oil, and its form as a
 * differential equation. With its line in the registry everything else follows: reading and checks, schema, layout, start, both back ends, oil balance,
 * digest, checkpoint, the lumped system and its steady state, and what `check`, `components` and `memory` print.
 */
import type { Block } from '../../column.js';
import type { LineColumns, LineForm } from '../lineColumns.js';
import type { LineOffsets, LinePlaces } from '../lineOffsets.js';

/** A quantity that such a line is given in a circuit file. */
export interface QuantityKey {
  /** SI; 1 for a number without dimension. */
  readonly unit: string;
  readonly about: string;
  readonly above?: number;
  readonly atLeast?: number;
  readonly below?: number;
  readonly atMost?: number;
}

/** A list of entries, each with the same quantities: parts of the line that it has several of. */
export interface ListKey {
  readonly each: Readonly<Record<string, QuantityKey>>;
  readonly most: number;
  readonly about: string;
}

/** A line, in SI: the data of any capacitive line, and its model's own keys. */
export interface GivenLine {
  readonly volume: number;
  /** Of the oil with the elastic wall. */
  readonly bulkModulus: number;
  readonly diameter: number;
  readonly wallThickness: number;
  /** Entries of the model's list, in the order of the file. */
  readonly parts: readonly Readonly<Record<string, number>>[];
}

/** Constants of one line by the columns that they go to: as many numbers each as the line has parts. */
export type LineNumbers = Readonly<Record<string, readonly number[]>>;

/** A loop over the lines of a table: those in chunks of contiguous memory where there is a form for them, the others one by one; pieces stand in place of their calls. */
export interface LineLoop {
  chunks?(F: Float64Array, I: Int32Array, o: LineOffsets): void;
  scattered(F: Float64Array, I: Int32Array, o: LineOffsets): void;
  readonly pieces: readonly ((F: Float64Array, I: Int32Array, o: never, ...rest: never[]) => unknown)[];
}

/** The line as equations of a component that stands at the line's one pressure, beside its compliance V/B. */
export interface LumpedForm {
  /** Of `volume`, m3, and of the line's numbers: 'share1' is the first part's `share`. */
  readonly parameters: Readonly<Record<string, { readonly unit: string; readonly about: string }>>;
  readonly states: Readonly<Record<string, { readonly unit: string; readonly initial: string; readonly about: string }>>;
  /** In the language of kinds (equations/language/definition.ts), of the port `line`. */
  readonly equations: string;
}

/** A model's own part beyond the plain line. */
export interface OwnModel {
  /** Of lines, for messages: 'a hose', 'hoses'. */
  readonly one: string;
  readonly many: string;
  /** Its one list of parts; a line has at least one. */
  readonly key: { readonly name: string } & ListKey;
  /** Keys of any line that it must be given too. */
  readonly needs: readonly ('diameter' | 'wallThickness' | 'wallModulus')[];
  /** Its lines stand in tables with the columns of this form, beside its own. */
  readonly form: LineForm;
  numbers(line: GivenLine): LineNumbers;
  lumped(parts: number): LumpedForm;
  /** Of the numbers of all such lines: what `check` tells of them. */
  summary(lines: readonly LineNumbers[]): { readonly name: string; readonly unit: string; readonly values: readonly number[] };
}

/** State of lines beside the plain line's. */
interface OwnState {
  /** Sets the own columns of a line at t = 0, at rest at a pressure, and its stiffness in a step. */
  start(F: Float64Array, o: LinePlaces, row: number, pressure: number, step: number): void;
  /** Oil beyond that of the volume and its compliance, m3, against the line at rest at a pressure. */
  held(F: Float64Array, o: LinePlaces, row: number, pressure: number): number;
}

/** A model of capacitive lines. */
export interface LineModel {
  /** `model:` of circuit files. */
  readonly name: string;
  readonly about: string;
  readonly source: string;
  /** All columns, in the order of memory. */
  readonly block: Block & { readonly columns: LineColumns };
  readonly accept: LineLoop;
  readonly reject: LineLoop;
  /** What its chunks leave out of lines of fixed volume at fixed steps, made before the accepted step with which a call of the loop ends; none: they leave out nothing. */
  readonly keep?: Required<Omit<LineLoop, 'scattered'>>;
  /** Null where they have none. */
  readonly state: OwnState | null;
  /** Keys in files of lines that name it; null for the plain capacitive line, and one that the fluid asks for. */
  readonly own: OwnModel | null;
}
