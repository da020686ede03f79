/**
 * `ringmain bench sweep`, part variants: variants of the two-actuator circuit side by side, by one thread, by two, and each as a run of its own. The same digests first,
 * variant by variant; then whole sweeps in turn.
 */

import { circuitReader } from '#ringmain/circuit/file/parse.js';
import { readCircuitText } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { expectSame, finished } from '#ringmain/cli/measure/wholeRuns.js';
import { asCount, asTime } from '#ringmain/cli/optionTable.js';
import { ratios, spreadOf, sum } from '#ringmain/results/statistics.js';
import type { SweepRow } from '#ringmain/run/sweep/runner.js';
import { type Sweep, sweep } from '#ringmain/run/sweep/sweep.js';
import { type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';
import { type VariantsRow, variantsText } from './sweepTable.js';

const commandOptions = {
  variants: { about: 'how many', fallback: '200', read: asCount(2) },
  end: { about: 'simulated time of each', fallback: '2.5s', read: asTime },
  rounds: { ...roundsOption, fallback: '3' },
};

export const variantsPart = part({
  name: 'variants',
  describe: 'variants of a circuit side by side, on one core, on two, and each as a run of its own',
  options: commandOptions,
  examples: [['--variants 20 --rounds 1', 'whole times of a sweep by one thread and by two']],
  measure: measureAll,
});

/** What is varied, a parameter of one component; what is measured, and therefore recorded. */
const varied = 'act1.mass';
const measured = 'act1.x';

async function measureAll({ variants, end, rounds }: Values<typeof commandOptions>): Promise<Measured> {
  const file = bundledCircuit('two-actuator');
  const settings = { until: end, vary: [`${varied}=10 kg..500 kg:${variants}`], measures: [`final(${measured})`] };
  say(`${variants} single runs`);
  const read = circuitReader(await readCircuitText(file), file);
  const whole = (workers: number): Promise<Sweep> => sweep(file, { ...settings, workers });
  const first = await whole(1);
  const loops: number[] = [];
  let attempts = 0;
  for (const { values, digest } of first.rows) {
    const { circuit } = read([`${varied}=${values[0]}`]);
    const results = await finished(circuit, { until: end, workers: 1, record: [measured] });
    expectSame(`${varied} ${values[0]}, alone and in a sweep`, [results.digest, digest]);
    loops.push(results.cost.wallSeconds);
    attempts += results.account.steps.accepted + results.account.steps.rejected;
  }
  const times: [number, number][] = [];
  for (let round = 0; round < rounds; round++) {
    say(`round ${round + 1} of ${rounds}`);
    const order = round % 2 === 0 ? [1, 2] : [2, 1];
    const made = new Map<number, Sweep>();
    for (const workers of order) made.set(workers, await whole(workers));
    const [one, two] = [made.get(1), made.get(2)] as [Sweep, Sweep];
    expectSame('the sweep by one thread and by two', [first, one, two].map(digestsOf));
    times.push([two.wallSeconds, one.wallSeconds]);
  }
  const singles = sum(loops);
  const row: VariantsRow = {
    circuit: first.circuit,
    varied,
    variants,
    attempts,
    compiled: first.compiled,
    oneThread: spreadOf(times.map(([, one]) => one)),
    twoThreads: spreadOf(times.map(([two]) => two)),
    twoOverOne: ratios(times),
    singles,
    overSingles: spreadOf(times.map(([, one]) => one / singles)),
  };
  return { stored: { kernels: 'wasm', rounds, rows: [row] }, text: () => variantsText([row]) };
}

const digestsOf = ({ rows }: Sweep): string => rows.map(({ digest }: SweepRow) => digest).join(' ');
