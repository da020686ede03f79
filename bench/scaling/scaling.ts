/**
 * `ringmain bench scaling`, part shapes: strong and weak scaling of generated circuits over the fastest serial engine, and what the
 * machine allows. Keeps every sample in a file of `--out`, with a picture beside it, and puts what follows from the file into the page that `--readme` names.
 */
import { mkdir } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { readText, type WantedFile } from '#ringmain/circuit/file/inputFile.js';
import { thisMachine } from '#ringmain/cli/measure/thisMachine.js';
import { asChoices, asCount, asCounts, asText } from '#ringmain/cli/optionTable.js';
import { pictureTarget } from '#ringmain/cli/plotFile.js';
import { checkTarget, type Target, writeWhole } from '#ringmain/results/fileStore.js';
import { UserError } from '#ringmain/results/userError.js';
import { asCountsOrNone, asSeconds, type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { commitOf } from '../protocol/commit.js';
import { benchShapes } from '../protocol/generated.js';
import { countCores } from './coreShares.js';
import { type ScalingFile, scalingMark } from './scalingFile.js';
import { readmeMarks, scalingMarkdown, scalingPicture, scalingText } from './scalingReport.js';
import { measureScaling, type ScalingSettings } from './scalingRuns.js';

/** Of a circuit that is told; smaller ones have no two parts worth a thread. */
const fewestComponents = 20;

const commandOptions = {
  families: { about: 'shapes of circuits, separated by commas', fallback: 'ring,ladder,tree', read: asChoices(benchShapes) },
  components: {
    about: 'sizes of the circuits, about, separated by commas; default: 100 to 1000000, to 10000 with --quick',
    read: asCounts(fewestComponents),
  },
  weak: {
    about: "components a worker, separated by commas, or 'none'; default: 1000,100000, 1000 with --quick",
    read: asCountsOrNone(fewestComponents),
  },
  workers: { about: 'numbers of workers, separated by commas; default: 1, 2, 4 … to the cores', read: asCounts(1) },
  rounds: { about: 'how often all is measured; default: 5, 3 with --quick', read: asCount(1) },
  seconds: { about: 'greatest length of a timed sample, s; default: 0.5, 0.05 with --quick', read: asSeconds },
  quick: { about: 'fewer and shorter samples of circuits of up to 10000 components' },
  out: { about: 'folder for every sample and the picture', fallback: 'bench/results', read: asText },
  from: { about: 'file of a former measurement, to be printed instead of a new one', read: asText },
  readme: { about: 'file whose tables are to be those of the measurement; the picture of a former one is drawn anew', read: asText },
};

type ScalingArguments = Values<typeof commandOptions>;

export const scalingShapes = part({
  name: 'shapes',
  describe: 'strong and weak scaling of generated circuits of 100 to 1e6 components over the fastest serial engine',
  options: commandOptions,
  examples: [
    ['--readme bench/scaling.md', 'speed-up on all cores, kept in bench/results'],
    ['--quick --out out', 'small circuits, short samples'],
  ],
  measure,
});

const seed = 1;
/** What is measured by default, and with --quick. */
const defaults = {
  whole: { components: [100, 1000, 10_000, 100_000, 1_000_000], weak: [1000, 100_000], rounds: 5, seconds: 0.5 },
  quick: { components: [100, 1000, 10_000], weak: [1000], rounds: 3, seconds: 0.05 },
};

/** Measures and keeps it, or reads what was measured. */
async function measure(args: ScalingArguments): Promise<Measured> {
  if (args.from !== undefined) {
    const file = await stored(args.from);
    if (args.readme !== undefined) {
      await aroundTables(args.readme, file.cores);
      await draw(file, args.from);
      await intoReadme(args.readme, file, args.from);
    }
    return { stored: file, text: () => scalingText(file) };
  }
  const settings = settingsOf(args);
  // Before minutes of measuring: what follows them must not end in a typing mistake.
  if (args.readme !== undefined) await aroundTables(args.readme, availableParallelism());
  const path = await placeOf(args);
  const file = await measured(args, settings);
  await writeWhole(fileTarget(path), [fileText(file)]);
  await draw(file, path);
  if (args.readme !== undefined) await intoReadme(args.readme, file, path);
  return { stored: file, text: () => `${scalingText(file)}\n\nevery sample in ${path}, the picture in ${pictureOf(path)}` };
}

/** Numbers of workers measured by default: 1, 2, 4, … up to the cores. */
export function defaultWorkers(cores: number): number[] {
  const counts: number[] = [];
  for (let count = 1; count < cores; count *= 2) counts.push(count);
  return [...counts, cores];
}

/** What to measure, checked. */
function settingsOf(args: ScalingArguments): ScalingSettings {
  const { quick } = args;
  const unless = quick ? defaults.quick : defaults.whole;
  const cores = availableParallelism();
  const { families, workers = defaultWorkers(cores) } = args;
  const beyond = workers.find((count) => count > cores);
  if (beyond !== undefined) throw new UserError(`--workers ${beyond}: there are ${cores} cores`);
  return {
    families,
    strong: args.components ?? unless.components,
    weak: args.weak ?? unless.weak,
    workers,
    rounds: args.rounds ?? unless.rounds,
    seconds: args.seconds ?? unless.seconds,
    seed,
    say,
  };
}

async function measured(args: ScalingArguments, settings: ScalingSettings): Promise<ScalingFile> {
  const counted = await countCores();
  const { rows, skipped } = await measureScaling(settings);
  const shares = await counted();
  return {
    what: scalingMark,
    command: commandText(args, settings.seconds),
    date: new Date().toISOString(),
    commit: commitOf(),
    ...thisMachine(),
    memoryBytes: totalmem(),
    rounds: settings.rounds,
    seconds: settings.seconds,
    seed,
    shares,
    rows,
    skipped,
  };
}

/** The command line that measures the same again. */
function commandText({ families, components, weak, workers, rounds, quick }: ScalingArguments, seconds: number): string {
  const told = Object.entries({ families, components, weak: weak?.length === 0 ? 'none' : weak, workers, rounds, seconds });
  const options = told.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]));
  return ['ringmain bench scaling', ...(quick ? ['--quick'] : []), ...options].join(' ');
}

