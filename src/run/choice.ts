/** Choices that the options of a run leave open. */
import { ownThreads } from '#threads';
import type { Circuit } from '../circuit/circuit.js';
import { settled } from '../settings/settled.js';
import { type AutomaticRun, isTried } from './automatic.js';
import type { Fault } from './threads/faults.js';
import type { RunOptions } from './types.js';

/** Whether the number of workers is ours to choose, and the first slices of the serial engine may show it: not where results depend on the plan. */
export function isAutomatic(circuit: Circuit, options: RunOptions, faults: readonly Fault[]): boolean {
  const { workers = 'auto', plan, driver, timeline, balance, exchangeEvery, ownSteps: own } = options;
  const plain = !plan && !driver && !timeline && !balance && !exchangeEvery && !own && faults.length === 0;
  return workers === 'auto' && plain && isTried(circuit);
}

/** Whether a run whose threads the machine refuses may be made by one worker: nobody asked for more, and results do not depend on the plan. */
export function mayBeSerial({ workers = 'auto', plan, driver, exchangeEvery, ownSteps: own }: RunOptions): boolean {
  return workers === 'auto' && !plan && !driver && !exchangeEvery && !own;
}

/** Options of a run that may choose its number of workers. */
export function automaticRun(circuit: Circuit, options: RunOptions, cores: number): AutomaticRun {
  const { step: fixedStep, until: end } = settled('lines', circuit, options);
  return { circuit, cores, fixedStep, end, mostAhead: mostAhead(options), method: options.method };
}

/** Steps between synchronisations that the options allow. */
export function mostAhead({ lookAhead = true }: RunOptions): number {
  return typeof lookAhead === 'number' ? lookAhead : lookAhead ? Number.POSITIVE_INFINITY : 1;
}

/** How many threads can run at once. */
export const availableCores = ({ threads = ownThreads }: Pick<RunOptions, 'threads'> = {}): number => threads.cores();
