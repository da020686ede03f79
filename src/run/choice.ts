/** Options and a circuit → how many workers, whose components, which driver. */
import { ownThreads } from '#threads';
import type { Circuit } from '../circuit/circuit.js';
import { ownersOf } from '../partition/checkPlan.js';
import { cutCircuit } from '../partition/cutCircuit.js';
import { RunError } from '../results/runError.js';
import { settled } from '../settings/settled.js';
import { type AutomaticRun, chooseByCounts, isTried } from './automatic.js';
import { partitionsPerThread } from './threads/balance.js';
import type { Fault } from './threads/faults.js';
import { foldedShares } from './threads/folding.js';
import type { RunOptions } from './types.js';

export interface Choice {
  readonly workers: number;
  readonly owner: Int32Array;
  readonly parts: number;
  readonly driver: 'serial' | 'parallel';
  readonly notes: string[];
}

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

/** What a run that may choose its number of workers is asked for. */
export function automaticRun(circuit: Circuit, options: RunOptions, cores: number): AutomaticRun {
  const { step: fixedStep, until: end } = settled('lines', circuit, options);
  return { circuit, cores, fixedStep, end, mostAhead: mostAhead(options), method: options.method };
}

/** Steps between synchronisations that the options allow. */
export function mostAhead({ lookAhead = true }: RunOptions): number {
  return typeof lookAhead === 'number' ? lookAhead : lookAhead ? Number.POSITIVE_INFINITY : 1;
}

/** `planned`: owners for as many workers as are asked for, where they have been made already. */
export function choose(circuit: Circuit, options: RunOptions, cores: number, fixedStep: number | null, planned: Int32Array | null): Choice {
  const notes: string[] = [];
  const asked = options.workers ?? (options.plan ? options.plan.parts : 'auto');
  const fewer = options.balance === true && typeof asked === 'number' && asked >= 1 && asked < (options.plan?.parts ?? 0);
  if (options.plan && typeof asked === 'number' && asked !== options.plan.parts && !fewer) {
    throw new RunError(
      'RUN205',
      `the plan has ${options.plan.parts} partitions, --workers is ${asked}`,
      'leave --workers away: the plan says how many there are',
    );
  }
  let wanted: number;
  let made = planned;
  if (options.plan) wanted = options.plan.parts;
  else if (asked === 'auto') {
    wanted = options.ownSteps && options.driver !== 'serial' ? cores : 1;
    if (!options.ownSteps && options.driver !== 'serial') {
      const choice = chooseByCounts(automaticRun(circuit, options, cores));
      notes.push(choice.note);
      wanted = choice.threads;
      made = choice.owner;
    }
  } else {
    wanted = asked;
  }
  // Partitions that change hands must be more than threads.
  const finely = options.balance && wanted > 1 && !options.plan && options.driver !== 'serial';
  const cuts = finely ? wanted * partitionsPerThread : wanted;
  // What depends on the plan must not depend on the number of cores.
  const ofPlan = options.ownSteps || options.exchangeEvery !== undefined;
  const folds = cuts > cores && !finely && !ofPlan && !options.oversubscribe && options.driver !== 'serial';
  const cut = (): { owner: Int32Array; parts: number } =>
    cutCircuit(circuit, cuts, {
      preferWaves: fixedStep !== null && mostAhead(options) > 1,
      onlyWaves: options.ownSteps ?? false,
      ...(finely ? { threads: wanted } : {}),
      ...(folds ? { shares: foldedShares(cuts, cores) } : {}),
      ...(options.method === undefined ? {} : { method: options.method }),
    });
  const given = options.plan ? ownersOf(circuit, options.plan) : finely ? null : made;
  const { owner, parts } = given ? { owner: given, parts: wanted } : cut();
  if (parts < cuts) {
    const joining = options.ownSteps ? 'wave lines' : 'lines';
    notes.push(`${parts} partition${parts === 1 ? '' : 's'} instead of ${cuts}: the circuit has no more parts that only ${joining} join`);
  }
  const isStrict = !options.ownSteps && options.exchangeEvery === fixedStep;
  if (ofPlan && !options.plan && !isStrict)
    notes.push(...planNotes(wanted, parts, asked === 'auto' && options.driver !== 'serial', finely === true));
  const driver = options.driver ?? (parts === 1 ? 'serial' : 'parallel');
  const threads = finely ? wanted : fewer ? Number(asked) : parts;
  let workers = driver === 'serial' ? 1 : Math.min(parts, threads);
  if (workers > cores && !options.oversubscribe) {
    notes.push(
      `${parts} partitions on ${cores} thread${cores === 1 ? '' : 's'}: there are no more cores (--oversubscribe starts ${parts})`,
    );
    workers = cores;
  }
  return { workers, owner, parts, driver, notes };
}

/** Where results depend on the plan and none was given: what it was made for. */
function planNotes(wanted: number, parts: number, isOfMachine: boolean, finely: boolean): string[] {
  const some = `${parts} partition${parts === 1 ? '' : 's'}`;
  return [
    // A circuit that cannot be cut has the same one everywhere.
    ...(isOfMachine && (parts > 1 || wanted === 1)
      ? [`${some} on this machine, and results depend on how many: --workers ${wanted} or --plan gives the same ones on any machine`]
      : []),
    ...(finely && parts > wanted
      ? [`balance: ${some} for ${wanted} threads, and results depend on the plan: without --balance they differ`]
      : []),
  ];
}

/** How many threads can run at once. */
export const availableCores = ({ threads = ownThreads }: Pick<RunOptions, 'threads'> = {}): number => threads.cores();
