/**
 * A rank of `ringmain bench prediction ranks`, started by mpirun: runs of one circuit, in turn with messages that arrive so much later (a busy delay behind each exchange) and without; rank 0 prints times.
 *
 *     mpirun -np 2 node dist/bench/prediction/delayedRank.js '{"components":1000,"until":0.02,"delays":[0,20],"rounds":3}'
 */
import { joinRanks } from '#ringmain/mpi/join.js';
import type { Ranks } from '#ringmain/run/ranks/ranks.js';
import { simulateOnRanks } from '#ringmain/run/ranks/simulateOnRanks.js';
import { generatedCircuit, stationsOf } from '../protocol/generated.js';

/** What the ranks are to run. */
export interface DelayedTask {
  readonly components: number;
  /** s */
  readonly until: number;
  /** µs */
  readonly delays: readonly number[];
  readonly rounds: number;
}

/** What rank 0 prints, on a line. */
export interface DelayedAnswer {
  readonly carrier: string;
  /** ns, by slice: meetings of all ranks that do nothing else. */
  readonly exchanges: readonly number[];
  /** ns an attempt, by delay and round. */
  readonly times: readonly (readonly number[])[];
  readonly digests: readonly string[];
}

const task = JSON.parse(process.argv[2] as string) as DelayedTask;
const ranks = await joinRanks();
const circuit = generatedCircuit('ring', stationsOf('ring', task.components), 1);
const digests: string[] = [];
const times: number[][] = task.delays.map(() => []);
// The first is not counted: V8 has not optimised the code yet.
for (let round = -1; round < task.rounds; round++)
  for (const [k, delay] of task.delays.entries()) {
    const results = await simulateOnRanks(
      circuit,
      { build: 'bench', until: task.until, every: task.until, record: [], kernels: 'wasm' },
      delayed(ranks, delay),
    );
    if (!results || round < 0) continue;
    const { accepted, rejected } = results.account.steps;
    times[k]?.push((1e9 * results.cost.wallSeconds) / (accepted + rejected));
    digests.push(results.stateDigest);
  }
const answer: DelayedAnswer = { carrier: ranks.carrier, exchanges: exchanges(ranks), times, digests };
if (ranks.rank === 0) process.stdout.write(`${JSON.stringify(answer)}\n`);
ranks.end();
process.exit(0);

function delayed(own: Ranks, delay: number): Ranks {
  if (delay === 0) return own;
  return {
    ...own,
    open: (area, peers, gathered, deadline, threads) => {
      const meet = own.open(area, peers, gathered, deadline, threads);
      return () => {
        const missing = meet();
        const until = performance.now() + delay / 1000;
        while (performance.now() < until);
        return missing;
      };
    },
  };
}

function exchanges({ rank, count, open }: Ranks): number[] {
  const [slices, meetings, doubles] = [100, 16, 24];
  const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== rank);
  const peers = others.map((other, k) => ({
    ...{ rank: other, sendAt: 2 * doubles * k, sendCount: doubles, receiveAt: 2 * doubles * k + doubles, receiveCount: doubles },
  }));
  const meet = open(new Float64Array(2 * doubles * others.length), peers, null, 60, 1);
  return Array.from({ length: slices }, () => {
    const began = performance.now();
    for (let k = 0; k < meetings; k++) if (meet() !== 0) throw new Error('a rank is missing');
    return (1e6 * (performance.now() - began)) / meetings;
  });
}
