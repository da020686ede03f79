/**
 * A rank of `ringmain bench prediction ranks` and `gathered`, started by mpirun: runs of one circuit, in turn with messages that arrive so much later (a busy delay behind each exchange) and without; rank 0
 * prints times.
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
  /** Whether ranks gather what they publish, and each delay is timed twice: messages set out when they are posted, and as if they were posted when all is computed; default: they do not. */
  readonly gathers?: boolean;
}

/** When messages set out. */
type SetOut = 'posted' | 'awaited';

/** What rank 0 prints, on a line. */
export interface DelayedAnswer {
  readonly carrier: string;
  /** ns, by slice: meetings of all ranks that do nothing else. */
  readonly exchanges: readonly number[];
  /** ns an attempt, by delay and round. */
  readonly times: readonly (readonly number[])[];
  /** The same of messages that set out when they are awaited, where ranks gather. */
  readonly late: readonly (readonly number[])[];
  readonly digests: readonly string[];
}

const task = JSON.parse(process.argv[2] as string) as DelayedTask;
const ranks = await joinRanks(task.gathers ? { gathersFrom: 2 } : {});
const circuit = generatedCircuit('ring', stationsOf('ring', task.components), 1);
const digests: string[] = [];
const [times, late]: [number[][], number[][]] = [task.delays.map(() => []), task.delays.map(() => [])];
const ways: [SetOut, number[][]][] = [['posted', times], ...(task.gathers ? [['awaited', late] as [SetOut, number[][]]] : [])];
// The first is not counted: V8 has not optimised the code yet.
for (let round = -1; round < task.rounds; round++)
  for (const [k, delay] of task.delays.entries())
    for (const [setOut, all] of ways) {
      const results = await simulateOnRanks(
        circuit,
        { build: 'bench', until: task.until, every: task.until, record: [], kernels: 'wasm' },
        delayed(ranks, delay, setOut),
      );
      if (!results || round < 0) continue;
      const { accepted, rejected } = results.account.steps;
      all[k]?.push((1e9 * results.cost.wallSeconds) / (accepted + rejected));
      digests.push(results.stateDigest);
    }
const answer: DelayedAnswer = { carrier: ranks.carrier, exchanges: exchanges(ranks), times, late, digests };
if (ranks.rank === 0) process.stdout.write(`${JSON.stringify(answer)}\n`);
ranks.end();
process.exit(0);

function delayed(own: Ranks, delay: number, setOut: SetOut): Ranks {
  if (delay === 0 && !task.gathers) return own;
  return {
    ...own,
    open: (area, peers, gathered, deadline, threads) => {
      const meet = own.open(area, peers, gathered, deadline, threads);
      let [call, posted] = [0, 0];
      return () => {
        const missing = meet();
        // Where words are gathered: messages are posted, have come, words of all have come (run/ranks/ranks.ts).
        call = (call + 1) % 3;
        const now = performance.now();
        if (gathered && call === 1) posted = now;
        else waitUntil((gathered && call === 2 && setOut === 'posted' ? posted : now) + delay / 1000);
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
  const meet = open(new Float64Array(2 * doubles * others.length), peers, null, 60, 1);
  return Array.from({ length: slices }, () => {
    const began = performance.now();
    for (let k = 0; k < meetings; k++) if (meet() !== 0) throw new Error('a rank is missing');
    return (1e6 * (performance.now() - began)) / meetings;
  });
}
