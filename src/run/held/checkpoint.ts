/**
 * A checkpoint as bytes. In this order:
 *
 *     8 bytes   the word `ringmain`
 *     4, 4, 8   version; length of the description; length of all (whole numbers, the last one a double; little-endian)
 *     …         the description: JSON, filled up with spaces to a multiple of 8 bytes
 *     …         arrays of doubles, one behind the other, as the description lists them
 *     32        SHA-256 of all that stands before
 */

import { Sha256 } from '#sha256';
import type { Circuit } from '../../circuit/circuit.js';
import { tablesOf } from '../../circuit/views.js';
import type { StartState } from '../../network/startState.js';
import type { RowMark } from '../../results/rows.js';
import { RunError } from '../../results/runError.js';
import { integratorSettings } from '../../settings/integratorSettings.js';
import { keyInFile, type Setting } from '../../settings/setting.js';
import { isOf, type SettingName, settingEntries } from '../../settings/settings.js';
import type { HeldOptions } from '../types.js';
import type { SavedState } from './state.js';

/** Moved on whenever something else is saved, or in another order. */
const version = 6;
const magic = 'ringmain';
const headBytes = 24;
const hashBytes = 32;

/** Options that results follow from, beside the circuit. */
export const resultOptions: readonly ((SettingName & keyof HeldOptions) | 'tunable')[] = [
  ...settingEntries.flatMap(([name, setting]) =>
    setting.program !== false && setting.changes === 'results' && isOf(setting, 'lines') ? [name as SettingName & keyof HeldOptions] : [],
  ),
  'tunable',
];
export type SavedOptions = Pick<HeldOptions, (typeof resultOptions)[number]>;

export interface Checkpoint {
  /** Of the circuit: its parts, and their values. */
  readonly hash: string;
  readonly values: string;
  readonly circuit: string;
  /** s, simulated */
  readonly time: number;
  readonly options: SavedOptions;
  /** Where results depend on the plan: by component, its partition. */
  readonly owner: Int32Array | null;
  readonly start: StartState | null;
  /** Values that have been set, SI, in their order. */
  readonly set: readonly (readonly [name: string, value: number])[];
  /** Rows that stand in a file of their own; null: all that there are stand here. */
  readonly mark: RowMark | null;
  readonly state: SavedState;
}

interface Description extends Pick<Checkpoint, 'hash' | 'values' | 'circuit' | 'time' | 'options' | 'set' | 'mark'> {
  readonly hasOwner: boolean;
  /** Components with states to start from, and the names of these; the search's notes. */
  readonly start: { readonly states: readonly (readonly [number, readonly string[]])[]; readonly notes: readonly string[] } | null;
  readonly arrays: readonly (readonly [name: string, length: number])[];
}

const stateArrays = ['decisions', 'cells', 'words', 'closed', 'rows', 'left'] as const satisfies readonly (keyof SavedState)[];

/** The bytes of a checkpoint. */
export function encodeCheckpoint({ owner, start, state, ...rest }: Checkpoint): Uint8Array {
  const states = [...(start?.states ?? [])];
  const arrays: [string, Float64Array][] = [
    ['owner', Float64Array.from(owner ?? [])],
    ['pressure', start?.pressure ?? new Float64Array(0)],
    ['flow', start?.flow ?? new Float64Array(0)],
    ['states', Float64Array.from(states.flatMap(([, values]) => Object.values(values)))],
    ...stateArrays.map((name): [string, Float64Array] => [name, state[name]]),
  ];
  const head = {
    ...rest,
    hasOwner: owner !== null,
    start: start && { states: states.map(([c, values]) => [c, Object.keys(values)] as const), notes: start.notes ?? [] },
  };
  return packCheckpoint(head satisfies Omit<Description, 'arrays'>, arrays);
}

