/** `run --checkpoint` and `--resume` as a user has them: Ctrl-C, and programs that are killed at any moment. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { seeded } from '../../dist/circuit/text/random.js';
import { formatQuantity } from '../../dist/circuit/text/units.js';
import { typedWord } from '../../dist/cli/about.js';
import { runWithCheckpoints } from '../../dist/cli/checkpoints.js';
import { catchInterrupts } from '../../dist/cli/interrupt.js';
import { rowsNameOf, savesFor } from '../../dist/cli/rankFiles.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { rowFile } from '../../dist/results/rowFile.js';
import { decodeCheckpoint } from '../../dist/run/held/checkpoint.js';
import { simulate } from '../../dist/run/simulate.js';
import { openRun } from '../../dist/session/openRun.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

const file = resolve('circuits/ring-main.yaml');
const two = resolve('circuits/two-actuator.yaml');
const treatable = resolve('circuits/flow-control-valve.yaml');
const program = resolve('dist/cli/main.js');
const notOurs = resolve('README.md');
const end = isFull ? 10 : 0.6;
const whole = await simulate(await readCircuit(file), { workers: 1, until: end });
const place = new Workplace();
afterAll(() => place.remove());

/** Runs the program, which is killed so many ms after `when` is true: its exit code, where it came to one. */
function killed(args: readonly string[], when: () => boolean, ms: number): Promise<number | null> {
  const child = spawn(process.execPath, [program, 'run', file, ...args], { stdio: 'ignore' });
  const watch = setInterval(() => {
    if (!when()) return;
    clearInterval(watch);
    setTimeout(() => child.kill('SIGKILL'), ms);
  }, 5);
  return new Promise((settled) =>
    child.on('close', (code) => {
      clearInterval(watch);
      settled(code);
    }),
  );
}

/** Whether a file is another one than now: every checkpoint is a file of its own. */
const changed = (path: string): (() => boolean) => {
  const number = (): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;
  const before = number();
  return () => number() !== before;
};

test.runIf(isFull)('killed at random moments of saving every 20 ms: always a file that can be read, always the same end', async () => {
  const draw = seeded(11);
  const path = place.path('killed.checkpoint');
  let last = -1;
  let rows = 0;
  for (let kill = 0; kill < 50; kill++) {
    const from = existsSync(path) ? ['--resume', path] : ['--end', `${end}s`];
    const engine = ['--workers', `${2 - (kill % 2)}`, '--kernels', kill % 3 === 2 ? 'js' : 'wasm', '--oversubscribe'];
    const saving = [...from, ...engine, '--checkpoint', path, '--checkpoint-every', '20ms', '--quiet'];
    const code = await killed(saving, changed(path), 100 * draw());
    // It came to its end before it had saved anything.
    if (!existsSync(path)) {
      expect(code).toBe(0);
      continue;
    }
    const { time, mark } = decodeCheckpoint(readFileSync(path));
    rows = Math.max(rows, mark?.rows ?? 0);
    expect(time).toBeGreaterThanOrEqual(last);
    last = time;
    // It came to its end before it was killed: from the start again.
    if (code === 0) {
      rmSync(path);
      last = -1;
    }
  }
  const { out, code } = await place.run('run', file, ...(existsSync(path) ? ['--resume', path] : ['--end', `${end}s`]), '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ digest: whole.digest, stateDigest: whole.stateDigest, steps: whole.account.steps });
  // Rows were in a file, and files do not add up: that of the last checkpoint, and of the one before if the kill came just then.
  expect(rows).toBeGreaterThan(10);
  expect(readdirSync(place.folder).filter((name) => name.endsWith('.rows')).length).toBeLessThanOrEqual(2);
});

// Full: stops a process by signals; quickly a checkpoint at a simulated time, below, and test/run/checkpoints.
test.runIf(isFull)('Ctrl-C writes a last checkpoint and says how to go on; nothing half-written is left', async () => {
  const path = place.path('stopped.checkpoint');
  // Steps so short that the run is under way long after its first checkpoint.
  const until = 0.6;
  const whole = await simulate(await readCircuit(file), { workers: 1, until, step: 2e-6 });
  const steps = ['--end', `${until}s`, '--step', '2us', '--kernels', 'js'];
  const saving = ['run', file, ...steps, '--checkpoint', path, '--checkpoint-every', '20ms', '--quiet'];
  const { code, err } = await place.interrupted(() => existsSync(path), ...saving);
  expect([code, err]).toEqual([130, expect.stringContaining(`go on with: ringmain run ${typedWord(file)} --resume ${typedWord(path)}`)]);
  // Saved where it stopped, not where it was saved before.
  expect(err).toContain(`at t = ${formatQuantity(decodeCheckpoint(readFileSync(path)).time, 's')};`);
  const { out } = await place.run('run', file, '--resume', path, '--json', '--workers', '2');
  expect(JSON.parse(out)).toMatchObject({ digest: whole.digest });
  expect(readdirSync(place.folder).filter((name) => name.startsWith('.stopped'))).toEqual([]);
});

test('at a simulated time; what is no checkpoint is not overwritten', async () => {
  const path = place.path('at.checkpoint');
  const { code } = await place.run('run', file, '--end', `${end}s`, '--checkpoint', path, '--checkpoint-at', '50ms', '--quiet');
  expect(code).toBe(0);
  const { time } = decodeCheckpoint(readFileSync(path));
  expect(time).toBeGreaterThanOrEqual(0.05);
  expect(time).toBeLessThan(0.06);
  const refused = (...args: string[]): Promise<unknown> => place.run('run', file, ...args);
  expect(await refused('--checkpoint', notOurs)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/exists and is no result of ringmain/),
  });
  // Circuit files begin with the same word.
  expect(await refused('--checkpoint', 'relief.yaml')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/exists and is no result of ringmain/),
  });
  expect(await refused('--checkpoint-every', '1s')).toMatchObject({ code: 1, err: expect.stringContaining('add --checkpoint FILE') });
  expect(await refused('--resume', 'none')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--resume none: there is no such file; give a checkpoint'),
  });
});

