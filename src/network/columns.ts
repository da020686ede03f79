/**
 * Every column of a run's memory by what becomes of it: what a checkpoint has to hold follows from here, and nothing else says it a second time.
 *
 *     constant  written before the first attempt, the same in every session of a circuit
 *     tunable   may change between two attempts
 *     derived   follows from tunable ones
 *     saved     the next attempts, the record or the account depend on it
 *     scratch   written anew before it is read
 *
 * Where a column stands follows from its rows: by component, by line, by end of an element of a wave line, … (savedCells.ts).
 */
import type { KernelColumn } from '../equations/kernel.js';
import type { CavityRow } from './cavityTables.js';
import type { EndRow, scalarWords } from './delayTables.js';
import type { LineTable, PartitionWord, voidReport } from './layout.js';

/** What becomes of a column. */
export type Use = 'constant' | 'tunable' | 'derived' | 'saved' | 'scratch';

type Uses<Name extends string> = Readonly<Record<Name, Use>>;

/** Columns of doubles of capacitive lines. */
type LineColumn = Exclude<
  keyof LineTable,
  'lines' | 'covered' | 'chunks' | 'inner' | 'form' | 'held' | 'type' | 'numbers' | 'endA' | 'endB' | 'volumeA' | 'volumeB' | 'maxima'
>;

/** By component and role of the kernel's columns; both planes of a column share their use. */
export const componentColumns: Uses<KernelColumn['role']> = {
  parameter: 'tunable',
  derived: 'derived',
  tableStart: 'constant',
  tableCount: 'constant',
  input: 'tunable',
  endInput: 'tunable',
  lag: 'constant',
  state: 'saved',
  rate: 'saved',
  hold: 'saved',
  margin: 'saved',
  since: 'saved',
  guess: 'saved',
  guessBefore: 'saved',
  void: 'saved',
  volume: 'saved',
  output: 'saved',
  endOutput: 'saved',
  oil: 'saved',
  change: 'scratch',
  crossing: 'scratch',
};

/** By component and port where voids are kept: what is reported of them. */
export const reportColumns: Uses<(typeof voidReport)[number]> = { largest: 'saved', first: 'saved', last: 'saved', room: 'constant' };

/** By port of a component, and by end within a wave line. */
export const endColumns: Uses<'c' | 'z' | 'p' | 'q' | 'w'> = { c: 'saved', z: 'saved', p: 'saved', q: 'saved', w: 'saved' };

/** By capacitive line. */
export const lineColumns: Uses<LineColumn> = {
  mean: 'saved',
  half: 'saved',
  move: 'saved',
  expected: 'saved',
  impedance: 'saved',
  stiffness: 'saved',
  volume: 'saved',
  stored: 'saved',
  compliance: 'saved',
  content: 'saved',
  filter: 'constant',
  ownVolume: 'constant',
  modulus: 'constant',
  bulkModulus: 'constant',
  wall: 'constant',
};

/** By end of an element of a wave line that keeps a history in time; sums of the weighting function, behind these, are saved, and so are the cells. */
export const elementColumns: Uses<EndRow> = {
  impedance: 'constant',
  initial: 'constant',
  drop: 'constant',
  passed: 'constant',
  smeared: 'constant',
  returned: 'constant',
  tilt: 'constant',
  half: 'constant',
  series: 'saved',
  darcy: 'constant',
  reynolds: 'constant',
  roughness: 'constant',
  openWave: 'saved',
  openOwn: 'saved',
  openMoment: 'saved',
  mean: 'saved',
  falling: 'saved',
  seen: 'saved',
  last: 'saved',
  change: 'saved',
  // Of the last attempt: it is taken into the history when the next one begins.
  own: 'saved',
  wave: 'saved',
  flow: 'saved',
  error: 'scratch',
  arriving: 'scratch',
  characteristic: 'scratch',
  effective: 'scratch',
  before: 'saved',
  moment: 'scratch',
  known: 'saved',
  lentModulus: 'constant',
  lentVolume: 'saved',
  lentLeast: 'constant',
  nodePressure: 'saved',
  nodeNext: 'saved',
  nodeStored: 'saved',
  lineCharacteristic: 'scratch',
  lineImpedance: 'scratch',
  nodeCharacteristic: 'scratch',
  nodeImpedance: 'scratch',
  nodeKept: 'scratch',
  nodeGain: 'scratch',
};

/** By class of such elements; decays and responses of the weighting function, behind these, are saved. */
export const classColumns: Uses<(typeof scalarWords)[number]> = {
  delay: 'constant',
  spacing: 'constant',
  length: 'saved',
  dissipation: 'constant',
  response: 'scratch',
  stepLast: 'saved',
  stepBefore: 'saved',
};

/** By cavity of a wave line. */
export const cavityColumns: Uses<CavityRow> = {
  gas: 'constant',
  vapour: 'constant',
  open: 'constant',
  room: 'constant',
  initial: 'constant',
  volume: 'saved',
  trial: 'saved',
  largest: 'saved',
  first: 'saved',
  last: 'saved',
  drawn: 'saved',
  drawing: 'saved',
  characteristic: 'scratch',
  impedance: 'scratch',
};

/** By partition. The saved ones are those of the whole run: the highest of all partitions holds for each. */
export const partitionColumns: Uses<PartitionWord> = {
  error: 'scratch',
  errorLine: 'scratch',
  notFinite: 'scratch',
  hollow: 'scratch',
  event: 'scratch',
  failed: 'scratch',
  failedRow: 'scratch',
  phase: 'scratch',
  highest: 'saved',
  highestTime: 'saved',
  highestEnd: 'saved',
  deepest: 'saved',
  deepestTime: 'saved',
  deepestEnd: 'saved',
  broken: 'saved',
  overfull: 'saved',
  eventBatch: 'scratch',
  eventRow: 'scratch',
};

/** Names of a table's saved columns. */
export const savedOf = <Name extends string>(uses: Uses<Name>): Name[] =>
  (Object.entries(uses) as [Name, Use][]).flatMap(([name, use]) => (use === 'saved' ? [name] : []));