/** The bytes of a description and of arrays. */
export function packCheckpoint(head: object, arrays: readonly (readonly [name: string, values: Float64Array])[]): Uint8Array {
  const description = { ...head, arrays: arrays.map(([name, { length }]) => [name, length]) };
  const text = new TextEncoder().encode(JSON.stringify(description));
  const words = Math.ceil(text.length / 8) * 8;
  const doubles = arrays.reduce((sum, [, { length }]) => sum + length, 0);
  const bytes = new Uint8Array(headBytes + words + 8 * doubles + hashBytes);
  bytes.set(new TextEncoder().encode(magic));
  const view = new DataView(bytes.buffer);
  view.setUint32(8, version, true);
  view.setUint32(12, words, true);
  view.setFloat64(16, bytes.length, true);
  bytes.fill(0x20, headBytes, headBytes + words).set(text, headBytes);
  let at = headBytes + words;
  for (const [, values] of arrays) {
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  bytes.set(sha(bytes.subarray(0, at)), at);
  return bytes;
}

/** Whether bytes begin as a checkpoint of some version: circuit files begin with the same word. */
export function beginsAsCheckpoint(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, magic.length)) === magic && bytes[10] === 0 && bytes[11] === 0;
}

/** Reads the bytes back. Throws RunError for bytes that are no checkpoint, or not a whole one, or of another version. */
export function decodeCheckpoint(bytes: Uint8Array): Checkpoint {
  const { description, array } = unpackCheckpoint<Description>(bytes);
  const { hasOwner, start, arrays: _, ...rest } = description;
  return {
    ...rest,
    owner: hasOwner ? Int32Array.from(array('owner')) : null,
    start: start && {
      pressure: array('pressure'),
      flow: array('flow'),
      states: statesOf(start.states, array('states')),
      notes: start.notes,
    },
    state: Object.fromEntries(stateArrays.map((name) => [name, array(name)])) as unknown as SavedState,
  };
}

/** Throws RunError for a checkpoint of another circuit, or of other values of it. */
export function checkCircuit(circuit: Circuit, { hash, values, circuit: name }: Pick<Checkpoint, 'hash' | 'values' | 'circuit'>): void {
  if (hash !== circuit.hash)
    throw new RunError(
      'RUN405',
      `the checkpoint is of another circuit, '${name}': components or connections differ from those of '${circuit.name}'`,
      'give the circuit that was run',
    );
  if (values !== valuesHash(circuit))
    throw new RunError(
      'RUN406',
      `values or the order of '${circuit.name}' have changed since the checkpoint was written`,
      'give the circuit, and --set, as they were; or run from the start',
    );
}

/** A description and its arrays, an empty one for a name that it lacks. Throws RunError for bytes that are no checkpoint, or not a whole one, or of another version. */
export function unpackCheckpoint<Head extends Pick<Description, 'arrays'>>(
  bytes: Uint8Array,
): { readonly description: Head; readonly array: (name: string) => Float64Array } {
  const again = 'take the checkpoint before it, or run from the start';
  if (!beginsAsCheckpoint(bytes))
    throw new RunError('RUN401', 'this is no checkpoint of ringmain', 'give a file that --checkpoint wrote, or what save() gave');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(8, true) !== version)
    throw new RunError(
      'RUN404',
      `the checkpoint is of version ${view.getUint32(8, true)}, this program knows version ${version}`,
      'resume with the program that wrote it',
    );
  const whole = bytes.length >= headBytes ? view.getFloat64(16, true) : headBytes + hashBytes;
  if (bytes.length < whole) throw new RunError('RUN402', `the checkpoint is cut: ${bytes.length} bytes of ${whole}`, again);
  const end = bytes.length - hashBytes;
  const written = bytes.subarray(end);
  if (bytes.length > whole || sha(bytes.subarray(0, end)).some((byte, k) => byte !== written[k]))
    throw new RunError('RUN403', 'the checkpoint was altered since it was written: its SHA-256 is another', again);
  const head = view.getUint32(12, true);
  const description = JSON.parse(new TextDecoder().decode(bytes.subarray(headBytes, headBytes + head))) as Head;
  // A copy, as doubles begin at multiples of eight bytes; by hand, as `slice` of Node's Buffer makes none.
  const values = new Float64Array(new Uint8Array(bytes.subarray(headBytes + head, end)).buffer);
  let at = 0;
  const arrays = new Map(
    description.arrays.map(([name, length]) => {
      at += length;
      return [name, values.subarray(at - length, at)] as const;
    }),
  );
  return { description, array: (name) => arrays.get(name) ?? new Float64Array(0) };
}

