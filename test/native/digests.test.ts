/** Runs by native kernels have the kept digests: all circuits and generated ones, by every compiler that is there, for vectors of every width, by one thread and by several. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { NativeOptions } from '../../dist/native/host.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { compilers, ownCache, skipped, widths, withoutCompiler } from '../support/native.js';
import { type SameBitsRun, sameBitsRuns } from '../support/sameBits.js';

ownCache();

const kept = JSON.parse(readFileSync('test/same/digests.json', 'utf8')) as Record<string, Record<'digest' | 'stateDigest', string>>;
const ways = compilers.flatMap((compiler) => widths.map((width): NativeOptions => ({ compiler, width })));
const wayOf = (k: number): NativeOptions => ways[k % ways.length] as NativeOptions;
const all = sameBitsRuns();
/** Quickly one circuit of a file and a generated one; the rest in full mode. */
const quickly: readonly string[] = ['two-actuator', 'ring a, variable'];
const chosen = all.filter(({ name }) => isFull || quickly.includes(name));

/** The run, with its digests and what made its kernels. */
async function run({ circuit, options }: SameBitsRun, more: RunOptions, native: NativeOptions) {
  const {
    digest,
    stateDigest,
    run: { kernels },
    notes,
  } = await simulate(await circuit(), {
    workers: 1,
    ...options,
    ...more,
    kernels: 'native',
    native,
  });
  expect(kernels, notes.join('\n')).toBe('native');
  return { digest, stateDigest };
}

describe.skipIf(withoutCompiler)(`native kernels have the kept digests${skipped}`, () => {
  test.each(chosen.map((one, k) => [one.name, one, k] as const))(
    '%s',
    async (name, one, k) => {
      for (const native of isFull ? ways : [wayOf(k)]) expect(await run(one, {}, native), JSON.stringify(native)).toEqual(kept[name]);
    },
    1_200_000,
  );

  test.each(chosen.map((one, k) => [one.name, one, k] as const))(
    '%s, by several threads',
    async (name, one, k) => {
      // Full: threads by libraries; quickly test/native/fallBacks and test/same have each.
      const others = isFull ? one.others : [];
      // As threads that share cores sleep at every synchronisation: whoever sleeps does so in JavaScript.
      for (const [n, { kernels: _, ...more }] of others.entries())
        if (one.part === 1 || isFull) expect(await run(one, more, wayOf(k + n)), JSON.stringify(more)).toEqual(kept[name]);
    },
    1_200_000,
  );
});

describe.skipIf(withoutCompiler)(`held runs by native kernels${skipped}`, () => {
  // Full: saved and taken up by compiled libraries; quickly the digests above, and test/same/resume between JavaScript and WebAssembly.
  test.runIf(isFull)('a checkpoint goes from one back end to another', async () => {
    const one = all.find(({ name }) => name === 'ring a, variable') as SameBitsRun;
    const circuit = await one.circuit();
    const end = one.options.until as number;
    let checkpoint: Uint8Array | undefined;
    const native = wayOf(ways.length - 1);
    for (const [k, kernels] of (['native', 'wasm', 'native', 'js'] as const).entries()) {
      const held = await openRun(circuit, { workers: 1, ...one.options, kernels, native, ...(checkpoint ? { resume: checkpoint } : {}) });
      if (k < 3) {
        await held.advance({ steps: 40 });
        checkpoint = await held.save();
        await held.close();
        continue;
      }
      await held.advance({ until: end });
      const { digest, stateDigest } = await held.close();
      expect({ digest, stateDigest }).toEqual(kept[one.name]);
    }
  });
});

describe.skipIf(withoutCompiler)(`native kernels take over from WebAssembly${skipped}`, () => {
  const one = all.find(({ name }) => name === 'ring b, variable') as SameBitsRun;

  test.runIf(isFull)(
    'in the middle of a run of one worker, with the same results',
    async () => {
      const circuit = await one.circuit();
      // So long that a compiler has done before it ends: what it takes is not known.
      const options = { workers: 1, step: null, until: 30 * (one.options.until as number), every: 1 } as const;
      const plain = await simulate(circuit, { ...options, kernels: 'wasm' });
      const native = { ...wayOf(ways.length - 1), after: 0 };
      // The first leaves its library in the cache, where it ends after the compiler has; the second finds it in its first slices.
      for (const kernels of ['native', 'auto'] as const) {
        const results = await simulate(circuit, { ...options, kernels, native });
        expect(results.run.kernels).toBe('native');
        expect({ digest: results.digest, stateDigest: results.stateDigest }).toEqual({
          digest: plain.digest,
          stateDigest: plain.stateDigest,
        });
        if (kernels === 'auto') expect(results.notes.join('\n')).toMatch(/^native kernels from t = .* s on: .*, found in the cache$/m);
      }
    },
    120_000,
  );

  test.runIf(isFull)(
    'in the middle of a run of several threads, which park for it; not where slices are timed or partitions change hands',
    async () => {
      const circuit = await one.circuit();
      // So long that a library of the cache is looked for and loaded before it ends, other programs beside it too.
      const options = {
        workers: 2,
        driver: 'parallel',
        oversubscribe: true,
        step: null,
        until: 240 * (one.options.until as number),
        every: 1,
      } as const;
      const plain = await simulate(circuit, { ...options, kernels: 'wasm' });
      const native = { ...wayOf(ways.length - 1), after: 0 };
      // The first leaves its library in the cache.
      for (const kernels of ['native', 'auto'] as const) {
        const results = await simulate(circuit, { ...options, kernels, native });
        expect(results.run.kernels, results.notes.join('\n')).toBe('native');
        expect({ digest: results.digest, stateDigest: results.stateDigest }).toEqual({
          digest: plain.digest,
          stateDigest: plain.stateDigest,
        });
        if (kernels === 'auto') expect(results.notes.join('\n')).toMatch(/^native kernels from t = .* s on: .*, found in the cache$/m);
      }
      for (const more of [{ timeline: 3 }, { balance: true }]) {
        const results = await simulate(circuit, { ...options, ...more, native });
        expect(results.run.kernels).toBe('wasm');
        expect(results.digest).toBe(plain.digest);
      }
    },
    300_000,
  );

  test('and a run without a compiler says what they would have saved', async () => {
    const options = { workers: 1, step: null, until: 30 * (one.options.until as number), every: 1 } as const;
    const results = await simulate(await one.circuit(), { ...options, native: { after: 0, compiler: '/no/such/compiler' } });
    expect(results.run.kernels).toBe('wasm');
    expect(results.notes.join('\n')).toMatch(
      /not native: no C compiler was found; with gcc or clang native ones would have taken about .* s less/,
    );
  });
});
