/**
 * `ringmain bench prediction`, part gathered: two ranks of MPI that gather what they publish, with messages that arrive later; posted before their components are computed, as they are, and as if they were posted
 * when all is computed, in turn.
 */

import { finished } from '#ringmain/cli/measure/wholeRuns.js';
import { asCount, asCounts, asNames } from '#ringmain/cli/optionTable.js';
import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatSeconds } from '#ringmain/report/units.js';
import { type Spread, spreadOf } from '#ringmain/results/statistics.js';
import { asSeconds, type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { generatedCircuit, stationsOf } from '../protocol/generated.js';
import { answeredBy, launchersHere } from './ranks.js';

const commandOptions = {
  rounds: { about: 'pairs of runs of each', fallback: '5', read: asCount(1) },
  components: { about: 'sizes of rings, about, separated by commas', fallback: '1000,5000', read: asCounts(20) },
  until: { about: 'end of each run, s', fallback: '0.01', read: asSeconds },
  delays: { about: 'how much later messages arrive, whole µs, separated by commas', fallback: '2,20,100', read: asCounts(1) },
  mpirun: { about: 'launchers, separated by commas', fallback: 'mpirun.openmpi,mpirun.mpich', read: asNames },
};

export const predictionGathered = part({
  name: 'gathered',
  describe: 'two ranks of MPI that gather: messages posted before all is computed, beside those posted after',
  options: commandOptions,
  examples: [['--components 5000', 'a larger ring alone']],
  measure,
});

/** ns an attempt; of pairs what the first takes of the second. */
interface Row {
  readonly circuit: string;
  readonly carrier: string;
  /** µs */
  readonly delay: number;
  readonly before: Spread;
  readonly after: Spread;
  readonly ratio: Spread;
}

async function measure({ rounds, components: sizes, until, delays, mpirun }: Values<typeof commandOptions>): Promise<Measured> {
  const rows: Row[] = [];
  for (const components of sizes) {
    const circuit = generatedCircuit('ring', stationsOf('ring', components), 1);
    const { name } = circuit;
    const { stateDigest: digest } = await finished(circuit, { until, every: until, record: [], workers: 1, kernels: 'wasm' });
    for (const launcher of launchersHere(mpirun)) {
      say(`${name}: 2 of ${launcher}`);
      const { carrier, times, late } = await answeredBy({ name, digest }, launcher, 2, {
        components,
        until,
        delays,
        rounds,
        gathers: true,
      });
      delays.forEach((delay, k) => {
        const [before, after] = [times[k] as readonly number[], late[k] as readonly number[]];
        const ratios = before.map((time, round) => time / (after[round] as number));
        rows.push({ circuit: name, carrier, delay, before: spreadOf(before), after: spreadOf(after), ratio: spreadOf(ratios) });
      });
    }
  }
  return { stored: { rounds, rows }, text: () => cellsText(cellsOf(rows)) };
}

const spreadCell = ({ median: middle, lowest, highest }: Spread, text: (value: number) => string): string =>
  `${text(middle)} (${text(lowest)}–${text(highest)})`;
const timeText = (ns: number): string => formatSeconds(ns / 1e9);

const cellsOf = (rows: readonly Row[]): Cells => ({
  headings: ['circuit', 'carrier', 'messages arrive later by', 'attempt, posted before', 'posted after', 'ratio'],
  rows: rows.map(({ circuit, carrier, delay, before, after, ratio }) => [
    ...[circuit, carrier, `${delay} µs`, spreadCell(before, timeText), spreadCell(after, timeText)],
    spreadCell(ratio, (value) => value.toFixed(2)),
  ]),
});
