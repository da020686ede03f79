/**
 * A validation case: one model of the program held against something that the program did not compute. A case makes its circuit, runs it as a user would,
 * computes the reference by an oracle or takes published numbers, and gives the error in its own measure. Whether that passes is `judge`'s to say.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';

/** Groups of the table, in their order. */
export const groups = ['Waves', 'Capacitive lines', 'Components', 'Integrators', 'Circuits', 'Fluid', 'Mechanics', 'Kinds'] as const;
export type Group = (typeof groups)[number];

export interface ValidationCase {
  /** 'water-hammer-frictionless': lower case with hyphens, unique; filters and files of pictures use it. */
  readonly name: string;
  readonly group: Group;
  /** What happens in it, one line. */
  readonly title: string;
  /**
   * What it is held against, with its sort: 'analytic: Joukowsky 1898', 'published: Holmboe & Rouleau 1967', 'independent: SciPy Radau, bench/reference/…'
   * or 'own: …' for what another part of this program gives.
   */
  readonly against: string;
  /** What `error` is: 'largest deviation, of the Joukowsky rise'. */
  readonly measure: string;
  /** Largest error that passes. */
  readonly tolerance: number;
  /** Why this tolerance: where the error comes from, and what it would be if the model were wrong. */
  readonly reason: string;
  readonly run: (bench: Workbench) => Promise<Found>;
}

/** What a case may ask of its surroundings. */
export interface Workbench {
  /** A circuit that comes with ringmain, by name; `set` as the command line's: 'prv.crackingPressure=160 bar'. */
  readonly circuit: (name: string, set?: readonly string[]) => Promise<Circuit>;
  /** Text of bench/reference/NAME.csv: results of an independent program, stored with the program that made them. */
  readonly table: (name: string) => Promise<string>;
}

export interface Found {
  /** In the case's measure; NaN fails. */
  readonly error: number;
  /** What was compared, for the pictures. */
  readonly curves: readonly Curve[];
  /** What else is worth knowing, one sentence each. */
  readonly notes?: readonly string[];
}

/** Ours and the reference over one abscissa: of equal length, SI. */
export interface Curve {
  /** 'pressure at the valve' */
  readonly name: string;
  readonly unit: string;
  readonly x: ArrayLike<number>;
  readonly ours: ArrayLike<number>;
  readonly reference: ArrayLike<number>;
  /** What x is; default: time in s. */
  readonly abscissa?: { readonly name: string; readonly unit: string };
  /** Both axes logarithmic, as errors over steps are drawn. */
  readonly logarithmic?: boolean;
  /** Where the deviation does not count: around a front, say. For pictures; a case that leaves something out says so in its measure. */
  readonly aside?: readonly (readonly [from: number, to: number])[];
}
