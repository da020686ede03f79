/** Data of one line: volume, or impedance and delay, from length and diameter; bulk modulus, filter, initial pressure. */
import { type FrictionName, frictionNames, waveFrictions } from '../../blocks/waves/frictions.js';
import { type PortType, portTypes } from '../../equations/language/definition.js';
import type { CircuitLine, Fluid, LineModelData, WaveLine } from '../circuit.js';
import { type Entry, placeOf, type Section } from '../entries/section.js';
import { type Bounds, checkBounds, quantity, rightQuantity } from '../entries/values.js';
import { didYouMean } from '../file/closest.js';
import type { Mistakes } from '../file/mistakes.js';
import { lost, type Path, type RawCircuit, type RawLine } from '../file/raw.js';
import { shown } from '../file/shown.js';
import type { FluidLaw } from '../fluid/fluidLaw.js';
import { lineColumns } from '../tables.js';
import { GrowingRows } from '../text/growing.js';
import { numberAt } from '../text/known.js';
import { formatQuantity } from '../text/units.js';
import { type LineData, lineRow } from '../views.js';
import { frictionOf, mostElements, warnOfLumped } from './lineFriction.js';
import { checkForeignModel, type ModelKeys, modelDataOf, orList, ownModel, ownModels } from './lineModels.js';
import { hasSize } from './lineSize.js';
import { checkedAir, checkGas, warnOfSoftWave } from './lineStart.js';
import { type MechanicalType, mechanicalLine, reportSpringKey } from './mechanicalLines.js';
import { PlainPipes, pipeVolume } from './plainPipes.js';
import { segmentsOf } from './segments.js';

/** α of the low-pass filter on the characteristics (Krus et al. 1990). */
const usualFilter = 0.2;

type Key = Exclude<keyof RawLine, 'from' | 'to' | 'model' | 'friction' | 'cavitation'>;
const models = ['capacitive', 'wave', 'rigid', ...ownModels.map(({ name }) => name)];
const plain = 'capacitive';
/** Keys that only a wave line has, and only one with friction. */
const waveKeys: readonly Key[] = ['impedance', 'delay', 'elevation', 'elements', 'gasFraction'];
const frictionKeys: readonly Key[] = ['frictionTolerance', 'roughness', 'velocity'];
/** Frictions whose lines are divided into elements for it. */
const dividing = frictionNames.filter((name) => waveFrictions[name].remembers !== 'nothing');
/** m/s2 */
const gravity = 9.80665;
/** Pa, of steel */
const usualWallModulus = 210e9;
/** m, of drawn tube */
const usualRoughness = 1.5e-6;
const usualTolerance = 0.01;
const cavitations = ['vapour', 'gas'];
/** So little that what opens is a vapour cavity, enough to close it softly: Wylie, J. Fluids Eng. 106 (1984) 307. */
const usualGas = 1e-7;
/** Above it gas is no longer a small part of an element at low pressure. */
const mostGas = 0.1;
/** Elements of a line without friction that has gas cavities. */
const usualGasElements = 16;
/** m/s, in pressure lines of machines */
const usualVelocity = 5;

/** Reads the data of the lines of one circuit; instances of a subcircuit that share their values share a row. */
export class LineReader {
  /** Values by `lineColumns`: a row for each set of values. */
  readonly data: GrowingRows;
  /** By line: its row. */
  readonly rows: Int32Array;
  /** By row: what lines of another model than the plain one have beside their data. */
  readonly models = new Map<number, LineModelData>();
  /** Row by template and type of port, where the instances have the same values. */
  private readonly shared: number[] = [];
  /** By line: type of its ports. */
  private readonly types: Uint8Array;
  private readonly defaults: Partial<RawLine>;
  private readonly pipes: PlainPipes;

  constructor(
    private readonly raw: Pick<RawCircuit, 'defaults' | 'initial'>,
    private readonly fluid: Fluid,
    private readonly ambientPressure: number,
    private readonly fluidLaw: FluidLaw | null,
    private readonly mistakes: Mistakes,
    lines: Pick<Section<RawLine>, 'length' | 'owned'>,
  ) {
    // Those of subcircuits may share rows.
    this.data = new GrowingRows(Object.keys(lineColumns).length, lines.owned);
    this.rows = new Int32Array(lines.length);
    this.types = new Uint8Array(lines.length);
    this.defaults = raw.defaults?.line ?? {};
    this.pipes = new PlainPipes(this.data, this.defaults);
  }

