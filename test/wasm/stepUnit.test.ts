/** Step programs: called as they stand, as JavaScript with the values of their offsets, and as WebAssembly, they do the same. */
import { describe, expect, test } from 'vitest';
import { linkJavascript } from '../../dist/equations/javascript.js';
import type { KernelFunction, Unit } from '../../dist/equations/unit.js';
import { lower } from '../../dist/wasm/lower.js';
import { ModuleBuilder } from '../../dist/wasm/module.js';
import { type StepFunction, stepUnit } from '../../dist/wasm/stepUnit.js';

interface Offsets {
  readonly x: number;
  readonly y: number;
  readonly rows: number;
  readonly factor: number;
  readonly doubles: boolean;
  readonly largest: number;
  readonly squareRoot: (x: number) => number;
}

/** Gives a value through a choice that the offsets decide, and through one that they do not. */
function result(F: Float64Array, _: Int32Array, o: Offsets, row: number, scale: number): number {
  const x = F[o.x + row] as number;
  const larger = x > 3 ? x : scale;
  if (o.doubles) return 2 * larger;
  return o.squareRoot(larger);
}

function store(F: Float64Array, _: Int32Array, o: Offsets, row: number, value: number): void {
  // A text of neither kind, which is not looked at.
  if (!o.doubles && o.doubles) F[o.y + row] = String(value) as unknown as number;
  else F[o.y + row] = value;
}

function loop(F: Float64Array, I: Int32Array, o: Offsets, from: number): number {
  const scale = o.factor * (o.doubles || from > 0 ? 1 : 3);
  let largest = -1;
  for (let k = 0; k < o.rows; k++) {
    const value = result(F, I, o, from + k, scale);
    store(F, I, o, from + k, value + scale);
    if (value > largest) largest = value;
  }
  F[o.largest] = largest;
  return from + 1;
}

const pages = 1;
const root: Unit = {
  text: 'function squareRoot(x) { return Math.sqrt(x); }',
  constants: {},
  name: 'squareRoot',
  as: 'squareRoot',
  parameters: 'double',
};

function runs(o: Offsets): { readonly name: string; readonly F: Float64Array; readonly result: number }[] {
  const made = (name: string, run: (memory: WebAssembly.Memory, F: Float64Array, I: Int32Array) => number) => {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const F = new Float64Array(memory.buffer);
    for (let k = 0; k < 40; k++) F[k] = 0.3 * k;
    return { name, F, result: run(memory, F, new Int32Array(memory.buffer)) };
  };
  const unit = stepUnit(loop as StepFunction<Offsets>, o, 'made', [result, store] as StepFunction<Offsets>[]);
  const compiled = (memory: WebAssembly.Memory): number => {
    const builder = new ModuleBuilder({ pages, shared: false, lanes: true });
    builder.add(root);
    builder.add(unit);
    const module = new WebAssembly.Module(builder.build(['made']));
    return (new WebAssembly.Instance(module, { env: { memory } }).exports['made'] as KernelFunction)(2);
  };
  return [
    made('as it stands', (_, F, I) => loop(F, I, o, 2)),
    made('JavaScript', (_, F, I) => (linkJavascript([root, unit], F, I).get('made') as KernelFunction)(2)),
    made('WebAssembly', compiled),
  ];
}

describe.each([true, false])('a choice of the offsets: %s', (doubles) => {
  test('every way does the same', () => {
    const [first, ...others] = runs({ x: 4, y: 50, rows: 17, factor: 1.7, doubles, largest: 90, squareRoot: Math.sqrt });
    expect(first?.F[90]).not.toBe(0);
    for (const { F, result } of others) {
      expect(F).toEqual(first?.F);
      expect(result).toBe(3);
    }
  });
});

test('offsets that a step asks for and has not are an error with its name', () => {
  expect(() => stepUnit(loop as StepFunction<Offsets>, { x: 1 } as Offsets, 'made')).toThrow(/loop has no/);
});

test('what stands in place of its calls is not a function of the module; setting what stands for a value is no part of the language', () => {
  const part = 'function part(k) { F[k] = 1; }';
  expect(lower(`${part} function main(k) { part(k + 1); }`, {}, new Map(), 'int', ['part']).map(({ name }) => name)).toEqual(['main']);
  const sets = 'function part(k) { k = 2; }';
  expect(() => lower(`${sets} function main(k) { part(k + 1); }`, {}, new Map(), 'int', ['part'])).toThrow(/stands for a value/);
  expect(() => lower(`${part} function main(k) { part(); }`, {}, new Map(), 'int', ['part'])).toThrow(/with 0 values/);
});
