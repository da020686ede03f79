/**
 * Loops over lanes (code/laneLoops.ts) as C for RM_WIDTH lanes, vectors of the extensions that gcc and clang share, with the scalar form for what is left over and for rounds that leave:
 *
 *     for (;;) {
 *       while (i <= end - RM_WIDTH) { so many rounds; any lane that leaves: stop = i + RM_WIDTH, go to scalar; i += RM_WIDTH }
 *       scalar: while (i < stop) { one round; i++ }
 *       if (i >= end) break;
 *     }
 *
 * Where no round leaves, either loop stands once, and a long one begins by the scalar form until what it stores side by side lies within cache lines. Where the processor stores lanes by a mask, the scalar form has only the lanes that leave (`RM_LEAVE`, `RM_LEFT` of prelude.ts), the others go on.
 *
 * The text is the same for all widths; for a width of 1 only the scalar loop of it is compiled. Every lane does the operations of the scalar form, in their order.
 */

import type { Callee } from '../code/functionTable.js';
import { comparedWith, isLeave, type LaneLoop, slope } from '../code/laneLoops.js';
import { below, type Expression, type FunctionTree, type Local, type Loop, type Operation, type Statement } from '../code/trees.js';
import { nameOf, numberText, type WriterOptions } from './names.js';

const infix: Partial<Record<Operation, string>> = { add: '+', sub: '-', mul: '*', div: '/', and: '&', or: '|' };
/** Comparisons give masks, which prelude.ts defines by processor. */
const comparisons: Partial<Record<Operation, string>> = {
  lt: 'rm_v_lt',
  le: 'rm_v_le',
  gt: 'rm_v_gt',
  ge: 'rm_v_ge',
  eq: 'rm_v_eq',
  ne: 'rm_v_ne',
};
const functions: Partial<Record<Operation, string>> = {
  abs: 'rm_v_abs',
  sqrt: 'rm_v_sqrt',
  floor: 'rm_v_floor',
  ceil: 'rm_v_ceil',
  min: 'rm_v_min',
  max: 'rm_v_max',
  exponentOf: 'rm_v_exponent',
  powerOfTwo: 'rm_v_power',
};

/** The writer for one instance at a time (scalarWriter.ts). */
export interface LaneScalar {
  readonly made: Callee;
  readonly options: WriterOptions;
  /** Functions whose vector form the text calls. */
  readonly onVectors: Set<Callee>;
  /** Text that reads a variable, null for its plain name. */
  readLocal: ((local: Local) => string | null) | null;
  nameOf(local: Local): string;
  fresh(name: string): string;
  isRead(local: Local): boolean;
  statements(list: readonly Statement[]): string[];
  expression(e: Expression): string;
  place(type: 'int' | 'double', index: Expression | null, offset: number): string;
  index(index: Expression | null, offset: number): string;
}

/** Names of a loop: its counter, where the scalar form ends, lanes that have left. */
interface Leaving {
  readonly counter: string;
  readonly stop: string;
  readonly left: string;
}

export class LaneWriter {
  /** Name of the mask of what is being written; null: all lanes. */
  private mask: string | null = null;
  /** Masks of the open inner loop: its lanes, then those of each open branch inside. */
  private active: string[] | null = null;
  private depth = 0;
  private readonly depths = new Map<Local, number>();
  /** Statements that compute operands of the present one, lane by lane. */
  private before: string[] = [];
  /** Mask of the lanes that have left while the others go on; null before any may have. */
  private left: string | null = null;

  constructor(
    private readonly writer: LaneScalar,
    private readonly lanes: LaneLoop,
  ) {}

