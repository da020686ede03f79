/**
 * Loops over lanes, two rounds at a time (f64x2). Straight code becomes vector code; an `if` runs its statements under a mask; an inner loop goes on
 * until all lanes have left it; a round that leaves by `if (…) { …; continue; }` sends both lanes through the scalar code, which does the same
 * operations on each, so that the bits are the same. What cannot be done in this way throws `NotInLanes`, and the loop stays scalar.
 *
 *     for (;;) {
 *       while (i + 1 < end) { two rounds; any lane that leaves: stop = i + 2, go to scalar; i += 2 }
 *       otherwise stop = end
 *       scalar: while (i < stop) { one round; i++ }
 *       if (i >= end) break
 *     }
 *
 * Integers that grow by one from round to round are the places of contiguous loads and stores; other integers exist twice, one for each lane. Functions
 * on doubles stand in place of their calls (a sine: 0.86 of the time of a call; a Newton loop of exp and log: the same). Constants and values from outside
 * of the loop stand where they are used: V8 moves them out of the loop (vectors made before it: no difference in any kind of the library).
 *
 * No loop is kept out because it would lose: in lanes every kind of the library takes 0.45 to 1.0 of the scalar time at 1001 rows, eight light kinds also at 3, 17 and 20 000, `gain`
 * with one gather and one product 0.8. What leaves costs more in lanes than out of them, up to 1.25 where every round leaves.
 */
import { LaneValues, NotInLanes } from './laneValues.js';
import { below, type Expression, type Local, type Loop, type Statement } from './program.js';
import type { Emitter } from './scalar.js';

/** Emits `loop` in lanes. Throws NotInLanes. */
export function emitLanes(emitter: Emitter, loop: Loop): void {
  new Lanes(emitter, loop).emit();
}

class Lanes extends LaneValues {
  /** Of `maxima`, those by comparison. */
  private readonly compared = new Set<Local>();
  private readonly counter: Local;
  private readonly end: Expression;
  private depth = 0;
  /** Of the open inner loop: masks of the lanes that are still in it, and of those in each branch that is open inside. */
  private active: number[] | null = null;
  private stop = 0;
  private outside = 0;
  private stored = false;

  constructor(
    emitter: Emitter,
    private readonly loop: Loop,
  ) {
    super(emitter);
    if (!loop.lanes) throw new NotInLanes();
    this.counter = loop.lanes.counter;
    this.end = loop.lanes.end;
  }

  emit(): void {
    const { emitter, loop } = this;
    const { code } = emitter;
    emitter.statements(loop.init);
    const i = emitter.numberOf(this.counter);
    this.places.set(this.counter, { kind: 'linear', number: i });
    this.stop = emitter.fresh('i32');
    this.findMaxima();
    emitter.open('block', 'other');
    code.get(i);
    emitter.expression(this.end);
    code.op('i32.ge').branchIf(0);
    emitter.open('loop', 'other');
    emitter.open('block', 'other');
    this.outside = emitter.openConstructs;
    for (const [local, vector] of this.maxima) code.get(emitter.numberOf(local)).op('f64x2.splat').set(vector);
    emitter.open('loop', 'other');
    emitter.expression(this.end);
    code.set(this.stop);
    code.get(i).int(1).op('i32.add').get(this.stop).op('i32.ge').branchIf(1);
    this.inLane(0, () => this.statements(loop.body, true));
    code.get(i).int(2).op('i32.add').set(i).branch(0);
    emitter.close();
    emitter.close();
    for (const [local, vector] of this.maxima) {
      code.get(vector).extractLane(0).get(vector).extractLane(1);
      if (this.compared.has(local)) code.get(vector).extractLane(0).get(vector).extractLane(1).op('f64.ge').op('select');
      else code.op('f64.max');
      code.set(emitter.numberOf(local));
    }
    this.scalarRounds();
    code.get(i);
    emitter.expression(this.end);
    code.op('i32.lt').branchIf(0);
    emitter.close();
    emitter.close();
  }

  private scalarRounds(): void {
    const { emitter, loop } = this;
    const stop: Local = { name: 'stop', type: 'int' };
    const { code } = emitter;
    code.get(this.stop).set(emitter.numberOf(stop));
    const counter: Expression = { kind: 'local', type: 'int', local: this.counter };
    const condition: Expression = {
      kind: 'operation',
      type: 'truth',
      operation: 'lt',
      args: [counter, { kind: 'local', type: 'int', local: stop }],
    };
    emitter.loop({ ...loop, init: [], condition, lanes: null });
  }

