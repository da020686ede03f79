/**
 * Loops over lanes: whether several rounds of one may run at once, in any number of lanes, and what each of its variables then is. A writer goes through the same statements
 * and finds nothing in them that it could not write. Straight code becomes vector code; an `if` runs its statements under a mask; an inner loop goes on
 * until all lanes have left it; a round that leaves by `if (…) { …; continue; }` sends all lanes through the scalar code, which does the same
 * operations on each, so that the bits are the same. What cannot be done in this way throws `NotInLanes`, and the loop stays scalar.
 *
 * Integers that grow by one from round to round are the places of contiguous loads and stores; other integers exist once for each lane. Functions
 * on doubles are called with vectors.
 */
import { below, type Expression, type FunctionTree, type Local, type Loop, type Operation, type Statement } from './trees.js';

/** A loop that cannot be run in lanes. */
class NotInLanes extends Error {}

/** A function that loops over lanes may call. */
export interface LaneCallee {
  readonly tree: FunctionTree;
  /** Values of its variables one after the other, then its result: may be called with vectors. */
  readonly isStraight: boolean;
  /** The functions that its own calls mean. */
  readonly callee: (name: string) => LaneCallee;
}

/** A variable of a loop: doubles or truths of all lanes; an integer that grows by one from lane to lane, or one for each lane. */
export type LanePlace = 'vector' | 'linear' | 'each';

/** Facts for writers about a loop over lanes. */
export interface LaneLoop {
  readonly counter: Local;
  readonly end: Expression;
  /** Of variables inside. Those that have none are from outside, or the same in all lanes. */
  readonly places: ReadonlyMap<Local, LanePlace>;
  /** Variables from outside that are set inside: only x = max(x, …) and, `compared`, x = e > x ? e : x, as any order of maxima gives the same. */
  readonly maxima: ReadonlyMap<Local, { readonly compared: boolean }>;
}

/** Facts about a loop over lanes; null of one that stays scalar. */
export function laneLoop(loop: Loop, callee: (name: string) => LaneCallee): LaneLoop | null {
  if (!loop.lanes) return null;
  try {
    return new Check(loop.lanes.counter, loop.lanes.end, callee).loop(loop);
  } catch (error) {
    if (error instanceof NotInLanes) return null;
    throw error;
  }
}

/** How an expression changes from lane to lane: 0 not at all, 1 an integer that grows by one, null otherwise. */
export function slope(lanes: Pick<LaneLoop, 'places' | 'maxima'>, e: Expression): 0 | 1 | null {
  if (e.kind === 'number') return 0;
  if (e.kind === 'local') {
    const place = lanes.places.get(e.local);
    return !place ? (lanes.maxima.has(e.local) ? null : 0) : place === 'linear' ? 1 : null;
  }
  // Once for all rounds is not the same as once for each.
  if (e.kind === 'atomic' || (e.kind === 'call' && e.type !== 'double')) throw new NotInLanes();
  const slopes = below(e).map((b) => slope(lanes, b));
  if (e.kind === 'operation' && e.type === 'int' && (e.operation === 'add' || e.operation === 'sub')) {
    const [a, b] = slopes as [0 | 1 | null, 0 | 1 | null];
    if (a === null || b === null) return null;
    const sum = e.operation === 'add' ? a + b : a - b;
    return sum === 0 || sum === 1 ? sum : null;
  }
  return slopes.every((s) => s === 0) ? 0 : null;
}

/** The e of x = e > x ? e : x, e a variable; null for anything else. Unlike max it passes over a NaN. */
export function comparedWith({ local, value }: Pick<Extract<Statement, { kind: 'set' }>, 'local' | 'value'>): Expression | null {
  if (value.kind !== 'select') return null;
  const [condition, chosen, rest] = value.args;
  if (condition.kind !== 'operation' || condition.operation !== 'gt') return null;
  const [left, right] = condition.args as [Expression, Expression];
  const isLocal = (e: Expression): boolean => e.kind === 'local' && e.local === local;
  const same = left.kind === 'local' && chosen.kind === 'local' && left.local === chosen.local;
  return same && isLocal(right) && isLocal(rest) ? left : null;
}

