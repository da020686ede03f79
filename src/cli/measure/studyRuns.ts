/**
 * Measures plans of one circuit: every partition alone in one thread, the run that follows from that on as many cores as it has partitions, and the run
 * on the cores that there are, in turn with the serial engine. Same digests first.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { planAccount } from '../../partition/account.js';
import { countedCosts } from '../../partition/costs.js';
import type { Plan } from '../../partition/plan.js';
import { type PredictedLoss, predictStep, type StepWork } from '../../partition/prediction.js';
import { lookAheadWindow } from '../../program/lookAhead.js';
import type { MeasuredPlan } from '../../report/studyTable.js';
import { formatSeconds } from '../../report/units.js';
import type { Progress } from '../../results/progress.js';
import { ratios, type Spread, spreadOf } from '../../results/statistics.js';
import { lossesOf } from '../../run/account/losses.js';
import { machineOf } from '../../run/chooseWorkers.js';
import { foldPartitions } from '../../run/threads/folding.js';
import type { RunOptions } from '../../run/types.js';
import { settled } from '../../settings/settled.js';
import type { SynchronisationTime } from './barrierTime.js';
import { disturbance } from './disturbed.js';
import { StepRounds, type StepTimes, undisturbed } from './stepParts.js';
import { aloneTimes, cutFacts, measuredWork } from './stepShares.js';
import { type Alternated, alternate, expectSame, finished } from './wholeRuns.js';

export interface StudiedPlan {
  readonly name: string;
  readonly plan: Plan;
  /** By component. */
  readonly owner: Int32Array;
}

export interface StudyRow {
  readonly name: string;
  readonly parts: number;
  readonly cutLines: number;
  /** By partition: s of the run that its attempts take, in one thread. */
  readonly partitionSeconds: readonly number[];
  /** Of these its components alone: without line ends and exchange. */
  readonly componentSeconds: readonly number[];
  /** Largest of these over their mean. */
  readonly imbalance: number;
  /** On a core for each partition; null without a barrier's time. */
  readonly predicted: Predicted | null;
  readonly here: MeasuredPlan;
}

export interface Predicted {
  readonly threads: number;
  readonly seconds: number;
  readonly speedUp: number;
  /** Of these, in synchronisations. */
  readonly synchronisationSeconds: number;
  /** The largest loss. */
  readonly limitedBy: PredictedLoss | null;
  /** Whether there are not that many cores here. */
  readonly simulated: boolean;
  /** Seconds on the threads that the plan was run on. */
  readonly hereSeconds: number;
}

export interface Study {
  readonly circuit: string;
  readonly components: number;
  readonly attempts: number;
  readonly serial: Spread;
  /** s of the run that all components take in one thread, timed as partitions are; and the attempts as a whole, as the predictions take them. */
  readonly componentSeconds: number;
  readonly loopSeconds: number;
  /** By kind, those that take longest first. */
  readonly kinds: readonly { readonly kind: string; readonly components: number; readonly seconds: number }[];
  /** Serial over serial. */
  readonly noise: Spread;
  /** A synchronisation of two threads; null where there is one core. */
  readonly barrier: SynchronisationTime | null;
  readonly rows: readonly StudyRow[];
  /** Plans that the budget left no time for. */
  readonly leftOut: readonly string[];
}

export interface StudySettings {
  readonly rounds: number;
  /** s that the study may take; each plan that is begun has one round at least. */
  readonly budget: number;
  /** Along the run, at which partitions are timed. */
  readonly states: number;
  /** Least length of a sample of runs, s. */
  readonly seconds: number;
  readonly cores: number;
  readonly oversubscribe: boolean;
  readonly run: RunOptions;
  readonly barrier: SynchronisationTime | null;
  readonly say: (text: string) => void;
  /** Is called with the study so far, after each plan. */
  readonly onPlan?: (study: Study) => void;
}

const timedSlice = 16;

