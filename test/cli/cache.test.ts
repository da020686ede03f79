/** `run` with what it compiled before: the same results, named in the account, and never where it may not be trusted. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommandLine } from '#ringmain/cli/program.js';
import { ModuleBuilder } from '#ringmain/wasm/module.js';

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'ringmain-kept-')), 'cache');
  vi.stubEnv('RINGMAIN_CACHE_DIR', folder);
  vi.stubEnv('RINGMAIN_NO_CACHE', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

interface Account {
  readonly digest: string;
  readonly stateDigest: string;
  readonly notes: readonly string[];
}

/** What a run tells, and how many modules were compiled for it. */
async function ran(...options: string[]): Promise<Account & { compiled: number }> {
  const build = vi.spyOn(ModuleBuilder.prototype, 'build');
  let out = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const code = await runCommandLine(['run', 'circuits/two-actuator.yaml', '--end', '5ms', '--kernels', 'wasm', '--json', ...options]);
  spy.mockRestore();
  expect(code).toBe(0);
  const compiled = build.mock.calls.length;
  build.mockRestore();
  return { ...(JSON.parse(out) as Account), compiled };
}

const ofCache = ({ notes }: Account): string[] => notes.filter((note) => /set up before|cache/.test(note));
const digests = ({ digest, stateDigest }: Account): string[] => [digest, stateDigest];

const alone = ['--workers', '1'];

test('the second run compiles nothing, says so, and has the same digests; --no-cache compiles', async () => {
  const first = await ran(...alone);
  const second = await ran(...alone);
  const without = await ran(...alone, '--no-cache');
  expect([first, second, without].map(({ compiled }) => compiled)).toEqual([1, 0, 1]);
  expect([first, second, without].map(ofCache)).toEqual([
    [],
    [`set up before: compiled steps from ${folder} (--no-cache compiles them anew)`],
    [],
  ]);
  expect([digests(second), digests(without)]).toEqual([digests(first), digests(first)]);
});

test('another text, another memory, and threads compile anew', async () => {
  await ran(...alone);
  expect((await ran(...alone, '--step', '10us')).compiled).toBe(1);
  expect((await ran(...alone, '--every', '1ms')).compiled).toBe(1);
  expect((await ran('--workers', '2', '--oversubscribe')).compiled).toBe(1);
  expect((await ran(...alone, '--every', '1ms')).compiled).toBe(0);
});

describe('what cannot be used costs time alone', () => {
  test.each(['altered', 'cut short'])('a module that was %s', async (how) => {
    const first = await ran(...alone);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), how === 'altered' ? new Uint8Array(1000).fill(7) : 'x');
    const second = await ran(...alone);
    expect(second.compiled).toBe(1);
    expect(digests(second)).toEqual(digests(first));
    expect(ofCache(second)).toEqual(['cache of compiled programs: an entry was altered or cut short']);
    expect((await ran(...alone)).compiled).toBe(0);
  });

  test.runIf(process.platform !== 'win32')('a folder that others may write', async () => {
    await ran(...alone);
    chmodSync(folder, 0o777);
    const second = await ran(...alone);
    expect(second.compiled).toBe(1);
    expect(ofCache(second)).toEqual([`cache of compiled programs: others may write ${folder}; chmod go-w "${folder}"`]);
  });
});
