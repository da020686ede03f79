/** The proven optimum: against all divisions of small graphs, and multilevel against it on the thesis' circuits. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { thesisCircuits } from '../../dist/bench/partition/optimum.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { PlanError } from '../../dist/partition/checkPlan.js';
import { clusterGraph } from '../../dist/partition/clusterGraph.js';
import { countedCosts } from '../../dist/partition/costs.js';
import { sharesOf } from '../../dist/partition/cutCircuit.js';
import { BestPart } from '../../dist/partition/exact/bestPart.js';
import { branchAndPrice } from '../../dist/partition/exact/branchAndPrice.js';
import type { PartitionGraph } from '../../dist/partition/graph.js';
import { methodNamed, partitioned } from '../../dist/partition/methods/registry.js';
import { qualityOf } from '../../dist/partition/quality.js';
import { isFull } from '../support/circuits.js';
import { graphFrom, gridGraph, pathGraph } from '../support/partitionGraphs.js';

const task = (graph: PartitionGraph, parts: number, shares?: readonly number[]) =>
  ({ graph, shares: sharesOf(parts, shares), tolerance: 1.03, aim: 'step', seed: 1 }) as const;

const edges = fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.integer({ min: 1, max: 5 })), { minLength: 5, maxLength: 14 });
const weights = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 8, maxLength: 8 });

test('random small graphs: as good as the best of all divisions', () => {
  fc.assert(
    fc.property(edges, weights, fc.constantFrom([1, 1], [1, 1, 1], [2, 1], [2, 1, 1], [1, 1, 1, 1]), (lines, weight, shares) => {
      const graph = graphFrom(8, lines, weight);
      const job = task(graph, shares.length, shares);
      // From a bad plan, so that a bound that is too high is seen.
      const { part, slowest, bound } = branchAndPrice(job, Int32Array.from({ length: 8 }, (_, v) => v % shares.length), 1e7); // biome-ignore format: one line
      expect(slowest).toBeCloseTo(bestOfAll(graph, job.shares), 9);
      expect([bound, qualityOf(graph, part, job.shares).slowest]).toEqual([slowest, slowest]);
    }),
    { numRuns: isFull ? 500 : 30, seed: 11 },
  );
});

test('random prices, pairs that are kept together or apart: the best part is the best of all subsets', () => {
  const pairs = fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.boolean()), { maxLength: 3 });
  const prices = fc.array(fc.integer({ min: -5, max: 20 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(edges, weights, prices, pairs, fc.integer({ min: 1, max: 120 }), (lines, weight, price, rules, most) => {
      const graph = graphFrom(8, lines, weight);
      const relations = [
        ...lines.filter(([a, b]) => a !== b).map(([a, b, cost]) => ({ a, b, ifDiffering: cost, ifBoth: 0 })),
        ...rules
          .filter(([a, b]) => a !== b)
          .map(([a, b, apart]) => ({
            a,
            b,
            ifDiffering: apart ? 0 : Number.POSITIVE_INFINITY,
            ifBoth: apart ? Number.POSITIVE_INFINITY : 0,
          })),
      ];
      let best = Number.NEGATIVE_INFINITY;
      for (let set = 1; set < 256; set++) {
        const isIn = (v: number): boolean => ((set >> v) & 1) === 1;
        let [time, worth] = [0, 0];
        for (let v = 0; v < 8; v++) if (isIn(v)) [time, worth] = [time + (weight[v] as number), worth + (price[v] as number)];
        for (const { a, b, ifDiffering, ifBoth } of relations) if (isIn(a) || isIn(b)) time += isIn(a) && isIn(b) ? ifBoth : ifDiffering;
        if (time <= most) best = Math.max(best, worth);
      }
      const found = new BestPart(graph.weight, relations).find(Float64Array.from(price), most);
      expect(found?.price ?? Number.NEGATIVE_INFINITY).toBe(best);
      if (!found) return;
      const members = [...found.members.keys()].filter((v) => found.members[v] === 1);
      expect(members.reduce((sum, v) => sum + (price[v] as number), 0)).toBe(best);
    }),
    { numRuns: isFull ? 2000 : 100, seed: 12 },
  );
});

// 5 %: asked of multilevel; all but the ring main in 2 parts are within 0.3 %.
describe.each(thesisCircuits())('%s', (file) => {
  test.each(isFull ? [2, 3, 4, 7] : [2])('in %i parts: the optimum is proven, multilevel is within a twentieth of it', async (parts) => {
    const circuit = await readCircuit(file);
    const { graph } = clusterGraph(circuit, countedCosts(circuit));
    const job = task(graph, parts);
    const [best, found] = ['exhaustive', 'multilevel'].map((m) => qualityOf(graph, partitioned(methodNamed(m), job), job.shares).slowest);
    expect(found).toBeGreaterThanOrEqual((best as number) * (1 - 1e-9));
    expect(found).toBeLessThanOrEqual(1.05 * (best as number));
  });
});

test('without proof: a bound that holds, and is close', () => {
  const job = task(gridGraph(8, 3), 3);
  const start = partitioned(methodNamed('greedy'), job);
  const proven = branchAndPrice(job, start, 1e8);
  expect(proven.bound).toBe(proven.slowest);
  const stopped = branchAndPrice(job, start, 4e4);
  expect(stopped.bound).toBeLessThan(stopped.slowest);
  expect(stopped.bound).toBeLessThanOrEqual(proven.bound);
  expect(stopped.bound).toBeGreaterThan(job.graph.count / 3);
});

/** Every cluster joined to every other. */
const complete = (count: number): PartitionGraph =>
  graphFrom(count, Array.from({ length: count }, (_, a) => Array.from({ length: a }, (_, b) => [a, b, 0.01] as const)).flat());

test('a frontier that is too wide ends without proof, not without memory', () => {
  const relations = Array.from({ length: 28 }, (_, a) => Array.from({ length: a }, (_, b) => ({ a, b, ifDiffering: 0.01, ifBoth: 0 })));
  const search = new BestPart(new Float64Array(28).fill(1), relations.flat());
  expect([search.find(new Float64Array(28).fill(1), 28, 1e4), search.isSpent]).toEqual([null, true]);
  expect(search.states).toBeLessThan(2.1e4);
  expect(() => partitioned(methodNamed('exhaustive'), task(complete(31), 3))).toThrow(/no proof, clusters are joined too closely/);
});

test('says what is too large', () => {
  expect(() => partitioned(methodNamed('exhaustive'), task(pathGraph(100), 2))).toThrow(PlanError);
  expect(() => partitioned(methodNamed('exhaustive'), task(pathGraph(100), 2))).toThrow(/at most 80 clusters, this circuit has 100/);
});

function bestOfAll(graph: PartitionGraph, shares: Float64Array): number {
  const parts = shares.length;
  let best = Number.POSITIVE_INFINITY;
  const part = new Int32Array(graph.count);
  for (let code = 0; code < parts ** graph.count; code++) {
    for (let v = 0, rest = code; v < graph.count; v++, rest = Math.floor(rest / parts)) part[v] = rest % parts;
    if (new Set(part).size === parts) best = Math.min(best, qualityOf(graph, part, shares).slowest);
  }
  return best;
}
