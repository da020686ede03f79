/** Circuits that many tests run, read once. */
import { readdirSync } from 'node:fs';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';

/** With `npm run test:full` every same-bits test runs to the circuit's own end time. */
export const isFull = import.meta.env['MODE'] === 'full';

/**
 * Circuits of the same-bits tests, with a short end time that has at least 1000 accepted and 20 rejected steps under the `thesisStrict` law, which
 * rejects more than the `standard` one.
 */
export async function sameBitsCircuits(): Promise<{ circuit: Circuit; until: number }[]> {
  const cases: [string, number][] = [
    ['two-actuator', 0.046],
    ['controlled-two-actuator', 0.04],
    ['ring-main', 0.11],
  ];
  const circuits = await Promise.all(cases.map(async ([name, until]) => ({ circuit: await readCircuit(`circuits/${name}.yaml`), until })));
  const ring = parseCircuit(generateRing({ stations: 200, seed: 1, expand: false }), 'ring-200').circuit;
  return [...circuits, { circuit: ring, until: 0.048 }].map((c) => ({ ...c, until: isFull ? c.circuit.run.end : c.until }));
}

export const planFiles = (): string[] => readdirSync('partitions').filter((f) => f.endsWith('.json'));
