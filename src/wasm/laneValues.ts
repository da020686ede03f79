/** Values of a loop over lanes that was found to be one (code/laneLoops.ts): expressions as vectors, integers by lane. */
import type { Callee } from '../code/functionTable.js';
import { type LaneLoop, slope } from '../code/laneLoops.js';
import type { Expression, Local, Operation } from '../code/trees.js';
import type { Instruction } from './binary.js';
import type { Emitter } from './scalar.js';

export type Place =
  | { readonly kind: 'vector'; readonly number: number; readonly depth: number }
  /** Grows by one from lane to lane; `number` holds that of lane 0. */
  | { readonly kind: 'linear'; readonly number: number }
  | { readonly kind: 'each'; readonly numbers: readonly [number, number] };

const operations: Partial<Record<Operation, Instruction>> = {
  add: 'f64x2.add',
  sub: 'f64x2.sub',
  mul: 'f64x2.mul',
  div: 'f64x2.div',
  neg: 'f64x2.neg',
  abs: 'f64x2.abs',
  sqrt: 'f64x2.sqrt',
  min: 'f64x2.min',
  max: 'f64x2.max',
  floor: 'f64x2.floor',
  ceil: 'f64x2.ceil',
  lt: 'f64x2.lt',
  le: 'f64x2.le',
  gt: 'f64x2.gt',
  ge: 'f64x2.ge',
  eq: 'f64x2.eq',
  ne: 'f64x2.ne',
  and: 'v128.and',
  or: 'v128.or',
  not: 'v128.not',
};

export abstract class LaneValues {
  protected readonly places = new Map<Local, Place>();
  /** Vectors of maxima. */
  protected readonly maxima = new Map<Local, number>();
  /** Locals of the code for variables of called functions. */
  private readonly calleeNumbers = new Map<Local, number>();
  private lane = 0;
  /** Mask local of the statements being emitted; null: all lanes. */
  protected mask: number | null = null;

  constructor(
    protected readonly emitter: Emitter,
    protected readonly checked: LaneLoop,
  ) {}

  protected inLane<T>(lane: number, work: () => T): T {
    const { emitter } = this;
    const [before, laneBefore] = [emitter.readLocal, this.lane];
    this.lane = lane;
    emitter.readLocal = (local) => this.readInteger(local);
    const result = work();
    [emitter.readLocal, this.lane] = [before, laneBefore];
    return result;
  }

  private readInteger(local: Local): boolean {
    const place = this.places.get(local);
    const { code } = this.emitter;
    if (!place) return false;
    if (place.kind === 'each') code.get(place.numbers[this.lane as 0 | 1]);
    else {
      code.get(place.number);
      if (this.lane > 0) code.int(this.lane).op('i32.add');
    }
    return true;
  }

  protected slope(e: Expression): 0 | 1 | null {
    return slope(this.checked, e);
  }

  /** Puts both lanes of a double, or the mask of a truth, on the stack. */
  protected vector(e: Expression): void {
    const { emitter } = this;
    const { code } = emitter;
    if (e.kind === 'number') {
      code.numbers(e.value);
      return;
    }
    if (e.kind === 'local') {
      this.vectorLocal(e.local);
      return;
    }
    if (e.type === 'truth' && this.slope(e) === 0) {
      code.long(0n);
      this.inLane(0, () => emitter.expression(e));
      code.op('i64.extend_i32').byte(0x7d).op('i64x2.splat'); // i64.sub: 0 - truth
      return;
    }
    if (e.kind === 'load') {
      this.load(e);
      return;
    }
    if (e.kind === 'select') {
      const [condition, a, b] = e.args;
      if (this.larger(e.args)) return;
      this.vector(a);
      this.vector(b);
      this.vector(condition);
      code.op('v128.bitselect');
      return;
    }
    if (e.kind === 'call') {
      for (const a of e.args) this.vector(a);
      this.call(emitter.callee(e.name));
      return;
    }
    if (e.kind === 'operation') this.operation(e.operation, e.args);
  }

  /** The statements of a function, on the vectors that are on the stack. */
  private call(callee: Callee): void {
    const { emitter, places } = this;
    const { tree } = callee;
    const assign = (local: Local): void => {
      const number = this.calleeNumbers.get(local) ?? emitter.fresh('v128');
      this.calleeNumbers.set(local, number);
      emitter.code.set(number);
      places.set(local, { kind: 'vector', number, depth: 0 });
    };
    for (const p of [...tree.parameters].reverse()) assign(p);
    emitter.within(callee, () => {
      for (const s of tree.body) {
        if (s.kind !== 'set' && s.kind !== 'return') continue;
        if (s.value) this.vector(s.value);
        if (s.kind === 'set') assign(s.local);
      }
    });
  }

