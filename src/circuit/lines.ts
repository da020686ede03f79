/** Data of one line: volume, or impedance and delay, from length and diameter; bulk modulus, filter, initial pressure. */
import type { CircuitLine, Fluid } from './circuit.js';
import { didYouMean } from './closest.js';
import { Rows } from './growing.js';
import type { Mistakes } from './mistakes.js';
import { type Entry, type Parts, placeOf } from './parts.js';
import { lost, type Path, type RawCircuit, type RawLine } from './raw.js';
import { lineColumns } from './tables.js';
import { formatQuantity } from './units.js';
import { type Bounds, checkBounds, quantity, rightQuantity } from './values.js';
import { waveColumns } from './views.js';

/** α of the low-pass filter on the characteristics (Krus et al. 1990). */
const usualFilter = 0.2;

type LineData = Pick<CircuitLine, 'wave' | 'volume' | 'bulkModulus' | 'tait' | 'filter' | 'initialPressure'>;
type Key = 'length' | 'diameter' | 'volume' | 'impedance' | 'delay' | 'bulkModulus' | 'filter' | 'initialPressure';
const models = ['capacitive', 'wave'];

/** Reads the data of the lines of one circuit; instances of a subcircuit that share their values share a row. */
export class LineReader {
  /** Values by `lineColumns`: a row for each set of values. */
  readonly data = new Rows(Object.keys(lineColumns).length);
  /** By line: its row. */
  readonly rows: Int32Array;
  /** Row by template, where its instances have the same values. */
  private readonly shared: number[] = [];
  private readonly defaults: Partial<RawLine>;

  constructor(
    private readonly raw: Pick<RawCircuit, 'defaults' | 'initial'>,
    private readonly fluid: Fluid,
    private readonly mistakes: Mistakes,
    count: number,
  ) {
    this.rows = new Int32Array(count);
    this.defaults = raw.defaults?.line ?? {};
  }

  /** Reads line k; false after a reported mistake. */
  read(lines: Parts<RawLine>, k: number): boolean {
    const template = lines.templateOf(k);
    let row = this.shared[template];
    if (row === undefined) {
      const data = this.dataOf(lines.at(k));
      if (!data) return false;
      row = this.data.add();
      const { wave, volume, bulkModulus, filter, initialPressure, tait } = data;
      const [impedance, delay] = wave ? [wave.impedance, wave.delay] : [Number.NaN, Number.NaN];
      const values = [volume, bulkModulus, filter, initialPressure, impedance, delay, tait ? 1 : 0, ...waveColumns(wave)];
      for (let column = 0; column < values.length; column++) this.data.set(row, column, values[column] as number);
      if (template >= 0 && lines.templates[template]?.varied.length === 0) this.shared[template] = row;
    }
    this.rows[k] = row;
    return true;
  }

  /** SI data of a line, or undefined after a reported mistake. */
  private dataOf(entry: Entry<RawLine>): LineData | undefined {
    const { mistakes, fluid } = this;
    const before = mistakes.errors;
    const isWave = this.isWave(entry);
    const ownModulus = this.value(entry, 'bulkModulus', 'Pa', { above: 0 });
    const bulkModulus = ownModulus ?? fluid.bulkModulus;
    const tait = fluid.tait !== null && ownModulus === undefined;
    const isClear = this.checkForeign(entry, isWave);
    const wave = !isWave ? null : isClear ? this.waveOf(entry, bulkModulus) : undefined;
    const volume = wave ? (bulkModulus * wave.delay) / wave.impedance : isWave ? undefined : this.volumeOf(entry);
    const filter = isWave ? 0 : (this.value(entry, 'filter', '1', { atLeast: 0, below: 1 }) ?? usualFilter);
    const initialPressure = this.initialPressureOf(entry);
    if (mistakes.errors > before || wave === undefined || volume === undefined || initialPressure === undefined) return undefined;
    return { wave, volume, bulkModulus, tait, filter, initialPressure };
  }

  /** The line's own value, or the default of the file. */
  private given<K extends keyof RawLine>(entry: Entry<RawLine>, key: K): RawLine[K] | undefined {
    return entry.raw[key] ?? this.defaults[key];
  }

  /** Where a value was written, and how a message names it. */
  private origin(entry: Entry<RawLine>, key: keyof RawLine): { path: Path; owner: string } {
    if (key in entry.raw || !(key in this.defaults)) return { path: placeOf(entry, key), owner: `line '${entry.name}'` };
    return { path: ['defaults', 'line', key], owner: 'defaults.line' };
  }

  private value(entry: Entry<RawLine>, key: Key, unit: string, bounds: Bounds): number | undefined {
    const given = this.given(entry, key);
    if (given === undefined) return undefined;
    const right = rightQuantity(given, unit, bounds);
    if (right !== undefined) return right;
    const { path, owner } = this.origin(entry, key);
    const value = quantity(given, unit, `${owner}: ${key}`, path, this.mistakes);
    if (value === 0 && key === 'length') {
      this.mistakes.add(path, 'CIR314', `${owner} has no length`, 'give it a length above 0, or join the two ends in one junction');
      return undefined;
    }
    if (value !== undefined) checkBounds(value, unit, bounds, `${owner}: ${key}`, path, this.mistakes);
    return value;
  }

