/** Step programs: called as they stand, as JavaScript with the values of their offsets, and as WebAssembly, they do the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type StepFunction, stepCall } from '../../dist/blocks/loop.js';
import { keepText, textOf } from '../../dist/blocks/stepTexts.js';
import { lower } from '../../dist/code/lower.js';
import { writtenOut } from '../../dist/code/rounds.js';
import { stepSource } from '../../dist/code/stepSource.js';
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import type { KernelFunction, KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { ModuleBuilder } from '../../dist/wasm/module.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';
import { threeWays } from '../support/threeWays.js';

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

// What the build does for the functions of src/blocks.
for (const f of [result, store, loop, sumTerms, storeRow, callRows, doubled, row, all]) keepText(f, String(f));

const pages = 1;
const root: KernelSource = {
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
  const source = stepSource(loop as StepFunction<Offsets>, o, 'made', [result, store] as StepFunction<Offsets>[]);
  const compiled = (memory: WebAssembly.Memory): number => {
    const builder = new ModuleBuilder({ pages, shared: false, lanes: true });
    builder.add(root);
    builder.add(source);
    const module = new WebAssembly.Module(builder.build(['made']));
    return (new WebAssembly.Instance(module, { env: { memory } }).exports['made'] as KernelFunction)(2);
  };
  return [
    made('as it stands', (_, F, I) => loop(F, I, o, 2)),
    made('JavaScript', (_, F, I) => (linkJavascript([root, source], F, I).get('made') as KernelFunction)(2)),
    made('WebAssembly', compiled),
  ];
}

describe.each([true, false])('a choice of the offsets: %s', (doubles) => {
  test('every way does the same', () => {
    const [first, ...others] = runs({ x: 4, y: 50, rows: 17, factor: 1.7, doubles, largest: 90, squareRoot: Math.sqrt });
    expect(first?.F[90]).not.toBe(0);
    for (const { F, result } of others) {
      // Memories of many zeros: by bytes, and one by one where they differ.
      if (Buffer.compare(new Uint8Array(F.buffer), new Uint8Array(first?.F.buffer as ArrayBuffer)) !== 0) expect(F).toEqual(first?.F);
      expect(result).toBe(3);
    }
  });
});

test('written out: the counter becomes a number, and sums of it and numbers do; a loop inside may be left', () => {
  const text = 'function f(n) { unrolled: for (let k = 1; k < 3; k++) F[(4 + k) * n] = k * n; F[n + 1] = 2 + 3; }';
  expect(writtenOut(text).replace(/\s+/g, ' ')).toBe('function f(n) { { F[(5) * n] = 1 * n; } { F[(6) * n] = 2 * n; } F[n + 1] = 2 + 3; }');
  const left = 'function f(n) { unrolled: for (let k = 0; k < 1; k++) { for (let l = 0; l < n; l++) if (I[l] > k) break; } }';
  expect(writtenOut(left)).toContain('if (I[l] > 0) break;');
});

interface Rows {
  readonly rows: number;
  readonly terms: number;
  readonly count: number;
  readonly sums: number;
}

/** Rows of terms that each column takes further, and their sum: straight code in lanes. */
function sumTerms(F: Float64Array, I: Int32Array, o: Rows): void {
  const stride = I[0] as number;
  // biome-ignore lint/correctness/noUnusedLabels: the back ends read it.
  lanes: for (let j = 0; j < o.count; j++) {
    // biome-ignore lint/correctness/noUnusedLabels: the back ends read it.
    unrolled: for (let k = 0; k < o.terms; k++) {
      const at = (o.rows + (1 + k) * stride + j) | 0;
      F[at] = (F[at] as number) * (F[4 + k] as number) + k;
    }
    let sum = F[o.rows + stride + j] as number;
    // biome-ignore lint/correctness/noUnusedLabels: the back ends read it.
    unrolled: for (let k = 1; k < o.terms; k++) sum = sum + (F[o.rows + (1 + k) * stride + j] as number);
    F[o.sums + j] = sum;
  }
}

