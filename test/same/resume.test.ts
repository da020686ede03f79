/** A run that was saved and goes on elsewhere ends as the one that was never stopped: every circuit, at random times, with other workers, plan and back end. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cavities, cavityRows, elementEnds, endRows } from '../../dist/blocks/waves/columns.js';
import type { PartitionHistories } from '../../dist/blocks/waves/historyTables.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { seeded } from '../../dist/circuit/text/random.js';
import { makePlan } from '../../dist/partition/describePlan.js';
import { componentColumns } from '../../dist/program/kinds/columns.js';
import { openRun } from '../../dist/run/openRun.js';
import type { Session } from '../../dist/run/session.js';
import { simulate } from '../../dist/run/simulate.js';
import type { HeldOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { resumed, told } from '../support/resumed.js';

const draw = seeded(20260101);
/** The quick round takes every twelfth. */
const names = readdirSync('circuits')
  .flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -'.yaml'.length)] : []))
  .filter((_, k) => isFull || k % 12 === 1);

/** A part of a circuit's time, whole steps of fixed ones. */
function part({ run: { end, step } }: Circuit, share: number): number {
  return step === null ? share * end : step * Math.max(8, Math.round((share * end) / step));
}

/** Three partitions in one thread take no time to start; the first circuit of the quick round has threads. */
const engines = (threads: boolean): HeldOptions[] => [
  { workers: 1, kernels: 'wasm' },
  { workers: 3, kernels: 'js', driver: threads ? 'parallel' : 'serial', oversubscribe: true },
  { workers: 2, kernels: 'wasm', driver: threads ? 'parallel' : 'serial', oversubscribe: true, method: 'greedy' },
];

describe.each(names.map((name, k) => [name, k] as const))('%s', (name, k) => {
  test('goes on as if it had not been stopped', async () => {
    const circuit = await readCircuit(`circuits/${name}.yaml`);
    const until = part(circuit, isFull ? 0.1 : 0.004);
    const whole = told(await simulate(circuit, { workers: 1, until }));
    const all = engines(isFull || k === 0);
    for (let time = 0; time < (isFull ? 3 : 1); time++) {
      const [from, to] = [all[(k + time) % 3], all[(k + time + 1) % 3]] as [HeldOptions, HeldOptions];
      const results = await resumed(circuit, 0.85 * draw() * until, { ...from, until }, to);
      expect(told(results), JSON.stringify([from, to])).toEqual(whole);
    }
  });
});

describe('every way to step', () => {
  const ways: [string, string, HeldOptions, HeldOptions, HeldOptions][] = [
    ["lines of the fluid's law", 'ring-main --set fluid.air=1 %', { until: 0.05 }, { workers: 1 }, { workers: 3, kernels: 'js' }],
    ['rows at exact multiples', 'two-actuator', { until: 0.02, grid: 'exact' }, { workers: 2 }, { workers: 1, kernels: 'js' }],
    ['from an operating point', 'ring-main', { until: 0.05, steadyStart: true }, { workers: 1 }, { workers: 3, kernels: 'js' }],
    [
      'the printed laws',
      'two-actuator',
      { until: 0.02, law: 'thesisStrict', line: 'thesis' },
      { workers: 3 },
      { workers: 1, kernels: 'js' },
    ],
    ['look-ahead', 'servo-drive-lines', { until: 0.05 }, { workers: 2, lookAhead: true }, { workers: 1 }],
    ['own steps', 'pump-house', { until: 0.05, ownSteps: true }, { workers: 3 }, { kernels: 'js' }],
    ['an exchange at intervals', 'two-actuator', { until: 0.01, step: 1e-5, exchangeEvery: 1e-4 }, { workers: 2 }, { kernels: 'js' }],
  ];
  /** Those of the quick round: what is saved for each differs; rows at multiples, look-ahead, exchanges and the printed laws have no words of their own. */
  const quick = ["lines of the fluid's law", 'from an operating point', 'own steps'];
  test.each(ways.filter(([name]) => isFull || quick.includes(name)))('%s', async (_, named, common, from, to) => {
    const [name, ...set] = named.split(' --set ');
    const circuit = await readCircuit(`circuits/${name}.yaml`, { set });
    const serial = { driver: 'serial' } as const;
    const whole = told(await simulate(circuit, { ...common, ...from, ...serial }));
    for (let time = 0; time < (isFull ? 10 : 1); time++) {
      const results = await resumed(
        circuit,
        0.85 * draw() * (common.until as number),
        { ...common, ...from, ...serial },
        { ...to, ...serial },
      );
      expect(told(results)).toEqual(whole);
    }
  });

  /** Behind the first turn of the rings, where who is ahead writes over the oldest cells of a history before others have read it. */
  const full: [string, HeldOptions, number][] = [
    ['two partitions', { workers: 2, until: 0.07 }, 0.06],
    ['three, with synchronisations close by', { workers: 3, until: 0.1, every: 0.001 }, 0.08],
  ];
  test.each(full.slice(0, isFull ? 2 : 1))('own steps of %s, where histories are full', async (_, options, at) => {
    const circuit = await readCircuit('circuits/pump-house.yaml');
    const common: HeldOptions = { ...options, ownSteps: true, driver: 'serial' };
    const whole = told(await simulate(circuit, common));
    expect(told(await resumed(circuit, at, common, { driver: 'serial' }))).toEqual(whole);
  });

  test('partitions with fixed steps of their own', async () => {
    const circuit = await readCircuit('circuits/two-actuator.yaml');
    const common: HeldOptions = { until: 0.01, plan: makePlan(circuit, 2), steps: [1e-5, 5e-5], driver: 'serial' };
    const results = await resumed(circuit, 0.85 * draw() * 0.01, common, { kernels: 'js', driver: 'serial' });
    expect(told(results)).toEqual(told(await simulate(circuit, common)));
  });
});

