/** A run by an integrator: its system, its observers of accepted steps, its results. */
import type { Circuit } from '../circuit/circuit.js';
import { lineType } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { divergedPressure } from '../network/diverged.js';
import type { StartState } from '../network/startState.js';
import { checkPositive, checkStepBounds } from '../results/checkNumbers.js';
import { crowdedEvents, slides } from '../results/crowded.js';
import { digests } from '../results/digest.js';
import type { Ending } from '../results/ending.js';
import type { Progress as RunProgress } from '../results/progress.js';
import { recordedResults, rowsInArrays } from '../results/recorded.js';
import { RunError } from '../results/runError.js';
import { type SettledOf, settled } from '../settings/settled.js';
import type { Carried, Carrier } from './carrier.js';
import { Cavities } from './cavities.js';
import { exhaustedVolume } from './exhausted.js';
import { PressureExtremes } from './extremes.js';
import { type Integration, type IntegrationOptions, integrate, type Progress } from './integrate.js';
import { integrationStart } from './integrationOptions.js';
import { JointPressures } from './joints.js';
import { lumpedSystem } from './lumpedSystem.js';
import type { Counts, Method, Stepper } from './method.js';
import type { LinkedSystem } from './nativeSystem.js';
import { noNumber, noNumberBeyond } from './noNumber.js';
import { Observers } from './observers.js';
import { type RecordedQuantity, recordedQuantities } from './record.js';
import { GridRows } from './rows.js';
import { stuckStep } from './stuckStep.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import { unknownNames } from './system/unknownNames.js';
import { absoluteTolerances } from './tolerances.js';
import { TreatedSystem } from './treatments/treatedSystem.js';
import type { IntegratorResults, Jumps, LumpedOptions, TraceStep } from './types.js';
import { refusedFrom, unfitOf, unfitRemedy, unfitText } from './unfit.js';

/** Where a slice of a run ended: not a number among its rows, or as the integration says. */
export type Slice = 'reached' | 'broken' | Progress;

const never = (): boolean => false;

export class IntegratorRun implements Carried {
  setupSeconds = 0;
  readonly system: CircuitSystem;
  readonly unknowns: IntegratorResults['run']['unknowns'];
  private readonly values: SettledOf<'integrators'>;
  private readonly relativeTolerance: number;
  readonly end: number;
  readonly rows: GridRows;
  private readonly pressures: PressureExtremes;
  private readonly joints: JointPressures;
  private readonly cavities: Cavities;
  private readonly observers: Observers;
  private diverged: { readonly message: string; readonly remedy: string } | null = null;
  readonly quantities;
  private readonly trace: TraceStep[] = [];
  private readonly intervals: IntegratorResults['cost']['intervals'][number][] = [];
  private readonly times: number[] = [];
  integration!: Integration;
  /** Notes about its start. */
  startNotes: readonly string[] = [];
  private smallest = Number.POSITIVE_INFINITY;
  private largest = 0;
  private rejectedBefore = 0;
  private rejectedInARow = 0;
  private wall = 0;
  private sliceBegan = 0;
  private attempts = 1;
  private isReached: (stepper: Stepper) => boolean = never;

  constructor(
    readonly circuit: Circuit,
    private readonly linked: LinkedSystem,
    private readonly method: Method,
    private readonly options: LumpedOptions,
  ) {
    const { system } = linked;
    this.system = system;
    this.values = settled('integrators', circuit, options);
    const { record, every, everyStep } = this.values;
    this.relativeTolerance = this.values.relativeTolerance;
    const names = unknownNames(system);
    const absolute = absoluteTolerances(names, this.relativeTolerance, options.absoluteTolerance ?? this.values.absoluteTolerance);
    this.unknowns = names.map((one, k) => ({ ...one, absoluteTolerance: absolute[k] }));
    this.end = this.values.until;
    this.checkMethod();
    const step = (): number => this.integration.stepper.t - this.integration.stepper.before;
    this.observers = new Observers(system, this.values, step);
    this.quantities = [...recordedQuantities(system, record, step), ...this.observers.columns];
    this.joints = new JointPressures(system);
    this.rows = new GridRows(
      system,
      this.quantities,
      everyStep ? null : every,
      system.size,
      (t) => this.joints.look(t),
      () => this.integration?.sliding ?? null,
    );
    this.pressures = new PressureExtremes(system);
    this.cavities = new Cavities(system);
  }

