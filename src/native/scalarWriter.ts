/**
 * Functions of the step as C, one instance at a time: trees (code/trees.ts) → text. What C leaves undefined or to its compilers is written so that it is defined, and the same as
 * in the language of the kernels:
 *
 *     integers   sums, differences and products wrap (`rm_add`), remainders by 0 and -1 are 0; an index is worked out in 64 bits
 *     doubles    what becomes an integer is cut off and kept within 32 bits, NaN gives 0; minimum and maximum know NaN and the sign of zero; no contraction (prelude.ts)
 *     order      at most one value of an expression changes memory, and then no other of its operands reads it, so that the order does not matter
 *     memory     doubles are only read and written as doubles, words as words; vectors of doubles may alias them
 *
 * Which bits a NaN has is left open.
 */
import type { Callee } from '../code/functionTable.js';
import { laneLoop } from '../code/laneLoops.js';
import { below, type Expression, type Local, type Loop, type Operation, type Statement, type Type } from '../code/trees.js';
import { type LaneScalar, LaneWriter } from './laneWriter.js';
import { nameOf, numberText, type WriterOptions } from './names.js';

const typeNames: Readonly<Record<Type, string>> = { int: 'int32_t', double: 'double', truth: 'int' };

const infix: Partial<Record<Operation, string>> = {
  ...{ add: '+', sub: '-', mul: '*', div: '/', and: '&&', or: '||' },
  ...{ lt: '<', le: '<=', gt: '>', ge: '>=', eq: '==', ne: '!=' },
};
const onIntegers: Partial<Record<Operation, string>> = { add: 'rm_add', sub: 'rm_sub', mul: 'rm_mul', rem: 'rm_rem' };
const prefix: Partial<Record<Operation, string>> = { neg: '-', not: '!', convert: '(double)' };
const functions: Partial<Record<Operation, string>> = {
  abs: 'fabs',
  sqrt: 'sqrt',
  floor: 'floor',
  ceil: 'ceil',
  min: 'rm_min',
  max: 'rm_max',
  exponentOf: 'rm_exponent',
  powerOfTwo: 'rm_power',
  truncate: 'rm_truncate',
};

/** A function in C and the functions that it needs. */
export interface Written {
  readonly text: string;
  /** Functions that it calls; `onVectors`: those whose vector form it calls. */
  readonly calls: ReadonlySet<Callee>;
  readonly onVectors: ReadonlySet<Callee>;
}

/** Writes a function. Throws SyntaxError where its result depends on the order of evaluation. */
export function functionText(made: Callee, options: WriterOptions): Written {
  const writer = new ScalarWriter(made, options);
  return { text: writer.function(), calls: writer.calls, onVectors: writer.onVectors };
}

/** Writes the vector form of an elementary function, for calls in lanes. */
export function vectorFunctionText(made: Callee, options: WriterOptions): Written {
  const writer = new ScalarWriter(made, options);
  const text = new LaneWriter(writer, { counter: { name: 'none', type: 'int' }, end: zero, places: new Map(), maxima: new Map() }).function(
    made.tree,
    nameOf(made),
  );
  return { text, calls: writer.calls, onVectors: writer.onVectors };
}

const zero: Expression = { kind: 'number', type: 'int', value: 0 };

class ScalarWriter implements LaneScalar {
  readonly calls = new Set<Callee>();
  readonly onVectors = new Set<Callee>();
  private readonly names = new Map<Local, string>();
  private readonly readLocals: ReadonlySet<Local>;
  private count = 0;
  /** Text that reads a variable, null for its plain name: laneWriter.ts sets it while it writes for one lane. */
  readLocal: ((local: Local) => string | null) | null = null;

  constructor(
    readonly made: Callee,
    readonly options: WriterOptions,
  ) {
    this.readLocals = readVariables(made.tree.body, (value) => this.changes(value));
  }

  function(): string {
    const { tree } = this.made;
    const body = this.statements(tree.body);
    const unread = tree.parameters.filter((p) => !this.readLocals.has(p)).map((p) => `(void)${this.nameOf(p)};`);
    return `${this.head()} {\n${[...this.unusedMemory(body), ...unread, ...body].join('\n')}\n}`;
  }

  head(): string {
    const { tree, hasMemory } = this.made;
    const memory = hasMemory ? ['double *restrict F', 'int32_t *restrict I'] : [];
    const parameters = [...memory, ...tree.parameters.map((p) => `${typeNames[p.type]} ${this.nameOf(p)}`)].join(', ') || 'void';
    const rare = this.made.as === null && tree.name === 'slow' ? 'RM_RARE ' : '';
    return `static ${rare}${tree.result ? typeNames[tree.result] : 'void'} ${nameOf(this.made)}(${parameters})`;
  }

  private unusedMemory(body: readonly string[]): string[] {
    if (!this.made.hasMemory) return [];
    const text = body.join('\n');
    return ['F', 'I'].filter((name) => !new RegExp(`\\b${name}\\b`).test(text)).map((name) => `(void)${name};`);
  }

