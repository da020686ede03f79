/**
 * Ranks of MPI on this machine, more of them than cores: by Open MPI and by MPICH the bits of one thread; and what becomes of ranks that are killed, stopped, interrupted or started
 * wrongly. Everything that ranks send each other, for every circuit, is held by test/run/ranks.test.ts without MPI.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { generateShape } from '../../dist/circuit/generate/shapes.js';
import { Hosts, isThere, type Started, until } from './support.js';

const built = resolve(import.meta.dirname, '../../dist/cli/main.js');
const circuits = resolve(import.meta.dirname, '../../circuits');
const kept = JSON.parse(readFileSync(new URL('../same/digests.json', import.meta.url), 'utf8')) as Record<string, object>;

/** The words of Open MPI for root and for more ranks than cores; a name that both packages of Debian leave to themselves. */
const families = [
  { name: 'Open MPI', mpirun: 'mpirun.openmpi', words: ['--oversubscribe'] },
  { name: 'MPICH', mpirun: 'mpirun.mpich', words: [] },
] as const;
/** What `--json` prints. */
type Account = Readonly<Record<string, unknown>> & { readonly notes?: readonly string[] };
const accountIn = ({ said }: Started): Account => JSON.parse(said.text.split('\n').find((line) => line.startsWith('{')) ?? '') as Account;
const env = { OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' };

describe.each(families)('by $name', { timeout: 280_000 }, ({ name, mpirun, words }) => {
  const isHere = isThere(mpirun);
  if (!isHere) console.warn(`tests of ${name} are left out: they need it, and bash test/hosts/run.sh installs and runs it`);
  let hosts: Hosts;
  beforeEach(() => {
    hosts = new Hosts();
  });
  afterEach(() => hosts.remove());

  const start = (
    count: number,
    run: readonly string[],
    more: readonly string[] = [],
    surroundings: Readonly<Record<string, string>> = {},
  ): Started =>
    hosts.start(mpirun, [...words, ...more, '-np', String(count), process.execPath, built, 'run', ...run], { ...env, ...surroundings });

  /** Processes of the ranks: those that have this run's folder among their words. */
  const ranks = (): number[] =>
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map(Number)
      .filter((pid) => {
        try {
          const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
          return line[0] === process.execPath && line.some((word) => word.startsWith(hosts.folder));
        } catch {
          return false;
        }
      });

  /** Number of a rank, by its process. */
  const rankOf = (pid: number): number =>
    Number(/(?:OMPI_COMM_WORLD_RANK|PMI_RANK)=(\d+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1]);

  /** So many rows that they leave the memory soon. */
  const often = ['--every', '20us', '--record', '*.p'];
  const ring = (stations: number): string => {
    const file = hosts.path('circuit.yaml');
    writeFileSync(file, generateRing({ stations }));
    return file;
  };

  /** A long run, when it is under way: rank 0 has given rows away. */
  async function underWay(
    count: number,
    more: readonly string[] = [],
    file = join(circuits, 'ring-main.yaml'),
    recorded: readonly string[] = ['--every', '1ms'],
  ): Promise<{ run: Started; pids: number[] }> {
    const run = start(
      count,
      [file, '--driver', 'mpi', '--end', '100000s', ...recorded, '--deadline', '3s', '--out', hosts.path('out.csv')],
      more,
    );
    await until(() => readdirSync(hosts.folder).some((file) => file.endsWith('.rows')), 'rows');
    return { run, pids: ranks() };
  }

  describe.skipIf(!isHere)('the bits of one thread', () => {
    const generated = { 'ring a': generateRing({ stations: 40, preset: 'a' }), ladder: generateShape('ladder', { stations: 40, seed: 7 }) };
    test.each<[string, string, readonly string[], readonly number[]]>([
      ['two-actuator', 'two-actuator', [], [2]],
      ['pump-ripple', 'pump-ripple', [], [2]],
      ['water-hammer-branch', 'water-hammer-branch', [], [2, 3]],
      ['ring a, fixed', 'ring a', ['--step', '100us', '--end', '20ms'], [2, 3, 8]],
      ['ring a, variable', 'ring a', ['--step', 'variable', '--end', '10ms'], [1, 2, 3, 8]],
      ['ring a, own steps', 'ring a', ['--step', 'variable', '--end', '10ms', '--own-steps'], [2]],
      ['ladder, variable', 'ladder', ['--step', 'variable', '--end', '10ms'], [3, 8]],
      // The loop of a rank in C, which calls MPI by itself.
      ['two-actuator', 'two-actuator', ['--kernels', 'native'], [1, 2]],
      ['ring a, fixed', 'ring a', ['--step', '100us', '--end', '20ms', '--kernels', 'native'], [2, 3]],
      ['ring a, variable', 'ring a', ['--step', 'variable', '--end', '10ms', '--kernels', 'native'], [1, 2, 3]],
      ['ring a, own steps', 'ring a', ['--step', 'variable', '--end', '10ms', '--own-steps', '--kernels', 'native'], [2]],
      ['ladder, variable', 'ladder', ['--step', 'variable', '--end', '10ms', '--kernels', 'native', '--workers', '2'], [2]],
      // Threads of ranks: all share two cores or so here.
      ['two-actuator', 'two-actuator', ['--workers', '2'], [1, 2, 3]],
      ['ring a, fixed', 'ring a', ['--step', '100us', '--end', '20ms', '--workers', '2'], [1, 2, 3]],
      ['ring a, variable', 'ring a', ['--step', 'variable', '--end', '10ms', '--workers', '2'], [2, 3]],
      ['ladder, variable', 'ladder', ['--step', 'variable', '--end', '10ms', '--workers', '2'], [2]],
    ])('%s of %s, %j', async (key, from, options, counts) => {
      const text = generated[from as keyof typeof generated];
      const file = text === undefined ? join(circuits, `${from}.yaml`) : hosts.path('circuit.yaml');
      if (text !== undefined) writeFileSync(file, text);
      for (const count of counts) {
        const run = start(count, [file, ...options, '--driver', 'mpi', '--json']);
        const ended = await run.ended;
        const line = run.said.text.split('\n').find((one) => one.startsWith('{')) ?? '';
        expect(ended, run.said.text.slice(0, 2000)).toBe(0);
        const account = JSON.parse(line) as {
          digest: string;
          stateDigest: string;
          driver: string;
          workers: number;
          steps: { accepted: number; rejected: number };
        };
        expect(account).toMatchObject({ ...kept[key], driver: 'mpi', workers: options.includes('--workers') ? 2 * count : count });
        if (options.includes('native')) expect(account).toMatchObject({ kernels: 'native' });
        if (key === 'two-actuator') {
          expect(account.steps.accepted).toBeGreaterThan(1000);
          expect(account.steps.rejected).toBeGreaterThan(20);
        }
      }
    });
  });

  test.skipIf(!isHere || cpus().length < 2)(
    'threads of ranks that are bound to a core each: a note with the way out, which it is',
    async () => {
      const noted = async (...bound: string[]): Promise<unknown> => {
        const asked = [join(circuits, 'ring-main.yaml'), '--end', '1ms', '--workers', '2', '--driver', 'mpi', '--json'];
        const run = start(2, asked, bound);
        expect(await run.ended, run.said.text.slice(0, 2000)).toBe(0);
        return accountIn(run).notes?.filter((note) => note.includes('cores of its host'));
      };
      expect(await noted('--bind-to', 'hwthread')).toEqual([
        expect.stringMatching(/^rank 0, and 1 more, may use 1 of the \d+ cores of its host for its 2 threads: mpirun .*--bind-to none/),
      ]);
      expect(await noted('--bind-to', 'none')).toEqual([]);
    },
  );

  test.skipIf(!isHere)('a plan by measured costs: hosts, then cores', async () => {
    const file = join(circuits, 'ring-main.yaml');
    const partition = hosts.start(process.execPath, [
      ...[built, 'partition', file, '--parts', '4', '--hosts', '2', '--costs', 'measured'],
      ...['--out', hosts.path('plan.json')],
    ]);
    expect(await partition.ended, partition.said.text).toBe(0);
    const asked = [file, '--end', '3ms', '--json'];
    const one = hosts.start(process.execPath, [built, 'run', ...asked, '--workers', '1']);
    expect(await one.ended, one.said.text).toBe(0);
    const { digest, stateDigest } = accountIn(one);
    for (const [count, workers] of [
      [2, '2'],
      [4, '1'],
    ] as const) {
      const run = start(count, [...asked, '--driver', 'mpi', '--workers', workers, '--plan', hosts.path('plan.json')]);
      expect(await run.ended, run.said.text.slice(0, 2000)).toBe(0);
      expect(accountIn(run)).toMatchObject({ digest, stateDigest, driver: 'mpi', workers: 4, partitions: 4 });
    }
    const wrong = start(3, [...asked, '--driver', 'mpi', '--plan', hosts.path('plan.json')]);
    expect(await wrong.ended).toBe(1);
    expect(wrong.said.text).toMatch(/RUN264 {2}3 ranks, and the plan has 4 partitions/);
  });

  describe.skipIf(!isHere)('words gathered', () => {
    const program = resolve(import.meta.dirname, 'gathered.mjs');
    const gathered = (count: number, file: string, ...more: readonly string[]): Started =>
      hosts.start(mpirun, [...words, '-np', String(count), process.execPath, program, file, ...more], env);
    const ringA = (): string => {
      const file = hosts.path('circuit.yaml');
      writeFileSync(file, generateRing({ stations: 40, preset: 'a' }));
      return file;
    };

    test.each([
      [2, 'wasm'],
      [3, 'wasm'],
      [8, 'wasm'],
      // The loop in C gathers by itself.
      [2, 'native'],
      [3, 'native'],
    ])('the bits of one thread by %i ranks, %s', async (count, kernels) => {
      const { ended, said } = gathered(count, ringA(), '0.01', kernels);
      expect(await ended, said.text.slice(0, 2000)).toBe(0);
      const account = JSON.parse(said.text.split('\n').find((line) => line.startsWith('{')) ?? '') as object;
      expect(account).toEqual({ ...kept['ring a, variable'], kernels });
    });

    test('a rank that is stopped is named by all, also by those that it sends nothing', async () => {
      const { ended, said } = gathered(5, ringA(), '1000', 'wasm', '2');
      expect(await ended).not.toBe(0);
      const lost = (said.text.match(/rank \d: RankLost: .*/g) ?? []).sort();
      // mpirun wakes the stopped one before it ends it, which may have time to say that for its part all are there.
      const awake = 'rank 2: RankLost: all ranks are there, and an attempt took more than 3 s';
      expect(lost.filter((line) => line !== awake)).toEqual(
        [0, 1, 3, 4].map((rank) => `rank ${rank}: RankLost: rank 2 has not answered for 3 s`),
      );
      await until(() => ranks().length === 0, 'the end of all ranks', 10);
    });

    test('where all are there, too late, none is named', async () => {
      const { ended, said } = gathered(3, ringA(), '1000', 'wasm', '1', '3000');
      expect(await ended).not.toBe(0);
      expect(said.text.match(/RankLost: .*/g)).toEqual(
        new Array(3).fill('RankLost: all ranks are there, and an attempt took more than 1.5 s'),
      );
    });
  });

  describe.skipIf(!isHere)('each has its part', () => {
    const asked = ['--end', '3ms', '--every', '0.5ms', '--record', 's*_node.p', '--json'];
    /** The account of one process, which has written one.csv. */
    async function ofOne(file: string): Promise<Account> {
      const one = hosts.start(process.execPath, [built, 'run', file, ...asked, '--workers', '1', '--out', hosts.path('one.csv')]);
      expect(await one.ended, one.said.text.slice(0, 2000)).toBe(0);
      return accountIn(one);
    }
    test('account, digest and files of one process', async () => {
      const file = ring(60);
      const run = start(3, [file, ...asked, '--driver', 'mpi', '--out', hosts.path('out.csv')]);
      expect(await run.ended, run.said.text.slice(0, 2000)).toBe(0);
      const [account, one] = [accountIn(run), await ofOne(file)];
      expect(account.notes?.join()).toMatch(/each had the layout of its part/);
      // Times, and who made it.
      const ofRun = ({
        notes: _n,
        wallSeconds: _w,
        setupSeconds: _s,
        nsPerComponentStep: _c,
        nsPerLineEndStep: _e,
        rankLosses: _l,
        ...rest
      }: Account): object => ({
        ...rest,
        ...{ barrier: null, memoryBytes: 0, synchronisations: 0, workers: 0, partitions: 0, driver: '', kernels: '', out: '' },
        // Added up by partitions.
        balance: { ...(rest.balance as object), off: 0, offMass: 0, mass: 0, through: 0, drift: 0, content: 0, contentMass: 0 },
      });
      expect(ofRun(account)).toEqual(ofRun(one));
      expect(readFileSync(hosts.path('out.csv'), 'utf8')).toBe(readFileSync(hosts.path('one.csv'), 'utf8'));
      expect(readdirSync(hosts.folder).sort()).toEqual(['circuit.yaml', 'one.csv', 'out.csv']);
    });

    test('by a plan of instances for ranks of two threads: the digest of one process, and instances as it says', async () => {
      const file = ring(60);
      // Of two hosts the first has a core of a fifth of the speed.
      const partition = hosts.start(process.execPath, [
        ...[built, 'partition', file, '--parts', '4', '--shares', '1,5,5,4', '--method', 'instances', '--costs', 'measured'],
        ...['--out', hosts.path('plan.json')],
      ]);
      expect(await partition.ended, partition.said.text).toBe(0);
      const { s: starts } = (JSON.parse(readFileSync(hosts.path('plan.json'), 'utf8')) as { starts: { s: number[] } }).starts;
      expect(starts[2]).toBeLessThan(28);
      const words = [file, ...asked, '--driver', 'mpi', '--workers', '2', '--plan', hosts.path('plan.json')];
      const whole = start(2, words);
      expect(await whole.ended, whole.said.text.slice(0, 2000)).toBe(0);
      expect(accountIn(whole).notes?.join()).toMatch(/each had the layout of its part/);
      expect(accountIn(whole).digest).toBe((await ofOne(file)).digest);
      const parts = start(2, [...words, '--no-digest']);
      expect(await parts.ended, parts.said.text.slice(0, 2000)).toBe(0);
      const [first, second] = [starts[2] as number, 60 - (starts[2] as number)];
      expect(accountIn(parts).ranks).toMatchObject([{ instances: first }, { instances: second }]);
    });

    test('and keeps its rows, where there is no digest', async () => {
      const file = ring(60);
      const run = start(3, [
        file,
        ...asked,
        '--driver',
        'mpi',
        '--no-digest',
        '--out',
        hosts.path('out.csv'),
        '--timeline',
        hosts.path('time.svg'),
      ]);
      expect(await run.ended, run.said.text.slice(0, 2000)).toBe(0);
      const account = accountIn(run);
      expect(account.ranks).toMatchObject([0, 1, 2].map((rank) => ({ rank, instances: 20 })));
      expect(account.steps).toEqual((await ofOne(file)).steps);
      // Each works, and rank 0 has drawn all.
      expect((account.rankLosses as { ranks: { work: number }[] }).ranks.filter(({ work }) => work > 0)).toHaveLength(3);
      expect(readFileSync(hosts.path('time.svg'), 'utf8')).toMatch(/>rank 0<.*>rank 1<.*>rank 2</s);
      const cells = (name: string): string[][] =>
        readFileSync(hosts.path(name), 'utf8')
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith('#'))
          .map((line) => line.split(','));
      const parts = [0, 1, 2].map((rank) => cells(`out.${rank}.csv`));
      const together = parts[0]?.map((row, k) => [...row, ...parts.slice(1).flatMap((part) => part[k]?.slice(1) as string[])]);
      expect(together).toEqual(cells('one.csv'));
    });
  });

  describe.skipIf(!isHere)('saved on the way', () => {
    const asked = ['--end', '100ms', '--every', '0.1ms', '--record', 's*_node.p', '--json'];

    /** A run of three ranks that has a checkpoint. */
    async function saved(file: string): Promise<{ run: Started; checkpoint: string }> {
      const checkpoint = hosts.path('run.checkpoint');
      const run = start(3, [file, ...asked, '--driver', 'mpi', '--checkpoint', checkpoint, '--checkpoint-every', '50ms']);
      await until(() => existsSync(checkpoint) || run.process.exitCode !== null, 'a checkpoint', 60);
      return { run, checkpoint };
    }

    async function digestOf(run: Started): Promise<unknown> {
      expect(await run.ended, run.said.text.slice(0, 2000)).toBe(0);
      return accountIn(run)['digest'];
    }

    test('killed at a random moment: the last checkpoint stands, and any number of ranks goes on from it', async () => {
      const file = ring(24);
      const one = await digestOf(hosts.start(process.execPath, [built, 'run', file, ...asked, '--workers', '1']));
      for (let k = 0; k < Number(process.env['RINGMAIN_KILLS'] ?? 2); ) {
        const { run, checkpoint } = await saved(file);
        await new Promise((resolve) => setTimeout(resolve, 300 * Math.random()));
        const [victim] = ranks().sort(() => Math.random() - 0.5);
        // A run that was over by then is no kill.
        if (victim === undefined) {
          expect(await run.ended, run.said.text).toBe(0);
          // At the end of a run its checkpoint goes.
          rmSync(checkpoint, { force: true });
          continue;
        }
        process.kill(victim, 'SIGKILL');
        const began = performance.now();
        expect(await run.ended).not.toBe(0);
        expect(performance.now() - began).toBeLessThan(10_000);
        await until(() => ranks().length === 0, 'the end of all ranks', 10);
        const resumed = start(k % 2 === 0 ? 2 : 3, [file, '--resume', checkpoint, '--driver', 'mpi', '--json']);
        expect(await digestOf(resumed), `kill ${k}`).toBe(one);
        for (const left of readdirSync(hosts.folder)) if (left !== 'circuit.yaml') rmSync(hosts.path(left));
        k++;
      }
    });

    test('a disk that is full for one rank: it is named, and the last checkpoint stands', async () => {
      const file = ring(24);
      const one = await digestOf(hosts.start(process.execPath, [built, 'run', file, ...asked, '--workers', '1']));
      const { run, checkpoint } = await saved(file);
      const victim = ranks().find((pid) => rankOf(pid) === 1);
      expect(spawnSync('prlimit', ['--pid', String(victim), '--fsize=1024:1024']).status).toBe(0);
      expect(await run.ended).not.toBe(0);
      // Its rows or its part for a checkpoint, or rows on the way: whichever it writes first.
      expect(run.said.text).toMatch(
        /RUN270 {2}rank 1 could not save its part of the run: .*run\.checkpoint\.(1\.[0-9a-f]{8}\.rows|[0-9a-f]{8}\.1)|RUN417 {2}rows cannot be written to .*run\.checkpoint\.1\.[0-9a-f]{8}\.rows: /,
      );
      expect(run.said.text.match(/RUN270|RUN417/g)).toHaveLength(1);
      expect(run.said.text).not.toMatch(/^ +at .*:\d+:\d+/m);
      expect(await digestOf(start(3, [file, '--resume', checkpoint, '--driver', 'mpi', '--json']))).toBe(one);
    });
  });

  // MPICH's shared memory is a file, which would fall under the limit as well.
  describe.runIf(isHere && name === 'Open MPI')('a disk that is full at the end for one rank', () => {
    const asked = ['--end', '0.2s', '--every', '0.1ms', '--record', '*.p', '--driver', 'mpi'];
    /** A run of two ranks, one of which can write files of so many kB; its own rows take 1.9 MB, its table twice that, and the rows of both. */
    const limited = (rank: number, kilobytes: number, more: readonly string[]): Started => {
      const shell = `[ "$OMPI_COMM_WORLD_RANK" = ${rank} ] && ulimit -f ${2 * kilobytes}; exec "$@"`;
      const run = [process.execPath, built, 'run', ring(30), ...asked, '--out', hosts.path('out.csv'), ...more];
      return hosts.start(mpirun, [...words, '-np', '2', 'sh', '-c', shell, 'sh', ...run], env);
    };
    const left = (): string[] =>
      readdirSync(hosts.folder)
        .map((file) => file.replace(/[0-9a-f]{8}/, '*'))
        .sort();

    test('as it writes its own table: rank 0 names it, and rows that are in a file stay', async () => {
      const { ended, said } = limited(1, 2200, ['--no-digest']);
      expect(await ended).toBe(1);
      expect(said.text).toMatch(/rank 1 could not write what it recorded: cannot use .*out\.1\.csv: the file would be too large/);
      // What has gone to a file, every second, stays there and is named.
      const rows = left().filter((file) => file.endsWith('.rows'));
      expect(/rows until then are in .*out\.1\.csv\..*\.rows: ringmain recover/.test(said.text)).toBe(rows.length > 0);
      expect(left().filter((file) => !rows.includes(file))).toEqual(['circuit.yaml', 'out.0.csv']);
    });

    test('as rank 0 puts the rows of all together: those of the others stay, and recover has them', async () => {
      const { ended, said } = limited(0, 2500, []);
      expect(await ended).toBe(2);
      expect(said.text).toMatch(/RUN417 {2}rows cannot be written to .*out\.0\.csv/);
      expect(left()).toEqual(['circuit.yaml', 'out.0.csv.*.rows', 'out.0.csv.*.rows', 'out.1.csv.*.rows']);
      const recovered = hosts.ringmain(['recover', hosts.path('out.*.csv.*.rows'), '--out', hosts.path('all.csv')]);
      expect(await recovered.ended, recovered.said.text).toBe(0);
      expect(recovered.said.text).toMatch(/354 quantities of ring-30[\s\S]*where rank 0 had begun to put the rows of all together\n$/);
    });
  });

  describe.skipIf(!isHere)('what goes wrong', () => {
    test('a rank that is killed ends the run; its rows are in a file', async () => {
      const { run, pids } = await underWay(3);
      expect(pids).toHaveLength(3);
      process.kill(pids.at(-1) as number, 'SIGKILL');
      const began = performance.now();
      expect(await run.ended).not.toBe(0);
      expect(performance.now() - began).toBeLessThan(10_000);
      await until(() => ranks().length === 0, 'the end of all ranks', 10);
      expect(readdirSync(hosts.folder).filter((file) => file.endsWith('.rows'))).toHaveLength(1);
    });

    test.each(['ring-main', 'a ring by parts'])('a rank of %s that is stopped is named at the deadline', async (of) => {
      const { run, pids } = await (of === 'ring-main' ? underWay(2) : underWay(2, [], ring(24), often));
      process.kill(pids.at(-1) as number, 'SIGSTOP');
      expect(await run.ended).not.toBe(0);
      expect(run.said.text).toMatch(/RUN267 {2}rank [01] has not answered for 3 s/);
      await until(() => ranks().length === 0, 'the end of all ranks', 10);
    });

    test('a rank that is stopped while all gather is named at the deadline, too', async () => {
      const module = JSON.stringify(new URL('../../dist/mpi/join.js', import.meta.url));
      const text = `const ranks = (await (await import(${module})).joinRanks()).within(2);
        if (ranks.rank === 1) process.kill(process.pid, 'SIGSTOP');
        try { ranks.allGather(new Uint8Array(8)); } catch (error) { console.log(error.name, error.message); process.exit(1); }`;
      const { ended, said } = hosts.start(
        mpirun,
        [...words, '-np', '2', process.execPath, '--input-type=module', '-e', text, hosts.folder],
        env,
      );
      expect(await ended).not.toBe(0);
      expect(said.text).toContain('RankLost rank 1 has not answered for 2 s');
      await until(() => ranks().length === 0, 'the end of all ranks', 10);
    });

    test('what a rank prints just before it ends all is not lost', async () => {
      const module = JSON.stringify(new URL('../../dist/mpi/join.js', import.meta.url));
      const text = `const ranks = await (await import(${module})).joinRanks();
        if (ranks.rank === 0) { process.stderr.write('first\\nlast\\n'); await ranks.abort(2); }
        await new Promise((later) => setTimeout(later, 60_000));`;
      for (let run = 0; run < 20; run++) {
        const { ended, said } = hosts.start(
          mpirun,
          [...words, '-np', '2', process.execPath, '--input-type=module', '-e', text, hosts.folder],
          env,
        );
        expect(await ended).not.toBe(0);
        expect(said.text).toMatch(/first\nlast\n/);
      }
    });

    test('Ctrl-C keeps what there is', async () => {
      // Open MPI asks its ranks to end after so many seconds, and kills them after as many again, however busy they are.
      const more = name === 'Open MPI' ? ['--mca', 'odls_base_sigkill_timeout', '20'] : [];
      // Until then the run goes on: of all that ring-main records a fast machine makes more rows in 20 s than it puts into a table in the next 20 s.
      const { run } = await underWay(2, more, join(circuits, 'ring-main.yaml'), ['--every', '1ms', '--record', 'p.out.p']);
      run.process.kill('SIGINT');
      // Rank 0 ends with 130; what mpirun makes of it after Ctrl-C is its own, 0 at times.
      await run.ended;
      expect(run.said.text).toMatch(/interrupted at t = /);
      expect(existsSync(hosts.path('out.csv'))).toBe(true);
      expect(readdirSync(hosts.folder).filter((file) => file.endsWith('.rows'))).toEqual([]);
    });

    test('mistakes are told once', async () => {
      const file = join(circuits, 'two-actuator.yaml');
      const cases: [readonly string[], RegExp, string?][] = [
        [
          [file, '--driver', 'mpi', '--balance'],
          /--driver mpi has partitions of their own for each rank, in a memory of its own; leave out --balance/,
        ],
        [[file, '--driver', 'mpi', '--record', 'nothing.p'], /'nothing\.p'/],
        [[join(circuits, 'orifices-off-1.yaml'), '--driver', 'mpi'], /RUN264 {2}8 ranks, and the circuit has \d parts? that lines join/],
      ];
      for (const [run, message] of cases) {
        const { ended, said } = start(8, run);
        expect(await ended).not.toBe(0);
        expect(said.text.match(new RegExp(message, 'g'))).toHaveLength(1);
        expect(said.text).not.toMatch(/^ +at .*:\d+:\d+/m);
      }
    });

    test('started without --driver mpi', async () => {
      const { ended, said } = start(2, [join(circuits, 'two-actuator.yaml')]);
      expect(await ended).not.toBe(0);
      expect(
        said.text.split(`mpirun of ${name} has started this run 2 times, and none knows of the others; --driver mpi makes one run of them`),
      ).toHaveLength(2);
    });

    test('started by a program of Node, as npx is: by Open MPI a run, by MPICH a mistake', async () => {
      const between =
        'process.exitCode = require("child_process").spawnSync(process.execPath, process.argv.slice(1), { stdio: "inherit" }).status';
      const run = [built, 'run', join(circuits, 'two-actuator.yaml'), '--end', '10ms', '--driver', 'mpi'];
      const { ended, said } = hosts.start(mpirun, [...words, '-np', '2', process.execPath, '-e', between, ...run], env);
      if (name === 'Open MPI') {
        expect(await ended, said.text).toBe(0);
        return;
      }
      expect(await ended).not.toBe(0);
      expect(said.text).toMatch(
        /RUN262 {2}mpirun of MPICH has left file \d+ \(PMI_FD\) to its processes, and what it started has not passed it on to ringmain\n {4}have ringmain itself/,
      );
    });

    test('no compiler of MPI, and one of another MPI', async () => {
      const run = [join(circuits, 'two-actuator.yaml'), '--driver', 'mpi', '--no-cache'];
      const none = start(2, run, [], { RINGMAIN_MPICC: 'no-such-mpicc' });
      expect(await none.ended).not.toBe(0);
      expect(none.said.text).toMatch(
        /RUN260 {2}--driver mpi needs the compiler of an MPI, and there is no no-such-mpicc\n {4}install one \(Debian: apt-get install/,
      );
      expect(none.said.text.match(/RUN260/g)).toHaveLength(1);
      // Of rank 1 alone, which is not the first of its host.
      const alone = 'if [ "$OMPI_COMM_WORLD_RANK$PMI_RANK" = 1 ]; then export RINGMAIN_MPICC=no-such-mpicc; fi; exec "$@"';
      const one = hosts.start(mpirun, [...words, '-np', '2', 'sh', '-c', alone, 'sh', process.execPath, built, 'run', ...run], env);
      expect(await one.ended).not.toBe(0);
      expect(one.said.text).toMatch(/ringmain: rank 1, on host .+:\nringmain: RUN260 /);
      expect(one.said.text.match(/RUN260/g)).toHaveLength(1);
      const other = name === 'MPICH' ? 'mpicc.openmpi' : 'mpicc.mpich';
      if (spawnSync(other, ['-show']).error) return;
      const strange = start(2, run, [], { RINGMAIN_MPICC: other });
      expect(await strange.ended).not.toBe(0);
      expect(strange.said.text).toMatch(/RUN262 {2}the ranks were started by mpirun of .*, and the compiler is of /);
    });
  });
});
