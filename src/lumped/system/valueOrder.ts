/** Order in which outputs and set pressures are computed: each after those that it needs. */
import { shownName } from '../../circuit/entries/joinedNames.js';
import { isSolved } from '../../equations/graph/switches.js';
import type { Batch } from './batch.js';

/** Values of one name and kind that may be computed together. */
export interface ValueStage {
  readonly batch: number;
  /** Index in `Batch.values`. */
  readonly value: number;
  readonly instances: readonly number[];
}

/** One value: what an input sees, or the pressure of a node. */
export interface ValueAt {
  readonly batch: number;
  readonly value: number;
  readonly instance: number;
}

/** The source of an input or of the node at a port, where that is a value itself. */
export type SourceOf = (batch: number, instance: number, symbol: string) => ValueAt | null;

/** Stages in order; or the names of values that need each other. */
export function valueOrder(batches: readonly Batch[], sourceOf: SourceOf): readonly ValueStage[] | { readonly loop: readonly string[] } {
  const needs = batches.map(({ values }) => values.map((value) => value.needs.filter((s) => /^(input|p):/.test(s) || isSolved(s))));
  const level = batches.map(({ values, instances }) => values.map(() => new Int32Array(instances.count).fill(-1)));
  const at = ({ batch, value }: ValueAt): Int32Array => (level[batch] as Int32Array[])[value] as Int32Array;
  const stages = new Map<string, { batch: number; value: number; level: number; instances: number[] }>();
  const open = new Set<string>();
  const visit = (one: ValueAt): number => {
    const known = at(one)[one.instance];
    if (known >= 0) return known;
    const key = `${one.batch} ${one.value} ${one.instance}`;
    if (open.has(key)) throw new Loop([...open].slice([...open].indexOf(key)));
    open.add(key);
    let own = 0;
    for (const symbol of (needs[one.batch] as string[][])[one.value] as string[]) {
      const source = sourceOf(one.batch, one.instance, symbol);
      if (source) own = Math.max(own, visit(source) + 1);
    }
    open.delete(key);
    at(one)[one.instance] = own;
    const name = `${own} ${one.batch} ${one.value}`;
    const stage = stages.get(name) ?? { batch: one.batch, value: one.value, level: own, instances: [] };
    stages.set(name, stage);
    stage.instances.push(one.instance);
    return own;
  };
  try {
    batches.forEach(({ values, instances }, batch) => {
      for (let value = 0; value < values.length; value++)
        for (let instance = 0; instance < instances.count; instance++) visit({ batch, value, instance });
    });
  } catch (error) {
    if (!(error instanceof Loop)) throw error;
    return {
      loop: error.keys.map((key) => {
        const [batch, value, instance] = key.split(' ').map(Number) as [number, number, number];
        const { instances, values } = batches[batch] as Batch;
        return shownName(instances.nameOf(instance), values[value]?.name.split(':')[1] ?? '');
      }),
    };
  }
  return [...stages.values()].sort((a, b) => a.level - b.level);
}

class Loop extends Error {
  constructor(readonly keys: readonly string[]) {
    super('loop');
  }
}
