/** How far a run is, on standard error: a bar on a terminal, a line now and then in a log, nothing for short runs. */
import { Presets, SingleBar } from 'cli-progress';
import { formatCount, formatPlural, formatSeconds } from '../report/units.js';
import type { Progress } from '../results/progress.js';

const barAfterSeconds = 1;
const worthABarSeconds = 2;
const firstLineAfterSeconds = 2;
const secondsBetweenLines = 5;

/** What goes on before the first step (reading, setting up), as one line on a terminal; nothing in a log. `clear` must be called before anything else is printed. */
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

/** To the beginning of the line, and what stands there away. */
const wipe = '\r\u001b[2K';

/** Shows the progress of one run; `stop` must be called before anything else is printed. */
export class ProgressView {
  readonly #begin = performance.now();
  #bar: SingleBar | null = null;
  #nextLine = this.#begin + 1000 * firstLineAfterSeconds;

  constructor(
    readonly label: string,
    readonly silent: boolean,
  ) {}

  /** Takes news of the run; a property so that it can be handed over as it is. */
  readonly update = (progress: Progress): void => {
    if (this.silent) return;
    const now = performance.now();
    const elapsed = (now - this.#begin) / 1000;
    const share = progress.end > 0 ? Math.min(1, progress.time / progress.end) : 1;
    if (process.stderr.isTTY) this.#showBar(progress, share, elapsed);
    else if (now >= this.#nextLine) {
      this.#nextLine = now + 1000 * secondsBetweenLines;
      process.stderr.write(`${this.label}: ${Math.floor(100 * share)} %, ${detail(progress)}\n`);
    }
  };

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }

  #showBar(progress: Progress, share: number, elapsed: number): void {
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
      this.#bar.start(1000, Math.floor(1000 * share), { detail: detail(progress) });
    }
    this.#bar.update(Math.floor(1000 * share), { detail: detail(progress) });
  }
}

function detail({ time, end, accepted, rejected, step, starting }: Progress): string {
  if (starting)
    return `looking for the operating point, ${formatPlural(starting.rounds, 'round')}, ${starting.residual.toPrecision(2)} from rest`;
  return `${formatSeconds(time)} of ${formatSeconds(end)}, ${formatCount(accepted)} steps (${formatCount(rejected)} rejected), now ${formatSeconds(step)}`;
}
