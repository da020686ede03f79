/**
 * `ringmain bench scaling`: strong and weak scaling of generated circuits over the fastest serial engine. Keeps every sample in a file of `--out`, with
 * a picture beside it, and puts what follows from the file into README.md where `--readme` names it.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { plotMark } from '../report/svg.js';
import { writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { type ExitCode, exitCodes } from './exit.js';
import { commitOf } from './measure/commit.js';
import { benchShapes } from './measure/generated.js';
import { SampleFault } from './measure/loopSampler.js';
import { type Prediction, type ScalingFile, type ScalingRow, scalingMark } from './measure/scalingFile.js';
import { type PlannedWork, predictedRows, seenBandwidth } from './measure/scalingPrediction.js';
import { measureScaling } from './measure/scalingRuns.js';
import { list, wholeNumber } from './options.js';
import { print, printJson } from './print.js';
import { oneOf } from './runOptions.js';
import { readmeMarks, scalingMarkdown, scalingPicture, scalingText } from './scalingReport.js';

export interface ScalingArguments {
  readonly families: string;
  readonly components?: string | undefined;
  readonly weak?: string | undefined;
  readonly workers?: string | undefined;
  readonly rounds?: string | undefined;
  readonly out: string;
  readonly quick: boolean;
  readonly from?: string | undefined;
  readonly readme?: string | undefined;
  readonly json: boolean;
}

const seed = 1;
/** Standard deviation of a thread's work over its mean: rings of 300 stations, timed attempt by attempt, 0.04 to 0.1. */
const unevenness = 0.05;
/** What is measured unless told: all of it in some ten minutes on two cores, or in half a minute. */
const defaults = {
  whole: { components: '100,1000,10000,100000,1000000', weak: '1000,100000', rounds: '5', seconds: 0.5 },
  quick: { components: '100,1000,10000', weak: '1000', rounds: '3', seconds: 0.05 },
};

/** Measures, or reads what was measured; keeps it, prints it. */
export async function benchScaling(args: ScalingArguments, seconds: number | undefined): Promise<ExitCode> {
  if (args.from !== undefined) {
    const file = await stored(args.from);
    if (args.readme !== undefined) {
      await draw(file, args.from);
      await intoReadme(args.readme, file, args.from);
    }
    if (args.json) printJson(file);
    else print(scalingText(file));
    return exitCodes.done;
  }
  let file: ScalingFile;
  try {
    file = await measured(args, seconds);
  } catch (error) {
    if (!(error instanceof SampleFault)) throw error;
    process.stderr.write(`ringmain: ${error.message}; no times are printed\n`);
    return exitCodes.failed;
  }
  const path = await keep(file, args);
  if (args.readme !== undefined) await intoReadme(args.readme, file, path);
  if (args.json) printJson(file);
  else print(`${scalingText(file)}\n\nevery sample in ${path}, the picture in ${pictureOf(path)}`);
  return exitCodes.done;
}

/** Numbers of workers that are measured unless told: 1, 2, 4, … up to the cores. */
export function defaultWorkers(cores: number): number[] {
  const counts: number[] = [];
  for (let count = 1; count < cores; count *= 2) counts.push(count);
  return [...counts, cores];
}

