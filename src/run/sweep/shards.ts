/** A sweep in parts that know nothing of each other: shard i of n has every n-th variant, so that each has some of all values. */
import { UserError } from '../../results/userError.js';

export interface Shard {
  /** From 1 on. */
  readonly index: number;
  readonly count: number;
}

/** More than any scheduler takes as one array. */
const mostShards = 100_000;

/** Reads '3/20'. Throws UserError. */
export function readShard(text: string): Shard {
  const [, index = Number.NaN, count = Number.NaN] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (!(index >= 1 && index <= count && count <= mostShards))
    throw new UserError(`--shard ${text}: write the number of a shard and how many there are, such as 3/20 (1/20 to 20/20)`);
  return { index, count };
}

/** Variants of a shard, from 0 on; all of `count` without one. */
export function shardVariants(shard: Shard | null, count: number): number[] {
  const { index, count: stride } = shard ?? { index: 1, count: 1 };
  return Array.from({ length: Math.max(0, Math.ceil((count - index + 1) / stride)) }, (_, k) => index - 1 + k * stride);
}

/** '3/20'. */
export const shardText = ({ index, count }: Shard): string => `${index}/${count}`;

/** '1–3, 7' of numbers in rising order, with another dash for what is read by programs. */
export function rangesText(numbers: readonly number[], dash = '–', comma = ', '): string {
  const ranges: [number, number][] = [];
  for (const n of numbers) {
    const last = ranges.at(-1);
    if (last && n === last[1] + 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges.map(([first, end]) => (first === end ? String(first) : `${first}${dash}${end}`)).join(comma);
}