  /** Type of a line that has been read; of one with a mistake hydraulic. */
  typeOf(k: number): PortType {
    return portTypes[numberAt(this.types, k)] as PortType;
  }

  /** The wall's part of 1/B of a line where the fluid's law holds, else NaN. */
  lawOf(k: number): number {
    return this.data.get(numberAt(this.rows, k), lineColumns.law);
  }

  /** Reads line k between ports of a type; false after a reported mistake. */
  read(lines: Section<RawLine>, k: number, type: PortType): boolean {
    const template = lines.templateOf(k);
    const number = portTypes.indexOf(type);
    const shared = template < 0 ? -1 : portTypes.length * template + number;
    this.types[k] = number;
    let row = this.shared[shared] ?? (type === 'hydraulic' ? this.pipes.row(lines, k) : undefined);
    if (row === undefined) {
      const data = type === 'hydraulic' ? this.dataOf(lines.at(k)) : this.mechanicalDataOf(lines.at(k), type);
      if (!data || !hasSize(lines.at(k), data, this.mistakes)) return false;
      row = this.data.add();
      for (const [column, value] of lineRow(data).entries()) this.data.set(row, column, value);
      if (data.model) this.models.set(row, data.model);
      if (type === 'hydraulic' && !data.model) this.pipes.learn(lines, k, row);
      if (template >= 0 && lines.templates[template]?.varied.length === 0) this.shared[shared] = row;
    }
    this.rows[k] = row;
    return true;
  }

  /** SI data of a line, or undefined after a reported mistake. */
  private dataOf(entry: Entry<RawLine>): LineData | undefined {
    const { mistakes, fluid } = this;
    const before = mistakes.errors;
    const named = this.modelOf(entry);
    const [isWave, own] = [named === 'wave', ownModel(named)];
    const { wall, initialPressure, followed, liquid, bulkModulus } = this.oilOf(entry, isWave);
    const isClear = this.checkForeign(entry, isWave) && checkForeignModel(entry, own, mistakes);
    const wave = !isWave ? null : isClear ? this.waveOf(entry, bulkModulus) : undefined;
    const volume = wave ? (bulkModulus * wave.delay) / wave.impedance : isWave ? undefined : this.volumeOf(entry);
    const filter = isWave ? 0 : (this.filterOf(entry) ?? usualFilter);
    if (wave?.gasFraction && initialPressure !== undefined) checkGas(entry, initialPressure - Math.max(0, wave.drop ?? 0), fluid, mistakes);
    if (mistakes.errors > before || wave === undefined || volume === undefined || initialPressure === undefined) return undefined;
    if (followed && wave) warnOfSoftWave(entry, liquid, initialPressure, fluid, mistakes);
    const model = own ? modelDataOf(entry, own, { volume, bulkModulus }, this.keysOf(entry), mistakes) : {};
    if (model === undefined) return undefined;
    const law = followed && !wave && !own ? { wall: wall ? wall.diameter / wall.stiffness : 0 } : null;
    return { type: 'hydraulic', wave, volume, bulkModulus, law, filter, initialPressure, ...this.pipeOf(entry), ...model };
  }

  /** Stiffness of a line's oil at its first pressure, alone and with the wall; `followed`: the law by which it follows the pressure. */
  private oilOf(entry: Entry<RawLine>, isWave: boolean) {
    const { fluid, fluidLaw } = this;
    const own = this.value(entry, 'bulkModulus', 'Pa', { above: 0 });
    const wall = this.wallOf(entry);
    const initialPressure = this.initialPressureOf(entry);
    // Where cavities hold the line's air, the liquid between them is without.
    const isFree = isWave && fluid.air?.times !== undefined && this.given(entry, 'cavitation') === 'gas';
    const followed = own === undefined && !isFree ? fluidLaw : null;
    const liquid = own ?? (followed ? 1 / followed.compliance(initialPressure ?? 0) : fluid.bulkModulus);
    const bulkModulus = wall ? liquid / (1 + (liquid * wall.diameter) / wall.stiffness) : liquid;
    return { wall, initialPressure, followed, liquid, bulkModulus };
  }

