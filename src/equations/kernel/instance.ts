/** Text of one instance's step, twice with the same operations: `fast`, straight through, and `slow`, to which it hands over until cavitation, resets and iterations are settled. */

import { parameterOnly } from '../graph/derived.js';
import { dependsOn, type Graph, type Node, topological } from '../graph/graph.js';
import type { Model, ModelPort } from '../language/model.js';
import { type Crossing, crossingsOf, writeCrossings } from '../solve/crossings.js';
import type { Solution, TearBlock } from '../solve/solution.js';
import { modeWords, type StepMode } from '../solve/stepModes.js';
import { openCavities, writeCavitation } from './cavitationText.js';
import { identifier, type KernelColumn, type KernelOptions } from './kernel.js';
import { extrapolated, writeNewton } from './newtonText.js';
import { foundBefore, freeIncrements, keptTears, resetNodes, writeKept, writeResets } from './resetText.js';
import { numberText, Writer } from './writer.js';
import { writtenNodes } from './writtenNodes.js';

export type Mode = 'fast' | 'slow';

/** The fast form gives the instance to the slow one. */
const leaving = '{ slow(plane, i); continue; }';

export class InstanceText {
  private readonly graph: Graph;
  private readonly model: Model;
  private readonly writer: Writer;
  readonly cavitating: readonly ModelPort[];
  /** Ports that never cavitate: where the component sets the pressure anew in every step, and mechanical ones. */
  private readonly bare: readonly ModelPort[];
  /** Of those that cavitate, by identifier: where masses are solved without the line's inertance. */
  private readonly inertial: readonly string[];
  private readonly resets: Model['states'];
  /** Where a step may end; none where nobody asks. */
  readonly crossings: readonly Crossing[];
  /** States whose resets may let go at one of these. */
  private readonly letting: ReadonlySet<string>;
  readonly newtonTears: readonly string[];
  private readonly kept: readonly string[];
  private readonly modes: readonly Node[];
  private readonly vapourPressure: string;
  private readonly slow: boolean;
  /** Whether this form iterates at all: where the roots of a block decouple, the fast form goes straight through. */
  readonly iterates: boolean;
  /** Conditions on which the fast form leaves, of lines before the next one that may run on values without meaning. */
  private readonly leaves: string[] = [];

  private readonly solution: Solution;

  constructor(
    solution: Solution,
    private readonly options: KernelOptions,
    mode: Mode,
    /** Shared by both modes of a kind. */
    private readonly columns: KernelColumn[],
    /** Holds and resets whose crossings are written. */
    followed: ReadonlySet<string>,
    modes: readonly StepMode[],
  ) {
    this.model = solution.model;
    this.graph = this.model.graph;
    this.slow = mode === 'slow';
    this.solution = freeIncrements(solution, ({ reset }) => !this.slow || !reset);
    const flowing = this.model.ports.filter((p) => p.assigns === 'q' && !this.isDirect(p.name));
    this.cavitating = flowing.filter((p) => p.type === 'hydraulic');
    const driven = this.model.ports.filter((p) => p.assigns === 'p' && dependsOn(p.value, (name) => !name.startsWith('parameter:')));
    this.bare = [...flowing.filter((p) => p.type !== 'hydraulic'), ...driven];
    this.resets = this.model.states.filter((s) => s.reset);
    this.crossings = crossingsOf(this.model, followed, this.slow);
    this.letting = new Set(this.crossings.flatMap(({ of, sides }) => (sides.length > 0 ? [of] : [])));
    this.modes = modeWords(this.graph, modes, this.slow);
    this.newtonTears = solution.blocks.flatMap((b) => (b.type === 'newton' ? b.tears : []));
    this.kept = this.slow && this.resets.length > 0 ? keptTears(solution) : [];
    this.iterates = solution.blocks.some((b) => this.isIterated(b));
    const nodes = this.roots();
    this.inertial = this.cavitating
      .map(({ name }) => name)
      .filter((name) => nodes.some(({ symbols }) => symbols.has(`lineZ:${name}`)))
      .map(identifier);
    this.vapourPressure = numberText(options.fluid['vapourPressure'] ?? Number.NEGATIVE_INFINITY);
    this.writer = new Writer((name) => ({
      start: `(F[${this.at('tableStart', name)}] | 0)`,
      count: `(F[${this.at('tableCount', name)}] | 0)`,
    }));
  }

  /** Whether the component sets the flow of a port that sees a fixed pressure without a line. */
  private isDirect(port: string): boolean {
    return this.options.direct?.includes(port) === true;
  }

