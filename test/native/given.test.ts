/** A function that kernels call and that another library gives: by its address, without JavaScript, or as a function of JavaScript. */
import { describe, expect, test } from 'vitest';
import { Cache } from '../../dist/cache/cache.js';
import type { KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { type Address, addressText } from '../../dist/native/address.js';
import { compileLibrary } from '../../dist/native/compileLibrary.js';
import { makeLibrary } from '../../dist/native/compiler.js';
import { nativeHost } from '../../dist/native/nodeNative.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';
import { compilers, madeOf, ownCache, skipped, withoutCompiler } from '../support/native.js';

ownCache();
const compiler = compilers[0] as string;

const given: KernelSource = { text: '', constants: {}, name: 'ask', as: 'ask', isGiven: true };
/** What the given function does to the memory must be seen behind its call, whatever of it was read before. */
const asks: KernelSource = {
  text: 'function both(n) { let sum = 0; for (let k = 0; k < n; k++) { sum = sum + F[8]; I[0] = ask(); sum = sum + F[8]; } F[9] = sum; return I[0]; }',
  constants: {},
  name: 'both',
  as: 'both',
};

/** A library whose function adds 1 to the double that it is opened with, and gives how often it was called. */
const adder = `#include <node_api.h>
${addressText}
static double *at;
static int calls;
static int add(void *context) { double *const all = context; all[8] += 1; return ++calls; }
static napi_value open(napi_env env, napi_callback_info info) {
  napi_value array, buffer, made;
  size_t count = 1, length, offset;
  napi_typedarray_type type;
  static rm_address address;
  napi_get_cb_info(env, info, &count, &array, NULL, NULL);
  napi_get_typedarray_info(env, array, &type, &length, (void **)&at, &buffer, &offset);
  address = (rm_address){add, at};
  napi_create_external(env, &address, NULL, NULL, &made);
  return made;
}
NAPI_MODULE_INIT() {
  napi_value made;
  napi_create_function(env, "open", NAPI_AUTO_LENGTH, open, NULL, &made);
  napi_set_named_property(env, exports, "open", made);
  return exports;
}
`;

describe.skipIf(withoutCompiler)(`a function that is given${skipped}`, () => {
  const memory = (): { memory: WebAssembly.Memory; F: Float64Array } => {
    const made = new WebAssembly.Memory({ initial: 1, maximum: 1 });
    return { memory: made, F: new Float64Array(made.buffer) };
  };
  const library = async () => madeOf(await makeLibrary([given, asks], ['both'], { compiler }));
  /** 0 + 1, 1 + 2, 2 + 3. */
  const expected = 9;

  test('of C, by its address', async () => {
    const wanted = { command: compiler, name: compiler, args: ['-O2'], text: () => adder, key: 'adder' };
    const compiled = await compileLibrary(wanted, new Cache(null));
    if ('refused' in compiled) throw new Error(compiled.refused);
    const module = { exports: {} as { open: (F: Float64Array) => Address } };
    process.dlopen(module, compiled.file);
    const { memory: own, F } = memory();
    const both = nativeHost.load((await library()).file, own, null, module.exports.open(F)).get('both');
    expect(both?.(3)).toBe(3);
    expect([F[8], F[9]]).toEqual([3, expected]);
  });

  test('of JavaScript; what it throws comes through', async () => {
    const { memory: own, F } = memory();
    let calls = 0;
    const add = (): number => {
      if (calls === 3) throw new Error('enough');
      F[8] = (F[8] as number) + 1;
      return ++calls;
    };
    const both = nativeHost.load((await library()).file, own, null, add).get('both');
    expect(both?.(3)).toBe(3);
    expect([F[8], F[9]]).toEqual([3, expected]);
    expect(() => both?.(1)).toThrow('enough');
  });

  test('that nobody gives answers -1, of which a loop knows that it failed', async () => {
    expect(nativeHost.load((await library()).file, memory().memory).get('both')?.(1)).toBe(-1);
  });
});
