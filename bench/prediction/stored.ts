/**
 * `ringmain bench prediction`, part stored: runs of stored scaling files, up to sixteen threads, beside what the spreads of the same machines predict for them: serial times, synchronisations, and
 * serial engines at once by number of threads, round by round.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { readText } from '#ringmain/circuit/file/inputFile.js';
import { asNames } from '#ringmain/cli/optionTable.js';
import { countedCosts } from '#ringmain/partition/costs.js';
import { cellsText } from '#ringmain/report/table.js';
import { median } from '#ringmain/results/statistics.js';
import { type Calibration, plansFor, scalingCurve } from '#ringmain/run/prediction/scalingCurve.js';
import { usualDeviations } from '#ringmain/run/prediction/usualMachine.js';
import { type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { type BenchShape, generatedCircuit, stationsOf } from '../protocol/generated.js';
import { figuresOf, type ScalingFile, type ScalingRow } from '../scaling/scalingFile.js';
import { type StoredAccount, type StoredRow, storedCells, storedRemark } from './predictionTables.js';

const commandOptions = {
  files: {
    about: 'files of bench scaling, separated by commas',
    fallback: 'bench/results/scaling.2-cores.json,bench/results/scaling.16-cores.json',
    read: asNames,
  },
};

export const predictionStored = part({
  name: 'stored',
  describe: 'runs of stored scaling files beside their prediction',
  options: commandOptions,
  examples: [['--json > bench/predictionStored.json', 'what bench/prediction.md shows']],
  measure,
});

const wanted = {
  what: 'a file of measurements',
  source: "'ringmain bench scaling --out FOLDER' writes one",
  endings: ['.json'],
  option: '--files',
};

async function measure({ files }: Values<typeof commandOptions>): Promise<Measured> {
  const rows: StoredRow[] = [];
  for (const path of files) {
    const file = JSON.parse(await readText(path, wanted)) as ScalingFile;
    const strong = file.rows.filter(({ mode }) => mode === 'strong');
    const machine = machineOf(file.cores, strong);
    for (const row of strong) {
      say(`${file.cores} cores, ${row.family} of ${row.serial.components}`);
      rows.push(
        ...rowsOf(row, machine, generatedCircuit(row.family as BenchShape, stationsOf(row.family as BenchShape, row.size), file.seed)),
      );
    }
  }
  const stored: StoredAccount = { rows };
  return { stored, text: () => `${cellsText(storedCells(stored))}\n\n${storedRemark(stored)}` };
}

/** What the file tells of its machine: its median synchronisation, and all rounds of engines at once. */
function machineOf(cores: number, rows: readonly ScalingRow[]): Omit<Calibration, 'serial'> {
  const runs = rows.flatMap((row) => row.runs);
  const factors = new Map<number, number[]>();
  for (const { workers, ceiling } of runs)
    for (const [k, together] of (ceiling?.together ?? []).entries()) {
      const { alone } = ceiling as NonNullable<typeof ceiling>;
      const own = factors.get(workers) ?? [];
      factors.set(workers, own);
      own.push((2 * together) / ((alone[2 * k] as number) + (alone[2 * k + 1] as number)));
    }
  return {
    cores,
    synchronisation: median(runs.flatMap(({ synchronisation }) => synchronisation ?? [])),
    slowing: [...factors].sort(([a], [b]) => a - b).map(([threads, rounds]) => ({ threads, rounds })),
    deviations: usualDeviations,
  };
}

function rowsOf({ family, serial, runs }: ScalingRow, machine: Omit<Calibration, 'serial'>, circuit: Circuit): StoredRow[] {
  const times = serial.again.map((seconds) => (1e9 * seconds) / serial.attempts);
  const cores = runs.map(({ workers }) => workers).filter((workers) => workers > 1);
  const planned = [...plansFor(circuit, cores, countedCosts(circuit), median(times))];
  const { points } = scalingCurve(circuit, planned, { ...machine, serial: times }, { cores, hosts: [1], network: null });
  return points.flatMap(({ threads, speedUp }) => {
    const run = runs.find(({ workers }) => workers === threads);
    return run
      ? [
          {
            cores: machine.cores,
            family,
            components: serial.components,
            threads,
            predicted: speedUp,
            measured: figuresOf(serial, run).speedUp,
          },
        ]
      : [];
  });
}
