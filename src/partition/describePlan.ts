/** Owners → Plan: names, cut lines, costs and imbalance. */
import type { Circuit } from '../circuit/circuit.js';
import { type Costs, countedCosts } from './costs.js';
import { type CutOptions, cutCircuit, sharesOf } from './cutCircuit.js';
import type { Plan } from './plan.js';

export interface PlanAbout {
  readonly method: string;
  readonly source: string;
  /** Default: counted. */
  readonly costs?: Costs;
  /** By part, in any unit. */
  readonly shares?: readonly number[];
}

/** Plan of given owners: cut lines, costs and imbalance filled in. */
export function describePlan(circuit: Circuit, owner: Int32Array, parts: number, about: PlanAbout): Plan {
  const { method, source, costs = countedCosts(circuit) } = about;
  const cost = new Array<number>(parts).fill(0);
  for (let c = 0; c < owner.length; c++) cost[owner[c] as number] = (cost[owner[c] as number] as number) + (costs.component[c] as number);
  const total = cost.reduce((a, b) => a + b, 0);
  const shares = sharesOf(parts, about.shares);
  const load = cost.map((x, k) => rounded(x / ((shares[k] as number) * total), 4));
  return {
    ringmain: 1,
    circuit: circuit.name,
    hash: circuit.hash,
    parts,
    method,
    owner: Object.fromEntries(circuit.components.map(({ name }, c) => [name, owner[c] as number])),
    cut: circuit.lines.filter(({ from, to }) => owner[from.component] !== owner[to.component]).map((line) => line.name),
    cost: cost.map((x) => rounded(x, 3)),
    costs: costs.how,
    ...(costs.machine ? { machine: costs.machine } : {}),
    ...(about.shares ? { shares: [...shares].map((share) => rounded(share, 6)) } : {}),
    load,
    imbalance: Math.max(...load),
    source,
  };
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** A plan of `parts` partitions, fewer where the circuit has no more clusters. Throws PlanError, see cutCircuit.ts. */
export function makePlan(circuit: Circuit, parts: number, options: CutOptions = {}): Plan {
  const { costs = countedCosts(circuit), shares } = options;
  const { owner, parts: made, method } = cutCircuit(circuit, parts, { ...options, costs });
  const source = `ringmain partition, method ${method}, seed ${options.seed ?? 1}`;
  return describePlan(circuit, owner, made, { method, source, costs, ...(shares ? { shares: shares.slice(0, made) } : {}) });
}
