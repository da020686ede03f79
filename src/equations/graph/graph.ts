/**
 * Expression graph with common subexpressions shared (hash-consed): equal expressions are the same object.
 * Constructors fold constants and apply the identities that make derived forms short; no identity changes a finite value's bits
 * except x·0 = 0 and 0/x = 0, which are structural (the coefficient is absent from the equations).
 */
import { type ConditionName, type OperationName, operations } from '../language/functions.js';

/** Of a table: its value at x, the first point beyond x, and the slope of its value. */
export type TableOperator = 'table' | 'nextPoint' | 'tableSlope';
export type Operator = OperationName | ConditionName | 'number' | 'symbol' | 'select' | TableOperator;

export interface Node {
  readonly id: number;
  readonly op: Operator;
  readonly args: readonly Node[];
  /** Of a number. */
  readonly value: number;
  /** How many operations are within each other. */
  readonly depth: number;
  /** Of a symbol: its name, such as 'q:in', 'pre:x', 'parameter:area'; of a table: the parameter's name. */
  readonly name: string;
  /** Names of the symbols below. */
  readonly symbols: ReadonlySet<string>;
  /** Conditions by which selects below choose. */
  readonly chosenBy: ReadonlySet<Node>;
}

/** Expressions have become too large to go on with. */
export class ExpressionLimit extends Error {}

/** The kinds of the library need 35 operations within each other and 670 in all; what is written down of one goes down it by calls, four for each. */
const deepest = 250;
const mostMade = 5000;

export class Graph {
  private readonly nodes = new Map<string, Node>();
  /** How many there may be. */
  private most = Number.POSITIVE_INFINITY;
  readonly zero = this.number(0);
  readonly one = this.number(1);

  private make(op: Operator, args: readonly Node[], value = 0, name = ''): Node {
    const key = `${op} ${name} ${Object.is(value, -0) ? '-0' : value} ${args.map((a) => a.id).join(',')}`;
    const known = this.nodes.get(key);
    if (known) return known;
    let depth = 0;
    for (const a of args) depth = Math.max(depth, a.depth);
    if (depth >= deepest && this.most < Number.POSITIVE_INFINITY)
      throw new ExpressionLimit(`more than ${deepest} operations within each other`);
    if (this.nodes.size >= this.most) throw new ExpressionLimit(`more than ${mostMade} operations`);
    const symbols = op === 'symbol' ? new Set([name]) : union(args, (a) => a.symbols);
    const below = union(args, (a) => a.chosenBy);
    const chosenBy = op === 'select' && !below.has(args[0] as Node) ? new Set(below).add(args[0] as Node) : below;
    const node: Node = { id: this.nodes.size, op, args, value, name, depth: depth + 1, symbols, chosenBy };
    this.nodes.set(key, node);
    return node;
  }

  /** The result of `make`, made with expressions of a bounded size. Throws ExpressionLimit beyond it. */
  limited<T>(make: () => T): T {
    this.most = this.nodes.size + mostMade;
    try {
      return make();
    } finally {
      this.most = Number.POSITIVE_INFINITY;
    }
  }

  number(value: number): Node {
    return this.make('number', [], value);
  }

  symbol(name: string): Node {
    return this.make('symbol', [], 0, name);
  }

  table(op: TableOperator, name: string, x: Node): Node {
    return this.make(op, [x], 0, name);
  }

  add(a: Node, b: Node): Node {
    if (isZero(a)) return b;
    if (isZero(b)) return a;
    if (a.op === 'neg' && b.op === 'neg') return this.neg(this.add(a.args[0] as Node, b.args[0] as Node));
    if (b.op === 'neg') return this.sub(a, b.args[0] as Node);
    if (a.op === 'neg') return this.sub(b, a.args[0] as Node);
    return this.fold('add', a, b);
  }

