/**
 * Capacitive pipes that give a length, perhaps a diameter, and nothing else: most lines of a large circuit. They differ in length, diameter and volume
 * alone, so that the first of them, once it has been found right, tells the rest of all.
 */

import type { Section } from '../entries/section.js';
import { rightQuantity } from '../entries/values.js';
import type { RawLine } from '../file/raw.js';
import { lineColumns } from '../tables.js';
import type { GrowingRows } from '../text/growing.js';
import { beyondNumbers } from './lineSize.js';

const plainKeys = new Set(['from', 'to', 'length', 'diameter']);
const bounds = { above: 0 };

/** m3 */
export const pipeVolume = (length: number, diameter: number): number => (Math.PI / 4) * diameter * diameter * length;

export class PlainPipes {
  /** Row of the first that was right, or -1. */
  private first = -1;

  /** `defaults` are the file's, for all lines. */
  constructor(
    private readonly data: GrowingRows,
    private readonly defaults: Partial<RawLine>,
  ) {}

  /** Line k has been read without a mistake, into `row`. */
  learn(lines: Section<RawLine>, k: number, row: number): void {
    const isCapacitive = Number.isNaN(this.data.get(row, lineColumns.delay));
    // A wall gives the more the wider the pipe is.
    if (this.first < 0 && isCapacitive && this.defaults.wallThickness === undefined && isPlain(lines.writtenAt(k))) this.first = row;
  }

  /** Row of line k; undefined where it is no such pipe, or its values are not plainly right. */
  row(lines: Section<RawLine>, k: number): number | undefined {
    const { data, first } = this;
    if (first < 0 || !isPlain(lines.writtenAt(k))) return undefined;
    const length = rightQuantity(lines.valueOf(k, 'length'), 'm', bounds);
    const diameter = rightQuantity(lines.valueOf(k, 'diameter') ?? this.defaults.diameter, 'm', bounds);
    if (length === undefined || diameter === undefined) return undefined;
    const volume = pipeVolume(length, diameter);
    if (beyondNumbers({ volume, bulkModulus: data.get(first, lineColumns.bulkModulus), wave: null }) !== undefined) return undefined;
    const row = data.add(first);
    data.set(row, lineColumns.volume, volume);
    data.set(row, lineColumns.length, length);
    data.set(row, lineColumns.diameter, diameter);
    return row;
  }
}

/** A length of its own: with the default's, a default volume would come before it. */
function isPlain(raw: RawLine): boolean {
  for (const key in raw) if (!plainKeys.has(key)) return false;
  return raw.length !== undefined;
}
