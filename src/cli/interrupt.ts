/** Ctrl-C: once to stop and keep what there is, twice to leave at once. */
import { exitCodes } from './exit.js';

export interface Interruption {
  readonly signal: AbortSignal;
  /** What the first Ctrl-C does, as it tells. */
  says: string;
  /** Gives Ctrl-C its usual meaning back. */
  release(): void;
}

/** Turns the first SIGINT or SIGTERM into an abort, and the second into the end of the program. */
export function catchInterrupts({ quiet }: { readonly quiet: boolean }): Interruption {
  const controller = new AbortController();
  const interruption: Interruption = {
    signal: controller.signal,
    says: 'stopping, partial results are kept',
    release() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    if (!quiet) process.stderr.write(`\n${interruption.says}; Ctrl-C again to leave at once\n`);
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return interruption;
}
