/**
 * Solution of a kind's step → text of a JavaScript kernel over structure-of-arrays columns.
 *
 * A kernel reads C, Z, parameters, inputs and the accepted plane; it writes p, q, the leaving wave w = p + Z q, outputs, lent volumes and the
 * trial plane, and nothing else. It does not allocate, throw or read a clock; rejecting a step costs nothing but not swapping the planes.
 * Cavitation (tlm.md (3.24)): C' = C - Z·void/Δ is what the port sees; where p < p_v the equations are solved again with C = p_v, Z = 0 and the
 * difference of line flow (p_v - C)/Z and component flow goes into the void. Resets: the equations are solved again with β = value - pre(x), γ = 0.
 */
import { type Graph, type Node, topological } from './graph.js';
import type { Model, ModelPort } from './model.js';
import type { Block, Solution } from './solve.js';
import { numberText, Writer } from './writer.js';

/** A column that the kernel needs: the layout gives each a place. */
export interface KernelColumn {
  /** Name in the kernel's text: `o_KEY` is the offset in doubles (two planes: `o_KEY_0`, `o_KEY_1`). */
  readonly key: string;
  readonly role: 'parameter' | 'derived' | 'tableStart' | 'tableCount' | 'input' | 'state' | 'rate' | 'hold' | 'guess' | 'void' | 'volume' | 'output' | 'net';
  /** Parameter, state, input, output or port that it belongs to. */
  readonly of: string;
  readonly planes: 1 | 2;
  /** Of a derived parameter: its expression of parameters. */
  readonly node?: Node;
}

/** What a batch of instances of one kind needs; `text` is completed by `kernelText`. */
export interface Kernel {
  readonly model: Model;
  readonly columns: readonly KernelColumn[];
  /** Ports that may cavitate: the component sets their flow. */
  readonly cavitating: readonly string[];
  readonly hasNextEvent: boolean;
  readonly body: string;
}

export interface KernelOptions {
  /** Values of 'fluid:NAME' symbols. */
  readonly fluid: Readonly<Record<string, number>>;
  /** States that other components read as signals: written as outputs too. */
  readonly exported: readonly string[];
  /** Whether the sum of the port flows is not identically zero, so that its integral is kept for the mass balance. */
  readonly countsNet: boolean;
  /** Write these outputs only and nothing else: the early half of a component that breaks a signal loop. */
  readonly outputsOnly?: readonly string[];
}

/** Emits the kernel of a kind. */
export function emitKernel(solution: Solution, options: KernelOptions): Kernel {
  return new Emission(withFluid(solution, options.fluid), options).emit();
}

/** Fluid properties become numbers, so that everything that depends on parameters and fluid only is computed once. */
function withFluid(solution: Solution, fluid: Readonly<Record<string, number>>): Solution {
  const { model } = solution;
  const g = model.graph;
  const values = new Map(Object.entries(fluid).map(([name, value]) => [`fluid:${name}`, g.number(value)]));
  const f = (n: Node): Node => g.substitute(n, values);
  const fn = (n: Node | null): Node | null => (n ? f(n) : null);
  return {
    ...solution,
    model: {
      ...model,
      ports: model.ports.map((p) => ({ ...p, value: f(p.value), volume: fn(p.volume) })),
      states: model.states.map((s) => ({ ...s, rate: f(s.rate), reset: fn(s.reset), initial: f(s.initial) })),
      holds: model.holds.map((h) => ({ ...h, value: f(h.value), initial: f(h.initial) })),
      outputs: model.outputs.map((o) => ({ ...o, value: f(o.value) })),
      nextEvent: fn(model.nextEvent),
    },
    blocks: solution.blocks.map((b): Block =>
      b.type === 'closed' ? { ...b, value: f(b.value) } : { ...b, residuals: b.residuals.map(f), jacobian: b.jacobian.map((row) => row.map(f)) },
    ),
    unknowns: solution.unknowns.map((u) => ({ ...u, value: f(u.value) })),
  };
}

