/**
 * What of a run's state is of one instance of a circuit that repeats them: counters and saved numbers of its components, of its lines, of the ends of lines at its components. Instances are
 * saved by themselves, entry by entry, so that whoever has one puts it into any layout that has it, whatever else is there: that of the same rank, of one of more or fewer, of the whole circuit.
 * An entry is known by its name within the instance: where a layout ends, an instance may lack a line to the next one, or have one from another instance than in the circuit.
 */
import { sizeOf } from '../../blocks/kept/observer.js';
import { observerNames, observerOf } from '../../blocks/kept/registry.js';
import { isAmong, type PartitionRange } from '../../blocks/step/ownership.js';
import { groupOf, instanceOf, isBeside, isOwn, ownRanges, type Share } from '../../circuit/entries/share.js';
import { GrowingRows, Integers } from '../../circuit/text/growing.js';
import { planOf, visitSaved } from '../held/state.js';
import type { Session } from '../session.js';

/** Instances that follow each other, [from, end). */
export interface SavedInstances {
  readonly from: number;
  readonly end: number;
  /** Entries of instances that have the same ones: names, and how many numbers each has. */
  readonly shapes: readonly (readonly Entry[])[];
  /** By instance: its shape. */
  readonly shape: Float64Array;
  /** By instance, then by entry. */
  readonly numbers: Float64Array;
}
type Entry = readonly [name: string, count: number];

/** Instances by component and line, and their groups. */
export interface Belonging {
  readonly ofComponent: Int32Array;
  readonly ofLine: Int32Array;
  readonly share: Pick<Share, 'groups'>;
}

/** Of a layout of the whole circuit. */
export function belongingOf({ layout }: Pick<Session, 'layout'>, groups: Share['groups']): Belonging {
  const { components, lines } = layout.network.tables;
  return {
    share: { groups },
    ofComponent: Int32Array.from({ length: components.count }, (_, c) => instanceOf({ groups }, components.nameOf(c))),
    ofLine: Int32Array.from({ length: lines.count }, (_, l) => instanceOf({ groups }, lines.nameOf(l))),
  };
}

/** Receives entries of instances, each with its numbers: counters; cells, with those that have the same; observers' rows. */
interface Show {
  entry(instance: number, name: string): void;
  counter(cell: number): void;
  cell(cell: number, ...copies: readonly number[]): void;
  /** `fitted`: makes those of the same row in another layout as long as they are here. */
  row(at: number, count: number, fitted: (numbers: Float64Array) => Float64Array): void;
}

/** Shows all, in the same order for every layout. */
function visitEntries(session: Session, { ofComponent, ofLine, share: { groups } }: Belonging, { entry, counter, cell, row }: Show): void {
  const { layout, observers } = session;
  const { components, lines, direct } = layout.network.tables;
  const lengths = groups.map(({ name }) => name.length);
  /** Behind group and number; of what stands beside the groups all, behind what no name within an instance has. */
  const local = (instance: number, name: string): string =>
    isBeside({ groups }, instance) ? `/${name}` : name.slice(name.indexOf('_', lengths[groupOf({ groups }, instance)]) + 1);
  const ofOneComponent = (what: string, c: number, more = ''): void =>
    entry(ofComponent[c], `${what} ${local(ofComponent[c], components.nameOf(c))}${more}`);
  const ofOneLine = (what: string, l: number): void => entry(ofLine[l], `${what} ${local(ofLine[l], lines.nameOf(l))}`);
  for (let l = 0; l < lines.count; l++) {
    ofOneLine('limits', l);
    for (const k of [0, 1]) counter(layout.counters + 2 * l + k);
  }
  for (let c = 0; c < components.count; c++) {
    ofOneComponent('limits', c);
    for (let k = 2 * layout.firstState[c]; k < 2 * layout.firstState[c + 1]; k++) counter(layout.counters + k);
  }
  visitSaved(layout, planOf(session), cell, (what, number) => {
    if (what === 'component') ofOneComponent(what, number);
    else if (what === 'line') ofOneLine(what, number);
    else if (what === 'direct') ofOneComponent(what, direct.component[number], ` ${direct.port[number]}`);
    else {
      const [line, side] = [number >> 1, number & 1];
      const component = side === 0 ? lines.from[line] : lines.to[line];
      entry(ofComponent[component], `${what} ${local(ofLine[line], lines.nameOf(line))} ${side}`);
    }
  });
  for (const name of observerNames)
    for (const placed of observers.rows[name]) {
      const { component } = placed.row;
      if (component === undefined) throw new Error(`${name}: whose row is it?`);
      ofOneComponent(name, component);
      const observer = observerOf(name);
      row(placed.at, sizeOf(observer, placed.row), (numbers) => observer.fitted?.(numbers, placed.row) ?? numbers);
    }
}