  /** The reader of a line of a model of its own. */
  private keysOf(entry: Entry<RawLine>): ModelKeys {
    return {
      given: (key) => this.given(entry, key as keyof RawLine),
      origin: (key) => this.origin(entry, key as keyof RawLine),
      size: (key) => this.value(entry, key, 'm', { above: 0 }),
      checkComplete: (keys, remedy) => this.checkComplete(entry, keys as readonly Key[], remedy),
      followsLaw: this.fluidLaw !== null && this.given(entry, 'bulkModulus') === undefined,
    };
  }

  private mechanicalDataOf(entry: Entry<RawLine>, type: MechanicalType): LineData | undefined {
    const data = mechanicalLine(type, entry, (key, unit, bounds) => this.value(entry, key, unit, bounds), this.mistakes);
    const filter = this.filterOf(entry);
    if (!data || filter === undefined) return undefined;
    const { wave, stiffness, yielding, initial } = data;
    return { type, wave, volume: yielding, bulkModulus: stiffness, law: null, filter: wave ? 0 : filter, initialPressure: initial };
  }

  private filterOf(entry: Entry<RawLine>): number | undefined {
    const before = this.mistakes.errors;
    const filter = this.value(entry, 'filter', '1', { atLeast: 0, below: 1 });
    return this.mistakes.errors > before ? undefined : (filter ?? usualFilter);
  }

