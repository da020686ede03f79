/** Interpreter of expressions: for set-up (derived parameters, initial values) and tests. */
import { type ConditionName, type OperationName, operations } from '../language/functions.js';
import { type Node, topological } from './graph.js';

export interface TablePoints {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Value of an expression. `symbol` gives the values of symbols, `table` the points of tables. */
export function evaluate(
  root: Node,
  symbol: (name: string) => number,
  table: (name: string) => TablePoints = () => ({ x: [], y: [] }),
): number {
  const { nodes, places } = stepsOf(root);
  const values = new Array<number | boolean>(nodes.length);
  const valueAt = (place: number | undefined): number => (place === undefined ? undefined : values[place]) as number;
  for (let k = 0; k < nodes.length; k++) {
    const of = places[k] as readonly number[];
    values[k] = nodeValue(nodes[k] as Node, valueAt(of[0]), valueAt(of[1]), valueAt(of[2]), symbol, table);
  }
  return values[nodes.length - 1] as number;
}

/** Nodes of an expression, arguments first, and where among them the arguments of each stand. */
interface Steps {
  readonly nodes: readonly Node[];
  readonly places: readonly (readonly number[])[];
}

/** By expression: the same one is evaluated for one component after the other, and no node ever changes. */
const known = new WeakMap<Node, Steps>();

function stepsOf(root: Node): Steps {
  let steps = known.get(root);
  if (!steps) {
    const nodes = topological([root]);
    const placeOf = new Map(nodes.map((node, k) => [node, k]));
    steps = { nodes, places: nodes.map(({ args }) => args.map((node) => placeOf.get(node) as number)) };
    known.set(root, steps);
  }
  return steps;
}

/** Value of a node from those of its arguments (0, 1 or a Boolean where one is a condition; any number where it has fewer than three). */
export function nodeValue(
  node: Node,
  a: number,
  b: number,
  c: number,
  symbol: (name: string) => number,
  table: (name: string) => TablePoints,
): number | boolean {
  switch (node.op) {
    case 'number':
      return node.value;
    case 'symbol':
      return symbol(node.name);
    case 'select':
      return a ? b : c;
    case 'table':
      return interpolate(table(node.name), a);
    case 'nextPoint':
      return nextPoint(table(node.name), a);
    case 'tableSlope':
      return tableSlope(table(node.name), a);
    case 'and':
      return Boolean(a) && Boolean(b);
    case 'or':
      return Boolean(a) || Boolean(b);
    case 'not':
      return !a;
    case 'lt':
      return a < b;
    case 'le':
      return a <= b;
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    default:
      return operations[node.op as Exclude<OperationName, ConditionName>].evaluate(a, b);
  }
}

/** Values of an expression for many instances at once, conditions as 0 and 1: `column` gives the values of a symbol, one a row. */
export function evaluateColumn(root: Node, rows: number, column: (name: string) => Float64Array): Float64Array {
  const values = new Map<Node, Float64Array>();
  for (const node of topological([root])) {
    if (node.op === 'symbol') {
      values.set(node, column(node.name));
      continue;
    }
    const result = new Float64Array(rows);
    // An argument that is not there is not asked for: any column stands for it.
    const [a = result, b = result, c = result] = node.args.map((argument) => values.get(argument));
    for (let i = 0; i < rows; i++) result[i] = Number(nodeValue(node, a[i] as number, b[i] as number, c[i] as number, noSymbol, noTable));
    values.set(node, result);
  }
  return values.get(root) as Float64Array;
}

const noTable = (): TablePoints => ({ x: [], y: [] });

function noSymbol(name: string): never {
  throw new Error(`${name} is not a column`);
}

/** Linear between points, constant outside; at a vertical corner the value before it. The kernels do the same operations. */
export function interpolate({ x, y }: TablePoints, at: number): number {
  let k = 0;
  while (k < x.length && (x[k] as number) < at) k++;
  if (k === 0) return y[0] as number;
  if (k === x.length) return y[k - 1] as number;
  const [x0, x1, y0, y1] = [x[k - 1], x[k], y[k - 1], y[k]] as [number, number, number, number];
  return y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
}

/** Slope of `interpolate`: of the segment before a corner; zero outside. */
export function tableSlope({ x, y }: TablePoints, at: number): number {
  let k = 0;
  while (k < x.length && (x[k] as number) < at) k++;
  if (k === 0 || k === x.length) return 0;
  const [x0, x1, y0, y1] = [x[k - 1], x[k], y[k - 1], y[k]] as [number, number, number, number];
  return (y1 - y0) / (x1 - x0);
}

/** First x beyond `at`; 1e300 if there is none. */
export function nextPoint({ x }: TablePoints, at: number): number {
  for (const point of x) if (point > at) return point;
  return 1e300;
}
