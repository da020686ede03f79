/** Code of one function, one instance at a time: trees (trees.ts) → instructions. Loops marked `lanes` are handed to lanes.ts where that pays. */

import type { Callee } from '../code/functionTable.js';
import type { AtomicOperation, Expression, FunctionTree, Local, Loop, Operation, Statement, Type } from '../code/trees.js';
import { Code, type Instruction, type ValueType } from './binary.js';

/** The module around a function, as its writer needs it. */
export interface Surroundings {
  readonly callee: (name: string) => Callee;
  /** Emits a loop over lanes two at a time and says so, or emits nothing. */
  readonly lanes: ((emitter: Emitter, loop: Loop) => boolean) | null;
}

const doubleOperations: Partial<Record<Operation, Instruction>> = {
  add: 'f64.add',
  sub: 'f64.sub',
  mul: 'f64.mul',
  div: 'f64.div',
  neg: 'f64.neg',
  abs: 'f64.abs',
  sqrt: 'f64.sqrt',
  min: 'f64.min',
  max: 'f64.max',
  floor: 'f64.floor',
  ceil: 'f64.ceil',
  convert: 'f64.convert_i32',
};
const intOperations: Partial<Record<Operation, Instruction>> = {
  add: 'i32.add',
  sub: 'i32.sub',
  mul: 'i32.mul',
  rem: 'i32.rem',
  truncate: 'i32.trunc_sat_f64',
};
const comparisons: Partial<Record<Operation, 'lt' | 'le' | 'gt' | 'ge' | 'eq' | 'ne'>> = {
  lt: 'lt',
  le: 'le',
  gt: 'gt',
  ge: 'ge',
  eq: 'eq',
  ne: 'ne',
};

/** Value type of a type: truths are integers 0 and 1. */
export const valueType = (type: Type): ValueType => (type === 'double' ? 'f64' : 'i32');

const wordBytes = { int: 4, double: 8 } as const;
const shifts = { int: 2, double: 3 } as const;

/** Open constructs of the code, innermost last. */
type Construct = 'break' | 'continue' | 'other';

export class Emitter {
  readonly code = new Code();
  readonly locals: ValueType[] = [];
  private readonly numbers = new Map<Local, number>();
  private readonly constructs: Construct[] = [];
  /** How a local is read where it is not simply read: set by lanes.ts while it works on one lane. */
  readLocal: ((local: Local) => boolean) | null = null;

  /** The functions that calls mean in the text that is being emitted. */
  callee: (name: string) => Callee;

  constructor(
    private readonly parameters: readonly Local[],
    readonly surroundings: Surroundings,
  ) {
    this.callee = surroundings.callee;
    parameters.forEach((p, k) => this.numbers.set(p, k));
  }

  /** A local of the code; its number. */
  fresh(type: ValueType): number {
    this.locals.push(type);
    return this.parameters.length + this.locals.length - 1;
  }

  numberOf(local: Local): number {
    let number = this.numbers.get(local);
    if (number === undefined) {
      number = this.fresh(valueType(local.type));
      this.numbers.set(local, number);
    }
    return number;
  }

  function(tree: FunctionTree): void {
    this.statements(tree.body);
    if (tree.result !== null && tree.body.at(-1)?.kind !== 'return') this.code.op('unreachable');
  }

  statements(list: readonly Statement[]): void {
    for (const s of list) this.statement(s);
  }

