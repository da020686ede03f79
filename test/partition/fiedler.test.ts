/** Fiedler's vector against graphs whose spectrum is known. */
import { describe, expect, test } from 'vitest';
import { fiedler } from '../../dist/partition/fiedler.js';
import type { PartitionGraph } from '../../dist/partition/graph.js';
import { gridGraph, pathGraph, ringGraph } from '../support/partitionGraphs.js';

const near = (angle: number): number => 2 - 2 * Math.cos(angle);

// Laplacians of paths, rings and grids: λ2 = 2 - 2 cos(π/n), 2 - 2 cos(2π/n), that of the longer side.
describe.each<[string, PartitionGraph, number]>([
  ['path of 100, dense', pathGraph(100), near(Math.PI / 100)],
  ['ring of 120, dense', ringGraph(120), near((2 * Math.PI) / 120)],
  ['path of 1000', pathGraph(1000), near(Math.PI / 1000)],
  ['ring of 3000', ringGraph(3000), near((2 * Math.PI) / 3000)],
  ['grid of 60 by 40', gridGraph(60, 40), near(Math.PI / 60)],
])('%s', (_, graph, exact) => {
  const { value, vector } = fiedler(graph, 1e-6);

  // The Rayleigh quotient is never below λ2; dense ones are exact to rounding. Above, 2 %: improvements end where one gains less than 1e-6 of it.
  test('λ2', () => {
    expect(value).toBeGreaterThan(exact * (1 - 1e-9) - 1e-13);
    expect(value).toBeLessThan(exact * (graph.count <= 120 ? 1 + 1e-9 : 1.02) + 1e-13);
  });

  test('the vector is of that quotient, of length 1 and orthogonal to the constant', () => {
    let [quotient, length, sum] = [0, 0, 0];
    for (let v = 0; v < graph.count; v++) {
      length += (vector[v] as number) ** 2;
      sum += vector[v] as number;
      for (let e = graph.start[v] as number; e < (graph.start[v + 1] as number); e++)
        quotient += ((vector[v] as number) - (vector[graph.to[e] as number] as number)) ** 2 / 2;
    }
    expect(length).toBeCloseTo(1, 9);
    expect(Math.abs(sum)).toBeLessThan(1e-7 * Math.sqrt(graph.count));
    expect(quotient).toBeCloseTo(value, 9);
  });
});

test('the vector of a path rises from one end to the other', () => {
  const { vector } = fiedler(pathGraph(1000), 1e-6);
  const sign = Math.sign((vector[999] as number) - (vector[0] as number));
  for (let v = 0; v < 999; v += 37) expect(sign * ((vector[Math.min(v + 37, 999)] as number) - (vector[v] as number))).toBeGreaterThan(0);
});
