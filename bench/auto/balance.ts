/**
 * `ringmain bench auto balance`: on-line balance against plans that do not change, on two threads. A spray main whose load moves (balance/sprayMain.ts), and two
 * circuits whose load does not. The same digests first; then all ways in turn, forth and back, again and again, ratios taken within a round. Beside
 * it what the times of the partitions one after the other give for the slower thread, which another program's work does not touch.
 */

import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { generateRing } from '#ringmain/circuit/generate/ring.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { expectSame, finished } from '#ringmain/cli/measure/wholeRuns.js';
import { asCount } from '#ringmain/cli/optionTable.js';
import { cutCircuit } from '#ringmain/partition/cutCircuit.js';
import { groupPartitions, partitionGraph } from '#ringmain/partition/group.js';
import { right, textTable } from '#ringmain/report/table.js';
import { formatPercent } from '#ringmain/report/units.js';
import { ratios, type Spread, spreadOf, spreadText, sum } from '#ringmain/results/statistics.js';
import { type Balancing, partitionsPerThread } from '#ringmain/run/threads/balance.js';
import type { Fault } from '#ringmain/run/threads/faults.js';
import type { LineResults, RunOptions } from '#ringmain/run/types.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { inTurn } from '../protocol/turns.js';
import { balancedOwners, loadProfile, slowest } from './balance/loadProfile.js';
import { sprayMain } from './balance/sprayMain.js';
import { type FineCut, staticPlans } from './balance/staticPlans.js';

const commandOptions = {
  stations: { about: 'size of the spray main', fallback: '300', read: asCount(1) },
  rounds: roundsOption,
  seconds: { ...secondsOption('2'), about: 'least length of a serial run, s' },
};

export const balancePart = part({
  name: 'balance',
  describe: 'on-line balance beside plans that do not change',
  circuit: 'circuit file; default: a spray main whose load moves, and two circuits whose load does not',
  options: commandOptions,
  examples: [['--rounds 3', 'partitions that change hands against partitions that do not']],
  measure: measureAll,
});

/** One way to run a circuit. */
export interface WayTimes {
  readonly name: string;
  /** s of the whole run. */
  readonly time: Spread;
  /** ns of an attempt by the slower thread, computed from times of partitions; null where that was not done. */
  readonly computed: number | null;
}

export interface BalanceRow {
  readonly circuit: string;
  readonly components: number;
  readonly attempts: number;
  /** s, simulated */
  readonly until: number;
  /** One thread, two by counted costs, other static plans, the fine cut with partitions kept where they are, and on-line balance. */
  readonly ways: readonly WayTimes[];
  /** The static plan that took least. */
  readonly best: string;
  /** (counted - balanced)/(counted - best), by round; computed: the same of the computed times. Null where no load moves or no plan is better. */
  readonly recovered: Spread | null;
  readonly recoveredComputed: number | null;
  /** Balanced over best static plan, over counted costs, and the fine cut that is kept over counted costs, by round. */
  readonly overBest: Spread;
  readonly overCounted: Spread;
  readonly keptOverCounted: Spread;
  readonly balancing: Balancing | null;
}

/** s, simulated: the front goes along the main in so long or longer, so that many looks see it on its way. */
const frontSeconds = 20;

const [serial, counted, kept, balanced] = ['one thread', 'counted costs', 'fine cut, kept', 'balanced'];

async function measureAll({ circuit: file, stations, rounds, seconds }: Values<typeof commandOptions>): Promise<Measured> {
  const resting = file === undefined ? [await readCircuit(bundledCircuit('ring-main')), ringOf(1000)] : [await readCircuit(file)];
  // The way of the front takes the whole run, however long that is.
  const spray = (end: number): Circuit => sprayMain(stations, end);
  const rows: BalanceRow[] = [];
  if (file === undefined) {
    say('spray main');
    rows.push(await measure(spray(await lengthOf(spray, frontSeconds, 1000, seconds)), null, true, rounds));
  }
  for (const circuit of resting) {
    say(circuit.name);
    const until = await lengthOf(() => circuit, circuit.run.end / 64, circuit.run.end, seconds);
    rows.push(await measure(circuit, until, false, rounds));
  }
  return { stored: { kernels: 'wasm', threads: 2, rounds, seconds, partitionsPerThread, rows }, text: () => report(rows, rounds) };
}

const ringOf = (stations: number): Circuit => parseCircuit(generateRing({ stations, seed: 1, expand: false }), `ring-${stations}`).circuit;

/** Simulated time that takes one thread at least so long, or the longest. */
async function lengthOf(circuit: (end: number) => Circuit, first: number, longest: number, seconds: number): Promise<number> {
  for (let end = first; ; end *= 2) {
    const {
      cost: { wallSeconds },
    } = await run(circuit(end), end, { workers: 1 });
    if (wallSeconds >= seconds || end >= longest) return end;
  }
}

function run(circuit: Circuit, until: number | null, options: RunOptions, faults: readonly Fault[] = []): Promise<LineResults> {
  const end = until ?? circuit.run.end;
  const common = { kernels: 'wasm', oversubscribe: true, until: end, every: end / 100 } as const;
  return finished(circuit, { ...common, ...options }, faults);
}

interface Way {
  readonly name: string;
  readonly computed: number | null;
  readonly go: () => Promise<LineResults>;
}

