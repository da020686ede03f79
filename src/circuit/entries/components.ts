/** Entries of `components:` → kinds with SI parameters. */
import type { KindDefinition, ParameterDeclaration } from '../../equations/language/definition.js';
import type { ParameterValue, Table } from '../circuit.js';
import { closest, didYouMean } from '../file/closest.js';
import { isName, type Mistakes } from '../file/mistakes.js';
import { lost, type RawComponent } from '../file/raw.js';
import { shown } from '../file/shown.js';
import type { ComponentTable, ParameterRows } from '../tables.js';
import { GrowingRows } from '../text/growing.js';
import { numberAt } from '../text/known.js';
import { describeDeclared } from '../text/units.js';
import { brokenRule, keeps, requirementsOf } from './requirements.js';
import { type ComponentIndex, type Entry, placeOf, type Section, type Template } from './section.js';
import { inUnit, isDefaultIn, signalParameters, unitOfValues } from './signalUnits.js';
import { parameter, rightQuantity } from './values.js';

/** In `kind` where the kind is not known: the component stands in for itself, so that its lines are no second mistake. */
export const unknownKind = -1;

interface OpenParameters extends ParameterRows {
  readonly rows: GrowingRows;
  readonly units: Map<number, string>;
  /** Those that say which unit the signals have. */
  readonly ofSignals: readonly string[];
}

/** Resolves every component; all mistakes are reported. `ambientPressure` is that of the open air as the file counts. With `isPlain`, names of repeated components need not be looked at. */
export function resolveComponents(
  entries: Section<RawComponent>,
  index: ComponentIndex,
  isPlain: boolean,
  known: ReadonlyMap<string, KindDefinition>,
  broken: ReadonlySet<string>,
  ambientPressure: number,
  mistakes: Mistakes,
): ComponentTable {
  checkNames(entries, isPlain, mistakes);
  const reader = new ComponentReader(entries, known, broken, ambientPressure, mistakes);
  const count = entries.length;
  const kind = new Int32Array(count);
  const row = new Int32Array(count);
  for (let c = 0; c < count; c++) {
    reader.read(c);
    kind[c] = reader.kind;
    row[c] = reader.row;
  }
  const { kinds, parameters } = reader;
  for (const { rows } of parameters) rows.trim();
  return { count, kinds, parameters, kind, row, nameOf: (c) => entries.nameOf(c), find: (name) => index.find(name) };
}

function checkNames(entries: Section<RawComponent>, isPlain: boolean, mistakes: Mistakes): void {
  const names = new Set<string>();
  for (let c = 0; c < (isPlain ? entries.owned : entries.length); c++) {
    const name = entries.nameOf(c);
    if (!isName(name)) mistakes.notAName(entries.pathOf(c), 'component', name);
    // Names of the file's own components are keys of one map.
    if (isPlain) continue;
    if (names.has(name))
      mistakes.add([...entries.pathOf(c), '', name], 'CIR107', `component '${name}' stands twice`, 'give one of the two another name');
    names.add(name);
  }
}

class ComponentReader {
  readonly kinds: (KindDefinition | null)[] = [null];
  readonly parameters: OpenParameters[] = [
    { names: [], isTable: [], rows: new GrowingRows(0), tables: [], units: new Map(), ofSignals: [] },
  ];
  /** Of the component that was read last. */
  kind = 0;
  row = 0;

  private readonly numbers = new Map<string, number>();
  private readonly defaults = new Map<string, ParameterValue>();
  /** By template: kind and row of the first instance without a mistake. */
  private readonly first: (readonly [kind: number, row: number] | undefined)[] = [];

  constructor(
    private readonly entries: Section<RawComponent>,
    private readonly known: ReadonlyMap<string, KindDefinition>,
    private readonly broken: ReadonlySet<string>,
    private readonly ambientPressure: number,
    private readonly mistakes: Mistakes,
  ) {
    this.parameters[0]?.rows.add();
  }

  read(c: number): void {
    const { entries, mistakes } = this;
    const number = entries.templateOf(c);
    const before = this.first[number];
    if (before) {
      this.kind = before[0];
      const row = this.again(entries.templates[number] as Template<RawComponent>, before, entries.instanceOf(c));
      if (row >= 0) {
        this.row = row;
        return;
      }
    }
    const errors = mistakes.errors;
    this.readEntry(entries.at(c));
    if (number >= 0 && !before && mistakes.errors === errors && this.kind !== unknownKind) this.first[number] = [this.kind, this.row];
  }