/** A round that goes to the scalar code: `if (…) { …; continue; }`. */
export const isLeave = (s: Statement): s is Extract<Statement, { kind: 'if' }> =>
  s.kind === 'if' && s.whenFalse.length === 0 && s.whenTrue.at(-1)?.kind === 'continue';

const onVectors: ReadonlySet<Operation> = new Set([
  ...(['add', 'sub', 'mul', 'div', 'neg', 'abs', 'sqrt', 'min', 'max', 'floor', 'ceil', 'exponentOf', 'powerOfTwo'] as const),
  ...(['lt', 'le', 'gt', 'ge', 'eq', 'ne', 'and', 'or', 'not'] as const),
]);

class Check implements LaneLoop {
  readonly places = new Map<Local, LanePlace>();
  readonly maxima = new Map<Local, { readonly compared: boolean }>();
  /** How many conditions stand around the present statement, beside the mask. */
  private guards = 0;
  private isMasked = false;
  private isInLoop = false;
  private stored = false;

  constructor(
    readonly counter: Local,
    readonly end: Expression,
    private callee: (name: string) => LaneCallee,
  ) {}

  loop(loop: Loop): this {
    this.places.set(this.counter, 'linear');
    this.findMaxima(loop);
    this.statements(loop.body, true);
    return this;
  }