async function measure(circuit: Circuit, until: number | null, moves: boolean, rounds: number): Promise<BalanceRow> {
  const reference = await run(circuit, until, { workers: 1 });
  const attempts = reference.account.steps.accepted + reference.account.steps.rejected;
  const ways: Way[] = [
    { name: serial as string, computed: null, go: () => run(circuit, until, { workers: 1 }) },
    ...(await waysOf(circuit, until, moves)),
  ];
  const samples = new Map(ways.map((way) => [way, [] as number[]]));
  let balancing: Balancing | null = null;
  for (const way of inTurn(ways, 2 * rounds)) {
    const results = await way.go();
    const digests = [reference, results].map(({ stateDigest, digest }) => `${stateDigest} ${digest}`);
    expectSame(`${circuit.name} by one thread and '${way.name}'`, digests);
    samples.get(way)?.push(results.cost.wallSeconds);
    if (way.name === balanced) balancing = results.cost.balancing ?? null;
  }
  // Forth and back are a round.
  const times = [...samples.values()].map((own) => Array.from({ length: rounds }, (_, n) => sum(own.slice(2 * n, 2 * n + 2)) / 2));
  const of = (name: string | undefined): number[] => times[ways.findIndex((way) => way.name === name)] as number[];
  const statics = ways.filter(({ name }) => ![serial, kept, balanced].includes(name));
  const fastest = (name: string): number => spreadOf(of(name)).median;
  const { name: best } = statics.reduce((a, b) => (fastest(b.name) < fastest(a.name) ? b : a));
  const pairs = (a: string | undefined, b: string | undefined): [number, number][] =>
    of(a).map((time, round) => [time, of(b)[round] as number]);
  const computed = (name: string | undefined): number => ways.find((way) => way.name === name)?.computed as number;
  const least = Math.min(...statics.map((way) => way.computed ?? Number.POSITIVE_INFINITY));
  return {
    circuit: circuit.name,
    components: circuit.components.length,
    attempts,
    until: until ?? circuit.run.end,
    ways: ways.map(({ name, computed }) => ({ name, computed, time: spreadOf(of(name)) })),
    best,
    recovered:
      moves && best !== counted
        ? spreadOf(of(counted).map((time, n) => (time - (of(balanced)[n] as number)) / (time - (of(best)[n] as number))))
        : null,
    recoveredComputed: moves ? (computed(counted) - computed(balanced)) / (computed(counted) - least) : null,
    overBest: ratios(pairs(balanced, best)),
    overCounted: ratios(pairs(balanced, counted)),
    keptOverCounted: ratios(pairs(kept, counted)),
    balancing,
  };
}

/** Two threads: by plans, by the fine cut as it is, and by on-line balance. */
async function waysOf(circuit: Circuit, until: number | null, moves: boolean): Promise<Way[]> {
  const two = (options: RunOptions, faults?: readonly Fault[]) => (): Promise<LineResults> =>
    run(circuit, until, { ...options, ...(options.plan ? {} : { workers: 2 }) }, faults);
  const fineWays = (keptComputed: number | null, balancedComputed: number | null): Way[] => [
    { name: kept as string, computed: keptComputed, go: two({ balance: true }, [{ type: 'hold' }]) },
    { name: balanced as string, computed: balancedComputed, go: two({ balance: true }) },
  ];
  if (!moves) return [{ name: counted as string, computed: null, go: two({}) }, ...fineWays(null, null)];
  const end = until ?? circuit.run.end;
  // As many as such a run is looked at.
  const stretches = Math.max(2, (await two({ balance: true })()).cost.balancing?.looks ?? 2);
  const { owner, parts } = cutCircuit(circuit, 2 * partitionsPerThread, { threads: 2 });
  const fine: FineCut = { owner, parts, profile: loadProfile(circuit, owner, parts, end, stretches) };
  const graph = partitionGraph(circuit, owner, parts);
  const first = groupPartitions(graph, 2);
  const owners = balancedOwners(fine.profile, graph, first);
  const plans = staticPlans(circuit, fine, end, stretches);
  return [
    ...plans.map(({ name, plan, computed }): Way => ({ name, computed, go: two({ plan }) })),
    ...fineWays(
      slowest(fine.profile, (_, p) => first[p] as number),
      slowest(fine.profile, (stretch, p) => owners[stretch]?.[p] as number),
    ),
  ];
}

function report(rows: readonly BalanceRow[], rounds: number): string {
  return [
    ...rows.map((row) =>
      [
        `${row.circuit}: ${row.components} components, ${row.attempts} attempts`,
        textTable(
          [{ heading: 'two threads but the first' }, right('s'), right('computed, ns an attempt')],
          row.ways.map(({ name, time, computed }) => [name, spreadText(time, 3), computed === null ? '' : computed.toFixed(0)]),
        ),
        ...summaryOf(row),
      ].join('\n'),
    ),
    `median (lowest–highest) of ${rounds} rounds, each way twice a round. ${partitionsPerThread} partitions a thread. Computed: the slower thread, from times of the partitions one after the other in one thread, without barrier and mail`,
  ].join('\n\n');
}

/** What the times of a circuit come to, in sentences. */
export function summaryOf({ best, recovered, recoveredComputed, overBest, overCounted, keptOverCounted, balancing }: BalanceRow): string[] {
  const changes = balancing
    ? `; ${balancing.changes.length} changes in ${balancing.looks} looks, which took ${(100 * balancing.cost).toFixed(1)} %`
    : '';
  return [
    ...(recovered && recoveredComputed !== null
      ? [
          `of the gain of the best static plan ('${best}') over counted costs, balance recovers ${formatPercent(recovered.median, 0)} (${formatPercent(recovered.lowest, 0)}–${formatPercent(recovered.highest, 0)}); computed ${formatPercent(recoveredComputed, 0)}`,
          `balanced over best static: ${spreadText(overBest)}`,
        ]
      : []),
    `balanced over counted costs: ${spreadText(overCounted)}; fine cut, kept, over counted costs: ${spreadText(keptOverCounted)}${changes}`,
  ];
}