  /** Row of another instance: the same, or a copy with its own values; -1 where these are not plainly right. */
  private again({ varied }: Template<RawComponent>, [number, row]: readonly [number, number], i: number): number {
    if (varied.length === 0) return row;
    const { names, rows, units } = this.parameters[number] as OpenParameters;
    const unit = units.get(row);
    const kind = this.kinds[number];
    const values: number[] = [];
    for (const [key, value] of varied) {
      const declared = kind?.parameters[key] && inUnit(this.counted(kind.parameters[key]), unit);
      if (!declared || declared.table) return -1;
      const right = rightQuantity(value(i), declared.unit, declared);
      if (right === undefined) return -1;
      values.push(right);
    }
    const rules = kind ? requirementsOf(kind) : [];
    const valueFor = (name: string): number => {
      const k = varied.findIndex(([key]) => key === name);
      return k < 0 ? rows.get(row, names.indexOf(name)) : numberAt(values, k);
    };
    if (rules.some((rule) => !keeps(rule, valueFor))) return -1;
    const copy = rows.add(row);
    if (unit !== undefined) units.set(copy, unit);
    varied.forEach(([key], k) => rows.set(copy, names.indexOf(key), numberAt(values, k)));
    return copy;
  }

  private readEntry(entry: Entry<RawComponent>): void {
    const { name, raw, path } = entry;
    const { mistakes, broken, known } = this;
    this.kind = unknownKind;
    this.row = 0;
    if (raw.kind === 'junction') {
      this.kind = 0;
      for (const key of Object.keys(raw))
        if (key !== 'kind')
          mistakes.add([...path, key], 'CIR303', `junction '${name}' has no parameter '${key}'`, 'a junction has no parameters');
      return;
    }
    const given = raw.kind;
    if (given === lost) return;
    const kind = typeof given === 'string' ? known.get(given) : undefined;
    if (!kind) {
      if (typeof given === 'string' && broken.has(given)) return;
      const meant = (): string => (typeof given === 'string' ? didYouMean(given, [...known.keys(), 'junction']) : '');
      const message = (): string => `component '${name}': no kind ${shown(given)}${meant()}`;
      mistakes.add(placeOf(entry, 'kind'), 'CIR301', message, "'ringmain components' lists the kinds; your own go under definitions:");
      return;
    }
    this.kind = this.numberOf(kind);
    this.row = this.readParameters(entry, kind, this.parameters[this.kind] as OpenParameters);
  }

  private numberOf(kind: KindDefinition): number {
    let number = this.numbers.get(kind.kind);
    if (number === undefined) {
      const declared = Object.entries(kind.parameters);
      number = this.kinds.push(kind) - 1;
      this.parameters.push({
        names: declared.map(([name]) => name),
        isTable: declared.map(([, { table }]) => table !== undefined),
        rows: new GrowingRows(declared.length),
        tables: [],
        units: new Map(),
        ofSignals: signalParameters(kind),
      });
      this.numbers.set(kind.kind, number);
    }
    return number;
  }

  private readParameters(
    entry: Entry<RawComponent>,
    kind: KindDefinition,
    { names, rows, tables, units, ofSignals }: OpenParameters,
  ): number {
    const { name, raw } = entry;
    const { mistakes } = this;
    const row = rows.add();
    const meant = this.meantBy(entry, kind, names);
    const unit = ofSignals.length > 0 ? unitOfValues(kind, ofSignals, entry, mistakes) : null;
    if (typeof unit === 'string') units.set(row, unit);
    for (const [column, key] of names.entries()) {
      const own = kind.parameters[key] as ParameterDeclaration;
      if (own.anyUnit && unit === undefined) continue;
      const declared = inUnit(this.counted(own), unit);
      const given = Object.hasOwn(raw, key) ? raw[key] : undefined;
      const right = declared.table ? undefined : rightQuantity(given, declared.unit, declared);
      if (right !== undefined) {
        rows.set(row, column, right);
        continue;
      }
      let value: ParameterValue | undefined;
      if (given !== undefined) value = parameter(given, declared, `${kind.kind} '${name}': ${key}`, placeOf(entry, key), mistakes);
      else if (declared.default !== undefined && (!own.anyUnit || isDefaultIn(declared))) value = this.defaultOf(kind, key, entry);
      else if (!meant.has(key)) this.reportMissing(entry, kind, key, declared, unit);
      if (value !== undefined) rows.set(row, column, cellOf(value, tables));
    }
    if (kind.requires) this.checkRules(entry, kind, (key) => rows.get(row, names.indexOf(key)));
    return row;
  }

