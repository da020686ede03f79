/** Threads that run variants of one sweep, each by the serial engine; they keep the program that they ran last. */
import { Piscina } from 'piscina';
import { RunError } from '../../results/runError.js';
import type { WebAssembly } from '../../wasm/webAssembly.js';
import { compile } from '../compile.js';
import type { SweepSubject } from './plan.js';
import { settingsFor, variantValues } from './vary.js';
import type { SweepData, VariantAnswer, VariantTask } from './worker.js';

/** One variant. */
export interface SweepRow extends Omit<VariantAnswer, 'compiled'> {
  /** From 1 on, in the order of the product. */
  readonly variant: number;
  /** By varied name, as written. */
  readonly values: readonly string[];
}

/** By what a variant runs. */
export interface VariantProgram {
  /** Variants of the same number have the same program. */
  readonly number: number;
  /** Parameters that stand in memory. */
  readonly tunable: readonly string[];
  /** Whether other variants will run by it: it is then compiled once, here, and handed to all threads. */
  readonly isShared: boolean;
}

export class VariantRunner {
  /** Programs that were compiled. */
  compiled = 0;
  private readonly pool: Piscina<VariantTask, VariantAnswer>;
  private last: { readonly program: number; readonly module: WebAssembly.Module | null } | null = null;

  /** Its threads run until it is closed. */
  constructor(
    private readonly subject: SweepSubject,
    threads: number,
  ) {
    const { text, file, settings, steady, measures } = subject;
    const workerData: SweepData = { text, file, settings, steady, measures };
    this.pool = new Piscina<VariantTask, VariantAnswer>({
      filename: new URL('../../main/workers/sweep.js', import.meta.url).href,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      workerData,
    });
  }

  /** Runs a variant, from 0 on. */
  async run(variant: number, program: VariantProgram): Promise<SweepRow> {
    const { set: common, varies } = this.subject;
    const values = variantValues(varies, variant);
    const set = [...common, ...settingsFor(varies, values)];
    const module = program.isShared && this.subject.settings.kernels !== 'js' ? this.moduleOf(program, set) : null;
    const { compiled, ...row } = await this.pool.run({ set, program: program.number, tunable: program.tunable, module });
    if (compiled) this.compiled++;
    return { variant: variant + 1, values, ...row };
  }

  /** Runs that are not done are given up. */
  close(): Promise<void> {
    return this.pool.destroy();
  }

  /** Null where it cannot be made. Variants of one program follow each other. */
  private moduleOf({ number, tunable }: VariantProgram, set: readonly string[]): WebAssembly.Module | null {
    if (this.last?.program !== number) this.last = { program: number, module: this.made(tunable, set) };
    return this.last.module;
  }

  private made(tunable: readonly string[], set: readonly string[]): WebAssembly.Module | null {
    const { settings, read } = this.subject;
    try {
      const { module } = compile(read(set), settings, { tunable });
      this.compiled++;
      return module;
    } catch (error) {
      // The rows will tell.
      if (error instanceof RunError) return null;
      throw error;
    }
  }
}
