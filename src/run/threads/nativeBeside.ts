/**
 * Native kernels for a run that has begun by WebAssembly: they are compiled beside it by another process and take over between two slices, over the same memory and with the same
 * bits. So a short run pays nothing, and a long one waits for nothing.
 */

import { nativeHost } from '#native';
import { decisionOffsets } from '../../blocks/decision.js';
import type { KernelFunction } from '../../equations/kernel/kernelSource.js';
import type { NativeLibrary, NativeOptions, NativeRefusal } from '../../native/host.js';
import { runSources } from '../../program/link.js';
import type { Session } from '../session.js';

/**
 * s of a run before it is asked how long it will take, and s that are then left at least: looking for a library that is kept takes some 30 ms, compiling one 0.5 to 5 s of
 * another core (bench/README.md), after which what is left takes some 0.6 of the time.
 */
const firstLook = 0.2;
const leastForKept = 0.3;
const leastForCompiler = 4;
/** Share of the time of WebAssembly that native kernels save: the least of the circuits measured in bench/. */
const saved = 0.3;

export class NativeBeside {
  private made: NativeLibrary | NativeRefusal | null = null;
  private state: 'waiting' | 'looked' | 'making' | 'over' = 'waiting';
  private readonly ended = new AbortController();
  private readonly began: number;
  /** The outcome, in words. */
  readonly notes: string[] = [];
  library: NativeLibrary | null = null;

  constructor(
    private readonly session: Session,
    private readonly options: NativeOptions = {},
  ) {
    this.began = this.time;
    if (!nativeHost.isPossible) this.state = 'over';
  }

  /** Called between slices, `elapsed` s into the loop: functions to go on by, once they are there. */
  look(elapsed: number): ReadonlyMap<string, KernelFunction> | null {
    if (this.state === 'over') return null;
    if (this.made) return this.taken(this.made, elapsed);
    if (this.state === 'making') return null;
    const least = this.options.after ?? (this.state === 'waiting' ? leastForKept : leastForCompiler);
    const left = this.leftOf(elapsed);
    if ((this.options.after === undefined && elapsed < firstLook) || left < least) return null;
    const mayCompile = left >= (this.options.after ?? leastForCompiler);
    if (this.state === 'looked' && !mayCompile) return null;
    this.state = 'making';
    const { sources, exported } = runSources(this.session.program, this.session.threads);
    const options = { ...this.options, signal: this.ended.signal, mayCompile };
    nativeHost.make(sources, exported, options).then(
      (made) => {
        this.made = made;
      },
      () => {
        this.state = 'over';
      },
    );
    return null;
  }

  /** Ends a compiler that is still at work. */
  close(): void {
    this.state = 'over';
    this.ended.abort();
  }

  private taken(made: NativeLibrary | NativeRefusal, elapsed: number): ReadonlyMap<string, KernelFunction> | null {
    this.state = 'over';
    this.made = null;
    if (!('refused' in made)) {
      const { compiler, width, seconds, isKept, reasons } = made;
      const how = isKept ? 'found in the cache' : `compiled in ${seconds.toPrecision(2)} s beside the run`;
      this.notes.push(
        `native kernels from t = ${Number(this.time.toPrecision(3))} s on: ${compiler}, ${width} double${width === 1 ? '' : 's'} at a time, ${how}`,
        ...reasons.map((reason) => `cache of compiled programs: ${reason}`),
      );
      this.library = made;
      return nativeHost.load(made.file, this.session.memory);
    }
    if (made.isNotKept) {
      // The run may turn out to be longer than it seemed.
      this.state = 'looked';
      return null;
    }
    const gain = saved * this.leftOf(elapsed);
    const more = made.isWithoutCompiler ? `; with gcc or clang native ones would have taken about ${gain.toPrecision(1)} s less` : '';
    this.notes.push(`kernels in WebAssembly, not native: ${made.refused}${more}`);
    return null;
  }

  /** s that the run has before it, if it goes on as it has come. */
  private leftOf(elapsed: number): number {
    const { end } = this.session.program.controller.settings;
    const done = this.time - this.began;
    return done > 0 ? (elapsed * (end - this.time)) / done : Number.POSITIVE_INFINITY;
  }

  private get time(): number {
    const { layout, F } = this.session;
    return F[decisionOffsets(layout.partitions[0] ?? layout).acceptedTime];
  }
}
