/** From the text of a circuit and what is varied to variants: every one that is to run is read and checked before the first runs, and those that one program can run are found. */

import type { Circuit } from '../../circuit/circuit.js';
import { ownNameIn } from '../../circuit/entries/joinedNames.js';
import { mistakesOfOptions, option } from '../../circuit/entries/options.js';
import { didYouMean } from '../../circuit/file/closest.js';
import type { Diagnostic } from '../../circuit/file/diagnostic.js';
import { circuitReader } from '../../circuit/file/parse.js';
import { recordableNames, recordablesOf, recordablesOfTableLine, runRecordables } from '../../circuit/recordables.js';
import { kindAt, lineValue, portsOf } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import { modelOf } from '../../equations/language/build.js';
import { type KindDefinition, type PortType, portQuantities } from '../../equations/language/definition.js';
import { refuseOptions } from '../../lumped/checkOptions.js';
import { RunError } from '../../results/runError.js';
import { settled } from '../../settings/settled.js';
import { checkByLines } from '../byLines.js';
import { checkRunOptions } from '../checkOptions.js';
import { layoutOf, type ProgramSettings } from '../compile.js';
import { arePlain, exponentParameters } from '../plainValues.js';
import { changedParameters, programKey, tunableColumns } from '../programKey.js';
import type { RunOptions } from '../types.js';
import { hashOf, type SweepIdentity } from './identity.js';
import { checkArgument, isOfRows, type Measure, measureUnit, readMeasure } from './measures.js';
import { type ProgramReason, reasonOf } from './reasons.js';
import { type Shard, shardVariants } from './shards.js';
import { asVaried, readVaries, settingsFor, type Vary, variantCount, variantValues } from './vary.js';

/** Options of a sweep. */
export interface SweepSettings extends Omit<ProgramSettings, 'record' | 'envelope'>, Pick<RunOptions, 'steadyStart'> {
  /** `--set` entries of all variants: 'component.parameter=value'. */
  readonly set?: readonly string[];
  /** 'cbv.pilotRatio=2,3,4.5' or 'LS.length=2 m..8 m:5'; of several all combinations are variants, and the last changes first. */
  readonly vary: readonly string[];
  /** 'min(cyl.v)', 'settling(n1.p, 2 %)'; see measures.ts. All but final, mean and rms see every accepted step. */
  readonly measures: readonly string[];
}

/** A sweep as it is asked for, before its programs are known. */
export interface SweepSubject {
  readonly text: string;
  readonly file: string;
  /** The circuit without varied values. */
  readonly circuit: Circuit;
  readonly warnings: readonly Diagnostic[];
  readonly set: readonly string[];
  readonly varies: readonly Vary[];
  readonly measures: readonly (Measure & { readonly unit: string })[];
  /** Those that would see every step, of quantities that are made of recorded rows only. */
  readonly ofRows: readonly string[];
  readonly settings: ProgramSettings;
  readonly steady: boolean;
  /** How many variants the sweep has. */
  readonly count: number;
  /** Key of the rows beside the program: those of another sweep are known by it. */
  readonly identity: Omit<SweepIdentity, 'program'>;
  /** Reads the circuit with `--set` entries in place of its own. */
  readonly read: (set: readonly string[]) => Circuit;
}

export interface SweepPlan extends SweepSubject {
  /** Those that are to run, from 0 on. */
  readonly variants: readonly number[];
  readonly programs: readonly SweepProgram[];
  /** Where there are several: the varied names that force them, and why. */
  readonly reasons: readonly ProgramReason[];
}

export interface SweepProgram {
  /** Variants, from 0 on, that it runs. */
  readonly variants: readonly number[];
  /** Parameters that stand in memory: 'component.parameter'. */
  readonly tunable: readonly string[];
}

/** More than anybody waits for; each is read before the first runs. */
const mostVariants = 1e6;

