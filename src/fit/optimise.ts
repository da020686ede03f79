/** Searches a circuit's parameters for the least of an objective, or for the front of several, by runs side by side. */
import { circuitReader } from '../circuit/file/parse.js';
import { seeded } from '../circuit/text/random.js';
import { Interrupted } from '../results/ending.js';
import { RunError } from '../results/runError.js';
import { type AskedGoals, type Goals, judged, readGoals } from '../run/points/goals.js';
import { type PointPlan, type PointSettings, planPoints } from '../run/points/plan.js';
import { PointRuns, type PointRunsOptions } from '../run/points/pointRuns.js';
import type { PointAnswer } from '../run/points/worker.js';
import { CmaEs } from './cmaEs.js';
import { MultiStart } from './multiStart.js';
import { NelderMead } from './nelderMead.js';
import { Nsga2 } from './nsga2.js';
import type { Optimiser, Point } from './optimiser.js';
import { compareOutcomes, noOutcome, type Outcome, paretoFront } from './outcome.js';

export const searchMethods = ['cma-es', 'nelder-mead', 'nsga-2'] as const;
export type SearchMethod = (typeof searchMethods)[number];

export interface SearchSettings extends AskedGoals, Omit<PointSettings, 'measures' | 'watch' | 'traces'> {
  /** Default: 'nsga-2' of a front, else 'cma-es'. */
  readonly method?: SearchMethod;
  /** Objectives are not added: all that no other is better than in each. */
  readonly front?: boolean;
  /** Default 1. */
  readonly seed?: number;
  /** Runs at most; default 1000. */
  readonly runs?: number;
  /** Points of a generation; default: of CMA-ES 4 + 3 ln n, of NSGA-II 40. */
  readonly population?: number;
  /** Searches side by side, of which all but the first begin at random; default 1, of Nelder and Mead 4. */
  readonly starts?: number;
  /** Size at which a search has come to rest, in parts of the ranges; default 1e-4. */
  readonly tolerance?: number;
}

export interface SearchPlan {
  readonly points: PointPlan;
  readonly goals: Goals;
  readonly isFront: boolean;
  readonly method: SearchMethod;
  readonly seed: number;
  readonly runs: number;
  readonly population: number | null;
  readonly starts: number;
  readonly tolerance: number;
}

/** A point of a search and what its run came to. */
export interface Evaluated {
  readonly point: Point;
  readonly answer: PointAnswer;
  readonly outcome: Outcome;
}

export interface Found {
  /** In the order in which they were asked for. */
  readonly evaluated: readonly Evaluated[];
  /** Number of the best; null where no run reached its end. Of a front the one with the least first objective. */
  readonly best: number | null;
  /** Numbers of points that no other beats in each objective, within the limits; of one objective the best alone. */
  readonly front: readonly number[];
  readonly stopped: string;
  /** Runs that were made here; the rest were known. */
  readonly made: number;
  readonly wallSeconds: number;
}

/** Reads and checks a search. Throws CircuitError and RunError as `planPoints` and `readGoals` do. */
export function planSearch(text: string, file: string, settings: SearchSettings): SearchPlan {
  const {
    minimise,
    maximise,
    never,
    method,
    front = false,
    seed = 1,
    runs = 1000,
    population,
    starts,
    tolerance = 1e-4,
    ...rest
  } = settings;
  const isFront = front || method === 'nsga-2';
  const chosen = method ?? (isFront ? 'nsga-2' : 'cma-es');
  if (front && chosen !== 'nsga-2')
    throw new RunError('RUN246', `${chosen} has one objective, and a front has several`, 'leave out the method, or the front');
  const goals = readGoals(circuitReader(text, file)(rest.set ?? []).circuit, { minimise, maximise, never }, isFront);
  return {
    points: planPoints(text, file, { ...rest, measures: goals.measures, watch: goals.watch }),
    ...{ goals, isFront, method: chosen, seed, runs, population: population ?? null, tolerance },
    starts: starts ?? (chosen === 'nelder-mead' ? 4 : 1),
  };
}

/** The optimiser of a plan. */
function searchOf({ points, method, seed, runs, population, starts, tolerance }: SearchPlan): Optimiser {
  const random = seeded(seed);
  const n = points.searched.length;
  const first = Float64Array.from(points.searched, ({ start }) => start);
  if (method === 'nsga-2') {
    const size = 2 * Math.ceil((population ?? 40) / 2);
    return new Nsga2({ parameters: n, random, population: size, generations: Math.max(1, Math.floor(runs / size)), start: first });
  }
  const begins = Array.from({ length: starts }, (_, k) => (k === 0 ? first : Float64Array.from({ length: n }, random)));
  return new MultiStart(
    begins.map((start) =>
      method === 'nelder-mead'
        ? new NelderMead({ start, tolerance })
        : new CmaEs({ start, random, tolerance, ...(population === null ? {} : { population }) }),
    ),
  );
}

export interface SearchHooks extends PointRunsOptions {
  /** Called after each batch of points. */
  readonly onBatch?: (evaluated: readonly Evaluated[], best: Evaluated | null) => void;
}

/** Runs a search; the same for any number of workers. Rejects with Interrupted where the signal is aborted: `onAnswer` has had the runs until then. */
export async function runSearch(plan: SearchPlan, { onBatch, ...options }: SearchHooks = {}): Promise<Found> {
  const began = performance.now();
  const search = searchOf(plan);
  const runs = new PointRuns(plan.points, options);
  const evaluated: Evaluated[] = [];
  let best = -1;
  const outcome = (answer: PointAnswer): Outcome =>
    judged(plan.goals, answer, plan.isFront) ?? noOutcome(plan.isFront ? plan.goals.goals.length : 1);
  try {
    for (let asked = search.ask(); asked.length > 0 && evaluated.length + asked.length <= plan.runs; asked = search.ask()) {
      const answers = await runs.at(asked);
      const outcomes = answers.map(outcome);
      asked.forEach((point, k) => {
        const one: Evaluated = { point: point.slice(), answer: answers[k] as PointAnswer, outcome: outcomes[k] as Outcome };
        const before = evaluated[best];
        if (Number.isFinite(one.outcome.violation) && (!before || compareOutcomes(one.outcome, before.outcome) < 0))
          best = evaluated.length;
        evaluated.push(one);
      });
      search.tell(outcomes);
      onBatch?.(evaluated, evaluated[best] ?? null);
    }
  } finally {
    await runs.close();
  }
  if (options.signal?.aborted) throw new Interrupted('interrupted');
  const front = paretoFront(evaluated.map((one) => one.outcome));
  return {
    ...{ evaluated, best: best < 0 ? null : best, front },
    stopped: search.stopped ?? `${plan.runs} runs`,
    made: runs.made,
    wallSeconds: (performance.now() - began) / 1000,
  };
}
