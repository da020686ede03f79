/** Absolute tolerances of unknowns: as a function gives them, or as texts do, by quantity or by name. */
import { didYouMean } from '../circuit/file/closest.js';
import { selectNames } from '../circuit/text/globs.js';
import { parseQuantity, UnitError } from '../circuit/text/units.js';
import { RunError } from '../results/runError.js';
import { usualSize } from './scales.js';
import type { LumpedOptions } from './types.js';

interface Unknown {
  readonly name: string;
  readonly unit: string;
}

/** Of each unknown, in its unit. Throws RunError LMP204 with every entry that fits no unknown, or is no tolerance. */
export function absoluteTolerances(
  unknowns: readonly Unknown[],
  relativeTolerance: number,
  given: LumpedOptions['absoluteTolerance'] = [],
): Float64Array {
  if (typeof given === 'function') return Float64Array.from(unknowns, ({ unit }) => given(unit));
  const tolerances = Float64Array.from(unknowns, ({ unit }) => relativeTolerance * usualSize(unit));
  const mistakes: RunError[] = [];
  for (const entry of given) {
    try {
      for (const [k, value] of entryValues(entry, unknowns)) tolerances[k] = value;
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      mistakes.push(error);
    }
  }
  const [first] = mistakes;
  if (first)
    throw new RunError('LMP204', mistakes.map(({ message }) => message).join('\n'), mistakes.map(({ remedy }) => remedy).join('\n'));
  return tolerances;
}

/** By unknown: what one entry gives it. */
function entryValues(entry: string, unknowns: readonly Unknown[]): Map<number, number> {
  const split = entry.indexOf('=');
  const text = entry.slice(split + 1).trim();
  const refuse = (why: string, remedy: string): RunError => new RunError('LMP204', `absoluteTolerance: '${entry}': ${why}`, remedy);
  const found = new Map<number, number>();
  if (split < 0) {
    unknowns.forEach(({ unit }, k) => {
      const value = parsed(text, unit);
      if (typeof value === 'number') found.set(k, value);
    });
    const units = [...new Set(unknowns.map(({ unit }) => unit))].join(', ');
    if (found.size === 0)
      throw refuse('no unknown is of such a quantity', `unknowns here are in ${units}: write a value of one of them, or name=value`);
  } else {
    const names = unknowns.map(({ name }) => name);
    const pattern = entry.slice(0, split).trim();
    const chosen = new Set(selectNames(names, [pattern]).names);
    if (chosen.size === 0)
      throw refuse(
        `no unknown is called '${pattern}'${didYouMean(pattern, names)}`,
        `unknowns are states, component.state, and pressures of volumes by their lines: ${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''}`,
      );
    unknowns.forEach(({ name, unit }, k) => {
      if (!chosen.has(name)) return;
      const value = parsed(text, unit);
      if (value instanceof UnitError) throw refuse(`${name}: ${value.message}`, value.remedy);
      found.set(k, value);
    });
  }
  for (const value of found.values())
    if (!(value > 0 && Number.isFinite(value))) throw refuse('it must be above zero', 'write a value above 0');
  return found;
}

function parsed(text: string, unit: string): number | UnitError {
  try {
    return parseQuantity(text, unit);
  } catch (error) {
    if (error instanceof UnitError) return error;
    throw error;
  }
}