/** Reads the options, without a variant. Throws CircuitError for names that do not suit the circuit, RunError for other mistakes. `file` is for messages. */
export function readSweep(text: string, file: string, options: SweepSettings): SweepSubject {
  const { set = [], vary, measures: texts, steadyStart, ...rest } = options;
  refuseOptions(
    mistakesOfOptions({ vary: option.texts('a list of texts'), measures: option.texts('a list of texts') }, { vary, measures: texts }),
  );
  const read = circuitReader(text, file);
  const { circuit, warnings } = read(set);
  checkByLines(circuit, 'sweeps');
  const ofRuns = { ...rest, ...(steadyStart === undefined ? {} : { steadyStart }) };
  checkRunOptions(circuit, ofRuns);
  const varies = readVaries(vary, set);
  const measures = texts.map(readMeasure).map((measure) => {
    const unit = quantityUnit(circuit, measure);
    checkArgument(measure, unit);
    return { ...measure, unit: measureUnit(measure, unit) };
  });
  if (varies.length === 0) throw new RunError('RUN243', 'nothing is varied', "write --vary 'component.parameter=value,value'");
  if (measures.length === 0) throw new RunError('RUN244', 'nothing is measured', "write --measure 'max(component.quantity)'");
  const count = variantCount(varies);
  if (count > mostVariants)
    throw new RunError('RUN243', `${count} variants; the limit is ${mostVariants}`, 'vary fewer values, or one after the other');
  const steady = settled('lines', circuit, ofRuns).steadyStart;
  const signalsOf = (some: readonly Measure[]): string[] => [...new Set(some.map(({ signal }) => signal))];
  const ofRows = new Set(signalsOf(measures).filter((signal) => isSum(circuit, signal)));
  const envelope = signalsOf(measures.filter((measure) => !isOfRows(measure))).filter((signal) => !ofRows.has(signal));
  const settings = { ...rest, record: signalsOf(measures), envelope };
  return {
    ...{ text, file, circuit, warnings, set, varies, measures, settings, steady, count },
    ofRows: texts.filter((_, k) => ofRows.has((measures[k] as Measure).signal) && !isOfRows(measures[k] as Measure)),
    identity: { circuit: hashOf(text), sweep: hashOf(JSON.stringify([set, vary, texts, settings, steady])) },
    read: (own) => read(own).circuit,
  };
}

/** Plans all variants, or those of a shard. Throws as `readSweep`, and CircuitError for values that do not suit the circuit. */
export function planSweep(text: string, file: string, options: SweepSettings, shard: Shard | null = null): SweepPlan {
  const subject = readSweep(text, file, options);
  return { ...subject, ...planVariants(subject, shardVariants(shard, subject.count)) };
}

function planVariants(subject: SweepSubject, variants: readonly number[]): Pick<SweepPlan, 'variants' | 'programs' | 'reasons'> {
  const { circuit, set, varies, settings, steady, read } = subject;
  const variant = (values: readonly string[], which = varies): Circuit =>
    asVaried('--vary', () => read([...set, ...settingsFor(which, values)]));
  const used = varies.map(() => new Set<string>());
  for (const v of variants) for (const [k, value] of variantValues(varies, v).entries()) used[k]?.add(value);
  // One value at a time tells of every parameter that depends on it: the sum of all values, not their product.
  const changed = varies.map((one, k) => [...(used[k] ?? [])].flatMap((value) => changedParameters(circuit, variant([value], [one]))));
  const of = (v: number): Circuit => variant(variantValues(varies, v));
  const tunable = tunableOf(circuit, changed.flat());
  const programs = programsOf(variants, of, tunable, steady, settings);
  if (programs.length < 2) return { variants, programs, reasons: [] };
  const first = of(variants[0]);
  const columns = tunableColumns(first, tunable);
  const reasons = varies.flatMap((one, k) => {
    // Other varied values may be 0 in the file, which is no reason of this one.
    const own = tunableColumns(first, tunableOf(circuit, changed[k] as string[]));
    const circuits = [...(used[k] ?? [])].map((value) => variant([value], [one]));
    const isPlain = (circuitOf: Circuit): boolean => plainOnes([0], () => circuitOf, own, settings).length > 0;
    return reasonOf(one.name, { variants: circuits, tunable: columns, ownStarts: steady && hasWaves(circuit), isPlain }) ?? [];
  });
  return { variants, programs, reasons };
}

