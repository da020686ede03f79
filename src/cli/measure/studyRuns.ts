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
import type { LineResults, RunOptions } from '../../run/types.js';
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
export async function measureStudy(circuit: Circuit, plans: readonly StudiedPlan[], settings: StudySettings): Promise<Study> {
  const clock = new Clock(settings);
  const options: RunOptions = {
    ...{ record: [], every: settled('lines', circuit, settings.run).until },
    ...settings.run,
    onProgress: (now) => clock.at(now),
  };
  clock.says('serial engine');
  const serial = await finished(circuit, { ...options, workers: 1 });
  const studied = new StudiedCircuit(circuit, settings, clock, options, serial);
  clock.share(1 / (1 + plans.length));
  clock.says('serial engine, component by component');
  const alone = await studied.stepTimes(new Int32Array(circuit.components.length), 1, true);
  const [serials, again, rows, leftOut]: [number[], (readonly [number, number])[], StudyRow[], string[]] = [[], [], [], []];
  const soFar = (): Study => ({ ...studied.study(alone), serial: spreadOf(serials), noise: ratios(again), rows: [...rows], leftOut });
  for (const [k, studiedPlan] of plans.entries()) {
    if (k > 0 && clock.isOver) {
      leftOut.push(studiedPlan.name);
      continue;
    }
    clock.share(1 / (plans.length - k));
    const { row, rounds } = await studied.measure(studiedPlan, alone, `plan ${k + 1} of ${plans.length}`);
    serials.push(...rounds.flatMap(({ ones }) => ones));
    again.push(...rounds.flatMap((one) => one.again));
    rows.push(row);
    settings.onPlan?.(soFar());
  }
  return soFar();
}

/** A circuit whose plans are measured one by one, against its run by the serial engine. */
class StudiedCircuit {
  private readonly attempts: number;
  /** With the end and the step of the study. */
  private readonly timed: Circuit;

  constructor(
    private readonly circuit: Circuit,
    private readonly settings: StudySettings,
    private readonly clock: Clock,
    private readonly options: RunOptions,
    private readonly serial: LineResults,
  ) {
    const { until, step } = settled('lines', circuit, settings.run);
    const { accepted, rejected } = serial.account.steps;
    this.attempts = accepted + rejected;
    this.timed = { ...circuit, run: { ...circuit.run, end: until, step } };
  }

  /** Facts of the circuit and its serial run. */
  study(alone: StepTimes): Omit<Study, 'serial' | 'noise' | 'rows' | 'leftOut'> {
    const { phases, kinds } = allOf(alone);
    return {
      circuit: this.circuit.name,
      components: this.circuit.components.length,
      attempts: this.attempts,
      componentSeconds: this.seconds(phases.components),
      loopSeconds: this.seconds(alone.loop),
      kinds: kinds.map(({ kind, components, time }) => ({ kind, components, seconds: this.seconds(time) })),
      barrier: this.settings.barrier,
    };
  }

  /** Times of the parts of a step, in as many rounds as there is time for. */
  async stepTimes(owner: Int32Array, parts: number, withKinds = false): Promise<StepTimes> {
    const { rounds, states } = this.settings;
    const made = new StepRounds(this.timed, owner, parts, states, withKinds);
    for (let round = 0; round < rounds && (round === 0 || this.clock.hasTime); round++) {
      let part = 0;
      for (const _ of made.parts()) {
        this.clock.news(`, round ${round + 1} of ${rounds}, part ${++part}`);
        await othersTurn();
      }
    }
    return undisturbed(made.times());
  }

