/** Memory of a run beside the blocks of its circuit: the record, tables of its components, lists of its phases. */
import type { Block } from './column.js';

export const record = {
  name: 'record',
  row: 'recorded row',
  columns: {
    times: { unit: 's', writer: 'decide', use: 'saved', about: 'time of each row' },
    cells: { unit: '', writer: 'receive', use: 'saved', about: 'recorded quantities, and flows that some are made of' },
    before: { unit: '', writer: 'receive', use: 'saved', about: 'of exact rows: every quantity as it was a step before' },
  },
} as const satisfies Block;

export const runWords = {
  name: 'run',
  row: 'number',
  columns: {
    tables: { unit: '', writer: 'fill', use: 'constant', about: 'points of tables: all x, then all y of each' },
    overrides: { unit: '', writer: 'fill', use: 'saved', about: 'inputs that a held run has set' },
    owners: {
      type: 'i32',
      unit: '',
      writer: 'loop',
      use: 'scratch',
      about: 'which thread runs which partition, where they change hands, and their times',
    },
    lists: { type: 'i32', unit: '', writer: 'fill', use: 'constant', about: 'lists that the phases go by' },
    marks: { unit: 'ms', writer: 'loop', use: 'scratch', about: 'times of timed slices' },
  },
} as const satisfies Block;