  nameOf(local: Local): string {
    let name = this.names.get(local);
    if (name === undefined) {
      name = this.fresh(local.name.replace(/\W/g, '_'));
      this.names.set(local, name);
    }
    return name;
  }

  fresh(name: string): string {
    return `${name}_${this.count++}`;
  }

  statements(list: readonly Statement[]): string[] {
    return list.flatMap((s) => this.statement(s));
  }

  statement(s: Statement): string[] {
    switch (s.kind) {
      case 'set': {
        const value = this.expression(s.value);
        // A value that nobody asks for, of a piece that stands in place of its call.
        if (!this.readLocals.has(s.local)) return this.changes(s.value) ? [`(void)${value};`] : [];
        return [`${s.declares ? `${typeNames[s.local.type]} ` : ''}${this.nameOf(s.local)} = ${value};`];
      }
      case 'store':
        this.inAnyOrder(s.index ? [s.index, s.value] : [s.value]);
        return [`${this.place(s.type, s.index, s.offset)} = ${this.expression(s.value)};`];
      case 'if': {
        const otherwise = s.whenFalse.length > 0 ? ['} else {', ...this.statements(s.whenFalse)] : [];
        return [`if (${bare(this.expression(s.condition))}) {`, ...this.statements(s.whenTrue), ...otherwise, '}'];
      }
      case 'loop':
        return this.loop(s);
      case 'break':
      case 'continue':
        return [`${s.kind};`];
      case 'return':
        return [s.value ? `return ${this.expression(s.value)};` : 'return;'];
      case 'evaluate':
        return this.changes(s.value) ? [`${s.value.kind === 'call' && !s.value.gives ? '' : '(void)'}${this.expression(s.value)};`] : [];
    }
  }

  private loop(loop: Loop): string[] {
    const lanes = this.options.wide ? laneLoop(loop, this.made.callee) : null;
    if (lanes) return new LaneWriter(this, lanes).loop(loop);
    const condition = loop.condition ? bare(this.expression(loop.condition)) : '';
    const update = this.statements(loop.update).map((one) => one.replace(/;$/, ''));
    return ['{', ...this.statements(loop.init), `for (; ${condition}; ${update.join(', ')}) {`, ...this.statements(loop.body), '}', '}'];
  }

  /** An element of the memory. */
  place(type: 'int' | 'double', index: Expression | null, offset: number): string {
    const [array, size] = type === 'int' ? ['I', 'rm_words'] : ['F', 'rm_doubles'];
    const at = this.index(index, offset);
    return this.options.checked ? `*rm_${type === 'int' ? 'word' : 'double'}(${array}, ${at}, ${size})` : `${array}[${at}]`;
  }

  /** An index, in 64 bits. */
  index(index: Expression | null, offset: number): string {
    if (!index) return String(offset);
    const varying = this.wide(index);
    return offset === 0 ? varying : `${offset < 0 ? `(${offset})` : offset} + ${varying}`;
  }

  private wide(e: Expression): string {
    if (e.kind === 'number') return e.value < 0 ? `(${e.value})` : String(e.value);
    if (e.kind === 'operation' && e.type === 'int' && (e.operation === 'add' || e.operation === 'sub' || e.operation === 'mul')) {
      const [a, b] = e.args as [Expression, Expression];
      this.inAnyOrder(e.args);
      const text = `${this.wide(a)} ${infix[e.operation]} ${this.wide(b)}`;
      return `(${text})`;
    }
    return `(int64_t)${this.expression(e)}`;
  }

  expression(e: Expression): string {
    switch (e.kind) {
      case 'number':
        return e.type === 'int' ? intText(e.value) : numberText(e.value);
      case 'local':
        return this.readLocal?.(e.local) ?? this.nameOf(e.local);
      case 'load':
        return this.place(e.type, e.index, e.offset);
      case 'operation':
        return this.operation(e);
      case 'select': {
        const [condition, a, b] = e.args.map((one) => this.expression(one)) as [string, string, string];
        return `(${condition} ? ${a} : ${b})`;
      }
      case 'call': {
        const callee = this.made.callee(e.name);
        this.calls.add(callee);
        this.inAnyOrder(e.args);
        return `${nameOf(callee)}(${[...(callee.hasMemory ? ['F', 'I'] : []), ...e.args.map((a) => bare(this.expression(a)))].join(', ')})`;
      }
      case 'atomic':
        return this.atomic(e);
    }
  }

  /** true: evaluating it changes memory, or may. */
  private changes(e: Expression): boolean {
    return (e.kind === 'atomic' && e.operation !== 'load') || this.isCallOnMemory(e) || below(e).some((b) => this.changes(b));
  }

  private readsOrChanges(e: Expression): boolean {
    return e.kind === 'load' || e.kind === 'atomic' || this.isCallOnMemory(e) || below(e).some((b) => this.readsOrChanges(b));
  }

