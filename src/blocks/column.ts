/**
 * What blocks are declared by: tables of their columns. Layout, start, checkpoint and the account of memory follow from them, and nothing says it a second time.
 *
 * Uses of a column:
 *
 *     constant  written before the first attempt, the same in every session of a circuit
 *     tunable   may change between two attempts
 *     derived   follows from tunable ones
 *     saved     the next attempts, the record or the account depend on it
 *     scratch   written anew before it is read
 *
 * and the one phase of an attempt that writes it, beside its set-up:
 *
 *     fill      none: set before the run
 *     attempt   components, errors of lines, outgoing waves and signals
 *     decide    the decision, which every partition takes for itself
 *     accept    after an accepted step only
 *     verdict   after every attempt, by accept or by reject: what the next attempt sees
 *     receive   when the next attempt begins, or the run ends: waves that arrive, the record
 *     line      the line that ends there: verdict of a capacitive line, receive of a wave line, attempt between its elements
 *     loop      the step loop itself, between phases
 *     order     the host, between two attempts
 */

/** The use of a column. */
export type Use = 'constant' | 'tunable' | 'derived' | 'saved' | 'scratch';
/** The phase that writes a column. */
export type Writer = 'fill' | 'attempt' | 'decide' | 'accept' | 'verdict' | 'receive' | 'line' | 'loop' | 'order';

/** A column of a block: doubles, unless it says Int32. */
export interface Column {
  readonly type?: 'i32';
  /** SI; 1 for a number without dimension, '' for words, places in memory and values with the unit of the rest of their row. */
  readonly unit: string;
  readonly writer: Writer;
  readonly use: Use;
  readonly about: string;
}

/** Columns by name, in the order in which they stand in memory. */
export type Columns<Name extends string = string> = Readonly<Record<Name, Column>>;

/** A block: memory of its own, row by row. */
export interface Block<Name extends string = string> {
  readonly name: string;
  /** The meaning of one row. */
  readonly row: string;
  readonly columns: Columns<Name>;
}

/** Where the columns of a block stand. */
export type Places<C extends Columns> = { readonly [Name in keyof C]: number };

/** Names of a table's columns. */
export const namesOf = <Name extends string>(columns: Columns<Name>): Name[] => Object.keys(columns) as Name[];

/** Where names stand that follow each other from `first` on. */
export const offsetsOf = <Name extends string>(names: readonly Name[], first = 0): Record<Name, number> =>
  Object.fromEntries(names.map((name, k) => [name, first + k])) as Record<Name, number>;

/** Names of a table's saved columns. */
export const savedOf = <Name extends string>(columns: Columns<Name>): Name[] =>
  namesOf(columns).filter((name) => columns[name].use === 'saved');
