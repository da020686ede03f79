/** Places in the one memory, from the words that threads synchronise on upwards, and what each is for: the account of memory is made of it (run/memoryAccount.ts). */
import { type Block, namesOf } from '../../blocks/column.js';
import { engineWords } from '../../blocks/step/words.js';

/** Int32 words at the start of the memory that threads synchronise on, two cache lines for each of 256; see blocks/step/barrier.ts. */
export const controlWords = 16 * (8 + 2 * 256);

/** A column of a block as it stands in memory. */
export interface Placed {
  readonly block: Block;
  readonly column: string;
  /** Number of the partition; -1 for what all share. */
  readonly partition: number;
  /** First double. */
  readonly at: number;
  readonly rows: number;
  /** Numbers of each row: planes of a state, cells of a ring, words of a chunk. */
  readonly planes: number;
}

/** Of all partitions. */
export const shared = -1;

const control: Placed = { block: engineWords, column: 'control', partition: shared, at: 0, rows: controlWords, planes: 1 };

export class Allocator {
  size: number;
  readonly placed: Placed[];

  /** Goes on behind what stands in a memory; else behind the words of the engine. */
  constructor(behind: { readonly size: number; readonly placed: readonly Placed[] } = { size: controlWords / 2, placed: [control] }) {
    this.size = Math.ceil(behind.size / 8) * 8;
    this.placed = [...behind.placed];
  }

  /** A column of doubles, or of Int32 words where the block says so, aligned to 64 bytes; gives its first double. */
  column<Name extends string>(block: Block<Name>, column: Name, partition: number, rows: number, planes = 1): number {
    return this.put(block, column, partition, rows, planes, rows * planes);
  }

  /** A column of Int32 words; gives its first word. */
  words<Name extends string>(block: Block<Name>, column: Name, partition: number, rows: number, planes = 1): number {
    return 2 * this.column(block, column, partition, rows, planes);
  }

  /** Columns of doubles one right behind the other, `stride` doubles from one to the next; default: all of the block. Returns the first. */
  rows<Name extends string>(
    block: Block<Name>,
    partition: number,
    stride: number,
    names: readonly Name[] = namesOf(block.columns),
  ): number {
    return this.tight(partition, [{ block, stride, names }]);
  }

  /** Places several blocks without a gap between them. */
  tight(
    partition: number,
    parts: readonly { readonly block: Block; readonly stride: number; readonly names?: readonly string[] }[],
  ): number {
    const first = this.size;
    let at = first;
    for (const { block, stride, names = namesOf(block.columns) } of parts)
      for (const column of names) {
        if (stride > 0) this.placed.push({ block, column, partition, at, rows: stride, planes: 1 });
        at += stride;
      }
    this.advance(at - first);
    return first;
  }

  /** Two planes of a column, the second begins with a cache line of its own; gives the first. */
  planes<Name extends string>(block: Block<Name>, column: Name, partition: number, rows: number): number {
    return this.put(block, column, partition, rows, 2, 2 * rows + 8);
  }

  private put(block: Block, column: string, partition: number, rows: number, planes: number, numbers: number): number {
    const at = this.size;
    if (rows * planes > 0) this.placed.push({ block, column, partition, at, rows, planes });
    this.advance(block.columns[column]?.type === 'i32' ? Math.ceil(numbers / 2) : numbers);
    return at;
  }

  private advance(doubles: number): void {
    this.size += Math.ceil(doubles / 8) * 8;
  }
}
