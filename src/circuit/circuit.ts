/**
 * A circuit as the rest of the program sees it: every quantity in SI, every default filled in, every name resolved,
 * subcircuits expanded, in the order of the file. Made by `readCircuit` (YAML) or the `circuit()` builder; never changed afterwards.
 */
import type { FrictionName } from '../blocks/waves/frictions.js';
import type { KindDefinition, PortType } from '../equations/language/definition.js';
import type { HeldIn } from '../settings/settings.js';

/** B(p) = (p + b)(1/a - ln(1 + p/b)) [Pa], valid for p > -b; p as the file counts pressures. */
export interface TaitLaw {
  /** a, dimensionless */
  readonly coefficient: number;
  /** b, Pa */
  readonly pressure: number;
}

/** Air in the oil: circuit/fluid/fluidLaw.ts. */
export interface AirLaw {
  /** φ: all air, dissolved and not, as a part of the volume that oil and air would have at atmospheric pressure if none were dissolved */
  readonly fraction: number;
  /** n of P V^n, 1 slow (isothermal) to 1.4 fast */
  readonly exponent: number;
  /** Pa, as the file counts pressures, where all air is dissolved; null: it never dissolves */
  readonly dissolvedAt: number | null;
  /** Times in which air comes out of solution and goes back into it; without them it is in equilibrium at every moment. */
  readonly times?: ReleaseTimes;
}

/** s, by which what is missing to equilibrium falls to 1/e. */
export interface ReleaseTimes {
  readonly release: number;
  readonly dissolution: number;
}

/** B(p) = share · maximum · log(slope p/pressure + offset), of an oil with its air and hoses, p above the open air: circuit/fluid/effectiveModulus.ts. */
export interface EffectiveModulus {
  /** a1 */
  readonly share: number;
  /** E_max, Pa */
  readonly maximum: number;
  /** p_max, Pa */
  readonly pressure: number;
  /** a2 */
  readonly slope: number;
  /** a3 */
  readonly offset: number;
  /** Of the logarithm. */
  readonly base: '10' | 'e';
}

/** SI. Pressures are gauge unless `reference` is 'absolute'. */
export interface Fluid {
  /** Of circuit/fluid/namedFluids.ts, with its temperature, K; null where all values are the file's own, or the usual ones. */
  readonly named: { readonly name: string; readonly temperature: number } | null;
  readonly density: number;
  /** kinematic, m2/s */
  readonly viscosity: number;
  /** Of the liquid; with `tait` or `effective` that at atmospheric pressure. */
  readonly bulkModulus: number;
  /** How the bulk modulus of the liquid rises with pressure; null where it is constant. */
  readonly tait: TaitLaw | null;
  readonly air: AirLaw | null;
  /** A law of oil and air in one, instead of both; null for none. */
  readonly effective: EffectiveModulus | null;
  /** The conserved quantity of lines and components; left out: volume. */
  readonly conserve?: 'mass';
  readonly vapourPressure: number;
  readonly atmosphericPressure: number;
}

/** Properties of a fluid that are one number each. */
export type FluidNumber = 'density' | 'viscosity' | 'bulkModulus' | 'vapourPressure' | 'atmosphericPressure';

