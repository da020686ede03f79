/** Expressions of an ODE form → texts of functions over columns of instances, in the language of the kernels. */
import { parameterOnly } from '../graph/derived.js';
import { differentiate } from '../graph/differentiate.js';
import { isTable, type Node, topological } from '../graph/graph.js';
import { identifier } from '../kernel/kernel.js';
import { writeNewton } from '../kernel/newtonText.js';
import { Writer } from '../kernel/writer.js';
import { isCondition } from '../language/expressions.js';
import type { NewtonBlock } from '../solve/solution.js';
import type { OdeForm } from './odeForm.js';

/** A column that the texts read: values of a parameter, of an expression of parameters, or where a table stands. */
export interface OdeColumn {
  readonly key: string;
  readonly role: 'parameter' | 'derived' | 'tableStart' | 'tableCount';
  readonly of: string;
  /** Of a derived parameter. */
  readonly node?: Node;
}

/** The use of a value: stored in a column, and added to the cell that a column of places names, times a column of factors if there is one. */
export interface OdeTarget {
  readonly node: Node;
  readonly store?: string;
  readonly add?: { readonly to: string; readonly times?: string };
}

/** Columns by symbol, beside those of parameters: `o_KEY` stands for the offset of a column, in F, or of places in I. */
const cells: Readonly<Record<string, (name: string) => string>> = {
  p: (name) => `F[I[o_node_${name} + i]]`,
  q: (name) => `F[o_flow_${name} + i]`,
  state: (name) => `F[o_state_${name} + i]`,
  pre: (name) => `F[o_pre_${name} + i]`,
  kept: (name) => `F[o_pre_${name} + i]`,
  held: (name) => `F[o_held_${name} + i]`,
  mode: (name) => `F[o_mode_${name} + i]`,
  input: (name) => `F[I[o_input_${name} + i]]`,
  density: (name) => `F[o_density_${name} + i]`,
  coefficient: (name) => `F[o_coefficient_${name} + i]`,
  unknown: (name) => `F[o_solved_unknown_${name} + i]`,
  y: (name) => `F[o_solved_y_${name} + i]`,
};

/** Texts of one kind; the columns of parameters that they need come together in `columns`. */
export class OdeTexts {
  readonly columns: OdeColumn[] = [];

  constructor(private readonly form: OdeForm) {}

  /** Function `name(first, last)` that computes the targets for instances first … last - 1, or, `listed`, for those that I names at first … last - 1. */
  function(name: string, targets: readonly OdeTarget[], listed = false): string {
    const g = this.form.graph;
    const roots = targets.map(({ node }) => (isCondition(node) ? g.select(node, g.one, g.zero) : node));
    return this.written(name, roots, listed, (w) => {
      const values = roots.map((root) => w.text(root));
      targets.forEach(({ store, add }, k) => {
        const value = values[k] as string;
        if (store !== undefined) w.line(`F[o_${store} + i] = ${value};`);
        if (add) w.line(`F[I[o_${add.to} + i]] = F[I[o_${add.to} + i]] + ${value}${add.times ? ` * F[o_${add.times} + i]` : ''};`);
      });
    });
  }

  /** Function that finds the unknowns of a block for the listed instances, beginning where they were at the last accepted point; not numbers where it does not. */
  newton(name: string, block: NewtonBlock): string {
    const roots = [
      ...block.residuals,
      ...block.jacobian.flat(),
      ...block.starts.flatMap((n) => n ?? []),
      ...block.implicit.map(({ floor }) => floor),
    ];
    const y = block.tears.map(identifier);
    return this.written(
      name,
      roots,
      true,
      (w) => {
        for (const one of y) w.line(`let ${one} = 0;`);
        const lost = y.map((one) => `${one} = NaN;`).join(' ');
        writeNewton(
          w,
          block,
          (tear) => `F[o_found_${identifier(tear)} + i]`,
          () => `{ ${lost} }`,
        );
        for (const one of y) w.line(`F[o_solved_${one} + i] = ${one};`);
      },
      block.tears,
    );
  }

