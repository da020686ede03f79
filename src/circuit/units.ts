/**
 * Text with a unit → SI. The units are mathjs', with those of fluid power added; each text is parsed once.
 * Angle is dimensionless, except that a rotation speed ('rad/s') and a frequency ('Hz') are not taken for each other.
 */
import { create, createUnitDependencies, type Unit, unitDependencies } from 'mathjs';

/** A quantity that cannot be taken: why, in one line, and the way out. */
export class UnitError extends Error {
  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message);
    this.name = 'UnitError';
  }
}

interface Measure {
  readonly value: number | null;
  readonly dimensions: readonly number[];
}

type Parse = (text: string) => Measure;

let parser: Parse | undefined;
const angle = 7;
const time = 2;

/** mathjs is loaded with the module, but its units are built when the first text is parsed. */
function units(): Parse {
  if (parser) return parser;
  const math = create({ ...unitDependencies, ...createUnitDependencies }, {});
  const add = (name: string, definition: string): void => {
    if (!math.unit || !math.createUnit) throw new Error('mathjs without units');
    math.createUnit(name, { definition }, { override: true });
  };
  for (const [name, definition] of Object.entries({ rev: '6.283185307179586 rad', rpm: '0.10471975511965977 rad/s', cSt: '1e-6 m^2/s', cP: '1e-3 Pa s', Nm: '1 N m', kNm: '1000 N m', cc: '1e-6 m^3' })) add(name, definition);
  parser = (text) => {
    // m3, mm2 and the like are powers; mathjs knows m2 and m3 only, and writes the others with ^.
    const unit = math.unit(text.replace(/\b([munkcd]?m)([23])\b/g, '$1^$2').replace(/([\w)]) (?=[A-Za-z(])/g, '$1*')) as Unit & { value: number | null; dimensions: number[] };
    return { value: unit.value, dimensions: unit.dimensions };
  };
  return parser;
}

const measures = new Map<string, Measure | null>();

function measure(text: string): Measure | null {
  let known = measures.get(text);
  if (known === undefined) {
    try {
      known = units()(text);
    } catch {
      known = null;
    }
    measures.set(text, known);
  }
  return known;
}

const results = new Map<string, number>();

/** SI value of '145 bar' for a quantity of `unit` (SI, '1' if dimensionless). Throws UnitError. */
export function parseQuantity(text: string | number, unit: string): number {
  if (typeof text === 'number') {
    if (isDimensionless(unit)) return text;
    throw new UnitError(`${text} has no unit`, `write it with a unit of ${describeUnit(unit)}`);
  }
  const key = `${unit}|${text}`;
  let value = results.get(key);
  if (value === undefined) {
    value = convert(text.trim(), unit);
    results.set(key, value);
  }
  return value;
}

const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/;

function convert(text: string, unit: string): number {
  const head = number.exec(text)?.[0];
  if (head === undefined) throw new UnitError(`'${text}' is not a quantity`, `write a number and a unit of ${describeUnit(unit)}`);
  const tail = text.slice(head.length).trim();
  if (tail === '') return parseQuantity(Number(head), unit);
  if (tail === '%' && isDimensionless(unit)) return Number(head) / 100;
  const given = measure(`1 ${tail}`);
  if (!given || given.value === null) throw new UnitError(`'${text}': the unit '${tail}' is not known`, `write a unit of ${describeUnit(unit)}`);
  const wanted = measureOf(unit);
  const strict = unit === 'rad/s' || unit === 'Hz';
  const fits = wanted.every((power, k) => power === (given.dimensions[k] ?? 0) || (k === angle && !strict));
  if (!fits) {
    const swapped = strict && given.dimensions[time] === -1 && wanted.every((power, k) => k === angle || power === (given.dimensions[k] ?? 0));
    const why = swapped ? (unit === 'Hz' ? 'a rotation speed where a frequency is expected' : 'a frequency where a rotation speed is expected') : `not a unit of ${describeUnit(unit)}`;
    throw new UnitError(`'${text}' is ${why}`, `write it in ${exampleUnits[unit] ?? unit}`);
  }
  // 10 us is 10/1000000: dividing by a whole number rounds once, multiplying by 1e-6 twice.
  const inverse = Math.round(1 / given.value);
  return given.value < 1 && Math.abs(1 / given.value - inverse) < 1e-9 * inverse ? Number(head) / inverse : Number(head) * given.value;
}

const none: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0];

function measureOf(unit: string): readonly number[] {
  if (unit === '1') return none;
  const known = measure(`1 ${unit}`);
  if (!known) throw new Error(`unit ${unit} of a definition is not known`);
  return known.dimensions;
}

/** Whether a bare number is right for a unit: dimensionless, or an angle. */
export function isDimensionless(unit: string): boolean {
  return measureOf(unit).every((power, k) => power === 0 || k === angle) && unit !== 'rad/s';
}

/** Whether the units of a definition are known; for definitions in circuit files. */
export function isUnit(unit: string): boolean {
  return unit === '1' || measure(`1 ${unit}`) !== null;
}

const quantityNames: Readonly<Record<string, string>> = {
  Pa: 'pressure', 'm3/s': 'flow', m: 'length', m2: 'area', m3: 'volume', s: 'time', kg: 'mass', N: 'force', Nm: 'torque', 'm/s': 'velocity', 'rad/s': 'rotation speed', Hz: 'frequency',
  'kg/m3': 'density', 'm2/s': 'kinematic viscosity', 'm3/s/Pa': 'flow per pressure', 'm3/rad': 'displacement', 'kg m2': 'moment of inertia', 'N/m': 'stiffness', 'N s/m': 'force per velocity',
  'Nm s/rad': 'torque per rotation speed', rad: 'angle', '1': 'a dimensionless number', '1/s': 'inverse time',
};

const exampleUnits: Readonly<Record<string, string>> = {
  Pa: 'bar', 'm3/s': 'l/min', m: 'mm', m2: 'mm2', m3: 'l', s: 's or ms', kg: 'kg', N: 'N or kN', Nm: 'Nm', 'm/s': 'm/s', 'rad/s': 'rev/min or rad/s', Hz: 'Hz',
  'kg/m3': 'kg/m3', 'm2/s': 'cSt', 'm3/s/Pa': 'l/min/bar', 'm3/rad': 'cc/rev', 'kg m2': 'kg m2', 'N/m': 'kN/mm or N/m', 'N s/m': 'N/(m/s)', 'Nm s/rad': 'Nm/rpm', rad: 'rad or deg', '1/s': '1/s',
};

/** 'pressure, such as bar'. */
export function describeUnit(unit: string): string {
  const name = quantityNames[unit];
  const example = exampleUnits[unit];
  return name ? (example ? `${name}, such as ${example}` : name) : `'${unit}'`;
}

const display: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  Pa: ['bar', 1e-5], 'm3/s': ['l/min', 60000], m: ['mm', 1e3], m2: ['mm2', 1e6], m3: ['l', 1e3], 'm2/s': ['cSt', 1e6], 'm3/s/Pa': ['l/min/bar', 6e9], 'rad/s': ['rev/min', 30 / Math.PI], 'm3/rad': ['cc/rev', 2e6 * Math.PI],
};

/** SI value as a user writes it: '145 bar'. */
export function formatQuantity(value: number, unit: string): string {
  const [shown, factor] = display[unit] ?? [unit, 1];
  const rounded = Number((value * factor).toPrecision(6));
  return shown === '1' ? String(rounded) : `${rounded} ${shown}`;
}
