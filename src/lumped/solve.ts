/** Circuit + options → LumpedResults: the circuit as an ODE, integrated by any method. */
import type { Circuit } from '../circuit/circuit.js';
import { formatQuantity } from '../circuit/text/units.js';
import { tablesOf } from '../circuit/views.js';
import type { PortableKernels } from '../equations/kernel/kernelSource.js';
import { divergedPressure } from '../network/diverged.js';
import type { StartState } from '../network/startState.js';
import { crowdedEvents, slides } from '../results/crowded.js';
import { digests } from '../results/digest.js';
import type { Ending } from '../results/ending.js';
import { recordedResults, rowsInArrays } from '../results/recorded.js';
import { RunError } from '../results/runError.js';
import { type SettledOf, settled } from '../settings/settled.js';
import { Cavities } from './cavities.js';
import { checkLumpedOptions } from './checkOptions.js';
import { exhaustedVolume } from './exhausted.js';
import { PressureExtremes } from './extremes.js';
import { type Integration, type IntegrationOptions, integrate, type Progress } from './integrate.js';
import { JointPressures } from './joints.js';
import { discontinuities } from './jumps.js';
import type { Counts, Method, Stepper } from './method.js';
import { methodNamed } from './methodNamed.js';
import { type LinkedSystem, nativeSystem } from './nativeSystem.js';
import { noNumber, noNumberBeyond } from './noNumber.js';
import { notesOf } from './notes.js';
import { realTime } from './realTime.js';
import { recordedQuantities } from './record.js';
import { GridRows } from './rows.js';
import { startAt } from './startAt.js';
import { steadyState } from './steady.js';
import type { SteadyState } from './steadyNotes.js';
import { stuckStep } from './stuckStep.js';
import { buildSystem } from './system/build.js';
import { CircuitSystem } from './system/circuitSystem.js';
import type { Linker } from './system/link.js';
import { unknownNames } from './system/unknownNames.js';
import { absoluteTolerances } from './tolerances.js';
import { parseTreatment } from './treatments/registry.js';
import { TreatedSystem } from './treatments/treatedSystem.js';
import type { IntegratorResults, LumpedOptions, TraceStep } from './types.js';
import { refusedFrom, unfitOf, unfitRemedy, unfitText } from './unfit.js';

/** The system of a circuit with the defaults of the options, and its treated volumes; `link`: its functions by another back end than the portable ones, which have the same bits. */
export function lumpedSystem(circuit: Circuit, options: LumpedOptions = {}, link: Linker | null = null): CircuitSystem {
  checkLumpedOptions(circuit, options);
  const { transitionPressure = 1000, events = 'locate', step = null, solver = 'rodas4' } = options;
  const treat = options.treat ?? Object.entries(circuit.run.treat).map(([volume, how]) => parseTreatment(`${volume}=${how}`));
  const system = buildSystem(circuit, {
    ...{ transitionPressure, modes: events === 'locate', kernels: link ?? kernelsOf(options) },
    lineTolerance: options.lineTolerance ?? circuit.run.lineTolerance,
  });
  return treat.length === 0 ? new CircuitSystem(circuit, system) : new TreatedSystem(circuit, system, methodNamed(solver), step, treat);
}

/**
 * Solves a circuit as lumped volumes and components (M y' = f(t, y)). Resolves with partial results and an `ending` when it is interrupted or fails;
 * rejects with RunError for what cannot begin.
 */
export async function simulateLumped(circuit: Circuit, options: LumpedOptions = {}): Promise<IntegratorResults> {
  checkLumpedOptions(circuit, options);
  const began = performance.now();
  const method = methodNamed(options.solver ?? 'rodas4');
  const linked: LinkedSystem =
    options.kernels === 'native'
      ? await nativeSystem((link) => lumpedSystem(circuit, options, link), options.native)
      : { system: lumpedSystem(circuit, options), kernels: kernelsOf(options), notes: [] };
  const run = new Run(circuit, linked, method, options);
  const steady = settled('integrators', circuit, options).steadyStart ? await steadyOf(circuit, options) : null;
  run.begin(steady);
  run.setupSeconds = (performance.now() - began) / 1000;
  return run.toEnd();
}

/** What the equations of the components run as. */
const kernelsOf = ({ kernels = 'auto' }: LumpedOptions): PortableKernels => (kernels === 'js' ? 'js' : 'wasm');

/** The operating point of the equations as they are solved, with the run's interruption and progress. */
function steadyOf(circuit: Circuit, options: LumpedOptions): Promise<SteadyState> {
  const { transitionPressure = 1000, signal, onProgress } = options;
  const { until: end } = settled('integrators', circuit, options);
  return steadyState(circuit, {
    transition: transitionPressure,
    signal,
    onProgress: (starting) => onProgress?.({ time: 0, end, accepted: 0, rejected: 0, step: 0, starting }),
  });
}

class Run {
  private readonly system: CircuitSystem;
  setupSeconds = 0;
  private readonly unknowns: IntegratorResults['run']['unknowns'];
  private readonly values: SettledOf<'integrators'>;
  private readonly relativeTolerance: number;
  private readonly end: number;
  private readonly rows: GridRows;
  private readonly pressures: PressureExtremes;
  private readonly joints: JointPressures;
  private readonly cavities: Cavities;
  private diverged: { readonly message: string; readonly remedy: string } | null = null;
  private readonly quantities;
  private readonly trace: TraceStep[] = [];
  private readonly intervals: IntegratorResults['cost']['intervals'][number][] = [];
  private readonly times: number[] = [];
  private integration!: Integration;
  private startNotes: readonly string[] = [];
  private smallest = Number.POSITIVE_INFINITY;
  private largest = 0;
  private rejectedBefore = 0;
  private rejectedInARow = 0;
  private wall = 0;
  private sliceBegan = 0;

