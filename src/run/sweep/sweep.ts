/** Variants of a circuit side by side: each a serial run in a worker thread, by as few programs as their values allow. */
import { readCircuitText } from '../../circuit/file/read.js';
import { availableCores } from '../choice.js';
import { planSweep, type SweepPlan, type SweepProgram, type SweepSettings } from './plan.js';
import { type SweepRow, VariantRunner } from './runner.js';

export interface SweepHooks {
  /** Threads; default: one for each core. */
  readonly workers?: number;
  /** Rows that are there already, of the same sweep: their variants are not run again. */
  readonly done?: readonly SweepRow[];
  /** Aborted: variants that run are given up, the rows that are done are kept. */
  readonly signal?: AbortSignal;
  /** Called as each variant ends, in the order in which they do. */
  readonly onRow?: (row: SweepRow) => void;
}

export interface Sweep {
  readonly circuit: string;
  /** How many variants there are; fewer rows where the sweep was stopped. */
  readonly variants: number;
  readonly workers: number;
  readonly varied: readonly { readonly name: string; readonly unit: string | null }[];
  readonly measures: readonly { readonly text: string; readonly unit: string }[];
  /** In the order of the product. */
  readonly rows: readonly SweepRow[];
  /** Programs that were compiled. */
  readonly compiled: number;
  readonly wallSeconds: number;
  /** s: what the runs that were made took, all together, without their set-up. */
  readonly runSeconds: number;
  readonly interrupted: boolean;
}

/**
 * Sweeps a circuit file: `sweep('circuits/press.yaml', { vary: ['prv.crackingPressure=150 bar..200 bar:6'], measures: ['max(cyl.x)'] })`. The numbers of a
 * row are those of a run of its own with the same values, bit for bit. Rejects with CircuitError or RunError for what cannot begin; a variant that fails
 * is a row with its `error`.
 */
export async function sweep(file: string, options: SweepSettings & SweepHooks): Promise<Sweep> {
  const { workers, done, signal, onRow, ...settings } = options;
  const hooks = Object.fromEntries(Object.entries({ workers, done, signal, onRow }).filter(([, given]) => given !== undefined));
  return runSweep(planSweep(await readCircuitText(file), file, settings), hooks);
}

/** Runs the planned variants. */
export async function runSweep(plan: SweepPlan, { workers, done = [], signal, onRow }: SweepHooks = {}): Promise<Sweep> {
  const began = performance.now();
  const { measures, varies, circuit, variants } = plan;
  const rows: SweepRow[] = [...done];
  const known = new Set(done.map(({ variant }) => variant - 1));
  const programs = plan.programs.map(({ variants }) => variants.filter((v) => !known.has(v)));
  const todo = programs.flatMap((variants, program) => variants.map((variant) => ({ variant, program })));
  const threads = Math.min(workers ?? availableCores(), todo.length);
  let compiled = 0;
  let runSeconds = 0;
  if (threads > 0 && !signal?.aborted) {
    const runner = new VariantRunner(plan, threads);
    const stopped = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    let next = 0;
    const go = async (): Promise<void> => {
      for (let task = todo[next++]; task && !signal?.aborted; task = todo[next++]) {
        const { tunable } = plan.programs[task.program] as SweepProgram;
        const isShared = (programs[task.program]?.length ?? 0) > 1;
        const row = await runner.run(task.variant, { number: task.program, tunable, isShared });
        runSeconds += row.wallSeconds;
        rows.push(row);
        onRow?.(row);
      }
    };
    const all = Promise.all(Array.from({ length: threads }, go));
    try {
      await Promise.race([all, stopped]);
    } finally {
      // Variants that still run are given up; nobody waits for their rows.
      all.catch(() => {});
      await runner.close();
      compiled = runner.compiled;
    }
  }
  return {
    circuit: circuit.name,
    variants: variants.length,
    workers: threads,
    varied: varies.map(({ name, unit }) => ({ name, unit })),
    measures: measures.map(({ text: measure, unit }) => ({ text: measure, unit })),
    rows: rows.sort((a, b) => a.variant - b.variant),
    compiled,
    wallSeconds: (performance.now() - began) / 1000,
    runSeconds,
    interrupted: rows.length < variants.length,
  };
}
