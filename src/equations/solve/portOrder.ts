/** Order of a kind's ports that assign their pressure, or their force: one that is made of another's comes behind it. */
import { dependsOn } from '../graph/graph.js';
import type { Model } from '../language/model.js';

type Port = Model['ports'][number];

/** Ports that assign a pressure, each behind those that its own is made of; otherwise as they are declared. */
export function pressuresInOrder(model: Model): Port[] {
  const ordered: Port[] = [];
  let left = model.ports.filter(({ assigns }) => assigns === 'p');
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => `p:${name}`));
    const free = left.filter(({ value }) => !dependsOn(value, (symbol) => names.has(symbol)));
    // What is made of itself is a mistake of its own, told before.
    const taken = free.length > 0 ? free : left;
    ordered.push(...taken);
    left = left.filter((port) => !taken.includes(port));
  }
  return ordered;
}