async function measured(args: ScalingArguments, seconds: number | undefined): Promise<ScalingFile> {
  const { quick } = args;
  const unless = quick ? defaults.quick : defaults.whole;
  const cores = availableParallelism();
  const workers = args.workers === undefined ? defaultWorkers(cores) : numbers('--workers', args.workers, 1);
  const beyond = workers.find((count) => count > cores);
  if (beyond !== undefined) throw new UserError(`--workers ${beyond}: there are ${cores} cores`);
  const weak = args.weak ?? unless.weak;
  const rounds = wholeNumber('--rounds', args.rounds ?? unless.rounds, 1);
  const settings = {
    families: list(args.families).map((family) => oneOf('--families', family, benchShapes)),
    strong: numbers('--components', args.components ?? unless.components, 20),
    weak: weak === 'none' ? [] : numbers('--weak', weak, 20),
    workers,
    rounds,
    seconds: seconds ?? unless.seconds,
    seed,
    say: (text: string) => {
      process.stderr.write(`${text} …\n`);
    },
  };
  const { rows, planned, skipped } = await measureScaling(settings);
  // Of a machine that does nothing else.
  const meetings = rows.flatMap(({ runs }) => runs.flatMap(({ meeting }) => meeting ?? []));
  return {
    what: scalingMark,
    command: commandText(args, settings.seconds),
    date: new Date().toISOString(),
    commit: commitOf(),
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores,
    memoryBytes: totalmem(),
    rounds,
    seconds: settings.seconds,
    seed,
    rows,
    predicted: meetings.length > 0 ? predictionOf(planned, Math.min(...meetings), rows) : null,
    skipped,
  };
}

function predictionOf(planned: readonly PlannedWork[], meeting: number, rows: readonly ScalingRow[]): Prediction {
  const bandwidth = seenBandwidth(rows);
  const machine = { meeting: Number(meeting.toPrecision(4)), unevenness };
  return {
    machine: { ...machine, bandwidth: Number.isFinite(bandwidth) ? Number(bandwidth.toPrecision(3)) : null },
    rows: predictedRows(planned, { ...machine, bandwidth }),
  };
}

const numbers = (option: string, text: string, least: number): number[] => list(text).map((one) => wholeNumber(option, one, least));

/** The command line that measures the same again. */
function commandText({ families, components, weak, workers, rounds, quick }: ScalingArguments, seconds: number): string {
  const told = Object.entries({ families, components, weak, workers, rounds, seconds: String(seconds) });
  const options = told.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]));
  return ['ringmain bench scaling', ...(quick ? ['--quick'] : []), ...options].join(' ');
}

const pictureOf = (path: string): string => path.replace(/\.json$/, '.svg');

/** Writes the file, a row a line, and the picture. Gives the file's path. */
async function keep(file: ScalingFile, { out, quick }: ScalingArguments): Promise<string> {
  await mkdir(out, { recursive: true });
  const path = join(out, `scaling.${file.cores}-cores${quick ? '.quick' : ''}.json`);
  await writeWhole({ file: path, force: false, isOurs }, [fileText(file)]);
  await draw(file, path);
  return path;
}

/** Writes the picture of a file beside it. */
async function draw(file: ScalingFile, path: string): Promise<void> {
  await writeWhole({ file: pictureOf(path), force: false, isOurs }, [scalingPicture(file)]);
}

const isOurs = (beginning: string): boolean => beginning.includes(scalingMark) || beginning.includes(plotMark);

/** JSON with a line for every key, and for every row. */
export function fileText(file: ScalingFile): string {
  const entries = Object.entries(file).map(([key, value]) => {
    const lines = Array.isArray(value) && value.length > 0;
    return `${JSON.stringify(key)}: ${lines ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]` : JSON.stringify(value)}`;
  });
  return `{\n${entries.join(',\n')}\n}\n`;
}

async function stored(path: string): Promise<ScalingFile> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UserError(`cannot read ${path}: no such file`);
  });
  if (!text.includes(scalingMark)) throw new UserError(`${path} is no file of ${scalingMark}`);
  return JSON.parse(text) as ScalingFile;
}

/** Puts the tables between their marks. */
async function intoReadme(readme: string, file: ScalingFile, path: string): Promise<void> {
  const text = await readFile(readme, 'utf8').catch(() => {
    throw new UserError(`cannot read ${readme}: no such file`);
  });
  const [begins, ends] = readmeMarks;
  const [from, to] = [text.indexOf(begins), text.indexOf(ends)];
  if (from < 0 || to < from) throw new UserError(`${readme} has no place for the tables: it needs the lines ${begins.trim()} and ${ends}`);
  const whole = text.slice(0, from + begins.length) + scalingMarkdown(file, path) + text.slice(to);
  await writeWhole({ file: readme, force: true, isOurs: () => true }, [whole]);
}
