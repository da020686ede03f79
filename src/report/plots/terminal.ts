/** A quick look in a terminal: a panel for each unit, curves as dots of braille, eight to a character. */
import { panelsOf } from '../linePlot.js';
import { displayUnit, formatNumber } from '../units.js';
import type { ChosenUnits, Plot } from './plot.js';

/** Characters of a panel's height. */
const height = 10;
/** Bit of a dot, by column and row within its character (Unicode 2800). */
const bits = [
  [1, 2, 4, 64],
  [8, 16, 32, 128],
] as const;
/** Foregrounds that can be told apart on light and dark grounds. */
const inks = [36, 31, 32, 33, 35, 34] as const;
const margin = 11;

export interface TerminalLook {
  /** Characters of a line. */
  readonly width: number;
  /** Whether curves have colours. */
  readonly hasColours: boolean;
}

/** The panels' text. */
export function terminalPlot({ title, across, series }: Plot, units: ChosenUnits, { width, hasColours }: TerminalLook): string {
  const panels = panelsOf(series, (unit) => units.get(unit) ?? displayUnit(unit));
  const [from, to] = rangeOf(series.map(({ t }) => t));
  const wide = Math.max(20, width - margin - 2);
  const ofX = units.get(across.unit) ?? displayUnit(across.unit);
  const text = panels.map(({ unit: shown, factor, series: curves }) => {
    const [low, high] = opened(rangeOf(curves.map(({ y }) => y)));
    const cells = new Uint8Array(wide * height);
    const owners = new Int16Array(wide * height);
    curves.forEach(({ t, y }, k) => {
      dots(t, y, [from, to], [low, high], wide, (cell, bit) => {
        cells[cell] |= bit;
        owners[cell] = k;
      });
    });
    const lines = Array.from({ length: height }, (_, row) => {
      const label = row === 0 ? formatNumber(high * factor) : row === height - 1 ? formatNumber(low * factor) : '';
      let line = `${label.padStart(margin - 1)} │`;
      for (let column = 0; column < wide; column++) {
        const cell = row * wide + column;
        const character = String.fromCharCode(0x2800 + cells[cell]);
        line += cells[cell] && hasColours ? `\u001b[${inks[owners[cell] % inks.length]}m${character}\u001b[0m` : character;
      }
      return line.replace(/\u2800+$/, '');
    });
    const names = curves.map(({ name }, k) => (hasColours ? `\u001b[${inks[k % inks.length]}m${name}\u001b[0m` : name));
    return [`${' '.repeat(margin + 1)}${names.join('  ')}${shown ? `, ${shown}` : ''}`, ...lines].join('\n');
  });
  const [begin, end] = [formatNumber(from * ofX.factor), `${formatNumber(to * ofX.factor)} ${ofX.unit}`];
  const axis = `${' '.repeat(margin)}└${'─'.repeat(wide)}\n${' '.repeat(margin + 1)}${begin}${end.padStart(Math.max(1, wide - begin.length))}`;
  return [title, ...text, axis].join('\n');
}

/** Marks the dots of a curve and of the straight lines between them. */
function dots(
  x: Float64Array,
  y: Float64Array,
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
  wide: number,
  mark: (cell: number, bit: number) => void,
): void {
  const columnOf = (value: number): number => Math.min(2 * wide - 1, Math.floor(((value - from) / (to - from || 1)) * 2 * wide));
  const rowOf = (value: number): number => Math.min(4 * height - 1, Math.floor(((high - value) / (high - low)) * 4 * height));
  const put = (column: number, row: number): void =>
    mark((row >> 2) * wide + (column >> 1), bits[(column & 1) as 0 | 1][(row & 3) as 0 | 1 | 2 | 3]);
  let before: readonly [column: number, row: number] | null = null;
  for (let k = 0; k < x.length; k++) {
    const value = y[k];
    if (!Number.isFinite(value) || !Number.isFinite(x[k])) {
      before = null;
      continue;
    }
    const end: readonly [column: number, row: number] = [columnOf(x[k]), rowOf(value)];
    const begin: readonly [column: number, row: number] = before ?? end;
    const columns = Math.max(1, Math.abs(end[0] - begin[0]));
    const along = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);
    for (let c = 1; c <= columns; c++) {
      const [one, other] = [along(begin[1], end[1], (c - 1) / columns), along(begin[1], end[1], c / columns)];
      for (let row = Math.min(one, other); row <= Math.max(one, other); row++) put(along(begin[0], end[0], c / columns), row);
    }
    before = end;
  }
}

function rangeOf(columns: readonly Float64Array[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of columns)
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  return low <= high ? [low, high] : [0, 1];
}

/** A constant stands in the middle of its panel. */
function opened([low, high]: readonly [number, number]): [number, number] {
  const margin = high > low ? 0 : Math.abs(low) * 0.05 || 1;
  return [low - margin, high + margin];
}