  /** Statements that depend on the step only, and those of one instance `i`. */
  write(): { uniform: string[]; instance: string[] } {
    const { writer: w, model, options } = this;
    w.open();
    w.define('step', 'step');
    w.define('time', 'time');
    w.define('middle', 'middle');
    w.define('gamma', 'whole');
    w.define('perStep', 'perStep');
    w.define('behind', 'behind');
    w.open();
    w.count(this.roots());
    this.readInputs();
    if (options.outputsOnly) this.writeOutputs(options.outputsOnly);
    else {
      if (model.ports.length + model.states.length + model.unknowns.length > 0) this.solveStep();
      this.writeResults();
    }
    const instance = w.close();
    return { uniform: w.close(), instance };
  }

  /** Statement that leaves the fast form where an accepted cavity is open. */
  cavities(): string[] {
    return [`if (${this.cavitating.map(({ name }) => `${this.accepted('cavity', name)} !== 0`).join(' || ')}) ${leaving}`];
  }

  /** Every expression that will be written, to know which are shared. */
  private roots(): Node[] {
    return writtenNodes(this.solution, this.options, (b) => this.isIterated(b), this.crossings, this.modes);
  }

  private isIterated(block: TearBlock): boolean {
    return block.type === 'newton' && (this.slow || !block.decoupled);
  }

  private column(role: KernelColumn['role'], of: string, planes: 1 | 2 = 1, node?: Node): string {
    const key = `${role}_${identifier(of)}`;
    if (!this.columns.some((c) => c.key === key)) this.columns.push(node ? { key, role, of, planes, node } : { key, role, of, planes });
    return key;
  }

  private at(role: KernelColumn['role'], of: string, node?: Node): string {
    return `o_${this.column(role, of, 1, node)} + i`;
  }

  private accepted(role: KernelColumn['role'], of: string): string {
    return `F[o_${this.column(role, of, 2)}_0 + now]`;
  }

  private trial(role: KernelColumn['role'], of: string): string {
    return `F[o_${this.column(role, of, 2)}_0 + next]`;
  }

  /** Symbols that need no solution: parameters, derived parameters, inputs, accepted values. */
  private readInputs(): void {
    const roots = this.roots();
    const nodes = topological(roots);
    const onlyParameters = parameterOnly(nodes);
    const usedOutside = new Set<Node>(roots);
    for (const user of nodes) if (!onlyParameters.has(user)) for (const a of user.args) usedOutside.add(a);
    for (const node of nodes) {
      if (node.op === 'symbol') this.readSymbol(node.name, usedOutside.has(node));
      else if (onlyParameters.has(node) && usedOutside.has(node)) this.readDerived(node);
    }
  }

  /** A derived parameter: the largest expression of parameters only. */
  private readDerived(node: Node): void {
    const { writer: w } = this;
    const known = this.columns.find((c) => c.node === node);
    const name = w.fresh('d');
    const of = known?.of ?? String(this.columns.filter((c) => c.role === 'derived').length);
    w.line(`const ${name} = F[${this.at('derived', of, node)}];`);
    w.defineNode(node, name);
  }

  /** `isUsed`: outside of derived parameters. */
  private readSymbol(symbol: string, isUsed: boolean): void {
    const { writer: w, model } = this;
    const [type, name] = symbol.split(':') as [string, string];
    const read = (variable: string, value: string): void => {
      w.line(`const ${variable} = ${value};`);
      w.define(symbol, variable);
    };
    switch (type) {
      case 'parameter':
        if (isUsed) read(`p_${name}`, `F[${this.at('parameter', name)}]`);
        return;
      case 'input':
        read(`u_${name}`, `F[I[2 * o_${this.column('input', name)} + i]]`);
        return;
      case 'endInput':
        read(`v_${name}`, `F[I[2 * o_${this.column('endInput', name)} + i]]`);
        return;
      case 'pre':
        read(`a_${name}`, this.accepted(model.holds.some((h) => h.name === name) ? 'hold' : 'state', name));
        return;
      case 'margin':
      case 'side':
      case 'since':
        read(`${type}_${name}`, this.accepted(type, name));
        return;
      case 'lag':
        read(`lag_${name}`, `F[${this.at('lag', name)}]`);
    }
  }

