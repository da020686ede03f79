/**
 * `solver: 'auto'`: TLM and a few integrators run the circuit side by side, by counted work, until one has come to the end for less than the others would take, or enough is
 * known to tell. No clock is read: the same circuit and options choose the same solver wherever and whenever that is.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { formatQuantity } from '../../circuit/text/units.js';
import { methodNamed } from '../../lumped/methods/registry.js';
import { lumpedSystem } from '../../lumped/solve.js';
import { steadyState } from '../../lumped/steady.js';
import type { LumpedOptions } from '../../lumped/types.js';
import { RunError } from '../../results/runError.js';
import type { RunOptions } from '../../run/types.js';
import { isOf, settingEntries } from '../../settings/settings.js';
import { settled } from '../../settings/settled.js';
import { lines } from '../engine.js';
import type { AutomaticOptions } from '../types.js';
import { pressureErrorFor, toleranceFor, triedIntegrators } from './accuracy.js';
import { countCosts } from './costs.js';
import { integratorTrial, linesTrial, type Trial } from './trials.js';

/** Options of either engine: each takes its own of them. */
export type ChoiceOptions = Omit<AutomaticOptions, 'solver' | 'onProgress' | 'onNote'>;

/** A solver that was tried. */
export interface Tried {
  readonly solver: string;
  /** Its setting: Pa of pressure error for TLM (null at a fixed step), the relative tolerance of an integrator. */
  readonly asked: number | null;
  /** Predicted cost of the whole run by one thread, in units of the chosen one's; of a run that has come to its end, counted. */
  readonly predicted: number;
  readonly steps: number;
  /** Simulated time that its trial reached, s, and whether that is the end. */
  readonly reached: number;
  readonly hasFinished: boolean;
  /** Why it is no choice; null of one that is. */
  readonly out: string | null;
}

export interface SolverChoice {
  readonly solver: string;
  readonly accuracy: number;
  /** Its setting, as options. */
  readonly options: Pick<RunOptions, 'pressureError'> & Pick<LumpedOptions, 'relativeTolerance' | 'lineTolerance'>;
  /** The chosen one first, then by their costs. */
  readonly tried: readonly Tried[];
  /** Why, in one line, for the account. */
  readonly note: string;
}

/** ns of counted work: of the first round, and of the last; each round has twice that of the one before. */
const [firstRound, lastRound] = [2e6, 128e6] as const;
/** A candidate that would take so many times the best is tried no further, once it has come to this share of the run or spent so much. */
const [hopeless, hopelessFrom] = [4, 0.05] as const;

/**
 * TLM goes before what would be faster by so much at most. Predictions are off by a quarter, and those of integrators are low where there are many events, as what locates these is not
 * counted; TLM has several cores besides. Fitted to the circuits of bench/solver-choice.md.
 */
const linesBefore = 1.5;

/** A trial with its setting. */
export interface Runner {
  readonly trial: Trial;
  readonly asked: number | null;
  /** Takes no more turns. */
  isOver: boolean;
}

/** Chooses; the trials' results are thrown away. Rejects with RunError LMP206 where nothing gets through, and as runs do for what cannot begin. */
export async function chooseSolver(circuit: Circuit, options: ChoiceOptions = {}): Promise<SolverChoice> {
  const { accuracy } = settled('choice', circuit, options);
  const end = settled('integrators', circuit, options).until;
  const runners = await runnersOf(circuit, options, accuracy);
  for (let budget: number = firstRound; budget <= lastRound; budget *= 2) {
    const going = runners.filter(({ isOver }) => !isOver);
    for (const runner of going) await turn(runner, budget);
    judge(runners, end);
    if (runners.every(({ isOver }) => isOver)) break;
  }
  for (const { trial } of runners) await trial.close();
  return choiceOf(circuit, options, runners, accuracy, end);
}

async function turn(runner: Runner, budget: number): Promise<void> {
  const { trial } = runner;
  await trial.advance(budget);
  if (!trial.hasFinished && trial.out === null) return;
  runner.isOver = true;
  // Only the whole account shows this, of a run that has come to its end.
  await trial.close();
}

/** Whoever has no chance any more takes no more turns: beside one that has come to the end, or by far. */
export function judge(runners: readonly Runner[], end: number): void {
  const there = runners.filter(({ trial }) => trial.out === null);
  const finished = Math.min(...there.flatMap(({ trial }) => (trial.hasFinished ? trial.cost : [])));
  const best = Math.min(...there.map(({ trial }) => predicted(trial, end)));
  for (const runner of there) {
    const { trial } = runner;
    const isFarEnough = trial.time > hopelessFrom * end || trial.cost > 4 * firstRound;
    if (trial.cost >= finished || (isFarEnough && predicted(trial, end) > hopeless * best)) runner.isOver = true;
  }
}

/** ns of the whole run, as it goes on as it has begun. */
const predicted = ({ cost, begins, time, hasFinished }: Trial, end: number): number =>
  hasFinished ? cost : begins + ((cost - begins) * end) / Math.max(time, Number.MIN_VALUE);

