/** Generated circuits of about so many components, of every shape. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { Mistakes } from '#ringmain/circuit/file/mistakes.js';
import { ringCircuit } from '#ringmain/circuit/generate/ring.js';
import { networkShapes, shapeCircuit } from '#ringmain/circuit/generate/shapes.js';
import { resolve } from '#ringmain/circuit/resolve.js';

export const benchShapes = ['ring', ...networkShapes] as const;
export type BenchShape = (typeof benchShapes)[number];

/** Components to a station or node of each shape. */
const componentsPerStation: Readonly<Record<BenchShape, number>> = { ring: 5.06, ladder: 4.89, tree: 4.39, planar: 5.15 };

/** Stations or nodes of a circuit of about so many components. */
export function stationsOf(shape: BenchShape, components: number): number {
  return Math.max(3, Math.round(components / componentsPerStation[shape]));
}

/** The circuit of `ringmain generate`, without the text. */
export function generatedCircuit(shape: BenchShape, stations: number, seed: number): Circuit {
  const raw = shape === 'ring' ? ringCircuit({ stations, seed }) : shapeCircuit(shape, { stations, seed });
  const circuit = resolve(raw, [], new Mistakes());
  if (!circuit) throw new Error(`the generated ${shape} of ${stations} stations has mistakes`);
  return circuit;
}
