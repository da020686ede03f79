/** Ctrl-C: once to stop and keep what there is, twice to leave at once. */
import { exitCodes } from './exit.js';

export interface Interruption {
  readonly signal: AbortSignal;
  /** Gives Ctrl-C its usual meaning back. */
  release(): void;
}

/** Turns the first SIGINT or SIGTERM into an abort, and the second into the end of the program. */
export function catchInterrupts({ quiet }: { readonly quiet: boolean }): Interruption {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    if (!quiet) process.stderr.write('\nstopping, partial results are kept; Ctrl-C again to leave at once\n');
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