class Emission {
  private readonly graph: Graph;
  private readonly model: Model;
  private readonly columns: KernelColumn[] = [];
  private readonly writer: Writer;
  private readonly cavitating: ModelPort[];
  private readonly vapourPressure: string;
  private readonly newtonTears: string[];
  private readonly scratch: number;

  constructor(
    private readonly solution: Solution,
    private readonly options: KernelOptions,
  ) {
    this.model = solution.model;
    this.graph = this.model.graph;
    this.cavitating = this.model.ports.filter((p) => p.assigns === 'q');
    this.vapourPressure = numberText(options.fluid['vapourPressure'] ?? Number.NEGATIVE_INFINITY);
    this.newtonTears = solution.blocks.flatMap((b) => (b.type === 'newton' ? b.tears : []));
    this.scratch = Math.max(0, ...solution.blocks.map((b) => (b.type === 'newton' ? b.tears.length : 0)));
    this.writer = new Writer((name) => ({ start: `(F[${this.at('tableStart', name)}] | 0)`, count: `(F[${this.at('tableCount', name)}] | 0)` }));
  }

  emit(): Kernel {
    const { writer: w, model, options } = this;
    w.open();
    w.define('step', 'step');
    w.define('time', 'time');
    w.open();
    w.count(this.roots());
    this.readInputs();
    if (options.outputsOnly) {
      this.writeOutputs(options.outputsOnly);
    } else {
      if (this.needsSolution()) this.solveStep();
      this.writeResults();
    }
    const instance = w.close();
    const uniform = w.close();
    const needsNewton = this.newtonTears.length > 0 && !options.outputsOnly;
    const voids = this.cavitating.length > 0 && !options.outputsOnly;
    const event = model.nextEvent !== null && !options.outputsOnly;
    const body = [
      'return function kernel(plane) {',
      'const step = F[o_step], half = F[o_half], time = F[o_time];',
      ...this.columns.filter((c) => c.planes === 2).map(({ key: k }) => `const a_${k} = plane === 0 ? o_${k}_0 : o_${k}_1, b_${k} = plane === 0 ? o_${k}_1 : o_${k}_0;`),
      ...(voids ? ['const hadVoid = F[o_voids + plane]; let hasVoid = 0, voidsClear = 0;'] : []),
      ...(voids ? [`if (hadVoid !== 0) { ${this.clearVoids()} voidsClear = 1; }`] : []),
      ...(event ? ['let event = 1e300;'] : []),
      ...(needsNewton || voids ? ['let failed = -1;'] : []),
      ...uniform,
      'for (let i = 0; i < o_rows; i++) {',
      ...instance,
      '}',
      ...(voids ? ['F[o_voids + 1 - plane] = hasVoid;'] : []),
      ...(needsNewton || voids ? ['if (failed >= 0) { F[o_failed] = o_batch; F[o_failed + 1] = failed; }'] : []),
      ...(event ? ['if (event < F[o_event]) F[o_event] = event;'] : []),
      '};',
    ].join('\n');
    const scratch = needsNewton ? `const S = new Float64Array(${this.scratch * (this.scratch + 1)});\n` : '';
    return { model, columns: this.columns, cavitating: this.cavitating.map((p) => p.name), hasNextEvent: event, body: scratch + body };
  }

  private needsSolution(): boolean {
    return this.model.ports.length > 0 || this.model.states.length > 0;
  }

