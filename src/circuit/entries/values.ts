/** Raw values → SI, with every mistake of unit and sense. */
import type { ParameterDeclaration } from '../../equations/language/definition.js';
import type { ParameterValue, Table } from '../circuit.js';
import type { Mistakes } from '../file/mistakes.js';
import { lost, type Path } from '../file/raw.js';
import { shown } from '../file/shown.js';
import { describeUnit, formatQuantity, isDimensionless, knownQuantity, parseQuantity, UnitError } from '../text/units.js';

/** SI value, or undefined after a reported mistake. `owner` names what the value belongs to: "orifice 'o1': area"; `because`, why it must have the unit. */
export function quantity(given: unknown, unit: string, owner: string, path: Path, mistakes: Mistakes, because = ''): number | undefined {
  if (given === lost) return undefined;
  if (typeof given !== 'string' && typeof given !== 'number') {
    mistakes.add(
      path,
      'CIR201',
      `${owner}: ${given === null || given === undefined ? 'nothing' : shown(given)} is not a quantity`,
      isDimensionless(unit) ? 'write a number' : `write a number and a unit of ${describeUnit(unit)}`,
    );
    return undefined;
  }
  const value = parsed(given, unit);
  if (value instanceof UnitError)
    mistakes.add(path, typeof given === 'number' ? 'CIR202' : 'CIR203', () => `${owner}: ${value.message}${because}`, value.remedy);
  else if (Number.isFinite(value)) return value;
  else mistakes.add(path, 'CIR201', `${owner}: ${given} is not a finite number`, 'write a finite number');
  return undefined;
}

/** By unit and value: why it is refused. An error is dear to make (20 us for its stack), and a value that thousands share by an alias is refused as often. */
const refused = new Map<string, UnitError>();

function parsed(given: string | number, unit: string): number | UnitError {
  const key = `${typeof given} ${unit} ${given}`;
  const known = refused.get(key);
  if (known) return known;
  try {
    return parseQuantity(given, unit);
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    refused.set(key, error);
    return error;
  }
}

export interface Bounds {
  readonly above?: number;
  readonly atLeast?: number;
  readonly below?: number;
  readonly atMost?: number;
}

/** Reports a value out of its bounds, both numbers with units. */
export function checkBounds(
  value: number,
  unit: string,
  { above, atLeast, below, atMost }: Bounds,
  owner: string,
  path: Path,
  mistakes: Pick<Mistakes, 'add'>,
): void {
  const show = (x: number): string => (x === 0 ? '0' : formatQuantity(x, unit));
  const broken =
    above !== undefined && !(value > above)
      ? `above ${show(above)}`
      : atLeast !== undefined && value < atLeast
        ? `at least ${show(atLeast)}`
        : below !== undefined && !(value < below)
          ? `below ${show(below)}`
          : atMost !== undefined && value > atMost
            ? `at most ${show(atMost)}`
            : null;
  if (broken)
    mistakes.add(
      path,
      'CIR204',
      `${owner} is ${formatQuantity(value, unit)}; it must be ${broken}`,
      `give a value ${broken.startsWith('at') ? 'of ' : ''}${broken}`,
    );
}

/** SI value of a text without a mistake, else undefined and nothing reported: most values are right, and need no words made for them. */
export function rightQuantity(given: unknown, unit: string, { above, atLeast, below, atMost }: Bounds): number | undefined {
  if (typeof given !== 'string') return undefined;
  const value = knownQuantity(given, unit);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  if ((above !== undefined && !(value > above)) || (atLeast !== undefined && value < atLeast)) return undefined;
  return (below !== undefined && !(value < below)) || (atMost !== undefined && value > atMost) ? undefined : value;
}

/** Value of a parameter: SI number or table; undefined after a reported mistake. */
export function parameter(
  given: unknown,
  declared: ParameterDeclaration,
  owner: string,
  path: Path,
  mistakes: Mistakes,
): ParameterValue | undefined {
  if (declared.table) return table(given, declared.table.xUnit, declared, owner, path, mistakes);
  const value = quantityDeclared(given, declared, owner, path, mistakes);
  if (value !== undefined) checkBounds(value, declared.unit, declared, owner, path, mistakes);
  return value;
}

/** Of a signal of any unit, 0 needs none; where other values have one, the rest needs it. */
function quantityDeclared(
  given: unknown,
  { unit, anyUnit }: ParameterDeclaration,
  owner: string,
  path: Path,
  mistakes: Mistakes,
): number | undefined {
  if (anyUnit === true && isBareZero(given)) return Number(given);
  const isBare = !anyUnit || unit === '1' || unit === '1/s';
  const others =
    anyUnit === 'perSecond' ? `values of the signal are in ${unit.replace(/\/s$/, '')}` : `other values of the signal are in ${unit}`;
  return quantity(given, unit, owner, path, mistakes, isBare ? '' : `; ${others}`);
}

const isBareZero = (given: unknown): boolean => given === 0 || (typeof given === 'string' && /^[-+]?(0+(\.0*)?|\.0+)$/.test(given.trim()));

/** A list of [x, y] rows, each with its unit. */
function table(
  given: unknown,
  xUnit: string,
  declared: ParameterDeclaration,
  owner: string,
  path: Path,
  mistakes: Mistakes,
): Table | undefined {
  if (given === lost) return undefined;
  const example = `write a list of points: [[0${xUnit === '1' ? '' : ` ${xUnit}`}, …], …]`;
  if (!Array.isArray(given) || given.length === 0 || !given.every((row) => Array.isArray(row) && row.length === 2)) {
    mistakes.add(path, 'CIR205', `${owner} is not a table`, example);
    return undefined;
  }
  const x: number[] = [];
  const y: number[] = [];
  let whole = true;
  (given as unknown[][]).forEach(([a, b], k) => {
    const [u, v] = [
      quantity(a, xUnit, `${owner}, point ${k + 1}`, [...path, k, 0], mistakes),
      quantityDeclared(b, declared, `${owner}, point ${k + 1}`, [...path, k, 1], mistakes),
    ];
    if (u === undefined || v === undefined) {
      whole = false;
      return;
    }
    const before = x.at(-1);
    if (before !== undefined && u < before) {
      mistakes.add(
        [...path, k],
        'CIR206',
        `${owner}: point ${k + 1} at ${formatQuantity(u, xUnit)} stands before point ${k} at ${formatQuantity(before, xUnit)}`,
        'sort the points; two at the same place make a step',
      );
      whole = false;
    }
    x.push(u);
    y.push(v);
  });
  return whole ? { x, y } : undefined;
}