test('a loop written out inside of one over lanes: every way does the same, in lanes', () => {
  const o: Rows = { rows: 10, terms: 3, count: 5, sums: 60 };
  const source = stepSource(sumTerms, o, 'made');
  const made = (run: (memory: WebAssembly.Memory, F: Float64Array, I: Int32Array) => void): Float64Array => {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const [F, I] = [new Float64Array(memory.buffer), new Int32Array(memory.buffer)];
    for (let k = 1; k < 80; k++) F[k] = 0.3 * k;
    I[0] = 8;
    run(memory, F, I);
    return F;
  };
  const stands = made((_, F, I) => sumTerms(F, I, o));
  expect([...stands.slice(60, 66)].map((x) => Number(x.toFixed(9)))).toEqual(
    [0, 1, 2, 3, 4]
      .map((j) => Number([0, 1, 2].reduce((sum, k) => sum + 0.3 * (18 + 8 * k + j) * 0.3 * (4 + k) + k, 0).toFixed(9)))
      .concat(19.5),
  );
  expect(made((_, F, I) => (linkJavascript([source], F, I).get('made') as KernelFunction)())).toEqual(stands);
  const builder = new ModuleBuilder({ pages, shared: false, lanes: true });
  builder.add(source);
  const module = new WebAssembly.Module(builder.build(['made']));
  expect([...builder.inLanes]).toEqual(['made']);
  const compiled = made((memory) => (new WebAssembly.Instance(module, { env: { memory } }).exports['made'] as KernelFunction)());
  expect(compiled).toEqual(stands);
});

/** Takes a row further by a function that is called, in which another stands in place of its call. */
function storeRow(F: Float64Array, I: Int32Array, o: Offsets, row: number): void {
  store(F, I, o, row, 2 * (F[o.x + row] as number));
}

function callRows(F: Float64Array, I: Int32Array, o: Offsets, from: number): void {
  for (let k = from; k < o.rows; k++) storeRow(F, I, o, k);
}

test('a function that is called stays one, and every way does the same', () => {
  const o: Offsets = { x: 4, y: 50, rows: 17, factor: 1.7, doubles: true, largest: 90, squareRoot: Math.sqrt };
  const source = stepSource(
    callRows as StepFunction<Offsets>,
    o,
    'made',
    [store] as StepFunction<Offsets>[],
    [storeRow] as StepFunction<Offsets>[],
  );
  expect([...(source.javascript as string).matchAll(/function (\w+)/g)].map(([, name]) => name)).toEqual(['storeRow', 'callRows']);
  expect(lower(source.text, {}, new Map(), 'int', source.inlined).map(({ name }) => name)).toEqual(['storeRow', 'callRows']);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const F = new Float64Array(memory.buffer);
  for (let k = 0; k < 40; k++) F[k] = 0.3 * k;
  const ways = threeWays(memory, [source], 'made', (f, i, from = 0) => callRows(f, i, o, from), 3);
  expect(ways).toMatchObject({ javascript: 0, wasm: 0 });
  expect(ways.changed).toBeGreaterThan(14);
});

test.each([
  ['for (let k = 0; k < n; k++) F[k] = 1;', /does not count between numbers/],
  ['for (let k = 0; k < 3; k = k + 2) F[k] = 1;', /does not count between numbers/],
  ['for (let k = 0; k < 3; k--) F[k] = 1;', /does not count between numbers/],
  ['for (let k = 0; k < 3; k++) { if (n > 0) break; F[k] = 1; }', /leaving a loop/],
  ['for (; n > 0; ) F[n] = 1;', /without a counter/],
  ['while (n > 0) F[n] = 1;', /WhileStatement written out/],
])('not written out: %s', (loop, message) => {
  expect(() => writtenOut(`function main(n) { unrolled: ${loop} }`)).toThrow(message);
});

test('offsets that a step asks for and has not are an error with its name', () => {
  expect(() => stepSource(loop as StepFunction<Offsets>, { x: 1 } as Offsets, 'made')).toThrow(/loop has no/);
});

