/** Recorded rows: the memory that they stand in. */
import type { Block } from '../column.js';

/** Rows of a run, column by column. */
export const record = {
  name: 'record',
  row: 'recorded row',
  columns: {
    times: { unit: 's', writer: 'decide', use: 'saved', about: 'time of each row' },
    cells: { unit: '', writer: 'receive', use: 'saved', about: 'recorded quantities, and flows that some are made of' },
    before: { unit: '', writer: 'receive', use: 'saved', about: 'of exact rows: every quantity as it was a step before' },
  },
} as const satisfies Block;
