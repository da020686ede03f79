/**
 * `ringmain bench auto`: whether `--workers auto` takes what is fastest: every bundled circuit and rings of several sizes, whole runs by 1 worker, by 2 and by
 * auto in turn; and attempts predicted beside measured.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { generateRing } from '../../circuit/generate/ring.js';
import { parseCircuit } from '../../circuit/parse.js';
import { readCircuit } from '../../circuit/read.js';
import { autoText } from '../../report/autoTable.js';
import { bundledCircuit, bundledCircuits } from '../bundled.js';
import { type ExitCode, exitCodes } from '../exit.js';
import { RunFault } from '../measure/runFault.js';
import { thisMachine } from '../measure/thisMachine.js';
import { print, printJson, warnUser } from '../print.js';
import { type AutoRow, measureAuto } from './auto/autoRuns.js';
import { asCounts, benchmark, roundsOption, secondsOption, type ValuesOf } from './benchmark.js';

const commandOptions = {
  stations: { about: 'sizes of the preset rings a, separated by commas', fallback: '10,30,100,300,1000', read: asCounts(1) },
  rounds: roundsOption,
  seconds: secondsOption('0.2'),
};

export const autoBenchmark = benchmark({
  name: 'auto',
  describe: '--workers auto beside fixed numbers of workers; attempts predicted beside measured',
  circuit: 'circuit file; all that come with ringmain, and rings, unless told',
  options: commandOptions,
  examples: [['--json', 'whole runs by 1 worker, 2 and auto; predicted attempts beside measured']],
  run: benchAuto,
});

/** Measures and prints; a message and no times where a run fails or digests differ. */
async function benchAuto({ circuit, stations, rounds, seconds, json }: ValuesOf<typeof commandOptions>): Promise<ExitCode> {
  const rows: AutoRow[] = [];
  for await (const one of circuitsOf(circuit, stations)) {
    process.stderr.write(`${one.name} …\n`);
    try {
      rows.push(await measureAuto(one, { rounds, seconds }));
    } catch (error) {
      if (!(error instanceof RunFault)) throw error;
      process.stderr.write(`ringmain: ${one.name}: ${error.message}; no times are printed\n`);
      return exitCodes.failed;
    }
  }
  const about = {
    ...thisMachine(),
    kernels: 'wasm',
    rounds,
    seconds,
  };
  if (json) printJson({ ...about, rows });
  else print(autoText(rows, rounds, seconds));
  return exitCodes.done;
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
