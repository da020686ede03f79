/** Columns of components: by the roles that their kernels have for them, and as a block for `ringmain memory`. */
import type { Block, Column, Use, Writer } from '../../blocks/column.js';
import type { KernelColumn } from '../../equations/kernel/kernel.js';
import type { NetworkKind } from '../../network/network.js';

type Role = KernelColumn['role'];
/** A role: unit is that of its owner, or its own. */
interface RoleColumn {
  readonly type?: 'i32';
  readonly unit?: string;
  readonly writer: Writer;
  readonly use: Use;
  readonly about: string;
}

/** By component and role of the kernel's columns; both planes of a column share their use. */
export const componentColumns: Readonly<Record<Role, RoleColumn>> = {
  parameter: { writer: 'fill', use: 'tunable', about: 'parameter' },
  derived: { unit: '', writer: 'fill', use: 'derived', about: 'expression of parameters:' },
  tableStart: { unit: '', writer: 'fill', use: 'constant', about: 'where the points begin of table' },
  tableCount: { unit: '1', writer: 'fill', use: 'constant', about: 'how many points has table' },
  input: { type: 'i32', unit: '', writer: 'fill', use: 'tunable', about: 'cell that is read for input' },
  endInput: { type: 'i32', unit: '', writer: 'fill', use: 'tunable', about: 'cell that is read, at the end of the step, for input' },
  lag: { unit: '1', writer: 'fill', use: 'constant', about: 'how long before the end of a step conditions are, in steps, of' },
  state: { writer: 'attempt', use: 'saved', about: 'state' },
  rate: { unit: '', writer: 'attempt', use: 'saved', about: 'rate of' },
  hold: { writer: 'attempt', use: 'saved', about: 'held state' },
  margin: { unit: '', writer: 'attempt', use: 'saved', about: 'margin of condition' },
  side: { unit: '', writer: 'attempt', use: 'saved', about: 'side of a condition for the next step, where its hold does not show it,' },
  since: { unit: '1', writer: 'attempt', use: 'saved', about: 'steps since a crossing of' },
  guess: { unit: '', writer: 'attempt', use: 'saved', about: "first guess of Newton's method for" },
  guessBefore: { unit: '', writer: 'attempt', use: 'saved', about: 'the guess before of' },
  cavity: { unit: 'm3', writer: 'attempt', use: 'saved', about: 'cavity at' },
  volume: { unit: 'm3', writer: 'attempt', use: 'saved', about: 'port volume at' },
  output: { writer: 'attempt', use: 'saved', about: 'signal in the middle of the step' },
  endOutput: { writer: 'attempt', use: 'saved', about: 'signal at the end of the step' },
  oil: { unit: 'm3', writer: 'attempt', use: 'saved', about: 'oil' },
  change: { unit: '', writer: 'attempt', use: 'scratch', about: 'error of a state in this step' },
  crossing: { unit: '1', writer: 'attempt', use: 'scratch', about: 'where in the step a condition changes' },
  mode: { unit: '', writer: 'attempt', use: 'scratch', about: 'modes, a bit each, word' },
};

/** By component and port where cavities are kept: their reports, and the volume of the lines there (cavities.ts). */
export const cavityReports = {
  largest: { unit: 'm3', writer: 'accept', use: 'saved', about: 'largest cavity' },
  first: { unit: 's', writer: 'accept', use: 'saved', about: 'when there was one first' },
  last: { unit: 's', writer: 'accept', use: 'saved', about: 'when there was one last' },
  room: { unit: 'm3', writer: 'fill', use: 'constant', about: 'volume of the lines there' },
  filled: {
    unit: '1',
    writer: 'accept',
    use: 'saved',
    about: 'largest part of those lines, with their port volumes, that was cavity',
  },
} as const satisfies Readonly<Record<string, Column>>;

/** Memory of a batch of components beside the columns of its kind. */
const batchColumns = {
  cavities: { unit: '', writer: 'attempt', use: 'scratch', about: 'by plane, whether it has cavities' },
  scratch: { unit: '', writer: 'attempt', use: 'scratch', about: 'work room of a kernel' },
} as const satisfies Readonly<Record<string, Column>>;

/** Of the components of a partition. */
export const componentWords = {
  name: 'components',
  row: 'component',
  columns: {
    changes: { unit: '', writer: 'attempt', use: 'scratch', about: 'errors of judged states in this step, kind by kind' },
    codes: { type: 'i32', unit: '', writer: 'fill', use: 'constant', about: 'their numbers among what limits steps' },
    maxima: { unit: '', writer: 'attempt', use: 'scratch', about: 'the largest of some of them' },
    crossings: { unit: '1', writer: 'attempt', use: 'scratch', about: 'where in the step conditions change, kind by kind' },
    nets: { unit: 'm3', writer: 'accept', use: 'saved', about: 'oil through direct connections' },
  },
} as const satisfies Block;

/** Columns that stand among those of the partition, kind behind kind. */
export const together: ReadonlySet<Role> = new Set(['change', 'crossing']);

/** Key of a cavity's report. */
export const reportKey = (of: string, column: string): string => `report_${of}_${column}`;

const blocks = new WeakMap<NetworkKind, Block>();

/** The columns of a kind, named by their keys. */
export function kindBlock(kind: NetworkKind): Block {
  let block = blocks.get(kind);
  if (!block) {
    block = { name: kind.name, row: kind.source ? 'component' : 'junction', columns: columnsOf(kind) };
    blocks.set(kind, block);
  }
  return block;
}

function columnsOf({ kernel, source }: NetworkKind): Block['columns'] {
  const columns: Record<string, Column> = { ...batchColumns };
  for (const { key, role, of } of kernel.columns) {
    if (together.has(role)) continue;
    const { unit, ...declared } = componentColumns[role];
    const known = declarationOf(source, of);
    columns[key] = {
      ...declared,
      unit: unit ?? known?.unit ?? '',
      about: `${declared.about} ${of}${known?.about ? `: ${known.about}` : ''}`,
    };
    if (role !== 'cavity') continue;
    for (const [name, report] of Object.entries(cavityReports)) columns[reportKey(of, name)] = report;
  }
  return columns;
}

/** The kind's declaration of a parameter, state, input or output. */
function declarationOf(source: NetworkKind['source'], of: string): { readonly unit: string; readonly about: string } | undefined {
  if (!source) return undefined;
  const { parameters, states = {}, inputs = {}, outputs = {} } = source.model.definition;
  return parameters[of] ?? states[of] ?? outputs[of] ?? inputs[of];
}
