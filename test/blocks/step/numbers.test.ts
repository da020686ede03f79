/**
 * Numbers of what limits steps, of a rank that has read some lines and states of the whole: lines, then special causes, then states, here as in the whole. By hand: of 20 lines it has 4 to 6 of its
 * own, 12 and 13 of a neighbour; of 9 states 2 and 3 of its own and 7 of a neighbour.
 */
import { expect, test } from 'vitest';
import { specialCounterCount } from '../../../dist/program/layout/layout.js';
import { Numbers } from '../../../dist/run/ranks/numbers.js';

const lines = {
  here: 5,
  whole: 20,
  runs: [
    { here: 0, count: 3, whole: 4, isOwn: true },
    { here: 3, count: 2, whole: 12, isOwn: false },
  ],
};
const ownStates = { here: 0, count: 2, whole: 2, isOwn: true };
const numbers = new Numbers(lines, { here: 3, whole: 9, runs: [ownStates, { here: 2, count: 1, whole: 7, isOwn: false }] });
const [specialsHere, specialsWhole] = [lines.here, lines.whole];
const [statesHere, statesWhole] = [specialsHere + specialCounterCount, specialsWhole + specialCounterCount];

test('nothing stays nothing, and special causes are all here', () => {
  expect([numbers.toHere(-1), numbers.toWhole(-1)]).toEqual([-1, -1]);
  expect(specialCounterCount).toBeGreaterThan(1);
  for (let special = 0; special < specialCounterCount; special++)
    expect([numbers.toHere(specialsWhole + special), numbers.toWhole(specialsHere + special)]).toEqual([
      specialsHere + special,
      specialsWhole + special,
    ]);
});

test('what is here, of lines and states, has one number for the other', () => {
  const pairs = [
    ...[4, 5, 6, 12, 13].map((whole, here) => [here, whole] as const),
    ...[2, 3, 7].map((whole, here) => [statesHere + here, statesWhole + whole] as const),
  ];
  for (const [here, whole] of pairs) expect([numbers.toHere(whole), numbers.toWhole(here)]).toEqual([here, whole]);
});

test('for what is not here one of another rank stands, never an own one', () => {
  // Lines before, between and behind those that are here; the last before the special causes, too.
  for (const whole of [0, 3, 7, 11]) expect(numbers.toHere(whole)).toBe(3);
  for (const whole of [14, 19]) expect(numbers.toHere(whole)).toBe(4);
  for (const whole of [0, 1, 4, 6, 8]) expect(numbers.toHere(statesWhole + whole)).toBe(statesHere + 2);
});

test('for a state of others, where none of theirs is here, the last line of theirs', () => {
  const withoutTheirs = new Numbers(lines, { here: 2, whole: 9, runs: [ownStates] });
  for (const whole of [0, 4, 8]) expect(withoutTheirs.toHere(statesWhole + whole)).toBe(4);
  expect(withoutTheirs.toHere(statesWhole + 3)).toBe(statesHere + 1);
});