  /** Function that puts the slopes of a block's unknowns, where they have been found, into columns: by each of `by` one for every unknown. */
  slopes(
    name: string,
    { residuals, tears }: NewtonBlock,
    by: readonly { readonly symbol: string; readonly columns: readonly string[] }[],
  ): string {
    const g = this.form.graph;
    const m = residuals.length;
    const slopes = residuals.flatMap((r) => tears.map((tear) => differentiate(g, r, tear)));
    const sides = by.map(({ symbol }) => residuals.map((r) => g.neg(differentiate(g, r, symbol))));
    return this.written(name, [...slopes, ...sides.flat()], true, (w) => {
      const elements = slopes.map((slope) => w.text(slope));
      const right = sides.map((side) => side.map((node) => w.text(node)));
      by.forEach(({ columns }, k) => {
        elements.forEach((value, at) => w.line(`F[o_scratch + ${at}] = ${value};`));
        right[k]?.forEach((value, i) => w.line(`F[o_scratch + ${m * m + i}] = ${value};`));
        w.line(`linearSolveRanked(o_scratch, ${m});`);
        columns.forEach((column, i) => w.line(`F[o_${column} + i] = F[o_scratch + ${m * m + i}];`));
      });
    });
  }

  /** A function of `roots`; symbols that are `inner` become known while it is written. */
  private written(
    name: string,
    roots: readonly Node[],
    listed: boolean,
    write: (w: Writer) => void,
    inner: readonly string[] = [],
  ): string {
    const w = new Writer((table) => ({
      start: `(F[o_${this.column('tableStart', table)} + i] | 0)`,
      count: `(F[o_${this.column('tableCount', table)} + i] | 0)`,
    }));
    w.open();
    w.open();
    w.count(roots);
    this.define(w, roots, inner);
    write(w);
    const instance = w.close();
    const uniform = w.close();
    const head = listed ? 'for (let k = first; k < last; k++) { const i = I[k];' : 'for (let i = first; i < last; i++) {';
    return [`function ${name}(first, last) {`, ...uniform, head, ...instance, '}', '}'].join('\n');
  }

  private define(w: Writer, roots: readonly Node[], inner: readonly string[]): void {
    const nodes = topological(roots);
    const onlyParameters = parameterOnly(nodes);
    const usedOutside = new Set<Node>(roots);
    for (const user of nodes) if (!onlyParameters.has(user)) for (const a of user.args) usedOutside.add(a);
    for (const node of nodes) {
      if (onlyParameters.has(node)) {
        if (!usedOutside.has(node)) continue;
        const key = node.op === 'symbol' ? this.column('parameter', node.name.slice('parameter:'.length)) : this.derived(node);
        const name = w.fresh('d');
        w.line(`const ${name} = F[o_${key} + i];`);
        w.defineNode(node, name);
      } else if (node.op === 'symbol') {
        if (!inner.includes(node.name)) defineSymbol(w, node.name);
      } else if (isTable(node.op)) this.column('tableStart', node.name);
    }
  }

  private column(role: OdeColumn['role'], of: string): string {
    const key = `${role}_${identifier(of)}`;
    if (!this.columns.some((c) => c.key === key)) this.columns.push({ key, role, of });
    return key;
  }

  private derived(node: Node): string {
    const known = this.columns.find((c) => c.node === node);
    if (known) return known.key;
    const of = String(this.columns.filter((c) => c.role === 'derived').length);
    this.columns.push({ key: `derived_${of}`, role: 'derived', of, node });
    return `derived_${of}`;
  }
}

function defineSymbol(w: Writer, symbol: string): void {
  const [type = '', name = ''] = symbol.split(':');
  if (type === 'time' || type === 'transition') {
    w.define(symbol, `F[o_${type}]`, 0);
    return;
  }
  const value = w.fresh('v');
  w.line(`const ${value} = ${cells[type]?.(identifier(name))};`);
  w.define(symbol, value);
}
