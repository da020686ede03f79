/** How far a run lies from a reference: one number over all recorded quantities, in which a jump that comes early or late counts as a shift. */
import { rangeOf } from '../validation/measures.js';

export interface Curve {
  readonly t: Float64Array;
  readonly y: Float64Array;
}

export interface RecordedRun {
  readonly columns: readonly { readonly name: string }[];
  series(name: string): Curve;
}

/** Times, s, at which quantities are not judged: where a valve chatters, a solution to compare with does not exist. */
export interface Aside {
  readonly quantities: readonly string[];
  readonly from: number;
  readonly to: number;
}

export interface PrecisionError {
  /** √(mean of d²) over all rows and quantities, d by `distances`. */
  readonly error: number;
  /** The same of |y − r(t)| over the range: a jump that is late counts with its whole height for as long as it is late. */
  readonly upright: number;
  /** The quantity whose own root mean square of d is largest. */
  readonly worst: { readonly name: string; readonly error: number };
}

/** A jump that is late by so much of the run counts as much as a value that is off by the quantity's whole range. */
export const shiftOfRun = 0.01;

/**
 * Error of a run against a finely recorded reference, over the quantities that both have. Each is in parts of its range in the reference; one that stays
 * constant there counts as it is. NaN where a value of the run is none.
 */
export function precisionError(run: RecordedRun, reference: RecordedRun, aside: readonly Aside[] = []): PrecisionError {
  const known = new Set(reference.columns.map(({ name }) => name));
  const names = run.columns.map(({ name }) => name).filter((name) => known.has(name));
  if (names.length === 0) throw new Error('the run and its reference have recorded no quantity in common');
  const each = names.map((name) => {
    const [own, exact] = [run.series(name), reference.series(name)];
    const windows = aside.filter(({ quantities }) => quantities.includes(name));
    const judged = judgedRows(own, (t) => !windows.some(({ from, to }) => t >= from && t <= to));
    const range = rangeOf(exact.y) || 1;
    const period = shiftOfRun * ((exact.t.at(-1) as number) - (exact.t[0] as number));
    const found = distances(judged, exact, range, period);
    return { name, near: meanSquare(found.near), upright: meanSquare(found.upright) };
  });
  const worst = each.reduce((a, b) => (a.near >= b.near ? a : b));
  const overall = (pick: (one: (typeof each)[number]) => number): number =>
    Math.sqrt(each.reduce((sum, one) => sum + pick(one), 0) / each.length);
  return {
    error: overall(({ near }) => near),
    upright: overall(({ upright }) => upright),
    worst: { name: worst.name, error: Math.sqrt(worst.near) },
  };
}

function judgedRows({ t, y }: Curve, judged: (t: number) => boolean): Curve {
  const rows = [...t.keys()].filter((k) => judged(t[k] as number));
  return { t: Float64Array.from(rows, (k) => t[k] as number), y: Float64Array.from(rows, (k) => y[k] as number) };
}

/**
 * By row of the run: `upright`, |y − r(t)|/range, and `near`, the distance of (t/period, y/range) from the line through the reference's rows, drawn in the same
 * units. Where the reference is smooth the two are alike; where it jumps, `near` is no more than how late or early the jump is, over `period` [s]. Rows outside
 * of the reference are left out.
 */
export function distances(run: Curve, reference: Curve, range: number, period: number): { near: Float64Array; upright: Float64Array } {
  const { t: at, y: of } = reference;
  const last = at.length - 2;
  const [near, upright]: [number[], number[]] = [[], []];
  let k = 0;
  for (let i = 0; i < run.t.length; i++) {
    const [t, y] = [run.t[i] as number, run.y[i] as number];
    if (last < 0 || t < (at[0] as number) || t > (at[last + 1] as number)) continue;
    while (k < last && (at[k + 1] as number) <= t) k++;
    const share = (t - (at[k] as number)) / ((at[k + 1] as number) - (at[k] as number));
    const straight = Math.abs(y - (of[k] as number) - share * ((of[k + 1] as number) - (of[k] as number))) / range;
    let nearest = straight;
    const look = (n: number): void => {
      const [x0, x1] = [((at[n] as number) - t) / period, ((at[n + 1] as number) - t) / period];
      nearest = Math.min(nearest, toSegment(x0, ((of[n] as number) - y) / range, x1, ((of[n + 1] as number) - y) / range));
    };
    // No piece that lies further away in time alone can be nearer.
    for (let n = k; n >= 0 && t - (at[n + 1] as number) < nearest * period; n--) look(n);
    for (let n = k + 1; n <= last && (at[n] as number) - t < nearest * period; n++) look(n);
    near.push(nearest);
    upright.push(straight);
  }
  return { near: Float64Array.from(near), upright: Float64Array.from(upright) };
}

/** Distance of the origin from the segment between two points. */
function toSegment(x0: number, y0: number, x1: number, y1: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = Math.min(1, Math.max(0, -(x0 * dx + y0 * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x0 + along * dx, y0 + along * dy);
}

/** NaN of no values: what compares nothing has not passed. */
const meanSquare = (values: Float64Array): number => values.reduce((sum, value) => sum + value * value, 0) / values.length;
