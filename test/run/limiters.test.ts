/** Who limited steps most: of equals the lower number, whether one process has counted or several ranks have told their own five. */
import { expect, test } from 'vitest';
import { seeded } from '../../dist/circuit/text/random.js';
import { mostLimiting } from '../../dist/run/account/account.js';

test('five of each rank make the five of all', () => {
  const random = seeded(7);
  let ties = 0;
  for (let round = 0; round < 500; round++) {
    const all = Array.from({ length: 40 }, (_, number) => ({
      number,
      limiter: { what: `line ${number}`, limited: Math.floor(4 * random()), rejected: Math.floor(3 * random() ** 3) },
    })).filter(({ limiter }) => limiter.limited + limiter.rejected > 0);
    const ranks = 1 + Math.floor(6 * random());
    // Special limits, in the middle of the numbers, are told by the first rank.
    const rankOf = (number: number): number => (number >= 18 && number < 22 ? 0 : Math.floor((number * ranks) / 40));
    const told = Array.from({ length: ranks }, (_, rank) => mostLimiting(all.filter(({ number }) => rankOf(number) === rank)));
    const most = mostLimiting(all);
    expect(mostLimiting(told.flat())).toEqual(most);
    const last = most.at(-1)?.limiter;
    ties += all.filter(({ limiter }) => limiter.limited === last?.limited && limiter.rejected === last.rejected).length > 1 ? 1 : 0;
  }
  expect(ties).toBeGreaterThan(200);
  const named = (what: string, limited: number, rejected: number, number: number) => ({ number, limiter: { what, limited, rejected } });
  const [a, b, c] = [named('a', 5, 0, 3), named('b', 5, 0, 2), named('c', 9, 1, 9)];
  expect(mostLimiting([a, b, c]).map(({ limiter }) => limiter.what)).toEqual(['c', 'b', 'a']);
});