/** Numbers of the special limits stand between those of lines and of states. */
export const specialsAt = ({ layout }: Pick<Session, 'layout'>): number => layout.counters + 2 * layout.network.tables.lines.count;

/** By double of the memory: the partition that it is of. */
function partitionsOf({ placed }: Pick<Session, 'placed'>): (cell: number) => number {
  const sorted = [...placed].sort((a, b) => a.at - b.at);
  const starts = Float64Array.from(sorted, ({ at }) => at);
  return (cell) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= cell) low = middle;
      else high = middle - 1;
    }
    return sorted[low]?.partition as number;
  };
}

/** Takes the rank's own instances out of a memory that stands behind an accepted step; `own`: partitions of which this memory has the numbers. */
export function takeInstances(session: Session, belonging: Belonging & { readonly share: Share }, own: PartitionRange): SavedInstances[] {
  const { share } = belonging;
  const { F } = session;
  const partitionOf = partitionsOf(session);
  const isHere = (cell: number): boolean => isAmong(own, partitionOf(cell));
  const names = new Map<string, number>();
  const numbers = new GrowingRows(1, 1024);
  const [instances, entries, starts] = [new Integers(), new Integers(), new Integers()];
  let isTaken = false;
  const take = (value: number): void => numbers.set(numbers.add(), 0, value);
  visitEntries(session, belonging, {
    entry(instance, name) {
      isTaken = isOwn(share, instance);
      if (!isTaken) return;
      const number = names.get(name) ?? names.size;
      if (number === names.size) names.set(name, number);
      instances.push(instance);
      entries.push(number);
      starts.push(numbers.count);
    },
    counter: (cell) => isTaken && take(F[cell]),
    cell(cell, ...copies) {
      if (!isTaken) return;
      const at = [cell, ...copies].find(isHere);
      if (at === undefined) throw new Error('an own number stands in a partition of another rank');
      take(F[at]);
    },
    row(at, count) {
      if (isTaken) for (let k = 0; k < count; k++) take(F[at + k]);
    },
  });
  starts.push(numbers.count);
  return ownRanges(share).map(([from, end]) => sorted(from, end, [...names.keys()], instances, entries, starts, numbers));
}

/** Entries in the order in which they were shown, as those of one instance behind those of another. */
function sorted(
  from: number,
  end: number,
  names: readonly string[],
  instances: Integers,
  entries: Integers,
  starts: Integers,
  numbers: GrowingRows,
): SavedInstances {
  // Instances of one shape have come the same way from entry to entry.
  const ways: { readonly before: number; readonly entry: Entry }[] = [{ before: -1, entry: ['', 0] }];
  const onward = new Map<string, number>();
  const way = new Int32Array(end - from);
  const sizes = new Int32Array(end - from);
  const countOf = (k: number): number => starts.at(k + 1) - starts.at(k);
  const placeOf = (k: number): number => (instances.at(k) >= from && instances.at(k) < end ? instances.at(k) - from : -1);
  for (let k = 0; k < instances.length; k++) {
    const place = placeOf(k);
    if (place < 0) continue;
    const count = countOf(k);
    const key = `${way[place]} ${entries.at(k)} ${count}`;
    let next = onward.get(key);
    if (next === undefined) {
      next = ways.push({ before: way[place], entry: [names[entries.at(k)] as string, count] }) - 1;
      onward.set(key, next);
    }
    way[place] = next;
    sizes[place] = sizes[place] + count;
  }
  const next = new Int32Array(end - from);
  for (let place = 1; place < next.length; place++) next[place] = next[place - 1] + sizes[place - 1];
  const values = new Float64Array(sizes.reduce((a, b) => a + b, 0));
  for (let k = 0; k < instances.length; k++) {
    const place = placeOf(k);
    if (place < 0) continue;
    for (let at = starts.at(k); at < starts.at(k + 1); at++) {
      values[next[place]] = numbers.get(at, 0);
      next[place] = next[place] + 1;
    }
  }
  const ends = [...new Set(way)];
  const shapes = ends.map((last) => {
    const shape: Entry[] = [];
    for (let at = last; at > 0; at = ways[at]?.before as number) shape.push(ways[at]?.entry as Entry);
    return shape.reverse();
  });
  const number = new Map(ends.map((last, k) => [last, k]));
  return { from, end, shapes, shape: Float64Array.from(way, (last) => number.get(last) as number), numbers: values };
}

