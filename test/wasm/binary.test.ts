/** The bytes of the binary format: numbers as the specification has them, and modules that every engine takes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementarySources } from '../../dist/code/elementarySources.js';
import type { KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { Bytes, Code } from '../../dist/wasm/binary.js';
import { ModuleBuilder } from '../../dist/wasm/module.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';

/** The number that LEB128 bytes stand for (Core Specification §5.2.2), read without the writer's code. */
function read(bytes: readonly number[], signed: boolean): bigint {
  const value = bytes.reduce((sum, byte, k) => sum + (BigInt(byte & 0x7f) << BigInt(7 * k)), 0n);
  const bits = BigInt(7 * bytes.length);
  expect(bytes.map((byte) => byte >> 7)).toEqual(bytes.map((_, k) => (k === bytes.length - 1 ? 0 : 1)));
  return signed ? BigInt.asIntN(Number(bits), value) : value;
}

describe('LEB128', () => {
  test.each<[number, number[]]>([
    [0, [0]],
    [127, [0x7f]],
    [128, [0x80, 0x01]],
    // The examples of the DWARF standard, where the format comes from (§7.6).
    [624485, [0xe5, 0x8e, 0x26]],
    [2 ** 32 - 1, [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('unsigned %i', (value, bytes) => expect([...new Bytes().unsigned(value).values]).toEqual(bytes));

  test.each<[number, number[]]>([
    [0, [0]],
    [2, [0x02]],
    [-2, [0x7e]],
    [63, [0x3f]],
    [64, [0xc0, 0x00]],
    [-64, [0x40]],
    [-65, [0xbf, 0x7f]],
    [127, [0xff, 0x00]],
    [-128, [0x80, 0x7f]],
    [-123456, [0xc0, 0xbb, 0x78]],
    [2 ** 31 - 1, [0xff, 0xff, 0xff, 0xff, 0x07]],
    [-(2 ** 31), [0x80, 0x80, 0x80, 0x80, 0x78]],
  ])('signed %i', (value, bytes) => {
    expect([...new Bytes().signed(value).values]).toEqual(bytes);
    expect([...new Bytes().signed64(BigInt(value)).values]).toEqual(bytes);
  });

  test('signed, of 64 bits', () => {
    expect([...new Bytes().signed64(-(2n ** 63n)).values]).toEqual([...Array(9).fill(0x80), 0x7f]);
    expect([...new Bytes().signed64(2n ** 63n - 1n).values]).toEqual([...Array(9).fill(0xff), 0x00]);
    // Bits without a sign are taken as the number with the same bits.
    expect([...new Bytes().signed64(2n ** 64n - 1n).values]).toEqual([0x7f]);
  });

  test('what is read back is what was written, in as few bytes as there can be', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.nat(62), (wide, shift) => {
        const value = wide >> BigInt(shift);
        const values = [...new Bytes().signed64(value).values];
        expect(read(values, true)).toBe(value);
        expect(BigInt.asIntN(7 * (values.length - 1), value) === value && values.length > 1).toBe(false);
        const small = Number(BigInt.asIntN(32, value));
        expect(read([...new Bytes().signed(small).values], true)).toBe(BigInt(small));
        const natural = Number(BigInt.asUintN(32, value));
        expect(read([...new Bytes().unsigned(natural).values], false)).toBe(BigInt(natural));
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});

test('doubles and vectors are written with the lowest byte first', () => {
  const bytes = [0x18, 0x2d, 0x44, 0x54, 0xfb, 0x21, 0x09, 0x40];
  expect([...new Bytes().double(Math.PI).values]).toEqual(bytes);
  expect([...new Bytes().double(-0).values]).toEqual([0, 0, 0, 0, 0, 0, 0, 0x80]);
  expect([...new Code().numbers(Math.PI).values]).toEqual([0xfd, 0x0c, ...bytes, ...bytes]);
  expect([...new Code().longs(0x4330000000000000n).values]).toEqual([
    0xfd, 0x0c, 0, 0, 0, 0, 0, 0, 0x30, 0x43, 0, 0, 0, 0, 0, 0, 0x30, 0x43,
  ]);
});

test('opcodes above 127 are LEB128 behind their prefix', () => {
  expect([...new Code().op('f64x2.add').values]).toEqual([0xfd, 0xf0, 0x01]);
  expect([...new Code().op('v128.bitselect').values]).toEqual([0xfd, 0x52]);
  expect([...new Code().op('i32.trunc_sat_f64').values]).toEqual([0xfc, 0x02]);
});

test('a text has the length of its bytes before it', () => {
  expect([...new Bytes().text('Δ').values]).toEqual([2, 0xce, 0x94]);
});

describe('modules', () => {
  const build = (shared: boolean, lanes: boolean, pages = 3): Uint8Array<ArrayBuffer> => {
    const builder = new ModuleBuilder({ pages, shared, lanes });
    for (const source of elementarySources) builder.add(source);
    const text = 'function kernel(n) { lanes: for (let i = 0; i < n; i++) F[i] = exp(F[i]) + sin(F[i]); I[0] = Atomics.add(I, 1, 2); }';
    builder.add({ text, constants: {}, name: 'kernel', as: 'kernel' });
    return builder.build(['kernel', 'exp', 'tanh']);
  };

  test('a function that is given is imported by its name, and comes before all texts', () => {
    const given: KernelSource = { text: '', constants: {}, name: 'ask', as: 'ask', isGiven: true };
    const asks: KernelSource = { text: 'function both() { F[1] = F[0]; return ask() + ask(); }', constants: {}, name: 'both', as: 'both' };
    const builder = new ModuleBuilder({ pages: 1, shared: false, lanes: true });
    for (const source of [given, asks]) builder.add(source);
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
    let answers = 40;
    const env = { memory, ask: () => answers++ };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(builder.build(['both'])), { env });
    expect((exports['both'] as () => number)()).toBe(81);
    expect(() => builder.add({ ...given, as: 'late' })).toThrow('late is given, and comes behind texts');
  });

  test.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])('shared %s, in lanes %s: valid, and takes a memory of its kind only', (shared, lanes) => {
    const bytes = build(shared, lanes);
    expect(WebAssembly.validate(bytes)).toBe(true);
    const memory = (isShared: boolean): WebAssembly.Memory => new WebAssembly.Memory({ initial: 3, maximum: 3, shared: isShared });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: memory(shared) } });
    expect(Object.keys(instance.exports)).toEqual(['kernel', 'exp', 'tanh']);
    expect(() => new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: memory(!shared) } })).toThrow(/memory/);
  });

  test('the size of the memory is part of the module', () => {
    const memory = new WebAssembly.Memory({ initial: 3, maximum: 3 });
    expect(() => new WebAssembly.Instance(new WebAssembly.Module(build(false, true, 4)), { env: { memory } })).toThrow(/memory/);
    expect(WebAssembly.validate(build(true, true, 65536))).toBe(true);
  });

  test('a module without the end of its last function is not valid', () => {
    const bytes = build(false, true);
    expect(WebAssembly.validate(bytes.slice(0, -1))).toBe(false);
    // The names of functions stand behind the code: one byte for the section, one for its size.
    const names = Buffer.from(bytes).lastIndexOf('\x04name') - 2;
    expect(bytes[names - 1]).toBe(0x0b);
    bytes[names - 1] = 0x01;
    expect(WebAssembly.validate(bytes)).toBe(false);
  });

  test('a function that no source has cannot be exported', () => {
    const builder = new ModuleBuilder({ pages: 1, shared: false, lanes: true });
    expect(() => builder.build(['nothing'])).toThrow('no function nothing');
  });
});
