/** Memory of the exchange across capacitive lines between partitions. */
import type { Block } from '../column.js';
import type { SentRow } from '../sent.js';
import type { Memory } from '../site.js';

/** Words of a cut line's end in the exchange between partitions, one attempt's behind the other's. */
const boundaryExchange = {
  name: 'boundary exchange',
  row: 'end of a cut line, by turns',
  columns: {
    p: { unit: 'Pa', writer: 'attempt', use: 'scratch', about: 'pressure' },
    w: { unit: 'Pa', writer: 'attempt', use: 'scratch', about: 'wave that left' },
    lent: { unit: 'm3', writer: 'attempt', use: 'scratch', about: 'port volume' },
    mean: { unit: 'Pa', writer: 'attempt', use: 'scratch', about: 'own part of the error of the mean' },
  },
} as const satisfies Block;
const turns = [1, 2].map(() => ({ block: boundaryExchange, stride: 1 }));
/** Doubles from one attempt's words of a cut line's end to the next one's, in the exchange between partitions. */
export const slotStride = 4;
/** Where they stand for one attempt: p, w, port volume, the end's part of the error of the line's mean. */
export const slotPlaces = { slotStride, slotPressure: 0, slotWave: 1, slotVolume: 2, slotMean: 3 } as const;

/** Places an end of a cut line in the exchange, by turns at one of two places. */
export const placeSlots = (memory: Memory, partition: number): number => memory.tight(partition, turns);

/** An end of a cut line for another memory. */
export const sentEnd = (at: number): SentRow => ({ at, stride: slotStride, slots: 2, shift: 0, count: slotStride });

/** Further columns of each side of a cut line. */
export const boundarySides = {
  name: 'sides of cut lines',
  row: 'side',
  columns: {
    sum: { unit: 'Pa', writer: 'loop', use: 'scratch', about: 'sum of the waves that left since the last synchronisation' },
    ghostVolume: { unit: 'm3', writer: 'accept', use: 'saved', about: 'port volume on the other side' },
  },
} as const satisfies Block;