  /** What rounds may do to variables from outside of the loop: keep the largest of something. */
  private findMaxima(): void {
    const { emitter, loop } = this;
    const declared = new Set<Local>([this.counter]);
    const find = (s: Statement): void => {
      if (s.kind === 'set' && s.declares) declared.add(s.local);
      else if (s.kind === 'set' && !declared.has(s.local)) {
        const { value } = s;
        const isMaximum =
          value.kind === 'operation' && value.operation === 'max' && value.args[0]?.kind === 'local' && value.args[0].local === s.local;
        if (!isMaximum && !comparedWith(s)) throw new NotInLanes();
        if (!isMaximum) this.compared.add(s.local);
        if (!this.maxima.has(s.local)) this.maxima.set(s.local, emitter.fresh('v128'));
      }
      eachBelow(s, find);
    };
    for (const s of loop.body) find(s);
    const check = (s: Statement): void => {
      // A maximum so far is not for reading: which rounds it is of depends on the lanes.
      const own = s.kind === 'set' && this.maxima.has(s.local) ? operandsOf(s) : null;
      for (const e of own ?? expressionsOf(s)) if (this.readsMaximum(e)) throw new NotInLanes();
      eachBelow(s, check);
    };
    for (const s of loop.body) check(s);
  }

  private readsMaximum(e: Expression): boolean {
    return (e.kind === 'local' && this.maxima.has(e.local)) || below(e).some((b) => this.readsMaximum(b));
  }

  private statements(list: readonly Statement[], top = false): void {
    for (const s of list) this.statement(s, top);
  }

  private statement(s: Statement, top: boolean): void {
    const { emitter } = this;
    const { code } = emitter;
    switch (s.kind) {
      case 'set':
        if (s.local.type === 'int') this.setInteger(s.local, s.value, s.declares);
        else this.setVector(s.local, s.value, s.declares);
        return;
      case 'store':
        this.store(s.type, s.index, s.offset, s.value);
        return;
      case 'if':
        if (top && isLeave(s)) {
          // The scalar code does the whole round again.
          if (this.stored) throw new NotInLanes();
          this.vector(s.condition);
          code.op('v128.any_true');
          emitter.open('if', 'other');
          code.get(emitter.numberOf(this.counter)).int(2).op('i32.add').set(this.stop);
          code.branch(emitter.openConstructs - this.outside);
          emitter.close();
          return;
        }
        this.masked(s.condition, s.whenTrue, s.whenFalse);
        return;
      case 'loop':
        this.innerLoop(s);
        return;
      case 'break': {
        const { active, mask } = this;
        if (!active || mask === null) throw new NotInLanes();
        // These lanes are done, in the loop and in every branch that they came through; the one they are in comes last, as it says which they are.
        for (const m of active) code.get(m).get(mask).op('v128.andnot').set(m);
        return;
      }
      default:
        throw new NotInLanes();
    }
  }

  private setInteger(local: Local, value: Expression, declares: boolean): void {
    const { emitter } = this;
    const { code } = emitter;
    if (!declares || this.mask !== null) throw new NotInLanes();
    const slope = this.slope(value);
    if (slope === 1 || slope === 0) {
      const number = emitter.numberOf(local);
      this.inLane(0, () => emitter.expression(value));
      code.set(number);
      if (slope === 1) this.places.set(local, { kind: 'linear', number });
      return;
    }
    const numbers = [0, 1].map((lane) => {
      const number = emitter.fresh('i32');
      this.inLane(lane, () => emitter.expression(value));
      code.set(number);
      return number;
    }) as [number, number];
    this.places.set(local, { kind: 'each', numbers });
  }

  private setVector(local: Local, value: Expression, declares: boolean): void {
    const { emitter } = this;
    const { code } = emitter;
    const maximum = this.maxima.get(local);
    const known = this.places.get(local);
    if (declares || !known) {
      if (!declares && maximum === undefined) throw new NotInLanes();
      const number = maximum ?? (known?.kind === 'vector' ? known.number : emitter.fresh('v128'));
      if (maximum !== undefined && this.mask !== null) throw new NotInLanes();
      const other = maximum === undefined ? null : comparedWith({ kind: 'set', local, value, declares });
      // pmax(x, e) is x < e ? e : x: one instruction where max takes six.
      if (other) {
        code.get(number);
        this.vector(other);
        code.op('f64x2.pmax');
      } else this.vector(value);
      code.set(number);
      if (declares) this.places.set(local, { kind: 'vector', number, depth: this.depth });
      return;
    }
    if (known.kind !== 'vector') throw new NotInLanes();
    this.vector(value);
    if (this.mask !== null && known.depth < this.depth) code.get(known.number).get(this.mask).op('v128.bitselect');
    code.set(known.number);
  }

