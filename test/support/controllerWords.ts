/** The master's decision over words made by hand. */

import { expect } from 'vitest';
import { controllerOffsets, decideLoop } from '../../dist/blocks/step/controller.js';
import { decide as controller } from '../../dist/blocks/step/controller.step.js';
import { type DecisionWord, decisionWords, noLanding, publishedStride, publishedWords } from '../../dist/blocks/step/decision.js';
import { elementarySources } from '../../dist/code/elementarySources.js';
import { sourceOfLoop } from '../../dist/code/stepSource.js';
import { elementary } from '../../dist/equations/kernel/elementary.js';
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import type { KernelFunction } from '../../dist/equations/kernel/kernelSource.js';
import type { StepControllerSettings } from '../../dist/program/options.js';

export const usual: StepControllerSettings = {
  end: 1,
  fixedStep: null,
  law: 'thesisStrict',
  line: 'secondOrder',
  overfullCavity: 'end',
  pressureLimit: 1e11,
  pressureError: 1e4,
  forceError: 10,
  torqueError: 0.1,
  initialStep: 1e-5,
  minimumStep: 1e-6,
  maximumStep: 5e-3,
  every: 0.1,
  grid: 'steps',
  synchroniseEvery: null,
};

type PublishedWord = (typeof publishedWords)[number];

const numbered = <T extends string>(names: readonly T[], at: number) =>
  Object.fromEntries(names.map((name, k) => [name, at + k])) as Record<T, number>;

/** Behind the decision words. */
const firstPublished = 64;

/** A master over `parts` partitions and `cuts` cut lines (lines 100, 101, …); lines inside partitions have the numbers that tests give. */
export function master(
  changes: Partial<StepControllerSettings> = {},
  parts = 1,
  cuts: readonly number[] = [],
  crosses = false,
  late = false,
) {
  const settings = { ...usual, ...changes };
  const decision = numbered(decisionWords, 0);
  const published = Array.from({ length: parts }, (_, k) => firstPublished + 2 * publishedStride * k);
  const mail = 200;
  const F = new Float64Array(2000);
  const I = new Int32Array(F.buffer);
  const [partitionList, cutList] = [3400, 3500];
  published.forEach((at, k) => (I[partitionList + k] = at));
  I.set(
    cuts.flatMap((line, k) => [line, mail + 16 * k, mail + 16 * k + 8, 0]),
    cutList,
  );
  const program = {
    decision,
    partitions: { at: partitionList, count: parts },
    crossings: crosses ? { list: { at: partitionList, count: parts }, late } : null,
    cut: { at: cutList, count: cuts.length },
    counters: { lines: 500, specials: 800 },
    times: 1500,
    settings,
  };
  const compiled = linkJavascript([...elementarySources, sourceOfLoop(decideLoop(program, elementary, 'decide'))], F, I).get(
    'decide',
  ) as KernelFunction;
  const offsets = controllerOffsets(program, elementary);
  /** The controller as it stands, and as a back end has it: the same words. */
  const decide = (parity: number): number => {
    const before = F.slice();
    const outcome = compiled(parity);
    const after = F.slice();
    F.set(before);
    expect(controller(F, I, offsets, parity)).toBe(outcome);
    expect(Buffer.from(F.buffer).equals(Buffer.from(after.buffer)), 'words').toBe(true);
    return outcome;
  };
  const set = (values: Partial<Record<DecisionWord, number>>): void => {
    for (const [word, value] of Object.entries(values)) F[decision[word as DecisionWord]] = value;
  };
  const get = (word: DecisionWord): number => F[decision[word]] as number;
  const put = (k: number, values: Partial<Record<PublishedWord, number>>): void => {
    const all = { error: -0.5, errorLine: -1, bad: 0, event: 1e300, crossing: 2, again: 0, ...values };
    for (const parity of [0, 1])
      for (const [word, value] of Object.entries(numbered(publishedWords, (published[k] as number) + publishedStride * parity)))
        F[value] = all[word as PublishedWord];
  };
  published.forEach((_, k) => put(k, {}));
  const first = settings.fixedStep ?? settings.initialStep;
  set({
    step: first,
    half: first / 2,
    time: first,
    wanted: first,
    event: 1e300,
    landing: noLanding,
    smallest: Number.POSITIVE_INFINITY,
    nextRecord: settings.every,
    rows: 1,
    lastStep: first,
  });
  /** One attempt with this largest error, in line 0. */
  const attempt = (error: number, event = 1e300): number => {
    put(0, { error, errorLine: 0, event });
    return decide(0);
  };
  return { F, program, decide, set, get, put, attempt, mail, published: firstPublished, settings, counters: 500 };
}
