/** Which expressions are computed once per run, as derived parameters. */
import { isTable, type Node } from './graph.js';

/** Nodes that depend on parameters and numbers only, with at least one parameter. */
export function parameterOnly(nodes: readonly Node[]): Set<Node> {
  const constant = new Set<Node>();
  const result = new Set<Node>();
  for (const n of nodes) {
    if (n.op === 'number') constant.add(n);
    else if (
      n.op === 'symbol' ? n.name.startsWith('parameter:') : !isTable(n.op) && n.args.every((a) => constant.has(a) || result.has(a))
    ) {
      if (!isBoolean(n)) result.add(n);
      else constant.add(n);
    }
  }
  return result;
}

const isBoolean = (n: Node): boolean => ['lt', 'le', 'eq', 'ne', 'and', 'or', 'not'].includes(n.op);
