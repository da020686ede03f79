/** The end of a run of ranks: none lets go of its rows before all have written what they have to. */
import { expect, test } from 'vitest';
import type { Ranks } from '../../dist/run/ranks/ranks.js';
import { allWritten } from '../../dist/run/ranks/saving.js';

/** One of two ranks, whose other one says `said`; what is noted of it. */
function rankBeside(rank: number, said: string): { readonly ranks: Ranks; readonly gathered: string[]; readonly deadlines: number[] } {
  const [gathered, deadlines]: [string[], number[]] = [[], []];
  let isLength = true;
  const texts = (own: Uint8Array, other: Uint8Array): Uint8Array[] => (rank === 0 ? [own, other] : [other, own]);
  const ranks = {
    ...{ rank, count: 2, beside: 2, carrier: 'none' },
    allGather(own: Uint8Array) {
      const length = new TextEncoder().encode(said);
      isLength = !isLength;
      if (!isLength) return texts(own, new Uint8Array(Float64Array.of(length.length).buffer));
      gathered.push(new TextDecoder().decode(own).replaceAll('\0', ''));
      const padded = new Uint8Array(own.length);
      padded.set(length);
      return texts(own, padded);
    },
    within(deadline: number) {
      deadlines.push(deadline);
      return ranks;
    },
  } as unknown as Ranks;
  return { ranks, gathered, deadlines };
}

test('all wait for each other, however long', async () => {
  const order: string[] = [];
  const { ranks, gathered, deadlines } = rankBeside(1, '+');
  await allWritten(ranks, async () => {
    await Promise.resolve();
    order.push(`written, ${gathered.length} gathered`);
  });
  expect([order, gathered, deadlines]).toEqual([['written, 0 gathered'], ['+'], [Number.POSITIVE_INFINITY]]);
});

test('what a rank meets it tells the others, and throws', async () => {
  const { ranks, gathered } = rankBeside(1, '+');
  const full = new Error('the disk is full');
  await expect(allWritten(ranks, () => Promise.reject(full))).rejects.toBe(full);
  expect(gathered).toEqual(['-the disk is full']);
});

test('what another has met: rank 0 names it, the rest know that it is not theirs', async () => {
  const [first, second] = [rankBeside(0, '-the disk is full').ranks, rankBeside(1, '-the disk is full').ranks];
  const write = (): Promise<void> => Promise.resolve();
  await expect(allWritten(first, write)).rejects.toMatchObject({
    name: 'UserError',
    message: 'rank 1 could not write what it recorded: the disk is full',
  });
  await expect(allWritten(second, write)).rejects.toMatchObject({ name: 'OtherFailed', rank: 0 });
});
