/** What all benchmarks keep to: the same results first, ways in turn, no times of what differs, a record of where they were made. */
import { describe, expect, test, vi } from 'vitest';
import { benchmarks } from '../../dist/bench/commands.js';
import { part } from '../../dist/bench/protocol/benchmark.js';
import { commitOf } from '../../dist/bench/protocol/commit.js';
import { inTurn } from '../../dist/bench/protocol/turns.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { alternate, expectSame, finished, RunFault } from '../../dist/cli/measure/wholeRuns.js';

/** Runs the handler of a part and gives what it printed, and the exit code it left. */
async function printedBy(measure: () => { stored: object; text: () => string }, json: boolean) {
  const { handler } = part({ name: 'some', describe: '', options: {}, examples: [], measure }).command(['some'], 'some');
  const before = process.exitCode;
  const said = { out: '', err: '' };
  const hear = (into: 'out' | 'err') => (text: unknown) => {
    said[into] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hear('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(hear('err')),
  ];
  try {
    await handler({ json, _: [], $0: '' });
    return { ...said, code: process.exitCode };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = before;
  }
}

describe('a part', () => {
  const measured = { stored: { rows: [1] }, text: () => 'a table' };

  test('prints its table, or its record with machine, commit and day', async () => {
    expect(await printedBy(() => measured, false)).toEqual({ out: 'a table\n', err: '', code: 0 });
    const { out, code } = await printedBy(() => measured, true);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      rows: [1],
      load: expect.any(Number),
      node: process.version,
      cpu: expect.any(String),
      cores: expect.any(Number),
      commit: commitOf(),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  test('whose results differ prints no times and ends with 2', async () => {
    const differ = () => {
      expectSame('two ways', ['a', 'b']);
      return measured;
    };
    expect(await printedBy(differ, true)).toEqual({
      out: '',
      err: expect.stringMatching(/^ringmain: two ways: results differ \(a b\);.*no times are printed\n$/),
      code: 2,
    });
  });
});

test('a run that does not reach its end is named and not timed', async () => {
  const circuit = await readCircuit('circuits/two-actuator.yaml');
  const lost = finished(circuit, { workers: 2, oversubscribe: true, until: 0.01, kernels: 'js' }, [
    { type: 'throw', partition: 1, attempt: 5 },
  ]);
  await expect(lost).rejects.toThrow(RunFault);
  await expect(lost).rejects.toThrow('two-actuator: ');
});

test('one, other, one: pairs have the mean of the ones around the other', async () => {
  const order: string[] = [];
  let time = 0;
  const way = (name: string) => async () => {
    order.push(name);
    time += 1;
    return time;
  };
  const found = await alternate(2, way('one'), way('other'), async () => {
    order.push('after');
  });
  expect(order.join(' ')).toBe('one other one after one other one after');
  expect(found).toEqual({
    ones: [1, 3, 4, 6],
    others: [2, 5],
    pairs: [
      [2, 2],
      [5, 5],
    ],
    again: [
      [1, 3],
      [4, 6],
    ],
  });
});

test('in turn: forwards, then backwards', () => {
  expect([...inTurn(['a', 'b', 'c'], 3)].join('')).toBe('abccbaabc');
});

test('there are at most ten benchmarks, and no two have the same name', () => {
  expect(benchmarks.length).toBeLessThanOrEqual(10);
  expect(new Set(benchmarks.map(({ name }) => name)).size).toBe(benchmarks.length);
  for (const { parts } of benchmarks) expect(new Set(parts).size).toBe(parts.length);
});
