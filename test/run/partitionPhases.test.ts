/** Phases of a partition over words made by hand: what it publishes of an attempt, what it exchanges, and what its record holds. */

import { describe, expect, test } from 'vitest';
import { receiveBoundary, sendBoundary } from '../../dist/blocks/exchange/cutLines.step.js';
import { exchange, type HeldOffsets, hold, sendMeans } from '../../dist/blocks/exchange/heldLines.step.js';
import { slotPlaces } from '../../dist/blocks/exchange/slots.js';
import { loop } from '../../dist/blocks/loop.js';
import { decisionWords, publishedStride, publishedWords } from '../../dist/blocks/step/decision.js';
import { phaseLoops, phaseOffsets } from '../../dist/blocks/step/partitionLoops.js';
import { attempt, type PartitionOffsets } from '../../dist/blocks/step/phases.step.js';
import { partitionWords } from '../../dist/blocks/step/words.js';
import { sourceOfLoop } from '../../dist/code/stepSource.js';
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import type { KernelFunction } from '../../dist/equations/kernel/kernelSource.js';

const numbered = <T extends string>(names: readonly T[], at: number) =>
  Object.fromEntries(names.map((name, k) => [name, at + k])) as Record<T, number>;

const words = numbered(partitionWords, 10);
const decision = numbered(decisionWords, 40);
const published = 100;
const none = { at: 0, count: 0 };
const lists = { record: none, judged: none, observed: [] };
const calls = { posts: false, kernels: [], loops: () => [], recordsMeans: false, observesMeans: false };
const given = {
  words,
  decision,
  settings: { fixedStep: null, law: 'standard', grid: 'steps', overfullCavity: 'end', pressureLimit: 1e11 },
  times: 200,
} as const;
const partition = { index: 0, published };
const largest = loop('largest', () => 0, {});

/** Offsets as the phases read them where they are called as they stand: what they call does nothing. */
function asTheyStand(own: Partial<PartitionOffsets>): PartitionOffsets {
  const o = phaseOffsets(partition, given, lists, calls);
  const nothing = Object.entries(o).map(([name, value]) => [name, typeof value === 'string' || Array.isArray(value) ? () => {} : value]);
  return { ...Object.fromEntries(nothing), ...own } as PartitionOffsets;
}

test.each([
  ['all well', {}, 0],
  ['a pressure that is not finite, in the first line', { notFinite: 0 }, 1],
  ['a failed solve', { failed: 2 }, 1],
  ['a recorded row that holds what is no number', { broken: 1 }, 1],
  ['a cavity that is larger than its room, which no shorter step helps', { overfull: 1, failed: 1 }, 2],
])('what a partition publishes, by turns at two places: %s', (_, values, bad) => {
  const F = new Float64Array(300);
  const set = (): number => {
    const all = { event: 0.5, notFinite: -1, failed: 0, ...values };
    for (const [word, value] of Object.entries(all)) F[words[word as keyof typeof words]] = value;
    return 0;
  };
  const errors = (): number => {
    expect(F[words.error]).toBe(-0.5);
    F[words.error] = 3;
    F[words.errorLine] = 7;
    return 0;
  };
  const sources = phaseLoops(partition, given, lists, { ...calls, loops: (phase) => (phase === 'errors' ? [largest] : []) })
    .map(sourceOfLoop)
    .filter(({ name }) => name === 'attempt');
  const I = new Int32Array(F.buffer);
  const linked = linkJavascript(sources, F, I, undefined, [
    ['components_0', set],
    ['largest', errors],
  ]).get('attempt_0') as KernelFunction;
  const o = asTheyStand({ components: set, errors });
  for (const run of [linked, (plane = 0, parity = 0) => attempt(F, I, o, plane, parity)]) {
    F.fill(0);
    for (const parity of [1, 0]) {
      run(0, parity);
      const at = published + publishedStride * parity;
      expect([...F.subarray(at, at + publishedWords.length)]).toEqual([3, 7, bad, 0.5, 0, 0]);
      expect(F[published + publishedStride * (1 - parity)]).toBe(parity === 1 ? 0 : 3);
    }
  }
});

describe('the exchange of a cut line', () => {
  const F = new Float64Array(400);
  const I = new Int32Array(F.buffer);
  const [list, own, other] = [700, 220, 240];

  test('what one side sends at a parity the other one receives, and its part of the error of the mean', () => {
    F.set([5e5, 6e5, 0.25, 4.5e5, 0.2], 250);
    I.set([250, 251, 252, own, 253, 254], list);
    const o = { ...slotPlaces, sends: list, sendCount: 1, receives: list, receiveCount: 1, judgesStates: true };
    sendBoundary(F, I, o, 1);
    const at = own + slotPlaces.slotStride;
    expect([...F.subarray(at, at + slotPlaces.slotStride)]).toEqual([5e5, 6e5, 0.25, 0.8 * (5e5 - 4.5e5)]);
    I.set([260, 261, 262, own], list);
    receiveBoundary(F, I, o, 1);
    expect([...F.subarray(260, 263)]).toEqual([5e5, 6e5, 0.25]);
    I[list + 2] = -1;
    F[262] = 1;
    receiveBoundary(F, I, o, 1);
    expect(F[262]).toBe(1);
  });

  test('at intervals: means of what left in the steps since the last synchronisation, on both sides, and the volume of the other', () => {
    const accepted: number[] = [];
    const o: HeldOffsets = { ...slotPlaces, held: list, heldCount: 1, steps: 2, acceptHeld: () => accepted.push(F[270] as number) };
    const [w, ghost, volume, ghostVolume, sum] = [270, 271, 272, 273, 274];
    I.set([w, ghost, volume, ghostVolume, own, other, sum], list);
    F[volume] = 0.5;
    for (const wave of [100, 300]) {
      F[w] = wave;
      hold(F, I, o);
    }
    sendMeans(F, I, o, 1);
    expect(F[sum]).toBe(0);
    F.set([0, 700, 0.75], other + slotPlaces.slotStride);
    exchange(F, I, o, 1);
    expect([F[w], F[ghost], F[volume], F[ghostVolume]]).toEqual([200, 700, 0.5, 0.75]);
    expect(accepted).toEqual([200]);
  });
});

describe('a recorded row', () => {
  const F = new Float64Array(400);
  const I = new Int32Array(F.buffer);
  const [record, judged] = [
    { at: 700, count: 1 },
    { at: 710, count: 1 },
  ];
  I.set([250, 260, 300], record.at);
  I.set([270, 280, 3], judged.at);
  const receiveAndRecord = linkJavascript(
    phaseLoops(partition, given, { ...lists, record, judged }, calls)
      .map(sourceOfLoop)
      .filter(({ name }) => name === 'receiveAndRecord'),
    F,
    I,
  ).get('receiveAndRecord_0') as KernelFunction;

  test.each([
    [0, 250, 270],
    [1, 260, 280],
  ])('of plane %i; states that are no number are told then only', (plane, cell, state) => {
    F.fill(0, 0, 350);
    F[cell] = 17;
    F[state + 2] = Number.NaN;
    F[decision.recordRow] = -1;
    receiveAndRecord(plane);
    expect([F[304], F[words.broken]]).toEqual([0, 0]);
    F[decision.recordRow] = 4;
    receiveAndRecord(1 - plane);
    expect([F[304], F[words.broken]]).toEqual([0, 0]);
    receiveAndRecord(plane);
    expect([F[304], F[words.broken]]).toEqual([17, 1]);
  });
});
