/**
 * Affine forms over unknowns, and what is not affine taken out as tears: y = f(arguments), each argument affine in unknowns and tears.
 * Selects on known conditions, products with known factors and the like stay affine: their coefficients are expressions.
 */
import { isCondition } from '../language/expressions.js';
import { dependsOn, type Graph, isZero, type Node, topological } from './graph.js';

export interface Affine {
  readonly constant: Node;
  /** Coefficient by symbol: an unknown or a tear. */
  readonly terms: ReadonlyMap<string, Node>;
}

/** One nonlinear operation: the symbol `name` stands for `shape` with 'arg:n' replaced by args[n]; of an unknown, 'implicit', args[0] is its residual. */
export interface Tear {
  readonly name: string;
  readonly type: 'relu' | 'root' | 'choice' | 'composed' | 'other' | 'implicit';
  readonly shape: Node;
  readonly args: Affine[];
}

/**
 * Which nested nonlinear operations are one tear, a function of several affine arguments, instead of one tear each: all, or a law that has a root on one side of
 * a condition on what is under it, and something smooth on the other.
 */
export type Composes = 'nothing' | 'laws' | 'all';

export class Linearizer {
  readonly tears: Tear[] = [];
  private readonly done = new Map<Node, Affine>();
  private readonly affine = new Map<Node, boolean>();

  constructor(
    readonly graph: Graph,
    private readonly isUnknown: (symbol: string) => boolean,
    private readonly composes: Composes = 'nothing',
  ) {}

  known(node: Node): Affine {
    return { constant: node, terms: new Map() };
  }

  of(node: Node): Affine {
    let form = this.done.get(node);
    if (!form) {
      form = dependsOn(node, this.isUnknown) ? this.split(node) : this.known(node);
      this.done.set(node, form);
    }
    return form;
  }

  add(a: Affine, b: Affine, sign: 1 | -1 = 1): Affine {
    const g = this.graph;
    const join = (x: Node, y: Node): Node => (sign === 1 ? g.add(x, y) : g.sub(x, y));
    const terms = new Map(a.terms);
    for (const [name, coefficient] of b.terms) {
      const sum = join(terms.get(name) ?? g.zero, coefficient);
      if (isZero(sum)) terms.delete(name);
      else terms.set(name, sum);
    }
    return { constant: join(a.constant, b.constant), terms };
  }

  /** A form with eliminated unknowns put in. */
  withSolved(form: Affine, solved: ReadonlyMap<string, Affine>): Affine {
    const g = this.graph;
    let sum = this.known(form.constant);
    for (const [name, coefficient] of form.terms) {
      const own = solved.get(name) ?? { constant: g.zero, terms: new Map([[name, g.one]]) };
      sum = this.add(
        sum,
        this.map(own, (x) => g.mul(coefficient, x)),
      );
    }
    return sum;
  }

  map(a: Affine, change: (coefficient: Node) => Node): Affine {
    const terms = new Map<string, Node>();
    for (const [name, coefficient] of a.terms) {
      const changed = change(coefficient);
      if (!isZero(changed)) terms.set(name, changed);
    }
    return { constant: change(a.constant), terms };
  }

  /** Constant and terms as one expression. */
  node({ constant, terms }: Affine): Node {
    const g = this.graph;
    let sum = constant;
    for (const [name, coefficient] of terms) sum = g.add(sum, g.mul(coefficient, g.symbol(name)));
    return sum;
  }

  private split(node: Node): Affine {
    const g = this.graph;
    if (this.composes === 'all' && !this.isLinear(node) && !node.args.every((n) => this.isAffine(n))) return this.composed(node);
    const [a, b, c] = node.args as [Node, Node, Node];
    switch (node.op) {
      case 'symbol':
        return { constant: g.zero, terms: new Map([[node.name, g.one]]) };
      case 'add':
        return this.add(this.of(a), this.of(b));
      case 'sub':
        return this.add(this.of(a), this.of(b), -1);
      case 'neg':
        return this.map(this.of(a), (x) => g.neg(x));
      case 'mul':
        if (this.isKnown(a)) return this.map(this.of(b), (x) => g.mul(a, x));
        if (this.isKnown(b)) return this.map(this.of(a), (x) => g.mul(b, x));
        return this.other(node);
      case 'div':
        return this.isKnown(b) ? this.map(this.of(a), (x) => g.div(x, b)) : this.other(node);
      case 'select':
        if (this.isKnown(a)) return this.selected(a, this.of(b), this.of(c));
        return this.composes === 'laws' && this.isLaw(node) ? this.composed(node) : this.choice(node);
      case 'max':
        return isZero(b)
          ? this.add(this.of(b), this.relu(this.of(a)))
          : this.add(this.of(a), this.relu(this.add(this.of(b), this.of(a), -1)));
      case 'min':
        return this.add(this.of(a), this.relu(this.add(this.of(a), this.of(b), -1)), -1);
      case 'abs': {
        const x = this.of(a);
        return this.add(
          this.map(this.relu(x), (k) => g.mul(g.number(2), k)),
          x,
          -1,
        );
      }
      case 'ssqrt':
      case 'sqrt':
        return this.root(node, a);
      default:
        return this.other(node);
    }
  }

