/**
 * How many workers a run is worth: measurements in, a choice and its reasons out. Nothing is measured here.
 *
 * What a synchronisation takes depends on which cores the system gives us (40 to 500 ns between those of one machine), so it is no single number: a choice is sure
 * where the longest synchronisation leaves it, idle where not even the shortest could make it; between the two the run itself is asked, if it is long enough.
 */
import { countedParts } from '../partition/planWork.js';
import { type MachineModel, type PredictedStep, predictStep, type StepWork } from '../partition/prediction.js';
import { usualDeviations, usualSlowing } from './prediction/usualMachine.js';

/** A trial of the serial engine. */
export interface SerialTrial {
  /** ns an attempt */
  readonly step: number;
  /** Whether that is the sum of counted costs, and nothing was run; default: false. */
  readonly counted?: boolean;
  /** Attempts that a run from t = 0 makes; of variable steps as many as are as long as the last ones. */
  readonly steps: number;
  /** s until a session of several partitions has been opened; the operating point to start at is known by then. */
  readonly setup: number;
  /** Attempts from synchronisation to synchronisation that some plan might allow. */
  readonly longestWindow: number;
}

/** A plan that could be taken; its work is that of as many partitions as threads. */
export interface Candidate {
  readonly threads: number;
  readonly work: StepWork;
}

export interface WorkersChoice {
  readonly threads: number;
  /** Whether no synchronisation's time could make one worker faster. */
  readonly sure: boolean;
  /** Whether the run itself must show that it is faster so. */
  readonly onProbation: boolean;
  /** Its grounds, in numbers. */
  readonly note: string;
  /** Of the candidate that was taken or came nearest; null where none was needed. */
  readonly predicted: PredictedStep | null;
}

/** ns of a synchronisation of two threads: measured on machines of two cores, see `ringmain bench auto`. */
export const synchronisations = { least: 40, likely: 150, most: 500 } as const;
/** s of attempts that a run on probation is judged by, and after which its threads are at their speed. */
export const probation = { from: 0.1, seconds: 0.2 } as const;
/** A run is asked where threads may be slower by so much, if that is nothing against its length: opening it again, starting threads and probation in vain. */
const doubt = { slower: 1.15, share: 0.05 } as const;

/** s until worker threads run: measured on two cores of an AMD EPYC, 55 to 90 ms for two. */
export const startSeconds = (threads: number): number => 0.06 + 0.01 * threads;

/** The machine that predictions are made for where it has not been measured. */
export const machineOf = (cores: number, synchronisation: number = synchronisations.likely): MachineModel => ({
  cores,
  synchronisation,
  deviations: usualDeviations,
  slowing: usualSlowing,
  bandwidth: Number.POSITIVE_INFINITY,
});

/**
 * Whether a run is so short that no number of threads could make up for starting them, with parts of equal work, no cut lines and the shortest synchronisation: then
 * no plans need be made.
 */
export function isTooShort({ step, steps, setup, longestWindow }: SerialTrial, most: number): boolean {
  const decision = Math.min(countedParts.decision, step / 2);
  const partitions = new Array<number>(most).fill((step - decision) / most);
  const ideal: StepWork = { serial: step, decision, partitions, largestBlock: 0, window: longestWindow, bytes: 0 };
  const { attempt } = predictStep(ideal, most, { ...machineOf(most, synchronisations.least), deviations: [], slowing: [] });
  return ((step - attempt) * steps) / 1e9 <= startSeconds(2) + setup;
}

/** The number of threads whose whole run, starting included, is predicted to be shortest; for equal times the smaller number. */
export function chooseWorkers(trial: SerialTrial, candidates: readonly Candidate[], cores: number): WorkersChoice {
  const serial = (trial.step * trial.steps) / 1e9;
  const one = (note: string, predicted: PredictedStep | null = null): WorkersChoice => ({
    threads: 1,
    sure: true,
    onProbation: false,
    note,
    predicted,
  });
  const stepText = `${trial.counted ? 'by counted costs ' : ''}a step takes ${microseconds(trial.step)} µs`;
  if (cores === 1) return one('1 worker: there is one core');
  if (isTooShort(trial, cores))
    return one(
      `1 worker: ${stepText}, the run ${seconds(serial)} s if it goes on so; starting two would take ${seconds(startSeconds(2) + trial.setup)} s`,
    );
  const at = ({ threads, work }: Candidate, synchronisation: number): number =>
    (predictStep(work, threads, machineOf(cores, synchronisation)).attempt * trial.steps) / 1e9 + startSeconds(threads) + trial.setup;
  let best = candidates[0];
  if (!best) return one('1 worker: the circuit has no two parts that only lines join');
  for (const candidate of candidates) if (at(candidate, synchronisations.likely) < at(best, synchronisations.likely)) best = candidate;
  const predicted = predictStep(best.work, best.threads, machineOf(cores));
  const text = `${stepText}; ${best.threads} would take ${partsText(predicted, best.work.window)}`;
  if (candidates.every((candidate) => at(candidate, synchronisations.least) >= serial)) {
    const start = seconds(startSeconds(best.threads) + trial.setup);
    return one(
      `1 worker: ${text}${predicted.attempt < trial.step ? `, saving less than starting them takes (${start} s)` : ''}`,
      predicted,
    );
  }
  const { threads } = best;
  const sure = at(best, synchronisations.most) < serial;
  const inVain = startSeconds(threads) + trial.setup + probation.from + probation.seconds;
  const asked = !sure && predicted.attempt < doubt.slower * trial.step && doubt.share * serial > inVain;
  // Of a run without measurements nobody sees that it is slower: it takes only a choice that is sure.
  const isTaken = sure || (!trial.counted && (asked || at(best, synchronisations.likely) < serial));
  if (isTaken)
    return {
      threads,
      sure,
      onProbation: asked && !trial.counted,
      note: `${threads} workers: ${text.replace('would take', 'take')}`,
      predicted,
    };
  return one(`1 worker: ${text}${trial.counted ? ', more where synchronisations are slow' : ''}`, predicted);
}

function partsText({ attempt, slowest, losses }: PredictedStep, window: number): string {
  const often = window > 1 ? `, every ${window} steps` : '';
  return `${microseconds(attempt)} µs by prediction (slowest ${microseconds(slowest)}, decision ${microseconds(losses.decision)}, synchronisation ${microseconds(losses.barrier)}${often})`;
}

const microseconds = (ns: number): string => String(Number((ns / 1000).toPrecision(2)));
const seconds = (value: number): string => String(Number(value.toPrecision(2)));

/** Numbers of threads that are compared: all up to 8, then some of each octave. */
export function threadsCompared(cores: number): number[] {
  const few = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14];
  for (let n = 16; n <= cores; n *= 2) few.push(n, 1.25 * n, 1.5 * n, 1.75 * n);
  return few.filter((n) => n <= cores);
}
