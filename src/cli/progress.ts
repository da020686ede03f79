/** How far a command is, on standard error: a bar or a line on a terminal, nothing for short runs and where there is no terminal. */
import { Presets, SingleBar } from 'cli-progress';
import { formatCount, formatNumber, formatPlural, formatSeconds } from '../report/units.js';
import type { Progress } from '../results/progress.js';

const barAfterSeconds = 1;
const worthABarSeconds = 2;

/** Progress before the first step (reading, setting up), as one line on a terminal; nothing elsewhere. `clear` must be called before anything else is printed. */
export class PhaseLine {
  readonly #isShown: boolean;
  #isThere = false;

  constructor(silent: boolean) {
    this.#isShown = !silent && process.stderr.isTTY === true;
  }

  /** Puts a phase in the place of the one before. */
  show(phase: string): void {
    if (!this.#isShown) return;
    process.stderr.write(`${wipe}${phase} …`);
    this.#isThere = true;
  }

  clear(): void {
    if (this.#isThere) process.stderr.write(wipe);
    this.#isThere = false;
  }
}

/** To the beginning of the line, and erases it. */
const wipe = '\r\u001b[2K';

/** Has something done that shows its phases; whatever becomes of it, nothing of them is left. `silent`: shows none. */
export async function withPhases<Made>(silent: boolean, work: (phase: PhaseLine) => Promise<Made>): Promise<Made> {
  const phase = new PhaseLine(silent);
  try {
    return await work(phase);
  } finally {
    phase.clear();
  }
}

/** Shows the progress of one run; `stop` must be called before anything else is printed. */
export class ProgressView {
  readonly #begin = performance.now();
  #bar: SingleBar | null = null;
  /** Where the run's own clock and ours were at the first news of its steps: a run that goes on from a checkpoint begins late. */
  #zero: { readonly ms: number; readonly time: number } | null = null;

  constructor(
    readonly label: string,
    readonly silent: boolean,
  ) {}

  /** Takes news of the run; a property so that it can be handed over as it is. */
  readonly update = (progress: Progress): void => {
    if (this.silent || !process.stderr.isTTY) return;
    const now = performance.now();
    if (!progress.starting) this.#zero ??= { ms: now, time: progress.time };
    const { ms, time } = this.#zero ?? { ms: now, time: progress.time };
    const share = progress.end > 0 ? Math.min(1, progress.time / progress.end) : 1;
    this.#showBar(share, progressText(progress, (1000 * (progress.time - time)) / (now - ms)), (now - this.#begin) / 1000);
  };

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }

  #showBar(share: number, detail: string, elapsed: number): void {
    if (!this.#bar) {
      if (elapsed < barAfterSeconds || elapsed < worthABarSeconds * share) return;
      this.#bar = new SingleBar(
        {
          format: `${this.label} {bar} {percentage} %  {detail}`,
          stream: process.stderr,
          hideCursor: true,
          clearOnComplete: true,
          linewrap: false,
        },
        Presets.shades_grey,
      );
      this.#bar.start(1000, Math.floor(1000 * share), { detail });
    }
    this.#bar.update(Math.floor(1000 * share), { detail });
  }
}

/** Text beside the bar; `ratio`: simulated seconds a second since the first news, NaN or 0 where there has been no time. */
export function progressText({ time, end, accepted, rejected, step, starting }: Progress, ratio: number): string {
  if (starting)
    return `looking for the operating point, ${formatPlural(starting.rounds, 'round')}, ${starting.residual.toPrecision(2)} from rest`;
  const pace =
    ratio > 0 ? `, ${formatNumber(ratio, 2)} × real time, ${formatSeconds(Number(((end - time) / ratio).toPrecision(2)))} to go` : '';
  return `${formatSeconds(time)} of ${formatSeconds(end)}${pace}, ${formatCount(accepted)} steps (${formatCount(rejected)} rejected), now ${formatSeconds(step)}`;
}