test.each(['./', './/'])('rows that it stands on stay where its name begins with %s', async (before) => {
  const path = `${before}dotted.checkpoint`;
  const saved = await place.run('run', file, '--end', '80ms', '--checkpoint', path, '--checkpoint-at', '50ms', '--quiet');
  expect(saved).toMatchObject({ code: 0 });
  const rows = readdirSync(place.folder).filter((name) => /^dotted.*rows$/.test(name));
  expect([decodeCheckpoint(readFileSync(path)).mark?.name]).toEqual(rows);
  expect(await place.run('run', file, '--resume', path, '--quiet')).toMatchObject({ code: 0 });
});

test('rows of a rank stay as those of one process do; those of runs before go', async () => {
  const path = './ranks.checkpoint';
  place.write('ranks.checkpoint.1.0123abcd.rows', '');
  const rows = rowFile(rowsNameOf(path, 1));
  rows.open({ circuit: 'c', hash: 'h', columns: [] }).append({ t: Float64Array.of(0), columns: [] });
  const args = { circuit: file, checkpoint: path, force: false };
  const saves = savesFor(
    args,
    { rank: 1, count: 2 },
    () => rows.files,
    () => {},
  );
  await saves?.writePart('0123abcd', [new Uint8Array(1)]);
  await saves?.writePart('4567abcd', [new Uint8Array(1)]);
  await saves?.tidy('4567abcd');
  const kept = [...rows.files.map((name) => basename(name)), 'ranks.checkpoint.4567abcd.1'];
  expect(readdirSync(place.folder).filter((name) => name.startsWith('ranks.checkpoint'))).toEqual(kept.sort());
  rows.close();
});

test('Ctrl-C is caught before the first checkpoint is written, though progress has reported nothing yet', async () => {
  const run = await openRun(await readCircuit(two), { solver: 'rodas4', relativeTolerance: 1e-3, until: 0.02 });
  const [keep, save] = [vi.fn(), vi.spyOn(run, 'save')];
  const interruption = { ...catchInterrupts({ quiet: true }), keep };
  const args = { circuit: two, checkpoint: place.path('caught.checkpoint'), checkpointAt: '10ms', force: false };
  await runWithCheckpoints({ open: async () => run, rowFiles: () => [], interruption }, args);
  expect(save).toHaveBeenCalledOnce();
  expect(keep.mock.invocationCallOrder[0]).toBeLessThan(save.mock.invocationCallOrder[0] as number);
});

