/**
 * What an observer says of itself, in a file of its own: something that a run keeps of its accepted steps, so that nothing between two recorded rows is lost. From its
 * line in the registry follow lists, memory, loops, the state at t = 0, checkpoints, columns of recorded rows and what the account has of it.
 *
 * Loops stand beside it in `X.step.ts`. The rows of an observer in a partition stand side by side, so that no two threads write to one cache line.
 */
import type { Block } from '../column.js';

/** A quantity with a place of its own at every accepted step: `plane0`, `plane1`, by the plane that is the accepted one. */
export interface Quantity {
  readonly name: string;
  /** SI */
  readonly unit: string;
  readonly partition: number;
  readonly plane0: number;
  readonly plane1: number;
  /** Mean pressure of a wave line, which is computed where it is wanted. */
  readonly ofWave?: boolean;
}

/** A text that asks an observer for something. */
export interface Asked {
  /** As it is shown: 'c*.in.p < 60 bar'. */
  readonly text: string;
  /** Name or glob. */
  readonly pattern: string;
  /** Values with units, each of the dimension of every quantity that the pattern chooses. */
  readonly values: readonly string[];
}

/** How an observer is asked for: by texts of a setting (settings/) of circuits and runs. */
export interface Asking<A extends Asked> {
  readonly setting: string;
  /** The form of a text, and how it is written. */
  readonly noun: string;
  readonly form: string;
  /** Null for other texts. */
  read(text: string): A | null;
}

/** A quantity that a text asks for, and the text's values, SI. */
export interface AskedQuantity<A extends Asked = Asked> {
  readonly asked: A;
  readonly quantity: Quantity;
  readonly values: readonly number[];
}

/** A mode of a component: a condition, or a state that a reset may hold. */
export interface Mode {
  readonly isReset: boolean;
  /** In the words of the file; `holds` undefined: without the side that it is on. */
  text(holds?: boolean): string;
}

/** Modes of a component that stand in one word. */
export interface ModeWord {
  readonly component: number;
  readonly partition: number;
  /** Where the modes of a step are. */
  readonly cell: number;
  readonly modes: readonly Mode[];
}

/** The circuit and its layout, as an observer may ask for them. */
export interface ObserverSite {
  /** Pa */
  readonly vapourPressure: number;
  /** Entries that a run asks for: by text, then in circuit-file order; of texts without values every quantity once. Throws RunError for one without a place of its own. */
  asked<A extends Asked>(asking: Asking<A>): readonly AskedQuantity<A>[];
  /** Pressures where components are joined without a line. */
  joints(): readonly { readonly component: number; readonly where: string; readonly quantity: Quantity }[];
  /** In circuit-file order. */
  modeWords(): readonly ModeWord[];
}

/** Columns of each row of an observer. */
export interface ObserverRow {
  readonly partition: number;
  /** The observed quantity, where it is one. */
  readonly quantity?: Quantity;
  /** Whose it is, where it is kept unasked. */
  readonly component?: number;
}

/** A row with its first double. */
export interface PlacedRow<Row extends ObserverRow = ObserverRow> {
  readonly row: Row;
  readonly at: number;
}

/** Cells that a loop may use beside its list: decision words, and whether recorded rows lie at exact times, so that not every step fills one. */
export interface ObserverWords {
  readonly acceptedTime: number;
  readonly lastStep: number;
  readonly rows: number;
  readonly rowFrom: number;
  readonly isExact: boolean;
}

/** A step function with its offsets. */
export interface ObserverLoop {
  step(F: Float64Array, I: Int32Array, o: object, ...rest: never[]): void;
  readonly offsets: object;
}

/** Loops of an observer by the point of a step at which they run; those of `look` and `receive` are given the plane that is the accepted one. */
export interface ObserverLoops {
  /** In every eighth accepted step, once its lines are known. */
  readonly look?: ObserverLoop;
  /** In every accepted step, once its lines are known. */
  readonly accept?: ObserverLoop;
  /** In every accepted step, once the waves of the next have arrived: what a row recorded of that step would have. */
  readonly receive?: ObserverLoop;
  /** Behind a recorded row. */
  readonly row?: ObserverLoop;
}

/** A column that an observer has in recorded rows; `word`: of its row. */
export interface ObserverColumn {
  readonly name: string;
  readonly unit: string;
  readonly word: number;
}

/** A number with its unit, SI, or text. */
export type Cell = string | { readonly value: number; readonly unit: string };

/** An observer in a summary of a run: lines under a label; a table, whose first column has names. */
export interface Shown {
  readonly entry?: { readonly label: string; readonly lines: readonly string[] };
  readonly table?: { readonly headings: readonly string[]; readonly rows: readonly (readonly Cell[])[] };
}

export interface Observer<Row extends ObserverRow, Findings> {
  /** Absent where it is kept unasked. */
  readonly asks?: Asking<Asked>;
  /** In circuit-file order, which is that of checkpoints. */
  rows(site: ObserverSite): readonly Row[];
  /** The place of a row: blocks one behind the other, each column `stride` doubles. All are saved. */
  memory(row: Row): readonly { readonly block: Block; readonly stride: number }[];
  /** A row's doubles from those that the same row has in a layout of other parts of the circuit; absent where they are the same. */
  fitted?(values: Float64Array, row: Row): Float64Array;
  /** The words of a row in the list that loops go through (I). */
  entry(row: Row, at: number): readonly number[];
  loops(list: { readonly at: number; readonly count: number }, words: ObserverWords): ObserverLoops;
  /** A row at t = 0, from which no step has been made yet. */
  start(F: Float64Array, placed: PlacedRow<Row>, site: Pick<ObserverSite, 'vapourPressure'>): void;
  /** Once the first row is recorded. */
  begin?(F: Float64Array, at: number): void;
  columns?(row: Row): readonly ObserverColumn[];
  /** The findings for a run's results. */
  findings(F: Float64Array, rows: readonly PlacedRow<Row>[]): Findings;
  /** The findings for a reader. */
  shown?(findings: Findings): Shown;
}

/** Doubles of a row. */
export function sizeOf<Row extends ObserverRow>(observer: Observer<Row, unknown>, row: Row): number {
  return observer.memory(row).reduce((sum, { block, stride }) => sum + stride * Object.keys(block.columns).length, 0);
}

/** Puts numbers into the words of a row. */
export function putWords<Word extends string>(
  F: Float64Array,
  at: number,
  words: readonly Word[],
  values: Readonly<Record<Word, number>>,
): void {
  words.forEach((word, k) => {
    F[at + k] = values[word];
  });
}
