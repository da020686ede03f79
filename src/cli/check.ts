/** `ringmain check`: all mistakes of a circuit file, or what will be solved. */
import type { Circuit } from '../circuit/circuit.js';
import { CircuitError, type Diagnostic } from '../circuit/file/diagnostic.js';
import { readCircuit } from '../circuit/file/read.js';
import { type FluidLaw, fluidLawOf } from '../circuit/fluid/fluidLaw.js';
import { idealSwitches } from '../network/idealSwitches.js';
import { springMasses } from '../network/springMasses.js';
import { type ModelSummary, type NetworkSummary, networkSummary } from '../network/summary.js';
import { unknownSummaries } from '../network/unknowns.js';
import { shorterLines, waveCandidates } from '../network/waveCandidates.js';
import { circuitText, kindCounts } from '../report/circuitText.js';
import { memoryText } from '../report/lineSummary.js';
import { switchText } from '../report/switchText.js';
import { formatBytes, formatCount, formatPlural, formatQuantity, formatSeconds } from '../report/units.js';
import { unknownText } from '../report/unknownText.js';
import { shorterText, springText, waveTable } from '../report/waveTable.js';
import { RunError } from '../results/runError.js';
import { runBytes } from '../run/openSession.js';
import { type Recording, type RecordingOptions, recordingOf } from '../run/recording.js';
import { type ExitCode, exitCodes } from './exit.js';
import { list, positiveQuantity, reduceFlag, settingsOf } from './options.js';
import { type ArgumentsOf, circuitWord, command, jsonFlag, text, texts } from './optionTable.js';
import { print, printJson, warnUser } from './print.js';
import { PhaseLine } from './progress.js';

const options = {
  end: text('simulated time, as in run: for how many rows and bytes would be recorded'),
  record: text('names or globs to record, as in run'),
  envelope: text('names or globs to keep the envelopes of, as in run'),
  every: text('time between rows, as in run'),
  set: texts('override a value, as in run'),
  reduce: reduceFlag,
  json: jsonFlag,
};
type Arguments = ArgumentsOf<typeof circuitWord, typeof options>;

export const checkCommand = command('check', {
  words: circuitWord,
  options,
  examples: [
    ['circuits/two-actuator.yaml', 'mistakes, or a summary'],
    ["circuits/ring-main.yaml --record '*.p' --every 1ms", 'how many columns and bytes would be recorded'],
  ],
  run: check,
});

/** Pa, at which `check` prints a bulk modulus that follows the pressure. */
const shownPressures = [0, 1e6, 1e7, 3e7];
/** Lines at most whose waves are listed. */
const mostWaves = 12;

/** Facts of the JSON beside those in its text. */
function furtherOf(summary: NetworkSummary, circuit: Circuit): object {
  const { states, newtonBlocks, signalLevels, linesWithVariableVolume, waveLines, shortestDelay, longestDelay } = summary;
  const delays = [shortestDelay ?? 0, longestDelay ?? 0].map((delay) => formatSeconds(delay)) as [string, string];
  const shown = delays[0] === delays[1] ? `delay ${delays[0]}` : `delays ${delays[0]} to ${delays[1]}`;
  const law = fluidLawOf(circuit);
  const kept = law ? ', with the bulk modulus of their initial pressure' : '';
  const waves = waveLines > 0 ? { waveLines: `${formatCount(waveLines)}, ${shown}${kept}` } : {};
  const modulus = (p: number): string => `${formatQuantity(1 / (law as FluidLaw).compliance(p), 'Pa')} at ${formatQuantity(p, 'Pa')}`;
  return {
    ...(law ? { bulkModulus: [...shownPressures.map(modulus), ...(law.released ? ['no air released meanwhile'] : [])] } : {}),
    states,
    newtonBlocks,
    signalLevels,
    linesWithVariableVolume,
    ...waves,
    ...Object.fromEntries(summary.lineModels.map(modelText)),
  };
}