  sub(a: Node, b: Node): Node {
    if (isZero(b)) return a;
    if (isZero(a)) return this.neg(b);
    if (a === b) return this.zero;
    if (b.op === 'neg') return this.add(a, b.args[0] as Node);
    if (a.op === 'neg') return this.neg(this.add(a.args[0] as Node, b));
    return this.fold('sub', a, b);
  }

  mul(a: Node, b: Node): Node {
    if (isZero(a) || isZero(b)) return this.zero;
    if (a.op === 'number' && b.op === 'number') return this.number(a.value * b.value);
    if (isOne(a)) return b;
    if (isOne(b)) return a;
    if (isNegative(a)) return this.neg(this.mul(this.number(-a.value), b));
    if (isNegative(b)) return this.neg(this.mul(a, this.number(-b.value)));
    if (a.op === 'neg') return this.neg(this.mul(a.args[0] as Node, b));
    if (b.op === 'neg') return this.neg(this.mul(a, b.args[0] as Node));
    // Both selected by one condition: 0/1 factors of exclusive paths then cancel.
    if (a.op === 'select' && b.op === 'select' && a.args[0] === b.args[0]) {
      return this.select(a.args[0] as Node, this.mul(a.args[1] as Node, b.args[1] as Node), this.mul(a.args[2] as Node, b.args[2] as Node));
    }
    return this.fold('mul', a, b);
  }

  div(a: Node, b: Node): Node {
    if (isZero(a)) return this.zero;
    if (isOne(b)) return a;
    if (a.op === 'neg') return this.neg(this.div(a.args[0] as Node, b));
    return this.fold('div', a, b);
  }

  neg(a: Node): Node {
    if (isZero(a)) return this.zero;
    if (a.op === 'neg') return a.args[0] as Node;
    if (a.op === 'number') return this.number(-a.value);
    if (a.op === 'sub') return this.sub(a.args[1] as Node, a.args[0] as Node);
    return this.fold('neg', a);
  }

  pow(a: Node, b: Node): Node {
    if (b.op === 'number') {
      if (b.value === 0) return this.one;
      if (b.value === 1) return a;
      if (b.value === 0.5) return this.fold('sqrt', a);
      // Whole powers of any base: by squaring.
      if (Number.isInteger(b.value) && Math.abs(b.value) <= 16) {
        if (b.value < 0) return this.div(this.one, this.pow(a, this.number(-b.value)));
        const half = this.pow(a, this.number(Math.floor(b.value / 2)));
        return b.value % 2 === 0 ? this.mul(half, half) : this.mul(this.mul(half, half), a);
      }
    }
    return this.fold('pow', a, b);
  }

  /** Any operation of `operations` by name. */
  apply(op: OperationName, ...args: Node[]): Node {
    const [a, b] = args as [Node, Node];
    switch (op) {
      case 'add':
        return this.add(a, b);
      case 'sub':
        return this.sub(a, b);
      case 'mul':
        return this.mul(a, b);
      case 'div':
        return this.div(a, b);
      case 'neg':
        return this.neg(a);
      case 'pow':
        return this.pow(a, b);
      case 'max':
      case 'min':
        return a === b ? a : this.fold(op, a, b);
      default:
        return this.fold(op, ...args);
    }
  }

  condition(op: ConditionName, ...args: Node[]): Node {
    if (op === 'not' && args[0]?.op === 'not') return args[0].args[0] as Node;
    return this.make(op, args);
  }

  /** if(condition, whenTrue, whenFalse); inside a branch the condition is known, so inner selects on it disappear. */
  select(condition: Node, whenTrue: Node, whenFalse: Node): Node {
    if (condition.op === 'not') return this.select(condition.args[0] as Node, whenFalse, whenTrue);
    if (whenTrue === whenFalse) return whenTrue;
    const a = this.assume(whenTrue, condition, 0);
    const b = this.assume(whenFalse, condition, 1);
    return a === b ? a : this.make('select', [condition, a, b]);
  }

  private assume(node: Node, condition: Node, branch: 0 | 1): Node {
    return this.rewrite(node, (n) =>
      n.chosenBy.has(condition) ? (n.op === 'select' && n.args[0] === condition ? (n.args[1 + branch] as Node) : undefined) : n,
    );
  }

