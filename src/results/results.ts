/** Results of a run, whichever engine made it. Each engine adds its own, in these three groups (run/types.ts, lumped/types.ts). */
import type { Envelope } from '../blocks/kept/envelopes.js';
import type { JointCavity } from '../blocks/kept/joints.js';
import type { Watch } from '../blocks/kept/watches.js';
import type { Cavitation } from './cavities.js';
import type { Ending } from './ending.js';
import type { Extremes } from './extremes.js';
import type { RowPiece } from './rows.js';

/** A recorded quantity. */
export interface Series {
  /** Recorded times, s. */
  readonly t: Float64Array;
  /** Its value at each of them, SI. */
  readonly y: Float64Array;
  /** SI */
  readonly unit: string;
}

/** Recorded rows. */
export interface RecordedResults {
  /** Recorded quantities in circuit-file order, without time; units in SI. */
  readonly columns: readonly { readonly name: string; readonly unit: string }[];
  /** Number of rows. */
  readonly rows: number;
  /** Recorded times, s: a row each. */
  readonly t: Float64Array;
  /** One recorded quantity by its name; throws RunError with a 'did you mean' for a name that was not recorded. */
  series(name: string): Series;
  /** Values of the quantity with this number in `columns`, or the times, piece by piece, for readers that need not have them in memory at once. Each piece is valid until the next. */
  column(which: number | 'time'): Iterable<Float64Array>;
  /** All rows, piece by piece, in the same way. */
  pieces(): Iterable<RowPiece>;
}

/** Circuit and engine of a run. */
export interface RunFacts {
  /** 'tlm', or the name of an integrator. */
  readonly solver: string;
  /** Entries of the circuit's `components` after expansion; lines do not count. */
  readonly components: number;
  /** Lines of the circuit. */
  readonly lines: number;
  /** The back end of the equations. */
  readonly kernels: 'js' | 'wasm' | 'native';
}

/** Steps of a run. */
export interface StepCounts {
  /** Steps that were taken. */
  readonly accepted: number;
  /** Attempts that were given up: too inexact, or without a solution. */
  readonly rejected: number;
  /** Largest number of rejections in a row. */
  readonly rejectedInARow: number;
  /** Length of the shortest and the longest accepted step, s; 0 where none was taken. */
  readonly smallest: number;
  readonly largest: number;
}

/** Changes of modes: conditions of equations that changed sides, states that resets took hold of or let go. */
export interface Discontinuities {
  /** Changes of conditions: valves that open, limits that are met. */
  readonly switches: number;
  /** States taken hold of, or let go: end stops, sticking. */
  readonly resets: number;
  /** The conditions and states that changed most often. */
  readonly busiest: readonly { readonly what: string; readonly count: number }[];
  /** The first thousand changes with their times, s, and what holds from then on. */
  readonly modes: readonly { readonly t: number; readonly what: string }[];
}

/** Events of a run. */
export interface Account {
  readonly steps: StepCounts;
  /** Where, when and how large there were cavities. */
  readonly cavitation: Cavitation;
  /** Joints without volume below the vapour pressure; the lowest first. */
  readonly joints: readonly JointCavity[];
  /** Highest and lowest pressure of oil; null without any. */
  readonly pressures: Extremes | null;
  /** Smallest and largest values of the quantities of `envelope`, in circuit-file order. */
  readonly envelopes: readonly Envelope[];
  /** How long each condition that `watch` names held. */
  readonly watches: readonly Watch[];
  /** Jumps and changes of modes; null where there is nothing that could change. */
  readonly discontinuities: Discontinuities | null;
}

/** Cost of a run. */
export interface Cost {
  /** s from the first attempt to the last, recording included. */
  readonly wallSeconds: number;
  /** s before: reading aside, all that the run needs for its first attempt. */
  readonly setupSeconds: number;
}

/** Recorded rows and the account of a run; partial if `ending` is not null. */
export interface CommonResults extends RecordedResults {
  /** Which engine made the run: transmission lines, or an integrator of the same circuit as differential equations. */
  readonly engine: 'lines' | 'integrators';
  /** Name of the circuit. */
  readonly circuit: string;
  /** Simulated time reached, s. */
  readonly end: number;
  /** Why the run stopped early; null of one that came to its end. */
  readonly ending: Ending | null;
  /** Notes for the user, such as fewer workers than asked for. */
  readonly notes: readonly string[];
  /** SHA-256 (hex) over recorded times and quantities, then the states at the end: equal of two runs exactly if their bits are. */
  readonly digest: string;
  /** SHA-256 (hex) over the states at the end alone. */
  readonly stateDigest: string;
  readonly run: RunFacts;
  readonly account: Account;
  readonly cost: Cost;
}
