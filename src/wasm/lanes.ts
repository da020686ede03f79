/**
 * Loops over lanes (code/laneLoops.ts), two rounds at a time (f64x2).
 *
 *     for (;;) {
 *       while (i + 1 < end) { two rounds; any lane that leaves: stop = i + 2, go to scalar; i += 2 }
 *       otherwise stop = end
 *       scalar: while (i < stop) { one round; i++ }
 *       if (i >= end) break
 *     }
 *
 * Functions on doubles stand in place of their calls (a sine: 0.86 of the time of a call; a Newton loop of exp and log: the same). Constants and values from outside
 * of the loop stand where they are used: V8 moves them out of the loop (vectors made before it: no difference in any kind of the library).
 *
 * No loop is kept out because it would lose: in lanes every kind of the library takes 0.45 to 1.0 of the scalar time at 1001 rows, eight light kinds also at 3, 17 and 20 000, `gain`
 * with one gather and one product 0.8. What leaves costs more in lanes than out of them, up to 1.25 where every round leaves.
 */
import { comparedWith, isLeave, type LaneLoop } from '../code/laneLoops.js';
import type { Expression, Local, Loop, Statement } from '../code/trees.js';
import { LaneValues } from './laneValues.js';
import type { Emitter } from './scalar.js';

/** Emits `loop`, which was found to be one over lanes. */
export function emitLanes(emitter: Emitter, loop: Loop, checked: LaneLoop): void {
  new Lanes(emitter, loop, checked).emit();
}

class Lanes extends LaneValues {
  private readonly counter: Local;
  private readonly end: Expression;
  private depth = 0;
  /** Of the open inner loop: masks of the lanes that are still in it, and of those in each branch that is open inside. */
  private active: number[] | null = null;
  private stop = 0;
  private outside = 0;

  constructor(
    emitter: Emitter,
    private readonly loop: Loop,
    checked: LaneLoop,
  ) {
    super(emitter, checked);
    this.counter = checked.counter;
    this.end = checked.end;
  }

  emit(): void {
    const { emitter, loop } = this;
    const { code } = emitter;
    emitter.statements(loop.init);
    const i = emitter.numberOf(this.counter);
    this.places.set(this.counter, { kind: 'linear', number: i });
    this.stop = emitter.fresh('i32');
    for (const local of this.checked.maxima.keys()) this.maxima.set(local, emitter.fresh('v128'));
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
      if (this.checked.maxima.get(local)?.compared) code.get(vector).extractLane(0).get(vector).extractLane(1).op('f64.ge').op('select');
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

  private statements(list: readonly Statement[], top = false): void {
    for (const s of list) this.statement(s, top);
  }

  private statement(s: Statement, top: boolean): void {
    const { emitter } = this;
    const { code } = emitter;
    switch (s.kind) {
      case 'set':
        if (s.local.type === 'int') this.setInteger(s.local, s.value);
        else this.setVector(s.local, s.value, s.declares);
        return;
      case 'store':
        this.store(s.type, s.index, s.offset, s.value);
        return;
      case 'if':
        if (top && isLeave(s)) {
          // The scalar code does the whole round again.
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
        // These lanes are done, in the loop and in every branch that they came through; the one they are in comes last, as it says which they are.
        for (const m of active as number[])
          code
            .get(m)
            .get(mask as number)
            .op('v128.andnot')
            .set(m);
        return;
      }
    }
  }

  private setInteger(local: Local, value: Expression): void {
    const { emitter } = this;
    const { code } = emitter;
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
      const number = maximum ?? (known?.kind === 'vector' ? known.number : emitter.fresh('v128'));
      const other = maximum === undefined ? null : comparedWith({ local, value });
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
    this.vector(value);
    if (known.kind !== 'vector') return;
    if (this.mask !== null && known.depth < this.depth) code.get(known.number).get(this.mask).op('v128.bitselect');
    code.set(known.number);
  }

  private store(type: 'int' | 'double', index: Expression | null, offset: number, value: Expression): void {
    const { emitter } = this;
    const { code } = emitter;
    const slope = index ? this.slope(index) : 0;
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
    emitter.statements(loop.init);
    const mask = emitter.fresh('v128');
    code.longs(-1n).set(mask);
    this.active = [];
    emitter.open('block', 'other');
    emitter.open('loop', 'other');
    emitter.expression(loop.condition as Expression);
    code.op('i32.eqz').branchIf(1);
    this.under(mask, loop.body);
    emitter.statements(loop.update);
    code.get(mask).op('v128.any_true').branchIf(0);
    emitter.close();
    emitter.close();
    this.active = null;
  }
}
