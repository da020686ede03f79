/**
 * Text with a unit → SI. The units are mathjs', with those of fluid power added (measures.ts).
 * Angle is dimensionless, except that a rotation speed ('rad/s') and a frequency ('Hz') are not taken for each other.
 */
import type { QuantityDeclaration } from '../../equations/language/definition.js';
import { didYouMean } from '../file/closest.js';
import { measureOfText } from './measures.js';

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

const angle = 7;

/** Factor or divisor of a number: 10 us is 10/1000000, since multiplying by 1e-6 would round twice. */
interface Factor {
  readonly by: number;
  readonly divide: boolean;
  /** Added in the end: a temperature in degC begins at 273.15 K. */
  readonly offset?: number;
}

function scaled(value: number, { by, divide, offset }: Factor): number {
  const product = divide ? value / by : value * by;
  return offset === undefined ? product : product + offset;
}

/** By unit wanted: by unit given. */
const factors = new Map<string, Map<string, Factor>>();

/** SI value of '145 bar' for a quantity of `unit` (SI, '1' if dimensionless). Throws UnitError. */
export function parseQuantity(text: string | number, unit: string): number {
  if (typeof text === 'number') {
    if (isDimensionless(unit)) return text;
    throw new UnitError(`${text} has no unit`, `write it with a unit of ${describeUnit(unit)}`);
  }
  const trimmed = text.trim();
  const head = number.exec(trimmed)?.[0];
  if (head === undefined)
    throw new UnitError(
      `'${text}' is not a quantity`,
      isDimensionless(unit) ? 'write a number' : `write a number and a unit of ${describeUnit(unit)}`,
    );
  const tail = trimmed.slice(head.length).trim();
  if (tail === '') return parseQuantity(Number(head), unit);
  let known = factors.get(unit);
  if (!known) {
    known = new Map();
    factors.set(unit, known);
  }
  let factor = known.get(tail);
  if (!factor) {
    factor = factorOf(tail, unit, trimmed);
    known.set(tail, factor);
  }
  return scaled(Number(head), factor);
}

/** The value where the unit has been met before for a quantity of this unit, else undefined: the quick way for large circuits. */
export function knownQuantity(text: string, unit: string): number | undefined {
  const gap = text.indexOf(' ');
  // Not '' nor '0x10', which Number would take.
  if (gap <= 0 || (gap > 1 && text.charCodeAt(1) > 57)) return undefined;
  const factor = factors.get(unit)?.get(text.slice(gap + 1));
  const value = factor && Number(text.slice(0, gap));
  if (!factor || value === undefined || Number.isNaN(value)) return undefined;
  return scaled(value, factor);
}

const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/;

function factorOf(tail: string, unit: string, text: string): Factor {
  if (tail === '%' && isDimensionless(unit)) return { by: 100, divide: true };
  const scale = unit === 'K' ? scales.get(tail) : undefined;
  if (scale) return scale;
  const value = valueOfUnit(tail, unit, text);
  const inverse = Math.round(1 / value);
  return value < 1 && Math.abs(1 / value - inverse) < 1e-9 * inverse ? { by: inverse, divide: true } : { by: value, divide: false };
}

const [celsius, fahrenheit]: readonly [Factor, Factor] = [
  { by: 1, divide: false, offset: 273.15 },
  { by: 1.8, divide: true, offset: 459.67 / 1.8 },
];
/** Other scales of temperature have zeros of their own, which a factor does not know. */
const scales: ReadonlyMap<string, Factor> = new Map([
  ['degC', celsius],
  ['°C', celsius],
  ['degF', fahrenheit],
  ['°F', fahrenheit],
]);

/** Value of one of a text's units in SI, where it has the dimensions of `unit`; else an error with the way out. */
function valueOfUnit(tail: string, unit: string, text: string): number {
  const given = measureOfText(tail);
  const other = otherUnits.find(({ names, of }) => of === unit && names.includes(tail.toLowerCase()));
  const usualWay = unit === '1' ? 'write a number without a unit' : `write it with a unit of ${describeUnit(unit)}`;
  const remedy = other ? `${other.instead}; 'ringmain components units' lists units` : usualWay;
  if (!given || given.value === null || (unit === 'K' && tail !== 'K' && fits(given.dimensions, unit))) {
    const usual = unit === '1' ? [] : commonUnits.filter((common) => fits(measureOfText(common)?.dimensions ?? [], unit));
    throw new UnitError(`'${text}': the unit '${tail}' is not known${other ? '' : didYouMean(tail, usual)}`, remedy);
  }
  if (!fits(given.dimensions, unit)) {
    const name = nameOf(given.dimensions);
    const wanted = quantityNames[unit];
    throw new UnitError(
      `'${text}' is ${name ? `${withArticle(name)}, ` : ''}not ${wanted ? withArticle(wanted) : `in a unit like ${unit}`}`,
      remedy,
    );
  }
  return given.value;
}

