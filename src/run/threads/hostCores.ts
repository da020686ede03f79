/** Cores that threads of this process may use. Apart from host.ts, so that a run of one worker loads nothing for threads. */
import { availableParallelism } from 'node:os';

/** At least 1. */
export const hostCores = (): number => availableParallelism();
