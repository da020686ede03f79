/** Surfaces on which expressions jump or bend, as they stand: their conditions, with nothing in place of them. */
import type { Graph, Node } from './graph.js';
import { isSmooth } from './smoothness.js';
import { type Switch, Switches } from './switches.js';

/** The wanted modes, but for those that are smooth across their surface. */
export function surfacesOf(g: Graph, moving: readonly Node[], isWanted: (value: Node) => boolean = () => true): Switch[] {
  const all = new Switches(g, true);
  const roots = moving.map((node) => all.smooth(node));
  const conditions = new Map<string, Node>();
  return all.list.flatMap((one, k) => {
    const value = withConditions(g, one.value, conditions);
    conditions.set(`mode:${k}`, g.condition('lt', value, g.zero));
    return isWanted(value) && (one.certain || !isSmooth(g, all.list, k, roots)) ? [{ ...one, value }] : [];
  });
}

/** The expression with other conditions in place of those on its modes. */
export function withConditions(g: Graph, root: Node, conditions: ReadonlyMap<string, Node>): Node {
  return g.rewrite(root, (n) => (n.op === 'ne' && n.args[0]?.op === 'symbol' ? conditions.get(n.args[0].name) : undefined));
}
