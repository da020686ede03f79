/** `ringmain bench auto` at toy size and the stored measurement. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureAuto, ofTimedLength, turnRatios } from '../../dist/bench/auto/autoRuns.js';
import type { AutoTableRow } from '../../dist/bench/auto/autoTable.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

const file = 'bench/auto.json';
const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { rows: readonly AutoTableRow[] }).rows : null;

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

interface Row {
  readonly circuit: string;
  readonly components: number;
  readonly one: { readonly lowest: number };
  readonly auto: { readonly lowest: number };
  readonly ofBest: { readonly median: number };
  readonly workers: number;
  readonly note: string;
}

const toy = ['--rounds', '1', '--seconds', '0.001'];

test.runIf(isFull)('bench auto: a row for a circuit, with what auto took and why', async () => {
  const { code, out } = await place.run('bench', 'auto', 'relief.yaml', ...toy, '--json');
  expect(code).toBe(0);
  const [row] = (JSON.parse(out) as { rows: readonly Row[] }).rows;
  expect(row).toMatchObject({ circuit: 'relief', components: 3, workers: 1, note: expect.stringMatching(/^1 worker: /) });
  expect(row?.ofBest.median).toBeGreaterThan(0);
  expect(row?.one.lowest).toBeGreaterThan(0);
  expect(row?.auto.lowest).toBeGreaterThan(0);
});

test.runIf(isFull)('the table', async () => {
  const { code, out } = await place.run('bench', 'auto', 'relief.yaml', ...toy);
  expect(code).toBe(0);
  expect(out).toMatch(/^whole run, ms +components +attempts +1 worker +2 workers +auto +best\/auto/m);
  expect(out).toMatch(/^relief: 1 worker: /m);
});

test.runIf(isFull)('a run that is long enough has its attempts timed and predicted', async () => {
  const { circuit } = parseCircuit(generateRing({ stations: 12, expand: false }), 'ring');
  const long = { ...circuit, run: { ...circuit.run, step: 1e-5, end: 0.2 } };
  const { steps } = await measureAuto(long, { rounds: 1, seconds: 0.001 });
  // Null where there are no two cores.
  if (!steps) return;
  expect(steps.ratioTwo).toBeCloseTo(steps.predictedTwo / steps.two.lowest, 12);
  expect(steps.ratioOne).toBeCloseTo(steps.predictedOne / steps.one.lowest, 12);
  for (const time of [steps.predictedOne, steps.predictedTwo, steps.predictedByCosts, steps.synchronisation.lowest])
    expect(time).toBeGreaterThan(0);
});

test('runs are held against those beside them: one and two workers over auto, one over itself, medians of all cycles', () => {
  // s by turn: 1, auto, auto, 1, 1, 2, auto, auto, 2; the second cycle under another load, which only ratios of neighbours bear.
  const calm = [3, 2, 2, 3, 4, 8, 4, 4, 8];
  expect(turnRatios([calm, calm.map((time) => 10 * time)])).toEqual({ oneOverAuto: 1.5, twoOverAuto: 2, again: 0.75 });
});

test('runs whose attempts are timed last some 30 ms: more of the circuit, at fixed steps also less, never half a step', () => {
  const { circuit } = parseCircuit(generateRing({ stations: 3, expand: false, preset: 'a' }), 'ring');
  const ofEnd = (step: number | null, wallSeconds: number): number | undefined =>
    ofTimedLength({ ...circuit, run: { ...circuit.run, end: 0.1, step } }, wallSeconds)?.run.end;
  expect(ofEnd(null, 0.02)).toBeCloseTo(0.2, 12);
  expect(ofEnd(1e-4, 0.02)).toBeCloseTo(0.2, 12);
  expect(ofEnd(null, 0.1)).toBe(0.1);
  expect(ofEnd(1e-4, 0.1)).toBeCloseTo(0.03, 12);
  expect(ofEnd(7e-3, 0.1)).toBeCloseTo(5 * 7e-3, 12);
  expect(ofEnd(1e-4, 1e-4)).toBeUndefined();
});

describe('the stored measurement', () => {
  // Medians of a few rounds on a shared machine are told in bench/README.md, not judged here.
  test.skipIf(!stored)('auto takes one worker and two, and nowhere is it below 0.95 of the faster of them in every round', () => {
    for (const { circuit, ofBest } of stored ?? []) expect(ofBest.highest, circuit).toBeGreaterThan(0.95);
    expect(new Set(stored?.map(({ workers }) => workers))).toEqual(new Set([1, 2]));
  });
});
