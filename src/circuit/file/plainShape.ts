/**
 * A quick look at the sections that make a large circuit large: zod copies whatever it checks, object by object. A section is plainly right where every
 * entry is as the schema wants it beyond doubt; with any doubt it is zod's to judge, and its words that tell what is wrong.
 */
import { lineKeys } from './schema.js';

type Section = Readonly<Record<string, unknown>>;

/** By section: whether an entry is plainly right. */
const isRight: Readonly<Record<string, (entry: unknown) => boolean>> = {
  components: (entry) => isMap(entry) && typeof entry['kind'] === 'string',
  lines: isRightLine,
  direct: isRightConnection,
  signals: isRightConnection,
};

/** The circuit without the sections that are plainly right; none has to be there. */
export function withoutPlain(value: object): Section {
  const left: Record<string, unknown> = { ...value };
  for (const [name, right] of Object.entries(isRight)) {
    const section = left[name];
    if (name === 'direct' || name === 'signals' ? isListOf(section, right) : isMapOf(section, right)) delete left[name];
  }
  return left;
}

function isMapOf(section: unknown, right: (entry: unknown) => boolean): boolean {
  if (!isMap(section) || Object.getOwnPropertySymbols(section).length > 0) return false;
  const prototype: unknown = Object.getPrototypeOf(section);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const name of Object.keys(section)) if (!right(section[name])) return false;
  return true;
}

function isListOf(section: unknown, right: (entry: unknown) => boolean): boolean {
  if (!Array.isArray(section)) return false;
  for (const entry of section) if (!right(entry)) return false;
  return true;
}

function isMap(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRightLine(entry: unknown): boolean {
  if (!isMap(entry) || typeof entry['from'] !== 'string' || typeof entry['to'] !== 'string') return false;
  for (const key in entry) {
    const isText = lineKeys.get(key);
    const value = entry[key];
    if (isText === undefined || !(typeof value === 'string' || (!isText && Number.isFinite(value)))) return false;
  }
  return true;
}

function isRightConnection(entry: unknown): boolean {
  if (!isMap(entry) || typeof entry['from'] !== 'string' || typeof entry['to'] !== 'string') return false;
  for (const key in entry) if (key !== 'from' && key !== 'to') return false;
  return true;
}
