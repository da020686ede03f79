/** Finds parameters of a circuit by measured traces: least squares over runs side by side, and how well the traces determine them. */

import { seeded } from '../circuit/text/random.js';
import { parseQuantity, UnitError } from '../circuit/text/units.js';
import { RunError } from '../results/runError.js';
import { type PointPlan, type PointSettings, planPoints } from '../run/points/plan.js';
import { PointRuns, type PointRunsOptions } from '../run/points/pointRuns.js';
import { type Searched, valueAt } from '../run/points/searched.js';
import type { PointAnswer } from '../run/points/worker.js';
import { settled } from '../settings/settled.js';
import { type Certainty, certaintyOf, lagCorrelation } from './certainty.js';
import { defaultDifference, fitLeastSquares, type StartFit, slopesAt } from './leastSquaresFit.js';
import type { Point } from './optimiser.js';
import { type Correction, correctionAt, correctionOf, readClock, readTrace } from './traces.js';

/** Measured columns, SI; times in s of their own clock. */
export interface Measured {
  readonly file: string;
  readonly t: Float64Array;
  readonly columns: readonly { readonly name: string; readonly unit: string }[];
  readonly values: readonly Float64Array[];
}

export interface FitSettings extends Omit<PointSettings, 'measures' | 'watch' | 'traces' | 'grid'> {
  /** 'cylinder.x=Weg, noise 0.1 mm, delay -20 ms..20 ms'; see traces.ts. */
  readonly match: readonly string[];
  /** 'delay -50 ms..50 ms, rate 0.99..1.01' of the clock of the table. */
  readonly clock?: string;
  /** Default 4: the middle of the ranges, or where they say, and others at random. */
  readonly starts?: number;
  readonly seed?: number;
  /** Steps of each start at most; default 50. */
  readonly iterations?: number;
  /** Half the distance between the points of a difference, in parts of each range; default 1e-3. */
  readonly difference?: number;
}

export interface Trace {
  readonly signal: string;
  readonly column: string;
  readonly unit: string;
  /** Deviation of its noise, SI; null: estimated. */
  readonly noise: number | null;
  readonly delay: Correction;
  readonly offset: Correction;
  /** Rows with a number: times of its own clock, s, and values, SI. */
  readonly t: Float64Array;
  readonly y: Float64Array;
}

export interface FitPlan {
  readonly points: PointPlan;
  readonly traces: readonly Trace[];
  readonly delay: Correction;
  readonly rate: Correction;
  /** Of the circuit, then delays, rate and offsets that are searched. */
  readonly parameters: readonly Searched[];
  /** Rows that lie beyond the run at some delay, and do not count. */
  readonly leftOut: number;
  readonly starts: number;
  readonly seed: number;
  readonly iterations: number;
  readonly difference: number;
}

/** Rows of a run at most: each holds all traces. */
const mostRows = 200_000;

