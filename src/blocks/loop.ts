/** Step programs as blocks declare them: typed functions over the memory, with the offsets that they are made for. code/stepSource.ts makes sources of them. */

/** Behind the offsets: integers, of functions that stand in place of their calls also doubles. */
export type StepFunction<O> = (F: Float64Array, I: Int32Array, o: O, ...rest: never[]) => unknown;

/** A call of a list: a source that gives nothing, by its name, or a step program with offsets of its own. */
export type StepCall = string | Pick<Loop, 'step' | 'offsets' | 'pieces'>;

/** Offsets of a step program, whose functions may be other sources by their names, or lists of calls one after the other. */
export type Made<O> = {
  readonly [Name in keyof O]: O[Name] extends (...given: never[]) => unknown ? O[Name] | string | readonly StepCall[] : O[Name];
};

/** A step program: a source of its own. `pieces`: functions that stand in place of their calls; `called`: functions of integers that stay functions; all go by `offsets`. */
export interface Loop {
  /** That of its source: one of its kind in a partition. */
  readonly name: string;
  step(F: Float64Array, I: Int32Array, o: object, ...rest: never[]): unknown;
  readonly offsets: object;
  readonly pieces: readonly StepFunction<object>[];
  readonly called: readonly StepFunction<object>[];
}

/** A step program whose functions know its offsets. */
export const loop = <O extends object>(
  name: string,
  step: StepFunction<O>,
  offsets: Made<NoInfer<O>>,
  pieces: readonly StepFunction<NoInfer<O>>[] = [],
  called: readonly StepFunction<NoInfer<O>>[] = [],
): Loop => ({ name, step, offsets, pieces, called }) as unknown as Loop;

/** A call of a step program in a list. */
export const stepCall = <O extends object>(
  step: StepFunction<O>,
  offsets: Made<NoInfer<O>>,
  pieces: readonly StepFunction<NoInfer<O>>[] = [],
): StepCall => ({ step, offsets, pieces }) as unknown as StepCall;
