/** Circuits by one way or another, timed in turn: what each takes, and how far its quantity lies from that of a tight run. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import type { LumpedOptions } from '#ringmain/lumped/types.js';
import { type Spread, spreadOf } from '#ringmain/results/statistics.js';
import type { RunOptions } from '#ringmain/run/types.js';
import { simulate } from '#ringmain/session/simulate.js';
import { say } from '../protocol/benchmark.js';
import { inTurn } from '../protocol/turns.js';

/** By lines, or by an integrator. */
export interface Way {
  readonly name: string;
  readonly lines?: RunOptions;
  readonly lumped?: LumpedOptions;
}

/** A circuit that is solved by a way. */
export interface Case {
  /** Of the circuit, beside others. */
  readonly variant: string;
  readonly circuit: Circuit;
  readonly way: Way;
  /** Recorded quantity that errors are of, and what it should be at the rows; null: errors are not asked for. */
  readonly quantity: string;
  readonly exact: Float64Array | null;
  /** s between rows, and to stop at. */
  readonly every: number;
  readonly end: number;
}

/** What a case took and gave. */
export interface WayRow {
  readonly variant: string;
  readonly way: string;
  /** Why it has no figures; null where it has. */
  readonly failure: string | null;
  /** s of the steps, without set-up. */
  readonly seconds: Spread | null;
  readonly steps: number;
  /** Of the right-hand side; null by lines. */
  readonly evaluations: number | null;
  /** Largest at the rows behind the first, unit of the quantity. */
  readonly error: number | null;
}

interface Solved {
  readonly wall: number;
  readonly failure: string | null;
  readonly steps: number;
  readonly evaluations: number | null;
  readonly y: Float64Array;
}

/** Solves it once. */
export async function solve({ circuit, way, quantity, every, end }: Omit<Case, 'exact' | 'variant'>): Promise<Solved> {
  const common = { record: [quantity], every, until: end };
  if (way.lines) {
    const run = await simulate(circuit, { workers: 1, ...way.lines, ...common, grid: 'exact' });
    const {
      cost: { wallSeconds },
      ending,
      account: { steps },
    } = run;
    return { wall: wallSeconds, failure: ending?.message ?? null, steps: steps.accepted, evaluations: null, y: run.series(quantity).y };
  }
  const run = await simulateLumped(circuit, { ...way.lumped, ...common });
  const {
    cost: { wallSeconds, counts },
    ending,
  } = run;
  return {
    wall: wallSeconds,
    failure: ending?.message ?? null,
    steps: counts.accepted,
    evaluations: counts.rates,
    y: run.series(quantity).y,
  };
}

/** Its quantity by radau5 at a tolerance of 1e-9, roots linear below 1 Pa. */
export async function exactly(circuit: Circuit, quantity: string, every: number, end: number): Promise<Float64Array> {
  const way = { name: 'exact', lumped: { solver: 'radau5', relativeTolerance: 1e-9, transitionPressure: 1 } };
  return (await solve({ circuit, way, quantity, every, end })).y;
}

/** Largest distance of two series behind the first row, and at which row. */
export function furthest(one: Float64Array, other: Float64Array): { readonly distance: number; readonly row: number } {
  let [distance, row] = [0, 0];
  for (let k = 1; k < other.length; k++) {
    const own = Math.abs((one[k] ?? Number.NaN) - (other[k] as number));
    if (!(own <= distance)) [distance, row] = [own, k];
  }
  return { distance, row };
}

/** s above which a case is not timed again: noise is small beside it. */
const long = 2;

/** Solves all in turn, round by round. */
export async function measureWays(cases: readonly Case[], rounds: number): Promise<WayRow[]> {
  const times = new Map<Case, number[]>(cases.map((one) => [one, []]));
  const first = new Map<Case, Solved>();
  for (const one of inTurn(cases, rounds)) {
    const known = first.get(one);
    if (known && (known.failure !== null || known.wall > long)) continue;
    if (!known) say(`${one.variant}, ${one.way.name}`);
    const solved = await solve(one);
    times.get(one)?.push(solved.wall);
    if (!known) first.set(one, solved);
  }
  return cases.map((one): WayRow => {
    const { failure, steps, evaluations, y } = first.get(one) as Solved;
    const isDone = failure === null;
    return {
      variant: one.variant,
      way: one.way.name,
      failure,
      seconds: isDone ? spreadOf(times.get(one) as number[]) : null,
      steps,
      evaluations,
      error: isDone && one.exact ? furthest(y, one.exact).distance : null,
    };
  });
}
