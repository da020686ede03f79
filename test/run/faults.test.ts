/** A worker that throws, exits or hangs ends the run with an error that names who, when and where; what was computed is kept. */
import { describe, expect, test } from 'vitest';
import { circuit as build } from '../../dist/circuit/builder.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const circuit = await readCircuit('circuits/ring-main.yaml');

describe('lost workers', () => {
  test.each(isFull ? (['throw', 'exit', 'hang'] as const) : (['throw'] as const))('a worker that does %s', async (type) => {
    // Who hangs is missed at the deadline alone; the others are known at once, on however busy a machine.
    const deadline = type === 'hang' ? 5 : 600;
    const results = await simulate(circuit, { driver: 'parallel', workers: 2, until: 5, deadline }, [
      { partition: 1, attempt: 2000, type },
    ]);
    expect(results.ending?.kind).toBe('failed');
    expect(results.ending?.message).toMatch(/partition 1 at t = [\d.e-]+ s, kind entered last: (?!none)\w+/);
    // Partial results: rows up to where it ended, each complete.
    expect(results.end).toBeGreaterThan(0);
    expect(results.end).toBeLessThan(5);
    expect(results.t.length).toBeGreaterThan(1);
    const reference = await simulate(circuit, { workers: 1, until: results.end });
    const { y } = results.series('p.out.p');
    expect([...y]).toEqual([...reference.series('p.out.p').y.subarray(0, y.length)]);
  });

  test.runIf(isFull)('a deadline is not reached by a run that goes on, however slow', async () => {
    // Delays of 0.1 ms in the mean: they alone take longer than the deadline.
    const options = { driver: 'parallel', workers: 2, step: 1e-4, until: 1.5, deadline: 1 } as const;
    const results = await simulate(circuit, options, [{ partition: 0, attempt: 1, type: 'slow' }]);
    expect(results.ending).toBeNull();
    expect(results.cost.wallSeconds).toBeGreaterThan(options.deadline);
  });
});

describe('interruption', () => {
  test.each([1, 2])("what the caller's own code throws ends the run of %i thread(s) that nobody waits for", async (workers) => {
    const onProgress = (): never => {
      throw new Error('own');
    };
    await expect(simulate(circuit, { workers, driver: 'parallel', until: 1e5, every: 1e5, onProgress })).rejects.toThrow('own');
  });

  test.each([1, 2])('an abort signal keeps what was computed, %i worker(s)', async (workers) => {
    const controller = new AbortController();
    const results = await simulate(circuit, {
      workers,
      driver: workers === 1 ? 'serial' : 'parallel',
      until: 1000,
      signal: controller.signal,
      onProgress: ({ accepted }) => accepted > 500 && controller.abort(),
    });
    expect(results.ending?.kind).toBe('interrupted');
    expect(results.account.steps.accepted).toBeGreaterThan(500);
    expect(results.end).toBeGreaterThan(0);
    expect(results.t.at(-1)).toBeLessThanOrEqual(results.end);
  });
});

describe('a step that cannot be taken', () => {
  const broken = (equations: string) =>
    build('broken')
      .definition('blower', { ports: { out: 'hydraulic' }, parameters: {}, equations })
      .component('bad', 'blower')
      .component('n', 'junction')
      .component('o', 'orifice', { area: '5 mm2' })
      .component('t', 'tank')
      .line('a', 'bad', 'n', { volume: '1 l' })
      .line('b', 'n', 'o.in', { volume: '1 l' })
      .line('c', 'o.out', 't', { volume: '1 l' })
      .run({ end: '1 s' })
      .build();

  test.each([1, 2])('a value that is not a number ends the run at once, %i worker(s)', async (workers) => {
    const results = await simulate(broken('out.q = 1e-4 * sqrt(0.5 - time)'), { workers, driver: workers === 1 ? 'serial' : 'parallel' });
    expect(results.ending).toMatchObject({ kind: 'failed', code: 'RUN301' });
    expect(results.ending?.message).toMatch(
      /at t = 0\.5\S* s with a step of 0\.000001\S* s: blower 'bad', port out: the pressure is not a number/,
    );
    expect(results.end).toBeCloseTo(0.5, 4);
  });

  test('an iteration without a solution names its component', async () => {
    // x² + 1 + time·0 = 0 has no real solution: q is what is searched.
    const results = await simulate(broken('out.q = 1e-4 * if(time < 0.2, 1, 1 + (1e4*out.q)^2 + 1)'), { workers: 1 });
    expect(results.ending).toMatchObject({ kind: 'failed', code: 'RUN301' });
    // A search for a root that is not there ends beyond all numbers.
    expect(results.ending?.message).toMatch(/blower 'bad', port out: the pressure is Infinity/);
  });

  test('with a fixed step too', async () => {
    const results = await simulate(broken('out.q = 1e-4 * sqrt(0.5 - time)'), { workers: 1, step: 1e-3 });
    expect(results.ending?.kind).toBe('failed');
  });

  test('equations without a value at t = 0 do not begin', async () => {
    await expect(simulate(broken('out.q = 1e-4*sqrt(-1 - time)'), { workers: 1 })).rejects.toMatchObject({
      code: 'RUN204',
      message: expect.stringContaining("blower 'bad'"),
    });
  });
});
