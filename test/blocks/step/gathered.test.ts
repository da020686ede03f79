/** What ranks that gather take of the words of all: what a decision over all partitions takes. */
import { expect, test } from 'vitest';
import { publishedPlaces, publishedWords } from '../../../dist/blocks/step/decision.js';
import { condense, type GatherOffsets, takeAll } from '../../../dist/blocks/step/gathered.step.js';

const width = publishedWords.length;
const offsets = {
  ...publishedPlaces,
  ...{ turn: 0, stopWord: 0, failedWord: 2, stopAt: 0, failedAt: 1, publishedAt: 2, renumbers: false, publishedStride: width },
  ...{ partitions: 4, partitionCount: 3, crossings: 4, crossingCount: 0, cut: 7, cutCount: 0 },
  ...{ own: 1, all: 1, doubles: 2 + width, rankCount: 3, together: 40 },
} as unknown as GatherOffsets;

/** Words of three that publish: errors and lines. */
type Three = readonly (readonly [error: number, line: number])[];
const [first, second]: Three[] = [
  [
    [0.5, 9],
    [0.5, 4],
    [0.25, 1],
  ],
  [
    [0.5, 4],
    [0.5, 9],
    [0.25, 1],
  ],
];

test.each([first as Three, second as Three])('of equal errors of ranks the line with the lowest number: %j, %j, %j', (...three) => {
  const [F, I] = [new Float64Array(80), new Int32Array(16)];
  three.forEach(([error, line], rank) => {
    const at = offsets.all + offsets.doubles * rank + offsets.publishedAt;
    F[at + publishedPlaces.errorAt] = error;
    F[at + publishedPlaces.errorLineAt] = line;
  });
  takeAll(F, I, offsets);
  // The turn is 0, so that the parity is 1.
  const to = offsets.together + width;
  expect([F[to + publishedPlaces.errorAt], F[to + publishedPlaces.errorLineAt]]).toEqual([0.5, 4]);
});

test.each([first as Three, second as Three])('of equal errors of partitions, too: %j, %j, %j', (...three) => {
  const [F, I] = [new Float64Array(120), new Int32Array(16)];
  three.forEach(([error, line], partition) => {
    const at = 40 + 2 * width * partition;
    I[offsets.partitions + partition] = at;
    F[at + width + publishedPlaces.errorAt] = error;
    F[at + width + publishedPlaces.errorLineAt] = line;
  });
  condense(F, I, offsets);
  const to = offsets.own + offsets.publishedAt;
  expect([F[to + publishedPlaces.errorAt], F[to + publishedPlaces.errorLineAt]]).toEqual([0.5, 4]);
});
