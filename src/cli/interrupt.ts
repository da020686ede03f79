/**
 * Ctrl-C. Until a command has something to keep, the signal is the system's: it ends the program at once, within a long computation too, and what is half written is taken away
 * (results/unfinished.ts). From then on the command catches it here: once to stop and keep what there is, twice to leave at once.
 */
import { Interrupted } from '../results/ending.js';
import { exitCodes } from './exit.js';

export interface Interruption {
  readonly signal: AbortSignal;
  /** The effect of the first Ctrl-C, as it reports. */
  says: string;
  /** There is something to keep: from now on SIGINT and SIGTERM are caught. */
  keep(): void;
  /** The result of `work`; rejects with Interrupted at the first Ctrl-C, whether or not the work looks at the signal. Work after that is lost: the program is to end. */
  leaving<Made>(work: Promise<Made>): Promise<Made>;
  /** Gives the signals back to the system. */
  release(): void;
}

/** Turns the first SIGINT or SIGTERM into an abort, and the second into the end of the program, from `keep` on. */
export function catchInterrupts({ quiet }: { readonly quiet: boolean }): Interruption {
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Interrupted('interrupted')));
  });
  aborted.catch(() => {});
  let isKeeping = false;
  const onSignal = (): void => {
    if (signal.aborted) process.exit(exitCodes.interrupted);
    if (!quiet) process.stderr.write(`\n${interruption.says}; Ctrl-C again to leave at once\n`);
    controller.abort();
  };
  const interruption: Interruption = {
    signal,
    says: 'stopping, partial results are kept',
    keep() {
      if (isKeeping) return;
      isKeeping = true;
      process.on('SIGINT', onSignal);
      process.on('SIGTERM', onSignal);
    },
    leaving: (work) => Promise.race([work, aborted]),
    release() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
  return interruption;
}
