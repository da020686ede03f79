/** Owners → Plan: names, cut lines, costs and imbalance. */
import { z } from 'zod';
import type { Circuit } from '../circuit/circuit.js';
import { mistakesOfCall, option } from '../circuit/entries/options.js';
import { tablesOf } from '../circuit/views.js';
import { copiesOf } from '../network/copies.js';
import { PlanError } from './checkPlan.js';
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
  const add = (part: number, c: number): void => {
    cost[part] = cost[part] + costs.component[c];
  };
  for (let c = 0; c < owner.length; c++) add(owner[c], c);
  for (const [part, copies] of copiesOf(tablesOf(circuit), owner, parts).entries()) for (const c of copies) add(part, c);
  const holders = holdersOf(circuit, owner, parts);
  const total = cost.reduce((a, b) => a + b, 0);
  const shares = sharesOf(parts, about.shares);
  const load = cost.map((x, k) => rounded(x / (shares[k] * total), 4));
  return {
    ringmain: 1,
    circuit: circuit.name,
    hash: circuit.hash,
    parts,
    method,
    owner: Object.fromEntries(circuit.components.map(({ name }, c) => [name, owner[c]])),
    ...(Object.keys(holders).length > 0 ? { copies: holders } : {}),
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

/** By name, in the order of the file: partitions beside the owner that hold a fixed pressure or a signal of time for themselves. */
function holdersOf(circuit: Circuit, owner: Int32Array, parts: number): Record<string, number[]> {
  const tables = tablesOf(circuit);
  const { count, reference, component } = tables.direct;
  const holders = new Map<number, Set<number>>();
  const add = (c: number, part: number): void => {
    if (part !== owner[c]) holders.set(c, (holders.get(c) ?? new Set()).add(part));
  };
  for (const [part, copies] of copiesOf(tables, owner, parts).entries()) for (const c of copies) add(c, part);
  for (let d = 0; d < count; d++) add(reference[d], owner[component[d]]);
  const inOrder = [...holders].sort(([a], [b]) => a - b);
  return Object.fromEntries(inOrder.map(([c, held]) => [tables.components.nameOf(c), [...held].sort((a, b) => a - b)]));
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const rules = {
  parts: option.whole(1),
  method: option.text('the name of a method'),
  costs: option.other(z.looseObject({ component: z.custom<unknown>(ArrayBuffer.isView) }), 'what countedCosts gives'),
  shares: option.positives('shares'),
  tolerance: option.positive(),
  aim: option.choice(['step', 'cut']),
  seed: option.whole(0),
  preferWaves: option.flag(),
  hosts: option.whole(1),
  threads: option.whole(1),
  onlyWaves: option.flag(),
} satisfies Record<keyof CutOptions | 'parts', unknown>;

/** A plan of `parts` partitions, fewer where the circuit has no more clusters. Throws PlanError, see cutCircuit.ts. */
export function makePlan(circuit: Circuit, parts: number, options: CutOptions = {}): Plan {
  const mistakes = mistakesOfCall(circuit, rules, { parts, ...options });
  if (mistakes.length > 0) throw new PlanError(mistakes.flatMap(({ message, remedy }) => [message, `    ${remedy}`]));
  const { costs = countedCosts(circuit), shares } = options;
  const { owner, parts: made, method } = cutCircuit(circuit, parts, { ...options, costs });
  const source = `ringmain partition, method ${method}, seed ${options.seed ?? 1}`;
  return describePlan(circuit, owner, made, { method, source, costs, ...(shares ? { shares: shares.slice(0, made) } : {}) });
}