/** Reads and checks a fit. Throws CircuitError and RunError as `planPoints` does. */
export function planFit(text: string, file: string, measured: Measured, settings: FitSettings): FitPlan {
  const { match, clock, starts = 4, seed = 1, iterations = 50, difference = defaultDifference, ...rest } = settings;
  if (match.length === 0) throw new RunError('RUN247', 'nothing is matched', "write --match 'component.quantity=COLUMN'");
  const asked = match.map(readTrace);
  const spacing = medianSpacing(measured.t);
  const first = planPoints(text, file, { ...rest, traces: asked.map(({ signal }) => signal) });
  const end = settled('lines', first.circuit, rest).until;
  const every = Math.max(end / mostRows, rest.every ?? Math.min(first.circuit.record.every, spacing));
  const points = planPoints(text, file, { ...rest, every, grid: 'exact', traces: asked.map(({ signal }) => signal) });
  const ofClock = clock === undefined ? { delay: null, rate: null } : readClock(clock);
  const delay = correctionOf('clock.delay', ofClock.delay, 's', 0);
  const rate = correctionOf('clock.rate', ofClock.rate, '1', 1);
  let leftOut = 0;
  const traces = asked.map(({ signal, column, noise, delay: own, offset, text: written }, k): Trace => {
    const at = measured.columns.findIndex(({ name }) => name === column);
    if (at < 0)
      throw new RunError(
        'RUN247',
        `match ${written}: ${measured.file} has no column '${column}'`,
        `it has ${measured.columns.map(({ name }) => name).join(', ')}`,
      );
    const unit = points.traceUnits[k] as string;
    const given = measured.columns[at]?.unit as string;
    if (given !== unit)
      throw new RunError(
        'RUN247',
        `match ${written}: ${column} is in ${given}, and ${signal} in ${unit}`,
        'match quantities of one dimension',
      );
    const corrections = { delay: correctionOf(`${signal}.delay`, own, 's', 0), offset: correctionOf(`${signal}.offset`, offset, unit, 0) };
    const values = measured.values[at] as Float64Array;
    const isInside = (row: number): boolean => {
      const [early, late] = timesOf(measured.t[row], [delay, rate, corrections.delay]);
      return early >= -1e-9 && late <= end * (1 + 1e-9);
    };
    const known = [...values.keys()].filter((row) => Number.isFinite(values[row]));
    const rows = known.filter(isInside);
    leftOut += known.length - rows.length;
    if (rows.length === 0)
      throw new RunError(
        'RUN247',
        `match ${written}: no row of ${column} lies within the run, 0 to ${end} s, at every delay`,
        'choose a longer end, or a smaller range of the delay',
      );
    return {
      ...{ signal, column, unit, noise: noise === null ? null : noiseOf(written, noise, unit), ...corrections },
      t: Float64Array.from(rows, (row) => measured.t[row]),
      y: Float64Array.from(rows, (row) => values[row]),
    };
  });
  const searched = [delay, rate, ...traces.flatMap((trace) => [trace.delay, trace.offset])].flatMap((one) =>
    'searched' in one ? [one.searched] : [],
  );
  const parameters = [...points.searched, ...searched];
  const rows = traces.reduce((sum, { y }) => sum + y.length, 0);
  if (rows <= parameters.length)
    throw new RunError('RUN247', `${rows} measured values, and ${parameters.length} parameters`, 'match more, or vary fewer');
  return { points, traces, delay, rate, parameters, leftOut, starts, seed, iterations, difference };
}

function noiseOf(text: string, noise: string, unit: string): number {
  try {
    const value = parseQuantity(noise, unit);
    if (value > 0) return value;
    throw new UnitError(`${noise} is not above 0`, 'write the deviation of the noise');
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    throw new RunError('RUN247', `match ${text}: noise ${noise}: ${error.message}`, error.remedy);
  }
}

