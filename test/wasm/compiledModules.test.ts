/** A module that was compiled lately is not compiled again, and none is taken for another one. */
import { expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { tablesOf } from '../../dist/circuit/views.js';
import { emitKernel } from '../../dist/equations/kernel/emit.js';
import type { KernelOptions } from '../../dist/equations/kernel/kernel.js';
import type { KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { modelWithout } from '../../dist/equations/solve/omit.js';
import { solve } from '../../dist/equations/solve/solve.js';
import { compiledModule } from '../../dist/wasm/compiledModules.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';
import { reliefCircuit } from '../cli/support.js';

const text = 'function store(k) { F[o_at] = o_value; }';
const source: KernelSource = { text, constants: { o_at: 1, o_value: 0 }, name: 'store', as: 'store_0' };
const other: KernelSource = { ...source, as: 'store_1' };
const options = { pages: 1, shared: false, lanes: true };
const twoOf = ['store_0', 'store_1'];

const stored = (bytes: Uint8Array<ArrayBuffer>, as = 'store_0', at = 1): number => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
  (new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } }).exports[as] as (k: number) => void)(0);
  return new Float64Array(memory.buffer)[at] as number;
};

test('the same sources, made anew, have the same bytes', () => {
  const first = compiledModule([source, other], twoOf, options);
  const again = [source, other].map((one) => ({ ...one, text: one.text.split('').join(''), constants: { ...one.constants } }));
  expect(compiledModule(again, [...twoOf], { ...options })).toBe(first);
});

test.each([
  ['a zero of another sign', [{ ...source, constants: { o_at: 1, o_value: -0 } }, other], twoOf, options],
  ['another place', [{ ...source, constants: { o_at: 2, o_value: 0 } }, other], twoOf, options],
  ['another text', [{ ...source, text: text.replace('o_value', '-o_value') }, other], twoOf, options],
  ['another name', [source, { ...source, as: 'store_2' }], ['store_0', 'store_2'], options],
  ['one source less', [source], ['store_0'], options],
  ['less that is exported', [source, other], ['store_0'], options],
  ['more memory', [source, other], twoOf, { ...options, pages: 2 }],
] as const)('%s is another module', (_, sources, exported, changed) => {
  const first = compiledModule([source, other], twoOf, options);
  expect([...compiledModule(sources, exported, changed)]).not.toEqual([...first]);
});

test.each([
  ['memory of several threads', source, { ...options, shared: true }],
  ['without lanes', source, { ...options, lanes: false }],
  ['parameters of another type', { ...source, parameters: 'double' }, options],
  ['other functions inlined', { ...source, inlined: ['another'] }, options],
] as const)('%s is compiled for itself', (_, changed, asked) => {
  const first = compiledModule([source], ['store_0'], options);
  expect(compiledModule([changed], ['store_0'], asked)).not.toBe(first);
  expect(compiledModule([source], ['store_0'], options)).toBe(first);
});

test('a sign of zero is that of the sources asked for', () => {
  const minus = { ...source, constants: { o_at: 1, o_value: -0 } };
  for (const _ of [1, 2]) {
    expect(stored(compiledModule([source], ['store_0'], options))).toBe(0);
    expect(stored(compiledModule([minus], ['store_0'], options))).toBe(-0);
  }
});

test('those asked for longest ago are forgotten, and made anew', () => {
  const module = (value: number): Uint8Array =>
    compiledModule([{ ...source, constants: { o_at: 1, o_value: value } }], ['store_0'], options);
  const [first, second] = [module(1), module(2)];
  for (let value = 3; value <= 8; value++) module(value);
  expect(module(1)).toBe(first);
  module(9);
  expect(module(1)).toBe(first);
  const again = module(2);
  expect([again === second, [...again]]).toEqual([false, [...second]]);
});

test('a kernel is emitted once for the same options, and for others anew', () => {
  const valve = tablesOf(parseCircuit(reliefCircuit, 'relief').circuit).components.kinds.find((kind) => kind?.kind === 'reliefValve');
  const solution = solve(modelWithout(valve as NonNullable<typeof valve>, []));
  const plain: KernelOptions = { fluid: { density: 890 }, exported: [], countsOil: false, storesFlow: false, ends: new Set() };
  const kernel = emitKernel(solution, plain);
  expect(emitKernel(solution, { ...plain, fluid: { density: 890 }, ends: new Set() })).toBe(kernel);
  expect(emitKernel(solution, { ...plain, storesFlow: true }).body).not.toBe(kernel.body);
  for (const changed of [{ ends: new Set(['in']) }, { judged: new Map([['x', 1]]) }, { shared: { gradient: 0 } }])
    expect(emitKernel(solution, { ...plain, ...changed })).not.toBe(kernel);
  expect(emitKernel(solution, { ...plain, shared: { gradient: -0 } })).not.toBe(
    emitKernel(solution, { ...plain, shared: { gradient: 0 } }),
  );
});