  /** Puts the start in its place. */
  begin(start: StartState | null): void {
    const { system } = this;
    this.startNotes = start?.notes ?? [];
    const absolute = Float64Array.from(this.unknowns, ({ absoluteTolerance }) => absoluteTolerance);
    const { y, how } = integrationStart(system, this.values, this.options, absolute, start);
    if (!this.method.implicit && !(system instanceof TreatedSystem)) this.lookForStiffness(y, how);
    this.integration = integrate(system, this.method, y, how, {
      onStep: (stepper) => this.accepted(stepper),
      isDone: (stepper) => this.overfull !== null || this.diverged !== null || this.rows.broken !== null || this.isReached(stepper),
    });
    const at = this.integration.stepper.y;
    this.pressures.take(0, at);
    this.observers.start(at, this.rows.read.bind(this.rows));
    this.rows.begin(0, at);
    this.observers.begin();
  }

  /** Of an explicit method: says what stability alone would cost, and throws RunError LMP205 where that is hopeless. */
  private lookForStiffness(y: Float64Array, how: IntegrationOptions): void {
    const unfit = unfitOf(this.method, lumpedSystem(this.circuit, this.options), y, how);
    if (!unfit) return;
    const note = unfitText(unfit, how.fixedStep);
    if (how.fixedStep === null && unfit.steps > refusedFrom) throw new RunError('LMP205', note, unfitRemedy(unfit));
    const reported = `${note}; ${unfitRemedy(unfit)}`;
    this.startNotes = [...this.startNotes, reported];
    this.options.onNote?.(reported);
  }

  /** All that the rest of the run and its account follow from. */
  carry(carrier: Carrier): void {
    this.system.carry(carrier);
    this.integration.carry(carrier);
    for (const one of [this.rows, this.pressures, this.joints, this.cavities, this.observers]) one.carry(carrier);
    this.smallest = carrier.number(this.smallest);
    this.largest = carrier.number(this.largest);
    this.rejectedBefore = carrier.number(this.rejectedBefore);
    this.rejectedInARow = carrier.number(this.rejectedInARow);
    this.wall = carrier.number(this.wall);
  }

  /** The message for a cavity that ends the run; null where there is none, or the circuit lets it be. */
  private get overfull(): Cavities['overfull'] {
    return this.circuit.run.overfullCavity === 'end' ? this.cavities.overfull : null;
  }

  /** Refuses options without a meaning here, and tasks that the method cannot do, before anything runs. */
  private checkMethod(): void {
    const { method, system } = this;
    const { every, step, initialStep, minimumStep, maximumStep, transitionPressure = 1 } = this.values;
    const { end, relativeTolerance } = this;
    checkPositive({ end, every, relativeTolerance, step, initialStep, minimumStep, maximumStep, transitionPressure });
    checkStepBounds(minimumStep ?? 0, maximumStep ?? Number.POSITIVE_INFINITY);
    if (system.mass && !method.algebraic)
      throw new RunError(
        'LMP202',
        `${method.name} solves no algebraic equations, and a component here sets a pressure that depends on its flow`,
        'take rodas4, radau5 or bdf',
      );
    if (step && !method.fixed)
      throw new RunError(
        'LMP203',
        `${method.name} chooses its steps itself, and the run has a fixed step`,
        'omit the step, or take rodas4',
      );
  }

  /** The circuit is another from here on: a value was set. */
  disturb(): void {
    this.pressures.again();
    this.integration.disturb();
  }

  /** Quantities where the run stands, SI, as a row would have them; everything is left as it was. */
  look(quantities: readonly RecordedQuantity[]): Float64Array {
    const { t, y } = this.integration.stepper;
    const values = new Float64Array(quantities.length);
    this.system.lookAt(() => this.rows.read(t, y, quantities, values));
    return values;
  }

  /** Where it stands. */
  get stepper(): Stepper {
    return this.integration.stepper;
  }

  get progress(): RunProgress {
    const { t, step, counts } = this.integration.stepper;
    const { accepted, rejected, failed } = counts;
    return { time: t, end: this.end, accepted, rejected: rejected + failed, step };
  }

  /** Goes on for some 20 ms, no farther than to where `isReached` is true: 'running', 'reached', or why it does not go on. */
  slice(isReached: (stepper: Stepper) => boolean = never): Slice {
    this.isReached = isReached;
    const { attempts } = this;
    this.sliceBegan = performance.now();
    const state = this.options.realTime ? this.timedAttempts(attempts) : this.integration.run(attempts);
    const took = performance.now() - this.sliceBegan;
    this.wall += took / 1000;
    if (this.rows.broken) return 'broken';
    if (state === 'running') this.attempts = Math.max(1, Math.min(1 << 20, Math.round(attempts * Math.min(4, 20 / Math.max(took, 0.05)))));
    return state === 'stopped' && this.overfull === null && this.diverged === null ? 'reached' : state;
  }

  /** The account of a run that has come to a state other than 'running' and 'reached'. */
  ended(state: Exclude<Slice, 'running' | 'reached'>): IntegratorResults {
    return this.results(state === 'broken' ? null : this.endingOf(state, this.integration.stepper));
  }