function medianSpacing(t: Float64Array): number {
  const spacings = Array.from({ length: Math.max(0, t.length - 1) }, (_, k) => t[k + 1] - t[k]).sort((a, b) => a - b);
  return spacings[Math.floor(spacings.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** Earliest and latest time of the circuit that a row may stand at. */
function timesOf(time: number, [delay, rate, own]: readonly [Correction, Correction, Correction]): readonly [number, number] {
  const ends = (correction: Correction): number[] => [0, 1].map((share) => correctionAt(correction, share, valueAt));
  const all = ends(delay).flatMap((d) => ends(own).flatMap((o) => ends(rate).map((r) => (time - d - o) / r)));
  return [Math.min(...all), Math.max(...all)];
}

/** A trace at the best parameters. */
export interface FittedTrace {
  /** Times of the circuit, s. */
  readonly t: Float64Array;
  /** Measured, without its offset; computed; SI. */
  readonly measured: Float64Array;
  readonly computed: Float64Array;
  /** Root of the mean square of the residuals, SI. */
  readonly deviation: number;
  /** Correlation of each residual with the next. */
  readonly lag: number;
}

export interface Fit {
  readonly starts: readonly StartFit[];
  /** Number of the best; null where no start has a result. */
  readonly best: number | null;
  readonly point: Point;
  /** In parts of the ranges. */
  readonly certainty: Certainty | null;
  readonly traces: readonly FittedTrace[];
  readonly made: number;
  readonly wallSeconds: number;
}

export interface FitHooks extends PointRunsOptions {
  /** Runs of a plan with the same points, which stay open: many fits of one circuit need one pool of threads. */
  readonly runs?: PointRuns;
  readonly onIteration?: (start: number, iteration: number, squares: number) => void;
}

/** Rounds in which the weights of traces of unknown noise follow their residuals. */
const weightRounds = 2;

/** Fits; the same for any number of workers. Rejects with Interrupted where the signal is aborted. */
export async function runFit(plan: FitPlan, { onIteration, runs: given, ...options }: FitHooks = {}): Promise<Fit> {
  const began = performance.now();
  const runs = given ?? new PointRuns(plan.points, options);
  const n = plan.parameters.length;
  const random = seeded(plan.seed);
  const first = Float64Array.from(plan.parameters, ({ start }) => start);
  const starts = Array.from({ length: plan.starts }, (_, k) => (k === 0 ? first : Float64Array.from({ length: n }, random)));
  let scales = plan.traces.map(({ noise, y }) => noise ?? rangeOf(y));
  const residualsOf = async (points: readonly Point[]) => {
    const answers = await runs.at(points);
    return answers.map((answer, k) => residuals(plan, answer, points[k] as Point, scales));
  };
  const { iterations, difference } = plan;
  const common = { iterations, difference, signal: options.signal, ...(onIteration ? { onIteration } : {}) };
  try {
    const fits = await fitLeastSquares(residualsOf, { ...common, starts });
    const best = fits.reduce((a, fit, k) => (fit.squares < fits[a].squares ? k : a), 0);
    let found = fits[best] as StartFit;
    if (!Number.isFinite(found.squares))
      return {
        starts: fits,
        best: null,
        point: first,
        certainty: null,
        traces: [],
        made: runs.made,
        wallSeconds: (performance.now() - began) / 1000,
      };
    const isOpen = plan.traces.length > 1 && plan.traces.some(({ noise }) => noise === null);
    for (let round = 0; isOpen && round < weightRounds; round++) {
      const [answer] = (await runs.at([found.point])) as [PointAnswer];
      const deviations = fittedTraces(plan, answer, found.point).map(({ deviation }) => deviation);
      scales = plan.traces.map(({ noise, y }, k) => noise ?? Math.max(deviations[k], 1e-9 * rangeOf(y)));
      [found = found] = await fitLeastSquares(residualsOf, { ...common, starts: [found.point] });
    }
    const { residuals: left, slopes } = await slopesAt(residualsOf, found.point, plan.difference);
    const [answer] = (await runs.at([found.point])) as [PointAnswer];
    return {
      ...{ starts: fits, best, point: found.point, certainty: certaintyOf(slopes, left), made: runs.made },
      traces: fittedTraces(plan, answer, found.point),
      wallSeconds: (performance.now() - began) / 1000,
    };
  } finally {
    if (!given) await runs.close();
  }
}

const rangeOf = (y: Float64Array): number => {
  const range = y.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) - y.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return range > 0 ? range : Math.abs(y[0]) || 1;
};

/** Corrections at a point: of the clock, then of each trace. */
function correctionsAt({ points, delay, rate, traces }: FitPlan, point: Point) {
  let next = points.searched.length;
  const at = (correction: Correction): number => correctionAt(correction, 'searched' in correction ? point[next++] : 0, valueAt);
  const [ofClock, speed] = [at(delay), at(rate)];
  return { delay: ofClock, rate: speed, traces: traces.map((trace) => ({ delay: at(trace.delay), offset: at(trace.offset) })) };
}

/** Weighted residuals of all traces, one behind the other; null of a run without a result. */
function residuals(plan: FitPlan, answer: PointAnswer, point: Point, scales: readonly number[]): Float64Array | null {
  if (answer.error !== null) return null;
  const fitted = fittedTraces(plan, answer, point);
  const all = new Float64Array(plan.traces.reduce((sum, { y }) => sum + y.length, 0));
  let at = 0;
  fitted.forEach(({ measured, computed }, k) => {
    for (let row = 0; row < measured.length; row++) all[at++] = (measured[row] - computed[row]) / scales[k];
  });
  return all;
}

function fittedTraces(plan: FitPlan, { traces: [times = new Float64Array(), ...values] }: PointAnswer, point: Point): FittedTrace[] {
  const corrections = correctionsAt(plan, point);
  return plan.traces.map(({ t, y }, k) => {
    const { delay, offset } = corrections.traces[k] as { delay: number; offset: number };
    const own = t.map((time) => (time - corrections.delay - delay) / corrections.rate);
    const measured = y.map((value) => value - offset);
    const computed = interpolated(times, values[k] as Float64Array, own);
    const left = measured.map((value, row) => value - computed[row]);
    const deviation = Math.sqrt(left.reduce((sum, e) => sum + e * e, 0) / left.length);
    return { t: own, measured, computed, deviation, lag: lagCorrelation(left) };
  });
}

/** Values at other times, which rise, straight between rows and held beyond them. */
function interpolated(t: Float64Array, y: Float64Array, at: Float64Array): Float64Array {
  let row = 0;
  return at.map((time) => {
    while (row < t.length - 2 && t[row + 1] < time) row++;
    const [from, to] = [t[row], t[row + 1] ?? Number.NaN];
    if (!(time > from)) return y[row];
    if (!(time < to)) return y[row + 1] ?? y[row];
    const share = (time - from) / (to - from);
    return y[row] + share * (y[row + 1] - y[row]);
  });
}
