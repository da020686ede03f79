import { expect, test } from 'vitest';
import { boundsText, kindText, libraryText } from '../../dist/report/kindText.js';
import { endingText, summaryText } from '../../dist/report/summary.js';
import { summaryJson } from '../../dist/report/summaryJson.js';
import { textTable } from '../../dist/report/table.js';
import type { LineResults } from '../../dist/run/types.js';

const results = {
  engine: 'lines',
  circuit: 'two-actuator',
  end: 2.5,
  ending: null,
  digest: 'd'.repeat(64),
  stateDigest: 'e'.repeat(64),
  columns: [{ name: 'act1.x', unit: 'm' }],
  t: Float64Array.of(0, 1),
  rows: 2,
  series: () => ({ t: Float64Array.of(0, 1), y: Float64Array.of(0, 1), unit: 'm' }),
  notes: ['two partitions a worker'],
  run: {
    components: 37,
    lines: 30,
    workers: 2,
    partitions: 4,
    driver: 'parallel',
    kernels: 'js',
  },
  account: {
    steps: { accepted: 74_073, rejected: 3713, rejectedInARow: 12, smallest: 1e-6, largest: 2.6e-3 },
    forced: { steps: 60_000, error: 2.5e5 },
    limitedBy: [{ what: 'L13', limited: 70_000, rejected: 3000 }],
    balance: {
      conserves: 'volume',
      mass: 1.2e-12,
      off: 1.2e-14,
      offMass: 1e-11,
      through: 0.01,
      atRest: false,
      content: 0.012,
      contentMass: 10.7,
      drift: -2e-3,
      perPassage: 0.012,
    },
    hasOil: true,
    pressures: null,
    cavitation: { places: 0, tooLarge: 0, cavities: [] },
    joints: [],
    envelopes: [],
    watches: [],
  },
  cost: {
    wallSeconds: 0.31,
    setupSeconds: 0.02,
    nsPerComponentStep: 123.4,
    nsPerLineEndStep: 60.2,
    memoryBytes: 123_456,
  },
} as unknown as LineResults;

test('the closing text has the circuit, engine, steps, limits, digests and notes', () => {
  const text = summaryText(results);
  for (const part of [
    'two-actuator: 37 components, 30 lines',
    '2 workers for 4 partitions',
    '74 073 accepted, 3713 rejected (at most 12 in a row), 1 µs to 2.6 ms',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/L13 +70 000 +3000/);
  expect(text).toContain(`digest        ${'d'.repeat(64)}`);
  expect(text).toContain('note: two partitions a worker');
  expect(text).not.toMatch(/ended early| $/m);
});

test('a run that failed says so first, and why and what to do in its ending', () => {
  const failed = {
    ...results,
    end: 0.3,
    ending: { kind: 'failed', code: 'RUN102', message: 'nB is not finite', remedy: 'take a smaller step' } as const,
  };
  expect(summaryText(failed)).toMatch(/^ended early +failed at 300 ms/);
  expect(endingText(failed)).toBe('the run failed: RUN102  nB is not finite\n    take a smaller step');
  expect(endingText(results)).toBeNull();
});

test('the account for programs has the keys of the contract and no rows', () => {
  const json = JSON.parse(JSON.stringify(summaryJson(results))) as Record<string, unknown>;
  const keys =
    'circuit components lines workers driver kernels end steps limitedBy balance wallSeconds setupSeconds nsPerComponentStep nsPerLineEndStep digest stateDigest';
  for (const key of keys.split(' ')) expect(json).toHaveProperty(key);
  expect(json).not.toHaveProperty('t');
  expect(json.recorded).toEqual({ quantities: 1, rows: 2 });
});

test('tables align and end without spaces', () => {
  expect(
    textTable(
      [{ heading: 'line' }, { heading: 'steps', align: 'right' }],
      [
        ['L1', '7'],
        ['L10', '74 073'],
      ],
    ),
  ).toBe(['line   steps', '────  ──────', 'L1         7', 'L10   74 073'].join('\n'));
});

const kind = {
  kind: 'orifice',
  about: 'Signed root; no dynamics. More.',
  source: 'Burton 1994',
  group: 'Valves',
  ports: { in: 'hydraulic', out: 'hydraulic' },
  parameters: { k: { unit: 'Pa', above: 0, atMost: 1e7, default: '1 bar', about: 'drop' } },
  equations: '\n    Q = k\n      + 1\n  ',
} as const;

test('a kind is shown with bounds, defaults, equations and derived form; the list groups kinds', () => {
  const text = kindText(kind, 'in.q = closed form', 'ringmain: 1\nname: orifice\n');
  expect(text).toContain('  k     Pa    > 0, ≤ 100 bar  1 bar    drop');
  expect(text).toContain('equations\n  Q = k\n    + 1\n');
  expect(text).toContain('derived TLM form\n  in.q = closed form\n\nexample\n  ringmain: 1\n  name: orifice');
  expect(text).not.toContain('states');
  expect(libraryText([kind])).toMatch(/^Valves\n {2}orifice +Signed root$/m);
  expect(boundsText({ unit: '1', about: '', atLeast: 0, below: 1 })).toBe('≥ 0, < 1');
});
