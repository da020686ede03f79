/**
 * Pressures that nothing in the oil changes, those of tanks and sources, and the lines that meet them: two different ones on one volume are refused, and a line that starts
 * far from what it meets is worth a word. A volume is what capacitive lines and junctions make of each other, as integrators have it (lumped/system/volumes.ts).
 */

import { evaluateColumn } from '../../equations/graph/evaluate.js';
import { modelOf } from '../../equations/language/build.js';
import { factsOf } from '../../equations/language/facts.js';
import type { Mistakes } from '../file/mistakes.js';
import type { RawCircuit, RawLine } from '../file/raw.js';
import { Sets } from '../sets.js';
import { type ComponentTable, kindAt, type LineTable, lineType, lineValue, type ParameterRows, portsOf, portTypeAt } from '../tables.js';
import { numberAt } from '../text/known.js';
import { formatQuantity } from '../text/units.js';
import type { Join, PortAt } from './joins.js';
import type { Section } from './section.js';

/** Pa: between the start of a line and that of its neighbours; machines start with tanks lifted by a bar or two. */
const farApart = 10e5;
/** Lines and components that a message names. */
const named = 4;

/** The entries of a file by which these checks are read. */
export interface HeldCircuit {
  readonly components: ComponentTable;
  readonly lines: LineTable;
  readonly joins: readonly Join[];
  readonly fluid: Readonly<Record<string, number>>;
}

/** By fixed port of a kind of oil: its pressure by row of the parameters, Pa; null where the kind has no such port. */
export function fixedPressures(
  { kinds, parameters }: ComponentTable,
  number: number,
  fluid: Readonly<Record<string, number>>,
): ReadonlyMap<string, Float64Array> | null {
  const kind = kinds[number];
  const fixed = kind ? factsOf(kind).fixedPressurePorts.filter((port) => kind.ports[port] === 'hydraulic') : [];
  if (!kind || fixed.length === 0) return null;
  const { names, rows } = parameters[number] as ParameterRows;
  const ports = modelOf(kind).ports.filter(({ name }) => fixed.includes(name));
  return new Map(
    ports.map(({ name, value }) => [
      name,
      evaluateColumn(value, rows.count, (symbol) => {
        const [type, own] = symbol.split(':') as [string, string];
        return type === 'fluid' ? new Float64Array(rows.count).fill(fluid[own] as number) : rows.column(names.indexOf(own));
      }),
    ]),
  );
}

/** A port that holds its pressure: Pa, null where a signal tells it. */
interface Holder extends PortAt {
  /** The line that ends there; -1 where it is joined to a junction. */
  readonly line: number;
  readonly pressure: number | null;
}

/** Volumes of oil, and who holds their pressures. */
class HeldVolumes {
  private readonly sets: Sets;
  private readonly joined = new Map<string, number>();
  /** By the number of a volume. */
  readonly holders = new Map<number, Holder[]>();

  constructor(private readonly of: HeldCircuit) {
    const { components, lines, joins } = of;
    const ends = joins.flatMap((join) => join.ends).filter((end) => this.isOil(end));
    this.sets = new Sets(2 * lines.count + components.count + ends.length);
    for (let end = 0; end < 2 * lines.count; end++) {
      const { component } = this.portAt(end);
      if (kindAt(components, component) === null) this.sets.join(end, 2 * lines.count + component);
    }
    for (let l = 0; l < lines.count; l++) if (this.isCapacitive(l)) this.sets.join(2 * l, 2 * l + 1);
    for (const { ends: both } of joins) if (this.isOil(both[0])) this.sets.join(this.nodeOf(both[0]), this.nodeOf(both[1]));
    this.findHolders(ends);
  }

  /** Number of the volume that a line ends in. */
  ofEnd(end: number): number {
    return this.sets.find(end);
  }

  isCapacitive(line: number): boolean {
    const { lines } = this.of;
    return lineType(lines, line) === 'hydraulic' && Number.isNaN(lineValue(lines, line, 'delay'));
  }

  portAt(end: number): PortAt {
    const { from, fromPort, to, toPort } = this.of.lines;
    const [component, port] = end % 2 === 0 ? [from, fromPort] : [to, toPort];
    return { component: numberAt(component, end >> 1), port: numberAt(port, end >> 1) };
  }

