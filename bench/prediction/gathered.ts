/**
 * `ringmain bench prediction`, part gathered: ranks of MPI that tell each other all in pairs, beside the same that gather what they publish; these with messages posted before their components are computed, as they
 * are, and as if they were posted when all is computed. All in turn, with messages that arrive later.
 */
import { loadavg } from 'node:os';
import { asCount, asCounts } from '#ringmain/cli/optionTable.js';
import { cellsText } from '#ringmain/report/table.js';
import { ratios, type Spread, spreadOf } from '#ringmain/results/statistics.js';
import { asSeconds, type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { generatedCircuit, stationsOf } from '../protocol/generated.js';
import type { Way } from './delayedRank.js';
import { type GatheredAccount, gatheredCells, gatheredRemark } from './predictionTables.js';
import { answeredBy, byThreads, launchers, launchersHere } from './ranks.js';

const commandOptions = {
  rounds: { about: 'pairs of runs of each', fallback: '5', read: asCount(1) },
  components: { about: 'sizes of rings, about, separated by commas', fallback: '1000,5000', read: asCounts(20) },
  ranks: { about: 'numbers of ranks, separated by commas', fallback: '2', read: asCounts(2) },
  until: { about: 'end of each run, s', fallback: '0.01', read: asSeconds },
  delays: { about: 'how much later messages arrive, whole µs, separated by commas', fallback: '0,2,20,100', read: asCounts(0) },
  mpirun: launchers,
};

export const predictionGathered = part({
  name: 'gathered',
  describe: 'ranks of MPI that gather, with messages posted before and after all is computed, beside messages in pairs',
  options: commandOptions,
  examples: [['--json > bench/predictionGathered.json', 'what bench/prediction.md shows']],
  measure,
});

/** In the order of the table. */
const ways: readonly Way[] = ['pairs', 'awaited', 'posted'];

async function measure({
  rounds,
  components: sizes,
  ranks: counts,
  until,
  delays,
  mpirun,
}: Values<typeof commandOptions>): Promise<Measured> {
  const [rows, loads]: [GatheredAccount['rows'][number][], number[]] = [[], []];
  for (const components of sizes) {
    const circuit = generatedCircuit('ring', stationsOf('ring', components), 1);
    const { name } = circuit;
    const { stateDigest: digest } = await byThreads(circuit, until, 1);
    for (const launcher of launchersHere(mpirun))
      for (const ranks of counts) {
        say(`${name}: ${ranks} of ${launcher}`);
        const { carrier, times } = await answeredBy({ name, digest }, launcher, ranks, { components, until, ways, delays, rounds });
        delays.forEach((delay, k) => {
          const [pairs, after, before] = times.map((ofWay) => ofWay[k]) as [number[], number[], number[]];
          rows.push({
            ...{ circuit: name, carrier, ranks, delay, pairs: spreadOf(pairs), after: spreadOf(after), before: spreadOf(before) },
            ...{ hidden: over(before, after), gathering: over(before, pairs) },
          });
        });
        loads.push(loadavg()[0] as number);
      }
  }
  const stored: GatheredAccount = { rounds, loads, rows };
  return { stored, text: () => `${cellsText(gatheredCells(stored))}\n\n${gatheredRemark(stored)}` };
}

/** Of runs in turn. */
const over = (one: readonly number[], other: readonly number[]): Spread =>
  ratios(one.map((time, round) => [time, other[round] as number] as const));
