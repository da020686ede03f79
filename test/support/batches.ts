/** Batches of a kernel, many instances with drawn states, laid out once and put before every back end. */

import type { KernelColumn } from '../../dist/equations/kernel/kernel.js';
import { kernelConstants } from '../../dist/equations/kernel/kernel.js';
import type { KernelFunction, KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { type BackEnd, make } from './backEnds.js';
import { bench, kernelHelpers, tableSize } from './kernelBench.js';

/** A kernel's text and what it needs. */
export interface Laid {
  readonly body: string;
  readonly columns: readonly KernelColumn[];
  readonly ports: readonly string[];
  readonly scratch: number;
}

export interface Places {
  readonly offsets: Readonly<Record<string, number>>;
  /** First of `rows` cells that inputs of that instance read, one cell for each of its inputs. */
  readonly cells: number;
  readonly size: number;
  readonly rows: number;
}

const cellsPerRow = 8;
/** Tables of one kind. */
const mostTables = 2;

/** Places of a batch of `rows` instances: words, ports, columns, then each instance's inputs and the tables, the same for all. */
export function placesOf({ columns, ports, scratch }: Laid, rows: number): Places {
  const stride = Math.ceil(rows / 8) * 8;
  const offsets: Record<string, number> = { rows, stride, batch: 7 };
  let size = 16;
  const take = (key: string, n: number): void => {
    offsets[key] = size;
    size += Math.ceil(n / 8) * 8;
  };
  for (const word of ['step', 'half', 'time', 'event', 'lastStep']) take(word, 1);
  take('eventBatch', 2);
  take('failed', 2);
  take('notFinite', 1);
  take('failedBy', 1);
  take('hasCavity', 1);
  take('cavities', 2);
  take('scratch', scratch);
  for (const port of ports) for (const block of ['c', 'z', 'p', 'q', 'w']) take(`${block}_${port}`, rows);
  for (const { key, planes } of columns) {
    if (planes === 1) take(key, rows);
    else {
      take(`${key}_0`, 2 * stride);
      offsets[`${key}_1`] = (offsets[`${key}_0`] as number) + stride;
    }
  }
  return { offsets, rows, cells: size, size: size + cellsPerRow * rows + mostTables * tableSize };
}

/** How states are drawn beyond what kernelBench.ts draws. */
export const moods = ['ordinary', 'cavitating', 'with cavities', 'at stops', 'wild'] as const;
export type Mood = (typeof moods)[number];

const wildValues = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0, 5e-324, 1e308, -1e308, 1];

/** A memory with every row's state drawn anew by `bench`, then bent as the mood asks. */
export function drawn(definition: KindDefinition, laid: Laid, places: Places, mood: Mood, rng: () => number): Float64Array {
  const { offsets, rows, cells, size } = places;
  const F = new Float64Array(size);
  const I = new Int32Array(F.buffer);
  const one = bench(definition);
  const at = (key: string): number => offsets[key] as number;
  for (let row = 0; row < rows; row++) {
    one.draw(rng);
    const own = new Int32Array(one.F.buffer);
    for (const word of ['step', 'half', 'time', 'event', 'lastStep']) F[at(word)] = one.F[one.at(word)] as number;
    for (const port of laid.ports)
      for (const block of ['c', 'z']) F[at(`${block}_${port}`) + row] = one.F[one.at(`${block}_${port}`)] as number;
    let input = 0;
    let table = cells + cellsPerRow * rows;
    for (const { key, role, planes } of laid.columns) {
      const from = one.at(planes === 2 ? `${key}_0` : key);
      if (role === 'input' || role === 'endInput') {
        const cell = cells + cellsPerRow * row + input++;
        I[2 * at(key) + row] = cell;
        F[cell] = one.F[own[2 * from] as number] as number;
      } else if (role === 'tableStart') {
        F[at(key) + row] = table;
        F.set(one.F.subarray(one.F[from] as number, (one.F[from] as number) + tableSize), table);
        table += tableSize;
      } else if (from !== undefined) F[at(planes === 2 ? `${key}_0` : key) + row] = one.F[from] as number;
    }
  }
  // The other plane holds what no kernel may read before it has written it.
  for (const { key, planes } of laid.columns) if (planes === 2) F.fill(12345.678, at(`${key}_1`), at(`${key}_1`) + rows);
  bend(laid, places, F, mood, rng);
  return F;
}

/** Bends a drawn memory. */
export function bend({ columns, ports }: Laid, { offsets, rows, cells }: Places, F: Float64Array, mood: Mood, rng: () => number): void {
  const at = (key: string): number => offsets[key] as number;
  const own = columns.filter(({ role }) => role === 'state' || role === 'rate' || role === 'hold' || role === 'guess');
  const parameters = columns.filter(({ role }) => role === 'parameter');
  for (let row = 0; row < rows; row++) {
    const sometimes = (share: number, work: () => void): void => {
      if (rng() < share) work();
    };
    const any = <T>(list: readonly T[]): T => list[Math.floor(rng() * list.length)] as T;
    if (mood === 'cavitating') for (const port of ports) sometimes(0.4, () => (F[at(`c_${port}`) + row] = -rng() * 3e7));
    if (mood === 'with cavities') {
      for (const port of ports) sometimes(0.3, () => (F[at(`c_${port}`) + row] = (rng() - 0.7) * 1e7));
      for (const { key, role } of columns) if (role === 'cavity') F[at(`${key}_0`) + row] = rng() < 0.4 ? 0 : rng() * 1e-6;
    }
    if (mood === 'at stops') {
      // On a parameter (a stroke, a volume, a limit) or on zero, to the bit.
      for (const { key, role } of own) {
        if (role !== 'state' && role !== 'hold') continue;
        const stops = [0, ...parameters.map((p) => F[at(p.key) + row] as number)];
        sometimes(0.6, () => (F[at(`${key}_0`) + row] = any(stops)));
      }
    }
    if (mood === 'wild') {
      for (const port of ports) for (const block of ['c', 'z']) sometimes(0.15, () => (F[at(`${block}_${port}`) + row] = any(wildValues)));
      for (const { key } of own) sometimes(0.15, () => (F[at(`${key}_0`) + row] = any(wildValues)));
      for (let k = 0; k < cellsPerRow; k++) sometimes(0.3, () => (F[cells + cellsPerRow * row + k] = any(wildValues)));
      // A guess far off, so that iterations fail.
      for (const { key, role } of own) if (role === 'guess') sometimes(0.3, () => (F[at(`${key}_0`) + row] = 1e200 * (rng() - 0.5)));
    }
  }
  if (mood === 'with cavities') F[at('cavities')] = 1;
}

export interface Batch {
  readonly F: Float64Array;
  readonly kernel: KernelFunction;
  readonly inLanes: boolean;
}

/** The batch's kernel by one back end. */
export function batchBy(backEnd: BackEnd, { body }: Laid, { offsets, size }: Places): Batch {
  const unit: KernelSource = { text: body, constants: kernelConstants(offsets), name: 'kernel', as: 'kernel' };
  const { F, functions, inLanes } = make(backEnd, [...kernelHelpers, unit], ['kernel'], size);
  return { F, kernel: functions.get('kernel') as KernelFunction, inLanes: inLanes.has('kernel') };
}
