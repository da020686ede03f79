/**
 * A rank of `ringmain bench prediction ranks` and `gathered`, started by mpirun: runs of one circuit, in turn with messages that arrive so much later (a busy delay behind each exchange) and without; rank 0
 * prints times.
 *
 *     mpirun -np 2 node dist/bench/prediction/delayedRank.js '{"components":1000,"until":0.02,"ways":["pairs"],"delays":[0,20],"rounds":3}'
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
  /** Ways to exchange, each timed with each delay. */
  readonly ways: readonly Way[];
}

/** How ranks exchange: all by messages in pairs; or they gather what they publish, and messages to neighbours set out when they are posted, or as if they were posted when all is computed. */
export type Way = 'pairs' | 'posted' | 'awaited';

/** What rank 0 prints, on a line. */
export interface DelayedAnswer {
  readonly carrier: string;
  /** ns, by slice: meetings of all ranks that do nothing else. */
  readonly exchanges: readonly number[];
  /** ns an attempt, by way, delay and round. */
  readonly times: readonly (readonly (readonly number[])[])[];
  readonly digests: readonly string[];
}

const task = JSON.parse(process.argv[2] as string) as DelayedTask;
const ranks = await joinRanks();
const circuit = generatedCircuit('ring', stationsOf('ring', task.components), 1);
const digests: string[] = [];
const times: number[][][] = task.ways.map(() => task.delays.map(() => []));
// The first is not counted: V8 has not optimised the code yet.
for (let round = -1; round < task.rounds; round++)
  for (const [k, delay] of task.delays.entries())
    for (const [way, name] of task.ways.entries()) {
      const results = await simulateOnRanks(
        circuit,
        { build: 'bench', until: task.until, every: task.until, record: [], kernels: 'wasm' },
        delayed(ranks, delay, name),
      );
      if (!results || round < 0) continue;
      const { accepted, rejected } = results.account.steps;
      times[way]?.[k]?.push((1e9 * results.cost.wallSeconds) / (accepted + rejected));
      digests.push(results.stateDigest);
    }
const answer: DelayedAnswer = { carrier: ranks.carrier, exchanges: exchanges(ranks), times, digests };
if (ranks.rank === 0) process.stdout.write(`${JSON.stringify(answer)}\n`);
ranks.end();
process.exit(0);

function delayed(joined: Ranks, delay: number, way: Way): Ranks {
  const own: Ranks = { ...joined, gathersFrom: way === 'pairs' ? Number.POSITIVE_INFINITY : 2 };
  if (delay === 0) return own;
  return {
    ...own,
    open: (area, peers, gathered, deadline, spins) => {
      const meet = own.open(area, peers, gathered, deadline, spins);
      let [call, posted] = [0, 0];
      return () => {
        const missing = meet();
        // Where words are gathered: messages are posted, have come, words of all have come (run/ranks/ranks.ts).
        call = (call + 1) % 3;
        const now = performance.now();
        if (gathered && call === 1) posted = now;
        else waitUntil((gathered && call === 2 && way === 'posted' ? posted : now) + delay / 1000);
        return missing;
      };
    },
  };
}

function waitUntil(time: number): void {
  while (performance.now() < time);
}

function exchanges({ rank, count, open }: Ranks): number[] {
  const [slices, meetings, doubles] = [100, 16, 24];
  const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== rank);
  const peers = others.map((other, k) => ({
    ...{ rank: other, sendAt: 2 * doubles * k, sendCount: doubles, receiveAt: 2 * doubles * k + doubles, receiveCount: doubles },
  }));
  const meet = open(new Float64Array(2 * doubles * others.length), peers, null, 60, true);
  return Array.from({ length: slices }, () => {
    const began = performance.now();
    for (let k = 0; k < meetings; k++) if (meet() !== 0) throw new Error('a rank is missing');
    return (1e6 * (performance.now() - began)) / meetings;
  });
}
