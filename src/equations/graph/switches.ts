/**
 * Expressions that jump or bend where the solution crosses a surface → smooth ones, in which the side is a mode: a number that only changes when an
 * integrator says so. Conditions on accepted values, parameters and time stay as they are.
 */

import { dependsOn, type Graph, type Node } from './graph.js';

/** Quantities that the solution moves; in a step also rates, and quantities of its middle or its end. */
export const isContinuous = (symbol: string): boolean => /^(p|q|state|mid|der|input|endInput|unknown|y):/.test(symbol);
/** Unknowns of equations 0 = e, and roots that are solved for with them. */
export const isSolved = (symbol: string): boolean => /^(unknown|y):/.test(symbol);

/** A surface: the condition a < b (or a ≤ b) holds where `value` = a - b is negative; 'mode:INDEX' is 1 on that side. */
export interface Switch {
  readonly value: Node;
  /** a and b as the equations have them, without bounds that do not matter. */
  readonly sides: readonly [Node, Node];
  /** Whether the condition stands for a jump (if, sign) or a bend (max, min, abs). */
  readonly jump: boolean;
  /** Whether it surely bends: one of max or min. The others may be smooth across their surface (smoothness.ts). */
  readonly certain: boolean;
}

export class Switches {
  readonly list: Switch[] = [];
  private readonly modes = new Map<Node, number>();
  private readonly done = new Map<Node, Node>();

  /** `ofSolved`: whether conditions on what the equations 0 = e give have modes too. */
  constructor(
    private readonly graph: Graph,
    private readonly ofSolved = false,
  ) {}

  /** The expression with modes in place of conditions on the solution; an index for each surface, the same for all expressions given to one object. */
  smooth(root: Node): Node {
    if (root.args.length === 0) return root;
    let result = this.done.get(root);
    if (result) return result;
    const g = this.graph;
    const args = root.args.map((a) => this.smooth(a));
    const [a, b] = args as [Node, Node];
    const [c, d = g.zero] = root.args as [Node, Node?];
    switch (root.op) {
      case 'lt':
      case 'le':
        result = this.depends(root) ? this.mode(a, b, { sides: [c, d], jump: true, certain: false }) : undefined;
        break;
      case 'max':
        result = this.depends(root) ? g.select(this.mode(a, b, { sides: [c, d], jump: false, certain: true }), b, a) : undefined;
        break;
      case 'min':
        result = this.depends(root) ? g.select(this.mode(b, a, { sides: [d, c], jump: false, certain: true }), b, a) : undefined;
        break;
      case 'abs':
        result = this.depends(root)
          ? g.select(this.mode(a, g.zero, { sides: [c, d], jump: false, certain: false }), g.neg(a), a)
          : undefined;
        break;
      case 'sign':
        result = this.depends(root)
          ? g.select(this.mode(a, g.zero, { sides: [c, d], jump: true, certain: true }), g.number(-1), g.one)
          : undefined;
        break;
      // The two halves of a signed root are one law: at zero the polynomial stands (odeForm.ts).
      default:
    }
    result ??= args.every((x, k) => x === root.args[k]) ? root : g.rebuild(root, args);
    this.done.set(root, result);
    return result;
  }

  private depends(node: Node): boolean {
    // A condition on what the equations 0 = e give is judged while they are solved: with its side fixed they might have no solution.
    return dependsOn(node, isContinuous) && (this.ofSolved || !dependsOn(node, isSolved));
  }

  /** The condition a < b as a mode. */
  private mode(a: Node, b: Node, { sides, jump, certain }: Omit<Switch, 'value'>): Node {
    const g = this.graph;
    const value = g.sub(a, b);
    const known = this.modes.get(value);
    const index = known ?? this.list.push({ value, sides: unbounded(sides), jump, certain }) - 1;
    this.modes.set(value, index);
    const one = this.list[index] as Switch;
    this.list[index] = { ...one, jump: one.jump || jump, certain: one.certain || certain };
    return g.condition('ne', g.symbol(`mode:${index}`), g.zero);
  }
}

/** c < min(k, x) with numbers c < k is c < x, max(k, x) < c with k < c is x < c. */
function unbounded([a, b]: Switch['sides']): Switch['sides'] {
  const within = (bound: 'min' | 'max', one: Node, isFree: (k: number) => boolean): Node => {
    const k = one.op === bound ? one.args.findIndex((arg) => arg.op === 'number' && isFree(arg.value)) : -1;
    return k < 0 ? one : (one.args[1 - k] as Node);
  };
  if (a.op === 'number') return [a, within('min', b, (k) => a.value < k)];
  if (b.op === 'number') return [within('max', a, (k) => k < b.value), b];
  return [a, b];
}
