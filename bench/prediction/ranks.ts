/**
 * `ringmain bench prediction`, part ranks: ranks of MPI on this machine, with messages that arrive 2, 20 and 200 µs later, beside the prediction of so many hosts of one core: costs, spread and
 * slowing as measured for threads, the network as it is without delay and the delay on top.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { calibrate } from '#ringmain/cli/measure/calibration.js';
import { measuredCosts } from '#ringmain/cli/measure/costs.js';
import { endAfter } from '#ringmain/cli/measure/loopSampler.js';
import { expectSame, finished, RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { asCount, asCounts, asNames } from '#ringmain/cli/optionTable.js';
import { cellsText } from '#ringmain/report/table.js';
import { median, spreadOf } from '#ringmain/results/statistics.js';
import { UserError } from '#ringmain/results/userError.js';
import { hostExchange } from '#ringmain/run/prediction/hostExchange.js';
import { type Calibration, curveOf, type PlannedThreads, plansFor } from '#ringmain/run/prediction/scalingCurve.js';
import { asSeconds, type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { generatedCircuit, stationsOf } from '../protocol/generated.js';
import type { DelayedAnswer, DelayedTask } from './delayedRank.js';
import { type RanksAccount, type RanksRow, ranksCells, ranksRemark } from './predictionTables.js';

/** `--mpirun`. */
export const launchers = { about: 'launchers, separated by commas', fallback: 'mpirun.openmpi,mpirun.mpich', read: asNames };

const commandOptions = {
  rounds: { about: 'runs of each', fallback: '5', read: asCount(1) },
  components: { about: 'sizes of rings, about, separated by commas', fallback: '1000,10000', read: asCounts(20) },
  seconds: { about: 'length of a run of one thread, s', fallback: '0.05', read: asSeconds },
  ranks: { about: 'numbers of ranks, separated by commas', fallback: '1,2', read: asCounts(1) },
  mpirun: launchers,
};

export const predictionRanks = part({
  name: 'ranks',
  describe: 'ranks of MPI with delayed messages, beside their prediction',
  options: commandOptions,
  examples: [['--json > bench/predictionRanks.json', 'what bench/prediction.md shows; with root and ip also over two network namespaces']],
  measure,
});

/** µs */
const delays = [0, 2, 20, 200];
/** µs each way between namespaces. */
const namespaceDelay = 200;
/** Bytes a ns: of memory that two processes share; messages of some hundred bytes do not show it. */
const bandwidth = 10;

interface Base {
  readonly name: string;
  readonly circuit: Circuit;
  readonly components: number;
  readonly until: number;
  readonly calibration: Calibration;
  readonly planned: readonly PlannedThreads[];
  readonly digest: string;
}

async function measure({ rounds, components: sizes, seconds, ranks: counts, mpirun }: Values<typeof commandOptions>): Promise<Measured> {
  const here = launchersHere(mpirun);
  const [rows, threads, loads]: [RanksRow[], RanksAccount['threads'][number][], number[]] = [[], [], []];
  const exchange: Record<string, number> = {};
  for (const components of sizes) {
    const base = await baseOf(components, counts, rounds, seconds);
    const ofThreads = counts.map((): number[] => []);
    for (const launcher of here) {
      await threadTimes(base, counts, ofThreads, rounds);
      for (const ranks of counts) {
        say(`${base.name}: ${ranks} of ${launcher}`);
        const task: DelayedTask = { components, until: base.until, ways: ['pairs'], delays: ranks === 1 ? [0] : delays, rounds };
        const answer = await answeredBy(base, launcher, ranks, task);
        if (ranks === 2) exchange[answer.carrier] = typical(answer.exchanges);
        rows.push(...rowsOf(base, answer, task, ranks, 'busy', 0));
      }
      loads.push(loadavg()[0] as number);
    }
    threads.push(...ofThreads.map((times, k) => ({ circuit: base.name, threads: counts[k] as number, measured: spreadOf(times) })));
    if (counts.includes(2)) rows.push(...(await overNamespaces(base, rounds, here)));
  }
  const stored: RanksAccount = { rounds, loads, exchange, threads, rows };
  return { stored, text: () => `${cellsText(ranksCells(stored))}\n\n${ranksRemark(stored)}` };
}

