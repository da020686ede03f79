/** `run --checkpoint` and `--resume` as a user has them: Ctrl-C, and programs that are killed at any moment. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/read.js';
import { seeded } from '../../dist/partition/random.js';
import { decodeCheckpoint } from '../../dist/run/held/checkpoint.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const folder = mkdtempSync(join(tmpdir(), 'ringmain-checkpoint-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = 'circuits/ring-main.yaml';
const end = isFull ? 3 : 0.6;
const whole = await simulate(await readCircuit(file), { workers: 1, until: end });

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs the command line; `signal` is sent so many ms after `when` is true. */
function run(args: readonly string[], signal?: { name: NodeJS.Signals; when: () => boolean; ms: number }): Promise<Ended> {
  const child = spawn(process.execPath, ['dist/cli/main.js', 'run', file, ...args]);
  let [out, errors] = ['', ''];
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (errors += text));
  const watch = setInterval(() => {
    if (!signal?.when()) return;
    clearInterval(watch);
    setTimeout(() => child.kill(signal.name), signal.ms);
  }, 5);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearInterval(watch);
      resolve({ code, out, errors });
    }),
  );
}

const changed = (path: string): (() => boolean) => {
  const before = existsSync(path) ? readFileSync(path).toString('base64') : '';
  return () => existsSync(path) && readFileSync(path).toString('base64') !== before;
};

test('killed at random moments of saving every 20 ms: always a file that can be read, always the same end', async () => {
  const draw = seeded(11);
  const path = join(folder, 'killed.checkpoint');
  let last = -1;
  for (let kill = 0; kill < (isFull ? 50 : 2); kill++) {
    const from = existsSync(path) ? ['--resume', path] : ['--end', `${end}s`];
    const engine = ['--workers', `${1 + (kill % 2)}`, '--kernels', kill % 3 === 0 ? 'js' : 'wasm', '--oversubscribe'];
    const killed = await run([...from, ...engine, '--checkpoint', path, '--checkpoint-every', '20ms', '--quiet'], {
      name: 'SIGKILL',
      when: changed(path),
      ms: 100 * draw(),
    });
    const { time } = decodeCheckpoint(readFileSync(path));
    expect(time).toBeGreaterThanOrEqual(last);
    last = time;
    // It came to its end before it was killed: from the start again.
    if (killed.code === 0) rmSync(path);
  }
  const { out, code } = await run([...(existsSync(path) ? ['--resume', path] : ['--end', `${end}s`]), '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ digest: whole.digest, stateDigest: whole.stateDigest, steps: whole.steps });
});

test('Ctrl-C writes a last checkpoint and says how to go on; nothing half-written is left', async () => {
  const path = join(folder, 'stopped.checkpoint');
  const stopped = await run(['--end', `${end}s`, '--checkpoint', path, '--checkpoint-every', '20ms', '--quiet', '--kernels', 'js'], {
    name: 'SIGINT',
    when: () => existsSync(path),
    ms: 0,
  });
  expect(stopped).toMatchObject({ code: 130, errors: expect.stringContaining(`go on with: ringmain run ${file} --resume ${path}`) });
  const { out } = await run(['--resume', path, '--json', '--workers', '2']);
  expect(JSON.parse(out)).toMatchObject({ digest: whole.digest });
  expect(readdirSync(folder).filter((name) => name.startsWith('.stopped'))).toEqual([]);
});

test('at a simulated time; what is no checkpoint is not overwritten', async () => {
  const path = join(folder, 'at.checkpoint');
  const { code } = await run(['--end', `${end}s`, '--checkpoint', path, '--checkpoint-at', '50ms', '--quiet']);
  expect(code).toBe(0);
  const { time } = decodeCheckpoint(readFileSync(path));
  expect(time).toBeGreaterThanOrEqual(0.05);
  expect(time).toBeLessThan(0.06);
  const refused = await run(['--checkpoint', 'README.md']);
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('README.md exists and is no result of ringmain') });
  expect(await run(['--checkpoint-every', '1s'])).toMatchObject({ code: 1, errors: expect.stringContaining('add --checkpoint FILE') });
});