/** As many instances at most in each of several. */
export function inBlocks({ from, end, shapes, shape, numbers }: SavedInstances, most: number): SavedInstances[] {
  const sizes = shapes.map((entries) => entries.reduce((sum, [, count]) => sum + count, 0));
  const blocks: SavedInstances[] = [];
  let at = 0;
  for (let first = from; first < end; first += most) {
    const last = Math.min(end, first + most);
    const own = shape.subarray(first - from, last - from);
    const count = own.reduce((sum, k) => sum + (sizes[k] as number), 0);
    blocks.push({ from: first, end: last, shapes, shape: own, numbers: numbers.subarray(at, at + count) });
    at += count;
  }
  return blocks;
}

/** Reads entries of instances, in the order in which they are shown. */
class EntryReader {
  private readonly next: readonly { readonly entry: Int32Array; readonly at: Int32Array }[];
  private last = 0;

  constructor(private readonly blocks: readonly SavedInstances[]) {
    this.next = blocks.map(({ shapes, shape }) => {
      const sizes = shapes.map((entries) => entries.reduce((sum, [, count]) => sum + count, 0));
      const at = new Int32Array(shape.length);
      for (let k = 1; k < at.length; k++) at[k] = at[k - 1] + (sizes[shape[k - 1]] as number);
      return { entry: new Int32Array(shape.length), at };
    });
  }

  /** Numbers of an entry; null where the instance has none of that name, or is not there. */
  numbersOf(instance: number, name: string): Float64Array | null {
    const isIn = ({ from, end }: SavedInstances): boolean => instance >= from && instance < end;
    if (!this.blocks[this.last] || !isIn(this.blocks[this.last] as SavedInstances)) this.last = this.blocks.findIndex(isIn);
    const block = this.blocks[this.last];
    const next = this.next[this.last];
    if (!block || !next) return null;
    const k = instance - block.from;
    const shape = block.shapes[block.shape[k]] as readonly Entry[];
    let at = next.at[k];
    for (let e = next.entry[k]; e < shape.length; e++) {
      const [own, count] = shape[e] as Entry;
      if (own === name) {
        next.entry[k] = e + 1;
        next.at[k] = at + count;
        return block.numbers.subarray(at, at + count);
      }
      at += count;
    }
    return null;
  }
}

/** Counters, saved numbers and observers' rows of a layout, in its order. */
interface PutNumbers {
  readonly counters: Float64Array;
  readonly cells: Float64Array;
  readonly observers: Float64Array;
}

/**
 * What a layout has of the instances, in its order; its decisions must be in place. Numbers that no instance has stay as they are: null where they are of an instance of which `isWhole` holds.
 */
export function numbersFor(
  session: Session,
  belonging: Belonging,
  blocks: readonly SavedInstances[],
  isWhole: (instance: number) => boolean,
): PutNumbers | null {
  const { F, layout } = session;
  const reader = new EntryReader(blocks);
  const counters = new Float64Array(2 * layout.firstState[layout.network.tables.components.count]);
  const [cells, rows] = [new GrowingRows(1, 1024), new GrowingRows(1)];
  let fits = true;
  let current: Float64Array | null = null;
  let used = 0;
  let isOwnEntry = false;
  const close = (): void => {
    if (isOwnEntry && used !== (current?.length ?? 0)) fits = false;
  };
  const next = (usual: number): number => {
    const value = current?.[used];
    if (value === undefined) {
      if (isOwnEntry) fits = false;
      return usual;
    }
    used++;
    return value;
  };
  const add = (to: GrowingRows, value: number): void => to.set(to.add(), 0, value);
  visitEntries(session, belonging, {
    entry(instance, name) {
      close();
      [current, used, isOwnEntry] = [reader.numbersOf(instance, name), 0, isWhole(instance)];
    },
    counter(cell) {
      counters[cell - layout.counters] = next(0);
    },
    cell: (cell) => add(cells, next(F[cell])),
    row(at, count, fitted) {
      current &&= fitted(current);
      for (let k = 0; k < count; k++) add(rows, next(F[at + k]));
    },
  });
  close();
  return fits ? { counters, cells: cells.column(0), observers: rows.column(0) } : null;
}