test('what stands in place of its calls is not a function of the module; setting what stands for a value is no part of the language', () => {
  const part = 'function part(k) { F[k] = 1; }';
  expect(lower(`${part} function main(k) { part(k + 1); }`, {}, new Map(), 'int', ['part']).map(({ name }) => name)).toEqual(['main']);
  const sets = 'function part(k) { k = 2; }';
  expect(() => lower(`${sets} function main(k) { part(k + 1); }`, {}, new Map(), 'int', ['part'])).toThrow(/stands for a value/);
  expect(() => lower(`${part} function main(k) { part(); }`, {}, new Map(), 'int', ['part'])).toThrow(/with 0 values/);
});

interface Row {
  readonly at: number;
  readonly store: (k: number) => void;
}

interface All {
  readonly rows: (k: number, before: number) => number;
  readonly none: (k: number, before: number) => number;
  readonly stores: (k: number) => void;
}

function doubled(_F: Float64Array, _I: Int32Array, o: Row, k: number): number {
  return 2 * k + o.at;
}

function row(F: Float64Array, I: Int32Array, o: Row, k: number, before: number): number {
  const value = doubled(F, I, o, k);
  o.store(o.at);
  F[o.at] = (F[o.at] as number) + value + before;
  return before + 1;
}

function all(_F: Float64Array, _I: Int32Array, o: All, k: number): number {
  o.stores(k);
  const count = o.rows(k, k);
  const same = o.none(k, count);
  return same;
}

test.each(['js', 'wasm'])('a list stands in place of its call, call by call; each is handed what the one before it gave: %s', (kernels) => {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const [F, I] = [new Float64Array(memory.buffer), new Int32Array(memory.buffer)];
  const store: KernelSource = { text: 'function store(k) { F[k] = F[k] + 0.5; }', constants: {}, name: 'store', as: 'store_7' };
  const rows = [10, 20, 30].map((at) => stepCall(row, { at, store: 'store_7' }, [doubled]));
  const source = stepSource(all, { rows, none: [], stores: ['store_7', 'store_7'] }, 'all');
  let run: KernelFunction;
  if (kernels === 'js') run = linkJavascript([store, source], F, I).get('all') as KernelFunction;
  else {
    const builder = new ModuleBuilder({ pages, shared: false, lanes: true });
    for (const one of [store, source]) builder.add(one);
    const module = new WebAssembly.Module(builder.build(['all']));
    run = new WebAssembly.Instance(module, { env: { memory } }).exports['all'] as KernelFunction;
  }
  expect(run(4)).toBe(7);
  expect([4, 10, 20, 30].map((at) => F[at])).toEqual([1, 0.5 + 18 + 4, 0.5 + 28 + 5, 0.5 + 38 + 6]);
});

test('the build keeps the text of every step function of src/blocks, also of those that only lists of pieces name', async () => {
  const functionsIn = (value: unknown): (() => void)[] => {
    if (typeof value === 'function') return [value as () => void];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(functionsIn) : [];
  };
  let found = 0;
  const files = readdirSync('dist/blocks', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  // A file may give what another declares; texts have no indentation.
  const code = files.map((file) => readFileSync(`dist/blocks/${file}`, 'utf8').replaceAll(/\n +/g, '\n')).join('\n');
  for (const file of files) {
    const module = (await import(`../../dist/blocks/${file}`)) as object;
    for (const made of functionsIn(module).filter((one) => /^function \w+\(\w+, \w+, o\b/.test(String(one)))) {
      const text = textOf(made);
      expect(text.startsWith(`function ${made.name}(`), text).toBe(true);
      expect(code).toContain(`\n${code.includes(`\nexport ${text}`) ? 'export ' : ''}${text}\n`);
      found++;
    }
  }
  expect(found).toBeGreaterThan(15);
  // And no others: a page would load them in vain.
  for (const file of files)
    for (const [head] of readFileSync(`dist/blocks/${file}`, 'utf8').matchAll(/^keepText\(\w+, "function \w+\(.*?\)/gm))
      expect(head, file).toMatch(/\(\w+, \w+, _?o\b[^(]*\)$/);
});

test('a step function without a text is an error that says how it comes by one', () => {
  const other = (F: Float64Array, _: Int32Array, o: { readonly x: number }): number => F[o.x] as number;
  expect(() => stepSource(other, { x: 1 }, 'made')).toThrow(/no text of the step function other is kept: 'npm run build'/);
});
