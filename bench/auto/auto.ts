/**
 * `ringmain bench auto`, part workers: whether `--workers auto` takes what is fastest: every bundled circuit and rings of several sizes, whole runs by 1 worker, by 2 and by
 * auto in turn; and attempts predicted beside measured.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { generateRing } from '#ringmain/circuit/generate/ring.js';
import { bundledCircuit, bundledCircuits } from '#ringmain/cli/bundled.js';
import { asCounts } from '#ringmain/cli/optionTable.js';
import { warnUser } from '#ringmain/cli/print.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { type AutoRow, measureAuto } from './autoRuns.js';
import { autoText } from './autoTable.js';

const commandOptions = {
  stations: { about: 'sizes of the preset rings a, separated by commas', fallback: '10,30,100,300,1000', read: asCounts(1) },
  rounds: roundsOption,
  seconds: secondsOption('0.2'),
};

export const autoWorkers = part({
  name: 'workers',
  describe: '--workers auto beside fixed numbers of workers; attempts predicted beside measured',
  circuit: 'circuit file; default: all that come with ringmain, and rings',
  options: commandOptions,
  examples: [['--json', 'whole runs by 1 worker, 2 and auto; predicted attempts beside measured']],
  measure: measureAll,
});

async function measureAll({ circuit, stations, rounds, seconds }: Values<typeof commandOptions>): Promise<Measured> {
  const rows: AutoRow[] = [];
  for await (const one of circuitsOf(circuit, stations)) {
    say(one.name);
    rows.push(await measureAuto(one, { rounds, seconds }));
  }
  return { stored: { kernels: 'wasm', rounds, seconds, rows }, text: () => autoText(rows, rounds, seconds) };
}

/** Components times steps of a ring's run: about a second in one thread. */
const componentSteps = 3e8;

async function* circuitsOf(file: string | undefined, stations: readonly number[]): AsyncGenerator<Circuit> {
  const files = file === undefined ? bundledCircuits().map(bundledCircuit) : [file];
  for (const one of files) yield await readCircuit(one, { onWarning: warnUser(one) });
  if (file !== undefined) return;
  for (const count of stations) {
    const { circuit } = parseCircuit(generateRing({ stations: count, expand: false, preset: 'a' }), `ring a of ${count}`);
    const end = Math.round(componentSteps / circuit.components.length) * (circuit.run.step as number);
    yield { ...circuit, name: `ring-a-${count}`, run: { ...circuit.run, end }, record: { ...circuit.record, every: end / 100 } };
  }
}