  private isCallOnMemory(e: Expression): boolean {
    return e.kind === 'call' && this.made.callee(e.name).hasMemory;
  }

  /** Throws SyntaxError where the order of the operands shows in the result: C leaves that order open. */
  private inAnyOrder(operands: readonly Expression[]): void {
    for (const one of operands)
      if (this.changes(one) && operands.some((other) => other !== one && this.readsOrChanges(other)))
        throw new SyntaxError('kernel text: an operand that changes memory beside one that reads it is not in the language of the kernels');
  }

  isRead(local: Local): boolean {
    return this.readLocals.has(local);
  }

  private operation({ operation, args, type }: Extract<Expression, { kind: 'operation' }>): string {
    const known = knownTruth(operation, args);
    if (known !== null) return known ? '1' : '0';
    // Both sides of these are in order.
    if (operation !== 'and' && operation !== 'or') this.inAnyOrder(args);
    const [a, b] = args.map((one) => this.expression(one)) as [string, string | undefined];
    if (type === 'int' && onIntegers[operation]) return `${onIntegers[operation]}(${bare(a)}, ${bare(b as string)})`;
    if (functions[operation]) return `${functions[operation]}(${[a, ...(b === undefined ? [] : [b])].map(bare).join(', ')})`;
    if (prefix[operation]) return `(${prefix[operation]}${a})`;
    return `(${a} ${infix[operation]} ${b})`;
  }

  /** Words that threads share: C11 atomics, sequentially consistent as those of JavaScript. Threads sleep in JavaScript. */
  private atomic({ operation, index, offset, args }: Extract<Expression, { kind: 'atomic' }>): string {
    this.inAnyOrder([...(index ? [index] : []), ...args]);
    const given = args.map((a) => bare(this.expression(a)));
    if (operation === 'wait' || operation === 'notify')
      return `rm_${operation}(${[`(double)(${this.index(index, offset)})`, ...given].join(', ')})`;
    const at = `&${this.place('int', index, offset)}`;
    const name = { load: 'load', store: 'store', add: 'fetch_add', sub: 'fetch_sub', compareExchange: 'exchange' }[operation];
    return `rm_atomic_${name}(${[at, ...given].join(', ')})`;
  }
}

/** Drops the parentheses around a text. */
export function bare(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let k = 0; k < text.length; k++) {
    if (text[k] === '(') depth++;
    if (text[k] === ')') depth--;
    if (depth === 0 && k < text.length - 1) return text;
  }
  return text.slice(1, -1);
}

function intText(value: number): string {
  if (value === -(2 ** 31)) return 'INT32_MIN';
  return value < 0 ? `(${value})` : String(value);
}

/** Result of a comparison of two literals; null for any other operation. */
function knownTruth(operation: Operation, args: readonly Expression[]): boolean | null {
  const [a, b] = args;
  if (a?.kind !== 'number' || b?.kind !== 'number' || (operation !== 'eq' && operation !== 'ne')) return null;
  return (a.value === b.value) === (operation === 'eq');
}

/**
 * Variables that are read: by what is stored, given, decided or called, and by the values of those that are. `kept`: whether a value is worked out though nobody reads it.
 */
function readVariables(body: readonly Statement[], kept: (value: Expression) => boolean): Set<Local> {
  const seen = new Set<Local>();
  const values = new Map<Local, Expression[]>();
  const read = (e: Expression): void => {
    if (e.kind === 'local' && !seen.has(e.local)) {
      seen.add(e.local);
      for (const value of values.get(e.local) ?? []) read(value);
    }
    for (const b of below(e)) read(b);
  };
  const roots: Expression[] = [];
  eachStatement(body, (s) => {
    if (s.kind === 'set') values.set(s.local, [...(values.get(s.local) ?? []), s.value]);
    roots.push(...readBy(s, kept));
  });
  for (const root of roots) read(root);
  return seen;
}

/** What a statement reads whatever becomes of its variables. */
function readBy(s: Statement, kept: (value: Expression) => boolean): Expression[] {
  switch (s.kind) {
    case 'set':
      return kept(s.value) ? [s.value] : [];
    case 'evaluate':
      return [s.value];
    case 'store':
      return [...(s.index ? [s.index] : []), s.value];
    case 'return':
      return s.value ? [s.value] : [];
    case 'if':
      return [s.condition];
    case 'loop':
      return [...(s.condition ? [s.condition] : []), ...(s.lanes ? [s.lanes.end] : [])];
    default:
      return [];
  }
}

function eachStatement(list: readonly Statement[], visit: (s: Statement) => void): void {
  for (const s of list) {
    visit(s);
    if (s.kind === 'if') eachStatement([...s.whenTrue, ...s.whenFalse], visit);
    if (s.kind === 'loop') eachStatement([...s.init, ...s.update, ...s.body], visit);
  }
}
