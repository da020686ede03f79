/**
 * A capacitive line with `segments: n` is written for n lines in a row, each with an n-th of its length or volume, and junctions of two between them:
 * line L becomes L_1, L_2, … and the junctions L_j1, L_j2, …. Done before names are resolved, so that all that follows knows lines only.
 * A rigid line becomes a component with two joins (rigidLines.ts).
 */
import type { Mistakes } from '../file/mistakes.js';
import { lost, type Path, type RawComponent, type RawConnection, type RawLine, type RawSections } from '../file/raw.js';
import { both, type Written, WrittenMap, writtenList } from '../file/written.js';
import { ownModel } from './lineModels.js';
import { addRigidLine } from './rigidLines.js';

const mostSegments = 1000;

/** Components and lines of a circuit or subcircuit that stands at `at`, divided. A line with a wrong number of segments stays whole, after a mistake. */
export function divided(
  { components = {}, lines = {}, direct = [] }: RawSections,
  at: Path,
  defaults: Partial<RawLine>,
  mistakes: Mistakes,
): { readonly components: WrittenMap<RawComponent>; readonly lines: WrittenMap<RawLine>; readonly direct: Written<RawConnection> } {
  const section: Path = [...at, 'lines'];
  const written = {
    components: new WrittenMap([...at, 'components'], components),
    lines: new WrittenMap<RawLine>(section),
    direct: new WrittenMap<RawConnection>([...at, 'direct']),
  };
  for (const name of Object.keys(lines)) {
    const raw = lines[name] as RawLine;
    // lines.ts reports other mistakes of a wave line, or a spring, that has segments.
    const model = raw.model ?? defaults.model ?? 'capacitive';
    if (model === 'rigid') {
      addRigidLine(name, raw, defaults, [...section, name], Object.hasOwn(components, name), written, mistakes);
      continue;
    }
    const isCapacitive = model === 'capacitive' || ownModel(model) !== undefined;
    if (raw.segments === undefined || !isCapacitive || raw.stiffness !== undefined) {
      written.lines.add(name, raw);
      continue;
    }
    const path = [...section, name];
    const count = counted(name, raw, [...path, 'segments'], mistakes);
    for (let k = 1; k <= count; k++) {
      const piece = count === 1 ? name : `${name}_${k}`;
      const from = k === 1 ? raw.from : `${name}_j${k - 1}`;
      const to = k === count ? raw.to : `${name}_j${k}`;
      written.lines.add(piece, count === 1 ? raw : { ...raw, from, to }, path);
      if (k < count) written.components.add(`${name}_j${k}`, { kind: 'junction' }, path);
    }
  }
  return { ...written, direct: both(writtenList([...at, 'direct'], direct), written.direct) };
}

/** Number of segments; 1 after a reported mistake. */
function counted(name: string, { segments, from, to }: RawLine, path: Path, mistakes: Mistakes): number {
  if (segments === undefined || (segments as unknown) === lost) return 1;
  const count = segmentsOf(segments);
  if (count !== Number(segments)) {
    const remedy = `write a number from 1 to ${mostSegments}, without a unit`;
    mistakes.add(path, 'CIR204', `line '${name}': segments is ${segments}; it must be a whole number from 1 to ${mostSegments}`, remedy);
    return 1;
  }
  // The last instance's line is left out, and would leave a junction with one line behind.
  if (count === 1 || ![from, to].some((end) => String(end).startsWith('next.'))) return count;
  const remedy = 'end it in a junction of its own subcircuit, and divide that part';
  mistakes.add(path, 'CIR316', `line '${name}' goes to the next instance and has segments`, remedy);
  return 1;
}

/** Number of segments as a line was given it, by a file or an option; 1 where it has none, or they are a mistake. */
export function segmentsOf(given: unknown): number {
  const count = given === lost ? 1 : Number(given);
  return Number.isInteger(count) && count >= 1 && count <= mostSegments ? count : 1;
}
