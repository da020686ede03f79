/** Plans of instances: unequal numbers of each group for each partition. */
import type { Circuit } from '../../dist/circuit/circuit.js';
import type { Plan } from '../../dist/partition/plan.js';

/** `starts`: by group, the instance with which each partition begins, and how many there are; `owner`: of components beside the groups. */
export function instancePlan({ name, hash }: Circuit, starts: Plan['starts'] & object, owner: Plan['owner'] = {}): Plan {
  const parts = (Object.values(starts)[0] as readonly number[]).length - 1;
  const unknown = { cut: [], cost: [], load: [], imbalance: 1 };
  return { ringmain: 1, circuit: name, hash, parts, method: 'instances', owner, ...unknown, source: 'a test', starts };
}

/** Of one group of so many instances: two for the first partition, one for each other, the rest for the last. */
export const unequalStarts = (group: string, count: number, parts: number): Record<string, number[]> => ({
  [group]: [...Array.from({ length: parts }, (_, part) => (part === 0 ? 0 : part + 1)), count],
});
