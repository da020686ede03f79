/** What a partition publishes of an attempt. */

import { expect, test } from 'vitest';
import { publishedStride, publishedWords } from '../../dist/blocks/decision.js';
import { linkJavascript } from '../../dist/equations/javascript.js';
import type { KernelFunction } from '../../dist/equations/unit.js';
import { partitionWords } from '../../dist/network/layout.js';
import { attemptText } from '../../dist/run/loop/partitionTexts.js';

const numbered = <T extends string>(names: readonly T[], at: number) =>
  Object.fromEntries(names.map((name, k) => [name, at + k])) as Record<T, number>;

test.each([
  ['all well', {}, 0],
  ['a pressure that is not finite, in the first line', { notFinite: 0 }, 1],
  ['a failed solve', { failed: 2 }, 1],
])('what a partition publishes, by turns at two places: %s', (_, words, bad) => {
  const at = numbered(partitionWords, 10);
  const list = { at: 0, count: 0 };
  const phases = { send: list, receive: list, direct: list, references: list, voids: list, record: list, judged: list };
  const names = {
    kernels: [],
    errors: ['errors'],
    stateErrors: null,
    accept: [],
    reject: [],
    publish: [],
    receive: [],
    means: [],
    crossings: null,
    extremes: null,
  };
  const F = new Float64Array(100);
  const set = (): number => {
    const all = { event: 0.5, notFinite: -1, failed: 0, ...words };
    for (const [word, value] of Object.entries(all)) F[at[word as keyof typeof at]] = value;
    return 0;
  };
  const unit = {
    text: attemptText('components', names, phases, at, 40, { judges: false, endsOverfull: true }),
    constants: {},
    name: 'attempt',
    as: 'attempt',
  };
  const attempt = linkJavascript([unit], F, new Int32Array(F.buffer), undefined, [
    ['components', set],
    [
      'errors',
      () => {
        F[at.error] = 3;
        F[at.errorLine] = 7;
        return 0;
      },
    ],
  ]).get('attempt') as KernelFunction;
  for (const parity of [1, 0]) {
    attempt(0, parity);
    expect([...F.subarray(40 + publishedStride * parity, 40 + publishedStride * parity + publishedWords.length)]).toEqual([
      3,
      7,
      bad,
      0.5,
      0,
      0,
    ]);
    expect(F[40 + publishedStride * (1 - parity)]).toBe(parity === 1 ? 0 : 3);
  }
});
