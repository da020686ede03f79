/** How many cores, how many hosts, in words and as a picture. */
import { expect, test } from 'vitest';
import {
  curveCells,
  type PredictedScaling,
  recommendationLines,
  scalingCurvePicture,
  scalingCurveText,
} from '../../dist/report/scalingText.js';
import { curveOf } from '../../dist/run/prediction/scalingCurve.js';

const network = { latency: 2000, bandwidth: 10, message: 300 };
/** 1 µs of even work on a machine of four cores. */
const { points, recommendation } = curveOf(
  [1, 2].flatMap((hosts) =>
    [1, 2, 4].map((cores) => {
      const partitions = new Array<number>(hosts * cores).fill(960 / hosts / cores);
      const work = { serial: 1000, decision: 40, partitions, largestBlock: 0, window: 1, bytes: 0 };
      return { hosts, cores, work, between: hosts > 1 ? { hosts, rounds: 1, messages: 1, bytes: 100, behind: 0, network } : null };
    }),
  ),
  { cores: 2, serial: [1000], synchronisation: 100, slowing: [{ threads: 2, rounds: [1] }], deviations: [] },
);
const prediction: PredictedScaling = {
  ...{ circuit: 'ring', components: 100, here: 2, synchronisation: 100, assumed: true, noise: { lowest: 0.98, highest: 1.01 } },
  measured: [{ threads: 2, speedUp: { lowest: 1.4, median: 1.5, highest: 1.6 } }],
  ...{ points, recommendation, notes: ['a remark'] },
};

test('one host by cores, of several the best number of cores; what was measured stands beside', () => {
  const { headings, rows } = curveCells(prediction);
  expect(headings.slice(0, 2)).toEqual(['hosts', 'cores of each']);
  expect(rows.map(([hosts, cores]) => `${hosts} × ${cores}`)).toEqual(['1 × 1', '1 × 2', '1 × 4', '2 × 2']);
  expect(rows[1]).toEqual([
    '1',
    '2',
    '620 ns',
    expect.stringMatching(/^1\.61 \(/),
    '81 %',
    '1.50 (1.40–1.60)',
    'synchronisation of threads',
    '',
  ]);
  expect(rows[3]?.slice(5)).toEqual(['', 'exchange of hosts', 'simulated']);
  expect(curveCells({ ...prediction, points: points.slice(0, 3) }).headings[0]).toBe('cores');
});

test('what to take, what more gains, how sure that is', () => {
  const text = scalingCurveText(prediction);
  expect(text).toMatch(
    /^ring: 100 components, measured on 2 cores; a synchronisation of two threads takes 100 ns \(assumed\); .* 0\.98–1\.01/,
  );
  expect(text).toMatch(/^take 4 cores: [\d.]+ \([\d.]+–[\d.]+\) times as fast as one core, 4\d % of each used$/m);
  expect(text).toMatch(/^more hosts do not pay$/m);
  expect(text).toMatch(/^how sure: within a tenth of the fastest in \d+ % of the resamplings$/m);
  expect(text.endsWith('a remark')).toBe(true);
  const [one] = [points[0] as (typeof points)[0]];
  expect(recommendationLines({ ...recommendation, recommended: one, oneHost: one }, points)[1]).toMatch(
    /^more pays no longer: the fastest, 4 cores, gains [\d.]+ times, a tenth more at most$/,
  );
});

test('a line for each number of hosts, and what was measured', () => {
  const picture = scalingCurvePicture(prediction);
  for (const title of ['1 host, 4 cores in all: ', '2 hosts, 8 cores in all: ', 'measured here, 2 cores in all: 1.50 (1.40–1.60)'])
    expect(picture).toContain(`<title>${title}`);
});