  constructor(
    private readonly circuit: Circuit,
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
    this.quantities = recordedQuantities(system, record, () => this.integration.stepper.t - this.integration.stepper.before);
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
    const { system, options } = this;
    this.startNotes = start?.notes ?? [];
    const y = new Float64Array(system.size);
    system.initial(y);
    if (start) startAt(system, start, y);
    const { step: fixedStep, initialStep, minimumStep, maximumStep } = this.values;
    const how: IntegrationOptions = {
      from: 0,
      to: this.end,
      locate: options.events !== 'step over',
      relativeTolerance: this.relativeTolerance,
      absoluteTolerance: Float64Array.from(this.unknowns, ({ absoluteTolerance }) => absoluteTolerance),
      fixedStep,
      initialStep,
      minimumStep: minimumStep ?? 1e-14,
      maximumStep: maximumStep ?? Math.max(this.end / 10, minimumStep ?? 0),
      jacobian: options.jacobian ?? 'analytic',
      timeDerivative: options.timeDerivative ?? true,
      algebra: options.algebra ?? 'auto',
    };
    if (fixedStep === null) system.keepTo({ relative: how.relativeTolerance, absolute: how.absoluteTolerance });
    if (!this.method.implicit && !(system instanceof TreatedSystem)) this.lookForStiffness(y, how);
    this.integration = integrate(system, this.method, y, how, {
      onStep: (stepper) => this.accepted(stepper),
      isDone: () => this.overfull !== null || this.diverged !== null,
    });
    this.pressures.take(0, this.integration.stepper.y);
    this.rows.begin(0, this.integration.stepper.y);
  }

  /** Of an explicit method: says what stability alone would cost, and throws RunError LMP205 where that is hopeless. */
  private lookForStiffness(y: Float64Array, how: IntegrationOptions): void {
    const unfit = unfitOf(this.method, lumpedSystem(this.circuit, this.options), y, how);
    if (!unfit) return;
    const note = unfitText(unfit, how.fixedStep);
    if (how.fixedStep === null && unfit.steps > refusedFrom) throw new RunError('LMP205', note, unfitRemedy(unfit));
    const told = `${note}; ${unfitRemedy(unfit)}`;
    this.startNotes = [...this.startNotes, told];
    this.options.onNote?.(told);
  }

  /** What to say of a cavity that ends the run; null where there is none, or the circuit lets it be. */
  private get overfull(): Cavities['overfull'] {
    return this.circuit.run.overfullCavity === 'end' ? this.cavities.overfull : null;
  }

  /** What cannot be asked for, and what the method cannot do, before anything runs. */
  private checkMethod(): void {
    const { method, system } = this;
    const { every, step, initialStep, minimumStep, maximumStep, transitionPressure = 1 } = this.values;
    const positive = { end: this.end, every, relativeTolerance: this.relativeTolerance, step };
    for (const [name, value] of Object.entries({ ...positive, initialStep, minimumStep, maximumStep, transitionPressure })) {
      if (value === null) continue;
      if (!(value > 0) || !Number.isFinite(value))
        throw new RunError('RUN202', `${name} is ${value}; it must be a positive number`, `give ${name} a positive value`);
    }
    const [least, largest] = [minimumStep ?? 0, maximumStep ?? Number.POSITIVE_INFINITY];
    if (least > largest)
      throw new RunError(
        'RUN202',
        `minimumStep of ${formatQuantity(least, 's')} is above maximumStep of ${formatQuantity(largest, 's')}`,
        'lower minimumStep or raise maximumStep',
      );
    if (system.mass && !method.algebraic)
      throw new RunError(
        'LMP202',
        `${method.name} solves no algebraic equations, and a component here sets a pressure that depends on its flow`,
        'take rodas4, radau5 or bdf',
      );
    if (step && !method.fixed)
      throw new RunError(
        'LMP203',
        `${method.name} chooses its steps itself, and a fixed step is asked for`,
        'omit the step, or take rodas4',
      );
  }

  async toEnd(): Promise<IntegratorResults> {
    const { options, integration } = this;
    let attempts = 1;
    for (;;) {
      this.sliceBegan = performance.now();
      const state = this.options.realTime ? this.timedAttempts(attempts) : integration.run(attempts);
      const took = performance.now() - this.sliceBegan;
      this.wall += took / 1000;
      const { stepper } = integration;
      if (this.rows.broken) return this.results(null);
      if (state !== 'running') return this.results(this.endingOf(state, stepper));
      attempts = Math.max(1, Math.min(1 << 20, Math.round(attempts * Math.min(4, 20 / Math.max(took, 0.05)))));
      const { accepted, rejected, failed } = stepper.counts;
      options.onProgress?.({ time: stepper.t, end: this.end, accepted, rejected: rejected + failed, step: stepper.step });
      if (options.signal?.aborted)
        return this.results({ kind: 'interrupted', message: `interrupted at t = ${stepper.t} s; what was computed until then is kept` });
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
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
    this.rows.take(stepper);
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
      message: `${at}: no pressure of '${name}' makes what flows into it add up to 0`,
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
        envelopes: [],
        watches: [],
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