/** Whether dimensions are those of a unit; an angle counts only where a rotation speed could be taken for a frequency. */
function fits(dimensions: readonly number[], unit: string): boolean {
  const strict = unit === 'rad/s' || unit === 'Hz';
  return measureOf(unit).every((power, k) => power === (dimensions[k] ?? 0) || (k === angle && !strict));
}

/** The quantity: 'pressure'. */
function nameOf(dimensions: readonly number[]): string | undefined {
  return Object.entries(quantityNames).find(
    ([unit]) => unit !== '1' && measureOf(unit).every((power, k) => power === (dimensions[k] ?? 0)),
  )?.[1];
}

const withArticle = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;

const none: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0];

function measureOf(unit: string): readonly number[] {
  if (unit === '1') return none;
  const known = measureOfText(unit);
  if (!known) throw new UnitError(`the unit '${unit}' is not known`, 'write a unit of SI, such as Pa');
  return known.dimensions;
}

/** Whether a bare number is right for a unit: dimensionless, or an angle. */
export function isDimensionless(unit: string): boolean {
  return measureOf(unit).every((power, k) => power === 0 || k === angle);
}

/**
 * The SI units of a unit's dimensions, joined by 'or': itself where it is one, so that a number in it is a number in SI; null where it is not known.
 * 'bar' gives 'Pa', 'rpm' gives 'rad/s', 'kJ' gives 'Nm or J'.
 */
export function siUnit(unit: string): string | null {
  if (unit === '1') return unit;
  const known = unit.trim() === '' ? null : measureOfText(unit);
  if (!known || known.value === null) return null;
  // Scales of temperature differ in their zeros, which the value of 1 does not tell.
  const isScale = unit !== 'K' && measureOf('K').every((power, k) => power === (known.dimensions[k] ?? 0));
  if (known.value === 1 && !isScale) return unit;
  const named = Object.keys(quantityNames).filter((name) => measureOf(name).every((power, k) => power === (known.dimensions[k] ?? 0)));
  return named.length > 0 ? named.join(' or ') : baseUnits(known.dimensions);
}

/** By unit as it was written: that of SI. */
const written = new Map<string, string | UnitError>();

/** The unit of SI of a text with a unit: 'N' for '120 kN', '1' for '5 %'; null for a number without one and for other texts, an error for a unit that is not known. */
export function unitWritten(text: string): string | null | UnitError {
  const trimmed = text.trim();
  const head = number.exec(trimmed)?.[0];
  const tail = head === undefined ? '' : trimmed.slice(head.length).trim();
  if (tail === '') return null;
  let unit = written.get(tail);
  if (unit === undefined) {
    // Of a torque and an energy the one that is written so; numbers in SI are the same.
    const all = tail === '%' ? ['1'] : (siUnit(tail.replace('°', 'deg'))?.split(' or ') ?? []);
    unit = all.find((one) => tail.includes(one)) ?? all[0] ?? unknownUnit(tail);
    written.set(tail, unit);
  }
  return unit;
}

function unknownUnit(tail: string): UnitError {
  const others = otherUnits.filter(({ names }) => names.includes(tail.toLowerCase())).map(({ instead }) => instead);
  const meant = others.length > 0 ? '' : didYouMean(tail, commonUnits);
  const remedy = others.join(', or ') || 'write a number in SI, or one with a unit';
  return new UnitError(`the unit '${tail}' is not known${meant}`, `${remedy}; 'ringmain components units' lists units`);
}

/** Whether two units of SI measure the same; a rotation speed is no frequency. */
export const isSameQuantity = (a: string, b: string): boolean => a === b || (fits(measureOf(a), b) && fits(measureOf(b), a));

/** 'a force (N)', 'a dimensionless number', 'a quantity in N/s'. */
export function quantityText(unit: string): string {
  const name = quantityNames[unit] ?? nameOf(measureOf(unit));
  if (name === undefined) return `a quantity in ${unit}`;
  return `${withArticle(name)}${unit === '1' ? '' : ` (${unit})`}`;
}

/** A unit that stands over the numbers of a table. */
export interface TableUnit {
  /** The unit of SI: as it was written where it is one. */
  readonly unit: string;
  /** A number in SI; null where it stands in SI already. */
  readonly inSi: ((value: number) => number) | null;
}