/** Launchers that are on this machine. Throws UserError where none is. */
export function launchersHere(mpirun: readonly string[]): string[] {
  const here = mpirun.filter((name) => spawnSync(name, ['--version']).error === undefined);
  if (here.length === 0) throw new UserError(`--mpirun ${mpirun}: none is here; bash test/hosts/run.sh mpi installs two`);
  return here;
}

async function baseOf(components: number, counts: readonly number[], rounds: number, seconds: number): Promise<Base> {
  const circuit = generatedCircuit('ring', stationsOf('ring', components), 1);
  const { name } = circuit;
  say(`${name}: what the prediction rests on`);
  const costs = measuredCosts(circuit, 1);
  const calibration = await calibrate(circuit, Math.max(...counts), { rounds, seconds, say: () => {} });
  const planned = [...plansFor(circuit, counts, costs, median(calibration.serial))];
  const until = endAfter(circuit, seconds);
  const { stateDigest } = await byThreads(circuit, until, 1);
  return { name, circuit, components, until, calibration, planned, digest: stateDigest };
}

/** The run that ranks make, by threads of one process. */
export const byThreads = (circuit: Circuit, until: number, workers: number): ReturnType<typeof finished> =>
  finished(circuit, { until, every: until, record: [], workers, kernels: 'wasm' });

async function threadTimes({ circuit, until }: Base, counts: readonly number[], times: readonly number[][], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const [k, own] of times.entries()) {
      const { cost, account } = await byThreads(circuit, until, counts[k] as number);
      own.push((1e9 * cost.wallSeconds) / (account.steps.accepted + account.steps.rejected));
    }
}

/** Each rank has a core of its own, as Open MPI sees to by itself: beside other programs two ranks that nobody binds may stay on one core. */
const wordsOf = (launcher: string): string[] => (launcher.includes('openmpi') ? ['--oversubscribe'] : ['-bind-to', 'core']);
const env = { ...process.env, OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' };
/** s */
const patience = 120;

/** Has so many ranks run on this machine. Throws RunFault, also where bits differ. */
export const answeredBy = (
  base: Pick<Base, 'name' | 'digest'>,
  launcher: string,
  ranks: number,
  task: DelayedTask,
): Promise<DelayedAnswer> => answered(base, [launcher, ...wordsOf(launcher), '-np', String(ranks)], task);

/** Has mpirun run the ranks. Throws RunFault. */
async function answered(
  base: Pick<Base, 'name' | 'digest'>,
  [command, ...words]: readonly string[],
  task: DelayedTask,
): Promise<DelayedAnswer> {
  const program = fileURLToPath(new URL('./delayedRank.js', import.meta.url));
  const child = spawn(command as string, [...words, process.execPath, program, JSON.stringify(task)], { env, timeout: 1000 * patience });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => {
    out += String(text);
  });
  child.stderr.on('data', (text) => {
    err += String(text);
  });
  const code = await new Promise((ended) => child.on('close', ended));
  const line = out.split('\n').find((one) => one.startsWith('{'));
  if (code !== 0 || line === undefined) throw new RunFault(`${command} ended with ${code}: ${err.slice(0, 500)}`);
  const answer = JSON.parse(line) as DelayedAnswer;
  expectSame(`${base.name} by one thread and by ranks`, [base.digest, ...answer.digests]);
  return answer;
}

/** ns that a quarter of the slices are below: what a core is taken away in is no exchange. */
const typical = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 2] as number;

