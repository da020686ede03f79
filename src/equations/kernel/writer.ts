/**
 * Expressions → JavaScript statements in nested scopes. A node that several others use becomes a constant of the outermost scope in which
 * its symbols are known; so what depends on the step only is computed once per call, what depends on parameters only once per run.
 */

import { isTable, type Node, topological } from '../graph/graph.js';
import { type ConditionName, conditions, type OperationName, operations } from '../language/functions.js';

/** A block of statements and the symbols that it defines. */
interface Scope {
  readonly lines: string[];
  readonly symbols: Map<string, string>;
  readonly memo: Map<Node, string>;
  /** By table: the time up to which its points have been passed, and the name of how many there were. */
  readonly passed: Map<string, { readonly time: string; readonly points: string }>;
}

/** Times of a step in their order: a search among a table's points that has come to one goes on from there to a later one. */
const timesInOrder: readonly string[] = ['middle', 'time'];

export class Writer {
  private readonly scopes: Scope[] = [];
  private readonly uses = new Map<Node, number>();
  private counter = 0;

  /** Tables: text of the start index in F and of the number of points. */
  constructor(private readonly table: (name: string) => { start: string; count: string }) {}

  /** Counts how often nodes are used: call with every root that will be written. */
  count(roots: Iterable<Node>): void {
    for (const node of topological(roots)) for (const a of node.args) this.uses.set(a, (this.uses.get(a) ?? 0) + 1);
    for (const root of roots) this.uses.set(root, (this.uses.get(root) ?? 0) + 1);
  }

  open(): void {
    this.scopes.push({ lines: [], symbols: new Map(), memo: new Map(), passed: new Map() });
  }

  /** Ends the innermost scope and gives its statements. */
  close(): string[] {
    return (this.scopes.pop() as Scope).lines;
  }

  /**
   * Ends the innermost scope and puts its statements into the one around it, as a block under `head` if there is one. The head comes only now:
   * what was computed outside of the block while it was being written must stand before it.
   */
  closeInto(head: string | null): void {
    const lines = this.close();
    const { lines: outer } = this.scope();
    if (head === null) outer.push(...lines);
    else outer.push(head, ...lines, '}');
  }

  get depth(): number {
    return this.scopes.length - 1;
  }

  line(text: string): void {
    this.scope().lines.push(text);
  }

  /** Makes a symbol known from here on, as the text `name`. */
  define(symbol: string, name: string, depth = this.depth): void {
    (this.scopes[depth] as Scope).symbols.set(symbol, name);
  }

  /** Makes a whole expression known (a derived parameter's column). */
  defineNode(node: Node, name: string, depth = this.depth): void {
    (this.scopes[depth] as Scope).memo.set(node, name);
  }

  private scope(depth = this.depth): Scope {
    return this.scopes[depth] as Scope;
  }

  /** Text of an expression; statements that it needs go into the scopes where they belong. */
  text(node: Node): string {
    return this.write(node).text;
  }

  private write(node: Node): { text: string; depth: number } {
    if (node.op === 'number') return { text: numberText(node.value), depth: 0 };
    for (let depth = this.depth; depth >= 0; depth--) {
      const known = this.scope(depth).memo.get(node);
      if (known !== undefined) return { text: known, depth };
      const symbol = node.op === 'symbol' ? this.scope(depth).symbols.get(node.name) : undefined;
      if (symbol !== undefined) return { text: symbol, depth };
    }
    if (node.op === 'symbol') throw new Error(`symbol ${node.name} has no value here`);
    const args = node.args.map((a) => this.write(a));
    const tableDepth = isTable(node.op) ? 1 : 0;
    const depth = Math.max(tableDepth, ...args.map((a) => a.depth));
    let text: string;
    if (tableDepth > 0) text = this.lookUp(node, (args[0] as { text: string }).text, depth);
    else
      text = operationText(
        node,
        args.map((a) => a.text),
      );
    const shared = (this.uses.get(node) ?? 0) > 1 || depth < this.depth;
    if (shared && tableDepth === 0) {
      const name = this.fresh('t');
      this.scope(depth).lines.push(`const ${name} = ${text};`);
      text = name;
    }
    if (shared || tableDepth > 0) this.scope(depth).memo.set(node, text);
    return { text, depth };
  }

  fresh(prefix: string): string {
    return `${prefix}${this.counter++}`;
  }

  /** Same operations as `interpolate`, `nextPoint` and `tableSlope` in evaluate.ts; x columns first, then y. */
  private lookUp(node: Node, x: string, depth: number): string {
    const name = this.fresh('t');
    const { start, count } = this.table(node.name);
    const [s, n, at, k] = [`${name}s`, `${name}n`, `${name}x`, `${name}k`];
    const { lines, passed } = this.scope(depth);
    const time = node.args[0]?.op === 'symbol' && timesInOrder.includes(node.args[0].name) ? node.args[0].name : null;
    const before = passed.get(node.name);
    const from = time && before && timesInOrder.indexOf(before.time) <= timesInOrder.indexOf(time) ? before.points : '0 | 0';
    if (time && node.op !== 'nextPoint') passed.set(node.name, { time, points: k });
    lines.push(`const ${s} = ${start}, ${n} = ${count}, ${at} = ${x};`, `let ${k} = ${from}, ${name} = 0;`);
    if (node.op === 'nextPoint') {
      lines.push(`while (${k} < ${n} && F[${s} + ${k}] <= ${at}) ${k}++;`, `${name} = ${k} === ${n} ? 1e300 : F[${s} + ${k}];`);
    } else if (node.op === 'tableSlope') {
      lines.push(
        `while (${k} < ${n} && F[${s} + ${k}] < ${at}) ${k}++;`,
        `if (${k} > 0 && ${k} < ${n}) ${name} = (F[${s} + ${n} + ${k}] - F[${s} + ${n} + ${k} - 1]) / (F[${s} + ${k}] - F[${s} + ${k} - 1]);`,
      );
    } else {
      lines.push(
        `while (${k} < ${n} && F[${s} + ${k}] < ${at}) ${k}++;`,
        `if (${k} === 0) ${name} = F[${s} + ${n}];`,
        `else if (${k} === ${n}) ${name} = F[${s} + ${n} + ${k} - 1];`,
        `else ${name} = F[${s} + ${n} + ${k} - 1] + ((F[${s} + ${n} + ${k}] - F[${s} + ${n} + ${k} - 1]) * (${at} - F[${s} + ${k} - 1])) / (F[${s} + ${k}] - F[${s} + ${k} - 1]);`,
      );
    }
    return name;
  }
}

/** A number as JavaScript that reads back to the same bits. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '(-Infinity)';
  return value < 0 || Object.is(value, -0) ? `(${Object.is(value, -0) ? '-0' : value})` : `${value}`;
}

function operationText(node: Node, args: readonly string[]): string {
  const [a = '', b = '', c = ''] = args;
  if (node.op === 'select') return `(${a} ? ${b} : ${c})`;
  if (node.op === 'not') return `(!${a})`;
  if (node.op in conditions) return `(${a} ${conditions[node.op as ConditionName]} ${b})`;
  return operations[node.op as OperationName].text(a, b);
}