  loop(loop: Loop): string[] {
    const { writer, lanes } = this;
    const first = writer.statements(loop.init);
    const i = writer.nameOf(lanes.counter);
    const [end, stop] = [writer.fresh('end'), writer.fresh('stop')];
    const maxima = [...lanes.maxima]
      .filter(([local]) => writer.isRead(local))
      .map(([local, { compared }]) => ({ name: writer.nameOf(local), compared }));
    const leaves = loop.body.some((s) => isLeave(s));
    const mayLeave = loop.body.some((s, k) => isLeave(s) && this.othersGoOn(loop.body.slice(k + 1)));
    const [left, skip] = mayLeave ? [writer.fresh('left'), writer.fresh('skip')] : ['', ''];
    const body = this.statements(loop.body, { counter: i, stop, left });
    const scalar = [
      `for (; ${i} < ${stop}; ${i}++${mayLeave ? `, ${skip} >>= 1` : ''}) {`,
      ...(mayLeave ? [`if (${skip} & 1) continue;`] : []),
      ...writer.statements(loop.body),
      '}',
    ];
    const wide = [
      ...maxima.map(({ name }) => `rm_vector ${name}_v = rm_splat(${name});`),
      `while (${i} <= ${end} - RM_WIDTH) {`,
      ...(mayLeave ? [`rm_mask ${left} = rm_splat_truth(0);`] : []),
      ...body,
      ...(mayLeave ? [`RM_LEFT(${left}, ${skip}, ${stop}, ${i})`] : []),
      `${i} += RM_WIDTH;`,
      '}',
      ...maxima.map(({ name, compared }) => {
        const of = `${name}_v[lane]`;
        return `RM_LANES ${name} = ${compared ? `${of} > ${name} ? ${of} : ${name}` : `rm_max(${name}, ${of})`};`;
      }),
    ];
    const text: LoopText = {
      ...{ i, end, stop, wide, scalar },
      head: ['{', ...first, `const int32_t ${end} = ${writer.expression(lanes.end)};`],
    };
    if (leaves) return leavingLoop(text, skip);
    const store = maxima.length > 0 ? null : this.firstStore(loop.body);
    return store === null ? plainLoop(text) : alignedLoop(text, store);
  }

  /** A function of values one after the other, on vectors. */
  function(tree: FunctionTree, name: string): string {
    const { writer } = this;
    const parameters = tree.parameters.map((p) => `rm_vector ${writer.nameOf(p)}`).join(', ');
    const places = this.lanes.places as Map<Local, 'vector'>;
    for (const p of tree.parameters) places.set(p, 'vector');
    const lines = tree.body.flatMap((s): string[] => {
      if (s.kind === 'return' && s.value) return [`return ${this.vector(s.value)};`];
      if (s.kind !== 'set') return [];
      const value = s.local.type === 'truth' ? this.maskOf(s.value) : this.vector(s.value);
      places.set(s.local, 'vector');
      return [`${s.declares ? `${vectorType(s.local)} ` : ''}${writer.nameOf(s.local)} = ${value};`];
    });
    return `#if RM_WIDTH > 1\nstatic inline rm_vector ${name}_v(${parameters}) {\n${lines.join('\n')}\n}\n#endif`;
  }

  private statements(list: readonly Statement[], top: Leaving | null = null): string[] {
    return list.flatMap((s, k) => {
      const lines = top && isLeave(s) ? this.leave(s, top, list.slice(k + 1)) : this.statement(s);
      const before = this.before;
      this.before = [];
      return [...before, ...lines];
    });
  }

  private statement(s: Statement): string[] {
    switch (s.kind) {
      case 'set':
        if (!this.writer.isRead(s.local)) return [];
        return s.local.type === 'int' ? this.setInteger(s.local, s.value) : this.setVector(s);
      case 'store':
        return this.store(s);
      case 'if':
        return this.masked(s.condition, s.whenTrue, s.whenFalse);
      case 'loop':
        return this.innerLoop(s);
      case 'break': {
        const mask = this.mask as string;
        // These lanes are done, in the loop and in every branch that they came through; the one they are in comes last, as it says which they are.
        return [...(this.active as string[]).filter((m) => m !== mask), mask].map((m) => `${m} &= ~${mask};`);
      }
      default:
        return [];
    }
  }

  private setInteger(local: Local, value: Expression): string[] {
    const name = this.writer.nameOf(local);
    if (this.lanes.places.get(local) !== 'each') return [`const int32_t ${name} = ${this.inLane(value)};`];
    return each(name, `const int32_t ${name}[RM_WIDTH]`, this.inLane(value, 'lane'));
  }