  /** Every expression that will be written, to know which are shared. */
  private roots(): Node[] {
    const { solution: s, model: m, options } = this;
    if (options.outputsOnly) return m.outputs.filter((o) => options.outputsOnly?.includes(o.name)).map((o) => o.value);
    return [
      ...s.blocks.flatMap((b) => (b.type === 'closed' ? [b.value] : [...b.residuals, ...b.jacobian.flat()])),
      ...s.unknowns.map((u) => u.value),
      ...m.ports.flatMap((p) => (p.assigns === 'p' ? [p.value] : [])),
      ...m.states.flatMap((x) => (x.reset ? [x.rate, ...this.resetNodes(x.name, x.reset)] : [x.rate])),
      ...m.holds.map((h) => h.value),
      ...m.outputs.map((o) => o.value),
      ...m.ports.flatMap((p) => (p.volume ? [p.volume] : [])),
      ...(m.nextEvent ? [m.nextEvent] : []),
    ];
  }

  private column(role: KernelColumn['role'], of: string, planes: 1 | 2 = 1, node?: Node): string {
    const key = `${role}_${of.replace(/\W/g, '_')}`;
    if (!this.columns.some((c) => c.key === key)) this.columns.push(node ? { key, role, of, planes, node } : { key, role, of, planes });
    return key;
  }

  private at(role: KernelColumn['role'], of: string, node?: Node): string {
    return `o_${this.column(role, of, 1, node)} + i`;
  }

  /** Symbols that need no solution: parameters, derived parameters, inputs, accepted values. */
  private readInputs(): void {
    const { writer: w, model } = this;
    const roots = this.roots();
    const nodes = topological(roots);
    const onlyParameters = parameterOnly(nodes);
    let derived = 0;
    for (const node of nodes) {
      if (node.op === 'symbol' || node.op === 'number' || !onlyParameters.has(node)) continue;
      // A derived parameter: the largest expression of parameters only.
      if (!nodes.some((user) => user.args.includes(node) && !onlyParameters.has(user)) && !roots.includes(node)) continue;
      const name = w.fresh('d');
      w.line(`const ${name} = F[${this.at('derived', String(derived++), node)}];`);
      w.defineNode(node, name);
    }
    for (const { op, name: symbol } of nodes) {
      if (op !== 'symbol') continue;
      const [type, name] = symbol.split(':') as [string, string];
      if (type === 'parameter') {
        if (!nodes.some((n) => n.args.some((a) => a.name === symbol && a.op === 'symbol') && !onlyParameters.has(n)) && !roots.some((r) => r.name === symbol)) continue;
        w.line(`const p_${name} = F[${this.at('parameter', name)}];`);
        w.define(symbol, `p_${name}`);
      } else if (type === 'input') {
        w.line(`const u_${name} = F[F[${this.at('input', name)}] | 0];`);
        w.define(symbol, `u_${name}`);
      } else if (type === 'pre') {
        const isHold = model.holds.some((h) => h.name === name);
        const key = this.column(isHold ? 'hold' : 'state', name, 2);
        w.line(`const a_${name} = F[a_${key} + i];`);
        w.define(symbol, `a_${name}`);
      }
    }
  }

