/**
 * `ringmain bench partition`, part methods: methods on generated circuits of all shapes and sizes: cut, imbalance, CPU time; beside them METIS' gpmetis where it is
 * installed, told the same imbalance, by both of its ways.
 */

import { asCounts, asNames } from '#ringmain/cli/optionTable.js';
import { clusterGraph } from '#ringmain/partition/clusterGraph.js';
import { countedCosts } from '#ringmain/partition/costs.js';
import { defaultTolerance, sharesOf } from '#ringmain/partition/cutCircuit.js';
import type { PartitionGraph } from '#ringmain/partition/graph.js';
import { methodNamed, partitioned } from '#ringmain/partition/methods/registry.js';
import { piecesOf, qualityOf } from '#ringmain/partition/quality.js';
import { right, textTable } from '#ringmain/report/table.js';
import { type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { type BenchShape, benchShapes, generatedCircuit, stationsOf } from '../protocol/generated.js';
import { metisIsThere, runMetis } from './metis.js';

const commandOptions = {
  components: { about: 'sizes of the circuits, about, separated by commas', fallback: '1000,10000,100000', read: asCounts(1) },
  parts: { about: 'numbers of parts, separated by commas', fallback: '2,8,32', read: asCounts(1) },
  methods: { about: 'methods, separated by commas', fallback: 'greedy,spectral,multilevel', read: asNames },
};

export const partitionMethods = part({
  name: 'methods',
  describe: 'methods to partition on generated circuits, beside gpmetis',
  options: commandOptions,
  examples: [['--components 1000 --parts 2,4', 'rings, ladders, trees and meshes of 1000 components']],
  measure,
});

const seed = 1;

export interface PartitionRow {
  readonly shape: string;
  readonly components: number;
  readonly clusters: number;
  readonly parts: number;
  readonly results: readonly PartitionResult[];
}

export interface PartitionResult {
  /** A method of ours, or 'metis kway' and 'metis rb'. */
  readonly method: string;
  /** Cut lines, weighted by their cost over that of a capacitive line: here all are capacitive. */
  readonly cut: number;
  readonly imbalance: number;
  /** Slowest part over the mean load: what a step takes with its exchange, 1 at best. */
  readonly slowest: number;
  readonly pieces: number;
  /** s of CPU */
  readonly seconds: number;
}

function measure({ components: sizes, parts, methods }: Values<typeof commandOptions>): Measured {
  for (const method of methods) methodNamed(method);
  const metis = metisIsThere();
  const rows: PartitionRow[] = [];
  warmUp(methods, Math.min(400, Math.max(...sizes) / 5));
  for (const shape of benchShapes) {
    for (const size of sizes) {
      say(`${shape} of ${size} components`);
      const { graph, components, unit } = graphFor(shape, stationsOf(shape, size), seed);
      for (const number of parts) {
        if (number > graph.count) continue;
        const results = methods.map((method) => ours(graph, number, method, unit));
        if (metis) for (const type of ['kway', 'rb'] as const) results.push(theirs(graph, number, type, unit));
        rows.push({ shape, components, clusters: graph.count, parts: number, results });
      }
    }
  }
  return { stored: { metis, imbalance: defaultTolerance, seed, rows }, text: () => text(rows, metis) };
}

/** Runs everything on a small graph, so that no row has the time in which code is compiled. */
function warmUp(methods: readonly string[], stations: number): void {
  const { graph, unit } = graphFor('planar', Math.max(3, Math.round(stations)), 1);
  for (const method of methods) for (let n = 0; n < 3; n++) ours(graph, 8, method, unit);
}

function graphFor(shape: BenchShape, stations: number, seed: number): { graph: PartitionGraph; components: number; unit: number } {
  const circuit = generatedCircuit(shape, stations, seed);
  const costs = countedCosts(circuit);
  return { graph: clusterGraph(circuit, costs).graph, components: circuit.components.length, unit: costs.cutLine[0] as number };
}

function ours(graph: PartitionGraph, parts: number, method: string, unit: number): PartitionResult {
  const task = { graph, shares: sharesOf(parts), tolerance: defaultTolerance, aim: 'cut', seed: 1 } as const;
  const began = process.cpuUsage();
  const part = partitioned(methodNamed(method), task);
  const { user, system } = process.cpuUsage(began);
  return resultOf(graph, part, parts, method, (user + system) / 1e6, unit);
}

function theirs(graph: PartitionGraph, parts: number, type: 'kway' | 'rb', unit: number): PartitionResult {
  const { part, seconds } = runMetis(graph, parts, type, defaultTolerance);
  return resultOf(graph, part, parts, `metis ${type}`, seconds, unit);
}

function resultOf(graph: PartitionGraph, part: Int32Array, parts: number, method: string, seconds: number, unit: number): PartitionResult {
  const { cut, imbalance, slowest, load } = qualityOf(graph, part, sharesOf(parts));
  const mean = load.reduce((a, b) => a + b, 0) / parts;
  return { method, cut: Math.round((1e6 * cut) / unit) / 1e6, imbalance, slowest: slowest / mean, pieces: piecesOf(graph, part), seconds };
}

function text(rows: readonly PartitionRow[], metis: boolean): string {
  const names = rows[0]?.results.map(({ method }) => method) ?? [];
  const table = (cell: (result: PartitionResult) => string): string =>
    textTable(
      [{ heading: 'shape' }, ...['components', 'parts', ...names].map(right)],
      rows.map(({ shape, components, parts, results }) => [shape, String(components), String(parts), ...results.map(cell)]),
    );
  const note = !metis
    ? 'gpmetis is not installed (Debian: apt-get install metis): no column of it'
    : `metis: gpmetis -ufactor=${Math.round(1000 * (defaultTolerance - 1))}, by -ptype=kway and rb; its own account of its time`;
  return [
    `cut lines (imbalance), all at ${defaultTolerance}`,
    table(({ cut, imbalance }) => `${cut} (${imbalance.toFixed(3)})`),
    'CPU time, ms',
    table(({ seconds }) => (1e3 * seconds).toFixed(0)),
    note,
  ].join('\n\n');
}