/** The solver that saved a run, 'tlm' or the name of an integrator, and parameters that could be set. `decode` refuses bytes that are no checkpoint. */
export function savedBy(bytes: Uint8Array): { readonly solver: string; readonly tunable: readonly string[] } {
  if (!beginsAsCheckpoint(bytes)) return { solver: 'tlm', tunable: [] };
  const { engine, options, tunable } = unpackCheckpoint<SavedBy>(bytes).description;
  if (engine !== 'integrators') return { solver: 'tlm', tunable: options.tunable ?? [] };
  return { solver: options.solver ?? 'rodas4', tunable: tunable ?? [] };
}

/** The arrays that show which engine has saved a run. */
interface SavedBy extends Pick<Description, 'arrays'> {
  readonly engine?: 'integrators';
  readonly options: { readonly solver?: string; readonly tunable?: readonly string[] };
  /** Of integrators. */
  readonly tunable?: readonly string[];
}

/** The accuracy and the end in an integrator's checkpoint. */
interface SavedAccuracy extends SavedBy {
  readonly settled: Readonly<Record<string, unknown>>;
  /** By unknown; none: whatever they are. */
  readonly absoluteTolerance: readonly number[];
}

/** A checkpoint from which the run goes on with another accuracy, or to another end: its results then differ from those of the run that was saved. */
export function changedCheckpoint(bytes: Uint8Array, changes: Pick<SavedOptions, 'pressureError' | 'until' | 'tunable'>): Uint8Array {
  const saved = decodeCheckpoint(bytes);
  return encodeCheckpoint({ ...saved, options: { ...saved.options, ...changes } });
}

/** Changes the accuracy and the end of a run by an integrator. */
export function changedAccuracy(bytes: Uint8Array, changes: { readonly relativeTolerance: number; readonly until: number }): Uint8Array {
  const { description, array } = unpackCheckpoint<SavedAccuracy>(bytes);
  const { options, settled, arrays, ...rest } = description;
  const changed = { ...rest, options: { ...options, ...changes }, settled: { ...settled, ...changes }, absoluteTolerance: [] };
  return packCheckpoint(
    changed,
    arrays.map(([name]) => [name, array(name)]),
  );
}

function statesOf(names: readonly (readonly [number, readonly string[]])[], values: Float64Array): StartState['states'] {
  let at = 0;
  return new Map(names.map(([c, own]) => [c, Object.fromEntries(own.map((name) => [name, values[at++]]))]));
}

function sha(bytes: Uint8Array): Uint8Array {
  const hex = new Sha256().update(bytes).hex();
  return Uint8Array.from({ length: hashBytes }, (_, k) => Number.parseInt(hex.slice(2 * k, 2 * k + 2), 16));
}

/** Keys of a circuit that only integrators take have no part in a run by lines. */
const keysOfIntegrators = new Set(Object.values<Setting>(integratorSettings).map(keyInFile));
const ofLines = (section: object): object => Object.fromEntries(Object.entries(section).filter(([key]) => !keysOfIntegrators.has(key)));

/** SHA-256 (hex) of everything of a circuit that results follow from, in its order: also what `Circuit.hash` leaves out, names in their order and values. */
export function valuesHash(circuit: Circuit): string {
  const { components, lines, direct, signals } = tablesOf(circuit);
  const sha = new Sha256();
  const encoder = new TextEncoder();
  const text = (value: unknown): unknown => sha.update(encoder.encode(`${JSON.stringify(value)}\n`));
  const numbers = (values: Float64Array | Int32Array): unknown =>
    sha.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  text([circuit.fluid, ofLines(circuit.run), ofLines(circuit.record), signals]);
  text(components.kinds);
  for (let c = 0; c < components.count; c++) text(components.nameOf(c));
  for (const column of [components.kind, components.row]) numbers(column);
  for (const { names, rows, tables } of components.parameters) {
    text([names, tables]);
    names.forEach((_, column) => numbers(rows.column(column)));
  }
  for (let line = 0; line < lines.count; line++) text(lines.nameOf(line));
  for (const column of [lines.from, lines.fromPort, lines.to, lines.toPort, lines.row]) numbers(column);
  for (let column = 0; column < lines.data.width; column++) numbers(lines.data.column(column));
  for (const column of [direct.component, direct.port, direct.reference, direct.referencePort]) numbers(column);
  return sha.hex();
}