  private setVector(s: Extract<Statement, { kind: 'set' }>): string[] {
    const { local, value, declares } = s;
    const name = this.writer.nameOf(local);
    if (!declares && this.lanes.maxima.has(local)) {
      const other = comparedWith(s);
      const vector = this.vector(other ?? value);
      return [`${name}_v = ${other ? `rm_choose(rm_v_lt(${name}_v, ${vector}), ${vector}, ${name}_v)` : vector};`];
    }
    const text = local.type === 'truth' ? this.maskOf(value) : this.vector(value);
    if (declares) {
      this.depths.set(local, this.depth);
      return [`${vectorType(local)} ${name} = ${text};`];
    }
    if (this.mask === null || (this.depths.get(local) ?? 0) >= this.depth) return [`${name} = ${text};`];
    const choose = local.type === 'truth' ? 'rm_choose_truth' : 'rm_choose';
    return [`${name} = ${choose}(${this.mask}, ${text}, ${name});`];
  }

  private store({ index, offset, value }: Extract<Statement, { kind: 'store' }>): string[] {
    const place = index as Expression;
    const vector = this.vector(value);
    if (slope(this.lanes, place) === 1) {
      const first = this.contiguous(place, offset);
      return [this.left === null ? `rm_store(${first}, ${vector});` : `rm_store_but(${this.left}, ${first}, ${vector});`];
    }
    const whole = this.writer.fresh('whole');
    const element = this.perLane(() => this.writer.place('double', place, offset));
    return [`const rm_vector ${whole} = ${vector};`, `RM_LANES ${element} = ${whole}[lane];`];
  }

  /** First place where a loop stores doubles side by side; null: none, or its index depends on the round. */
  private firstStore(body: readonly Statement[]): string | null {
    const ofRound = new Set<Local>();
    for (const s of body) {
      if (s.kind === 'set') ofRound.add(s.local);
      if (s.kind === 'store' && s.index && slope(this.lanes, s.index) === 1 && !reads(s.index, ofRound))
        return this.first(() => this.writer.index(s.index, s.offset));
    }
    return null;
  }

  /** Sends lanes to the scalar form: alone, where the others can go on without them. */
  private leave(s: Extract<Statement, { kind: 'if' }>, { counter, stop, left }: Leaving, after: readonly Statement[]): string[] {
    const condition = this.maskOf(s.condition);
    if (!this.othersGoOn(after)) return [`if (rm_any(${condition})) {`, `${stop} = ${counter} + RM_WIDTH;`, 'break;', '}'];
    this.left = left;
    return [`RM_LEAVE(${condition}, ${left}, ${stop}, ${counter})`];
  }

  /** true: statements may run for lanes that have left. They use no index that memory gave, and masks leave out their stores. */
  private othersGoOn(list: readonly Statement[]): boolean {
    return list.every((s) => {
      if (s.kind === 'if') return this.isAnywhere(s.condition) && this.othersGoOn([...s.whenTrue, ...s.whenFalse]);
      if (s.kind === 'store') return s.index !== null && slope(this.lanes, s.index) === 1 && this.isAnywhere(s.value);
      if (s.kind === 'set') return this.lanes.places.get(s.local) !== 'each' && !this.lanes.maxima.has(s.local) && this.isAnywhere(s.value);
      return s.kind === 'continue';
    });
  }

  /** true: any lane may compute the value, as none of its indices comes from memory. */
  private isAnywhere(e: Expression): boolean {
    if (e.kind === 'load' && e.index && slope(this.lanes, e.index) === null) return false;
    if (e.kind === 'operation' && e.operation === 'convert' && slope(this.lanes, e) === null) return false;
    return below(e).every((b) => this.isAnywhere(b));
  }

  /** The first of RM_WIDTH doubles that stand side by side. */
  private contiguous(index: Expression, offset: number): string {
    const at = this.first(() => this.writer.index(index, offset));
    return this.writer.options.checked ? `rm_doubles_at(F, ${at}, rm_doubles)` : `F + ${at}`;
  }

  /** Both branches, each under its own mask. */
  private masked(condition: Expression, whenTrue: readonly Statement[], whenFalse: readonly Statement[]): string[] {
    const outer = this.mask;
    const [chosen, rest] = [this.writer.fresh('where'), this.writer.fresh('else')];
    const truth = this.maskOf(condition);
    const before = this.before;
    this.before = [];
    const lines = [
      ...before,
      '{',
      `rm_mask ${chosen} = ${outer === null ? truth : `${outer} & ${truth}`};`,
      ...this.under(chosen, whenTrue),
    ];
    if (whenFalse.length > 0)
      lines.push(`rm_mask ${rest} = ${outer === null ? `~${chosen}` : `${outer} & ~${chosen}`};`, ...this.under(rest, whenFalse));
    return [...lines, '}'];
  }