  private isWave(entry: Entry<RawLine>): boolean {
    const model = this.given(entry, 'model') ?? 'capacitive';
    const friction = this.given(entry, 'friction');
    // A value of a wrong shape has been reported.
    if ((model as unknown) === lost) return false;
    if (!models.includes(model)) {
      const { path, owner } = this.origin(entry, 'model');
      this.mistakes.add(path, 'CIR315', `${owner}: no model '${model}'${didYouMean(model, models)}`, `write model: ${models.join(' or ')}`);
    } else if (friction !== undefined && friction !== 'none') {
      const { path, owner } = this.origin(entry, 'friction');
      const remedy = 'leave friction away, or put a laminarRestrictor into the line';
      const message =
        model === 'wave' ? `friction '${friction}' of a wave line is not built yet: it is lossless` : 'a capacitive line has no friction';
      this.mistakes.add(path, 'CIR315', `${owner}: ${message}`, remedy);
    }
    return model === 'wave';
  }

  /** Whether the line gives nothing that only the other model, or the other way to describe it, knows. */
  private checkForeign(entry: Entry<RawLine>, isWave: boolean): boolean {
    const { raw, name } = entry;
    const before = this.mistakes.errors;
    const own = (keys: readonly Key[]): Key | undefined => keys.find((key) => raw[key] !== undefined);
    const foreign = own(isWave ? ['volume', 'filter'] : ['impedance', 'delay']);
    if (foreign !== undefined) {
      const message = `line '${name}' is ${isWave ? 'a wave line' : 'capacitive'} and has a ${foreign}`;
      const remedy = isWave
        ? 'give impedance and delay, or length and diameter'
        : 'write model: wave, or give length and diameter, or volume';
      this.mistakes.add(placeOf(entry, foreign), 'CIR316', message, remedy);
    }
    const wave = own(['impedance', 'delay']);
    const pipe = own(['length', 'diameter']);
    if (isWave && wave !== undefined && pipe !== undefined)
      this.mistakes.add(
        placeOf(entry, wave),
        'CIR316',
        `line '${name}' has ${wave === 'delay' ? 'a delay' : 'an impedance'} and a ${pipe}`,
        'give impedance and delay, or length and diameter',
      );
    return this.mistakes.errors === before;
  }

  /** Z and T as given, or T = L/c and Z = ρ c/A with c = √(Be/ρ). */
  private waveOf(entry: Entry<RawLine>, bulkModulus: number): { impedance: number; delay: number } | undefined {
    const isPipe = entry.raw.length !== undefined || entry.raw.diameter !== undefined;
    if (!isPipe && (this.given(entry, 'impedance') !== undefined || this.given(entry, 'delay') !== undefined)) {
      this.checkComplete(entry, ['impedance', 'delay'], 'give impedance and delay, or length and diameter');
      const impedance = this.value(entry, 'impedance', 'Pa s/m3', { above: 0 });
      const delay = this.value(entry, 'delay', 's', { above: 0 });
      return impedance === undefined || delay === undefined ? undefined : { impedance, delay };
    }
    this.checkComplete(entry, ['length', 'diameter'], 'give length and diameter, or impedance and delay');
    const length = this.value(entry, 'length', 'm', { above: 0 });
    const diameter = this.value(entry, 'diameter', 'm', { above: 0 });
    if (length === undefined || diameter === undefined) return undefined;
    const { density } = this.fluid;
    const celerity = Math.sqrt(bulkModulus / density);
    return { impedance: (density * celerity) / ((Math.PI / 4) * diameter * diameter), delay: length / celerity };
  }

  private checkComplete(entry: Entry<RawLine>, keys: readonly Key[], remedy: string): void {
    const missing = keys.filter((key) => this.given(entry, key) === undefined);
    if (missing.length === 0) return;
    this.mistakes.add([...entry.path, missing[0] as string], 'CIR317', `line '${entry.name}' needs ${missing.join(' and ')}`, remedy);
  }

  private volumeOf(entry: Entry<RawLine>): number | undefined {
    const { mistakes } = this;
    const { name, raw } = entry;
    if (raw.volume !== undefined || (this.given(entry, 'volume') !== undefined && raw.length === undefined)) {
      if (raw.length !== undefined)
        mistakes.add(placeOf(entry, 'volume'), 'CIR316', `line '${name}' has a volume and a length`, 'give volume, or length and diameter');
      return this.value(entry, 'volume', 'm3', { above: 0 });
    }
    this.checkComplete(entry, ['length', 'diameter'], 'give length and diameter, or volume');
    const length = this.value(entry, 'length', 'm', { above: 0 });
    const diameter = this.value(entry, 'diameter', 'm', { above: 0 });
    return length === undefined || diameter === undefined ? undefined : (Math.PI / 4) * diameter * diameter * length;
  }

  private initialPressureOf(entry: Entry<RawLine>): number | undefined {
    const own = this.given(entry, 'initialPressure');
    const given = own ?? this.raw.initial?.pressure ?? '0 bar';
    const { vapourPressure } = this.fluid;
    const right = rightQuantity(given, 'Pa', { atLeast: vapourPressure });
    if (right !== undefined) return right;
    const { path, owner } =
      own === undefined
        ? { path: ['initial', 'pressure'], owner: 'initial: pressure' }
        : ((origin) => ({ ...origin, owner: `${origin.owner}: initialPressure` }))(this.origin(entry, 'initialPressure'));
    const pressure = quantity(given, 'Pa', owner, path, this.mistakes);
    if (pressure !== undefined && pressure < vapourPressure) {
      const shown = `${formatQuantity(pressure, 'Pa')}, below the vapour pressure of ${formatQuantity(vapourPressure, 'Pa')}`;
      this.mistakes.add(path, 'CIR207', `${owner} is ${shown}`, 'start at or above the vapour pressure');
    }
    return pressure;
  }
}
