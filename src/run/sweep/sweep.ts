/** Variants of a circuit side by side: each a serial run in a worker thread, by as few programs as their values allow. */
import { Piscina } from 'piscina';
import { circuitReader } from '../../circuit/file/parse.js';
import { readCircuitText } from '../../circuit/file/read.js';
import { RunError } from '../../results/runError.js';
import { availableCores } from '../choice.js';
import { compile } from '../compile.js';
import { planSweep, type SweepPlan, type SweepProgram, type SweepSettings } from './plan.js';
import { settingsFor, variantValues } from './vary.js';
import type { SweepData, VariantAnswer, VariantTask } from './worker.js';

/** One variant. */
export interface SweepRow extends Omit<VariantAnswer, 'compiled'> {
  /** From 1 on, in the order of the product. */
  readonly variant: number;
  /** By what is varied, as written. */
  readonly values: readonly string[];
}

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

/** Runs what was planned. */
export async function runSweep(plan: SweepPlan, { workers, done = [], signal, onRow }: SweepHooks = {}): Promise<Sweep> {
  const began = performance.now();
  const { text, file, settings, steady, measures, varies, circuit, count } = plan;
  const rows: SweepRow[] = [...done];
  const known = new Set(done.map(({ variant }) => variant - 1));
  const programs = plan.programs.map(({ variants }) => variants.filter((v) => !known.has(v)));
  const todo = programs.flatMap((variants, program) => variants.map((variant) => ({ variant, program })));
  const threads = Math.min(workers ?? availableCores(), todo.length);
  let compiled = 0;
  let runSeconds = 0;
  const shared = new SharedModules(plan, programs);
  if (threads > 0 && !signal?.aborted) {
    const workerData: SweepData = { text, file, settings, steady, measures };
    const pool = new Piscina<VariantTask, VariantAnswer>({
      filename: new URL('./worker.js', import.meta.url).href,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      workerData,
    });
    const stopped = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    let next = 0;
    const go = async (): Promise<void> => {
      for (let task = todo[next++]; task && !signal?.aborted; task = todo[next++]) {
        const values = variantValues(varies, task.variant);
        const set = [...plan.set, ...settingsFor(varies, values)];
        const { tunable } = plan.programs[task.program] as SweepProgram;
        const answer = await pool.run({ set, program: task.program, tunable, module: shared.of(task.program) });
        const { compiled: here, ...row } = answer;
        if (here) compiled++;
        runSeconds += row.wallSeconds;
        rows.push({ variant: task.variant + 1, values, ...row });
        onRow?.(rows.at(-1) as SweepRow);
      }
    };
    const all = Promise.all(Array.from({ length: threads }, go));
    try {
      await Promise.race([all, stopped]);
    } finally {
      // Variants that still run are given up; what they would have said is not waited for.
      all.catch(() => {});
      await pool.destroy();
    }
  }
  return {
    circuit: circuit.name,
    variants: count,
    workers: threads,
    varied: varies.map(({ name, unit }) => ({ name, unit })),
    measures: measures.map(({ text: measure, unit }) => ({ text: measure, unit })),
    rows: rows.sort((a, b) => a.variant - b.variant),
    compiled: compiled + shared.compiled,
    wallSeconds: (performance.now() - began) / 1000,
    runSeconds,
    interrupted: rows.length < count,
  };
}

/** Modules of programs that run several variants: compiled once, here, and handed to all threads. */
class SharedModules {
  compiled = 0;
  private last: { readonly program: number; readonly module: WebAssembly.Module | null } | null = null;

  constructor(
    private readonly plan: SweepPlan,
    /** Variants that are to be run, by program. */
    private readonly programs: readonly (readonly number[])[],
  ) {}

  /** Null where there is none to share. Variants of one program follow each other. */
  of(program: number): WebAssembly.Module | null {
    const [first, second] = this.programs[program] ?? [];
    if (first === undefined || second === undefined || this.plan.settings.kernels === 'js') return null;
    if (this.last?.program !== program) this.last = { program, module: this.made(program, first) };
    return this.last.module;
  }

  private made(program: number, variant: number): WebAssembly.Module | null {
    const { text, file, set, varies, settings, programs } = this.plan;
    const { circuit } = circuitReader(text, file)([...set, ...settingsFor(varies, variantValues(varies, variant))]);
    try {
      const { module } = compile(circuit, settings, { tunable: programs[program]?.tunable ?? [] });
      this.compiled++;
      return module;
    } catch (error) {
      // The rows will tell.
      if (error instanceof RunError) return null;
      throw error;
    }
  }
}
