/** Runs with wave lines that cannot begin, what they are told, and what is recorded when one is interrupted. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { RunError } from '../../dist/results/runError.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';

const pipes = circuit('pipes')
  .component('given', 'flowSource', { flow: '1 l/min' })
  .component('n', 'junction')
  .component('t', 'tank')
  .line('long', 'given', 'n', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '5 ms' })
  .line('short', 'n', 't', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '2 ms' })
  .run({ end: '1 s' })
  .record({ every: '10 s', signals: ['long.p', 'short.p', 'n.p'] })
  .build();

async function refusal(options: RunOptions): Promise<RunError> {
  const error: unknown = await simulate(pipes, { workers: 1, ...options }).catch((reason: unknown) => reason);
  if (error instanceof RunError) return error;
  throw new Error('no refusal');
}

describe('the step', () => {
  test('variable: at most a quarter of the shortest delay', async () => {
    const results = await simulate(pipes, { workers: 1, until: 0.1 });
    expect([results.ending, results.account.steps.largest]).toEqual([null, 0.5e-3]);
  });

  test('longer than a delay: the line and both numbers', async () => {
    expect(await refusal({ step: 2.5e-3 })).toMatchObject({
      code: 'RUN211',
      message: "the step of 2.5 ms is longer than the shortest delay of a wave line, 2 ms (line 'short')",
      remedy: 'take a shorter step, such as 200 us, or make the line capacitive: its delay is the step',
    });
    // What is proposed fits the end, too.
    expect((await refusal({ step: 6.5e-3, until: 0.006_5 })).remedy).toContain('125 us');
    // No part of 2 ms fits.
    expect((await refusal({ step: 7.37e-3, until: 0.007_37 })).remedy).toContain('10 us');
  });

  test('as long as the shortest delay, and what is proposed', async () => {
    for (const step of [2e-3, 2e-4]) expect((await simulate(pipes, { workers: 1, step })).ending).toBeNull();
  });
});

test('no line limits the step where none has an error', async () => {
  expect((await simulate(pipes, { workers: 1, step: 2e-3 })).account.limitedBy).toEqual([]);
});

test('interrupted: the last row has the means of the last step', async () => {
  const abort = new AbortController();
  const part = await simulate(pipes, {
    workers: 1,
    step: 2e-3,
    until: 100,
    every: 100,
    signal: abort.signal,
    onProgress: () => abort.abort(),
  });
  expect(part.ending?.kind).toBe('interrupted');
  expect(part.t.length).toBe(2);
  const whole = await simulate(pipes, { workers: 1, step: 2e-3, until: Math.round(part.end / 2e-3) * 2e-3, every: 100 });
  expect(part.series('long.p').y.at(-1)).not.toBe(0);
  for (const { name } of part.columns) expect(part.series(name).y.at(-1), name).toBe(whole.series(name).y.at(-1));
});