  private solveStep(): void {
    const { writer: w, model, slow, cavitating, resets } = this;
    const loops = slow && (cavitating.length > 0 || resets.length > 0);
    const tears = this.declare();
    if (loops) w.open();
    this.writeSolution();
    if (!slow) {
      this.leaveForSlow();
      return;
    }
    const names = cavitating.map((p) => identifier(p.name));
    if (resets.length > 0) writeResets(w, model, resets, names, this.inertial, this.kept, this.letting);
    if (cavitating.length > 0) writeCavitation(w, names, this.inertial, this.vapourPressure, this.fail());
    if (!loops) return;
    w.line('break;');
    w.closeInto(resets.length > 0 ? 'for (let tries = 0, reset = 0; ; tries++) {' : 'for (let tries = 0; ; tries++) {');
    this.defineEnds();
    this.defineSolution();
    for (const tear of tears) w.define(tear, identifier(tear));
  }

  /** Line ends, states and all that is declared outside of the loop of the slow form, since outputs are written in terms of it; the tears that are found by iteration. */
  private declare(): readonly string[] {
    const { writer: w, model, solution, slow } = this;
    const variable = slow ? 'let' : 'const';
    for (const { name } of model.ports) {
      const v = identifier(name);
      w.line(`${variable} c_${v} = F[o_c_${v} + i]${this.isDirect(name) ? '' : `, z_${v} = F[o_z_${v} + i]`};`);
    }
    if (slow) {
      openCavities(w, this.cavitating, (port) => this.accepted('cavity', port));
      for (const v of this.inertial) w.line(`let lineZ_${v} = Z_${v};`);
    }
    for (const { name, reset } of model.states) {
      // pre(x) may have been read already, as a value of the equations.
      w.line(`const s_${name} = ${this.accepted('state', name)};`);
      if (slow && reset) w.line(`let beta_${name} = 0, gamma_${name} = whole, held_${name} = 0, r_${name} = 0;`);
      if (slow && this.letting.has(name)) w.line(`let lets_${name} = 0;`);
    }
    const iterated = solution.blocks.filter((b) => slow || this.isIterated(b)).flatMap((b) => (b.type === 'closed' ? [b.tear] : b.tears));
    const tears = [...iterated, ...solution.unknowns.flatMap(({ name }) => (name.startsWith('unknown:') ? [name] : []))];
    for (const tear of tears) w.line(`let ${identifier(tear)} = 0;`);
    writeKept(w, this.kept);
    if (slow) {
      const set = [
        ...model.ports.flatMap(({ name }) => [`q_${identifier(name)}`, `p_${identifier(name)}_`]),
        ...model.states.flatMap(({ name }) => [`d_${name}`, `x_${name}`, `m_${name}`]),
      ];
      for (const name of set) w.line(`let ${name} = 0;`);
    }
    return tears;
  }

  /** Unknowns in terms of line ends, then states and pressures. */
  private writeSolution(): void {
    const { writer: w, model, solution, slow, cavitating } = this;
    this.defineEnds();
    const set = slow ? '' : 'const ';
    for (const block of solution.blocks) this.writeBlock(block);
    for (const { name: unknown, value } of solution.unknowns) {
      const [type, name] = unknown.split(':') as [string, string];
      if (type === 'sum') continue;
      if (type === 'unknown') w.define(unknown, identifier(unknown));
      const set = slow || type === 'unknown' ? '' : 'const ';
      w.line(`${set}${{ q: `q_${identifier(name)}`, increment: `d_${name}` }[type] ?? identifier(unknown)} = ${w.text(value)};`);
    }
    // A state that a reset holds has its value to the bit.
    for (const { name, reset } of model.states) {
      w.line(`${set}x_${name} = ${slow && reset ? `held_${name} !== 0 ? r_${name} : ` : ''}s_${name} + d_${name};`);
      w.line(`${set}m_${name} = s_${name} + 0.5 * d_${name};`);
    }
    for (const { name } of [...cavitating, ...this.bare.filter((p) => p.assigns === 'q')])
      w.line(`${set}p_${identifier(name)}_ = c_${identifier(name)} + z_${identifier(name)} * q_${identifier(name)};`);
    this.defineSolution();
    for (const { name, value } of pressuresInOrder(model)) w.line(`${set}p_${identifier(name)}_ = ${w.text(value)};`);
  }

  /** Hands over to the slow form where a port cavitates, a state is reset or a pressure is not a number. */
  private leaveForSlow(): void {
    this.leaves.push(
      // Not a number leaves too.
      ...this.cavitating.map((p) => `!(p_${identifier(p.name)}_ >= ${this.vapourPressure})`),
      ...this.bare.map((p) => `p_${identifier(p.name)}_ !== p_${identifier(p.name)}_`),
      ...this.resets.map(({ name, reset }) => `${this.writer.text(resetNodes(this.graph, name, reset as Node)[0])} !== 0`),
    );
    this.leave();
  }

