/**
 * Slopes of expressions in one mode: on a told side of every condition. For questions of structure, whatever the sizes: symbols have numbers drawn by chance, of the
 * order of 1, so that what depends on something has a slope by it and nothing else has. What is 0 with the values of a component is 0 here too.
 *
 * A condition whose side is not told, and that matters, is taken note of (`asked`): so only those are met that are within what other sides have left.
 */
import { type Node, topological } from '../graph/graph.js';
import { operations } from '../language/functions.js';
import { anything, isOne, type OwnValues, only, operationRange, type Range, tableRange } from './ranges.js';

/** A condition that stands on one side in a mode: whether a < b, or a = b; of a table whether it is 0 (a is its argument). */
export interface Condition {
  readonly key: string;
  readonly type: 'less' | 'equal' | 'zero';
  readonly a: Node;
  readonly b: Node;
}

/** A condition, and on which side it stands. */
export interface Side {
  readonly condition: Condition;
  readonly holds: boolean;
}

/** The side taken for an open condition. */
export type Untold = 'false' | 'less' | 'more';

/** A value with its slopes. */
interface Sloped {
  readonly x: number;
  /** By column; null where it depends on none. */
  readonly d: Float64Array | null;
  /** Between what its value lies, with the component's own values: one number where nothing else is in it. */
  readonly range: Range;
}

/** Expressions in one mode. */
export class ModeSlopes {
  /** Conditions whose side was not told, in the order in which they were met, and on which they were taken to stand. */
  readonly asked: Side[] = [];
  private readonly done = new Map<Node, Sloped>();
  /** Conditions that were asked for by what is being chosen. */
  private direct: Side[] = [];

  /**
   * `columns`: number of each symbol that slopes are by; `sides`: by key of a condition, whether it holds; `draw` makes one drawing of the numbers differ from
   * another; `untold`: of a condition whose side is not told, that is taken on which less, or
   * more, depends on anything.
   */
  constructor(
    private readonly columns: ReadonlyMap<string, number>,
    private readonly values: OwnValues,
    private readonly sides: ReadonlyMap<string, boolean>,
    private readonly draw: number,
    private readonly untold: Untold = 'false',
  ) {}

  /** Slopes by all columns. */
  slopes(node: Node): Float64Array {
    return this.of(node).d ?? new Float64Array(this.columns.size);
  }

  private of(node: Node): Sloped {
    let sloped = this.done.get(node);
    if (!sloped) {
      sloped = this.sloped(node);
      // What is 0 with the component's own values has no part in the equations.
      if (sloped.range[0] === 0 && sloped.range[1] === 0) sloped = nothing;
      this.done.set(node, sloped);
    }
    return sloped;
  }

  private sloped(node: Node): Sloped {
    const [a, b, c] = node.args as [Node, Node, Node];
    switch (node.op) {
      case 'number':
        return { x: node.value, d: null, range: only(node.value) };
      case 'symbol':
        return this.symbol(node.name);
      case 'select':
        return this.chosen([b, c], () => (this.holds(a) ? b : c));
      case 'max':
      case 'min':
        return this.extreme(node.op, a, b);
      case 'table':
        return this.table(node, a);
      case 'sign':
      case 'floor':
      case 'ceil':
      case 'nextPoint':
      case 'tableSlope':
        return { x: this.number(node.op + node.id), d: null, range: operationRange(node, [this.of(a).range]) };
      default:
        return this.operation(
          node,
          node.args.map((argument) => this.of(argument)),
        );
    }
  }

  private symbol(name: string): Sloped {
    const column = this.columns.get(name);
    const range = this.values.symbol(name);
    const x = range[1] < 0 ? -this.number(name) : this.number(name);
    if (column === undefined) return { x, d: null, range };
    const d = new Float64Array(this.columns.size);
    d[column] = 1;
    return { x, d, range: anything };
  }