  private statement(s: Statement): void {
    const { code } = this;
    switch (s.kind) {
      case 'set':
        this.expression(s.value);
        code.set(this.numberOf(s.local));
        return;
      case 'store': {
        const offset = this.address(s.type, s.index, s.offset);
        this.expression(s.value);
        code.at(s.type === 'int' ? 'i32.store' : 'f64.store', offset);
        return;
      }
      case 'if':
        this.expression(s.condition);
        this.open('if', 'other');
        this.statements(s.whenTrue);
        if (s.whenFalse.length > 0) {
          code.op('else');
          this.statements(s.whenFalse);
        }
        this.close();
        return;
      case 'loop':
        if (s.lanes && this.surroundings.lanes?.(this, s)) return;
        this.statements(s.init);
        this.loop(s);
        return;
      case 'break':
      case 'continue':
        code.branch(this.depthOf(s.kind));
        return;
      case 'return':
        if (s.value) this.expression(s.value);
        code.op('return');
        return;
      case 'evaluate':
        this.expression(s.value);
        if (!(s.value.kind === 'call' && !s.value.gives) && !(s.value.kind === 'atomic' && s.value.operation === 'store')) code.op('drop');
        return;
    }
  }

  /** Everything of a loop but its init. */
  loop({ condition, body, update }: Loop): void {
    const { code } = this;
    this.open('block', 'break');
    if (condition) this.leaveUnless(condition);
    this.open('loop', 'other');
    this.open('block', 'continue');
    this.statements(body);
    this.close();
    this.statements(update);
    if (condition) {
      this.expression(condition);
      code.branchIf(0);
    } else code.branch(0);
    this.close();
    this.close();
  }

  private leaveUnless(condition: Expression): void {
    this.expression(condition);
    this.code.op('i32.eqz').branchIf(this.depthOf('break'));
  }

  open(what: 'block' | 'loop' | 'if', construct: Construct): void {
    this.code.open(what);
    this.constructs.push(construct);
  }

  close(): void {
    this.code.op('end');
    this.constructs.pop();
  }

  /** How many constructs are open: a branch to one opened when there were n goes `openConstructs - n` levels out. */
  get openConstructs(): number {
    return this.constructs.length - 1;
  }

  private depthOf(construct: Construct): number {
    const at = this.constructs.lastIndexOf(construct);
    if (at < 0) throw new SyntaxError(`kernel text: ${construct} outside of a loop`);
    return this.constructs.length - 1 - at;
  }

  /** Puts the address of an element on the stack; gives the offset in bytes that the access adds. */
  address(type: 'int' | 'double', index: Expression | null, offset: number): number {
    const { code } = this;
    if (!index) {
      code.int(0);
      return offset * wordBytes[type];
    }
    this.expression(index);
    // The access adds its offset to a number without a sign.
    const adds = offset !== 0 && (offset < 0 || subtracts(index));
    if (adds) code.int(offset).op('i32.add');
    code.int(shifts[type]).op('i32.shl');
    return adds ? 0 : offset * wordBytes[type];
  }

  /** Puts a value on the stack. */
  expression(e: Expression): void {
    const { code } = this;
    switch (e.kind) {
      case 'number':
        if (e.type === 'int') code.int(e.value);
        else code.number(e.value);
        return;
      case 'local':
        if (!this.readLocal?.(e.local)) code.get(this.numberOf(e.local));
        return;
      case 'load':
        code.at(e.type === 'int' ? 'i32.load' : 'f64.load', this.address(e.type, e.index, e.offset));
        return;
      case 'operation':
        this.operation(e.operation, e.args, e.type);
        return;
      case 'select':
        this.select(e.args, e.type);
        return;
      case 'call':
        for (const a of e.args) this.expression(a);
        code.call(this.callee(e.name).index);
        return;
      case 'atomic':
        this.atomic(e.operation, e.index, e.offset, e.args);
        return;
    }
  }

  /** Does `work`, of the text of another function. */
  within(callee: Callee, work: () => void): void {
    const before = this.callee;
    this.callee = callee.callee;
    work();
    this.callee = before;
  }

  private operation(operation: Operation, args: readonly Expression[], type: Type): void {
    const { code } = this;
    const [a, b] = args as [Expression, Expression];
    if (operation === 'and' || operation === 'or') {
      this.logic(operation, a, b);
      return;
    }
    this.expression(a);
    if (args.length > 1) this.expression(b);
    const comparison = comparisons[operation];
    if (operation === 'not') code.op('i32.eqz');
    else if (comparison) code.op(a.type === 'double' ? `f64.${comparison}` : `i32.${comparison}`);
    else if (type === 'int') code.op(intOperations[operation] as Instruction);
    else if (operation === 'exponentOf') exponent(code);
    else if (operation === 'powerOfTwo') power(code);
    else code.op(doubleOperations[operation] as Instruction);
  }

