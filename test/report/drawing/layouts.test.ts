/**
 * Every circuit of circuits/, every kind's example, and generated circuits, laid out: nothing lies over anything else, every port is reached by its line, and
 * lines cross no more often than crossings.json says. UPDATE_PAGES=1 writes what was found.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { Circuit } from '../../../dist/circuit/circuit.js';
import { parseCircuit } from '../../../dist/circuit/file/parse.js';
import { readCircuit } from '../../../dist/circuit/file/read.js';
import { generateRing } from '../../../dist/circuit/generate/ring.js';
import { kindExample } from '../../../dist/cli/bundled.js';
import { library } from '../../../dist/components/library.js';
import { Layouts } from '../../../dist/report/drawing/choose.js';
import { lineNames } from '../../../dist/report/drawing/lineNames.js';
import { coveredBy, meet, qualityOf } from '../../../dist/report/drawing/measure.js';
import type { Scene } from '../../../dist/report/drawing/scene.js';
import type { Sheet } from '../../../dist/report/drawing/sheet.js';
import { stationsOf } from '../../../dist/report/drawing/stations.js';
import { overviewSheet, stationSheet, wholeSheet } from '../../../dist/report/drawing/views.js';
import { isFull } from '../../support/circuits.js';
import { overlapsOf, unjoinedOf } from '../../support/drawingFaults.js';
import { expectFile, isUpdate } from '../../support/page.js';

const file = 'test/report/drawing/crossings.json';
const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
const found: Record<string, number> = {};
afterAll(() => {
  if (isUpdate) expectFile(file, `${JSON.stringify(found, null, 2)}\n`);
});

/** What a drawing must be, and how often its lines cross. */
function expectClean(scene: Scene, name: string): void {
  expect(overlapsOf(scene)).toEqual([]);
  expect(unjoinedOf(scene)).toEqual([]);
  for (const [v, node] of scene.nodes.entries())
    for (const { x, y, width, height } of coveredBy(node, scene, v)) {
      expect(Math.min(x, y), scene.sheet.nodes[v]?.name).toBeGreaterThanOrEqual(0);
      expect(x + width, scene.sheet.nodes[v]?.name).toBeLessThanOrEqual(scene.width);
      expect(y + height, scene.sheet.nodes[v]?.name).toBeLessThanOrEqual(scene.height);
    }
  for (const route of scene.routes)
    for (const [k, [x, y]] of route.slice(1).entries()) expect(route[k]?.[0] === x || route[k]?.[1] === y, 'a slanting line').toBe(true);
  const { crossings } = qualityOf(scene);
  found[name] = crossings;
  if (!isUpdate) expect(crossings, `${name}: crossings`).toBeLessThanOrEqual(stored[name] ?? 0);
}

/** Every line, direct connection and signal of a circuit is an edge of its sheet, once. */
function expectAll(sheet: Sheet, { lines, direct, signals }: Circuit): void {
  expect(sheet.edges.map(({ line }) => line).filter((line) => line >= 0)).toEqual(lines.map((_, l) => l));
  expect(sheet.edges.filter(({ isDirect }) => isDirect).length).toBe(direct.length);
  expect(sheet.edges.filter(({ type }) => type === 'signal').length).toBe(signals.length);
}

const names = readdirSync('circuits')
  .filter((one) => one.endsWith('.yaml'))
  .map((one) => one.slice(0, -'.yaml'.length));

/** Crossed more often as soon as an option of the layout, or either layering, is missing. */
const telling: readonly unknown[] = ['excavator-boom', 'marine'];
/** Quickly those and every sixth of circuits and examples. */
const isAsked = (name: unknown, k: number): boolean => isFull || isUpdate || telling.includes(name) || k % 6 === 0;

describe('circuits', () => {
  test.each(names.filter(isAsked))('%s', async (name) => {
    const circuit = await readCircuit(`circuits/${name}.yaml`);
    const sheet = wholeSheet(circuit, null);
    expectAll(sheet, circuit);
    const scene = await new Layouts().of(sheet);
    expectClean(scene, name);
    const taken = scene.nodes.flatMap((node, v) => coveredBy(node, scene, v));
    const labels = lineNames(scene).map(({ at }) => at);
    for (const { x, y, width, height } of labels)
      expect([x >= 0, y >= 0, x + width <= scene.width, y + height <= scene.height]).not.toContain(false);
    for (const [k, label] of labels.entries()) expect([...taken, ...labels.slice(0, k)].filter((other) => meet(label, other))).toEqual([]);
  });

  // Full: each station of ring-main; quickly a ring of 300 in rows, and the circuits above.
  test.runIf(isFull)('the stations of ring-main: folded, and each by itself', async () => {
    const circuit = await readCircuit('circuits/ring-main.yaml');
    const stations = stationsOf(circuit);
    expect(stations.names).toEqual(['a1', 'a2', 'a3', 'w1', 'w2', 'w3']);
    const layouts = new Layouts();
    expectClean(await layouts.of(overviewSheet(circuit, null, stations)), 'ring-main folded');
    for (const [k, name] of stations.names.entries()) {
      const sheet = stationSheet(circuit, null, stations, k);
      expect(sheet.nodes.filter(({ sort }) => sort === 'outside').map(({ name: to }) => to)).toEqual([expect.stringMatching(/^dcv\d$/)]);
      expectClean(await layouts.of(sheet), `ring-main ${name}`);
    }
  });
});

test('the examples of all kinds', async () => {
  const layouts = new Layouts();
  for (const kind of [...library.keys()].filter(isAsked)) {
    const circuit = parseCircuit(kindExample(kind), kind).circuit;
    const sheet = wholeSheet(circuit, null);
    expectAll(sheet, circuit);
    expectClean(await layouts.of(sheet), `example ${kind}`);
  }
}, 120_000);

test('a ring of 300 stations is laid in rows, none crossed by its line', async () => {
  const { circuit } = parseCircuit(generateRing({ stations: 300, seed: 1, expand: false }), 'ring');
  const stations = stationsOf(circuit);
  expect(stations.names.length).toBe(300);
  const scene = await new Layouts().of(overviewSheet(circuit, null, stations));
  expectClean(scene, 'ring of 300');
  expect(scene.width / scene.height).toBeGreaterThan(1);
  expect(scene.width / scene.height).toBeLessThan(2);
});

test('the same sheet has the same layout', async () => {
  const circuit = await readCircuit('circuits/two-actuator.yaml');
  const [one, other] = await Promise.all([1, 2].map(() => new Layouts().of(wholeSheet(circuit, null))));
  expect(JSON.stringify(one?.routes)).toBe(JSON.stringify(other?.routes));
});