  /** A number between 0.5 and 1.5 that is always the same for a name. */
  private number(name: string): number {
    let hash = 2166136261 ^ Math.imul(this.draw, 0x9e3779b1);
    for (let k = 0; k < name.length; k++) hash = Math.imul(hash ^ name.charCodeAt(k), 16777619);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return 0.5 + ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
  }

  /** One of two expressions; where both depend on the same and neither is nothing, their structure is one, and no side needs to be told. */
  private chosen(branches: readonly [Node, Node], choose: () => Node): Sloped {
    const outer = this.direct;
    this.direct = [];
    const chosen = choose();
    const asked = this.direct;
    this.direct = outer;
    if (asked.length === 0) return this.of(chosen);
    const [first, second] = [chosen, branches.find((node) => node !== chosen) as Node].map((node) => this.of(node)) as [Sloped, Sloped];
    if (first !== nothing && second !== nothing && pattern(first) === pattern(second)) {
      for (const side of asked) this.asked.splice(this.asked.indexOf(side), 1);
      const [[a, b], [c, d]] = [first.range, second.range];
      return { ...first, range: [Math.min(a, c), Math.max(b, d)] };
    }
    if (this.untold === 'false' || weight(first) === weight(second)) return first;
    if (weight(first) < weight(second) === (this.untold === 'less')) return first;
    const last = asked.at(-1) as Side;
    this.asked.splice(this.asked.indexOf(last), 1, { condition: last.condition, holds: true });
    return second;
  }

  private extreme(op: 'max' | 'min', a: Node, b: Node): Sloped {
    const chosen = this.chosen([a, b], () => (this.isLess(a, b) === (op === 'max') ? b : a));
    const [[la, ma], [lb, mb]] = [this.of(a).range, this.of(b).range];
    const [least, most] = chosen.range;
    const range: Range = op === 'max' ? [Math.max(la, lb, least), most] : [least, Math.min(ma, mb, most)];
    return { ...chosen, range: range[0] <= range[1] ? range : chosen.range };
  }

  private table(node: Node, argument: Node): Sloped {
    const at = this.of(argument);
    let range = tableRange(this.values.table(node.name), at.range);
    if (range[0] <= 0 && range[1] >= 0 && !isOne(range)) {
      const condition: Condition = { key: `${node.id}=0`, type: 'zero', a: argument, b: node };
      const isZero = this.sides.get(condition.key) ?? this.untold === 'less';
      if (!this.sides.has(condition.key)) this.ask({ condition, holds: isZero });
      if (isZero) return nothing;
      range = [range[0] || Number.MIN_VALUE, range[1] || -Number.MIN_VALUE];
    }
    const x = this.number(node.name);
    return { x, d: scaled(at.d, x), range };
  }

  /** Whether a condition holds. */
  private holds(node: Node): boolean {
    const [a, b] = node.args as [Node, Node];
    switch (node.op) {
      case 'and':
        return this.holds(a) && this.holds(b);
      case 'or':
        return this.holds(a) || this.holds(b);
      case 'not':
        return !this.holds(a);
      case 'lt':
        return this.isLess(a, b);
      case 'le':
        return !this.isLess(b, a);
      case 'ne':
        return !this.isEqual(a, b);
      default:
        return this.isEqual(a, b);
    }
  }

  private isLess(a: Node, b: Node): boolean {
    const [low, high] = [this.of(a).range, this.of(b).range];
    if (low[1] < high[0]) return true;
    if (low[0] >= high[1]) return false;
    const isTurned = a.id > b.id;
    const [first, second] = isTurned ? [b, a] : [a, b];
    const side = this.side({ key: `${first.id}<${second.id}`, type: 'less', a: first, b: second });
    return isTurned ? !side : side;
  }

  private isEqual(a: Node, b: Node): boolean {
    const [one, other] = [this.of(a).range, this.of(b).range];
    if (one[1] < other[0] || one[0] > other[1]) return false;
    if (isOne(one) && isOne(other)) return true;
    const [first, second] = a.id > b.id ? [b, a] : [a, b];
    return this.side({ key: `${first.id}=${second.id}`, type: 'equal', a: first, b: second });
  }

