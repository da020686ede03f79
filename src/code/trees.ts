/**
 * The kernels' language as a tree: what the parser makes of a text, and what both code generators read.
 *
 * The language is a subset of JavaScript, so that a text is its own reference: V8 runs it as it stands. Values are doubles, integers (32 bits) and
 * truths. Integers are function parameters (unless the text is one of functions on doubles), counters of `for`, `I[…]`, `e | 0`, and sums,
 * differences, products, remainders of them with each other and with whole numbers; a number alone is a double. `F[k]` and `I[k]` are the memory as
 * doubles and as Int32 words. `lanes: for (let i = a; i < b; i++)` promises that its rounds do not depend on each other: two of them may run at once.
 * Step programs may also have `unrolled: for (let k = 0; k < 5; k++)`, which is written out before (rounds.ts).
 */

export type Type = 'int' | 'double' | 'truth';

/*
 * What is left to the author of a text: integers stay within 32 bits, a truncated double too, and a zero among them has no sign (0 * -1 would have one
 * in JavaScript). Elements lie in the memory, and what of an index stands before a constant is not negative where nothing is subtracted. In a loop
 * over lanes a load under a condition is made in any case, unless its place was read from memory or differs from lane to lane.
 */

/** A variable; its object is its identity. */
export interface Local {
  readonly name: string;
  readonly type: Type;
}

export type Operation =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'rem'
  | 'neg'
  | 'abs'
  | 'sqrt'
  | 'min'
  | 'max'
  | 'floor'
  | 'ceil'
  | 'exponentOf'
  | 'powerOfTwo'
  /** int → double, double → int */
  | 'convert'
  | 'truncate'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'eq'
  | 'ne'
  | 'and'
  | 'or'
  | 'not';

export type AtomicOperation = 'load' | 'store' | 'add' | 'sub' | 'compareExchange' | 'wait' | 'notify';

export type Expression =
  | {
      readonly kind: 'number';
      readonly type: 'int' | 'double';
      readonly value: number /** Written as a number: may become an int. */;
      readonly open?: boolean;
    }
  | { readonly kind: 'local'; readonly type: Type; readonly local: Local }
  /** Element `index + offset` of F (double) or I (int). */
  | { readonly kind: 'load'; readonly type: 'int' | 'double'; readonly index: Expression | null; readonly offset: number }
  | { readonly kind: 'operation'; readonly type: Type; readonly operation: Operation; readonly args: readonly Expression[] }
  | { readonly kind: 'select'; readonly type: Type; readonly args: readonly [Expression, Expression, Expression] }
  | { readonly kind: 'call'; readonly type: Type; readonly gives: boolean; readonly name: string; readonly args: readonly Expression[] }
  /** On the Int32 word `index + offset`. */
  | {
      readonly kind: 'atomic';
      readonly type: 'int';
      readonly operation: AtomicOperation;
      readonly index: Expression | null;
      readonly offset: number;
      readonly args: readonly Expression[];
    };

export type Statement =
  | {
      readonly kind: 'set';
      readonly local: Local;
      readonly value: Expression /** First value of the variable. */;
      readonly declares: boolean;
    }
  | {
      readonly kind: 'store';
      readonly type: 'int' | 'double';
      readonly index: Expression | null;
      readonly offset: number;
      readonly value: Expression;
    }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly whenTrue: readonly Statement[];
      readonly whenFalse: readonly Statement[];
    }
  | Loop
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'return'; readonly value: Expression | null }
  | { readonly kind: 'evaluate'; readonly value: Expression };

export interface Loop {
  readonly kind: 'loop';
  readonly init: readonly Statement[];
  readonly condition: Expression | null;
  readonly update: readonly Statement[];
  readonly body: readonly Statement[];
  /** Of a `lanes` loop: its counter and where it ends. */
  readonly lanes: { readonly counter: Local; readonly end: Expression } | null;
}

export interface FunctionTree {
  readonly name: string;
  readonly parameters: readonly Local[];
  readonly result: Type | null;
  readonly body: readonly Statement[];
}

/** All expressions directly below one. */
export function below(e: Expression): readonly Expression[] {
  switch (e.kind) {
    case 'number':
    case 'local':
      return [];
    case 'load':
      return e.index ? [e.index] : [];
    case 'atomic':
      return e.index ? [e.index, ...e.args] : e.args;
    default:
      return e.args;
  }
}

/** Whether statements end by returning, whichever way is taken. */
export function returns(list: readonly Statement[]): boolean {
  const last = list.at(-1);
  return last?.kind === 'return' || (last?.kind === 'if' && returns(last.whenTrue) && returns(last.whenFalse));
}