  private solveStep(): void {
    const { writer: w, model, solution } = this;
    const resets = model.states.filter((s) => s.reset);
    const loops = this.cavitating.length > 0 || resets.length > 0;
    for (const { name } of model.ports) {
      const v = identifier(name);
      w.line(`let c_${v} = F[o_c_${v} + i], z_${v} = F[o_z_${v} + i], q_${v} = 0, p_${v}_ = 0;`);
    }
    for (const { name } of this.cavitating) {
      const v = identifier(name);
      w.line(`let k_${v} = 0;`);
      w.line(`if (hadVoid !== 0) { const v = F[a_${this.column('void', name, 2)} + i]; if (v !== 0) c_${v} = c_${v} - z_${v} * (v / step); }`);
      w.line(`const C_${v} = c_${v}, Z_${v} = z_${v};`);
    }
    for (const { name } of model.states) {
      const state = this.column('state', name, 2);
      const rate = this.column('rate', name, 2);
      w.line(`const s_${name} = F[a_${state} + i];`);
      w.line(`let beta_${name} = half * F[a_${rate} + i], gamma_${name} = half, d_${name} = 0, x_${name} = 0, held_${name} = 0, r_${name} = 0;`);
    }
    for (const tear of this.newtonTears) {
      const key = this.column('guess', tear, 2);
      w.line(`const a_${key}_ = F[a_${key} + i]; let ${identifier(tear)} = a_${key}_;`);
    }
    w.open();
    for (const { name } of model.ports) {
      w.define(`c:${name}`, `c_${identifier(name)}`);
      w.define(`z:${name}`, `z_${identifier(name)}`);
    }
    for (const { name } of model.states) {
      w.define(`beta:${name}`, `beta_${name}`);
      w.define(`gamma:${name}`, `gamma_${name}`);
    }
    for (const block of solution.blocks) this.writeBlock(block);
    for (const { name: unknown, value } of solution.unknowns) {
      const [type, name] = unknown.split(':') as [string, string];
      const variable = type === 'q' ? `q_${identifier(name)}` : `d_${name}`;
      w.line(`${variable} = ${w.text(value)};`);
    }
    // A state that a reset holds has its value to the bit.
    for (const { name, reset } of model.states) w.line(`x_${name} = ${reset ? `held_${name} !== 0 ? r_${name} : ` : ''}s_${name} + d_${name};`);
    for (const { name } of this.cavitating) w.line(`p_${identifier(name)}_ = c_${identifier(name)} + z_${identifier(name)} * q_${identifier(name)};`);
    this.defineSolution();
    for (const { name, assigns, value } of model.ports) if (assigns === 'p') w.line(`p_${identifier(name)}_ = ${w.text(value)};`);
    if (resets.length > 0) this.writeResets();
    if (this.cavitating.length > 0) this.writeCavitation();
    if (loops) w.line('break;');
    const head = resets.length > 0 ? 'for (let tries = 0, reset = 0; ; tries++) {' : 'for (let tries = 0; ; tries++) {';
    w.closeInto(loops ? head : null);
    this.defineSolution();
  }

  /** From here on the symbols of the solution have values. */
  private defineSolution(): void {
    const { writer: w, model } = this;
    for (const { name } of model.ports) {
      w.define(`q:${name}`, `q_${identifier(name)}`);
      w.define(`p:${name}`, `p_${identifier(name)}_`);
    }
    for (const { name } of model.states) {
      w.define(`state:${name}`, `x_${name}`);
      w.define(`der:${name}`, `(d_${name} / step)`);
    }
  }

  private writeBlock(block: Block): void {
    const { writer: w } = this;
    if (block.type === 'closed') {
      const name = identifier(block.tear);
      w.line(`const ${name} = ${w.text(block.value)};`);
      w.define(block.tear, name);
      return;
    }
    const m = block.tears.length;
    const y = block.tears.map(identifier);
    y.forEach((name, i) => w.line(`${name} = a_guess_${identifier(block.tears[i] as string)}_;`));
    const converged = w.fresh('n');
    w.line(`let ${converged} = 0${y.map((name) => `, s${name} = Math.abs(${name})`).join('')};`);
    w.open();
    block.tears.forEach((tear, i) => w.define(tear, y[i] as string));
    const residuals = block.residuals.map((r) => w.text(r));
    if (m === 1) {
      w.line(`const e0 = ${residuals[0]} / ${w.text((block.jacobian[0] as readonly Node[])[0] as Node)};`);
    } else {
      block.jacobian.forEach((row, i) => row.forEach((j, k) => w.line(`S[${i * m + k}] = ${w.text(j)};`)));
      residuals.forEach((r, i) => w.line(`S[${m * m + i}] = ${r};`));
      w.line(`linearSolve(S, ${m});`);
      y.forEach((_, i) => w.line(`const e${i} = S[${m * m + i}];`));
    }
    y.forEach((name, i) => w.line(`${name} = ${name} - e${i}; if (Math.abs(${name}) > s${name}) s${name} = Math.abs(${name});`));
    // Written so that a NaN does not pass; an error of 1e-12 of the largest value seen, squared by the last round.
    w.line(`if (${y.map((name, i) => `Math.abs(e${i}) <= 1e-12 * s${name}`).join(' && ')}) { ${converged} = 1; break; }`);
    w.closeInto('for (let round = 0; round < 50; round++) {');
    w.line(`if (${converged} === 0) failed = i;`);
    block.tears.forEach((tear, i) => w.define(tear, y[i] as string));
  }

