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

/** Owner of every component. Throws PlanError for a plan of another circuit (one of instances: of other groups), missing or unknown components, or a cut signal. */
export function ownersOf(circuit: Circuit, plan: Plan): Int32Array {
  // As for ranks, which do not read the whole circuit and so know no hash of it.
  if (plan.starts) return ownersByInstance(circuit, plan.starts, plan);
  if (plan.hash !== circuit.hash) {
    throw new PlanError([
      `the plan was made for circuit '${plan.circuit}' with hash ${plan.hash.slice(0, 12)}…, this is '${circuit.name}' with hash ${circuit.hash.slice(0, 12)}…`,
      '    components, kinds, ports or connections differ; make a new plan for this circuit',
    ]);
  }
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

/** Throws PlanError for groups that the plan or the circuit has not, or with another number of instances, and for components beside the groups that the plan does not have. */
function ownersByInstance(circuit: Circuit, starts: Starts, { owner: named, parts, circuit: of }: Plan): Int32Array {
  const groups = Object.entries(starts).map(([name, own]) => ({ name, count: own.at(-1) as number, first: 0, entries: 1, starts: own }));
  const owner = new Int32Array(circuit.components.length);
  const reasons = new Set<string>();
  const last = new Map(groups.map(({ name }) => [name, -1]));
  circuit.components.forEach(({ name }, c) => {
    const group = groups.find((one) => instanceOf({ groups: [one] }, name) >= 0);
    const instance = group ? instanceOf({ groups: [group] }, name) : -1;
    const part = group ? rankOf({ groups: [group], ranks: parts }, instance) : named[name];
    if (group) last.set(group.name, Math.max(instance, last.get(group.name) as number));
    if (part !== undefined && Number.isInteger(part) && part >= 0 && part < parts) owner[c] = part;
    else reasons.add(whyNoOwner(name, starts));
  });
  for (const { name, count } of groups) {
    const own = (last.get(name) as number) + 1;
    if (own === 0) reasons.add(`the plan has a group '${name}', which the circuit has not`);
    else if (own < count) reasons.add(`the plan has ${count} instances of '${name}', and the circuit ${own}`);
  }
  if (reasons.size > 0)
    throw new PlanError([
      ...reasons,
      `    the plan was made for circuit '${of}'; make one for '${circuit.name}': ringmain partition FILE --parts ${parts} --method instances --out PLAN`,
    ]);
  const cut = cutClusters(circuit, owner);
  if (cut.length > 0) throw new PlanError(cut);
  return owner;
}

/** Why a plan of instances has no owner of a component: of a group the same for all its components. */
function whyNoOwner(component: string, starts: Starts): string {
  const group = /^([A-Za-z]\w*?)\d+_/.exec(component)?.[1];
  if (group === undefined) return `component '${component}' is of no instance, and the plan gives it no owner`;
  const count = Object.hasOwn(starts, group) ? starts[group]?.at(-1) : undefined;
  return count === undefined
    ? `the plan has no group '${group}', of which the circuit has instances`
    : `the plan has ${count} instances of '${group}', and the circuit has more`;
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