  /** Reports keys that are no parameters of the kind; the parameters that they were meant for, which are not missing. */
  private meantBy({ name, raw, path }: Entry<RawComponent>, kind: KindDefinition, names: readonly string[]): Set<string | undefined> {
    const meant = new Set<string | undefined>();
    for (const key in raw) {
      if (key === 'kind' || Object.hasOwn(kind.parameters, key)) continue;
      meant.add(closest(key, names));
      const message = (): string => `${kind.kind} '${name}' has no parameter '${key}'${didYouMean(key, names)}`;
      const remedy = names.length > 0 ? `its parameters are ${names.join(', ')}` : 'it has no parameters';
      this.mistakes.add([...path, key], 'CIR302', message, remedy);
    }
    return meant;
  }

  private reportMissing(
    { name, path }: Entry<RawComponent>,
    kind: KindDefinition,
    key: string,
    declared: ParameterDeclaration,
    unit: string | null | undefined,
  ): void {
    const own = kind.parameters[key] as ParameterDeclaration;
    const noUnit = declared.default === undefined ? '' : `: its default, ${declared.default}, has no unit, other values are in ${unit}`;
    const quantity = `${own.anyUnit && unit === null ? '' : 'a value of '}${describeDeclared(unit === null ? own : { unit: declared.unit })}`;
    this.mistakes.add(
      [...path, key],
      'CIR304',
      `${kind.kind} '${name}' needs ${key}${noUnit}`,
      `add ${key}: ${declared.table ? 'a list of points' : quantity} (${declared.about})`,
    );
  }

  /** Rules between parameters; a broken one stands where the first of its parameters that the file gives does. */
  private checkRules(entry: Entry<RawComponent>, kind: KindDefinition, valueFor: (parameter: string) => number): void {
    const { name, raw, path } = entry;
    for (const rule of requirementsOf(kind)) {
      if (keeps(rule, valueFor)) continue;
      const isGiven = (key: string): boolean => raw[key] !== undefined;
      const { message, remedy } = brokenRule(rule, kind, valueFor, isGiven);
      const first = rule.parameters.find(isGiven);
      this.mistakes.add(first === undefined ? path : placeOf(entry, first), 'CIR215', `${kind.kind} '${name}': ${message}`, remedy);
    }
  }

  /** A declaration with its bounds as the file counts pressures. */
  private counted(declared: ParameterDeclaration): ParameterDeclaration {
    const { level, above, atLeast, below, atMost } = declared;
    if (!level || this.ambientPressure === 0) return declared;
    const bounds = Object.entries({ above, atLeast, below, atMost }).flatMap(([name, bound]) =>
      bound === undefined ? [] : [[name, bound + this.ambientPressure]],
    );
    return { ...declared, ...Object.fromEntries(bounds) };
  }

  private defaultOf(kind: KindDefinition, key: string, { path }: Entry<RawComponent>): ParameterValue | undefined {
    const cell = `${kind.kind}.${key}`;
    let value = this.defaults.get(cell);
    if (value !== undefined) return value;
    const declared = kind.parameters[key] as KindDefinition['parameters'][string];
    // An SI number in a definition needs no unit.
    value =
      typeof declared.default === 'number'
        ? declared.default
        : parameter(declared.default, declared, `${kind.kind}: default of ${key}`, path, this.mistakes);
    if (typeof value === 'number' && declared.level) value += this.ambientPressure;
    if (value !== undefined) this.defaults.set(cell, value);
    return value;
  }
}

/** What a row has for a value; a table is added to those of its kind. */
const cellOf = (value: ParameterValue, tables: Table[]): number => (typeof value === 'object' ? tables.push(value) - 1 : value);
