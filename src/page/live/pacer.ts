/**
 * Has a held run go on, in stretches: after each it stands for a moment, a frame is taken of it if the page has taken the one before, and orders are carried
 * out. Nothing of this is in the step. Stretches are a frame's time long, longer where taking one takes more than a seventieth of that, and without end while
 * nobody looks. A frame is sent when threads go on again.
 */
import type { Held } from '../../results/held.js';
import type { Frame } from './liveRun.js';

/** ms between frames at least. */
const frameMs = 1000 / 30;
/** The part of its time that a run may stand for frames; ms between frames where it has been longer. */
const standing = { share: 0.015, longest: 250 } as const;
/** Frames of which the least time counts: what other programs, or a collection of garbage, held up is no reason to show fewer. */
const lastFrames = 5;
/** ms that a run may lag behind the clock before it is no longer tried to catch up. */
const lagMs = 250;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class Pacer {
  isGoing = false;
  /** Simulated seconds a second; 0: as fast as it goes. */
  pace = 1;
  /** Simulated seconds a second that it makes. */
  ratio = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private loop: Promise<void> = Promise.resolve();
  private show: ((frame: Frame) => Promise<void>) | null = null;
  private isTaken = true;
  private isDue = false;
  /** A frame that has been taken of the run and not been sent. */
  private unsent: Frame | null = null;
  /** ms that the last frames took. */
  private costs: number[] = [];
  /** ms from one frame to the next. */
  private interval = frameMs;
  /** Orders that wait for the run to stand. */
  private waiting = 0;
  /** Where the clock and the simulated time began to be held against each other. */
  private zero = { ms: 0, time: 0 };
  private seen = { ms: 0, time: 0 };

  /** `frame` and `finish` are called while the run stands. */
  constructor(
    private readonly run: () => Held,
    private readonly frame: () => Frame,
    private readonly finish: () => Promise<void>,
    /** Why the run cannot go on. */
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Does something while the run stands, in the order of asking; news of the run before it is sent before. */
  alone<T>(work: () => T | Promise<T>): Promise<T> {
    return this.inTurn(() => {
      this.send();
      return work();
    });
  }

  go(): void {
    if (this.isGoing) return;
    this.isGoing = true;
    this.loop = this.loop.then(() => this.goOn());
  }

  /** Stops the run; resolves when it stands and its last frame has been offered. */
  async hold(): Promise<void> {
    if (this.isGoing) {
      this.isGoing = false;
      void this.run().pause();
    }
    await this.loop;
  }

  setPace(pace: number): void {
    this.pace = pace;
    this.begin();
  }

  /** The run is another, or at another time. */
  begin(): void {
    const { time } = this.holds ? this.run().progress : { time: 0 };
    this.zero = { ms: performance.now(), time };
    this.seen = { ...this.zero };
  }

  listen(show: (frame: Frame) => Promise<void>): void {
    this.show = show;
    this.isTaken = true;
    this.unsent = null;
    if (this.holds) this.offer();
  }

  /** A frame is due, though the run may stand. */
  offer(): void {
    this.isDue = true;
    if (this.isTaken && !this.isGoing) void this.alone(() => this.give()).catch(() => {});
  }

  private inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    this.waiting++;
    const done = this.turn.then(async () => {
      this.waiting--;
      return work();
    });
    this.turn = done.catch(() => {});
    if (this.isGoing) void this.run().pause();
    return done;
  }

  private get holds(): boolean {
    try {
      return this.run() !== null;
    } catch {
      return false;
    }
  }

  private async goOn(): Promise<void> {
    try {
      await this.alone(() => this.begin());
      while (this.isGoing) {
        const began = performance.now();
        const ended = await this.inTurn(() => this.stretch());
        if (ended) this.isGoing = false;
        if (this.isGoing && this.pace > 0) await delay(Math.max(0, frameMs - (performance.now() - began)));
      }
    } catch (error) {
      this.isGoing = false;
      this.failed(error);
    }
    await this.alone(() => {
      this.ratio = 0;
      this.isDue = true;
      this.give();
    });
  }

  /** A frame's time of the run; whether it has ended. */
  private async stretch(): Promise<boolean> {
    if (!this.isGoing) return false;
    const run = this.run();
    const timer = setInterval(() => {
      if (this.isTaken || this.waiting > 0 || !this.isGoing) void run.pause();
    }, this.interval);
    let stop: string;
    try {
      const going = run.advance(this.pace > 0 ? { until: this.target(run.progress.time) } : undefined);
      this.send();
      stop = await going;
    } finally {
      clearInterval(timer);
    }
    if (stop === 'ended') await this.finish();
    this.measure(run.progress.time);
    this.isDue = true;
    this.take();
    return stop === 'ended';
  }

  /** s, simulated, that the clock is at. */
  private target(time: number): number {
    const now = performance.now();
    const wanted = this.zero.time + ((now - this.zero.ms) * this.pace) / 1000;
    if (wanted - time > (lagMs / 1000) * this.pace) this.zero = { ms: now, time };
    return Math.max(time, Math.min(wanted, time + (lagMs / 1000) * this.pace));
  }

  private measure(time: number): void {
    const now = performance.now();
    const passed = now - this.seen.ms;
    if (passed < 4 * frameMs) return;
    this.ratio = (1000 * (time - this.seen.time)) / passed;
    this.seen = { ms: now, time };
  }

  /** Takes a frame if the page has taken the one before; called while the run stands. */
  private take(): void {
    if (!this.show || !this.isTaken || !this.isDue) return;
    const began = performance.now();
    this.isTaken = false;
    this.isDue = false;
    this.unsent = this.frame();
    this.costs = [...this.costs.slice(1 - lastFrames), performance.now() - began];
    this.interval = Math.min(standing.longest, Math.max(frameMs, Math.min(...this.costs) / standing.share));
  }

  private give(): void {
    this.take();
    this.send();
  }

  private send(): void {
    const { show, unsent } = this;
    if (!show || !unsent) return;
    this.unsent = null;
    const taken = (): void => {
      // A page that was loaded again listens for itself.
      if (this.show !== show) return;
      this.isTaken = true;
      if (this.isDue) this.offer();
    };
    show(unsent).then(taken, () => {});
  }
}