// Full: also under the law that rejects most; what is saved of a rejected attempt is the same words.
test.each([
  ...(isFull ? ([['two-actuator', 'thesisStrict', 0.05, 1270, 1315]] as const) : []),
  ['press', 'standard', 0.13, 400, 465],
] as const)(
  '%s under %s: attempts that are rejected right behind it; with the same plan the oil balance too',
  async (name, law, until, from, to) => {
    const circuit = await readCircuit(`circuits/${name}.yaml`);
    const common: HeldOptions = { workers: 2, driver: 'serial', until, law };
    const run = await openRun(circuit, common);
    const saved: Uint8Array[] = [];
    await run.advance({ steps: from });
    let { rejected } = run.progress;
    for (let step = from; step < to; step++) {
      const before = run.save();
      await run.advance({ steps: 1 });
      if (run.progress.rejected > rejected) saved.push(before);
      rejected = run.progress.rejected;
    }
    await run.advance();
    const whole = await run.close();
    expect(saved.length).toBeGreaterThan(2);
    for (const k of isFull ? saved.keys() : [0, saved.length >> 1, saved.length - 1]) {
      const again = await openRun(circuit, { workers: 2, driver: 'serial', resume: saved[k] as Uint8Array });
      await again.advance();
      const results = await again.close();
      expect({ told: told(results), balance: results.account.balance }).toEqual({ told: told(whole), balance: whole.account.balance });
    }
  },
);

test('what is called scratch is: filled with what is no number, it changes nothing', async () => {
  const all = [
    ['pump-house', 0.02],
    ['water-hammer-column-separation', 0.5],
    ['water-hammer-holmboe', 0.5],
    ['hoist', 0.01],
  ] as const;
  // Quickly scratch of kinds and of lines, and of cavities.
  for (const [name, share] of all.slice(0, isFull ? 4 : 2)) {
    const circuit = await readCircuit(`circuits/${name}.yaml`);
    const until = part(circuit, share);
    const run = await openRun(circuit, { workers: 1, until });
    await run.advance({ until: until / 2 });
    const again = await openRun(circuit, { workers: 3, driver: 'serial', resume: run.save() });
    expect(poison((again as unknown as { session: Session }).session)).toBeGreaterThan(0);
    await run.advance();
    await again.advance();
    expect(told(await again.close()), name).toEqual(told(await run.close()));
  }
});

/** How many cells were filled. */
function poison({ layout, F }: Session): number {
  let count = 0;
  const fill = (at: number, size: number): void => {
    F.fill(Number.NaN, at, at + size);
    count += size;
  };
  for (const [index, { batches }] of layout.partitions.entries()) {
    const histories = layout.families.histories.partitions[index] as PartitionHistories;
    for (const { kind, offsets, components } of batches)
      for (const { key, role } of kind.kernel.columns)
        if (componentColumns[role].use === 'scratch') fill(offsets[key] as number, components.length);
    for (const { rows, stride, ends } of histories.tables)
      endRows.forEach((row, r) => {
        if (elementEnds.columns[row].use === 'scratch') fill(rows + r * stride, ends.length);
      });
    // Joints have no scratch: theirs end before `drawn`.
    const { at, stride, count: size } = histories.cavities.ends;
    cavityRows.forEach((row, r) => {
      if (cavities.columns[row].use === 'scratch') fill(at + r * stride, size);
    });
  }
  return count;
}