  private defineEnds(): void {
    const { writer: w, model } = this;
    for (const { name } of model.ports) {
      w.define(`c:${name}`, `c_${identifier(name)}`);
      if (this.isDirect(name)) continue;
      const v = identifier(name);
      w.define(`z:${name}`, `z_${v}`);
      w.define(`lineZ:${name}`, `${this.slow && this.inertial.includes(v) ? 'lineZ' : 'z'}_${v}`);
    }
    for (const { name, reset } of model.states) {
      if (!this.slow || !reset) continue;
      w.define(`beta:${name}`, `beta_${name}`);
      w.define(`gamma:${name}`, `gamma_${name}`);
      w.define(`held:${name}`, `held_${name}`);
      if (this.letting.has(name)) w.define(`lets:${name}`, `lets_${name}`);
    }
  }

  /** From here on the symbols of the solution have values. */
  private defineSolution(): void {
    const { writer: w, model } = this;
    for (const { name } of model.ports) {
      w.define(`q:${name}`, `q_${identifier(name)}`);
      w.define(`p:${name}`, this.isDirect(name) ? `c_${identifier(name)}` : `p_${identifier(name)}_`);
    }
    for (const { name } of model.states) {
      w.define(`state:${name}`, `x_${name}`);
      w.define(`mid:${name}`, `m_${name}`);
      w.define(`increment:${name}`, `d_${name}`);
      w.define(`der:${name}`, `(d_${name} * perStep)`);
    }
  }

  private writeBlock(block: TearBlock): void {
    const { writer: w } = this;
    if (block.type === 'closed') {
      const name = identifier(block.tear);
      w.line(`${this.slow ? '' : 'const '}${name} = ${w.text(block.value)};`);
      w.define(block.tear, name);
      if (block.none && this.slow) w.line(`if (${w.text(block.none)}) ${this.fail()}`);
      else if (block.none) this.leaves.push(w.text(block.none));
      return;
    }
    const { decoupled } = block;
    const y = block.tears.map(identifier);
    const first = (tear: string): string => extrapolated(block, (role, of) => this.accepted(role, of), tear);
    if (!decoupled) {
      this.leave();
      writeNewton(w, block, first, this.slow ? (left) => this.fail(left) : () => leaving);
    } else {
      for (const { symbol, value } of decoupled.slots) {
        const name = w.fresh('y');
        w.line(`const ${name} = ${w.text(value)};`);
        w.define(symbol, name);
      }
      decoupled.values.forEach((value, i) => {
        w.line(`${this.slow ? '' : 'const '}${y[i]} = ${w.text(value)};`);
      });
      const otherwise = w.text(this.graph.condition('not', decoupled.applies));
      if (this.slow) {
        w.open();
        writeNewton(w, block, first, (left) => this.fail(left));
        w.closeInto(`if (${otherwise}) {`);
      } else this.leaves.push(otherwise);
    }
    block.tears.forEach((tear, i) => w.define(tear, y[i] as string));
  }

  /** Hands over to the slow form where the lines so far do not hold. */
  private leave(): void {
    if (this.leaves.length > 0) this.writer.line(`if (${this.leaves.join(' || ')}) ${leaving}`);
    this.leaves.length = 0;
  }

  /** `left`: text of the residuals, in parts of their terms. */
  private fail(left = '0'): string {
    return `{ F[o_failed] = o_batch; F[o_failed + 1] = i; F[o_failedBy] = ${left}; }`;
  }

  private writeResults(): void {
    const { writer: w, model } = this;
    this.writePorts();
    for (const { name, volume } of model.ports) if (volume) w.line(`F[${this.at('volume', name)}] = ${w.text(volume)};`);
    this.writeStates();
    writeCrossings(
      w,
      this.crossings,
      (role, of) => this.trial(role, of),
      (role, of) => this.at(role, of),
    );
    this.modes.forEach((word, k) => {
      w.line(`F[${this.at('mode', String(k))}] = ${w.text(word)};`);
    });
    for (const tear of this.newtonTears)
      w.line(
        `${this.trial('guess', tear)} = ${foundBefore(tear, this.kept)}; ${this.trial('guessBefore', tear)} = ${this.accepted('guess', tear)};`,
      );
    this.writeOutputs(model.outputs.map((o) => o.name));
    this.writeExported();
    const next = 'F[o_event] = e; F[o_eventBatch] = o_batch; F[o_eventBatch + 1] = i;';
    if (model.nextEvent) w.line(`{ const e = ${w.text(model.nextEvent)}; if (e < F[o_event]) { ${next} } }`);
  }

