import { lineType } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/** Notes about wave lines and volumes whose pressure is no unknown, in the words of their type. */
export function notesOf({ circuit, system: { volumes, setVolumes } }: CircuitSystem): string[] {
  const { lines } = tablesOf(circuit);
  return [true, false].flatMap((isOil) => {
    const sections = volumes.sections.filter((line) => (lineType(lines, line) === 'hydraulic') === isOil).length;
    const set = setVolumes.filter((v) => (volumes.type[v] === 'hydraulic') === isOil).length;
    return [...(sections > 0 ? [sectionsNote(sections, volumes.modes, isOil)] : []), ...(set > 0 ? [setNote(set, isOil)] : [])];
  });
}

function sectionsNote(count: number, modes: number, isOil: boolean): string {
  if (modes > 0)
    return `${count} wave line${count === 1 ? ' has' : 's have'} ${modes} modes: a front is some ${Number((5 / modes).toPrecision(2))} of the delay long`;
  const made = isOil ? 'volume and inertance' : 'stiffness and mass';
  return `${count} wave line${count === 1 ? ' is' : 's are'} one section of ${made}: no travelling waves (--line-tolerance 2% has them, by modes)`;
}

const setNote = (count: number, isOil: boolean): string =>
  isOil
    ? `${count} volume${count === 1 ? ' has its' : 's have their'} pressure set by a component (tanks at the end of a line): no unknown`
    : `${count} mechanical line${count === 1 ? ' has its' : 's have their'} force or torque set by a component at the end (a source, spring or lever): rigid, no unknown`;
