/** The equations to be solved: a circuit in a few lines. */
import type { Circuit } from '../circuit/circuit.js';
import { labelledLines, textTable } from './table.js';
import { formatCount, formatNumber, formatPlural, formatQuantity, formatSeconds } from './units.js';

/** Counts, volumes, fluid and run settings; then what later stages know of it (signal order, cut), an entry each. */
export function circuitText(circuit: Circuit, further: object): string {
  const { lines } = circuit;
  const entries: (readonly [string, string])[] = [
    ['circuit', `${circuit.name}${circuit.title ? `: ${circuit.title}` : ''}`],
    ...(circuit.source ? [['source', circuit.source] as const] : []),
    ['components', formatCount(circuit.components.reduce((sum, { kind }) => sum + (kind?.joined?.length ?? 1), 0))],
    ...joinedEntry(circuit),
    ['lines', linesText(lines)],
    ['direct connections', formatCount(circuit.direct.length)],
    ['signals', formatCount(circuit.signals.length)],
    ...(hasOil(circuit) ? [['fluid', fluidText(circuit)] as const] : []),
    ['run', runText(circuit)],
    [
      'recorded',
      `every ${formatSeconds(circuit.record.every)}: ${circuit.record.signals.length === 0 ? 'nothing; name quantities under record:' : shortened(circuit.record.signals)}`,
    ],
    ...Object.entries(further).map(([key, value]) => [inWords(key), valueText(value)] as const),
    ['hash', circuit.hash],
  ];
  return `${labelledLines(entries)}\n\n${kindTable(circuit)}`;
}

/** Groups that are joined without a line. */
function joinedEntry({ components }: Circuit): (readonly [string, string])[] {
  const names = components.flatMap(({ name, kind }) => (kind?.joined ? [name] : []));
  return names.length > 0 ? [['joined', shortened(names)]] : [];
}

/** Whether any component has a hydraulic port, or is a junction. */
const hasOil = ({ components }: Circuit): boolean =>
  components.some(({ kind }) => kind === null || Object.values(kind.ports).includes('hydraulic'));

function fluidText({ fluid, reference }: Circuit): string {
  return `${fluid.named ? `${fluid.named.name} at ${formatNumber(fluid.named.temperature - 273.15)} degC: ` : ''}${formatQuantity(fluid.density, 'kg/m3')}, ${formatQuantity(fluid.viscosity, 'm2/s')}, bulk modulus ${formatQuantity(fluid.bulkModulus, 'Pa')}${lawText(fluid)}${airText(fluid)}; pressures ${reference}${fluid.conserve === 'mass' ? '; mass is conserved' : ''}`;
}

/** By which law the bulk modulus follows the pressure. */
function lawText({ tait, effective }: Circuit['fluid']): string {
  if (tait) return ' at no pressure, by the Tait law';
  if (!effective) return '';
  const { share, maximum, pressure, slope, offset, base } = effective;
  return ` at no pressure, by ${formatNumber(share)}·${formatQuantity(maximum, 'Pa')}·${base === 'e' ? 'ln' : 'log10'}(${formatNumber(slope)} p/${formatQuantity(pressure, 'Pa')} + ${formatNumber(offset)})`;
}

/** How much air, and how. */
function airText({ air }: Circuit['fluid']): string {
  if (!air) return '';
  const dissolved = air.dissolvedAt === null ? 'that does not dissolve' : `dissolved at ${formatQuantity(air.dissolvedAt, 'Pa')}`;
  const times = air.times ? `, released in ${formatSeconds(air.times.release)}, dissolved in ${formatSeconds(air.times.dissolution)}` : '';
  return `, with ${formatNumber(100 * air.fraction)} % of air (n ${formatNumber(air.exponent)}) ${dissolved}${times}`;
}

/** How many components of each kind, most frequent first. */
export function kindCounts(circuit: Circuit): (readonly [kind: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { kind } of circuit.components) {
    const name = kind?.kind ?? 'junction';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([kindA, a], [kindB, b]) => b - a || (kindA < kindB ? -1 : 1));
}

function kindTable(circuit: Circuit): string {
  return textTable(
    [{ heading: 'kind' }, { heading: 'components', align: 'right' }],
    kindCounts(circuit).map(([kind, count]) => [kind, formatCount(count)]),
  );
}

function linesText(lines: Circuit['lines']): string {
  const hydraulic = lines.filter(({ type }) => type === 'hydraulic');
  const mechanical = lines.length - hydraulic.length;
  return [
    lines.length === 0 ? 'none' : formatCount(lines.length),
    ...(hydraulic.length > 0 ? [volumesText(hydraulic)] : []),
    ...(mechanical > 0 ? [`${formatCount(mechanical)} mechanical`] : []),
  ].join(', ');
}

function volumesText(lines: Circuit['lines']): string {
  let smallest = lines[0] as Circuit['lines'][number];
  let largest = smallest;
  for (const line of lines) {
    if (line.volume < smallest.volume) smallest = line;
    if (line.volume > largest.volume) largest = line;
  }
  if (smallest.volume === largest.volume) return `each of ${formatQuantity(smallest.volume, 'm3')}`;
  return `volumes ${formatQuantity(smallest.volume, 'm3')} (${smallest.name}) to ${formatQuantity(largest.volume, 'm3')} (${largest.name})`;
}

function runText(circuit: Circuit): string {
  const { run } = circuit;
  if (run.step !== null) return `to ${formatSeconds(run.end)} in fixed steps of ${formatSeconds(run.step)}`;
  return `to ${formatSeconds(run.end)}, ${errorsText(circuit)} (${run.law} law), steps ${formatSeconds(run.minimumStep)} to ${formatSeconds(run.maximumStep)}`;
}

/** The errors that steps are judged by: of the types that lines have. */
function errorsText({ run, lines }: Circuit): string {
  const types = new Set(lines.map(({ type }) => type));
  return [
    ...(types.has('hydraulic') || types.size === 0 ? [`pressure error ${formatQuantity(run.pressureError, 'Pa')}`] : []),
    ...(types.has('translational') ? [`force error ${formatQuantity(run.forceError, 'N')}`] : []),
    ...(types.has('rotational') ? [`torque error ${formatQuantity(run.torqueError, 'Nm')}`] : []),
  ].join(', ');
}

function shortened(names: readonly string[]): string {
  const shown = names.slice(0, 8).join(', ');
  return names.length > 8 ? `${shown} and ${formatPlural(names.length - 8, 'more', 'more')}` : shown;
}

/** 'signalLevels' to 'signal levels'. */
function inWords(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : shortened(value.map(valueText));
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