  /** The account of a run that is left where it stands. */
  interrupted(): IntegratorResults {
    const { t } = this.integration.stepper;
    return this.results({ kind: 'interrupted', message: `interrupted at t = ${t} s; the rows until then are kept` });
  }

  private timedAttempts(attempts: number): ReturnType<typeof this.integration.run> {
    for (let k = 0; k < attempts; k++) {
      const began = performance.now();
      const state = this.integration.run(1);
      if (state === 'running') this.times.push((performance.now() - began) / 1000);
      else return state;
    }
    return 'running';
  }

  private accepted(stepper: Stepper): void {
    const length = stepper.t - stepper.before;
    // A step that only reaches a point in time says nothing of what the method can do; steps of rounding are not counted as smallest.
    if (length > 0) this.smallest = Math.min(this.smallest, length);
    this.largest = Math.max(this.largest, length);
    this.observe(stepper, length);
    this.pressures.take(stepper.t, stepper.y);
    if (this.pressures.highest > this.circuit.run.pressureLimit)
      this.diverged = divergedPressure(this.pressures.extremes, this.circuit.run.pressureLimit);
    this.joints.take(stepper.t, stepper.y);
    this.cavities.take(stepper.t, stepper.y);
    const { intervals = [], trace } = this.options;
    while (this.intervals.length < intervals.length && stepper.t >= intervals[this.intervals.length]) {
      const wallSeconds = this.wall + (performance.now() - this.sliceBegan) / 1000;
      this.intervals.push({ t: intervals[this.intervals.length], wallSeconds, counts: { ...stepper.counts } });
    }
    const rejected = stepper.counts.rejected + stepper.counts.failed;
    const inARow = rejected - this.rejectedBefore;
    this.rejectedBefore = rejected;
    this.rejectedInARow = Math.max(this.rejectedInARow, inARow);
    if (!trace) return;
    const { t, y, error, order } = stepper;
    this.trace.push({ t, y: y.slice(), step: length, error, order, rejected: inARow });
  }

  /** Rows that are due within the step have what was kept until its end. */
  private observe(stepper: Stepper, length: number): void {
    const { rows, observers } = this;
    observers.take(stepper.t, stepper.y, length);
    const before = rows.count;
    rows.take(stepper);
    if (rows.count > before) observers.endInterval();
  }

  private endingOf(state: Exclude<Progress, 'running'>, stepper: Stepper): Ending | null {
    const { system, end, overfull, diverged } = this;
    if (diverged) return { kind: 'failed', code: 'LMP309', ...diverged };
    if (overfull) return { kind: 'failed', code: 'LMP306', ...overfull };
    if (state === 'finished') return null;
    if (state === 'chatters')
      return { kind: 'failed', code: 'LMP307', ...slides(this.system.switchName(this.integration.crossed), stepper.t, end) };
    if (state !== 'crowded') return this.stuck(stepper);
    const creeping = { ...system.nextEventBy(), t: stepper.t, event: system.nextEvent(), end };
    return { kind: 'failed', code: 'LMP305', ...crowdedEvents(creeping) };
  }

  private stuck(stepper: Stepper): Ending {
    const { t, y } = stepper;
    const at = `${this.method.name} cannot go on at t = ${t} s`;
    const without = this.withoutPressure(at);
    if (without) return without;
    const exhausted = exhaustedVolume(this.system, t, y);
    if (exhausted) return { kind: 'failed', code: 'LMP302', message: `${at}: ${exhausted.message}`, remedy: exhausted.remedy };
    const none = noNumberBeyond(this.system, t, y);
    if (none) return { kind: 'failed', code: 'LMP304', message: `${at}: beyond it ${none} is not a number`, remedy: noNumber };
    return { kind: 'failed', code: 'LMP301', ...stuckStep(at, stepper, this.values.step) };
  }

  /** Of a treated volume for which there was no pressure; null if all had one. */
  private withoutPressure(at: string): Ending | null {
    const name = this.system instanceof TreatedSystem ? this.system.withoutPressure : null;
    if (name === null) return null;
    return {
      kind: 'failed',
      code: 'LMP308',
      message: `${at}: no pressure of '${name}' balances the flows into it`,
      remedy:
        'what flows there follows from no pressure, as that of a piston behind a shut valve: leave this volume its oil, and treat one between throttles',
    };
  }

