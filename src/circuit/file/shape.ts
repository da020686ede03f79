/** Mistakes of shape: what zod finds, as messages; and the rest of the file, so that they hide no other mistake. */
import type { z } from 'zod';
import { closest, didYouMean } from './closest.js';
import type { Mistakes } from './mistakes.js';
import { withoutPlain } from './plainShape.js';
import { lost, type Path, type RawCircuit } from './raw.js';
import { circuitSchema, keysAt, schemaAt } from './schema.js';
import { shown } from './shown.js';

type Issue = z.core.$ZodIssue;
type Mutable = Record<string, unknown>;

/** Checks the shape; mistakes are collected, and what can be worked on further comes back. */
export function checkShape(value: unknown, mistakes: Mistakes): RawCircuit | null {
  if (value === null || value === undefined) {
    mistakes.add([], 'CIR101', 'the file is empty', "begin the file with 'ringmain: 1'");
    return null;
  }
  if (typeof value === 'object' && 'initial' in value && typeof value.initial === 'string') {
    if (value.initial !== 'steady') {
      const message = `'initial' is '${value.initial}'${didYouMean(value.initial, ['steady'])}`;
      mistakes.add(['initial'], 'CIR103', message, 'write initial: steady, or initial: { pressure: 20 bar }');
    }
    return checkShape({ ...value, initial: { steady: true } }, mistakes);
  }
  if (typeof value === 'object' && circuitSchema.safeParse(withoutPlain(value)).success) return value as RawCircuit;
  const result = circuitSchema.safeParse(value, { reportInput: true });
  if (result.success) return value as RawCircuit;
  const { issues } = result.error;
  const meanings: Meanings = new Map();
  const meant = new Set(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => join(issue.path as Path, meantBy(key, issue.path as Path, meanings)))
        : [],
    ),
  );
  for (const issue of issues) {
    // A misspelt key is one mistake, not a missing one too.
    if (issue.input === undefined && issue.code !== 'unrecognized_keys' && meant.has(join(issue.path as Path))) continue;
    report(issue, mistakes);
  }
  return mend(value, issues, meanings, mistakes);
}

/** Whether a value may stand at a path of the file; if not, the mistake is reported. */
export function checkValueAt(path: Path, value: unknown, mistakes: Mistakes): boolean {
  const issues = schemaAt(path)?.safeParse(value, { reportInput: true }).error?.issues ?? [];
  for (const issue of issues) report({ ...issue, path: [...path, ...issue.path] }, mistakes);
  return issues.length === 0;
}

/** By path and key: what misspelt keys were meant for. */
type Meanings = Map<string, string | undefined>;

/** The key that a misspelt one was meant for; of lines that share a mistake it is looked for once. */
function meantBy(key: string, path: Path, known: Meanings): string | undefined {
  const where = join(path[0] === 'lines' && path.length === 2 ? ['lines'] : path, key);
  if (!known.has(where)) known.set(where, closest(key, keysAt(path)));
  return known.get(where);
}

const join = (path: Path, ...more: (string | undefined)[]): string => [...path, ...more].join('\n');

function report(issue: Issue, mistakes: Mistakes): void {
  const path = issue.path as Path;
  const where = path.length > 0 ? `'${path.join('.')}'` : 'the file';
  switch (issue.code) {
    case 'unrecognized_keys':
      for (const key of issue.keys) {
        const known = keysAt(path);
        const message = (): string => `unknown key '${key}' in ${where}${didYouMean(key, known)}`;
        mistakes.add([...path, key], 'CIR102', message, `keys here are ${known.join(', ')}`);
      }
      return;
    case 'invalid_type':
      mistakes.add(path, 'CIR103', `${where} ${fault(issue.input, article(issue.expected))}`, `give ${where} ${article(issue.expected)}`);
      return;
    case 'invalid_union': {
      const { what, remedy = `give ${where} ${what}` } = wantedAt(path);
      mistakes.add(path, 'CIR103', `${where} ${fault(issue.input, what)}`, remedy);
      return;
    }
    case 'invalid_value':
      if (path[0] === 'ringmain' && path.length === 1) reportFormat(issue.input, path, mistakes);
      else {
        const { input, values } = issue;
        const message = typeof input === 'string' ? `is ${shown(input)}${didYouMean(input, values.map(String))}` : fault(input, 'a text');
        mistakes.add(path, 'CIR104', `${where} ${message}`, `write ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`);
      }
      return;
    case 'too_small':
      mistakes.add(
        path,
        'CIR105',
        Array.isArray(issue.input)
          ? `${where} is an empty list`
          : `${where} is ${shown(issue.input)}; it must be at least ${issue.minimum}`,
        Array.isArray(issue.input) ? `give ${where} an entry` : `give a value of at least ${issue.minimum}`,
      );
      return;
    default:
      mistakes.add(path, 'CIR105', `${where} is ${shown(issue.input)}`, "a name has letters, digits, '_', '-' and '.' only");
  }
}

