/** A circuit as it is written: the plain object that YAML gives and the builder makes. */

import type { lineModels } from '../../blocks/lines/models/registry.js';
import type { WrittenIn } from '../../settings/settings.js';

/** Stands for a value whose mistake has been reported: nothing more is said about it. */
export const lost = Symbol('lost');

/** Text with a unit, or a number where the quantity is dimensionless. */
export type RawQuantity = string | number;

export interface RawAir {
  readonly fraction?: RawQuantity;
  readonly exponent?: RawQuantity;
  readonly dissolvedAt?: RawQuantity;
  readonly releaseTime?: RawQuantity;
  readonly dissolutionTime?: RawQuantity;
}

export interface RawEffectiveModulus {
  readonly share?: RawQuantity;
  readonly maximum?: RawQuantity;
  readonly pressure?: RawQuantity;
  readonly slope?: RawQuantity;
  readonly offset?: RawQuantity;
  readonly base?: '10' | 'e';
}

export interface RawFluid {
  readonly name?: string;
  readonly temperature?: RawQuantity;
  readonly density?: RawQuantity;
  readonly viscosity?: RawQuantity;
  readonly bulkModulus?: RawQuantity;
  readonly vapourPressure?: RawQuantity;
  readonly atmosphericPressure?: RawQuantity;
  /** 'none' comes from `--set fluid.tait=none`; so it does for air. */
  readonly tait?: { readonly coefficient?: RawQuantity; readonly pressure?: RawQuantity } | 'none';
  readonly air?: RawAir | 'none';
  readonly effectiveModulus?: RawEffectiveModulus | 'none';
  readonly conserve?: 'volume' | 'mass';
}

export interface RawComponent {
  /** A text, unless it comes from a parameter of a subcircuit; `lost` where the entry has a mistake of shape. */
  readonly kind: unknown;
  readonly [parameter: string]: unknown;
}

/** Keys of the models of capacitive lines, from their registry: each a list of entries with quantities. */
type ModelKeys<M> = M extends { readonly own: { readonly key: { readonly name: infer Name extends string; readonly each: infer Each } } }
  ? { readonly [key in Name]?: readonly { readonly [Quantity in keyof Each]: RawQuantity }[] }
  : object;
type Together<U> = (U extends unknown ? (u: U) => void : never) extends (all: infer All) => void ? All : never;
type RawModelKeys = Together<ModelKeys<(typeof lineModels)[number]>>;

interface RawPlainLine {
  readonly from: string;
  readonly to: string;
  readonly length?: RawQuantity;
  readonly diameter?: RawQuantity;
  readonly volume?: RawQuantity;
  readonly segments?: RawQuantity;
  readonly impedance?: RawQuantity;
  readonly delay?: RawQuantity;
  readonly bulkModulus?: RawQuantity;
  readonly filter?: RawQuantity;
  readonly initialPressure?: RawQuantity;
  readonly model?: string;
  readonly friction?: string;
  readonly elements?: RawQuantity;
  readonly frictionTolerance?: RawQuantity;
  readonly roughness?: RawQuantity;
  readonly velocity?: RawQuantity;
  readonly wallThickness?: RawQuantity;
  readonly wallModulus?: RawQuantity;
  readonly elevation?: RawQuantity;
  readonly cavitation?: string;
  readonly gasFraction?: RawQuantity;
  readonly mass?: RawQuantity;
  readonly lossCoefficient?: RawQuantity;
  readonly initialVelocity?: RawQuantity;
  readonly stiffness?: RawQuantity;
  readonly initialForce?: RawQuantity;
  readonly initialTorque?: RawQuantity;
}

/** A line; keys that only some models know are theirs. */
export type RawLine = RawPlainLine & RawModelKeys;

export interface RawConnection {
  readonly from: string;
  readonly to: string;
}

/** The part of a circuit that a subcircuit has too. */
export interface RawSections {
  readonly components?: Readonly<Record<string, RawComponent>>;
  readonly lines?: Readonly<Record<string, RawLine>>;
  readonly direct?: readonly RawConnection[];
  readonly signals?: readonly RawConnection[];
}

export interface RawSubcircuit extends RawSections {
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export interface RawRepeat {
  readonly subcircuit: string | readonly string[];
  readonly count: number;
  readonly every?: Readonly<Record<string, string>>;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly close?: boolean;
}

export interface RawDefinition {
  readonly about?: string;
  readonly source?: string;
  readonly ports?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly requires?: readonly string[];
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly outputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly states?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly symbol?: string;
  readonly equations: string;
}

export interface RawCircuit extends RawSections {
  readonly ringmain: 1;
  readonly name: string;
  readonly title?: string;
  readonly source?: string;
  readonly reference?: 'gauge' | 'absolute';
  readonly fluid?: RawFluid;
  readonly defaults?: { readonly line?: Partial<RawLine> };
  readonly initial?: WrittenIn<'initial'>;
  readonly run?: WrittenIn<'run'>;
  readonly record?: WrittenIn<'record'>;
  readonly definitions?: Readonly<Record<string, RawDefinition>>;
  readonly subcircuits?: Readonly<Record<string, RawSubcircuit>>;
  readonly repeat?: Readonly<Record<string, RawRepeat>>;
}

/** Keys from the top of the file to a value: what a diagnostic's place is looked up by. */
export type Path = readonly (string | number)[];