  /** Ways in which rounds may change variables from outside of the loop: keep the largest of something. */
  private findMaxima(loop: Loop): void {
    const declared = new Set<Local>([this.counter]);
    const find = (s: Statement): void => {
      if (s.kind === 'set' && s.declares) declared.add(s.local);
      else if (s.kind === 'set' && !declared.has(s.local)) {
        const { value } = s;
        const isMaximum =
          value.kind === 'operation' && value.operation === 'max' && value.args[0]?.kind === 'local' && value.args[0].local === s.local;
        if (!isMaximum && !comparedWith(s)) throw new NotInLanes();
        const compared = !isMaximum || this.maxima.get(s.local)?.compared === true;
        this.maxima.set(s.local, { compared });
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
    switch (s.kind) {
      case 'set':
        if (s.local.type === 'int') this.setInteger(s.local, s.value, s.declares);
        else this.setVector(s);
        return;
      case 'store':
        this.store(s);
        return;
      case 'if':
        if (top && isLeave(s)) {
          // The scalar code does the whole round again.
          if (this.stored) throw new NotInLanes();
          this.vector(s.condition);
          return;
        }
        this.vector(s.condition);
        this.masked(() => {
          this.statements(s.whenTrue);
          this.statements(s.whenFalse);
        });
        return;
      case 'loop':
        this.innerLoop(s);
        return;
      case 'break':
        if (!this.isInLoop || !this.isMasked) throw new NotInLanes();
        return;
      default:
        throw new NotInLanes();
    }
  }

  private setInteger(local: Local, value: Expression, declares: boolean): void {
    if (!declares || this.isMasked) throw new NotInLanes();
    const s = slope(this, value);
    this.scalar(value);
    if (s === 1) this.places.set(local, 'linear');
    if (s === null) this.places.set(local, 'each');
  }

  private setVector(s: Extract<Statement, { kind: 'set' }>): void {
    const { local, value, declares } = s;
    const isMaximum = this.maxima.has(local);
    const known = this.places.get(local);
    if (!declares && isMaximum) {
      if (this.isMasked) throw new NotInLanes();
      this.vector(comparedWith(s) ?? value);
      return;
    }
    if (!declares && known !== 'vector') throw new NotInLanes();
    this.vector(value);
    this.places.set(local, 'vector');
  }

  private store({ type, index, value }: Extract<Statement, { kind: 'store' }>): void {
    if (type === 'int' || !index || this.isMasked) throw new NotInLanes();
    if (slope(this, index) === 0) throw new NotInLanes();
    this.stored = true;
    this.scalar(index);
    this.vector(value);
  }

  private masked(work: () => void): void {
    const before = this.isMasked;
    this.isMasked = true;
    work();
    this.isMasked = before;
  }

  /** A loop inside: its counter is the same in all lanes; lanes that have left it are masked until the last has. */
  private innerLoop(loop: Loop): void {
    if (!loop.condition || this.isMasked) throw new NotInLanes();
    for (const s of [...loop.init, ...loop.update]) if (s.kind !== 'set' || slope(this, s.value) !== 0) throw new NotInLanes();
    if (slope(this, loop.condition) !== 0) throw new NotInLanes();
    this.isInLoop = true;
    this.masked(() => this.statements(loop.body));
    this.isInLoop = false;
  }

  /** Expressions of the scalar code, for one lane at a time: it knows no vectors. */
  private scalar(e: Expression): void {
    if (e.kind === 'local' && this.places.get(e.local) === 'vector') throw new NotInLanes();
    for (const b of below(e)) this.scalar(b);
  }

  /** Expressions for all lanes. */
  private vector(e: Expression): void {
    switch (e.kind) {
      case 'number':
        return;
      case 'local': {
        const place = this.places.get(e.local);
        if (this.maxima.has(e.local) || place === 'vector') return;
        if (place || e.local.type === 'int') throw new NotInLanes();
        return;
      }
      case 'atomic':
        throw new NotInLanes();
      case 'load':
        this.load(e);
        return;
    }
    if (e.type === 'truth' && slope(this, e) === 0) {
      this.scalar(e);
      return;
    }
    if (e.kind === 'select') {
      const [condition, a, b] = e.args;
      this.guarded(() => {
        this.vector(a);
        this.vector(b);
      });
      this.vector(condition);
      return;
    }
    if (e.kind === 'call') {
      if (e.type !== 'double') throw new NotInLanes();
      for (const a of e.args) this.vector(a);
      this.call(this.callee(e.name));
      return;
    }
    this.operation(e.operation, e.args);
  }

  private call(callee: LaneCallee): void {
    const { tree, isStraight } = callee;
    if (!isStraight) throw new NotInLanes();
    for (const p of tree.parameters) this.places.set(p, 'vector');
    const before = this.callee;
    this.callee = callee.callee;
    for (const s of tree.body) {
      if (s.kind !== 'set' && s.kind !== 'return') throw new NotInLanes();
      if (s.value) this.vector(s.value);
      if (s.kind === 'set') this.places.set(s.local, 'vector');
    }
    this.callee = before;
  }

  private guarded(work: () => void): void {
    this.guards++;
    work();
    this.guards--;
  }

  private operation(operation: Operation, args: readonly Expression[]): void {
    const [first, ...rest] = args as [Expression, ...Expression[]];
    if (operation === 'convert') {
      slope(this, first);
      this.scalar(first);
      return;
    }
    if (args.some((a) => a.type === 'int') || !onVectors.has(operation)) throw new NotInLanes();
    this.vector(first);
    const work = (): void => rest.forEach((a) => this.vector(a));
    if (operation === 'and' || operation === 'or') this.guarded(work);
    else work();
  }

  private load(e: Extract<Expression, { kind: 'load' }>): void {
    if (e.type === 'int') throw new NotInLanes();
    const s = e.index ? slope(this, e.index) : 0;
    // Where its condition does not hold, a place that memory or a lane's own numbers gave may be anywhere.
    if ((this.isMasked || this.guards > 0) && e.index && (s === null || readsMemory(e.index))) throw new NotInLanes();
    if (e.index) this.scalar(e.index);
  }
}

/** Values one after the other, then the result. */
export const isStraight = ({ body, result }: FunctionTree): boolean =>
  result === 'double' && body.every((s, k) => (k === body.length - 1 ? s.kind === 'return' : s.kind === 'set' && s.local.type !== 'int'));

const readsMemory = (e: Expression): boolean => e.kind === 'load' || below(e).some(readsMemory);

/** The value that a maximum is compared with. */
function operandsOf(s: Extract<Statement, { kind: 'set' }>): readonly Expression[] {
  const other = comparedWith(s);
  return other ? [other] : s.value.kind === 'operation' ? s.value.args.slice(1) : [s.value];
}

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