/** A table parameter: the points (x[i], y[i]), SI, x never falling. */
export interface Table {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export type ParameterValue = number | Table;

export interface CircuitComponent {
  readonly name: string;
  /** Library or user definition; null for a junction (the engine's own). */
  readonly kind: KindDefinition | null;
  /** Every parameter of the kind, SI, defaults filled in. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

/** One end of a line: component and port; a junction has ports '0', '1', … in the order in which the lines stand in the file. */
export interface PortReference {
  readonly component: number;
  readonly port: string;
}

export interface WaveLine {
  /** Z = p/q of a wave, Pa s/m3; N s/m or Nm s/rad of a mechanical line */
  readonly impedance: number;
  /** T, s */
  readonly delay: number;
  /** Pa, ρ g times the rise from `from` to `to`; default 0 */
  readonly drop?: number;
  /** Null or not there: none. */
  readonly friction?: LineFriction | null;
  /** Into which a line without friction is divided; default 1. */
  readonly elements?: number;
  /** Volume of free gas over that of the line, at atmospheric pressure: gas cavities at all sections; default 0, vapour cavities. */
  readonly gasFraction?: number;
}

/** Friction of a wave line of length L, inner radius r, diameter d, area A. */
export interface LineFriction {
  readonly model: Exclude<FrictionName, 'none'>;
  /** Into which the line is divided. */
  readonly elements: number;
  /** 8μL/(πr⁴), Pa s/m3 */
  readonly resistance: number;
  /** ν/r², 1/s */
  readonly dissipation: number;
  /** Re over flow, 4/(π d ν), s/m3 */
  readonly reynolds: number;
  /** (ε/3.7d)^1.11 of Haaland's formula */
  readonly roughness: number;
  /** ρL/(2dA²), Pa s2/m6 */
  readonly darcy: number;
  /** That a turbulent line is meant for, m/s: its elements are counted for it, and its Re is that of the weights where a run starts at rest. */
  readonly velocity: number;
}

/** The data of a capacitive line of another model than the plain one: a model of blocks/lines/models/, and its constants by column, a number a part. */
export interface LineModelData {
  readonly model: string;
  readonly numbers: Readonly<Record<string, readonly number[]>>;
}

export interface CircuitLine {
  readonly name: string;
  /** Type of the two ports that it joins. */
  readonly type: PortType;
  readonly from: PortReference;
  readonly to: PortReference;
  /** Wave line (Burton 1994 §3); null for a capacitive line. */
  readonly wave: WaveLine | null;
  /** Not there for a plain capacitive line and a wave line. */
  readonly model?: LineModelData;
  /** As given, m; not there where volume, or impedance and delay, are given. */
  readonly pipe?: { readonly length: number; readonly diameter: number };
  /** m3, without port volumes; of a wave line Be T/Z. V/Be is what a line yields; of a mechanical line V = 1 and Be its stiffness, N/m or Nm/rad. */
  readonly volume: number;
  /** Pa, with the wall; where the fluid's law holds, that at the initial pressure; of a mechanical line its stiffness, 1 where it is a wave line */
  readonly bulkModulus: number;
  /** Where the fluid's law of the bulk modulus holds (it has one, the line is capacitive and has no modulus of its own): what the wall adds to 1/B, d/(E e), 1/Pa. */
  readonly law: { readonly wall: number } | null;
  /** Low-pass filter α of Burton 1994 (3.16), 0 ≤ α < 1; 0 for a wave line */
  readonly filter: number;
  /** Pa, or N or Nm, at t = 0 */
  readonly initialPressure: number;
}

/** No line: the port sees the fixed pressure itself (C = P, Z = 0). */
export interface DirectConnection {
  readonly port: PortReference;
  /** A tank or pressure source. */
  readonly reference: PortReference;
}

export interface SignalConnection {
  /** Component and output, or state. */
  readonly from: { readonly component: number; readonly signal: string };
  readonly to: { readonly component: number; readonly input: string };
}

/** How variable steps are steered; see blocks/step/controller.ts. */
export type ControlLaw = RunSettings['law'];
/** Equations of capacitive lines: of second order, or as printed in Burton 1994 (blocks/lines/capacitiveLines.step.ts). */
export type LineEquations = RunSettings['line'];
/** Rows at the first step at or after each multiple of `every`, or at the multiple itself, interpolated. */
export type RecordGrid = RecordSettings['grid'];

/** How to run, SI, defaults filled in; options of a run may override each (settings/settings.ts). */
export interface RunSettings extends HeldIn<'run'> {
  /** Whether the run starts at the operating point of the circuit. */
  readonly steadyStart: boolean;
}

/** Quantities to record: names or globs, and how often. */
export interface RecordSettings extends HeldIn<'record'> {}

export interface Circuit {
  readonly name: string;
  readonly title: string;
  readonly source: string;
  readonly fluid: Fluid;
  readonly reference: 'gauge' | 'absolute';
  readonly components: readonly CircuitComponent[];
  readonly lines: readonly CircuitLine[];
  readonly direct: readonly DirectConnection[];
  readonly signals: readonly SignalConnection[];
  readonly run: RunSettings;
  readonly record: RecordSettings;
  /** SHA-256 over names, kinds, ports and connections, hex. */
  readonly hash: string;
}
