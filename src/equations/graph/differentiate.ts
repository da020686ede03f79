/** Exact partial derivatives of expressions; at a kink the derivative of the branch that `max`, `min`, `abs` and `if` take. */
import type { Graph, Node } from './graph.js';

/** ∂root/∂symbol. */
export function differentiate(graph: Graph, root: Node, symbol: string): Node {
  const done = new Map<Node, Node>();
  const visit = (n: Node): Node => {
    const known = done.get(n);
    if (known) return known;
    const result = n.symbols.has(symbol) ? derivative(graph, n, symbol, visit) : graph.zero;
    done.set(n, result);
    return result;
  };
  return visit(root);
}

function derivative(g: Graph, n: Node, symbol: string, d: (n: Node) => Node): Node {
  const [a, b, c] = n.args as [Node, Node, Node];
  switch (n.op) {
    case 'symbol':
      return n.name === symbol ? g.one : g.zero;
    case 'add':
      return g.add(d(a), d(b));
    case 'sub':
      return g.sub(d(a), d(b));
    case 'mul':
      return g.add(g.mul(d(a), b), g.mul(a, d(b)));
    case 'div':
      return g.sub(g.div(d(a), b), g.div(g.mul(n, d(b)), b));
    case 'neg':
      return g.neg(d(a));
    case 'pow': {
      // b·a^b/a rather than b·a^(b - 1): the power is there already.
      const base = g.mul(g.div(g.mul(b, n), a), d(a));
      const exponent = d(b) === g.zero ? g.zero : g.mul(g.mul(n, g.apply('log', a)), d(b));
      return g.add(base, exponent);
    }
    case 'max':
      return g.select(g.condition('lt', a, b), d(b), d(a));
    case 'min':
      return g.select(g.condition('lt', b, a), d(b), d(a));
    case 'abs':
      return g.mul(g.apply('sign', a), d(a));
    case 'sqrt':
      return g.div(d(a), g.mul(g.number(2), n));
    case 'ssqrt':
      return g.div(d(a), g.mul(g.number(2), g.apply('abs', n)));
    case 'exp':
      return g.mul(n, d(a));
    case 'log':
      return g.div(d(a), a);
    case 'sin':
      return g.mul(g.apply('cos', a), d(a));
    case 'cos':
      return g.neg(g.mul(g.apply('sin', a), d(a)));
    case 'tanh':
      return g.mul(g.sub(g.one, g.mul(n, n)), d(a));
    case 'atan':
      return g.div(d(a), g.add(g.one, g.mul(a, a)));
    case 'select':
      return g.select(a, d(b), d(c));
    case 'table':
      return g.mul(g.table('tableSlope', n.name, a), d(a));
    default: // sign, floor, ceil, nextPoint, tableSlope: constant between jumps
      return g.zero;
  }
}