/** Numbers under a unit in SI. Throws UnitError for a unit that is not known, and for one of two quantities, such as N mm of torque and energy. */
export function tableUnit(written: string): TableUnit {
  const unit = written.trim().replaceAll('²', '2').replaceAll('³', '3');
  const rule = 'write a unit of SI, such as [Pa], [m3/s], [m] or [1], or a usual one, such as [bar], [l/min] or [mm]';
  if (unit === '' || unit === '1') return { unit: written.trim(), inSi: null };
  if (unit === '%') return { unit: '1', inSi: (value) => value / 100 };
  const si = siUnit(unit);
  if (si === null) throw new UnitError(`the unit '${written}' is not known${didYouMean(unit, commonUnits)}`, rule);
  if (si === unit) return { unit: written.trim(), inSi: null };
  const all = si.split(' or ');
  const [found, ...others] = all.length > 1 ? all.filter((one) => unit.includes(one)) : all;
  if (found === undefined || others.length > 0)
    throw new UnitError(
      `the unit '${written}' may be of ${all.map((one) => quantityNames[one]).join(' or of ')}`,
      `write [${all.join('] or [')}]`,
    );
  const factor = factorOf(unit, found, unit);
  return { unit: found, inSi: (value) => scaled(value, factor) };
}

/** 'kg m2/s^3', as a circuit may write it. */
export function baseUnits(dimensions: readonly number[]): string {
  const names = ['kg', 'm', 's', 'A', 'K', 'cd', 'mol', 'rad', 'b'];
  const power = (name: string, of: number): string => (of === 1 ? name : `${name}${name === 'm' && of <= 3 ? '' : '^'}${of}`);
  const [above, below] = [1, -1].map((sign) =>
    names.flatMap((name, k) => ((dimensions[k] ?? 0) * sign > 0 ? power(name, (dimensions[k] ?? 0) * sign) : [])),
  );
  return `${above?.join(' ') || '1'}${below?.map((text) => `/${text}`).join('') ?? ''}`;
}

/** The quantity of a unit of SI. */
export const quantityNames: Readonly<Record<string, string>> = {
  Pa: 'pressure',
  'm3/s': 'flow',
  m: 'length',
  m2: 'area',
  m3: 'volume',
  s: 'time',
  kg: 'mass',
  N: 'force',
  Nm: 'torque',
  'm/s': 'velocity',
  'rad/s': 'rotation speed',
  Hz: 'frequency',
  'kg/m3': 'density',
  'Pa s': 'dynamic viscosity',
  'm2/s': 'kinematic viscosity',
  'm3/s/Pa': 'flow per pressure',
  'Pa s/m3': 'hydraulic impedance',
  'm3/rad': 'displacement',
  'kg m2': 'moment of inertia',
  'N/m': 'stiffness',
  'N s/m': 'force per velocity',
  'Nm s/rad': 'torque per rotation speed',
  'Nm/rad': 'torsional stiffness',
  W: 'power',
  J: 'energy',
  rad: 'angle',
  '1': 'dimensionless number',
  '1/s': 'inverse time',
  K: 'temperature',
};

const exampleUnits: Readonly<Record<string, string>> = {
  Pa: 'bar',
  'm3/s': 'l/min',
  m: 'mm',
  m2: 'mm2',
  m3: 'l',
  s: 's or ms',
  kg: 'kg',
  N: 'N or kN',
  Nm: 'Nm',
  'm/s': 'm/s',
  'rad/s': 'rev/min or rad/s',
  Hz: 'Hz',
  'kg/m3': 'kg/m3',
  'm2/s': 'cSt',
  'm3/s/Pa': 'l/min/bar',
  'Pa s/m3': 'Pa s/m3',
  'm3/rad': 'cc/rev',
  'kg m2': 'kg m2',
  'N/m': 'kN/mm or N/m',
  'N s/m': 'N/(m/s)',
  'Nm s/rad': 'Nm/rpm',
  'Nm/rad': 'Nm/rad or kNm/deg',
  W: 'kW',
  J: 'kJ',
  rad: 'rad or deg',
  '1/s': '1/s',
  K: 'degC',
};

/** Offered where a unit is misspelt, and listed by 'ringmain components units'. */
export const commonUnits = (
  'bar mbar Pa kPa MPa psi l/min lpm l/s ml/s m3/s m3/h cm3/s in3/s mm cm m um in ft mm2 cm2 m2 in2 l ml cm3 cc m3 mm3 in3 us ms s min h kg g t lb N kN lbf Nm kNm ' +
  'm/s mm/s km/h rev/min rpm rad/s rev/s deg/s Hz kHz kg/m3 g/cm3 kg/l cP Pa|s mPa|s cSt mm2/s m2/s l/min/bar m3/s/Pa l/min/psi bar/(l/min) Pa|s/m3 cc/rev cm3/rev l/rev in3/rev ' +
  'm3/rad kg|m2 kg|cm2 N/m N/mm kN/mm kN/m N/(m/s) N|s/m kN|s/m Nm/rpm Nm|s/rad Nm/rad Nm/deg kNm/deg kW W hp J kJ rad deg rev 1/s degC degF K'
)
  .split(' ')
  .map((unit) => unit.replaceAll('|', ' '));