/** Those of the parameters that may be columns. */
export function tunableOf(circuit: Circuit, parameters: readonly string[]): string[] {
  const { components } = tablesOf(circuit);
  return [...new Set(parameters)].filter((parameter) => {
    const [owner = '', name = ''] = parameter.split('.');
    const component = components.find(owner);
    const kind = kindAt(components, component);
    return kind !== null && !exponentParameters(modelOf(kind)).has(ownNameIn(components.nameOf(component), owner, name));
  });
}

/** Which program runs which variants: one where columns do, with the bits of literals; one without columns for a variant that is alone. */
function programsOf(
  all: readonly number[],
  of: (variant: number) => Circuit,
  tunable: readonly string[],
  steady: boolean,
  settings: ProgramSettings,
): SweepProgram[] {
  const together = (variants: readonly number[], columns: ReadonlySet<string>): number[][] => {
    const groups = new Map<string, number[]>();
    for (const v of variants) {
      const circuit = of(v);
      const key = programKey(circuit, columns) + (steady && hasWaves(circuit) ? ` ${v}` : '');
      const own = groups.get(key);
      if (own) own.push(v);
      else groups.set(key, [v]);
    }
    return [...groups.values()];
  };
  if (all.length === 0) return [];
  const columns = tunableColumns(of(all[0]), tunable);
  const programs: SweepProgram[] = [];
  const alone: number[] = [];
  for (const variants of together(all, columns)) {
    const plain = variants.length > 1 ? plainOnes(variants, of, columns, settings) : [];
    if (plain.length > 1) programs.push({ variants: plain, tunable });
    const kept = new Set(plain.length > 1 ? plain : []);
    alone.push(...variants.filter((v) => !kept.has(v)));
  }
  return [...programs, ...together(alone, new Set()).map((variants) => ({ variants, tunable: [] }))];
}

/** Variants of a group for which columns are as good as literals; none where the first cannot run, which its row will tell. */
function plainOnes(
  variants: readonly number[],
  of: (variant: number) => Circuit,
  tunable: ReadonlySet<string>,
  settings: ProgramSettings,
): number[] {
  if (tunable.size === 0) return [...variants];
  try {
    const { network } = layoutOf(of(variants[0]), settings, tunable).layout;
    return variants.filter((v) => arePlain(network, of(v), tunable));
  } catch (error) {
    if (error instanceof RunError) return [];
    throw error;
  }
}

/** The layout of wave lines is made for the flow that they start with. */
export function hasWaves(circuit: Circuit): boolean {
  const { lines } = tablesOf(circuit);
  for (let line = 0; line < lines.count; line++) if (!Number.isNaN(lineValue(lines, line, 'delay'))) return true;
  return false;
}

/** Whether a quantity is the sum of several flows into a fixed pressure, which is made of recorded rows (program/recorder.ts). */
export function isSum(circuit: Circuit, signal: string): boolean {
  const { components, direct } = tablesOf(circuit);
  for (let d = 0; d < direct.count; d++) {
    const c = direct.reference[d];
    const kind = kindAt(components, c) as KindDefinition;
    const port = portsOf(kind)[direct.referencePort[d]] as string;
    if (signal === `${components.nameOf(c)}.${port}.${portQuantities[kind.ports[port] as PortType].q.name}`) return true;
  }
  return false;
}

/** Unit of the quantity that is measured. */
export function quantityUnit(circuit: Circuit, { text, signal }: Pick<Measure, 'text' | 'signal'>): string {
  const { components, lines } = tablesOf(circuit);
  const names: string[] = [];
  const ofRun = runRecordables.find(({ name }) => name === signal);
  if (ofRun) return ofRun.unit;
  for (let c = 0; c < components.count; c++) {
    for (const { name, unit } of recordablesOf({ name: components.nameOf(c), kind: kindAt(components, c) })) {
      if (name === signal) return unit;
      names.push(name);
    }
  }
  for (let line = 0; line < lines.count; line++) {
    for (const { name, unit } of recordablesOfTableLine(circuit, lines, line)) {
      if (name === signal) return unit;
      names.push(name);
    }
  }
  throw new RunError('RUN244', `measure ${text}: nothing is called '${signal}'${didYouMean(signal, names)}`, recordableNames);
}
