/** What a rank meets before there is MPI: who has started it, and compilers that are not there, or fail. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { commands } from '../../dist/cli/commands.js';
import { mpiLibrary } from '../../dist/mpi/compile.js';
import { shortName } from '../../dist/mpi/join.js';
import { launcherOf } from '../../dist/mpi/launcher.js';
import { said, words } from '../support/commandLine.js';

const openMpi = { OMPI_COMM_WORLD_RANK: '1', OMPI_COMM_WORLD_SIZE: '3' };
const mpich = { PMI_RANK: '0', PMI_SIZE: '2' };

test.each([
  ['nobody', {}, null],
  ['mpirun of Open MPI', openMpi, { name: 'mpirun of Open MPI', mpi: 'Open MPI', rank: 1, count: 3 }],
  ['mpirun of MPICH', mpich, { name: 'mpirun of MPICH', mpi: 'MPICH', rank: 0, count: 2 }],
  ['srun', { ...mpich, SLURM_PROCID: '4', SLURM_STEP_NUM_TASKS: '5' }, { name: 'srun', mpi: null, rank: 4, count: 5 }],
  ['mpirun in a step of srun', { ...openMpi, SLURM_PROCID: '0', SLURM_STEP_NUM_TASKS: '2' }, { name: 'mpirun of Open MPI', count: 3 }],
  ['a batch script of Slurm', { SLURM_PROCID: '0', SLURM_NTASKS: '8' }, null],
  ['words that are no numbers', { PMI_RANK: 'none', PMI_SIZE: '2' }, null],
])('started by %s', (_, words, expected) => {
  if (expected === null) expect(launcherOf(words)).toBe(null);
  else expect(launcherOf(words)).toMatchObject(expected);
});

test.each([
  ['Open MPI', { ...openMpi, OMPI_COMM_WORLD_LOCAL_RANK: '1' }],
  ['MPICH', { ...mpich, MPI_LOCALRANKID: '1' }],
  ['srun', { SLURM_PROCID: '4', SLURM_STEP_NUM_TASKS: '5', SLURM_LOCALID: '1' }],
])('the second process of its host, by %s', (_, words) => expect(launcherOf(words)).toMatchObject({ onHost: 1 }));

describe('several processes of one command line', () => {
  const srun = (rank: number): Readonly<Record<string, string>> => ({ SLURM_PROCID: String(rank), SLURM_STEP_NUM_TASKS: '3' });
  const started = (rank: number, line: string): ReturnType<typeof said> => {
    for (const [word, value] of Object.entries(srun(rank))) vi.stubEnv(word, value);
    return said(words(line));
  };
  afterEach(() => vi.unstubAllEnvs());

  // None of these names a file that is there: whatever goes further fails otherwise.
  test.each(commands.map(({ command }) => command.split(' ')[0] as string).filter((name) => !['run', 'worker'].includes(name)))(
    'of %s are refused, by the first of them',
    async (command) => {
      const first = await started(0, `${command} none.yaml`);
      expect(first).toEqual({
        code: 1,
        out: '',
        err: 'ringmain: srun has started this command 3 times, and none knows of the others; start it once\n',
      });
      // With another code the launcher would end the first, which may not have spoken yet.
      expect(await started(2, `${command} none.yaml`)).toEqual({ code: 0, out: '', err: '' });
    },
  );

  test.each(['run none.yaml --driver mpi --nosuch', 'run none.yaml --driver=mpi --timeline t.csv --balance', 'rn none.yaml'])(
    'of %s: their mistakes are told by the first',
    async (line) => {
      const first = await started(0, line);
      expect(first.code).toBe(1);
      expect(first.err).toMatch(/^ringmain: (unknown|--driver mpi has)/);
      expect(await started(1, line)).toEqual({ code: 0, out: '', err: '' });
    },
  );

  test.each(['run none.yaml --dry-rank 0/3', 'run none.yaml --driver serial'])('of %s are refused', async (line) => {
    expect(await started(0, line)).toMatchObject({ code: 1, err: expect.stringContaining('srun has started this run 3 times') as string });
  });

  test.each(['worker', 'sweep none.yaml --shard 2/3'])('of %s have work of their own each, and mistakes', async (line) => {
    expect(await started(1, line)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^ringmain: (write|sweep needs|--shard needs)/) as string,
    });
  });

  test('of several command lines each tells its own mistakes', async () => {
    for (const [word, value] of Object.entries({ ...openMpi, OMPI_NUM_APP_CTX: '2' })) vi.stubEnv(word, value);
    expect(await said(words('run none.yaml --driver mpi --nosuch'))).toMatchObject({
      code: 1,
      err: expect.stringContaining("unknown option '--nosuch'") as string,
    });
  });

  test.each(['--version', 'sweep --help'])('answer %s', async (line) => {
    expect(await started(1, line)).toMatchObject({ code: 0, err: '' });
  });
});

test('one rank by itself is no rank of MPI', async () => {
  expect(await said(words('run none.yaml --driver mpi --dry-rank 0/3'))).toMatchObject({
    code: 1,
    err: 'ringmain: --dry-rank is one rank by itself, without MPI; leave out --driver mpi, and mpirun\n',
  });
});

describe('a run without --driver mpi that srun has started several times', () => {
  const run = ['run', fileURLToPath(new URL('../../circuits/two-actuator.yaml', import.meta.url)), '--end', '1ms'];
  const started = (words: Readonly<Record<string, string>>): ReturnType<typeof said> => {
    for (const [word, value] of Object.entries(words)) vi.stubEnv(word, value);
    return said(run);
  };
  afterEach(() => vi.unstubAllEnvs());

  // Slurm gives its ranks the words of PMI, as MPICH's mpirun does, where it is asked for that.
  test.each([
    ['', {}],
    [', with PMI', { PMI_RANK: '0', PMI_SIZE: '3', PMI_FD: '9' }],
  ])('is refused by the first of them%s', async (_, more) => {
    const { code, out, err } = await started({ SLURM_PROCID: '0', SLURM_STEP_NUM_TASKS: '3', ...more });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(
      'srun has started this run 3 times, and none knows of the others; --driver mpi makes one run of them, or start it once',
    );
  });

  test('says nothing by the others', async () => {
    expect(await started({ SLURM_PROCID: '2', SLURM_STEP_NUM_TASKS: '3' })).toEqual({ code: 0, out: '', err: '' });
  });

  test('runs in a step of one task', async () => {
    expect(await started({ SLURM_PROCID: '0', SLURM_STEP_NUM_TASKS: '1' })).toMatchObject({ code: 0 });
  });
});

test.each([
  ['Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo rev: v4.1.4, May 26, 2022', 'Open MPI 4.1.4'],
  ['MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7 12:34:45 CDT 2022', 'MPICH 4.0.2'],
  ['something else', 'MPI'],
])('%j is %s', (text, name) => expect(shortName(text)).toBe(name));

describe.skipIf(process.platform === 'win32')('a compiler of MPI that', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringmain-wrappers-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const wrapper = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const refused = (file: string): Promise<unknown> => mpiLibrary(null, file, false).then(String, (error: unknown) => error);

  test('is not there', async () => {
    const file = join(folder, 'none');
    expect(await refused(file)).toMatchObject({
      code: 'RUN260',
      message: `--driver mpi needs the compiler of an MPI, and there is no ${file}`,
    });
  });

  test('has no -show', async () => {
    const file = wrapper('plain', 'echo "no such option" >&2; exit 1');
    expect(await refused(file)).toMatchObject({ code: 'RUN261', message: `${file} -show failed: no such option` });
  });

  test('fails, and leaves nothing behind', async () => {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = folder;
    try {
      const file = wrapper('fails', '[ "$1" = -show ] && exit 0\necho "library.c:2:10: error: no mpi.h" >&2; exit 1');
      expect(await refused(file)).toMatchObject({ code: 'RUN261', message: `${file} failed: no mpi.h` });
      expect(readdirSync(folder).filter((name) => name.startsWith('ringmain-'))).toEqual([]);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });
});