  /** Flows, pressures and leaving waves of ports. */
  private writePorts(): void {
    const { writer: w, model, options, slow } = this;
    if (slow)
      for (const { name } of [...this.cavitating, ...this.bare])
        w.line(`if (p_${identifier(name)}_ !== p_${identifier(name)}_) F[o_notFinite] = i;`);
    for (const { name, assigns } of model.ports) {
      const v = identifier(name);
      if (options.storesFlow) w.line(`F[o_q_${v} + i] = q_${v};`);
      if (this.isDirect(name)) continue;
      let [z, flow] = [`z_${v}`, `q_${v}`];
      if (slow && this.cavitating.some((p) => p.name === name)) {
        [z, flow] = [`Z_${v}`, `l_${v}`];
        w.line(`let l_${v} = q_${v} - old_${v} / step;`);
        w.line(`if (k_${v} === 1${this.inertial.includes(v) ? ` || k_${v} === 3` : ''}) {`);
        w.line(`l_${v} = (${this.vapourPressure} - F[o_c_${v} + i]) / Z_${v};`);
        w.line(`if (F[o_cavities + 1 - plane] === 0) { ${this.clearCavities()} F[o_cavities + 1 - plane] = 1; F[o_hasCavity] = 1; }`);
        w.line(`${this.trial('cavity', name)} = old_${v} + (l_${v} - q_${v}) * step;`);
        w.line('}');
      }
      if (options.storesPressure !== false || assigns === 'p') w.line(`F[o_p_${v} + i] = p_${v}_;`);
      w.line(`F[o_w_${v} + i] = p_${v}_ + ${z} * ${flow};`);
    }
  }

  private writeStates(): void {
    const { writer: w, model, options, slow } = this;
    for (const { name, reset } of model.states) {
      w.line(`${this.trial('state', name)} = x_${name};`);
      const weight = options.judged?.get(name);
      if (weight === undefined) continue;
      // A reset is no error of the integration.
      const rate = `d_${name} * perStep`;
      w.line(`const f_${name} = ${slow && reset ? `held_${name} !== 0 ? ${this.accepted('rate', name)} : ${rate}` : rate};`);
      w.line(`F[${this.at('change', name)}] = step * (f_${name} - ${this.accepted('rate', name)}) * ${weight};`);
      w.line(`${this.trial('rate', name)} = f_${name};`);
    }
    for (const { name, value } of model.holds) w.line(`${this.trial('hold', name)} = ${w.text(value)};`);
  }

  /** States that others read as outputs, and the oil that came from outside. */
  private writeExported(): void {
    const { writer: w, model, options } = this;
    for (const name of options.exported) {
      const hold = model.holds.find((h) => h.name === name);
      w.line(`F[${this.at('output', name)}] = ${hold ? w.text(hold.value) : `m_${name}`};`);
      if (!hold && options.ends?.has(name)) w.line(`F[${this.at('endOutput', name)}] = x_${name};`);
    }
    if (options.countsOil) {
      const flows = model.ports.flatMap(({ name, type }) => (type === 'hydraulic' ? `q_${identifier(name)}` : []));
      const added = model.oilAdded ? w.text(model.oilAdded) : flows.join(' + ');
      w.line(`${this.trial('oil', 'added')} = ${this.accepted('oil', 'added')} + (${added}) * step;`);
    }
  }

  private writeOutputs(names: readonly string[]): void {
    const { writer: w, model, options, solution } = this;
    for (const { name, value } of model.outputs) if (names.includes(name)) w.line(`F[${this.at('output', name)}] = ${w.text(value)};`);
    for (const { name, value } of solution.endOutputs)
      if (names.includes(name) && options.ends?.has(name)) w.line(`F[${this.at('endOutput', name)}] = ${w.text(value)};`);
  }

  private clearCavities(): string {
    const cells = this.cavitating.map(({ name }) => `F[o_${this.column('cavity', name, 2)}_0 + r + next - i] = 0;`);
    return `for (let r = 0; r < o_rows; r++) { ${cells.join(' ')} }`;
  }
}

type Port = Model['ports'][number];

/** Ports that assign a pressure, each behind those that its own is made of; otherwise as they are declared. */
function pressuresInOrder(model: Model): Port[] {
  const ordered: Port[] = [];
  let left = model.ports.filter(({ assigns }) => assigns === 'p');
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => `p:${name}`));
    const free = left.filter(({ value }) => !dependsOn(value, (symbol) => names.has(symbol)));
    // What is made of itself is a mistake of its own, told before.
    const taken = free.length > 0 ? free : left;
    ordered.push(...taken);
    left = left.filter((port) => !taken.includes(port));
  }
  return ordered;
}