  private side(condition: Condition): boolean {
    const side = this.sides.get(condition.key);
    if (side !== undefined) return side;
    this.ask({ condition, holds: false });
    return false;
  }

  private ask(side: Side): void {
    if (this.asked.some(({ condition }) => condition.key === side.condition.key)) return;
    this.asked.push(side);
    this.direct.push(side);
  }

  private operation(node: Node, args: readonly Sloped[]): Sloped {
    const range = operationRange(
      node,
      args.map((argument) => argument.range),
    );
    const [a, b = nothing] = args as [Sloped, Sloped?];
    switch (node.op) {
      case 'add':
        return { x: a.x + b.x, d: sum(a.d, 1, b.d, 1), range };
      case 'sub':
        return { x: a.x - b.x, d: sum(a.d, 1, b.d, -1), range };
      case 'neg':
        return { x: -a.x, d: scaled(a.d, -1), range };
      case 'mul':
        return a === nothing || b === nothing ? nothing : { x: a.x * b.x, d: sum(a.d, b.x, b.d, a.x), range };
      case 'div':
        return a === nothing ? nothing : { x: a.x / b.x, d: sum(a.d, 1 / b.x, b.d, -a.x / (b.x * b.x)), range };
      case 'pow': {
        const base = Math.abs(a.x);
        const x = base ** b.x;
        return { x, d: sum(a.d, (b.x * x) / base, b.d, x * Math.log(base + 1)), range };
      }
      default:
        // Of one argument: an ordinary slope stands for its own.
        return { x: this.number(`${node.op} ${node.id}`), d: scaled(a.d, this.number(`slope ${node.id}`)), range };
    }
  }
}

const nothing: Sloped = { x: 0, d: null, range: [0, 0] };

/** The symbols that a value depends on. */
const pattern = ({ d }: Sloped): string => (d ? Array.from(d, (slope) => (slope === 0 ? '0' : '1')).join('') : '');
const weight = (one: Sloped): number =>
  one.d ? 2 + one.d.reduce((count, slope) => count + (slope === 0 ? 0 : 1), 0) : one === nothing ? 0 : 1;

function scaled(d: Float64Array | null, by: number): Float64Array | null {
  return d?.map((slope) => slope * by) ?? null;
}

function sum(a: Float64Array | null, by: number, b: Float64Array | null, times: number): Float64Array | null {
  if (!a) return scaled(b, times);
  if (!b) return scaled(a, by);
  return a.map((slope, k) => {
    const first = slope * by;
    const all = first + (b[k] as number) * times;
    return Math.abs(all) <= rounding * Math.abs(first) ? 0 : all;
  });
}

/** Rounding of a slope, in parts of its size before. */
const rounding = 1e-12;

/** Key of the structure by a component's values: conditions, and zeros. Equal keys have equal structures. */
export function structureKey(roots: readonly Node[], values: OwnValues): string {
  const ranges = new Map<Node, Range>();
  const told: string[] = [];
  for (const node of topological(roots)) {
    const args = node.args.map((argument) => ranges.get(argument) ?? anything);
    if (node.op === 'number') ranges.set(node, only(node.value));
    else if (node.op === 'symbol') {
      const range = values.symbol(node.name);
      ranges.set(node, range);
      if (node.name.startsWith('input:')) told.push(range.join());
    } else if (node.op === 'table') {
      const range = tableRange(values.table(node.name), args[0] as Range);
      ranges.set(node, range);
      told.push(range.map(Math.sign).join());
    } else {
      const [a, b] = args as [Range, Range];
      if (args.length === 2 && isOne(a) && isOne(b)) told.push(String(Math.sign(a[0] - b[0])));
      if (node.op in operations) ranges.set(node, operationRange(node, args));
    }
    const own = ranges.get(node);
    if (own && isOne(own)) told.push(String(Math.sign(own[0])));
  }
  return told.join(' ');
}
