/**
 * A line with `model: rigid` is written for a component, rigidColumn, that is joined directly to what it runs between: the joined group that it belongs to is
 * solved as one (joins.ts). Done before names are resolved, as segments are.
 */

import { didYouMean } from '../file/closest.js';
import type { Mistakes } from '../file/mistakes.js';
import { lost, type Path, type RawComponent, type RawConnection, type RawLine } from '../file/raw.js';
import type { WrittenMap } from '../file/written.js';

/** Keys of such a line beside its ends and the model; those with a name of their own in the component. */
const keys: Readonly<Record<string, string>> = {
  length: 'length',
  diameter: 'diameter',
  mass: 'mass',
  friction: 'friction',
  lossCoefficient: 'lossCoefficient',
  elevation: 'elevation',
  initialVelocity: 'initialVelocity',
};

const frictions = ['none', 'laminar'];

/** Where its component and joins go. */
interface Written {
  readonly components: WrittenMap<RawComponent>;
  readonly direct: WrittenMap<RawConnection>;
}

/** Adds the column of a rigid line that stands at `path`, and its two joins; `isTaken`: whether a component has its name. */
export function addRigidLine(
  name: string,
  raw: RawLine,
  defaults: Partial<RawLine>,
  path: Path,
  isTaken: boolean,
  written: Written,
  mistakes: Mistakes,
): void {
  const foreign = Object.keys(raw).find((key) => !(key in keys) && !['from', 'to', 'model'].includes(key));
  if (foreign !== undefined)
    mistakes.add(
      [...path, foreign],
      'CIR316',
      `line '${name}' is rigid and has ${foreign}`,
      `a rigid line has ${Object.keys(keys).join(', ')}: its oil neither gives way nor carries waves`,
    );
  const isOnward = [raw.from, raw.to].some((end) => String(end).startsWith('next.'));
  if (isOnward) {
    const remedy = 'end it in a junction of its own subcircuit, and go on from there with a line';
    mistakes.add(path, 'CIR316', `line '${name}' goes to the next instance and is rigid`, remedy);
  }
  if (isTaken)
    mistakes.add([...path, '', name], 'CIR107', `line '${name}' has the name of a component`, 'give one of the two another name');
  if (isTaken || isOnward) {
    // The rest of the circuit would miss an entry that is left out.
    mistakes.incomplete = true;
    return;
  }
  const column: Record<string, unknown> = { kind: 'rigidColumn', length: '0 m' };
  for (const [key, own] of Object.entries(keys)) {
    const given = (raw as unknown as Record<string, unknown>)[key] ?? (defaults as Record<string, unknown>)[key];
    if (given !== undefined) column[own] = given;
  }
  if (raw.mass !== undefined) column['massShare'] = 0;
  column['friction'] = frictionOf(name, column['friction'], path, mistakes);
  written.components.add(name, column as RawComponent, path);
  written.direct.add(name, { from: `${name}.in`, to: raw.from }, [...path, 'from']);
  written.direct.add(name, { from: `${name}.out`, to: raw.to }, [...path, 'to']);
}

/** Share of the laminar friction of the wall. */
function frictionOf(name: string, given: unknown, path: Path, mistakes: Mistakes): number {
  if (given === undefined || given === lost || given === 'laminar') return 1;
  if (given !== 'none') {
    const message = `line '${name}': no friction '${String(given)}' of a rigid line${didYouMean(String(given), frictions)}`;
    mistakes.add(
      [...path, 'friction'],
      'CIR315',
      message,
      'write friction: laminar (default) or none, and lossCoefficient for what grows with the square',
    );
  }
  return 0;
}
