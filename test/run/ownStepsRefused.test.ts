/** Own steps that cannot begin, and what users are told. */
import { expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import { RunError } from '../../dist/results/runError.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';

const built = circuit('pipes')
  .component('given', 'flowSource', { flow: '1 l/min' })
  .component('n', 'junction')
  .component('m', 'junction')
  .component('t', 'tank')
  .component('u', 'tank')
  .line('near', 'given', 'n', { volume: '0.1 l' })
  .line('pipe', 'n', 'm', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '8 ms' })
  .line('far', 'm', 't', { volume: '0.1 l' })
  .line('spur', 'n', 'u', { volume: '0.1 l' })
  .line('second', 'm', 'u2', { volume: '0.1 l' })
  .component('u2', 'tank')
  .run({ end: '0.1 s' })
  .record({ every: '10 ms', signals: ['n.p'] })
  .build();
const names = built.components.map(({ name }) => name);
const planOf = (second: readonly string[]) =>
  describePlan(
    built,
    Int32Array.from(names, (name) => (second.includes(name) ? 1 : 0)),
    2,
    { method: 'given', source: 'a test' },
  );

async function refusal(options: RunOptions): Promise<RunError> {
  const error: unknown = await simulate(built, { ownSteps: true, ...options }).catch((reason: unknown) => reason);
  if (error instanceof RunError) return error;
  throw new Error('no refusal');
}

test('a fixed step', async () => {
  expect(await refusal({ workers: 2, step: 1e-4 })).toMatchObject({
    code: 'RUN217',
    message: 'partitions cannot take their own steps with a fixed step of 100 us',
    remedy: 'let the step vary (--step variable), or leave --own-steps out: at a fixed step look-ahead lets them meet less often by itself',
  });
});

test('a capacitive line between partitions, by name; the plan that the program makes has none', async () => {
  expect(await refusal({ plan: planOf(['t']) })).toMatchObject({
    code: 'RUN218',
    message: "partitions 0 and 1 are joined by line 'far', which is capacitive: its delay is the step, so that they must take the same one",
    remedy:
      "give 'far' its waves (model: wave), take a plan that cuts wave lines only (as --workers does with --own-steps), or leave --own-steps out",
  });
  const results = await simulate(built, { workers: 4, driver: 'serial', ownSteps: true });
  expect([results.ending, results.partitions]).toEqual([null, 2]);
  expect(results.notes[0]).toBe('2 partitions instead of 4: the circuit has no more parts that only wave lines join');
});

test('windows shorter than the shortest step: both numbers, the line', async () => {
  const short = { ...built, run: { ...built.run, minimumStep: 1.9e-3 } };
  const error: unknown = await simulate(short, { plan: planOf(['m', 't', 'u2']), ownSteps: true }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'RUN219',
    message:
      "partitions would meet every 1.42857 ms, but the shortest step is 1.9 ms: the delay of the cut line 'pipe' is 8 ms, rows are 10 ms apart",
    remedy: 'take a plan that cuts longer lines, a minimumStep of at most 1.42857 ms, or rows further apart',
  });
});