  /** [held, value] of a reset: held is 1 where the reset takes the state away from what the rule gave. */
  private resetNodes(name: string, reset: Node): [Node, Node] {
    const { graph: g } = this;
    const state = g.symbol(`state:${name}`);
    const held = (n: Node): Node => (n === state ? g.zero : n.op === 'select' ? g.select(n.args[0] as Node, held(n.args[1] as Node), held(n.args[2] as Node)) : g.one);
    return [held(reset), reset];
  }

  private writeResets(): void {
    const { writer: w, model } = this;
    const resets = model.states.filter((s) => s.reset);
    w.open();
    w.line('reset = 1;');
    const held: string[] = [];
    for (const { name, reset } of resets) {
      const [isHeld, value] = this.resetNodes(name, reset as Node);
      w.line(`const h_${name} = ${w.text(isHeld)}, v_${name} = ${w.text(value)};`);
      held.push(`h_${name} !== 0`);
    }
    w.line(`if (${held.join(' || ')}) {`);
    for (const { name } of resets) w.line(`if (h_${name} !== 0) { r_${name} = v_${name}; beta_${name} = v_${name} - s_${name}; gamma_${name} = 0; held_${name} = 1; }`);
    for (const { name } of this.cavitating) {
      const v = identifier(name);
      w.line(`k_${v} = 0; c_${v} = C_${v}; z_${v} = Z_${v};`);
    }
    w.line('continue;');
    w.line('}');
    w.closeInto('if (reset === 0) {');
  }

  private writeCavitation(): void {
    const { writer: w, cavitating, vapourPressure: pv } = this;
    const names = cavitating.map((p) => identifier(p.name));
    w.line(`if (${names.map((v) => `p_${v}_ < ${pv}`).join(' || ')} || ${names.map((v) => `k_${v} !== 0`).join(' || ')}) {`);
    w.line('let again = 0;');
    for (const v of names) w.line(`if (k_${v} === 0 && p_${v}_ < ${pv}) { k_${v} = 1; c_${v} = ${pv}; z_${v} = 0; again = 1; }`);
    // A void that would be negative once another port has switched: that port takes part again, and stays so.
    for (const v of names) w.line(`if (again === 0 && k_${v} === 1 && (${pv} - C_${v}) / Z_${v} < q_${v}) { k_${v} = 2; c_${v} = C_${v}; z_${v} = Z_${v}; again = 1; }`);
    w.line(`if (again !== 0) { if (tries < ${4 * names.length + 4}) continue; failed = i; }`);
    w.line(`if (${names.map((v) => `(k_${v} === 2 && p_${v}_ < ${pv})`).join(' || ')}) failed = i;`);
    w.line('}');
  }