  private under(mask: string, list: readonly Statement[]): string[] {
    const before = this.mask;
    this.mask = mask;
    this.depth++;
    this.active?.push(mask);
    const lines = this.statements(list);
    this.active?.pop();
    this.depth--;
    this.mask = before;
    return lines;
  }

  /** Writes an inner loop: all lanes share its counter, and a mask leaves out those that have left, until the last has. */
  private innerLoop(loop: Loop): string[] {
    const { writer } = this;
    const mask = writer.fresh('inside');
    this.active = [];
    const init = writer.statements(loop.init);
    const condition = writer.expression(loop.condition as Expression);
    const body = this.under(mask, loop.body);
    this.active = null;
    return [
      '{',
      ...init,
      `rm_mask ${mask} = rm_all();`,
      `while (${condition}) {`,
      ...body,
      ...writer.statements(loop.update),
      `if (!rm_any(${mask})) break;`,
      '}',
      '}',
    ];
  }

  /** The scalar text of an expression: of the first lane, or of the lane `lane`. */
  private inLane(e: Expression, lane: string | null = null): string {
    return this.read(lane, () => this.writer.expression(e));
  }

  private first(work: () => string): string {
    return this.read(null, work);
  }

  private perLane(work: () => string): string {
    return this.read('lane', work);
  }

  private read(lane: string | null, work: () => string): string {
    const { writer } = this;
    const outer = writer.readLocal;
    writer.readLocal = (local) => {
      const place = this.lanes.places.get(local);
      if (place === 'linear') return lane === null ? writer.nameOf(local) : `(${writer.nameOf(local)} + ${lane})`;
      return place === 'each' ? `${writer.nameOf(local)}[${lane ?? 0}]` : null;
    };
    const text = work();
    writer.readLocal = outer;
    return text;
  }

  /** A vector that statements before the present one fill lane by lane. */
  private eachLane(text: string): string {
    const name = this.writer.fresh('each');
    this.before.push(...each(name, `const rm_vector ${name}`, text));
    return name;
  }

  private isUniform = (e: Expression): boolean => slope(this.lanes, e) === 0;

  private vector(e: Expression): string {
    if (e.kind === 'number') return `rm_splat(${numberText(e.value)})`;
    if (e.kind === 'local' && this.lanes.maxima.has(e.local)) return `${this.writer.nameOf(e.local)}_v`;
    if (this.isUniform(e)) return `rm_splat(${this.inLane(e)})`;
    switch (e.kind) {
      case 'local':
        return this.writer.nameOf(e.local);
      case 'load':
        if (slope(this.lanes, e.index as Expression) === 1) return `rm_load(${this.contiguous(e.index as Expression, e.offset)})`;
        return this.eachLane(this.perLane(() => this.writer.place('double', e.index, e.offset)));
      case 'select': {
        const [condition, a, b] = e.args;
        return `rm_choose(${this.maskOf(condition)}, ${this.vector(a)}, ${this.vector(b)})`;
      }
      case 'call': {
        const callee = this.writer.made.callee(e.name);
        this.writer.onVectors.add(callee);
        return `${nameOf(callee)}_v(${e.args.map((a) => this.vector(a)).join(', ')})`;
      }
      case 'operation':
        return this.operation(e.operation, e.args);
      default:
        throw new Error(`${e.kind} in lanes`);
    }
  }

  private operation(operation: Operation, args: readonly Expression[]): string {
    if (operation === 'convert') return this.eachLane(`(double)${this.inLane(args[0] as Expression, 'lane')}`);
    if (operation === 'min' || operation === 'max') {
      const bounded = this.bound(operation, args as [Expression, Expression]);
      if (bounded) return bounded;
    }
    const given = args.map((a) => this.vector(a));
    if (functions[operation]) return `${functions[operation]}(${given.join(', ')})`;
    return operation === 'neg' ? `(-${given[0]})` : `(${given.join(` ${infix[operation]} `)})`;
  }

