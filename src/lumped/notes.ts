import { lineType } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/** What became of wave lines and of volumes whose pressure is no unknown, in the words of their type. */
export function notesOf({ circuit, system: { volumes, setVolumes } }: CircuitSystem): string[] {
  const { lines } = tablesOf(circuit);
  const notes: string[] = [];
  for (const isOil of [true, false]) {
    const sections = volumes.sections.filter((line) => (lineType(lines, line) === 'hydraulic') === isOil).length;
    const set = setVolumes.filter((v) => (volumes.type[v] === 'hydraulic') === isOil).length;
    const { modes } = volumes;
    if (sections > 0 && modes === 0)
      notes.push(
        `${sections} wave line${sections === 1 ? ' is' : 's are'} one section of ${isOil ? 'volume and inertance' : 'stiffness and mass'}: no travelling waves (--line-tolerance 2% has them, by modes)`,
      );
    if (sections > 0 && modes > 0)
      notes.push(
        `${sections} wave line${sections === 1 ? ' has' : 's have'} ${modes} modes: a front is some ${Number((5 / modes).toPrecision(2))} of the delay long`,
      );
    if (set > 0)
      notes.push(
        isOil
          ? `${set} volume${set === 1 ? ' has its' : 's have their'} pressure set by a component (tanks at the end of a line): no unknown`
          : `${set} mechanical line${set === 1 ? ' has its' : 's have their'} force or torque set by a component at the end (a source, spring or lever): rigid, no unknown`,
      );
  }
  return notes;
}