describe('by an integrator', () => {
  const asked = ['--solver', 'bdf', '--tolerance', '1e-3'];
  const path = place.path('integrator.checkpoint');

  test('Ctrl-C keeps it; it goes on without being told the solver, to the digest of a run that was never stopped', async () => {
    const made = simulateLumped(await readCircuit(two), { solver: 'bdf', relativeTolerance: 1e-3, until: 0.6 });
    const saving = ['run', two, ...asked, '--end', '0.6s', '--checkpoint', path, '--checkpoint-every', '1ms', '--quiet'];
    const { code, err } = await place.interrupted(() => existsSync(path), ...saving);
    expect([code, err]).toEqual([130, expect.stringContaining(`go on with: ringmain run ${typedWord(two)} --resume ${typedWord(path)}`)]);
    const { out } = await place.run('run', two, '--resume', path, '--json');
    const { digest, stateDigest, notes } = await made;
    expect(JSON.parse(out)).toMatchObject({ solver: 'bdf', digest, stateDigest, notes });
  });

  test('what cannot go on is refused, whichever engine saved it; what cannot be saved is refused before the first step', async () => {
    const ofLines = place.path('lines.checkpoint');
    await place.run('run', two, '--end', '20ms', '--checkpoint', ofLines, '--checkpoint-at', '10ms', '--quiet');
    await place.run('run', two, ...asked, '--end', '20ms', '--checkpoint', path, '--checkpoint-at', '10ms', '--quiet');
    const refused = (...args: string[]): Promise<unknown> => place.run('run', ...args);
    const says = (text: string): object => ({ code: 1, err: expect.stringContaining(text) });
    expect(await refused(two, '--resume', path, '--solver', 'tlm')).toMatchObject(
      says(`RUN407  solver is "tlm", and the run was saved by 'bdf'`),
    );
    expect(await refused(two, '--resume', ofLines, '--solver', 'bdf')).toMatchObject(
      says(`RUN407  solver is "bdf", and the run was saved by 'tlm'`),
    );
    expect(await refused(two, '--resume', path, '--solver', 'rodas4')).toMatchObject(says('RUN407  solver is "rodas4", and was "bdf"'));
    expect(await refused(two, '--resume', path, '--tolerance', '1e-4')).toMatchObject(says('RUN407  relativeTolerance is 0.0001'));
    expect(await refused(two, '--resume', path, '--solver', 'auto')).toMatchObject(says('goes on by bdf, which saved it'));
    expect(await refused(two, '--resume', path, '--workers', '2')).toMatchObject(says('--workers belongs to the TLM engine'));
    const treated = [treatable, '--solver', 'rk4', '--step', '100us'];
    const how = ['--treat', 'V1=advanced-pseudo-dynamic innerStep=10us pseudoVolume=1l'];
    expect(await refused(...treated, ...how, '--checkpoint', place.path('treated'))).toMatchObject(says('RUN420'));
    expect(await refused(...treated, '--real-time', '--checkpoint', place.path('timed'))).toMatchObject(
      says('--real-time reports the times of all attempts'),
    );
    expect(readdirSync(place.folder).filter((name) => /treated|timed/.test(name))).toEqual([]);
  });

  test('a file that names its solver goes on by the one that saved it, and keeps the notes of its start', async () => {
    const text = readFileSync(two, 'utf8').replace('run:     {', 'run: { solver: rodas4, tolerance: 1e-3,');
    place.write('named.yaml', text.replace('initial: { pressure: 0 bar }', 'initial: { steady: true }'));
    const saved = place.path('named.checkpoint');
    const whole = await place.run('run', 'named.yaml', '--end', '30ms', '--checkpoint', saved, '--checkpoint-at', '10ms', '--json');
    const { notes, digest } = JSON.parse(whole.out);
    expect(notes.join('\n')).toContain('steady start: moved act2.x');
    expect(JSON.parse((await place.run('run', 'named.yaml', '--resume', saved, '--json')).out)).toMatchObject({ notes, digest });
    // By lines, though the file names another.
    await place.run('run', 'named.yaml', '--solver', 'tlm', '--end', '30ms', '--checkpoint', saved, '--checkpoint-at', '10ms', '--quiet');
    expect(JSON.parse((await place.run('run', 'named.yaml', '--resume', saved, '--json')).out)).toMatchObject({ solver: 'tlm' });
  });
});
