/** The library's examples by transmission lines and by a stiff integrator, and how far they are apart. */
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { kindExample } from '../../dist/cli/bundled.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';

/** Rows of a run; a prime number of them is compared between runs of fixed steps, so that none falls on a round time at which a signal jumps. */
const compared = 23;
const rows = 20 * compared;

/** A kind's example, its rows evenly spread. Throws where it has mistakes or warnings. */
export function exampleOf(kind: string): Circuit {
  const { circuit, warnings } = parseCircuit(kindExample(kind), `${kind}.yaml`);
  if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
  return { ...circuit, record: { ...circuit.record, every: circuit.run.end / rows } };
}

/** By transmission lines; `steps` fixed ones, or as the example says. */
export async function byLines(circuit: Circuit, steps?: number): Promise<LineResults> {
  const made =
    steps === undefined
      ? circuit
      : {
          ...circuit,
          run: { ...circuit.run, step: circuit.run.end / steps },
          record: { ...circuit.record, every: circuit.run.end / compared },
        };
  return finished(await simulate(made, { workers: 1, kernels: 'js', signal: AbortSignal.timeout(10_000) }));
}

/** By Radau IIA, at a tolerance far below the errors of lines. */
export async function byIntegrator(circuit: Circuit): Promise<Pick<LineResults, 'columns' | 'series' | 'ending'>> {
  return finished(await simulateLumped(circuit, { solver: 'radau5', relativeTolerance: 1e-9 }));
}

function finished<Run extends Pick<LineResults, 'ending'>>(run: Run): Run {
  if (run.ending) throw new Error(run.ending.message);
  return run;
}

/**
 * Deviation of each quantity, root of the mean square, in parts of its largest value. A value between those of the reference a row before and a
 * row after counts as right: rows of lines stand at the ends of their steps, and a jump may fall on either side. Without the row at t = 0, where
 * lines have no flow yet.
 */
export function deviations(run: Pick<LineResults, 'series' | 'columns'>, reference: Pick<LineResults, 'series'>): Map<string, number> {
  const found = new Map<string, number>();
  for (const { name } of run.columns) {
    const [{ t, y }, exact] = [run.series(name), reference.series(name)];
    const size = peak(exact.y);
    let [sum, from] = [0, 0];
    for (let i = 1; i < t.length; i++) {
      while (from < exact.t.length - 1 && (exact.t[from + 1] as number) < (t[i] as number)) from++;
      const near = exact.y.subarray(Math.max(1, from - 1), from + 3);
      const [low, high, value] = [Math.min(...near), Math.max(...near), y[i] as number];
      sum += (Math.max(low - value, value - high, 0) / size) ** 2;
    }
    found.set(name, Math.sqrt(sum / (t.length - 1)));
  }
  return found;
}

/** Errors of a run at fixed steps in rows at the same times as the reference's: the largest root of a mean square, as above. */
export function errorOf(run: Pick<LineResults, 'series' | 'columns'>, reference: Pick<LineResults, 'series'>): number {
  const errors = run.columns.map(({ name }) => {
    const [{ t, y }, exact] = [run.series(name), reference.series(name)];
    const size = peak(exact.y);
    let sum = 0;
    for (let i = 1; i <= compared; i++) {
      const row = (i * rows) / compared;
      if (Math.abs((t[i] as number) / (exact.t[row] as number) - 1) > 1e-9) throw new Error(`rows at ${t[i]} s and ${exact.t[row]} s`);
      sum += (((y[i] as number) - (exact.y[row] as number)) / size) ** 2;
    }
    return Math.sqrt(sum / compared);
  });
  return Math.max(...errors);
}

/** Largest value; of what is zero throughout a size that makes any other value count. */
const peak = (y: Float64Array): number => y.subarray(1).reduce((a, b) => Math.max(a, Math.abs(b)), 1e-9);