  private operation(operation: Operation, args: readonly Expression[]): void {
    const { emitter } = this;
    const { code } = emitter;
    if (operation === 'convert') {
      const [a] = args as [Expression];
      this.inLane(0, () => emitter.expression(a));
      code.op('f64.convert_i32').op('f64x2.splat');
      if (this.slope(a) === 0) return;
      this.inLane(1, () => emitter.expression(a));
      code.op('f64.convert_i32').replaceLane(1);
      return;
    }
    if ((operation === 'min' || operation === 'max') && this.bound(operation, args as [Expression, Expression])) return;
    const [first, ...rest] = args as [Expression, ...Expression[]];
    this.vector(first);
    for (const a of rest) this.vector(a);
    if (operation === 'exponentOf') exponent(code);
    else if (operation === 'powerOfTwo') power(code);
    else code.op(operations[operation] as Instruction);
  }

  /**
   * Minimum or maximum with a constant c by pmin, pmax: one instruction where min, max take six (V8 on x64). pmax(x, c) is x < c ? c : x, so a NaN
   * stays a NaN, and of equal values x is taken: c itself unless both are zero. Zeros: min(+0, x) and max(-0, x) are x of either sign, as here;
   * max(+0, -0) is +0, which adding +0 makes of -0 and nothing else; min(-0, x) is left to min.
   */
  private bound(operation: 'min' | 'max', [a, b]: readonly [Expression, Expression]): boolean {
    const [constant, other] = a.kind === 'number' ? [a.value, b] : b.kind === 'number' ? [b.value, a] : [Number.NaN, a];
    if (Number.isNaN(constant) || (operation === 'min' && Object.is(constant, -0))) return false;
    const { code } = this.emitter;
    this.vector(other);
    code.numbers(constant).op(`f64x2.p${operation}`);
    if (operation === 'max' && Object.is(constant, 0)) code.numbers(0).op('f64x2.add');
    return true;
  }

  /** `x < y ? y : x` and what is like it, of variables: one instruction where a comparison and a choice take five (V8 on x64). */
  private larger([condition, a, b]: readonly [Expression, Expression, Expression]): boolean {
    if (condition.kind !== 'operation' || (condition.operation !== 'lt' && condition.operation !== 'gt')) return false;
    const sides = [...condition.args, a, b].map((e) => (e.kind === 'local' && e.type === 'double' ? e.local : null));
    const [x, y] = condition.operation === 'lt' ? sides : [sides[1], sides[0]];
    const [whenTrue, whenFalse] = sides.slice(2);
    if (!x || !y || x === y) return false;
    const { code } = this.emitter;
    if (whenTrue === y && whenFalse === x) {
      this.vectorLocal(x);
      this.vectorLocal(y);
      code.op('f64x2.pmax');
    } else if (whenTrue === x && whenFalse === y) {
      this.vectorLocal(y);
      this.vectorLocal(x);
      code.op('f64x2.pmin');
    } else return false;
    return true;
  }

  private vectorLocal(local: Local): void {
    const { code } = this.emitter;
    const number = this.maxima.get(local);
    const place = this.places.get(local);
    if (number !== undefined) code.get(number);
    else if (place?.kind === 'vector') code.get(place.number);
    else if (local.type === 'double') code.get(this.emitter.numberOf(local)).op('f64x2.splat');
    else code.long(0n).get(this.emitter.numberOf(local)).op('i64.extend_i32').byte(0x7d).op('i64x2.splat');
  }

  private load(e: Extract<Expression, { kind: 'load' }>): void {
    const { emitter } = this;
    const { code } = emitter;
    const slope = e.index ? this.slope(e.index) : 0;
    const bytes = this.inLane(0, () => emitter.address(e.type, e.index, e.offset));
    code.at(slope === 1 ? 'v128.load' : 'v128.load64_splat', bytes);
    if (slope !== null) return;
    const first = emitter.fresh('v128');
    code.set(first);
    const second = this.inLane(1, () => emitter.address(e.type, e.index, e.offset));
    code.get(first).loadLane(1, second);
  }
}

type Codes = Emitter['code'];

/** As in scalar.ts, both lanes. */
function exponent(code: Codes): void {
  code
    .int(1)
    .op('i64x2.shl')
    .int(53)
    .op('i64x2.shr_u')
    .longs(0x4330000000000000n)
    .op('v128.or')
    .numbers(2 ** 52 + 1023)
    .op('f64x2.sub');
}

function power(code: Codes): void {
  code
    .numbers(2 ** 52 + 1023)
    .op('f64x2.add')
    .int(53)
    .op('i64x2.shl')
    .int(1)
    .op('i64x2.shr_u');
}