  /** Minimum or maximum with a constant by one comparison; wasm/laneValues.ts has the reason why the bits are the same. */
  private bound(operation: 'min' | 'max', [a, b]: readonly [Expression, Expression]): string | null {
    const [constant, other] = a.kind === 'number' ? [a.value, b] : b.kind === 'number' ? [b.value, a] : [Number.NaN, a];
    if (Number.isNaN(constant) || (operation === 'min' && Object.is(constant, -0))) return null;
    const text = `rm_v_${operation}_bound(${this.vector(other)}, ${numberText(constant)})`;
    return operation === 'max' && Object.is(constant, 0) ? `(${text} + 0.0)` : text;
  }

  /** A truth of all lanes. */
  private maskOf(e: Expression): string {
    if (e.type !== 'truth') throw new Error('a number as a truth in lanes');
    if (this.isUniform(e)) return `rm_splat_truth(${this.inLane(e)})`;
    if (e.kind === 'local') return this.writer.nameOf(e.local);
    if (e.kind === 'select') return `rm_choose_truth(${this.maskOf(e.args[0])}, ${this.maskOf(e.args[1])}, ${this.maskOf(e.args[2])})`;
    if (e.kind !== 'operation') throw new Error(`${e.kind} as a truth in lanes`);
    if (e.operation === 'not') return `(~${this.maskOf(e.args[0] as Expression)})`;
    const given = e.args.map((a) => (a.type === 'truth' ? this.maskOf(a) : this.vector(a)));
    const comparison = comparisons[e.operation];
    return comparison ? `${comparison}(${given.join(', ')})` : `(${given.join(` ${infix[e.operation]} `)})`;
  }
}

/** List of a text for each lane: a vector that C fills element by element goes through memory. */
const each = (name: string, declared: string, text: string): string[] => [
  `#define of_${name}(lane) ${text}`,
  `${declared} = RM_EACH(of_${name});`,
  `#undef of_${name}`,
];

/** true: an expression reads one of these variables. */
const reads = (e: Expression, locals: ReadonlySet<Local>): boolean =>
  (e.kind === 'local' && locals.has(e.local)) || below(e).some((b) => reads(b, locals));

const vectorType = (local: Local): string => (local.type === 'truth' ? 'rm_mask' : 'rm_vector');

/** Parts of a loop: what comes before it, the wide loop, the scalar loop from `i` to `stop`; `end`: of both. */
interface LoopText {
  readonly head: readonly string[];
  readonly wide: readonly string[];
  readonly scalar: readonly string[];
  readonly i: string;
  readonly end: string;
  readonly stop: string;
}

/** Vectors, then the rest one by one. */
const plainLoop = ({ head, wide, scalar, end, stop }: LoopText): string[] => [
  ...[...head, `const int32_t ${stop} = ${end};`],
  ...['#if RM_WIDTH > 1', '{', ...wide, '}', '#endif'],
  ...[...scalar, '}'],
];

/** A long loop begins one by one, until vectors stored from `store` on lie within cache lines. */
const alignedLoop = ({ head, wide, scalar, i, end, stop }: LoopText, store: string): string[] => [
  ...head,
  ...['#if RM_WIDTH > 1', `int32_t ${stop} = RM_ALIGNED(F + ${store}, ${i}, ${end});`, 'for (;;) {'],
  ...['#else', `const int32_t ${stop} = ${end};`, '#endif'],
  ...scalar,
  ...['#if RM_WIDTH > 1', ...wide, `if (${i} >= ${end}) break;`, `${stop} = ${end};`, '}', '#endif'],
  '}',
];

/** Vectors up to rounds that leave, these one by one, and so on. */
const leavingLoop = ({ head, wide, scalar, i, end, stop }: LoopText, skip: string): string[] => [
  ...[...head, `int32_t ${stop} = ${end};`, ...(skip === '' ? [] : [`int32_t ${skip} = 0;`])],
  ...['#if RM_WIDTH > 1', 'for (;;) {', ...wide, '#endif'],
  ...scalar,
  ...['#if RM_WIDTH > 1', `if (${i} >= ${end}) break;`, `${stop} = ${end};`, '}', '#endif'],
  '}',
];