  /** √max(0, x), the orifice that opens one way, is one tear: two would leave the pair without a slope where it is closed. */
  private root(node: Node, of: Node): Affine {
    const g = this.graph;
    const [x, y] = of.op === 'max' ? (of.args as [Node, Node]) : [of, null];
    const inner = y && isZero(x) ? y : y && isZero(y) ? x : null;
    if (inner) return this.tear('root', g.apply('ssqrt', g.apply('max', g.zero, g.symbol('arg:0'))), [this.of(inner)]);
    return node.op === 'ssqrt' ? this.tear('root', g.apply('ssqrt', g.symbol('arg:0')), [this.of(of)]) : this.other(node);
  }

  private isKnown(node: Node): boolean {
    return !dependsOn(node, this.isUnknown);
  }

  /** Whether an operation is linear in the unknowns. */
  private isLinear({ op, args }: Node): boolean {
    const [a, b] = args as [Node, Node];
    if (op === 'mul') return this.isKnown(a) || this.isKnown(b);
    return (
      op === 'symbol' ||
      op === 'add' ||
      op === 'sub' ||
      op === 'neg' ||
      ((op === 'div' || op === 'select') && this.isKnown(op === 'div' ? b : a))
    );
  }

  private isAffine(node: Node): boolean {
    let known = this.affine.get(node);
    if (known === undefined) {
      known = this.isKnown(node) || (this.isLinear(node) && node.args.every((n) => this.isAffine(n)));
      this.affine.set(node, known);
    }
    return known;
  }

  /** Whether a select has roots, and its condition is on their arguments: no root is used near zero that was not meant to be. */
  private isLaw({ args }: Node): boolean {
    const [condition, ...branches] = args as [Node, Node, Node];
    const judged = new Set(this.affineParts([condition]));
    const roots = topological(branches).filter(({ op }) => op === 'ssqrt' || op === 'sqrt');
    return roots.length > 0 && this.affineParts(roots).every((part) => judged.has(part));
  }

  /** The largest parts of expressions that are affine in the unknowns. */
  private affineParts(roots: readonly Node[]): Node[] {
    return roots.flatMap((n) => (this.isKnown(n) ? [] : !isCondition(n) && this.isAffine(n) ? [n] : this.affineParts(n.args)));
  }

  /** One tear for an operation and all that is nonlinear within it. */
  private composed(node: Node): Affine {
    const g = this.graph;
    const args: Affine[] = [];
    const places = new Map<Node, Node>();
    const within = (n: Node): Node => {
      let shape = places.get(n);
      if (!shape) {
        // A known factor stays outside: the same difference with another factor is no other argument.
        const isScaled = (n.op === 'mul' || n.op === 'div') && n.args.some((a) => this.isKnown(a));
        if (!isCondition(n) && this.isKnown(n)) shape = n;
        else if (!isCondition(n) && this.isAffine(n) && !isScaled) shape = g.symbol(`arg:${args.push(this.of(n)) - 1}`);
        else shape = g.rebuild(n, n.args.map(within));
        places.set(n, shape);
      }
      return shape;
    };
    return this.tear('composed', within(node), args);
  }

  private selected(condition: Node, a: Affine, b: Affine): Affine {
    const g = this.graph;
    const terms = new Map<string, Node>();
    for (const name of new Set([...a.terms.keys(), ...b.terms.keys()])) {
      const coefficient = g.select(condition, a.terms.get(name) ?? g.zero, b.terms.get(name) ?? g.zero);
      if (!isZero(coefficient)) terms.set(name, coefficient);
    }
    return { constant: g.select(condition, a.constant, b.constant), terms };
  }

  private relu(x: Affine): Affine {
    const g = this.graph;
    if (x.terms.size === 0) return this.known(g.apply('max', g.zero, x.constant));
    return this.tear('relu', g.apply('max', g.zero, g.symbol('arg:0')), [x]);
  }

  private choice(node: Node): Affine {
    const g = this.graph;
    const args: Affine[] = [];
    const argument = (n: Node): Node => {
      args.push(this.of(n));
      return g.symbol(`arg:${args.length - 1}`);
    };
    const condition = (n: Node): Node =>
      g.rebuild(
        n,
        n.args.map((x) => (isCondition(x) ? condition(x) : argument(x))),
      );
    const [c, a, b] = node.args as [Node, Node, Node];
    const shape = g.select(condition(c), argument(a), argument(b));
    return this.tear('choice', shape, args);
  }

  private other(node: Node): Affine {
    const g = this.graph;
    return this.tear(
      'other',
      g.rebuild(
        node,
        node.args.map((_, i) => g.symbol(`arg:${i}`)),
      ),
      node.args.map((a) => this.of(a)),
    );
  }

  private tear(type: Tear['type'], shape: Node, args: Affine[]): Affine {
    const same = this.tears.find((t) => t.shape === shape && t.args.every((a, i) => sameForm(a, args[i] as Affine)));
    const name = same?.name ?? `y:${this.tears.length}`;
    if (!same) this.tears.push({ name, type, shape, args });
    return { constant: this.graph.zero, terms: new Map([[name, this.graph.one]]) };
  }
}

function sameForm(a: Affine, b: Affine): boolean {
  return a.constant === b.constant && a.terms.size === b.terms.size && [...a.terms].every(([name, c]) => b.terms.get(name) === c);
}

/** A tear's shape with its arguments put in. */
export function withArguments(g: Graph, shape: Node, args: readonly Node[]): Node {
  return g.substitute(shape, new Map(args.map((a, i) => [`arg:${i}`, a])));
}