  private isOil({ component, port }: PortAt): boolean {
    return portTypeAt(this.of.components, component, port) === 'hydraulic';
  }

  private nodeOf({ component, port }: PortAt): number {
    const { components, lines } = this.of;
    if (kindAt(components, component) === null) return 2 * lines.count + component;
    const key = `${component}.${port}`;
    const known = this.joined.get(key) ?? this.joined.size;
    this.joined.set(key, known);
    return 2 * lines.count + components.count + known;
  }

  private findHolders(joined: readonly PortAt[]): void {
    const { components, lines, fluid } = this.of;
    const holds = components.kinds.map((kind) => (kind ? portsOf(kind).map((port) => factsOf(kind).heldPressurePorts.includes(port)) : []));
    const fixed = components.kinds.map((_, number) => fixedPressures(components, number, fluid));
    const seen = (at: PortAt, line: number, node: number): void => {
      const number = numberAt(components.kind, at.component);
      if (!holds[number]?.[at.port] || !this.isOil(at)) return;
      const port = portsOf(components.kinds[number] as NonNullable<(typeof components.kinds)[number]>)[at.port] as string;
      const pressure = fixed[number]?.get(port)?.[numberAt(components.row, at.component)] ?? null;
      const volume = this.sets.find(node);
      const own = this.holders.get(volume);
      if (own) own.push({ ...at, line, pressure });
      else this.holders.set(volume, [{ ...at, line, pressure }]);
    };
    for (let end = 0; end < 2 * lines.count; end++) seen(this.portAt(end), end >> 1, end);
    for (const at of new Map(joined.map((one) => [`${one.component}.${one.port}`, one])).values())
      if (kindAt(components, at.component)) seen(at, -1, this.nodeOf(at));
  }
}

/** Refuses two held pressures on one volume, unless they are the same for good; warns of lines whose start is not in the file and far from their neighbours'. `entries` of the lines. */
export function checkHeldPressures(
  of: HeldCircuit,
  entries: Section<RawLine>,
  { initial = {}, defaults = {} }: Pick<RawCircuit, 'initial' | 'defaults'>,
  mistakes: Mistakes,
): void {
  const volumes = new HeldVolumes(of);
  refuseTwo(of, volumes, entries, mistakes);
  if (initial.steady === true || initial.pressure !== undefined || defaults.line?.initialPressure !== undefined) return;
  warnOfStarts(of, volumes, entries, mistakes);
}

const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');

function refuseTwo({ components, lines }: HeldCircuit, volumes: HeldVolumes, entries: Section<RawLine>, mistakes: Mistakes): void {
  const several = new Map([...volumes.holders].flatMap(([volume, { length }]) => (length < 2 ? [] : [[volume, [] as number[]]])));
  if (several.size === 0) return;
  for (let l = 0; l < lines.count; l++) if (volumes.isCapacitive(l)) several.get(volumes.ofEnd(2 * l))?.push(l);
  for (const [volume, own] of several) {
    const holders = volumes.holders.get(volume) as readonly Holder[];
    // Joined without a line, they are reported as a join (joins.ts).
    if (own.length === 0) continue;
    const line = holders.findLast((holder) => holder.line >= 0)?.line ?? numberAt(own, 0);
    const who = holders
      .slice(0, named)
      .map(
        ({ component, pressure }) => `'${components.nameOf(component)}'${pressure === null ? '' : ` (${formatQuantity(pressure, 'Pa')})`}`,
      );
    const all = holders.length > named ? [...who, `${holders.length - named} more`] : who;
    const names = own.slice(0, named).map((l) => `'${lines.nameOf(l)}'`);
    const whose =
      own.length > 1
        ? `one volume, lines ${listed(own.length > named ? [...names, `${own.length - named} more`] : names)}`
        : `line ${names[0]}`;
    const told = `${listed(all)} ${holders.length > 2 ? 'all' : 'both'} hold the pressure of ${whose}, which ${own.length > 1 ? 'have' : 'has'} no resistance`;
    const between =
      'put a component with a pressure drop between them, such as a laminarRestrictor or an orifice, or write model: wave, friction: turbulent for a line';
    // Pressures and the oil that comes to them in all are right then.
    if (holders.every(({ pressure }) => pressure !== null && pressure === holders[0]?.pressure))
      mistakes.warn(entries.pathOf(line), 'CIR807', `${told}: how a flow divides between them is open`, `keep one of them, or ${between}`);
    else mistakes.add(entries.pathOf(line), 'CIR318', `${told}: the flow between them would grow without end`, between);
  }
}