const pictureOf = (path: string): string => path.replace(/\.json$/, '.svg');

/** Makes the folder and gives the file's path; refuses one where the file or its picture cannot or may not be written. */
async function placeOf({ out, quick }: ScalingArguments): Promise<string> {
  await mkdir(out, { recursive: true }).catch((error: unknown) => {
    throw new UserError(`--out ${out}: the folder cannot be made (${reasonOf(error)}); choose another`);
  });
  const path = join(out, `scaling.${availableParallelism()}-cores${quick ? '.quick' : ''}.json`);
  await checkTarget(fileTarget(path));
  await checkTarget(pictureTarget('--out', pictureOf(path), false));
  return path;
}

const fileTarget = (file: string): Target => ({ file, force: false, isOurs: (beginning) => beginning.includes(scalingMark) });

/** Writes the picture of a file beside it. */
async function draw(file: ScalingFile, path: string): Promise<void> {
  await writeWhole(pictureTarget('--from', pictureOf(path), false), [scalingPicture(file)]);
}

/** JSON with a line for every key, and for every row. */
export function fileText(file: ScalingFile): string {
  const entries = Object.entries(file).map(([key, value]) => {
    const lines = Array.isArray(value) && value.length > 0;
    return `${JSON.stringify(key)}: ${lines ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]` : JSON.stringify(value)}`;
  });
  return `{\n${entries.join(',\n')}\n}\n`;
}

const measurementsFile: WantedFile = {
  what: 'a file of measurements',
  source: `'${scalingMark} --out FOLDER' writes one`,
  endings: ['.json'],
  option: '--from',
};
const pageFile: WantedFile = {
  what: 'a page with a place for the tables',
  source: 'bench/scaling.md is one',
  endings: ['.md'],
  option: '--readme',
};

async function stored(path: string): Promise<ScalingFile> {
  // The picture stands beside it, by the same name.
  if (!path.endsWith('.json')) throw new UserError(`--from ${path}: name a file that ends in .json, as bench scaling keeps them`);
  const text = await readText(path, measurementsFile);
  if (!text.includes(scalingMark)) throw new UserError(`${path} is no file of ${scalingMark}`);
  let file: Partial<ScalingFile>;
  try {
    file = JSON.parse(text) as Partial<ScalingFile>;
  } catch {
    throw new UserError(`${path} is no whole file of ${scalingMark}: it breaks off or was changed; fetch it again, or measure anew`);
  }
  const whole = file.what === scalingMark && Array.isArray(file.rows) && Array.isArray(file.skipped);
  if (!whole) throw new UserError(`${path} is no file of ${scalingMark}`);
  return file as ScalingFile;
}

/** Why a file could not be used, in words. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const words: Record<string, string> = {
    EISDIR: 'it is a folder',
    ENOTDIR: 'a file stands where a folder should',
    EEXIST: 'a file stands there',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
  };
  return words[code] ?? code;
}

/** What stands before and after the tables of a machine of so many cores. */
async function aroundTables(readme: string, cores: number): Promise<readonly [before: string, after: string]> {
  const text = await readText(readme, pageFile);
  const [begins, ends] = readmeMarks(cores);
  const [from, to] = [text.indexOf(begins), text.indexOf(ends)];
  if (from < 0 || to < from) throw new UserError(`${readme} has no place for the tables: it needs the lines ${begins.trim()} and ${ends}`);
  return [text.slice(0, from + begins.length), text.slice(to)];
}

/** Puts the tables between their marks. */
async function intoReadme(readme: string, file: ScalingFile, path: string): Promise<void> {
  const [before, after] = await aroundTables(readme, file.cores);
  const picture = relative(dirname(readme), pictureOf(path)).replaceAll('\\', '/');
  await writeWhole({ file: readme, force: true, isOurs: () => true }, [before + scalingMarkdown(file, path, picture) + after]);
}
