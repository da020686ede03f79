/**
 * `ringmain bench step set-up`: processor time of a run's process from its start to the end of its first microseconds, less that of `--version`, by steps that are
 * compiled anew and by those that were kept; and by another build beside it. User and system time of all threads, as the process counts them when it exits.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateRing } from '#ringmain/circuit/generate/ring.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { asCounts, asText } from '#ringmain/cli/optionTable.js';
import { textTable } from '#ringmain/report/table.js';
import { ratios, type Spread, spreadOf, spreadText } from '#ringmain/results/statistics.js';
import { type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';

const commandOptions = {
  stations: { about: 'rings of so many stations, beside the circuits of the manual', fallback: '1000', read: asCounts(3) },
  before: { about: "main.js of another build, 'none' for none", fallback: 'none', read: asText },
  rounds: { ...roundsOption, fallback: '11' },
};

export const stepSetUp = part({
  name: 'set-up',
  describe: 'set-up before the first step: reading, compiling, kept steps; beside another build',
  options: commandOptions,
  examples: [['--rounds 3', 'milliseconds of processor time to the first step']],
  measure,
});

/** A circuit: ms of processor time beyond those of --version, and ratios pair by pair. */
export interface SetUpRow {
  readonly circuit: string;
  readonly anew: Spread;
  readonly kept: Spread;
  readonly keptOverAnew: Spread;
  readonly before: Spread | null;
  readonly anewOverBefore: Spread | null;
  readonly keptOverBefore: Spread | null;
}

const own = fileURLToPath(import.meta.resolve('#ringmain/cli/main.js'));
/** Loaded by the process that is measured, so that any build can be. */
const counter = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\nprocessor ' + (user + system) + ' us\\n'); })",
)}`;

/** ms of processor time of a program. */
function milliseconds(main: string, words: readonly string[], folder: string): number {
  const env = { ...process.env, RINGMAIN_CACHE_DIR: folder, RINGMAIN_NO_CACHE: '' };
  const { status, stderr } = spawnSync(process.execPath, ['--import', counter, main, ...words], { env, encoding: 'utf8' });
  const time = /processor (\d+) us/.exec(stderr)?.[1];
  if (status !== 0 || time === undefined) throw new RunFault(`${main} ${words.join(' ')}: ${stderr.trim()}`);
  return Number(time) / 1000;
}

async function measure({ stations, before, rounds }: Values<typeof commandOptions>): Promise<Measured> {
  const place = mkdtempSync(join(tmpdir(), 'ringmain-set-up-'));
  const other = before === 'none' ? null : resolve(before);
  try {
    const rings = stations.map((count) => [`ring of ${count}`, join(place, `ring-${count}.yaml`), count] as const);
    for (const [, file, count] of rings) await writeFile(file, generateRing({ stations: count, seed: 1, expand: false }));
    const named = ['two-actuator', 'ring-main'].map((name) => [name, resolve(bundledCircuit(name))] as const);
    const versions: number[] = [];
    const rows: SetUpRow[] = [];
    for (const [circuit, file] of [...named, ...rings]) {
      say(circuit);
      const run = ['run', file, '--end', '2us', '--quiet'];
      const cache = join(place, 'cache');
      milliseconds(own, run, cache);
      const times: { anew: number; kept: number; before: number | null }[] = [];
      for (let round = 0; round < rounds; round++) {
        const version = milliseconds(own, ['--version'], cache);
        versions.push(version);
        const anew = milliseconds(own, [...run, '--no-cache'], cache) - version;
        const kept = milliseconds(own, run, cache) - version;
        const theirs = other === null ? null : milliseconds(other, run, cache) - milliseconds(other, ['--version'], cache);
        times.push({ anew, kept, before: theirs });
      }
      const over = (way: 'anew' | 'kept'): Spread | null =>
        other ? ratios(times.map((one) => [one[way], one.before as number] as const)) : null;
      rows.push({
        circuit,
        anew: spreadOf(times.map(({ anew }) => anew)),
        kept: spreadOf(times.map(({ kept }) => kept)),
        keptOverAnew: ratios(times.map(({ anew, kept }) => [kept, anew] as const)),
        before: other ? spreadOf(times.map((one) => one.before as number)) : null,
        anewOverBefore: over('anew'),
        keptOverBefore: over('kept'),
      });
    }
    const account = { rounds, version: spreadOf(versions), rows };
    const text = (): string =>
      `${textTable(
        setUpHeadings(account).map((heading) => ({ heading })),
        setUpCells(account),
      )}\n\n${setUpRemark(account)}`;
    return { stored: account, text };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

export interface SetUpAccount {
  readonly rounds: number;
  /** Of --version, ms. */
  readonly version: Spread;
  readonly rows: readonly SetUpRow[];
}

/** Columns of the table. */
export const setUpHeadings = ({ rows }: SetUpAccount): string[] => [
  'circuit',
  'compiled anew, ms',
  'kept, ms',
  'kept over anew',
  ...(rows.some(({ before }) => before) ? ['build before, ms', 'anew over it', 'kept over it'] : []),
];

/** Its cells, for a terminal and a page. */
export const setUpCells = ({ rows }: SetUpAccount): string[][] =>
  rows.map(({ circuit, anew, kept, keptOverAnew, before, anewOverBefore, keptOverBefore }) => [
    circuit,
    spreadText(anew, 0),
    spreadText(kept, 0),
    spreadText(keptOverAnew),
    ...(before && anewOverBefore && keptOverBefore ? [spreadText(before, 0), spreadText(anewOverBefore), spreadText(keptOverBefore)] : []),
  ]);

/** What belongs to the table. */
export const setUpRemark = ({ version, rounds }: SetUpAccount): string =>
  `processor time, user and system, of a process beyond that of --version (${spreadText(version, 0)} ms); ${rounds} rounds in turn, median (lowest–highest)`;
