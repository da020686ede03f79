/**
 * Words for a line whose volume is exhausted. Port volumes (`port.V`, the chambers of a cylinder) count with it, and nothing keeps them above
 * zero: that of a piston beyond its end is negative. V ≤ 0 is no line: its impedance Z = Δ Be/((1-α) V) and its capacitance V/Be have no meaning.
 */
import { type CircuitTables, kindAt, lineValue, portsOf } from '../circuit/tables.js';
import { formatQuantity } from '../circuit/text/units.js';
import { portVolumeEnds } from './portVolumeEnds.js';

/** The message, and the rule and the ways out. */
export interface Exhausted {
  readonly message: string;
  readonly remedy: string;
}

const stops =
  'the volume of a line and its port volumes must stay above 0: give the component end stops (reset), let it start elsewhere, or give the line more volume';
const noNumber =
  'the port volume of a component must be a number in every state: look for a root or logarithm of less than 0, or 0/0, in its V';

/** Volume that lines themselves have at some of their ends, 2·line (from) and 2·line + 1 (to), half of each line at an end, m3. */
export function ownVolume({ lines }: CircuitTables, ends: readonly number[]): number {
  return ends.reduce((sum, end) => sum + lineValue(lines, end >> 1, 'volume') / 2, 0);
}

/** The message for a volume made of these ends of lines, of which `left` m3 are left. */
export function exhausted(tables: CircuitTables, ends: readonly number[], left: number): Exhausted {
  const { lines, components } = tables;
  const has = portVolumeEnds(tables);
  const ports = ends.flatMap((end) => {
    const [at, line] = [end % 2 === 0 ? ('from' as const) : ('to' as const), end >> 1];
    const component = lines[at][line];
    const kind = kindAt(components, component);
    return has?.[end] === 1 && kind
      ? [`${kind.kind} '${components.nameOf(component)}' at port ${portsOf(kind)[lines[`${at}Port`][line]]}`]
      : [];
  });
  const names = [...new Set(ends.map((end) => `'${lines.nameOf(end >> 1)}'`))];
  const shown = `${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''}`;
  const [those, line] = [ports.join(' and '), names.length > 1 ? 'lines' : 'line'];
  if (Number.isNaN(left)) return { message: `the port volume of ${line} ${shown} at ${those} is not a number`, remedy: noNumber };
  const own = ownVolume(tables, ends);
  const [litres, portLitres, leftLitres] = [own, left - own, left].map((volume) => formatQuantity(volume, 'm3'));
  return {
    message: `the volume of ${line} ${shown} is exhausted: ${litres} of ${names.length > 1 ? 'their' : 'its'} own and ${portLitres} of port volume at ${those} leave ${leftLitres}`,
    remedy: stops,
  };
}

/** Of a cavity that has outgrown its room (program/kinds/cavities.ts): the rule, and the ways out. */
export const overfullRemedy =
  'no oil is left around it, where the model ends: let more oil come (a wider suction line, boost, an anti-cavitation valve), let less be drawn, or give the line its true volume';
