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

test.each([
  ['--exchange-every', { exchangeEvery: 1e-4 }],
  ['--exchange-every', { exchangeEvery: 1e-4, step: 1e-4, workers: 2 }],
  ['--steps', { steps: [1e-4, 1e-4] }],
] as const)('fixed steps of partitions beside their own: %s %j', async (option, options) => {
  const { code, message, remedy } = await refusal(options);
  expect([code, message.endsWith(`--own-steps and ${option} exclude each other`)]).toEqual(['RUN226', true]);
  expect(remedy).toMatch(/^leave one of the two out/);
});

test('one partition, or as many as there are cores: notes say so', async () => {
  const { notes } = await simulate(built, { workers: 1, ownSteps: true });
  expect(notes).toContain(
    'own steps: all components are in one partition and take the same steps; --workers or --plan gives more partitions',
  );
  const dry = await simulate({ ...built, lines: built.lines.map((line) => ({ ...line, wave: null })) }, { workers: 1, ownSteps: true });
  expect(dry.notes).toContain('own steps: there is no wave line to cut, so all components take the same steps');
  expect((await simulate(built, { ownSteps: true })).notes).toContainEqual(
    expect.stringMatching(/^\d partitions? on this machine, and results depend on how many: --workers \d+ or --plan gives the same ones/),
  );
});

test('a capacitive line between partitions, by name; the plan that the program makes has none', async () => {
  expect(await refusal({ plan: planOf(['t']) })).toMatchObject({
    code: 'RUN218',
    message: "partitions 0 and 1 are joined by line 'far', which is capacitive: its delay is the step, so that both must take one step",
    remedy:
      "give 'far' its waves (model: wave), take a plan that cuts wave lines only (as --workers does with --own-steps), or leave --own-steps out",
  });
  const results = await simulate(built, { workers: 4, driver: 'serial', ownSteps: true });
  expect([results.ending, results.run.partitions]).toEqual([null, 2]);
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

test('a wave line that is too short for any run, inside a partition: not the fault of the cut line', async () => {
  const inside = circuit('pipes')
    .component('given', 'flowSource', { flow: '1 l/min' })
    .component('n', 'junction')
    .component('m', 'junction')
    .component('k', 'junction')
    .component('t', 'tank')
    .line('near', 'given', 'n', { volume: '0.1 l' })
    .line('pipe', 'n', 'm', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '8 ms' })
    .line('stub', 'm', 'k', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '0.1 ms' })
    .line('far', 'k', 't', { volume: '0.1 l' })
    .run({ end: '0.1 s' })
    .record({ every: '10 ms', signals: ['n.p'] })
    .build();
  const owner = Int32Array.from(inside.components, ({ name }) => (['m', 'k', 't'].includes(name) ? 1 : 0));
  const plan = describePlan(inside, owner, 2, { method: 'given', source: 'a test' });
  const short = { ...inside, run: { ...inside.run, minimumStep: 5e-5 } };
  const error: unknown = await simulate(short, { plan, ownSteps: true }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'RUN211', message: expect.stringContaining("(line 'stub')") });
});
