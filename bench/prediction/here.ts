/** `ringmain bench prediction`, part here: whole runs of one thread and of two beside the prediction of `ringmain study --cores`, which none of them goes into. */
import { loadavg } from 'node:os';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { calibrate } from '#ringmain/cli/measure/calibration.js';
import { measuredCosts } from '#ringmain/cli/measure/costs.js';
import { endAfter } from '#ringmain/cli/measure/loopSampler.js';
import { alternate, expectSame, finished } from '#ringmain/cli/measure/wholeRuns.js';
import { asCount } from '#ringmain/cli/optionTable.js';
import { clusterGraph } from '#ringmain/partition/clusterGraph.js';
import { cellsText } from '#ringmain/report/table.js';
import { median, ratios, spreadOf } from '#ringmain/results/statistics.js';
import { plansFor, scalingCurve } from '#ringmain/run/prediction/scalingCurve.js';
import { asSeconds, type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { generatedCircuit, stationsOf } from '../protocol/generated.js';
import { type HereAccount, type HereRow, hereCells, hereRemark } from './predictionTables.js';

const commandOptions = {
  rounds: { about: 'rounds of runs, and of what the prediction rests on', fallback: '5', read: asCount(1) },
  seconds: { about: 'length of a run, s', fallback: '0.3', read: asSeconds },
};

export const predictionHere = part({
  name: 'here',
  describe: 'runs of one and two threads on this machine, beside their prediction',
  options: commandOptions,
  examples: [['--json > bench/predictionHere.json', 'what bench/prediction.md shows']],
  measure,
});

const seed = 1;

async function measure({ rounds, seconds }: Values<typeof commandOptions>): Promise<Measured> {
  const circuits = [
    generatedCircuit('ring', stationsOf('ring', 1000), seed),
    generatedCircuit('ring', stationsOf('ring', 10_000), seed),
    generatedCircuit('ladder', stationsOf('ladder', 10_000), seed),
    await readCircuit('circuits/ring-main.yaml'),
  ];
  const rows: HereRow[] = [];
  const loads: number[] = [];
  for (const circuit of circuits) {
    rows.push(await rowOf(circuit, rounds, seconds));
    loads.push(loadavg()[0] as number);
  }
  const stored: HereAccount = { rounds, seconds, loads, rows };
  return { stored, text: () => `${cellsText(hereCells(stored))}\n\n${hereRemark(stored)}` };
}

async function rowOf(circuit: Circuit, rounds: number, seconds: number): Promise<HereRow> {
  const { name } = circuit;
  say(`${name}: what the prediction rests on`);
  const costs = measuredCosts(circuit, 1);
  const { count } = clusterGraph(circuit, costs).graph;
  const calibration = await calibrate(circuit, count, { rounds, seconds: seconds / 3, say: () => {} });
  const serial = median(calibration.serial);
  const planned = [...plansFor(circuit, [1, 2], costs, serial)];
  const { points } = scalingCurve(circuit, planned, calibration, { cores: [1, 2], hosts: [1], network: null });
  say(`${name}: runs of one thread and of two`);
  const until = endAfter(circuit, seconds);
  const digests: string[] = [];
  const run = async (workers: number): Promise<number> => {
    const { cost, account, stateDigest } = await finished(circuit, { until, every: until, record: [], workers, kernels: 'wasm' });
    digests.push(stateDigest);
    return (1e9 * cost.wallSeconds) / (account.steps.accepted + account.steps.rejected);
  };
  await run(1);
  const { ones, others, pairs, again } = await alternate(
    rounds,
    () => run(1),
    () => run(2),
  );
  expectSame(`${name} by one thread and by two`, digests);
  const measured = [spreadOf(ones), spreadOf(others)] as const;
  const gained = [{ lowest: 1, median: 1, highest: 1 }, ratios(pairs)] as const;
  return {
    circuit: name,
    components: circuit.components.length,
    runs: points.map(({ cores, attempt, speedUp }) => ({
      ...{ threads: cores, predicted: attempt, speedUp },
      ...{ measured: measured[cores - 1] as (typeof measured)[0], gained: gained[cores - 1] as (typeof gained)[0] },
    })),
    noise: ratios(again),
    slowing: calibration.slowing[0]?.rounds ?? [],
  };
}
