/** The account of memory: every column of every block of a run, as it is laid out. */
import type { Block } from '../blocks/column.js';
import type { Circuit } from '../circuit/circuit.js';
import { type Placed, shared } from '../program/layout/allocator.js';
import { prepare } from '../program/prepare.js';
import { availableCores } from './choice.js';
import { laidPlan, planRun } from './runPlan.js';
import { pageBytes } from './threads/memory.js';
import type { RunOptions } from './types.js';

/** A column with its bytes in all partitions. */
export interface ColumnAccount {
  readonly column: string;
  readonly type: 'f64' | 'i32';
  readonly unit: string;
  readonly rows: number;
  /** Numbers of each row, the most where partitions differ. */
  readonly planes: number;
  readonly writer: string;
  readonly use: string;
  readonly bytes: number;
  readonly about: string;
}

export interface BlockAccount {
  readonly block: string;
  /** The meaning of a row. */
  readonly row: string;
  readonly columns: readonly ColumnAccount[];
  readonly bytes: number;
}

export interface MemoryAccount {
  readonly circuit: string;
  /** Most bytes first. */
  readonly blocks: readonly BlockAccount[];
  /** By partition; what all share stands beside them. */
  readonly partitions: readonly number[];
  readonly shared: number;
  /** Between columns, so that each begins with a cache line, and behind the last to a whole page. */
  readonly alignment: number;
  readonly bytes: number;
}

/** Bytes of a column. */
const bytesOf = ({ block, column, rows, planes }: Placed): number => (block.columns[column]?.type === 'i32' ? 4 : 8) * rows * planes;

/** The memory that a run of a circuit with these options would have; its rows leave when there is no more room. Throws RunError or PlanError where it cannot be run as it is. */
export function memoryAccount(circuit: Circuit, options: Pick<RunOptions, 'workers' | 'oversubscribe'>): MemoryAccount {
  const { owner, parts, threads } = laidPlan(planRun(circuit, options, availableCores()), availableCores());
  const { placed, bytes } = prepare(circuit, owner, parts, {}, threads, null, {});
  return accountOf(circuit.name, parts, placed, bytes);
}

/** Columns by block, and what each takes. */
function accountOf(circuit: string, parts: number, placed: readonly Placed[], used: number): MemoryAccount {
  const blocks = new Map<string, Map<string, { of: Placed; rows: number; planes: number; bytes: number }>>();
  const rowOf = new Map<string, string>();
  const partitions = new Array<number>(parts).fill(0);
  let all = 0;
  for (const one of placed) {
    const own = blocks.get(one.block.name) ?? new Map();
    blocks.set(one.block.name, own);
    rowOf.set(one.block.name, one.block.row);
    const bytes = bytesOf(one);
    const known = own.get(one.column) ?? { of: one, rows: 0, planes: 0, bytes: 0 };
    own.set(one.column, { of: one, rows: known.rows + one.rows, planes: Math.max(known.planes, one.planes), bytes: known.bytes + bytes });
    if (one.partition !== shared) partitions[one.partition] = partitions[one.partition] + bytes;
    all += bytes;
  }
  const accounts = [...blocks].map(([block, own]): BlockAccount => {
    const columns = [...own].map(([column, { of, rows, planes, bytes }]): ColumnAccount => {
      const { type = 'f64', unit, writer, use, about } = of.block.columns[column] as Block['columns'][string];
      return { column, type, unit, rows, planes, writer, use, bytes, about };
    });
    return { block, row: rowOf.get(block) as string, columns, bytes: columns.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
  const bytes = Math.ceil(used / pageBytes) * pageBytes;
  return {
    circuit,
    blocks: accounts.sort((a, b) => b.bytes - a.bytes || (a.block < b.block ? -1 : 1)),
    partitions,
    shared: all - partitions.reduce((sum, one) => sum + one, 0),
    alignment: bytes - all,
    bytes,
  };
}
