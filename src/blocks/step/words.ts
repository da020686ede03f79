/** Words of partitions and of the engine, beside those of the decision. */
import { type Block, namesOf, offsetsOf } from '../column.js';

/** Words of each partition, written by its owner. */
export const partitionState = {
  name: 'partition words',
  row: 'partition',
  columns: {
    error: { unit: 'Pa', writer: 'attempt', use: 'scratch', about: 'largest error of its lines and states' },
    errorLine: { unit: '', writer: 'attempt', use: 'scratch', about: 'line that has it' },
    notFinite: { unit: '', writer: 'attempt', use: 'scratch', about: 'batch with a pressure that is no number, -1 for none' },
    hasCavity: { unit: '', writer: 'attempt', use: 'scratch', about: 'not 0 where there are cavities' },
    event: { unit: 's', writer: 'attempt', use: 'scratch', about: 'time of its next event' },
    failed: { unit: '', writer: 'attempt', use: 'scratch', about: 'batch, from 1, that could not be solved' },
    failedRow: { unit: '', writer: 'attempt', use: 'scratch', about: 'its row' },
    phase: { unit: '', writer: 'attempt', use: 'scratch', about: 'batch that was entered last' },
    // In a cache line of their own: kept/extremes.ts.
    highest: { unit: 'Pa', writer: 'accept', use: 'saved', about: 'highest pressure of accepted steps' },
    highestTime: { unit: 's', writer: 'accept', use: 'saved', about: 'when it was' },
    highestEnd: { unit: '', writer: 'accept', use: 'saved', about: 'at which end of a line' },
    deepest: { unit: 'Pa', writer: 'accept', use: 'saved', about: 'lowest pressure, its sign turned' },
    deepestTime: { unit: 's', writer: 'accept', use: 'saved', about: 'when it was' },
    deepestEnd: { unit: '', writer: 'accept', use: 'saved', about: 'at which end of a line' },
    broken: { unit: '', writer: 'receive', use: 'saved', about: '1 from the recorded row on that holds a NaN or an infinity' },
    overfull: { unit: '', writer: 'accept', use: 'saved', about: 'not 0 once an accepted cavity is larger than its room' },
    eventBatch: { unit: '', writer: 'attempt', use: 'scratch', about: 'batch, from 1, of the component whose event comes next' },
    eventRow: { unit: '', writer: 'attempt', use: 'scratch', about: 'its row' },
    failedBy: {
      unit: '',
      writer: 'attempt',
      use: 'scratch',
      about: 'residual of the equations that could not be solved, in parts of their terms; 0: not reported',
    },
  },
} as const satisfies Block;
export type PartitionWord = keyof (typeof partitionState)['columns'];
export const partitionWords = namesOf(partitionState.columns);

/** Offsets of one partition's words. */
export const wordOffsets = ({ words }: { readonly words: number }): Record<PartitionWord, number> => offsetsOf(partitionWords, words);

/** The engine's own words beside its blocks. */
export const engineWords = {
  name: 'engine',
  row: 'word',
  columns: {
    control: { type: 'i32', unit: '', writer: 'loop', use: 'scratch', about: 'words that threads synchronise on, a cache line each' },
    synchronisations: { unit: '1', writer: 'loop', use: 'saved', about: 'synchronisations of all threads' },
    interval: {
      unit: 's',
      writer: 'fill',
      use: 'constant',
      about: 'time from synchronisation to synchronisation of partitions with steps of their own',
    },
    zero: { unit: '', writer: 'fill', use: 'constant', about: 'the value of unconnected inputs, and of volumes that are not lent' },
    defaults: { unit: '', writer: 'fill', use: 'constant', about: 'other values of unconnected inputs' },
  },
} as const satisfies Block;

/** Memory of a run beside the blocks of its circuit: tables of its components, lists of its phases. */
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
    messages: { unit: '', writer: 'loop', use: 'scratch', about: 'parity of the meeting of ranks, and what they tell each other' },
    messageLists: { type: 'i32', unit: '', writer: 'fill', use: 'constant', about: 'where what they tell stands' },
  },
} as const satisfies Block;
