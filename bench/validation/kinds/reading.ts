/** What figures are read off a run: last values, values at a time, means, integrals, crossings, extremes. The row of t = 0 is not a step's and does not count. */
import { stepsOf, type Traces } from '../runs.js';

export class Reading {
  constructor(private readonly results: Traces) {}

  /** Last value. */
  end(name: string): number {
    return this.of(name).y.at(-1) as number;
  }

  /** Time of the row that is nearest to a time. */
  nearestRow(time: number): number {
    return this.results.t.reduce(
      (nearest, row) => (Math.abs(row - time) < Math.abs(nearest - time) ? row : nearest),
      Number.POSITIVE_INFINITY,
    );
  }

  /** Value at a time, straight between rows. */
  at(name: string, time: number): number {
    const { t, y } = this.of(name);
    const k = t.findIndex((row) => row >= time - 1e-12);
    if (k < 0) return Number.NaN;
    if (k === 0) return y[0] as number;
    return between(time, t[k - 1] as number, t[k] as number, y[k - 1] as number, y[k] as number);
  }

  /** First time after `from` at which it passes a level, either way; straight between rows. */
  when(name: string, level: number, from = 0): number {
    const { t, y } = this.of(name);
    for (let k = 1; k < t.length; k++) {
      const [before, after] = [(y[k - 1] as number) - level, (y[k] as number) - level];
      if ((t[k] as number) <= from || before === 0 || before * after > 0) continue;
      return between(0, before, after, t[k - 1] as number, t[k] as number);
    }
    return Number.NaN;
  }

  /** ∫ y dt by the trapezoidal rule, from the first row after `from` to the last one up to `to`. */
  integral(name: string, from = 0, to = Number.POSITIVE_INFINITY): number {
    const { t, y } = this.of(name);
    let sum = 0;
    for (let k = 1; k < t.length; k++) {
      if ((t[k - 1] as number) < from - 1e-12 || (t[k] as number) > to + 1e-12) continue;
      sum += (((y[k - 1] as number) + (y[k] as number)) / 2) * ((t[k] as number) - (t[k - 1] as number));
    }
    return sum;
  }

  mean(name: string, from = 0, to = Number.POSITIVE_INFINITY): number {
    const rows = this.within(name, from, to);
    return rows.reduce((sum, one) => sum + one, 0) / rows.length;
  }

  greatest(name: string, from = 0, to = Number.POSITIVE_INFINITY): number {
    return Math.max(...this.within(name, from, to));
  }

  least(name: string, from = 0, to = Number.POSITIVE_INFINITY): number {
    return Math.min(...this.within(name, from, to));
  }

  /** Amplitude of the harmonic of a frequency; the rows from `from` to `to` are whole periods of it. */
  wave(name: string, frequency: number, from: number, to: number): number {
    const rows = this.within(name, from, to).slice(1);
    const angle = (2 * Math.PI * frequency * (to - from)) / rows.length;
    const [cosine, sine] = [Math.cos, Math.sin].map((part) => rows.reduce((sum, y, k) => sum + y * part(angle * k), 0)) as [number, number];
    return (2 * Math.hypot(cosine, sine)) / rows.length;
  }

  protected within(name: string, from: number, to: number): number[] {
    const { t, y } = this.of(name);
    const rows = [...y].filter((_, k) => (t[k] as number) >= from - 1e-12 && (t[k] as number) <= to + 1e-12);
    if (rows.length === 0) throw new Error(`${name}: no row between ${from} and ${to} s`);
    return rows;
  }

  protected of(name: string): { readonly t: Float64Array; readonly y: Float64Array } {
    return stepsOf(this.results, name);
  }
}

/** Notes which quantities are read, and gives rows of zeros: so a rig records no more than its figures ask for. */
class Names extends Reading {
  readonly names = new Set<string>();
  private readonly row = new Float64Array(1);

  constructor() {
    super({ t: new Float64Array(1), series: (name) => ({ t: this.row, y: this.row, unit: name }) });
  }

  protected override of(name: string): { readonly t: Float64Array; readonly y: Float64Array } {
    this.names.add(name);
    return { t: this.row, y: this.row };
  }

  protected override within(name: string): number[] {
    this.of(name);
    return [0];
  }
}

/** Quantities that are read off a run. */
export function namesRead(readings: readonly ((run: Reading) => number)[]): string[] {
  const all = new Names();
  for (const read of readings) read(all);
  return [...all.names];
}

const between = (x: number, x0: number, x1: number, y0: number, y1: number): number => y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
