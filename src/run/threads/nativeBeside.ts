/**
 * Native kernels for a run that has begun by WebAssembly: they are compiled beside it by another process and take over between two slices, over the same memory and with the same
 * bits. So a short run pays nothing, and a long one waits for nothing.
 */

import { nativeHost } from '#native';
import { decisionOffsets } from '../../blocks/step/decision.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import type { NativeLibrary, NativeOptions, NativeRefusal } from '../../native/host.js';
import { runSources } from '../../program/link.js';
import type { Session } from '../session.js';
import { firstLook, leastForCompiler, leastForKept, saved } from './nativeWorth.js';

export class NativeBeside {
  private made: NativeLibrary | NativeRefusal | null = null;
  private state: 'waiting' | 'looked' | 'making' | 'over' = 'waiting';
  private readonly ended = new AbortController();
  private readonly began: number;
  private texts: ReturnType<typeof runSources> | null = null;
  /** The outcome, in words. */
  readonly notes: string[] = [];
  library: NativeLibrary | null = null;

  /** `free`: whether there is a core without a thread of the run, for a compiler. */
  constructor(
    private readonly session: Session,
    private readonly free: boolean,
    private readonly options: NativeOptions = {},
  ) {
    this.began = this.time;
    if (!nativeHost.isPossible) this.state = 'over';
  }

  /** Whether they may still take over. */
  get isOpen(): boolean {
    return this.state !== 'over';
  }

  /** Called between slices, `elapsed` s into the loop: a library to go on by, once it is there. */
  look(elapsed: number): NativeLibrary | null {
    if (this.state === 'over') return null;
    if (this.made) return this.taken(this.made, elapsed);
    // Threads take a while to start.
    if (this.state === 'making' || this.time <= this.began) return null;
    const { after } = this.options;
    const left = this.leftOf(elapsed);
    if ((after === undefined && elapsed < firstLook) || left < (after ?? leastForKept)) return null;
    this.texts ??= runSources(this.session.program, this.session.threads);
    const mayCompile = left >= (after ?? leastForCompiler(kilobytesOf(this.texts.sources), this.free));
    if (this.state === 'looked' && !mayCompile) return null;
    this.make(mayCompile);
    return null;
  }

  /** Ends a compiler that is still at work. */
  close(): void {
    this.state = 'over';
    this.ended.abort();
  }

  private make(mayCompile: boolean): void {
    const { sources, exported } = this.texts as NonNullable<typeof this.texts>;
    this.state = 'making';
    nativeHost.make(sources, exported, { ...this.options, signal: this.ended.signal, mayCompile }).then(
      (made) => {
        this.made = made;
      },
      () => {
        this.state = 'over';
      },
    );
  }

  private taken(made: NativeLibrary | NativeRefusal, elapsed: number): NativeLibrary | null {
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
      return made;
    }
    if (made.isNotKept) {
      // The run may turn out to be longer than it seemed.
      this.state = 'looked';
      return null;
    }
    const gain = saved * this.leftOf(elapsed);
    const more = made.isWithoutCompiler
      ? `; with gcc or clang native ones would have taken about ${Number(gain.toPrecision(1))} s less`
      : '';
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

/** Of the texts that are compiled. */
export const kilobytesOf = (sources: readonly KernelSource[]): number => sources.reduce((sum, { text }) => sum + text.length, 0) / 1000;