  /** Length and diameter, where the line is described by them; they have been checked. */
  private pipeOf(entry: Entry<RawLine>): Pick<CircuitLine, 'pipe'> {
    const { length: own, volume, impedance, delay } = entry.raw;
    if (own === undefined && (volume ?? impedance ?? delay) !== undefined) return {};
    const [length, diameter] = [this.value(entry, 'length', 'm', {}), this.value(entry, 'diameter', 'm', {})];
    return length === undefined || diameter === undefined ? {} : { pipe: { length: length / segmentsOf(entry.raw.segments), diameter } };
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

  /** A value that is a text; `lost` after a reported mistake. A parameter of a subcircuit may be anything. */
  private text(entry: Entry<RawLine>, key: 'model' | 'friction' | 'cavitation'): string | typeof lost | undefined {
    const given: unknown = this.given(entry, key);
    if (given === undefined || given === lost || typeof given === 'string') return given;
    const { path, owner } = this.origin(entry, key);
    this.mistakes.add(path, 'CIR103', `${owner}: ${key} is ${shown(given)}, not a text`, `give ${key} a text`);
    return lost;
  }

  /** Name of the line's model; of one with a mistake there the plain one's. */
  private modelOf(entry: Entry<RawLine>): string {
    const model = this.text(entry, 'model') ?? plain;
    const friction = this.text(entry, 'friction');
    if (model === lost) return plain;
    if (!models.includes(model)) {
      const { path, owner } = this.origin(entry, 'model');
      this.mistakes.add(path, 'CIR315', `${owner}: no model '${model}'${didYouMean(model, models)}`, `write model: ${orList(models)}`);
    } else if (friction !== undefined && friction !== lost && friction !== 'none') {
      const { path, owner } = this.origin(entry, 'friction');
      if (!(frictionNames as readonly string[]).includes(friction))
        this.mistakes.add(
          path,
          'CIR315',
          `${owner}: no friction '${friction}'${didYouMean(friction, frictionNames)}`,
          `write friction: ${orList(frictionNames)}`,
        );
      else if (model !== 'wave')
        this.mistakes.add(
          path,
          'CIR315',
          `${owner}: a capacitive line has no friction`,
          'write model: wave, omit friction, or put a laminarRestrictor into the line',
        );
    }
    const cavitation = this.text(entry, 'cavitation');
    if (cavitation !== undefined && cavitation !== lost && !cavitations.includes(cavitation)) {
      const { path, owner } = this.origin(entry, 'cavitation');
      const message = `${owner}: no cavitation '${cavitation}'${didYouMean(cavitation, cavitations)}`;
      this.mistakes.add(path, 'CIR315', message, `write cavitation: ${cavitations.join(' or ')}`);
    } else if (cavitation !== lost && entry.raw.cavitation !== undefined && model !== 'wave' && models.includes(model)) {
      const message = `line '${entry.name}': the only cavities of a capacitive line are those at its ports`;
      this.mistakes.add(placeOf(entry, 'cavitation'), 'CIR315', message, 'write model: wave, or omit cavitation');
    }
    return models.includes(model) ? model : plain;
  }

  /** A wall that gives adds d/(E e) to 1/B: diameter and E e; null where it does not. */
  private wallOf(entry: Entry<RawLine>): { readonly diameter: number; readonly stiffness: number } | null {
    const thickness = this.value(entry, 'wallThickness', 'm', { above: 0 });
    const modulus = this.value(entry, 'wallModulus', 'Pa', { above: 0 }) ?? usualWallModulus;
    if (thickness === undefined) {
      if (entry.raw.wallModulus !== undefined) this.checkComplete(entry, ['wallThickness'], 'give it, or omit wallModulus');
      return null;
    }
    this.checkComplete(entry, ['diameter'], 'give the diameter of the pipe, or omit wallThickness');
    const diameter = this.value(entry, 'diameter', 'm', { above: 0 });
    return diameter === undefined ? null : { diameter, stiffness: modulus * thickness };
  }

  /** Whether the line gives nothing that only the other model, or the other way to describe it, knows. */
  private checkForeign(entry: Entry<RawLine>, isWave: boolean): boolean {
    const { raw, name } = entry;
    const before = this.mistakes.errors;
    const own = (keys: readonly Key[]): Key | undefined => keys.find((key) => raw[key] !== undefined);
    reportSpringKey(entry, this.mistakes);
    const foreign = own(
      isWave
        ? ['volume', 'filter', 'segments', ...(this.frictionModel(entry) === 'none' ? frictionKeys : [])]
        : [...waveKeys, ...frictionKeys],
    );
    if (foreign !== undefined) {
      const kind = !isWave ? 'capacitive' : frictionKeys.includes(foreign) ? 'without friction' : 'a wave line';
      const message = `line '${name}' is ${kind} and has ${foreign === 'elements' || foreign === 'segments' ? foreign : `${foreign === 'elevation' ? 'an' : 'a'} ${foreign}`}`;
      this.mistakes.add(placeOf(entry, foreign), 'CIR316', message, remedyOfForeign(foreign, isWave));
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

  /** The line's friction, 'none' also where it is none of ours, which has been reported. */
  private frictionModel(entry: Entry<RawLine>): FrictionName {
    const given = this.given(entry, 'friction') as FrictionName | undefined;
    return given !== undefined && frictionNames.includes(given) ? given : 'none';
  }

  /** Z and T as given, or T = L/c and Z = ρ c/A with c = √(Be/ρ); friction and rise. */
  private waveOf(entry: Entry<RawLine>, bulkModulus: number): WaveLine | undefined {
    const elevation = this.value(entry, 'elevation', 'm', {}) ?? 0;
    const rise = elevation === 0 ? {} : { drop: this.fluid.density * gravity * elevation };
    const isPipe = entry.raw.length !== undefined || entry.raw.diameter !== undefined;
    const model = this.frictionModel(entry);
    const gasFraction = this.gasFraction(entry);
    const gas = gasFraction > 0 ? { gasFraction } : {};
    const elements = this.elements(entry);
    const ownElements = elements ?? (gasFraction > 0 ? usualGasElements : 1);
    const divided = ownElements > 1 ? { elements: ownElements } : {};
    if (!isPipe && model === 'none' && (this.given(entry, 'impedance') !== undefined || this.given(entry, 'delay') !== undefined)) {
      this.checkComplete(entry, ['impedance', 'delay'], 'give impedance and delay, or length and diameter');
      const impedance = this.value(entry, 'impedance', 'Pa s/m3', { above: 0 });
      const delay = this.value(entry, 'delay', 's', { above: 0 });
      return impedance === undefined || delay === undefined ? undefined : { impedance, delay, ...rise, ...divided, ...gas };
    }
    this.checkComplete(entry, ['length', 'diameter'], 'give length and diameter, or impedance and delay');
    const length = this.value(entry, 'length', 'm', { above: 0 });
    const diameter = this.value(entry, 'diameter', 'm', { above: 0 });
    if (length === undefined || diameter === undefined) return undefined;
    const { density, viscosity } = this.fluid;
    const celerity = Math.sqrt(bulkModulus / density);
    const impedance = (density * celerity) / ((Math.PI / 4) * diameter * diameter);
    const wave = { impedance, delay: length / celerity, ...rise, ...gas };
    if (model === 'none') return { ...wave, ...divided };
    const tolerance = this.value(entry, 'frictionTolerance', '1', { atLeast: 1e-5, atMost: 1 }) ?? usualTolerance;
    const roughness = this.value(entry, 'roughness', 'm', { atLeast: 0 }) ?? usualRoughness;
    const velocity = this.value(entry, 'velocity', 'm/s', { above: 0 }) ?? usualVelocity;
    const friction = frictionOf({ model, length, diameter, roughness, density, viscosity, impedance, elements, tolerance, velocity });
    warnOfLumped(entry, friction, impedance, tolerance, this.mistakes);
    return { ...wave, friction };
  }

  /** Elements as given; undefined where they are left to the program, or after a mistake. */
  private elements(entry: Entry<RawLine>): number | undefined {
    const elements = this.value(entry, 'elements', '1', { atLeast: 1, atMost: mostElements });
    if (elements === undefined || Number.isInteger(elements)) return elements;
    const { path, owner } = this.origin(entry, 'elements');
    this.mistakes.add(path, 'CIR204', `${owner}: elements is ${elements}; it must be a whole number`, 'write a whole number');
    return undefined;
  }

  /** Of a wave line: volume of free gas over its own at atmospheric pressure; 0 for vapour cavities. */
  private gasFraction(entry: Entry<RawLine>): number {
    const given = this.value(entry, 'gasFraction', '1', { above: 0, atMost: mostGas });
    if (this.given(entry, 'cavitation') === 'gas')
      return this.fluid.air?.times ? checkedAir(entry, this.fluid.air.fraction, mostGas, this.mistakes) : (given ?? usualGas);
    if (entry.raw.gasFraction !== undefined)
      this.mistakes.add(
        placeOf(entry, 'gasFraction'),
        'CIR316',
        `line '${entry.name}' has vapour cavities and a gasFraction`,
        'write cavitation: gas, or omit gasFraction',
      );
    return 0;
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
      const volume = this.value(entry, 'volume', 'm3', { above: 0 });
      return volume === undefined ? undefined : volume / segmentsOf(entry.raw.segments);
    }
    this.checkComplete(entry, ['length', 'diameter'], 'give length and diameter, or volume');
    const length = this.value(entry, 'length', 'm', { above: 0 });
    const diameter = this.value(entry, 'diameter', 'm', { above: 0 });
    return length === undefined || diameter === undefined ? undefined : pipeVolume(length, diameter) / segmentsOf(entry.raw.segments);
  }

  private initialPressureOf(entry: Entry<RawLine>): number | undefined {
    const own = this.given(entry, 'initialPressure');
    const given = own ?? this.raw.initial?.pressure ?? `${this.ambientPressure} Pa`;
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

/** The way out for a key that the line's model does not know. */
function remedyOfForeign(foreign: Key, isWave: boolean): string {
  if (frictionKeys.includes(foreign)) return `write ${isWave ? '' : 'model: wave and '}friction: ${orList(dividing)}, or omit ${foreign}`;
  if (foreign === 'segments') return 'write elements, which divide a wave line, or omit segments';
  if (isWave) return 'give impedance and delay, or length and diameter';
  if (foreign === 'elements') return 'write model: wave, or omit elements';
  if (foreign === 'gasFraction') return 'write model: wave and cavitation: gas, or omit gasFraction';
  return 'write model: wave, or give length and diameter, or volume';
}