/** The value for which the schema has several forms, by where it stands. */
function wantedAt(path: Path): { readonly what: string; readonly remedy?: string } {
  if (path[0] === 'repeat') return { what: 'a name or a list of names' };
  switch (path.at(-1)) {
    case 'initial':
    case 'default':
      return { what: 'a number or a text' };
    case 'unit':
    case 'xUnit':
      return { what: 'a unit', remedy: "write an SI unit, such as 'Pa', 'm3/s', 'rad/s', or 1" };
    default:
      return { what: 'a quantity', remedy: "write a number with its unit, such as '25 mm'" };
  }
}

function reportFormat(input: unknown, path: Path, mistakes: Mistakes): void {
  const what = input === undefined ? 'the file does not say that it is a circuit file' : `format ${shown(input)} is not known`;
  mistakes.add(path, 'CIR101', what, "begin the file with 'ringmain: 1'");
}

const fault = (input: unknown, wanted: string): string =>
  input === undefined ? 'is missing' : input === null ? 'is empty' : `is ${shown(input)}, not ${wanted}`;

const articles: Readonly<Record<string, string>> = {
  object: 'a map of keys',
  record: 'a map of keys',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};
const article = (type: string): string => articles[type] ?? type;

/**
 * A copy that can be worked on: misspelt keys stand as what they were meant for, values with a mistake as `lost` or not at all, and entries that
 * cannot be used are left out. Null where too much is missing to say more.
 */
function mend(value: unknown, issues: readonly Issue[], meanings: Meanings, mistakes: Mistakes): RawCircuit | null {
  if (typeof value !== 'object' || Array.isArray(value)) return null;
  const copy = cloned(value, new Map()) as Mutable;
  for (const issue of issues) if (issue.code === 'unrecognized_keys') mendKeys(copy, issue.path as Path, issue.keys, meanings);
  const left = circuitSchema.safeParse(copy).error?.issues ?? [];
  for (const { path } of left) if (!mendValue(copy, path as Path, mistakes)) return null;
  for (const key of ['direct', 'signals']) if (Array.isArray(copy[key])) copy[key] = copy[key].filter((entry) => entry !== lost);
  return copy as unknown as RawCircuit;
}

/** A copy of maps and lists; shared values stay shared, and a circuit built in code may hold some that structuredClone refuses. */
function cloned(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  const copy: Mutable | unknown[] = Array.isArray(value) ? [] : {};
  known.set(value, copy);
  for (const [key, one] of Object.entries(value))
    Object.defineProperty(copy, key, { value: cloned(one, known), writable: true, enumerable: true, configurable: true });
  return copy;
}

function mendKeys(value: Mutable, path: Path, keys: readonly string[], meanings: Meanings): void {
  const map = at(value, path);
  for (const key of keys) {
    const meant = meantBy(key, path, meanings);
    if (meant !== undefined && !Object.hasOwn(map, meant)) map[meant] = map[key];
    delete map[key];
  }
}

/** Whether the circuit can be read on without the value. */
function mendValue(copy: Mutable, path: Path, mistakes: Mistakes): boolean {
  const [section = '', name = '', key = ''] = path;
  switch (section) {
    case 'lines':
      if (path.length > 2 && key !== 'from' && key !== 'to') at(copy, ['lines', name])[key] = lost;
      else removed(copy, path.slice(0, 2), mistakes);
      return true;
    case 'components':
      if (path.length === 1) removed(copy, path, mistakes);
      else at(copy, ['components'])[name] = { kind: lost };
      return true;
    case 'direct':
    case 'signals':
      mistakes.incomplete = true;
      if (path.length === 1) delete copy[section];
      else at(copy, [section])[name] = lost;
      return true;
    case 'definitions':
      if (path.length === 1) return false;
      at(copy, ['definitions'])[name] = lost;
      return true;
    case 'defaults':
      if (path.length > 2) at(copy, ['defaults', 'line'])[key] = lost;
      else delete copy['defaults'];
      return true;
    case 'record':
      if (name === 'every' || name === 'grid') delete at(copy, ['record'])[name];
      else delete copy['record'];
      return true;
    case 'subcircuits':
    case 'repeat':
      return false;
    default:
      if (path.length > 1) delete at(copy, path.slice(0, -1))[path.at(-1) as string];
      else delete copy[section];
      return path.length > 0;
  }
}

function removed(copy: Mutable, path: Path, mistakes: Mistakes): void {
  mistakes.incomplete = true;
  delete at(copy, path.slice(0, -1))[path.at(-1) as string];
}

const at = (value: Mutable, path: Path): Mutable =>
  path.reduce<Mutable>((map, key) => {
    const next = Object.hasOwn(map, key) ? map[key] : null;
    return typeof next === 'object' && next !== null ? (next as Mutable) : {};
  }, value);