/** The known starts beside a volume. */
interface Known {
  readonly what: string;
  readonly pressure: number;
}

/** By volume: the known start beside it that is furthest from `start`, the default. */
function knownStarts(
  { components, lines }: HeldCircuit,
  volumes: HeldVolumes,
  start: number,
  isDefault: (l: number) => boolean,
): ReadonlyMap<number, Known> {
  const known = new Map<number, Known>();
  const know = (volume: number, pressure: number, what: () => string): void => {
    const before = known.get(volume);
    if (!before || Math.abs(pressure - start) > Math.abs(before.pressure - start)) known.set(volume, { what: what(), pressure });
  };
  for (const [volume, holders] of volumes.holders)
    for (const { component, pressure } of holders)
      if (pressure !== null)
        know(volume, pressure, () => `'${components.nameOf(component)}', which holds ${formatQuantity(pressure, 'Pa')}`);
  for (let end = 0; end < 2 * lines.count; end++) {
    const l = end >> 1;
    if (lineType(lines, l) !== 'hydraulic') continue;
    if (!isDefault(l)) {
      const pressure = lineValue(lines, l, 'initialPressure') - (end % 2 === 0 ? 0 : lineValue(lines, l, 'drop') || 0);
      know(volumes.ofEnd(end), pressure, () => `line '${lines.nameOf(l)}', which starts at ${formatQuantity(pressure, 'Pa')}`);
    }
    const { component } = volumes.portAt(end);
    const gas = chargeAt(components, component);
    if (gas !== null)
      know(volumes.ofEnd(end), gas, () => `'${components.nameOf(component)}', which is charged to ${formatQuantity(gas, 'Pa')}`);
  }
  return known;
}

function warnOfStarts(of: HeldCircuit, volumes: HeldVolumes, entries: Section<RawLine>, mistakes: Mistakes): void {
  const { lines, fluid } = of;
  const isDefault = (l: number): boolean => entries.writtenAt(l).initialPressure === undefined;
  const start = fluid['ambientPressure'] as number;
  const known = knownStarts(of, volumes, start, isDefault);
  const told = new Set<number>();
  for (let end = 0; end < 2 * lines.count; end++) {
    const l = end >> 1;
    if (lineType(lines, l) !== 'hydraulic' || !isDefault(l)) continue;
    const volume = volumes.ofEnd(end);
    const beside = known.get(volume);
    const own = start - (end % 2 === 0 ? 0 : lineValue(lines, l, 'drop') || 0);
    if (!beside || told.has(volume) || !(Math.abs(beside.pressure - own) > farApart)) continue;
    told.add(volume);
    mistakes.warn(
      entries.pathOf(l),
      'CIR806',
      `line '${lines.nameOf(l)}' starts at ${formatQuantity(own, 'Pa')}, the default, beside ${beside.what}: the run begins with a jump of ${formatQuantity(Math.abs(beside.pressure - own), 'Pa')}`,
      `write initial: steady, which starts at the operating point, or the line's initialPressure: ${formatQuantity(beside.pressure, 'Pa')}; where the jump is meant, initialPressure: ${formatQuantity(own, 'Pa')}`,
    );
  }
}

/** Pressure of the gas of an accumulator that holds oil at t = 0, Pa; null of other components, and of an empty one. */
function chargeAt({ kinds, kind, parameters, row }: ComponentTable, component: number): number | null {
  const number = numberAt(kind, component);
  const own = kinds[number]?.parameters;
  if (!own?.['initialPressure'] || !own['prechargePressure']) return null;
  const { names, rows } = parameters[number] as ParameterRows;
  const valueFor = (name: string): number => rows.get(numberAt(row, component), names.indexOf(name));
  const charge = valueFor('initialPressure');
  return charge > valueFor('prechargePressure') ? charge : null;
}
