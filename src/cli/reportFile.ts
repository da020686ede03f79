/** Reports for commands: what a run for one records, what stands in it, and where it may be written. */
import { arch, availableParallelism, cpus, platform } from 'node:os';
import { isEnvelopeTime } from '../blocks/kept/envelopes.js';
import type { Circuit } from '../circuit/circuit.js';
import { defaultPatterns } from '../circuit/recordables.js';
import { selectNames } from '../circuit/text/globs.js';
import { idealSwitches } from '../network/idealSwitches.js';
import { springMasses } from '../network/springMasses.js';
import { shorterLines, waveCandidates } from '../network/waveCandidates.js';
import type { DrawingOptions } from '../report/drawing/drawing.js';
import type { ReportedRun } from '../report/runReport/model.js';
import { reportPage } from '../report/runReport/report.js';
import { reportMark } from '../report/svg.js';
import { switchText } from '../report/switchText.js';
import { formatPlural, formatSeconds } from '../report/units.js';
import { shorterText, springText } from '../report/waveTable.js';
import type { Target } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import type { LineResults, RunOptions } from '../run/types.js';
import { simulate } from '../session/simulate.js';
import { settled } from '../settings/settled.js';
import { quotedWord } from './about.js';
import { packageVersion, plotScript } from './bundled.js';
import { drawn } from './drawn.js';

/** A run as a report needs it, before it is drawn. */
export interface MadeRun {
  readonly label: string;
  readonly circuit: Circuit;
  readonly results: LineResults;
  /** Patterns of quantities that the user wants to see. */
  readonly patterns: readonly string[];
  /** Of the circuit file. */
  readonly warnings: readonly string[];
}

/** One slice of so many is timed. */
const timedSlice = 16;
/** Values up to which pressures and flows of all lines are recorded for the drawing, 16 MB; and lines that one can tell apart in it. */
const [mostValues, mostLines] = [2e6, 500];
/** Lines at most whose waves are listed. */
const mostWaves = 5;

/** Refuses other names than pages have. */
export function reportTarget(file: string, force: boolean): Target {
  if (!/\.html$/i.test(file)) throw new UserError(`--out ${file}: write a name that ends in .html`);
  return { file, force, isOurs: (beginning) => beginning.includes(reportMark) };
}

/** Runs a circuit with what a report shows beside the signals: steps, their errors, and pressures and flows for the drawing; `warnings` are those of its file. */
export async function runForReport(
  circuit: Circuit,
  label: string,
  options: RunOptions,
  warnings: readonly string[] = [],
): Promise<MadeRun> {
  const { record: told, envelope, until, every } = settled('lines', circuit, options);
  const seen = told.length > 0 ? told : defaultPatterns(circuit);
  const patterns = [...seen, ...envelope.flatMap((one) => [`${one}.min`, `${one}.max`])];
  const rows = until / every;
  const { lines } = circuit;
  const isDrawn = lines.length <= mostLines && 5 * lines.length * rows < mostValues && lines.some(({ type }) => type === 'hydraulic');
  const record = [...seen, 'run.step', 'run.error', 'run.rejected', ...(isDrawn ? ['*.p', '*.q'] : [])];
  const results = await simulate(circuit, { timeline: timedSlice, ...options, record });
  return { label, circuit, results, patterns, warnings };
}

/** A report's contents beside its runs. */
export interface ReportAsked {
  readonly title: string;
  readonly opening: string;
  readonly runs: readonly MadeRun[];
  readonly circuitFile: string;
  /** Values that were set for all runs. */
  readonly changes: readonly string[];
  readonly command: readonly string[];
}

/** The page's text. */
export async function reportText({ title, opening, runs, circuitFile, changes, command }: ReportAsked): Promise<string> {
  const reported = await Promise.all(runs.map(reportedRun));
  const [model = 'unknown processor'] = cpus().map((cpu) => cpu.model);
  const provenance: [string, string][] = [
    ['program', `ringmain ${packageVersion()}, Node ${process.versions.node}, ${platform()} ${arch()}`],
    ['machine', `${model}, ${formatPlural(availableParallelism(), 'core')}`],
    ['made', new Date().toISOString()],
    ['command', command.map(quotedWord).join(' ')],
    ['circuit file', circuitFile],
    ...(changes.length > 0 ? [['values set', changes.join(', ')] as [string, string]] : []),
    ...reported.flatMap(({ label, circuit, results }): [string, string][] => {
      const of = label === '' ? '' : `, ${label}`;
      return [
        [`circuit hash${of}`, circuit.hash],
        [`digest of all that was recorded${of}`, results.digest],
        [`state digest${of}`, results.stateDigest],
      ];
    }),
    ...(reported[0]?.circuit.source ? [['source of the circuit', reported[0].circuit.source] as [string, string]] : []),
  ];
  return reportPage({ title, opening, runs: reported, provenance }, await plotScript());
}

async function reportedRun({ label, circuit, results, patterns, warnings }: MadeRun): Promise<ReportedRun> {
  const { names } = selectNames(
    results.columns.map(({ name }) => name),
    patterns,
  );
  return {
    label,
    circuit,
    results,
    names: names.filter((name) => !name.startsWith('run.') && !isEnvelopeTime(name)),
    drawing: await drawingOf(circuit, results),
    advice: [...warnings, ...adviceOn(circuit)],
  };
}

/** With pressures and flows of the last row, where they were recorded. */
async function drawingOf(circuit: Circuit, results: LineResults): Promise<string | null> {
  const last = results.t.length - 1;
  const values = new Map(results.columns.map(({ name }) => [name, results.series(name).y[last] as number] as const));
  const time = results.t[last] ?? 0;
  const isKnown = last >= 0 && results.columns.some(({ name }) => name.endsWith('.q'));
  const options: DrawingOptions = isKnown ? { state: { time, values }, caption: `at ${formatSeconds(time)}` } : {};
  try {
    return (await drawn(circuit, options)).text;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** Warnings about a circuit, whatever the run does: line models, springs, switches. */
function adviceOn(circuit: Circuit): string[] {
  const shorter = shorterLines(circuit);
  const springs = springMasses(circuit);
  const switches = idealSwitches(circuit);
  const waves = waveCandidates(circuit, mostWaves).filter(({ model }) => model === 'capacitive');
  const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1).replaceAll('\n', ' ')}.`;
  return [
    ...waves.map(
      ({ line, delay, steps }) =>
        `Line ${line} is a volume here, without waves; one takes ${formatSeconds(delay)} along it, ${steps.toPrecision(2)} of the longest steps: 'model: wave' would show it.`,
    ),
    ...(shorter ? [sentence(shorterText(shorter))] : []),
    ...(springs.length > 0 ? [sentence(springText(springs, circuit.run.step !== null))] : []),
    ...(switches.length > 0 ? [sentence(switchText(switches, circuit.run).replace('\n', '; '))] : []),
  ];
}