/** Of those, what a quantity of a unit of SI may be written in, the SI unit first. */
export const unitsOf = (unit: string): string[] => {
  const dimensions = measureOf(unit);
  // Scales of temperature are read by themselves.
  const suits = (common: string): boolean =>
    unit === 'K' ? /^deg[CF]$/.test(common) : measureOf(common).every((power, k) => power === (dimensions[k] ?? 0));
  return [unit, ...commonUnits.filter((common) => common !== unit && suits(common))];
};

/** Units that are not taken, in small letters, and what to write instead of them. */
export const otherUnits: readonly { readonly names: readonly string[]; readonly of: string; readonly instead: string }[] = [
  {
    names: ['gpm', 'usgpm', 'igpm', 'ukgpm'],
    of: 'm3/s',
    instead: 'write l/min: a gallon is 3.785 l in the US (1 gpm is 3.785 l/min), 4.546 l imperial (1 gpm is 4.546 l/min)',
  },
  { names: ['lit/min', 'ltr/min', 'slpm'], of: 'm3/s', instead: 'write l/min' },
  { names: ['barg', 'bar(g)', 'bar_g'], of: 'Pa', instead: 'write bar: pressures are gauge' },
  { names: ['psig', 'psi(g)'], of: 'Pa', instead: 'write psi: pressures are gauge' },
  {
    names: ['bara', 'bar(a)', 'bar_a', 'psia', 'psi(a)', 'ata'],
    of: 'Pa',
    instead: "write bar or psi: pressures are gauge, 1.013 bar less; a file with 'reference: absolute' counts them from vacuum",
  },
  { names: ['at', 'kp/cm2', 'kg/cm2'], of: 'Pa', instead: 'write bar: 1 kp/cm2 is 0.980665 bar' },
  { names: ['r/min', 'u/min', '1/min', 'min-1', 'rps'], of: 'rad/s', instead: 'write rev/min, rpm or rev/s' },
  { names: ['cpm', 'cps'], of: 'Hz', instead: 'write Hz' },
  { names: ['ccm', 'ccm/rev', 'cm3/u', 'ccm/u'], of: 'm3/rad', instead: 'write cc/rev' },
  { names: ['ccm'], of: 'm3', instead: 'write cm3 or cc' },
  { names: ['kp'], of: 'N', instead: 'write N: 1 kp is 9.80665 N' },
  { names: ['ps'], of: 'W', instead: 'write kW: 1 PS is 0.7355 kW' },
];

/** 'pressure, such as bar'. */
export function describeUnit(unit: string): string {
  const name = quantityNames[unit];
  const example = exampleUnits[unit];
  return name ? (example ? `${name}, such as ${example}` : name) : `'${unit}'`;
}

/** Units in which values of a parameter may be written: 'pressure, such as bar', or any unit. */
export function describeDeclared({ unit, anyUnit }: Pick<QuantityDeclaration, 'unit' | 'anyUnit'>): string {
  if (!anyUnit) return describeUnit(unit);
  return anyUnit === true ? 'a number in SI, or with a unit, such as 120 kN' : "the signal's unit per second, or 1/s where it has none";
}

const display: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  Pa: ['bar', 1e-5],
  'm3/s': ['l/min', 60000],
  m: ['mm', 1e3],
  m2: ['mm2', 1e6],
  m3: ['l', 1e3],
  'm2/s': ['cSt', 1e6],
  'm3/s/Pa': ['l/min/bar', 6e9],
  'rad/s': ['rev/min', 30 / Math.PI],
  'm3/rad': ['cc/rev', 2e6 * Math.PI],
};

/** SI value as a user writes it: '145 bar'. */
export function formatQuantity(value: number, unit: string): string {
  if (unit === 'K') return `${Number((value - 273.15).toPrecision(6))} degC`;
  const size = Math.abs(value);
  const fine =
    unit === 's' && size > 0 && size < 0.1
      ? size < 1e-3
        ? (['us', 1e6] as const)
        : (['ms', 1e3] as const)
      : unit === 'm' && size >= 1
        ? (['m', 1] as const)
        : undefined;
  const [shown, factor] = fine ?? display[unit] ?? [unit, 1];
  const rounded = Number((value * factor).toPrecision(6));
  return shown === '1' ? String(rounded) : `${rounded} ${shown}`;
}