  private writeResults(): void {
    const { writer: w, model, options } = this;
    for (const { name } of model.ports) {
      const v = identifier(name);
      const cavitates = this.cavitating.some((p) => p.name === name);
      if (cavitates) {
        const key = this.column('void', name, 2);
        w.line(`let l_${v} = q_${v};`);
        w.line(`if (hadVoid !== 0 || k_${v} === 1) {`);
        w.line(`const old = hadVoid !== 0 ? F[a_${key} + i] : 0;`);
        w.line(`if (k_${v} === 1) {`);
        w.line(`l_${v} = (${this.vapourPressure} - F[o_c_${v} + i]) / Z_${v};`);
        w.line(`if (voidsClear === 0) { ${this.clearVoids()} voidsClear = 1; }`);
        w.line(`F[b_${key} + i] = old + (l_${v} - q_${v}) * step; hasVoid = 1;`);
        w.line(`} else l_${v} = q_${v} - old / step;`);
        w.line('}');
        w.line(`F[o_p_${v} + i] = p_${v}_; F[o_q_${v} + i] = q_${v}; F[o_w_${v} + i] = p_${v}_ + Z_${v} * l_${v};`);
      } else {
        w.line(`F[o_p_${v} + i] = p_${v}_; F[o_q_${v} + i] = q_${v}; F[o_w_${v} + i] = p_${v}_ + z_${v} * q_${v};`);
      }
    }
    for (const { name, volume } of model.ports) if (volume) w.line(`F[${this.at('volume', name)}] = ${w.text(volume)};`);
    for (const { name, rate } of model.states) {
      const isReset = model.states.some((s) => s.name === name && s.reset);
      const value = w.text(rate);
      w.line(`F[b_${this.column('state', name, 2)} + i] = x_${name};`);
      w.line(`F[b_${this.column('rate', name, 2)} + i] = ${isReset ? `held_${name} !== 0 ? 0 : ${value}` : value};`);
    }
    for (const { name, value } of model.holds) w.line(`F[b_${this.column('hold', name, 2)} + i] = ${w.text(value)};`);
    for (const tear of this.newtonTears) w.line(`F[b_${this.column('guess', tear, 2)} + i] = ${identifier(tear)};`);
    this.writeOutputs(model.outputs.map((o) => o.name));
    for (const name of options.exported) {
      const hold = model.holds.find((h) => h.name === name);
      w.line(`F[${this.at('output', name)}] = ${hold ? w.text(hold.value) : `x_${name}`};`);
    }
    if (options.countsNet) {
      const key = this.column('net', 'flow', 2);
      const sum = model.ports.map((p) => `q_${identifier(p.name)}`).join(' + ');
      w.line(`F[b_${key} + i] = F[a_${key} + i] + (${sum}) * step;`);
    }
    if (model.nextEvent) {
      const event = w.text(model.nextEvent);
      w.line(`{ const e = ${event}; if (e < event) event = e; }`);
    }
  }

  private writeOutputs(names: readonly string[]): void {
    const { writer: w, model } = this;
    for (const { name, value } of model.outputs) if (names.includes(name)) w.line(`F[${this.at('output', name)}] = ${w.text(value)};`);
  }

  private clearVoids(): string {
    return this.cavitating.map((p) => `F.fill(0, b_${this.column('void', p.name, 2)}, b_${this.column('void', p.name, 2)} + o_rows);`).join(' ');
  }
}

/** Nodes that depend on parameters and numbers only, with at least one parameter. */
function parameterOnly(nodes: readonly Node[]): Set<Node> {
  const constant = new Set<Node>();
  const result = new Set<Node>();
  for (const n of nodes) {
    if (n.op === 'number') constant.add(n);
    else if (n.op === 'symbol' ? n.name.startsWith('parameter:') : n.op !== 'table' && n.op !== 'nextPoint' && n.args.every((a) => constant.has(a) || result.has(a))) {
      if (!isBoolean(n)) result.add(n);
      else constant.add(n);
    }
  }
  return result;
}

const isBoolean = (n: Node): boolean => ['lt', 'le', 'eq', 'ne', 'and', 'or', 'not'].includes(n.op);

function identifier(name: string): string {
  return name.replace(/\W/g, '_');
}

/**
 * Complete text of a batch's kernel for `new Function('F', 'linearSolve', text)`: the offsets as constants, then the body.
 * The text is each batch's own, which is what lets V8 fold the offsets and keep one shape of access per kernel.
 */
export function kernelText(body: string, constants: Readonly<Record<string, number>>): string {
  const names = Object.entries(constants).map(([name, value]) => `o_${name} = ${value}`);
  return `'use strict';\nconst ${names.join(', ')};\n${body}`;
}
