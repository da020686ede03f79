/** Data of one line: volume from length and diameter, bulk modulus, filter, initial pressure. */
import type { CircuitLine, Fluid } from './circuit.js';
import { type Entry, placeOf } from './compact.js';
import type { Mistakes } from './mistakes.js';
import type { Path, RawCircuit, RawLine } from './raw.js';
import { formatQuantity } from './units.js';
import { type Bounds, checkBounds, quantity, rightQuantity } from './values.js';

/** α of the low-pass filter on the characteristics (Krus et al. 1990). */
const usualFilter = 0.2;

type LineData = Pick<CircuitLine, 'volume' | 'bulkModulus' | 'filter' | 'initialPressure'>;
type Key = 'length' | 'diameter' | 'volume' | 'bulkModulus' | 'filter' | 'initialPressure';

/** Reads the data of the lines of one circuit; instances of a subcircuit that share their values share the result. */
export class LineReader {
  private readonly known = new Map<object, LineData>();
  private readonly defaults: Partial<RawLine>;

  constructor(
    private readonly raw: Pick<RawCircuit, 'defaults' | 'initial'>,
    private readonly fluid: Fluid,
    private readonly mistakes: Mistakes,
  ) {
    this.defaults = raw.defaults?.line ?? {};
  }

  /** SI data of a line, or undefined after a reported mistake. */
  dataOf(entry: Entry<RawLine>): LineData | undefined {
    const same = entry.alike && this.known.get(entry.alike);
    if (same) return same;
    const { mistakes, fluid } = this;
    const before = mistakes.errors;
    this.checkModel(entry);
    const volume = this.volumeOf(entry);
    const bulkModulus = this.value(entry, 'bulkModulus', 'Pa', { above: 0 }) ?? fluid.bulkModulus;
    const filter = this.value(entry, 'filter', '1', { atLeast: 0, below: 1 }) ?? usualFilter;
    const initialPressure = this.initialPressureOf(entry);
    if (mistakes.errors > before || volume === undefined || initialPressure === undefined) return undefined;
    const data = { volume, bulkModulus, filter, initialPressure };
    if (entry.alike) this.known.set(entry.alike, data);
    return data;
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

  private checkModel(entry: Entry<RawLine>): void {
    const model = this.given(entry, 'model');
    const friction = this.given(entry, 'friction');
    if (model !== undefined && model !== 'capacitive') {
      const { path, owner } = this.origin(entry, 'model');
      this.mistakes.add(path, 'CIR315', `${owner}: model '${model}' is not built yet`, 'write model: capacitive, or leave it away');
    } else if (friction !== undefined && friction !== 'none') {
      const { path, owner } = this.origin(entry, 'friction');
      const remedy = 'leave friction away, or put a laminarRestrictor into the line';
      this.mistakes.add(path, 'CIR315', `${owner}: a capacitive line has no friction`, remedy);
    }
  }

  private volumeOf(entry: Entry<RawLine>): number | undefined {
    const { mistakes } = this;
    const { name, raw, path } = entry;
    if (raw.volume !== undefined || (this.given(entry, 'volume') !== undefined && raw.length === undefined)) {
      if (raw.length !== undefined)
        mistakes.add(placeOf(entry, 'volume'), 'CIR316', `line '${name}' has a volume and a length`, 'give volume, or length and diameter');
      return this.value(entry, 'volume', 'm3', { above: 0 });
    }
    const missing = (['length', 'diameter'] as const).filter((key) => this.given(entry, key) === undefined);
    if (missing.length > 0)
      mistakes.add(
        [...path, missing[0] as string],
        'CIR317',
        `line '${name}' needs ${missing.join(' and ')}`,
        'give length and diameter, or volume',
      );
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
