/** Columns of the ends that all lines and components share. */
import type { Block } from './column.js';

/** By port of a component, behind them the other sides' ends of cut lines, and the ends within wave lines. */
export const lineEnds = {
  name: 'ends of lines',
  row: 'end',
  columns: {
    c: { unit: 'Pa', writer: 'line', use: 'saved', about: 'characteristic C of p = C + Zq' },
    z: { unit: 'Pa s/m3', writer: 'line', use: 'saved', about: 'impedance Z' },
    p: { unit: 'Pa', writer: 'attempt', use: 'saved', about: 'pressure' },
    q: { unit: 'm3/s', writer: 'attempt', use: 'saved', about: 'flow into the line, where it is recorded or summed' },
    w: { unit: 'Pa', writer: 'attempt', use: 'saved', about: 'wave that leaves, p + Zq' },
  },
} as const satisfies Block;