  /** A plan: a run of equal results, its partitions one by one, runs in turn with the serial engine, losses of its threads. */
  async measure(studied: StudiedPlan, alone: StepTimes, number: string): Promise<{ row: StudyRow; rounds: readonly Alternated[] }> {
    const { plan, name } = studied;
    const { oversubscribe, cores, barrier } = this.settings;
    const says = (what: string): void => this.clock.says(`${name}, ${number}: ${what}`);
    says('a run');
    const threads = oversubscribe ? plan.parts : Math.min(plan.parts, cores);
    const parallel: RunOptions = { ...this.options, plan, driver: threads === 1 ? 'serial' : 'parallel', oversubscribe };
    const first = await finished(this.circuit, parallel);
    expectSame(`${this.circuit.name} by the serial engine and by ${name}`, [this.serial.stateDigest, first.stateDigest]);
    says('partition by partition');
    const cut = await this.stepTimes(studied.owner, plan.parts);
    const { whole, here } = await this.work(studied, alone, cut, threads);
    const rounds = await this.inTurn(parallel, says);
    says('where threads wait');
    const losses = await this.losses(parallel);
    const partitionSeconds = aloneTimes(cut).map((ns) => (ns * this.attempts) / 1e9);
    const ownSpeed = threads === 1 ? cut.loop.median : { work: here, threads };
    const noise = ratios(rounds.flatMap(({ again }) => again));
    const row: StudyRow = {
      name,
      parts: plan.parts,
      cutLines: plan.cut.length,
      partitionSeconds,
      componentSeconds: cut.partitions.map(({ phases }) => this.seconds(phases.components)),
      imbalance: (Math.max(...partitionSeconds) * plan.parts) / partitionSeconds.reduce((a, b) => a + b, 0),
      predicted: barrier === null ? null : predicted(whole, ownSpeed, cores, barrier, this.attempts),
      here: {
        threads,
        seconds: spreadOf(rounds.flatMap(({ others }) => others)),
        speedUp: ratios(rounds.flatMap(({ pairs }) => pairs)),
        losses,
        rounds: rounds.length,
        disturbed: disturbance({ noise, interruptions: losses?.interruptions ?? null, barrier, threads }),
      },
    };
    return { row, rounds };
  }

  /** Work of a plan on a core for each partition, and as it runs here. In step, partitions of one thread are made one; a driver of one thread keeps them, with their cut lines. */
  private async work(
    { plan: { parts }, owner }: StudiedPlan,
    alone: StepTimes,
    cut: StepTimes,
    threads: number,
  ): Promise<{ whole: StepWork; here: StepWork }> {
    const { circuit } = this;
    const { step } = this.timed.run;
    const window = lookAheadWindow(circuit, owner, step);
    const { total, largestBlock } = planAccount(circuit, owner, parts, countedCosts(circuit));
    const workOf = (times: StepTimes, of: Int32Array, count: number): StepWork =>
      measuredWork(alone, times, { ...cutFacts(circuit, of, count, step), window, largestBlock: largestBlock.cost / total });
    const whole = workOf(cut, owner, parts);
    if (!(threads > 1 && threads < parts && window === 1)) return { whole, here: whole };
    const folded = foldPartitions(circuit, owner, parts, threads).owner;
    return { whole, here: workOf(await this.stepTimes(folded, threads), folded, threads) };
  }

  /** Runs of a plan in turn with the serial engine, in as many rounds as there is time for. */
  private async inTurn(parallel: RunOptions, says: (what: string) => void): Promise<Alternated[]> {
    const { rounds, seconds } = this.settings;
    const made: Alternated[] = [];
    for (let round = 0; round < rounds && (round === 0 || this.clock.hasTime); round++) {
      says(`round ${round + 1} of ${rounds}, in turn with the serial engine`);
      const bySerial = (): Promise<number> => sample(this.circuit, { ...this.options, workers: 1 }, seconds);
      made.push(await alternate(1, bySerial, () => sample(this.circuit, parallel, seconds)));
    }
    return made;
  }

  /** Losses of the threads of a plan; work beyond that of its partitions in one thread is memory. */
  private async losses(parallel: RunOptions): Promise<StudyRow['here']['losses']> {
    const { timeline } = (await finished(this.circuit, { ...parallel, timeline: timedSlice })).cost;
    const inOneThread = (await finished(this.circuit, { ...parallel, driver: 'serial', timeline: timedSlice })).cost.timeline;
    return timeline ? lossesOf(timeline, inOneThread ? lossesOf(inOneThread) : null) : null;
  }

  /** s of the run, of a time of an attempt. */
  private seconds({ median }: Spread): number {
    return (median * this.attempts) / 1e9;
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
