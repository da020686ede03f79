/** Whatever goes wrong between a text of C and a loaded library is a reason in the account of a run that goes on by WebAssembly, or costs time alone; only a lacking compiler is a mistake. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import type { KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { makeLibrary } from '../../dist/native/compiler.js';
import type { NativeLibrary } from '../../dist/native/host.js';
import { nativeHost } from '../../dist/native/nodeNative.js';
import { levelOf } from '../../dist/native/processor.js';
import { simulate } from '../../dist/run/simulate.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';
import { isFull } from '../support/circuits.js';
import { compilers, madeOf, ownCache, skipped, withoutCompiler } from '../support/native.js';

ownCache();
const scripts = mkdtempSync(join(tmpdir(), 'ringmain-compilers-'));
afterAll(() => rmSync(scripts, { recursive: true, force: true }));

const avx2 = ['avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'abm', 'movbe'];
const avx512 = ['avx512f', 'avx512bw', 'avx512cd', 'avx512dq', 'avx512vl'];

/** Each its own text, and so its own entry. */
let count = 0;
const source = (): KernelSource[] => [
  { text: `function double(k) { F[k] = 2 * F[k] + ${count++} - ${count}; return k + 1; }`, constants: {}, name: 'double', as: 'double' },
];
const compiler = compilers[0];
const made = async (sources: readonly KernelSource[], more: object = {}): Promise<NativeLibrary> =>
  madeOf(await makeLibrary(sources, ['double'], { compiler, ...more }));