async function runnersOf(circuit: Circuit, options: ChoiceOptions, accuracy: number): Promise<Runner[]> {
  const { accuracy: _, ...asked } = options;
  const fixedStep = settled('lines', circuit, asked).step;
  const costs = countCosts(circuit, fixedStep !== null);
  const pressureError = fixedStep === null ? (asked.pressureError ?? pressureErrorFor(accuracy)) : null;
  const ofLines = { ...optionsOf('lines', asked), ...(pressureError === null ? {} : { step: null, pressureError }) };
  const runners: Runner[] = [{ trial: await linesTrial(circuit, ofLines, costs), asked: pressureError, isOver: false }];
  const ofIntegrators = integratorOptions(circuit, asked, accuracy);
  const start = settled('integrators', circuit, asked).steadyStart
    ? await steadyState(circuit, { transition: asked.transitionPressure ?? 1000 })
    : null;
  for (const solver of triedIntegrators) {
    const relativeTolerance = asked.relativeTolerance ?? toleranceFor(solver, accuracy);
    const made = { ...ofIntegrators, solver, relativeTolerance };
    const system = lumpedSystem(circuit, made);
    const { algebraic, fixed } = methodNamed(solver);
    if ((system.mass !== null && !algebraic) || (typeof asked.step === 'number' && !fixed)) continue;
    runners.push({ trial: integratorTrial(circuit, system, made, costs, start), asked: relativeTolerance, isOver: false });
  }
  return runners;
}

/** Wave lines are waves for integrators too: as many modes as the accuracy needs. */
function integratorOptions(circuit: Circuit, asked: ChoiceOptions, accuracy: number): LumpedOptions & { readonly lineTolerance: number } {
  const lineTolerance = settled('integrators', circuit, asked).lineTolerance ?? accuracy;
  return { ...optionsOf('integrators', asked), lineTolerance };
}

/** Options that an engine takes; those of the other one are for the case that it is chosen. */
export function optionsOf(engine: 'lines' | 'integrators', options: object): object {
  const others = new Set(settingEntries.flatMap(([name, setting]) => (isOf(setting, engine) ? [] : [name as string])));
  const own: readonly string[] = engine === 'lines' ? ofPrograms.integrators : ofPrograms.lines;
  return Object.fromEntries(Object.entries(options).filter(([name]) => !others.has(name) && !own.includes(name)));
}

/** Options that are no settings, by the one engine that takes them. */
const ofPrograms = { lines: ['plan', 'threads', 'native', 'modules', 'rows'], integrators: ['treat'] } as const;

function choiceOf(circuit: Circuit, options: ChoiceOptions, runners: readonly Runner[], accuracy: number, end: number): SolverChoice {
  const able = runners.filter(({ trial }) => trial.out === null);
  const judged = ({ trial }: Runner): number => predicted(trial, end) / (trial.solver === lines ? linesBefore : 1);
  const sorted = [...able].sort((a, b) => judged(a) - judged(b));
  const [best] = sorted;
  if (!best)
    throw new RunError(
      'LMP206',
      `no solver that was tried gets through ${circuit.name}: ${runners.map(({ trial }) => `${trial.solver}: ${trial.out}`).join('; ')}`,
      'run one of them, which says more; or ask for another accuracy',
    );
  const least = predicted(best.trial, end);
  const tried = [...sorted, ...runners.filter((runner) => !able.includes(runner))].map(({ trial, asked }): Tried => {
    const { solver, steps, time, hasFinished, out } = trial;
    return { solver, asked, predicted: predicted(trial, end) / least, steps, reached: time, hasFinished, out };
  });
  const { solver } = best.trial;
  const settings = best.asked === null ? {} : solver === lines ? { pressureError: best.asked } : { relativeTolerance: best.asked };
  const lineTolerance = solver === lines ? {} : { lineTolerance: integratorOptions(circuit, options, accuracy).lineTolerance };
  return { solver, accuracy, options: { ...settings, ...lineTolerance }, tried, note: noteOf(tried, accuracy) };
}

/** 'solver rodas4 at a tolerance of 0.01, for an accuracy of 1 %: it came to the end in 71 steps; radau5 would take 1.3 times as long, …' */
function noteOf([chosen, ...others]: readonly Tried[], accuracy: number): string {
  const { solver, asked, hasFinished, steps, reached } = chosen as Tried;
  const of =
    asked === null
      ? 'at its fixed step'
      : solver === lines
        ? `at a pressure error of ${formatQuantity(asked, 'Pa')}`
        : `at a tolerance of ${asked}`;
  const went = hasFinished ? `to the end in ${steps} steps` : `to ${formatQuantity(reached, 's')} in ${steps} steps`;
  const rest = others.map(
    (one) => `${one.solver} ${one.out === null ? `${Number(one.predicted.toPrecision(2))} times as long` : `is out, as ${one.out}`}`,
  );
  const why = rest.length === 0 ? 'no other was able' : `by counted work ${rest.join(', ')}`;
  return `solver ${solver} ${of}, for an accuracy of ${Number((100 * accuracy).toPrecision(3))} %: its trial went ${went}; ${why}`;
}
