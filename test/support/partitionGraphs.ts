/** Graphs and circuits that partitioning is tested on. */
import type { Circuit } from '../../dist/circuit/circuit.js';
import { Mistakes } from '../../dist/circuit/file/mistakes.js';
import type { RawCircuit } from '../../dist/circuit/file/raw.js';
import { ringCircuit } from '../../dist/circuit/generate/ring.js';
import { type NetworkShape, shapeCircuit } from '../../dist/circuit/generate/shapes.js';
import { resolve } from '../../dist/circuit/resolve.js';
import { graphOf, type PartitionGraph } from '../../dist/partition/graph.js';

/** A circuit from its plain object, without the detour over text. */
export function built(raw: RawCircuit): Circuit {
  const mistakes = new Mistakes();
  const circuit = resolve(raw, [], mistakes);
  if (!circuit) throw new Error(JSON.stringify(mistakes.located(() => undefined)));
  return circuit;
}

export const shapedCircuit = (shape: NetworkShape | 'ring', stations: number, seed: number): Circuit =>
  built(shape === 'ring' ? ringCircuit({ stations, seed }) : shapeCircuit(shape, { stations, seed }));

/** Graph of edges [a, b, cost?]; weights 1 unless given. */
export function graphFrom(
  count: number,
  edges: readonly (readonly [number, number, number?])[],
  weight?: readonly number[],
): PartitionGraph {
  return graphOf(
    weight ? Float64Array.from(weight) : new Float64Array(count).fill(1),
    Int32Array.from(edges, ([a]) => a),
    Int32Array.from(edges, ([, b]) => b),
    Float64Array.from(edges, ([, , cost = 1]) => cost),
  );
}

export const pathGraph = (count: number): PartitionGraph =>
  graphFrom(
    count,
    Array.from({ length: count - 1 }, (_, v) => [v, v + 1]),
  );

export const ringGraph = (count: number): PartitionGraph =>
  graphFrom(
    count,
    Array.from({ length: count }, (_, v) => [v, (v + 1) % count]),
  );

export function gridGraph(width: number, height: number): PartitionGraph {
  const edges: [number, number][] = [];
  for (let v = 0; v < width * height; v++) {
    if (v % width < width - 1) edges.push([v, v + 1]);
    if (v + width < width * height) edges.push([v, v + width]);
  }
  return graphFrom(width * height, edges);
}