/** Hosts of one core that are one machine: they slow each other down as its threads do. `latency`: ns that are added for all. */
function rowsOf(base: Base, answer: DelayedAnswer, task: DelayedTask, ranks: number, how: RanksRow['how'], added: number): RanksRow[] {
  const { circuit, planned, calibration } = base;
  const plan = planned.find(({ threads }) => threads === ranks) as PlannedThreads;
  const together = calibration.slowing.find(({ threads }) => threads === ranks);
  const asHosts: Calibration = { ...calibration, slowing: together ? [{ ...together, threads: 1 }] : [] };
  return task.delays.map((delay, k) => {
    const between =
      ranks === 1
        ? null
        : {
            ...hostExchange(circuit, plan.owner, ranks, ranks, { fixedStep: false, window: 1 }),
            network: { latency: typical(answer.exchanges) + 1000 * delay + added, bandwidth, message: 0 },
          };
    const [point] = curveOf([{ hosts: ranks, cores: 1, work: plan.work, between }], asHosts).points;
    return {
      ...{ circuit: base.name, carrier: answer.carrier, ranks, delay: delay + (how === 'netem' ? namespaceDelay : 0), how },
      ...{ predicted: point?.attempt as RanksRow['predicted'], measured: spreadOf(answer.times[0]?.[k] as readonly number[]) },
    };
  });
}

const run = (line: string): boolean => spawnSync('sh', ['-c', line], { stdio: 'ignore' }).status === 0;

/**
 * Two ranks in two network namespaces, each a host to Open MPI, over TCP with netem's delay; none where that is not allowed or there is no Open MPI. The exchange is measured without the delay, and predicted with it.
 */
async function overNamespaces(base: Base, rounds: number, launchers: readonly string[]): Promise<RanksRow[]> {
  const launcher = launchers.find((name) => name.includes('openmpi'));
  const [one, other] = [`ringmain-a-${process.pid}`, `ringmain-b-${process.pid}`];
  const folder = mkdtempSync(join(tmpdir(), 'ringmain-prediction-'));
  try {
    if (!launcher || !run(`ip netns add ${one} && ip netns add ${other}`)) return [];
    const made = [
      `ip link add veth0 netns ${one} type veth peer name veth0 netns ${other}`,
      ...[one, other].flatMap((name, k) => [
        `ip netns exec ${name} ip addr add 10.77.0.${k + 1}/24 dev veth0`,
        `ip netns exec ${name} ip link set veth0 up && ip netns exec ${name} ip link set lo up`,
      ]),
    ];
    if (!made.every(run)) return [];
    const agent = join(folder, 'agent');
    writeFileSync(agent, `#!/bin/sh\ncase $1 in *.1) n=${one};; *) n=${other};; esac\nshift\nexec ip netns exec $n sh -c "$*"\n`);
    chmodSync(agent, 0o755);
    const words = [
      'ip',
      'netns',
      'exec',
      one,
      launcher,
      '--mca',
      'plm_rsh_agent',
      agent,
      '--mca',
      'btl',
      'tcp,self',
      '--mca',
      'pml',
      'ob1',
    ];
    const hosts = ['--host', '10.77.0.1:1,10.77.0.2:1', '-np', '2'];
    const task: DelayedTask = { components: base.components, until: base.until, ways: ['pairs'], delays: [0], rounds };
    say(`${base.name}: two network namespaces`);
    const near = await answered(base, [...words, ...hosts], task);
    const rows = rowsOf(base, near, task, 2, 'netem', 0).map((row) => ({ ...row, carrier: `${row.carrier}, TCP`, delay: 0 }));
    if (![one, other].every((name) => run(`ip netns exec ${name} tc qdisc add dev veth0 root netem delay ${namespaceDelay}us`)))
      return rows;
    const far = await answered(base, [...words, ...hosts], task);
    const later = rowsOf(base, { ...far, exchanges: near.exchanges }, task, 2, 'netem', 1000 * namespaceDelay);
    return [...rows, ...later.map((row) => ({ ...row, carrier: `${row.carrier}, TCP` }))];
  } finally {
    for (const name of [one, other]) run(`ip netns del ${name}`);
    rmSync(folder, { recursive: true, force: true });
  }
}
