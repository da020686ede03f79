/** Plans drawn at random. */
import type { Circuit } from '../../dist/circuit/circuit.js';
import { clusters } from '../../dist/partition/clusters.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';

/** Clusters in parts as drawn, and what is free in any of the parts. */
export function drawnPlan(built: Circuit, parts: number, draw: () => number, onlyWaves = false): Plan {
  const { of, count, free } = clusters(built, onlyWaves);
  const partOf = Int32Array.from({ length: count }, (_, k) => (k < parts ? k : draw() % parts));
  const owner = of.map((cluster, c) => (free[c] === 1 && c % 2 === 0 ? draw() % parts : (partOf[cluster] as number)));
  for (let part = 0; part < parts; part++) if (!owner.includes(part)) owner[of.indexOf(part)] = part;
  return describePlan(built, owner, parts, { method: 'random', source: 'drawn by a test' });
}
