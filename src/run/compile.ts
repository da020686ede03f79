/**
 * Compiling apart from running. A `CompiledProgram` is made once from a circuit and settings and does not change; a `ProgramInstance` is one memory in which it runs,
 * again and again, each time with the numbers of another reading of the circuit. What is named as tunable stands in memory and may differ; all else may be
 * a literal of the text. Any number of instances run at once; a worker thread makes the layout of a program anew and is handed its WebAssembly module,
 * which is compiled once.
 */
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import type { KernelsName } from '../equations/kernel/kernelSource.js';
import { withValues } from '../network/network.js';
import type { StartState } from '../network/startState.js';
import { withNetwork } from '../program/layout/layout.js';
import { runModule, threadSources } from '../program/link.js';
import { type PreparedProgram, prepare } from '../program/prepare.js';
import type { ThreadPlan } from '../program/threadPlan.js';
import { RunError } from '../results/runError.js';
import { moduleOf } from '../wasm/moduleCache.js';
import type { WebAssembly } from '../wasm/webAssembly.js';
import { oilContent } from './account/oilBalance.js';
import { resultsOf } from './account/results.js';
import { fillMemory, viewsOf } from './openSession.js';
import { programKey, tunableColumns } from './programKey.js';
import type { OpenedSession, Session } from './session.js';
import { startState } from './start.js';
import { allocate, pageBytes } from './threads/memory.js';
import { runToEnd } from './threads/serial.js';
import { instantiate, linkSources } from './threads/threads.js';
import type { LineResults, RunOptions } from './types.js';

/** Options of a run that a program is made for. */
export type ProgramSettings = Pick<
  RunOptions,
  'until' | 'step' | 'law' | 'line' | 'pressureError' | 'record' | 'envelope' | 'every' | 'grid' | 'kernels'
>;

export interface CompiledProgram {
  readonly prepared: PreparedProgram;
  readonly kernels: KernelsName;
  /** Of kernels in WebAssembly. */
  readonly module: WebAssembly.Module | null;
  /** Parameters that stand in memory: 'reliefValve.crackingPressure'. */
  readonly tunable: ReadonlySet<string>;
  /** Circuits with this key can run by it (programKey.ts). */
  readonly key: string;
}

export interface CompileOptions {
  /** Parameters whose values may change, such as 'dev.*' or '*.crackingPressure'. */
  readonly tunable?: readonly string[];
  /** The module of the same program, where another thread has compiled it. */
  readonly module?: WebAssembly.Module | null;
  /** Where runs begin, if wave lines are made for their flow. */
  readonly start?: StartState | null;
}

/** One thread, one partition. */
const alone: ThreadPlan = { threads: 1, parallel: false, spins: false, window: 1 };

/**
 * The serial program of a circuit. A parameter that all components of its kind share is a literal of the text unless it is tunable; the bits are the same
 * where plainValues.ts says so. Throws RunError for what cannot be run, or for a pattern that names no parameter. */
export function compile(circuit: Circuit, settings: ProgramSettings = {}, options: CompileOptions = {}): CompiledProgram {
  const tunable = tunableColumns(circuit, options.tunable ?? []);
  if (settings.kernels === 'native')
    throw new RunError(
      'RUN240',
      'only single runs have native kernels, and a compiled program serves many runs',
      "take kernels: 'wasm' or 'js'",
    );
  const kernels = settings.kernels === 'js' ? 'js' : 'wasm';
  const prepared = layoutOf(circuit, settings, tunable, options.start);
  const pages = Math.ceil(prepared.bytes / pageBytes);
  const module = kernels === 'wasm' ? (options.module ?? moduleOf(runModule(prepared.program, alone, { pages, shared: false }))) : null;
  return { prepared, kernels, module, tunable, key: programKey(circuit, tunable) };
}

/** All of a program but its module. */
export function layoutOf(
  circuit: Circuit,
  settings: ProgramSettings,
  tunable: ReadonlySet<string>,
  start: StartState | null = null,
): PreparedProgram {
  return prepare(circuit, new Int32Array(tablesOf(circuit).components.count), 1, { ...settings, tunableColumns: tunable }, alone, start);
}

/** One memory with the functions of a program over it. */
export class ProgramInstance {
  private readonly opened: Pick<Session, 'memory' | 'F' | 'I' | 'functions'>;

  constructor(readonly program: CompiledProgram) {
    const { prepared, module } = program;
    const memory = allocate(prepared.bytes, false);
    const { F, I } = viewsOf(memory);
    // Loops of JavaScript are linked over lists that are there.
    fillMemory(prepared, F, I, alone);
    const functions = module ? instantiate(module, memory) : linkSources(threadSources(prepared.program, 0, alone), F, I);
    this.opened = { memory, F, I, functions };
  }

  /**
   * Runs a reading of the circuit to its end, with the bits of a run of its own. Throws RunError where it differs in more than what stands in memory, or
   * cannot begin; results whose `ending` is not null tell of a run that failed on its way.
   */
  run(circuit: Circuit, start: StartState | null = null): LineResults {
    const began = performance.now();
    const session = this.session(circuit, start);
    const setupSeconds = (performance.now() - began) / 1000;
    const choice = { workers: 1, parts: 1, driver: 'serial' as const, notes: [...(start?.notes ?? [])] };
    return resultsOf(session, choice, runToEnd(session), setupSeconds);
  }

  private session(circuit: Circuit, start: StartState | null): Session {
    const { prepared, kernels, module, tunable, key } = this.program;
    if (programKey(circuit, tunable) !== key)
      throw new RunError(
        'RUN242',
        `${circuit.name} differs from what the program was compiled for in more than tunable values`,
        'compile it anew, or name the parameter under tunable',
      );
    const { F, I } = this.opened;
    const layout = withNetwork(prepared.layout, withValues(prepared.layout.network, circuit));
    F.fill(0);
    fillMemory({ ...prepared, layout }, F, I, alone);
    const { columns, cells, observers, looked, program, record, timing, overrides, placed } = prepared;
    const opened: OpenedSession = {
      ...{
        circuit,
        layout,
        threads: alone,
        kernels,
        module,
        start,
        columns,
        cells,
        observers,
        looked,
        program,
        record,
        timing,
        overrides,
        placed,
      },
      library: null,
      ...this.opened,
      rows: null,
      beyond: null,
      messages: null,
    };
    startState(opened);
    return { ...opened, oilAtStart: oilContent(opened) };
  }
}
