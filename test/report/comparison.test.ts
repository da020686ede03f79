import { expect, test } from 'vitest';
import { comparisonTable, fastestOf, sameBits, verdictText } from '../../dist/report/comparison.js';
import type { LineResults } from '../../dist/run/types.js';

const idle = { load: 0, cores: 2 };
const steps = { accepted: 9000, rejected: 1000, rejectedInARow: 1, smallest: 1e-6, largest: 1e-3 };

/** As much of results as a comparison reads. */
function run(driver: 'serial' | 'parallel', wallSeconds: number, digest = 'd'): LineResults {
  const workers = driver === 'serial' ? 1 : 2;
  const some = {
    circuit: 'x',
    run: { components: 5, driver, workers },
    account: { steps },
    cost: { wallSeconds, setupSeconds: 0.02 },
    digest,
    stateDigest: 's',
  };
  return some as LineResults;
}

test('the speed-up is over the serial engine, and the digests stand beside it', () => {
  const both = { serial: run('serial', 1), parallel: run('parallel', 0.5) };
  expect(comparisonTable([both])).toMatch(/^x +5 {2}parallel +2 +9000 +1000 +20 ms +500 ms +50 µs +2\.00 +yes$/m);
  expect(verdictText([both], idle)).toBe(
    'Threads pay where a step is much work: x (5 components, 100 µs of work a step) is 2.00 times as fast with 2 workers.',
  );
});

test('threads that did not pay are said plainly, with how little work a step was', () => {
  const both = { serial: run('serial', 0.1), parallel: run('parallel', 0.25) };
  const text = verdictText([both], idle);
  expect(text).toMatch(
    /^Threads do not pay here: x \(5 components, 10 µs of work a step\) takes 2\.5 times as long with 2 workers, as all threads meet [^.]*\.$/,
  );
  expect(text).not.toContain('busy');
  expect(verdictText([both], { load: 1.9, cores: 2 })).toContain('(load 1.9 on 2 cores, building included)');
});

test('where threads paid and where not is one sentence; of one core that nothing can be gained', () => {
  const [gain, loss] = [
    { serial: run('serial', 1), parallel: run('parallel', 0.5) },
    { serial: run('serial', 0.1), parallel: run('parallel', 0.25) },
  ];
  const text = verdictText([gain, loss], idle);
  expect(text).toMatch(
    /^Threads pay where a step is much work: x .* is 2\.00 times as fast .*; not where it is little: x .* takes 2\.5 times as long/,
  );
  expect(text.match(/\.(?=\s|$)/g)).toHaveLength(1);
  expect(verdictText([gain, loss], { load: 0, cores: 1 })).toMatch(
    /^There is one core, so that threads cannot pay here: x .* takes 2\.5 times/,
  );
  // Several runs in turn: the fastest of each.
  const again = { serial: run('serial', 0.9), parallel: run('parallel', 0.6) };
  const { serial, parallel } = fastestOf([gain, again]);
  expect([serial.cost.wallSeconds, parallel.cost.wallSeconds]).toEqual([0.9, 0.5]);
});

test('other bits are no small print', () => {
  const both = { serial: run('serial', 1), parallel: run('parallel', 0.5, 'other') };
  expect(sameBits(both)).toBe(false);
  expect(comparisonTable([both])).toMatch(/ NO$/m);
});
