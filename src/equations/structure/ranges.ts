/** Between what values an expression lies, with what a component is told: interval arithmetic, for conditions that can have one side only. */
import { interpolate, type TablePoints } from '../graph/evaluate.js';
import type { Node } from '../graph/graph.js';
import { operations } from '../language/functions.js';

export type Range = readonly [least: number, most: number];
export const anything: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
export const only = (value: number): Range => [value, value];
export const isOne = ([least, most]: Range): boolean => least === most;
const union = ([a, b]: Range, [c, d]: Range): Range => [Math.min(a, c), Math.max(b, d)];

/** Values of a component. */
export interface OwnValues {
  /** Of a symbol: one value of a parameter, what an input can be; anything of what moves. */
  symbol(name: string): Range;
  table(name: string): TablePoints;
}

/** The range of an expression without asking on which side its conditions are. */
export function rangeOf(root: Node, values: OwnValues): Range {
  const done = new Map<Node, Range>();
  const visit = (node: Node): Range => {
    let range = done.get(node);
    if (!range) {
      if (node.op === 'number') range = only(node.value);
      else if (node.op === 'symbol') range = values.symbol(node.name);
      else if (node.op === 'select') range = union(visit(node.args[1] as Node), visit(node.args[2] as Node));
      else if (node.op === 'table') range = tableRange(values.table(node.name), visit(node.args[0] as Node));
      else range = operationRange(node, node.args.map(visit));
      done.set(node, range);
    }
    return range;
  };
  return visit(root);
}

/** Values of a table over a range of its argument. */
export function tableRange({ x, y }: TablePoints, [from, to]: Range): Range {
  const inner = y.filter((_, k) => (x[k] as number) >= from && (x[k] as number) <= to);
  const ends = [from, to].map((end) => interpolate({ x, y }, end));
  return [Math.min(...inner, ...ends), Math.max(...inner, ...ends)];
}

/** The range of an operation by those of its arguments. */
export function operationRange(node: Node, args: readonly Range[]): Range {
  if (!(node.op in operations)) return anything;
  const { evaluate } = operations[node.op as keyof typeof operations];
  const [a = only(0), b = only(0)] = args as [Range?, Range?];
  if (args.every(isOne)) return only(evaluate(a[0], b[0]));
  switch (node.op) {
    case 'add':
      return [a[0] + b[0], a[1] + b[1]];
    case 'sub':
      return [a[0] - b[1], a[1] - b[0]];
    case 'neg':
      return [-a[1], -a[0]];
    case 'mul': {
      const products = a.flatMap((x) => b.map((y) => (x === 0 || y === 0 ? 0 : x * y)));
      return [Math.min(...products), Math.max(...products)];
    }
    case 'max':
    case 'min':
    case 'ssqrt':
    case 'exp':
    case 'tanh':
    case 'atan':
    case 'floor':
    case 'ceil':
    case 'sign':
      return [evaluate(a[0], b[0]), evaluate(a[1], b[1])];
    case 'sin':
    case 'cos':
      return [-1, 1];
    case 'sqrt':
    case 'abs':
      return [0, Number.POSITIVE_INFINITY];
    default:
      return anything;
  }
}