/** Lines of a model of their own. */
function modelText({ name, count, of: { name: quantity, unit, least, most } }: ModelSummary): [string, string] {
  const range = [least, most].map((value) => (unit === 's' ? formatSeconds(value) : formatQuantity(value, unit)));
  return [name, `${formatCount(count)}, ${quantity} ${range[0] === range[1] ? range[0] : `${range[0]} to ${range[1]}`}`];
}

/** Bytes that a serial run takes; null for a circuit that needs another step or record to be run. */
function memoryOf(circuit: Circuit): number | null {
  try {
    return runBytes(circuit);
  } catch (error) {
    if (error instanceof RunError) return null;
    throw error;
  }
}

/** Options as those of a run. */
function selected({ end, record, envelope, every }: Pick<Arguments, 'end' | 'record' | 'envelope' | 'every'>): RecordingOptions {
  return {
    ...(end === undefined ? {} : { until: positiveQuantity('--end', end, 's') }),
    ...(record === undefined ? {} : { record: list(record) }),
    ...(envelope === undefined ? {} : { envelope: list(envelope) }),
    ...(every === undefined ? {} : { every: positiveQuantity('--every', every, 's') }),
  };
}

/** '15 quantities, at most 502 rows: 64 kB; as CSV some 140 kB'. */
function recordingText({ columns, rows, bytes, csvBytes }: Recording): string {
  return `${formatPlural(columns, 'column')}, at most ${formatPlural(rows, 'row')}: ${formatBytes(bytes)}; as CSV some ${formatBytes(csvBytes)}`;
}

async function check({ circuit: file, set, reduce, json, ...asked }: Arguments): Promise<ExitCode> {
  const phase = new PhaseLine(json);
  try {
    phase.show(`reading ${file}`);
    const warnings: Diagnostic[] = [];
    const warn = warnUser(file, phase);
    const onWarning = (warning: Diagnostic): void => {
      warnings.push(warning);
      if (!json) warn(warning);
    };
    const circuit = await readCircuit(file, { set: settingsOf({ set, reduce }), onWarning });
    phase.show(`looking at ${circuit.name}`);
    const summary = networkSummary(circuit);
    const bytes = memoryOf(circuit);
    const recording = recordingOf(circuit, selected(asked));
    const waves = waveCandidates(circuit, mostWaves);
    const shorter = shorterLines(circuit);
    const springs = springMasses(circuit);
    const switches = idealSwitches(circuit);
    const unknowns = unknownSummaries(circuit);
    phase.clear();
    if (json) {
      const { name, title, hash, fluid } = circuit;
      const counts = { components: circuit.components.length, lines: circuit.lines.length, kinds: Object.fromEntries(kindCounts(circuit)) };
      printJson({
        circuit: name,
        title,
        hash,
        fluid,
        ...counts,
        network: summary,
        memoryBytes: bytes,
        recording,
        waveCandidates: waves,
        shorterLines: shorter,
        springMasses: springs,
        idealSwitches: switches,
        unknowns,
        mistakes: [],
        warnings,
      });
    } else
      print(
        `${circuitText(circuit, {
          ...furtherOf(summary, circuit),
          ...(bytes === null ? {} : { memoryOfARun: memoryText(bytes, circuit.components.length) }),
          recording: recordingText(recording),
        })}${unknowns.length === 0 ? '' : `\n\n${unknownText(unknowns)}`}${waves.length === 0 ? '' : `\n\n${waveTable(waves)}`}${shorter ? `\n\n${shorterText(shorter)}` : ''}${springs.length === 0 ? '' : `\n\n${springText(springs, circuit.run.step !== null)}`}${switches.length === 0 ? '' : `\n\n${switchText(switches, circuit.run)}`}`,
      );
    return exitCodes.done;
  } catch (error) {
    phase.clear();
    // For a program the mistakes are the answer and belong on standard output; the exit code is the same.
    if (!json || !(error instanceof CircuitError)) throw error;
    printJson({ file: error.file, mistakes: error.diagnostics });
    return exitCodes.userMistake;
  }
}
