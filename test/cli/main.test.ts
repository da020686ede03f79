/** The program as few files, which is what people start: the same words and results as by its modules, and whose code is in it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { commands } from '#ringmain/cli/commands.js';
import { runCommandLine } from '#ringmain/cli/program.js';
import { isFull } from '../support/circuits.js';

const folder = new URL('../../dist/main/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));

/** What a command line prints by one program or the other. */
async function printed(run: typeof runCommandLine, words: readonly string[]): Promise<string> {
  const out: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      out.push(String(text));
      return true;
    }),
  );
  try {
    out.push(`exit ${await run(words)}`);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return out.join('');
}

// All commands in full mode: a command that the bundle lacks, or whose modules do not load from it.
test('it has commands in the same words', async () => {
  const bundled = (await import(new URL('program.js', folder).href)) as { runCommandLine: typeof runCommandLine };
  const lines = commands.map(({ command }) => [command.split(' ')[0] as string, '--help']).filter(([name]) => name !== 'bench');
  expect(lines.length).toBeGreaterThan(15);
  const some = isFull ? lines : lines.filter(([name]) => name === 'run' || name === 'fit');
  for (const words of [...some, ['--version'], ['run'], ['rum'], ['run', 'nowhere.yaml'], ['check', 'circuits/w1.yaml']])
    expect(await printed(bundled.runCommandLine, words), words.join(' ')).toBe(await printed(runCommandLine, words));
});

test('a run of it has the same digest', async () => {
  const bundled = (await import(new URL('program.js', folder).href)) as { runCommandLine: typeof runCommandLine };
  const words = ['run', 'circuits/two-actuator.yaml', '--end', '10ms', '--json', '--kernels'];
  const digest = async (run: typeof runCommandLine, kernels: string): Promise<string> => {
    const text = (await printed(run, [...words, kernels])).replace(/exit 0$/, '');
    return (JSON.parse(text) as { stateDigest: string }).stateDigest;
  };
  const own = await digest(runCommandLine, 'wasm');
  expect(own).toMatch(/^[0-9a-f]{64}$/);
  expect([await digest(bundled.runCommandLine, 'wasm'), await digest(bundled.runCommandLine, 'js')]).toEqual([own, own]);
});

test('started as people start it, it says its version and nothing else, on every Node: V8 would complain of a flag that it does not know', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)), '--version'],
    {
      encoding: 'utf8',
    },
  );
  expect([stderr, status]).toEqual(['', 0]);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('few files, and the licences of all packages in them', () => {
  expect(files.length).toBeLessThan(150);
  const licences = readFileSync(new URL('licences.txt', folder), 'utf8');
  for (const name of ['ringmain', 'yargs', 'zod', 'yaml', 'acorn', 'ml-matrix']) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

test('packages that look for files beside their own are not in it', () => {
  const taken = files.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return [...text.matchAll(/(?:from|import\()\s*["'`]([a-z][\w-]*)(?:\/[^"'`]*)?["'`]/g)].map(([, one]) => one as string);
  });
  expect(taken).toEqual(expect.arrayContaining(['elkjs', 'h5wasm', 'node-api-headers', 'piscina', 'ws']));
});