/** Measures every plan, and hands out the study so far after each. Throws RunFault. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: phases of a study share its times, its budget and its progress
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: phases of a study share its times, its budget and its progress
export async function measureStudy(circuit: Circuit, plans: readonly StudiedPlan[], settings: StudySettings): Promise<Study> {
  const { rounds, states, run, barrier } = settings;
  const clock = new Clock(settings);
  const { until, step } = settled('lines', circuit, run);
  const options: RunOptions = { record: [], every: until, ...run, onProgress: (now) => clock.at(now) };
  clock.says('serial engine');
  const serialRun = await finished(circuit, { ...options, workers: 1 });
  const attempts = serialRun.account.steps.accepted + serialRun.account.steps.rejected;
  const timed: Circuit = {
    ...circuit,
    run: { ...circuit.run, end: until, step },
  };
  const stepTimes = async (owner: Int32Array, parts: number, withKinds = false): Promise<StepTimes> => {
    const made = new StepRounds(timed, owner, parts, states, withKinds);
    for (let round = 0; round < rounds && (round === 0 || clock.hasTime); round++) {
      let part = 0;
      for (const _ of made.parts()) {
        clock.news(`, round ${round + 1} of ${rounds}, part ${++part}`);
        await othersTurn();
      }
    }
    return undisturbed(made.times());
  };
  clock.share(1 / (1 + plans.length));
  clock.says('serial engine, component by component');
  const alone = await stepTimes(new Int32Array(circuit.components.length), 1, true);
  const inSeconds = ({ median }: Spread): number => (median * attempts) / 1e9;
  const serials: number[] = [];
  const again: (readonly [number, number])[] = [];
  const rows: StudyRow[] = [];
  const leftOut: string[] = [];
  for (const [k, { name, plan, owner }] of plans.entries()) {
    if (k > 0 && clock.isOver) {
      leftOut.push(name);
      continue;
    }
    clock.share(1 / (plans.length - k));
    const says = (what: string): void => clock.says(`${name}, plan ${k + 1} of ${plans.length}: ${what}`);
    says('a run');
    const threads = settings.oversubscribe ? plan.parts : Math.min(plan.parts, settings.cores);
    const parallel: RunOptions = { ...options, plan, driver: threads === 1 ? 'serial' : 'parallel', oversubscribe: settings.oversubscribe };
    const first = await finished(circuit, parallel);
    expectSame(`${circuit.name} by the serial engine and by ${name}`, [serialRun.stateDigest, first.stateDigest]);
    says('partition by partition');
    const cut = await stepTimes(owner, plan.parts);
    // In step, partitions of one thread are made one; a driver of one thread keeps them, with their cut lines.
    const window = lookAheadWindow(circuit, owner, timed.run.step);
    const folds = threads > 1 && threads < plan.parts && window === 1;
    const { total, largestBlock } = planAccount(circuit, owner, plan.parts, countedCosts(circuit));
    const workOf = (times: StepTimes, of: Int32Array, parts: number): StepWork =>
      measuredWork(alone, times, { ...cutFacts(circuit, of, parts, timed.run.step), window, largestBlock: largestBlock.cost / total });
    const work = workOf(cut, owner, plan.parts);
    const folded = folds ? foldPartitions(circuit, owner, plan.parts, threads).owner : null;
    const here = folded ? workOf(await stepTimes(folded, threads), folded, threads) : work;
    const made: Alternated[] = [];
    for (let round = 0; round < rounds && (round === 0 || clock.hasTime); round++) {
      says(`round ${round + 1} of ${rounds}, in turn with the serial engine`);
      made.push(
        await alternate(
          1,
          () => sample(circuit, { ...options, workers: 1 }, settings.seconds),
          () => sample(circuit, parallel, settings.seconds),
        ),
      );
    }
    const own = made.flatMap((one) => one.again);
    serials.push(...made.flatMap(({ ones }) => ones));
    again.push(...own);
    says('where threads wait');
    const {
      cost: { timeline },
    } = await finished(circuit, { ...parallel, timeline: timedSlice });
    // The same partitions in one thread: what threads work beyond that is memory.
    const inOneThread = await finished(circuit, { ...parallel, driver: 'serial', timeline: timedSlice });
    const losses = timeline ? lossesOf(timeline, inOneThread.cost.timeline ? lossesOf(inOneThread.cost.timeline) : null) : null;
    const partitionSeconds = aloneTimes(cut).map((ns) => (ns * attempts) / 1e9);
    rows.push({
      name,
      parts: plan.parts,
      cutLines: plan.cut.length,
      partitionSeconds,
      componentSeconds: cut.partitions.map(({ phases }) => inSeconds(phases.components)),
      imbalance: (Math.max(...partitionSeconds) * plan.parts) / partitionSeconds.reduce((a, b) => a + b, 0),
      predicted:
        barrier === null
          ? null
          : predicted(work, threads === 1 ? cut.loop.median : { work: here, threads }, settings.cores, barrier, attempts),
      here: {
        threads,
        seconds: spreadOf(made.flatMap(({ others }) => others)),
        speedUp: ratios(made.flatMap(({ pairs }) => pairs)),
        losses,
        rounds: made.length,
        disturbed: disturbance({ noise: ratios(own), interruptions: losses?.interruptions ?? null, barrier, threads }),
      },
    });
    settings.onPlan?.(studied());
  }
  return studied();

  function studied(): Study {
    return {
      circuit: circuit.name,
      components: circuit.components.length,
      attempts,
      serial: spreadOf(serials),
      componentSeconds: inSeconds(allOf(alone).phases.components),
      loopSeconds: inSeconds(alone.loop),
      kinds: allOf(alone).kinds.map(({ kind, components, time }) => ({ kind, components, seconds: inSeconds(time) })),
      noise: ratios(again),
      barrier,
      rows: [...rows],
      leftOut,
    };
  }
}

/** Ctrl-C and the like have their turn. */
const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Time budget of a study, and how far it is. */
class Clock {
  private readonly began = performance.now();
  private ends: number;
  private what = '';
  private said = 0;

