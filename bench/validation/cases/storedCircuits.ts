/**
 * Circuits by TLM with the settings of their files and as ODEs, against another program that has the same equations written out once more: bench/reference/thesis.py,
 * SciPy's Radau IIA at 1e-8, with jumps located. Its results are stored beside it.
 */
import { interpolatedAt } from '#ringmain/results/deviation.js';
import type { LineResults, RunOptions } from '#ringmain/run/types.js';
import type { Curve, ValidationCase, Workbench } from '../case.js';
import { largestDeviation, largestOf, rangeOf } from '../measures.js';
import { storedTable } from '../oracles/storedTable.js';
import { byLines, byOde, type Traces } from '../runs.js';

const scipy = 'independent: SciPy Radau IIA, bench/reference/thesis.py';

/** A circuit from its start to some time, and the stored table of it. */
export interface Stretch {
  /** Of the circuit's file; default: also of the table's. */
  readonly name: string;
  readonly table?: string;
  /** As on the command line: 'fluid.air=1 %'. */
  readonly set?: readonly string[];
  /** s */
  readonly until: number;
  /** By quantity. */
  readonly aside?: Readonly<Record<string, Curve['aside']>>;
}

export interface Verdict {
  readonly name: string;
  readonly title: string;
  readonly measure: string;
  readonly tolerance: number;
  readonly reason: string;
  /** The program of the stored table; default: thesis.py. */
  readonly against?: string;
}

/** Every recorded quantity at the times of the stored table. */
export async function compared(bench: Workbench, { name, table: file = name, until, aside }: Stretch, results: Traces): Promise<Curve[]> {
  const table = storedTable(await bench.table(file));
  const rows = [...table.t.keys()].filter((k) => (table.t[k] as number) > 0 && (table.t[k] as number) <= until);
  const x = rows.map((k) => table.t[k] as number);
  return table.names.map((quantity): Curve => {
    const own = results.series(quantity) as ReturnType<LineResults['series']>;
    const stored = table.of(quantity);
    const left = aside?.[quantity];
    return {
      name: quantity,
      unit: own.unit,
      x,
      ours: x.map((t) => interpolatedAt(own, Math.min(t, own.t.at(-1) as number)) ?? Number.NaN),
      reference: rows.map((k) => stored[k] as number),
      ...(left ? { aside: left } : {}),
    };
  });
}

/** The verdict of all curves, and of the pictures the four that are farthest off. */
function worst(curves: readonly Curve[]): { readonly error: number; readonly curves: Curve[]; readonly notes: string[] } {
  const rated = curves
    .map((curve) => ({ curve, error: largestDeviation(curve, rangeOf(curve.reference)) }))
    .sort((one, other) => (one.error >= other.error || Number.isNaN(one.error) ? -1 : 1));
  const [first] = rated;
  return {
    error: largestOf(rated.map(({ error }) => error)),
    curves: rated.slice(0, 4).map(({ curve }) => curve),
    notes: [
      `largest in ${first?.curve.name}, of ${rated.length} quantities; the median of their largest is ${(rated[rated.length >> 1]?.error ?? Number.NaN).toPrecision(2)}`,
    ],
  };
}

/** By TLM, as the circuit's file or the options ask for. */
export function linesCase(stretch: Stretch, verdict: Verdict, options: Pick<RunOptions, 'step'> = {}): ValidationCase {
  return {
    ...{ group: 'Circuits', against: scipy },
    ...verdict,
    run: async (bench) => {
      const circuit = await bench.circuit(stretch.name, stretch.set);
      return worst(await compared(bench, stretch, await byLines(circuit, { until: stretch.until, every: 1e-3, ...options })));
    },
  };
}

/** As an ODE, rodas4 at 1e-6. */
export function odeCase(stretch: Stretch, verdict: Verdict): ValidationCase {
  return {
    ...{ group: 'Circuits', against: scipy },
    ...verdict,
    run: async (bench) => {
      const circuit = await bench.circuit(stretch.name, stretch.set);
      const results = await byOde(circuit, { relativeTolerance: 1e-6, until: stretch.until, every: 5e-3 });
      return worst(await compared(bench, stretch, results));
    },
  };
}

export const ofRanges = 'largest deviation of any quantity, of its range';
