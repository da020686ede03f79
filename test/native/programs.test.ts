/** Programs drawn at random and kernels of all kinds, as C for vectors of any width, leave the memory that JavaScript leaves, bit for bit. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementarySources } from '../../dist/code/elementarySources.js';
import type { KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { makeLibrary } from '../../dist/native/compiler.js';
import { nativeHost } from '../../dist/native/nodeNative.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';
import { firstDifference, make } from '../support/backEnds.js';
import { isFull } from '../support/circuits.js';
import { compilers, madeOf, skipped, widths, withoutCompiler } from '../support/native.js';
import { programDoubles, programHelper, programMemory, programOf } from '../support/programs.js';

const helpers = [...elementarySources, programHelper];
const choices = fc.array(fc.nat(1e6), { minLength: 20, maxLength: 400, size: 'max' });
const counts = [0, 1, 2, 7, 8, 16];
const programs = isFull ? 200 : 24;

/** One in three has a loop whose rounds depend on each other. */
const drawn: KernelSource[] = fc
  .sample(choices, { numRuns: programs, seed: 31 })
  .map((list, k) => ({ ...programOf(list, k % 3 > 0), as: `kernel_${k}` }));

const pages = (8 * programDoubles) / 65536;
const ways = compilers.flatMap((compiler) => widths.map((width) => ({ compiler, width })));

describe.skipIf(withoutCompiler)(`programs drawn at random${skipped}`, () => {
  const reference = make(
    'JavaScript',
    [...helpers, ...drawn],
    drawn.map(({ as }) => as),
    programDoubles,
  );

  test.each(isFull ? ways : ways.slice(-1))(
    '$compiler, $width at a time',
    async ({ compiler, width }) => {
      const names = drawn.map(({ as }) => as);
      const { file } = madeOf(await makeLibrary([...helpers, ...drawn], names, { compiler, width, checked: true, cache: false }));
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
      const F = new Float64Array(memory.buffer);
      const functions = nativeHost.load(file, memory);
      for (const [k, { as, text }] of drawn.entries())
        for (const count of counts) {
          const image = programMemory(100 * k + count);
          for (const one of [F, reference.F]) one.set(image);
          functions.get(as)?.(count);
          reference.functions.get(as)?.(count);
          const at = firstDifference(reference.F, F);
          expect(at, `${count} rows: F[${at}] is ${F[at]}, not ${reference.F[at]}\n${text}`).toBe(-1);
        }
    },
    120_000,
  );
});

/** All pairs of numbers whose order or sign is special. */
const special = [0, -0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324];
const pairs = special.length ** 2;
const extremes: KernelSource = {
  text: `function extremes() {
    lanes: for (let i = 0; i < ${pairs}; i++) {
      const a = F[64 + i];
      const b = F[${64 + pairs} + i];
      F[${64 + 2 * pairs} + i] = Math.max(a, b);
      F[${64 + 3 * pairs} + i] = Math.min(a, b);
      F[${64 + 4 * pairs} + i] = Math.max(0, a);
      F[${64 + 5 * pairs} + i] = Math.min(a, 0);
      F[${64 + 6 * pairs} + i] = a < b ? 1 : a <= b ? 2 : a > b ? 3 : a >= b ? 4 : a === b ? 5 : a !== b ? 6 : 7;
    }
  }`,
  constants: {},
  name: 'extremes',
  as: 'extremes',
};

describe.skipIf(withoutCompiler)(`maxima and minima know NaN and the sign of zero${skipped}`, () => {
  test.each(isFull ? ways : ways.filter(({ width }) => width >= 4))('$compiler, $width at a time', async ({ compiler, width }) => {
    const { file } = madeOf(await makeLibrary([extremes], ['extremes'], { compiler, width, cache: false }));
    const reference = make('JavaScript', [extremes], ['extremes'], programDoubles);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const F = new Float64Array(memory.buffer);
    for (const one of [F, reference.F])
      for (let k = 0; k < pairs; k++) {
        one[64 + k] = special[k % special.length] as number;
        one[64 + pairs + k] = special[Math.floor(k / special.length)] as number;
      }
    nativeHost.load(file, memory).get('extremes')?.();
    reference.functions.get('extremes')?.();
    expect(firstDifference(reference.F, F)).toBe(-1);
    expect(Object.is(F[64 + 2 * pairs + 1], 0)).toBe(true);
  });
});

/** Long loops whose first rounds may go one by one, so that vectors lie within cache lines; where one stores is known in its rounds only. */
const shifted: KernelSource = {
  text: `function shifted(at, count) {
    lanes: for (let i = 0; i < count; i++) {
      const next = 1024 + at + i;
      F[next] = F[64 + i] * F[500 + at + i];
    }
    lanes: for (let i = 0; i < count; i++) {
      F[1024 + at + i] = F[1024 + at + i] + F[64 + i];
    }
  }`,
  constants: {},
  name: 'shifted',
  as: 'shifted',
};

describe.skipIf(withoutCompiler)(`long loops that begin anywhere${skipped}`, () => {
  test.each(isFull ? ways : ways.slice(-1))('$compiler, $width at a time', async ({ compiler, width }) => {
    const { file } = madeOf(await makeLibrary([shifted], ['shifted'], { compiler, width, checked: true, cache: false }));
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const F = new Float64Array(memory.buffer);
    const run = nativeHost.load(file, memory).get('shifted');
    for (let at = 0; at < 9; at++)
      for (const count of [255, 256, 257, 300]) {
        for (let k = 0; k < 2048; k++) F[k] = k + 0.5;
        const expected = Float64Array.from(F);
        for (let i = 0; i < count; i++) expected[1024 + at + i] = (64.5 + i) * (500.5 + at + i) + (64.5 + i);
        run?.(at, count);
        expect(F.subarray(0, 2048)).toEqual(expected.subarray(0, 2048));
      }
  });
});

/** A place from memory that is one only for lanes that stay. */
const guarded: KernelSource = {
  text: `function guarded() {
    lanes: for (let i = 0; i < 16; i++) {
      if (F[64 + i] < 0) {
        F[128 + i] = -1;
        continue;
      }
      const place = F[64 + i] | 0;
      F[128 + i] = F[place] + 1;
    }
  }`,
  constants: {},
  name: 'guarded',
  as: 'guarded',
};

describe.skipIf(withoutCompiler)(`lanes that have left read no place that memory gives${skipped}`, () => {
  test.each(isFull ? ways : ways.slice(-1))('$compiler, $width at a time', async ({ compiler, width }) => {
    const { file } = madeOf(await makeLibrary([guarded], ['guarded'], { compiler, width, checked: true, cache: false }));
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const F = new Float64Array(memory.buffer);
    for (let k = 0; k < 16; k++) [F[k], F[64 + k]] = [10 * k, k % 5 === 3 ? -1e6 : 15 - k];
    nativeHost.load(file, memory).get('guarded')?.();
    for (let k = 0; k < 16; k++) expect(F[128 + k]).toBe(k % 5 === 3 ? -1 : 10 * (15 - k) + 1);
  });
});