const lift = JSON.parse(readFileSync('test/same/digests.json', 'utf8')).lift.digest as string;
const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** A process that runs lift.yaml, and its account. */
async function runOf(words: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program, 'run', 'circuits/lift.yaml', '--json', ...words], {
    env: { ...process.env, RINGMAIN_CC: compiler, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data: Buffer) => {
    out += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    err += data.toString();
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(`${code} ${err}`).toMatch(/^0 /);
  return {
    account: JSON.parse(out) as { readonly kernels: string; readonly digest: string; readonly notes: readonly string[] },
  };
}

/** What a library does: 2 · 3 - 1, and gives 1. */
function expectWorks({ file }: NativeLibrary): void {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
  const F = new Float64Array(memory.buffer);
  F[0] = 3;
  expect(nativeHost.load(file, memory).get('double')?.(0)).toBe(1);
  expect(F[0]).toBe(5);
}

/** A compiler that says what it is, and then does this. */
function pretender(name: string, then: string): string {
  const file = join(scripts, name);
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = --version ]; then echo "gcc (Pretender) 99.1"; exit 0; fi\n${then}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('without a compiler', () => {
  test('native kernels are a mistake with what to do, and nothing is run', async () => {
    const run = simulate(await readCircuit('circuits/lift.yaml'), { kernels: 'native', native: { compiler: '/no/such/compiler' } });
    await expect(run).rejects.toMatchObject({ code: 'RUN249', remedy: expect.stringContaining('install gcc or clang') });
  });

  test('so they are of integrators', async () => {
    const run = simulateLumped(await readCircuit('circuits/lift.yaml'), { kernels: 'native', native: { compiler: '/no/such/compiler' } });
    await expect(run).rejects.toMatchObject({ code: 'RUN249' });
  });

  test('RINGMAIN_CC without a name is none', async () => {
    process.env.RINGMAIN_CC = '';
    try {
      expect(await makeLibrary(source(), ['double'])).toEqual({ refused: 'no C compiler was found', isWithoutCompiler: true });
    } finally {
      delete process.env.RINGMAIN_CC;
    }
  });
});

describe.skipIf(process.platform === 'win32')('a compiler that', () => {
  let kernels: { kernels: string; notes: readonly string[] };
  const runBy = async (file: string, patience?: number): Promise<void> => {
    const circuit = await readCircuit('circuits/lift.yaml');
    const results = await simulate(circuit, {
      workers: 1,
      kernels: 'native',
      native: { compiler: file, ...(patience ? { patience } : {}) },
    });
    expect(results.ending).toBe(null);
    expect(results.digest).toBe(JSON.parse(readFileSync('test/same/digests.json', 'utf8')).lift.digest);
    kernels = { kernels: results.run.kernels, notes: results.notes };
  };

  test('fails leaves the run to WebAssembly', async () => {
    await runBy(pretender('fails', 'echo "step.c:1:1: error: no space" >&2; exit 1'));
    expect(kernels).toMatchObject({
      kernels: 'wasm',
      notes: expect.arrayContaining(['kernels in WebAssembly, not native: gcc 99.1 failed: no space']),
    });
  });

  test('hangs is given up, with what it has started', async () => {
    await runBy(pretender('hangs', 'sleep 1000'), 0.3);
    expect(kernels).toMatchObject({
      kernels: 'wasm',
      notes: expect.arrayContaining(['kernels in WebAssembly, not native: gcc 99.1 was given up after 0.3 s']),
    });
  });

  test('writes what is no library leaves the run to WebAssembly', async () => {
    await runBy(pretender('writes', 'for one in "$@"; do case "$before" in -o) echo nothing > "$one";; esac; before="$one"; done'));
    expect(kernels.kernels).toBe('wasm');
    expect(kernels.notes.join('\n')).toMatch(/not native: it cannot be loaded: /);
  });

  test('writes nothing leaves the run to WebAssembly', async () => {
    await runBy(pretender('nothing', 'exit 0'));
    expect(kernels.kernels).toBe('wasm');
  });
});

describe.skipIf(withoutCompiler)(`the cache of libraries${skipped}`, () => {
  test('has what was made before, and knows compilers, widths and checks apart', async () => {
    const sources = source();
    expect(await makeLibrary(sources, ['double'], { compiler, mayCompile: false })).toMatchObject({ isNotKept: true });
    const first = await made(sources);
    expect(first.isKept).toBe(false);
    expectWorks(first);
    expect(await makeLibrary(sources, ['double'], { compiler, mayCompile: false })).toMatchObject({ isKept: true });
    const second = await made(sources);
    expect(second).toMatchObject({ isKept: true, file: first.file });
    expect((await made(sources, { width: 1 })).file).not.toBe(first.file);
    expect((await made(sources, { checked: true })).file).not.toBe(first.file);
  });

  test.each<[string, (bytes: Buffer) => Uint8Array]>([
    // Full: quickly an altered one, by the same sum.
    ...(isFull ? ([['cut short', (bytes) => bytes.subarray(0, 1000)]] as [string, (bytes: Buffer) => Uint8Array][]) : []),
    ['altered', (bytes) => bytes.map((byte, k) => (k === bytes.length >> 1 ? byte ^ 1 : byte))],
  ])('an entry that was %s is made anew, with its reason', async (_, harm) => {
    const sources = source();
    const { file } = await made(sources);
    // A new file: this process may have loaded the old one.
    const bytes = harm(readFileSync(file));
    rmSync(file);
    writeFileSync(file, bytes, { mode: 0o600 });
    const again = await made(sources);
    expect(again).toMatchObject({ isKept: false, reasons: ['an entry was altered or cut short'] });
    expectWorks(again);
  });

  /** Puts bytes in the place of an entry, under the name that these bytes have there. */
  const forged = ({ file }: NativeLibrary, bytes: Uint8Array): string => {
    const sum = createHash('sha256').update(bytes).digest('hex');
    const name = file.replace(/-[0-9a-f]+\.node$/, `-${sum.slice(0, /-([0-9a-f]+)\.node$/.exec(file)?.[1]?.length)}.node`);
    rmSync(file);
    writeFileSync(name, bytes, { mode: 0o600 });
    return name;
  };

  // A cache that two machines share, and an entry that came under the name of the other's.
  test('an entry of another width, as of another processor, is made anew, with its reason, and goes', async () => {
    const sources = source();
    const [narrow, wide] = [await made(sources, { width: 1 }), await made(sources, { width: 2 })];
    const name = forged(wide, readFileSync(narrow.file));
    const again = await made(sources, { width: 2 });
    expect(again).toMatchObject({
      isKept: false,
      width: 2,
      reasons: ['a library that was kept does not fit: it takes 1 doubles at a time in place of 2'],
    });
    expectWorks(again);
    expect(existsSync(name)).toBe(false);
    expect(await made(sources, { width: 2 })).toMatchObject({ isKept: true, reasons: [] });
  });

  test.runIf(process.platform === 'linux')(
    'an entry for another family of processors is made anew, with its reason, and goes',
    async () => {
      const sources = source();
      const entry = await made(sources);
      const bytes = readFileSync(entry.file);
      // e_machine of its ELF header: of AArch64, or of x86-64 where this machine is one of those.
      const machine = { aarch64: 183, x86: 62 };
      expect(Object.values(machine)).toContain(bytes.readUInt16LE(18));
      bytes.writeUInt16LE(bytes.readUInt16LE(18) === machine.x86 ? machine.aarch64 : machine.x86, 18);
      const name = forged(entry, bytes);
      const again = await made(sources);
      expect(again.isKept).toBe(false);
      expect(again.reasons.join('\n')).toMatch(/^a library that was kept does not fit: it cannot be loaded: /);
      expectWorks(again);
      expect(existsSync(name)).toBe(false);
    },
  );

  test('what the processor does not have is another entry', () => {
    // Code of one level runs on all that have it: the level is part of the key, and so are the flags that it was compiled with.
    const [fourth, third] = [levelOf(new Set([...avx2, ...avx512])), levelOf(new Set(avx2))];
    expect(fourth.level).not.toBe(third.level);
    expect(fourth.flags).not.toEqual(third.flags);
  });

  test.runIf(isFull)('two processes that make the same at once both have it, and leave one entry', async () => {
    const own = join(scripts, 'own');
    mkdirSync(own, { mode: 0o700 });
    const both = await Promise.all([0, 1].map(() => runOf(['--kernels', 'native'], { RINGMAIN_CACHE_DIR: own })));
    for (const { account } of both) expect(account).toMatchObject({ kernels: 'native', digest: lift });
    expect(readdirSync(own).filter((name) => name.endsWith('.node'))).toHaveLength(1);
    expect(readdirSync(own).filter((name) => !/\.(node|wasm)$/.test(name))).toEqual([]);
  });

  // Few may make a disk of their own: the administrator of a Linux machine.
  const small = join(scripts, 'small');
  mkdirSync(small);
  const isMounted =
    isFull && process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k,mode=0700', 'tmpfs', small]).status === 0;
  afterAll(() => {
    if (isMounted) spawnSync('umount', [small]);
  });

  test.runIf(isMounted)('a full disk under the cache costs the entry alone', async () => {
    const { account } = await runOf(['--kernels', 'native'], { RINGMAIN_CACHE_DIR: join(small, 'cache') });
    expect(account).toMatchObject({ kernels: 'native', digest: lift });
    expect(account.notes.join('\n')).toMatch(/cache of compiled programs: .*the disk is full/);
  });

  test.runIf(isMounted)('a full disk under the compiler leaves the run to WebAssembly', async () => {
    const { account } = await runOf(['--kernels', 'native', '--no-cache'], { TMPDIR: small });
    expect(account).toMatchObject({ kernels: 'wasm', digest: lift });
    expect(account.notes.join('\n')).toMatch(/kernels in WebAssembly, not native: .*(the disk is full|No space left)/);
  });

  test.runIf(isFull)('a home that nobody may write costs the entry alone', async () => {
    // Nobody may make a folder below a file, the administrator neither.
    const file = join(scripts, 'home');
    writeFileSync(file, '');
    const { account } = await runOf(['--kernels', 'native'], { HOME: file, XDG_CACHE_HOME: '', RINGMAIN_CACHE_DIR: '' });
    expect(account).toMatchObject({ kernels: 'native', digest: lift });
    expect(account.notes.join('\n')).toMatch(/cache of compiled programs: /);
  });

  describe('a folder that keeps nothing', () => {
    let before: string | undefined;
    beforeAll(() => {
      before = process.env.RINGMAIN_CACHE_DIR;
    });
    afterAll(() => {
      process.env.RINGMAIN_CACHE_DIR = before;
    });

    test.runIf(isFull)('leaves a library to this process alone', async () => {
      // A file stands where the folder would be: nobody may write there, the administrator neither.
      const file = join(scripts, 'no folder');
      writeFileSync(file, '');
      process.env.RINGMAIN_CACHE_DIR = join(file, 'cache');
      const sources = source();
      const first = await made(sources);
      expectWorks(first);
      expect(first.reasons).toHaveLength(1);
      expect((await made(sources)).isKept).toBe(false);
    });

    test('that others may write is not trusted', async () => {
      const open = join(scripts, 'open');
      mkdirSync(open);
      chmodSync(open, 0o777);
      process.env.RINGMAIN_CACHE_DIR = open;
      const sources = source();
      const first = await made(sources);
      expectWorks(first);
      expect(first.reasons.join()).toMatch(/others may write/);
      expect(readdirSync(open)).toEqual([]);
    });
  });
});

describe('processors', () => {
  const [third, fourth] = [avx2, avx512];
  test.each<[readonly string[], string, number]>([
    [[...third, ...fourth], 'x86-64-v4', 8],
    [third, 'x86-64-v3', 4],
    [fourth, 'x86-64', 2],
    [[...third.slice(1), ...fourth], 'x86-64', 2],
    [[], 'x86-64', 2],
  ])('%j: %s', (flags, level, width) => {
    expect(levelOf(new Set(flags))).toMatchObject({ level, width });
  });
});

describe.skipIf(withoutCompiler)(`a build with bounds checked${skipped}`, () => {
  test('throws for a place outside of the memory, and neither reads nor writes it', async () => {
    const sources = source();
    const { file } = await made(sources, { checked: true });
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
    const run = nativeHost.load(file, memory).get('double');
    expect(() => run?.(8192)).toThrow('a place outside of the memory');
    expect(() => run?.(-1)).toThrow('a place outside of the memory');
    expect(run?.(8191)).toBe(8192);
  });
});