  private store(type: 'int' | 'double', index: Expression | null, offset: number, value: Expression): void {
    const { emitter } = this;
    const { code } = emitter;
    if (type === 'int' || !index || this.mask !== null) throw new NotInLanes();
    const slope = this.slope(index);
    if (slope === 0) throw new NotInLanes();
    this.stored = true;
    if (slope === 1) {
      const bytes = this.inLane(0, () => emitter.address(type, index, offset));
      this.vector(value);
      code.at('v128.store', bytes);
      return;
    }
    const whole = emitter.fresh('v128');
    this.vector(value);
    code.set(whole);
    for (const lane of [0, 1]) {
      const bytes = this.inLane(lane, () => emitter.address(type, index, offset));
      code.get(whole).storeLane(lane, bytes);
    }
  }

  /** Both branches, each under its own mask. */
  private masked(condition: Expression, whenTrue: readonly Statement[], whenFalse: readonly Statement[]): void {
    const { emitter, mask: outer } = this;
    const { code } = emitter;
    const chosen = emitter.fresh('v128');
    this.vector(condition);
    if (outer !== null) code.get(outer).op('v128.and');
    code.set(chosen);
    this.under(chosen, whenTrue);
    if (whenFalse.length === 0) return;
    const rest = emitter.fresh('v128');
    if (outer === null) code.get(chosen).op('v128.not').set(rest);
    else code.get(outer).get(chosen).op('v128.andnot').set(rest);
    this.under(rest, whenFalse);
  }

  private under(mask: number, list: readonly Statement[]): void {
    const before = this.mask;
    this.mask = mask;
    this.depth++;
    this.active?.push(mask);
    this.statements(list);
    this.active?.pop();
    this.depth--;
    this.mask = before;
  }

  /** A loop inside: its counter is the same in all lanes; lanes that have left it are masked until the last has. */
  private innerLoop(loop: Loop): void {
    const { emitter } = this;
    const { code } = emitter;
    if (!loop.condition || this.mask !== null) throw new NotInLanes();
    for (const s of loop.init) if (s.kind !== 'set' || this.slope(s.value) !== 0) throw new NotInLanes();
    emitter.statements(loop.init);
    for (const s of loop.update) if (s.kind !== 'set' || this.slope(s.value) !== 0) throw new NotInLanes();
    if (this.slope(loop.condition) !== 0) throw new NotInLanes();
    const mask = emitter.fresh('v128');
    code.longs(-1n).set(mask);
    this.active = [];
    emitter.open('block', 'other');
    emitter.open('loop', 'other');
    emitter.expression(loop.condition);
    code.op('i32.eqz').branchIf(1);
    this.under(mask, loop.body);
    emitter.statements(loop.update);
    code.get(mask).op('v128.any_true').branchIf(0);
    emitter.close();
    emitter.close();
    this.active = null;
  }
}

/** The e of x = e > x ? e : x, e a variable; null for anything else. Unlike max it passes over a NaN. */
function comparedWith({ local, value }: Extract<Statement, { kind: 'set' }>): Expression | null {
  if (value.kind !== 'select') return null;
  const [condition, chosen, rest] = value.args;
  if (condition.kind !== 'operation' || condition.operation !== 'gt') return null;
  const [left, right] = condition.args as [Expression, Expression];
  const isLocal = (e: Expression): boolean => e.kind === 'local' && e.local === local;
  const same = left.kind === 'local' && chosen.kind === 'local' && left.local === chosen.local;
  return same && isLocal(right) && isLocal(rest) ? left : null;
}

/** What a maximum is compared with. */
function operandsOf(s: Extract<Statement, { kind: 'set' }>): readonly Expression[] {
  const other = comparedWith(s);
  return other ? [other] : s.value.kind === 'operation' ? s.value.args.slice(1) : [s.value];
}

/** A round that goes to the scalar code: `if (…) { …; continue; }`. */
const isLeave = (s: Statement): boolean => s.kind === 'if' && s.whenFalse.length === 0 && s.whenTrue.at(-1)?.kind === 'continue';

function expressionsOf(s: Statement): readonly Expression[] {
  switch (s.kind) {
    case 'set':
    case 'evaluate':
      return [s.value];
    case 'store':
      return s.index ? [s.index, s.value] : [s.value];
    case 'if':
      return [s.condition];
    case 'loop':
      return s.condition ? [s.condition] : [];
    case 'return':
      return s.value ? [s.value] : [];
    default:
      return [];
  }
}

function eachBelow(s: Statement, visit: (s: Statement) => void): void {
  if (s.kind === 'if') for (const inner of [...s.whenTrue, ...s.whenFalse]) visit(inner);
  if (s.kind === 'loop') for (const inner of [...s.init, ...s.update, ...s.body]) visit(inner);
}