  constructor(private readonly settings: Pick<StudySettings, 'budget' | 'say'>) {
    this.ends = settings.budget;
  }

  /** s */
  private get spent(): number {
    return (performance.now() - this.began) / 1000;
  }

  get isOver(): boolean {
    return this.spent > this.settings.budget;
  }

  /** Whether what the last share was for may go on. */
  get hasTime(): boolean {
    return this.spent < this.ends;
  }

  /** The next piece of work has such a part of the time that is left. */
  share(part: number): void {
    this.ends = this.spent + part * Math.max(0, this.settings.budget - this.spent);
  }

  says(what: string): void {
    this.what = what;
    this.say('');
  }

  /** News of a run. */
  at({ time, end }: Progress): void {
    this.news(`, ${formatSeconds(time)} of ${formatSeconds(end)}`);
  }

  /** Reports how far the current work is, four times a second at most. */
  news(text: string): void {
    if (performance.now() - this.said >= 250) this.say(text);
  }

  private say(more: string): void {
    this.said = performance.now();
    this.settings.say(`${this.what}${more} (${Math.round(this.spent)} s)`);
  }
}

/** Run times that follow from partitions timed one by one: partition/prediction.ts. `here`: what the run here has, or its attempt in one thread, ns. */
function predicted(
  work: StepWork,
  here: number | { readonly work: StepWork; readonly threads: number },
  cores: number,
  synchronisation: SynchronisationTime,
  attempts: number,
): Predicted {
  const parts = work.partitions.length;
  const { attempt, speedUp, losses, limitedBy, simulated } = predictStep(work, parts, machineOf(cores, synchronisation.own));
  const attemptHere =
    typeof here === 'number' ? here : predictStep(here.work, here.threads, machineOf(cores, synchronisation.here)).attempt;
  return {
    threads: parts,
    seconds: (attempt * attempts) / 1e9,
    speedUp,
    synchronisationSeconds: (losses.barrier * attempts) / 1e9,
    limitedBy,
    simulated,
    hereSeconds: (attemptHere * attempts) / 1e9,
  };
}

/** The one partition of an undivided circuit. */
const allOf = ({ partitions }: StepTimes): StepTimes['partitions'][number] => partitions[0] as StepTimes['partitions'][number];

/** s of a run: mean of as many as last `seconds`. */
async function sample(circuit: Circuit, options: RunOptions, seconds: number): Promise<number> {
  let [spent, runs] = [0, 0];
  while (spent < seconds) {
    spent += (await finished(circuit, options)).cost.wallSeconds;
    runs++;
  }
  return spent / runs;
}