  private fold(op: OperationName, ...args: Node[]): Node {
    if (args.every((a) => a.op === 'number')) {
      const value = operations[op].evaluate(args[0]?.value ?? 0, args[1]?.value ?? 0);
      return this.number(value);
    }
    return this.make(op, args);
  }

  /** The operation on other arguments, simplified again. */
  rebuild(node: Node, args: readonly Node[]): Node {
    if (node.op === 'number' || node.op === 'symbol') return node;
    if (node.op === 'select') return this.select(args[0] as Node, args[1] as Node, args[2] as Node);
    if (isTable(node.op)) return this.table(node.op, node.name, args[0] as Node);
    if (node.op in operations) return this.apply(node.op as OperationName, ...args);
    return this.condition(node.op as ConditionName, ...args);
  }

  /** Replaces nodes top-down where `replace` answers; its answer is not looked into again. */
  rewrite(node: Node, replace: (node: Node) => Node | undefined): Node {
    const done = new Map<Node, Node>();
    const visit = (n: Node): Node => {
      const known = done.get(n);
      if (known) return known;
      let result = replace(n);
      if (!result) {
        const args = n.args.map(visit);
        result = args.every((a, i) => a === n.args[i]) ? n : this.rebuild(n, args);
      }
      done.set(n, result);
      return result;
    };
    return visit(node);
  }

  /** Replaces symbols by expressions. */
  substitute(node: Node, values: ReadonlyMap<string, Node>): Node {
    const isMet = (n: Node): boolean => {
      for (const name of n.symbols) if (values.has(name)) return true;
      return false;
    };
    return this.rewrite(node, (n) => (n.op === 'symbol' ? values.get(n.name) : isMet(n) ? undefined : n));
  }
}

/** Whether an operation looks something up in a table. */
export const isTable = (op: Operator): op is TableOperator => op === 'table' || op === 'nextPoint' || op === 'tableSlope';
export const isZero = (n: Node): boolean => n.op === 'number' && n.value === 0;
export const isOne = (n: Node): boolean => n.op === 'number' && n.value === 1;
const isNegative = (n: Node): boolean => n.op === 'number' && n.value < 0;

/** All nodes below the roots, arguments before their users. */
export function topological(roots: Iterable<Node>): Node[] {
  const order: Node[] = [];
  const seen = new Set<Node>();
  const visit = (n: Node): void => {
    if (seen.has(n)) return;
    seen.add(n);
    for (const a of n.args) visit(a);
    order.push(n);
  };
  for (const root of roots) visit(root);
  return order;
}

/** Names of the symbols (and, as 'parameter:NAME', of the tables) that an expression depends on. */
export function symbolsOf(...roots: Node[]): Set<string> {
  const names = new Set<string>();
  for (const n of topological(roots)) {
    if (n.op === 'symbol') names.add(n.name);
    if (isTable(n.op)) names.add(`parameter:${n.name}`);
  }
  return names;
}

/** Whether an expression contains a symbol for which `test` holds. */
export function dependsOn(root: Node, test: (name: string) => boolean): boolean {
  for (const name of root.symbols) if (test(name)) return true;
  return false;
}

const empty: ReadonlySet<never> = new Set();

/** The common members of some nodes' sets: one of these sets itself where it has all. */
function union<T>(args: readonly Node[], setOf: (node: Node) => ReadonlySet<T>): ReadonlySet<T> {
  let result: ReadonlySet<T> = empty;
  for (const a of args) {
    const own = setOf(a);
    if (own === result || isSubset(own, result)) continue;
    result = isSubset(result, own) ? own : new Set([...result, ...own]);
  }
  return result;
}

function isSubset<T>(part: ReadonlySet<T>, whole: ReadonlySet<T>): boolean {
  if (part.size > whole.size) return false;
  for (const one of part) if (!whole.has(one)) return false;
  return true;
}
