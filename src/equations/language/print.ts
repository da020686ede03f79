/** Expressions as people write them, with short names for what the compiler substitutes. */
import type { Node } from '../graph/graph.js';

const infix: Readonly<Record<string, { sign: string; power: number }>> = {
  or: { sign: ' or ', power: 1 },
  and: { sign: ' and ', power: 2 },
  lt: { sign: ' < ', power: 3 },
  le: { sign: ' <= ', power: 3 },
  eq: { sign: ' == ', power: 3 },
  ne: { sign: ' != ', power: 3 },
  add: { sign: ' + ', power: 4 },
  sub: { sign: ' - ', power: 4 },
  mul: { sign: '*', power: 5 },
  div: { sign: '/', power: 5 },
  pow: { sign: '^', power: 7 },
};

/** Text of an expression; `names` replaces nodes that have been given a name. */
export function print(node: Node, names: ReadonlyMap<Node, string> = new Map(), power = 0): string {
  const name = names.get(node);
  if (name !== undefined) return name;
  const inner = (n: Node | undefined, p: number): string => print(n as Node, names, p);
  const [a, b, c] = node.args;
  const operator = infix[node.op];
  if (operator) {
    const text = `${inner(a, operator.power - (node.op === 'pow' ? -1 : 1))}${operator.sign}${inner(b, operator.power)}`;
    return operator.power <= power ? `(${text})` : text;
  }
  switch (node.op) {
    case 'number':
      return node.value < 0 && power > 0 ? `(${node.value})` : String(node.value);
    case 'symbol':
      return symbolText(node.name);
    case 'neg':
      return power > 0 ? `(-${inner(a, 5)})` : `-${inner(a, 5)}`;
    case 'not':
      return `not ${inner(a, 6)}`;
    case 'select':
      return `if(${inner(a, 0)}, ${inner(b, 0)}, ${inner(c, 0)})`;
    case 'table':
    case 'nextPoint':
    case 'tableSlope':
      return `${node.op}(${node.name}, ${inner(a, 0)})`;
    default:
      return `${node.op}(${node.args.map((n) => inner(n, 0)).join(', ')})`;
  }
}

/** The name of a symbol in texts of the program. */
function symbolText(symbol: string): string {
  const [type, name = ''] = symbol.split(':');
  switch (type) {
    case 'c':
      return `C[${name}]`;
    case 'z':
      return `Z[${name}]`;
    case 'p':
    case 'q':
      return `${name}.${type}`;
    case 'pre':
    case 'kept':
      return `pre(${name})`;
    case 'der':
    case 'beta':
    case 'gamma':
      return `${type}(${name})`;
    case 'increment':
      return `d(${name})`;
    case 'fluid':
      return `fluid.${name}`;
    case 'y':
      return `y${name}`;
    default:
      return name || symbol;
  }
}
