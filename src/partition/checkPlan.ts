/** A plan against its circuit: every mistake, or the owners. */
import type { Circuit } from '../circuit/circuit.js';
import { instanceOf, rankOf, type Starts } from '../circuit/entries/share.js';
import { clusters } from './clusters.js';
import type { Plan } from './plan.js';

/** A plan that does not fit; the message names every reason. */
export class PlanError extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'PlanError';
  }
}

/** Owner of every component. Throws PlanError for a plan of another circuit, missing or unknown components, or a cut signal. */
export function ownersOf(circuit: Circuit, plan: Plan): Int32Array {
  if (plan.hash !== circuit.hash) {
    throw new PlanError([
      `the plan was made for circuit '${plan.circuit}' with hash ${plan.hash.slice(0, 12)}…, this is '${circuit.name}' with hash ${circuit.hash.slice(0, 12)}…`,
      '    components, kinds, ports or connections differ; make a new plan for this circuit',
    ]);
  }
  if (plan.starts) return ownersByInstance(circuit, plan.starts, plan);
  const reasons: string[] = [];
  const names = new Set(circuit.components.map((c) => c.name));
  for (const name of Object.keys(plan.owner))
    if (!names.has(name)) reasons.push(`the plan owns '${name}', which the circuit does not have`);
  const owner = new Int32Array(circuit.components.length);
  const seen = new Set<number>();
  circuit.components.forEach(({ name }, c) => {
    const part = plan.owner[name];
    if (part === undefined) reasons.push(`component '${name}' has no owner`);
    else if (!Number.isInteger(part) || part < 0 || part >= plan.parts)
      reasons.push(`component '${name}' is owned by partition ${JSON.stringify(part)}; there are 0 to ${plan.parts - 1}`);
    else {
      owner[c] = part;
      seen.add(part);
    }
  });
  for (let part = 0; part < plan.parts; part++) if (!seen.has(part)) reasons.push(`partition ${part} owns nothing`);
  if (reasons.length === 0) reasons.push(...cutClusters(circuit, owner));
  if (reasons.length > 0) throw new PlanError(reasons);
  return owner;
}

/** Throws PlanError for components that neither an instance nor the plan by name has. */
function ownersByInstance(circuit: Circuit, starts: Starts, { owner: named, parts }: Plan): Int32Array {
  const groups = Object.entries(starts).map(([name, own]) => ({ name, count: own.at(-1) as number, first: 0, entries: 1, starts: own }));
  const owner = new Int32Array(circuit.components.length);
  const reasons: string[] = [];
  circuit.components.forEach(({ name }, c) => {
    const group = groups.find((one) => instanceOf({ groups: [one] }, name) >= 0);
    const part = group ? rankOf({ groups: [group], ranks: parts }, instanceOf({ groups: [group] }, name)) : named[name];
    if (part !== undefined && Number.isInteger(part) && part >= 0 && part < parts) owner[c] = part;
    else reasons.push(`component '${name}' is of no instance that the plan has, and has no owner`);
  });
  if (reasons.length === 0) reasons.push(...cutClusters(circuit, owner));
  if (reasons.length > 0) throw new PlanError(reasons);
  return owner;
}

function cutClusters(circuit: Circuit, owner: Int32Array): string[] {
  const { of, free } = clusters(circuit);
  const first = new Map<number, number>();
  const reasons: string[] = [];
  circuit.components.forEach(({ name }, c) => {
    if (free[c] === 1) return;
    const cluster = of[c];
    const lead = first.get(cluster);
    if (lead === undefined) first.set(cluster, c);
    else if (owner[lead] !== owner[c]) {
      reasons.push(
        `'${circuit.components[lead]?.name}' (partition ${owner[lead]}) and '${name}' (partition ${owner[c]}) are joined by signals; only lines may be cut`,
      );
    }
  });
  return reasons;
}