  /** Both sides at once where they cannot do harm, in the order of JavaScript where the second loads what the first allows. */
  private logic(operation: 'and' | 'or', a: Expression, b: Expression): void {
    const { code } = this;
    this.expression(a);
    if (!mustWait(b)) {
      this.expression(b);
      code.op(operation === 'and' ? 'i32.and' : 'i32.or');
      return;
    }
    code.open('if', 'i32');
    if (operation === 'and') this.expression(b);
    else code.int(1);
    code.op('else');
    if (operation === 'and') code.int(0);
    else this.expression(b);
    code.op('end');
  }

  private select([condition, a, b]: readonly [Expression, Expression, Expression], type: Type): void {
    const { code } = this;
    if (isCheap(a) && isCheap(b)) {
      this.expression(a);
      this.expression(b);
      this.expression(condition);
      code.op('select');
      return;
    }
    this.expression(condition);
    code.open('if', valueType(type));
    this.expression(a);
    code.op('else');
    this.expression(b);
    code.op('end');
  }

  private atomic(operation: AtomicOperation, index: Expression | null, offset: number, args: readonly Expression[]): void {
    const { code } = this;
    const at = this.address('int', index, offset);
    if (operation === 'wait') {
      const [expected, milliseconds] = args as [Expression, Expression];
      this.expression(expected);
      this.expression(milliseconds);
      code.op('i64.extend_i32').long(1_000_000n).byte(0x7e); // i64.mul: nanoseconds
      code.at('memory.atomic.wait32', at);
      return;
    }
    if (operation === 'notify') {
      code.int(-1).at('memory.atomic.notify', at);
      return;
    }
    for (const a of args) this.expression(a);
    const instructions = { load: 'load', store: 'store', add: 'rmw.add', sub: 'rmw.sub', compareExchange: 'rmw.cmpxchg' } as const;
    code.at(`i32.atomic.${instructions[operation]}`, at);
  }
}

/** Bits of the double on the stack → its unbiased exponent as a double. */
function exponent(code: Code): void {
  code.op('i64.reinterpret_f64').long(1n).op('i64.shl').long(53n).op('i64.shr_u');
  code
    .long(0x4330000000000000n)
    .op('i64.or')
    .op('f64.reinterpret_i64')
    .number(2 ** 52 + 1023)
    .op('f64.sub');
}

/** k + 1023 stands in the low bits of 2^52 + 1023 + k. */
function power(code: Code): void {
  code
    .number(2 ** 52 + 1023)
    .op('f64.add')
    .op('i64.reinterpret_f64')
    .long(53n)
    .op('i64.shl')
    .long(1n)
    .op('i64.shr_u')
    .op('f64.reinterpret_i64');
}

/** Whether an index may be negative before a constant is added. */
const subtracts = (e: Expression): boolean => e.kind === 'operation' && (e.operation === 'sub' || e.args.some(subtracts));

/** Whether evaluating costs less than a jump. */
function isCheap(e: Expression): boolean {
  if (e.kind === 'number' || e.kind === 'local') return true;
  if (e.kind !== 'operation' && e.kind !== 'select') return false;
  if (e.kind === 'operation' && ['div', 'sqrt', 'rem'].includes(e.operation)) return false;
  return e.args.every((a) => a.kind === 'number' || a.kind === 'local');
}

/** Whether it may do harm where it is not asked for: memory, calls, and a remainder of zero. */
function mustWait(e: Expression): boolean {
  if (e.kind === 'load' || e.kind === 'atomic' || e.kind === 'call' || (e.kind === 'operation' && e.operation === 'rem')) return true;
  return e.kind !== 'number' && e.kind !== 'local' && e.args.some(mustWait);
}