  private results(ending: Ending | null): IntegratorResults {
    const { circuit, system, method, options, quantities } = this;
    const { stepper } = this.integration;
    this.rows.end(stepper.t, stepper.y);
    const { t, columns } = this.rows.done();
    const { broken } = this.rows;
    const at = `${method.name} cannot go on at t = ${broken?.t} s`;
    const notFinite: Ending | null =
      broken &&
      (this.withoutPressure(at) ?? {
        kind: 'failed',
        code: 'LMP303',
        message: `${broken.name} is ${Number.isNaN(broken.value) ? 'not a number' : broken.value} at t = ${broken.t} s`,
        remedy: noNumber,
      });
    const { components, lines } = tablesOf(circuit);
    const rows = rowsInArrays(t, columns);
    const { accepted, rejected, failed } = stepper.counts;
    return Object.assign(recordedResults(quantities, rows), {
      engine: 'integrators' as const,
      circuit: circuit.name,
      end: stepper.t,
      ending: notFinite ?? ending,
      notes: [...notesOf(system), ...this.startNotes, ...this.linked.notes],
      ...digests({ rows: [t, ...columns], state: [stepper.y] }),
      run: {
        solver: method.name,
        components: components.count,
        lines: lines.count,
        kernels: this.linked.kernels,
        relativeTolerance: this.relativeTolerance,
        events: options.events ?? 'locate',
        transitionPressure: options.transitionPressure ?? 1000,
        size: system.size,
        algebraic: system.system.algebraicRows.length,
        entries: system.pattern.rows.length,
        unknowns: this.unknowns,
      },
      account: {
        steps: {
          accepted,
          rejected: rejected + failed,
          rejectedInARow: this.rejectedInARow,
          smallest: Number.isFinite(this.smallest) ? this.smallest : 0,
          largest: this.largest,
        },
        cavitation: this.cavities.cavitation,
        joints: this.joints.below,
        pressures: this.pressures.extremes,
        ...this.observers.findings,
        discontinuities: discontinuities(system, stepper.t),
        treatments: system instanceof TreatedSystem ? system.accounts : [],
      },
      cost: {
        wallSeconds: this.wall,
        setupSeconds: this.setupSeconds,
        counts: { ...stepper.counts } satisfies Counts,
        realTime: options.realTime && options.step ? realTime(options.step, this.times) : null,
        intervals: this.intervals,
      },
      trace: this.trace,
    });
  }
}

/** Times of attempts, s, against the fixed step. */
function realTime(step: number, times: readonly number[]): IntegratorResults['cost']['realTime'] {
  const sorted = Float64Array.from(times).sort();
  return {
    step,
    median: sorted[sorted.length >> 1] ?? 0,
    largest: sorted.at(-1) ?? 0,
    missed: times.filter((time) => time > step).length,
    times: Float64Array.from(times),
  };
}

/** Counts of jumps of a system until `end`, s, by name. */
function discontinuities(system: CircuitSystem, end: number): Jumps {
  const { time, switches, resets, bySwitch, passed, slides } = system.discontinuities;
  const busiest = [...bySwitch.keys()]
    .filter((k) => bySwitch[k] > 0)
    .sort((a, b) => bySwitch[b] - bySwitch[a])
    .slice(0, 5);
  return {
    time,
    switches,
    resets,
    busiest: busiest.map((k) => ({ what: system.switchName(k), count: bySwitch[k] })),
    slides: slides.map(({ index, from, to }) => ({ what: system.switchName(index), from, to: Math.min(to, end) })),
    modes: passed.map(({ t, index, side }) => ({ t, what: system.switchName(index, side) })),
  };
}

/** Notes about wave lines and volumes whose pressure is no unknown, in the words of their type. */
function notesOf({ circuit, system: { volumes, setVolumes } }: CircuitSystem): string[] {
  const { lines } = tablesOf(circuit);
  return [true, false].flatMap((isOil) => {
    const sections = volumes.sections.filter((line) => (lineType(lines, line) === 'hydraulic') === isOil).length;
    const set = setVolumes.filter((v) => (volumes.type[v] === 'hydraulic') === isOil).length;
    return [...(sections > 0 ? [sectionsNote(sections, volumes.modes, isOil)] : []), ...(set > 0 ? [setNote(set, isOil)] : [])];
  });
}

function sectionsNote(count: number, modes: number, isOil: boolean): string {
  if (modes > 0)
    return `${count} wave line${count === 1 ? ' has' : 's have'} ${modes} modes: a front is some ${Number((5 / modes).toPrecision(2))} of the delay long`;
  const made = isOil ? 'volume and inertance' : 'stiffness and mass';
  return `${count} wave line${count === 1 ? ' is' : 's are'} one section of ${made}: no travelling waves (--line-tolerance 2% has them, by modes)`;
}

const setNote = (count: number, isOil: boolean): string =>
  isOil
    ? `${count} volume${count === 1 ? ' has its' : 's have their'} pressure set by a component (tanks at the end of a line): no unknown`
    : `${count} mechanical line${count === 1 ? ' has its' : 's have their'} force or torque set by a component at the end (a source, spring or lever): rigid, no unknown`;
