import { expect, test } from 'vitest';
import { comparisonTable, sameBits, verdictText } from '../../dist/report/comparison.js';
import type { Results } from '../../dist/run/types.js';

const idle = { load: 0, cores: 2 };
const steps = { accepted: 9000, rejected: 1000, rejectedInARow: 1, smallest: 1e-6, largest: 1e-3 };

/** As much of results as a comparison reads. */
function run(driver: 'serial' | 'parallel', wallSeconds: number, digest = 'd'): Results {
  const workers = driver === 'serial' ? 1 : 2;
  const some: Partial<Results> = {
    circuit: 'x',
    components: 5,
    driver,
    workers,
    steps,
    wallSeconds,
    setupSeconds: 0.02,
    digest,
    stateDigest: 's',
  };
  return some as Results;
}

test('the speed-up is over the serial engine, and the digests stand beside it', () => {
  const both = { serial: run('serial', 1), parallel: run('parallel', 0.5) };
  expect(comparisonTable([both])).toMatch(/^x +5 {2}parallel +2 +9000 +1000 +20 ms +500 ms +50 µs +2\.00 +yes$/m);
  expect(verdictText([both], idle)).toBeNull();
});

test('threads that did not pay are said plainly, with how little work a step was', () => {
  const both = { serial: run('serial', 0.1), parallel: run('parallel', 0.25) };
  const text = verdictText([both], idle);
  expect(text).toMatch(/^x: 2 workers took 2\.5 times as long as the serial engine \(10 µs of work a step, 100 ms in all\)\./);
  expect(text).not.toContain('busy');
  expect(verdictText([both], { load: 1.9, cores: 2 })).toContain('(load 1.9 on 2 cores, building included)');
});

test('other bits are no small print', () => {
  const both = { serial: run('serial', 1), parallel: run('parallel', 0.5, 'other') };
  expect(sameBits(both)).toBe(false);
  expect(comparisonTable([both])).toMatch(/ NO$/m);
});
