/**
 * A circuit's system whose chosen pressures are given by treatments: their rows have no rate, and the pressure stands where a treatment puts it, at every evaluation
 * or once a step. Of the former the unknown is where the next search begins, and the Jacobian has what others do through it.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { treatmentQuantities } from '../../circuit/treatments/forms.js';
import { RunError } from '../../results/runError.js';
import type { Method } from '../method.js';
import type { SparsePattern } from '../problem.js';
import type { System } from '../system/build.js';
import { CircuitSystem } from '../system/circuitSystem.js';
import { Eliminated } from './eliminated.js';
import { treatmentNamed, valuesOf } from './registry.js';
import { VolumeFlows, volumeNamed } from './smallVolumes.js';
import type { Treated, Treatment, TreatmentChoice, TreatmentCounts } from './treatment.js';

interface One {
  readonly treatment: Treatment;
  readonly volume: VolumeFlows;
  readonly treated: Treated;
}

/** The account of a treated volume. */
export interface TreatmentAccount extends Readonly<TreatmentCounts> {
  readonly volume: string;
  readonly treatment: string;
  readonly throttles: readonly string[];
  /** Whether an implicit method has it among its own equations, by its slopes. */
  readonly asEquation: boolean;
  /** Times that flows at the volume were computed for it. */
  readonly evaluations: number;
}

export class TreatedSystem extends CircuitSystem {
  override readonly pattern: SparsePattern;
  override readonly timeDerivative: CircuitSystem['timeDerivative'];
  private readonly all: readonly One[];
  /** Asked at every evaluation. */
  private readonly always: readonly One[];
  /** Asked at the beginning of a step. */
  private readonly once: readonly One[];
  /** Batches with a component at a volume of the former: its pressure is another when their states are. */
  private readonly searched: ReadonlySet<number>;
  private readonly eliminated: Eliminated;
  /** Jacobian before pressures that follow from the rest are eliminated. */
  private readonly plain: Float64Array;
  private readonly isImplicit: boolean;
  /** Unknowns with the pressures that were found for them. */
  private readonly point: Float64Array;
  /** Time of the last evaluation. */
  private now = 0;
  /** Rounds in which treated volumes that share a component find their pressures. */
  private readonly rounds: number;

  constructor(circuit: Circuit, system: System, method: Method, fixedStep: number | null, choices: readonly TreatmentChoice[]) {
    super(circuit, system);
    this.all = choices.map((choice) => this.begin(choice));
    const twice = this.all.find(({ volume }, k) => this.all.some((other, j) => j < k && other.volume.index === volume.index));
    if (twice) throw new RunError('LMP403', `'${twice.volume.name}' is treated twice`, 'leave one of the two out');
    this.always = this.all.filter(({ treatment }) => treatment.when === 'always');
    this.once = this.all.filter(({ treatment }) => treatment.when === 'step');
    this.checkMethod(method, fixedStep);
    this.isImplicit = method.implicit;
    this.point = new Float64Array(this.size);
    const shared = new Set(this.always.flatMap(({ volume }) => volume.throttles)).size;
    this.rounds = shared < this.always.reduce((sum, { volume }) => sum + volume.throttles.length, 0) ? 50 : 1;
    this.searched = new Set(this.always.flatMap(({ volume }) => [...volume.batches]));
    this.ownQuantities = this.all.flatMap(({ treatment, volume, treated: { counts, read } }) => {
      const reads: Treated['read'] = { iterations: () => counts.last, ...read };
      return Object.entries(treatmentQuantities(treatment)).map(([name, unit]) => ({
        ...{ name: `${volume.name}.${name}`, unit, read: reads[name] as () => number },
      }));
    });
    const { pattern, timeDependent } = system.assembly;
    this.plain = new Float64Array(pattern.rows.length);
    this.eliminated = new Eliminated(
      pattern,
      this.always.map(({ volume }) => volume.unknown),
    );
    this.pattern = this.eliminated.pattern;
    const values = new Float64Array(this.pattern.rows.length);
    this.timeDerivative = timeDependent
      ? (t, y, slopes) => {
          this.slopeInTime(t, y, slopes);
          super.jacobian(t, y, this.plain);
          this.eliminated.eliminate(this.plain, this.isFree, values, slopes);
          for (const { volume } of this.once) slopes[volume.unknown] = 0;
        }
      : null;
  }

  private begin(choice: TreatmentChoice): One {
    const treatment = treatmentNamed(choice.treatment);
    const volume = new VolumeFlows(choice.volume, volumeNamed(this, choice.volume), this);
    if (treatment.throttles !== undefined && volume.throttles.length !== treatment.throttles)
      throw new RunError(
        'LMP404',
        `${treatment.name} is for ${treatment.throttles} throttles, and at '${choice.volume}' there are ${volume.throttles.length}: ${volume.throttles.join(', ')}`,
        'take quasi-steady or advanced-pseudo-dynamic, which take any number',
      );
    const named = choice.file ?? `${volume.name}=${treatment.name}`;
    return { treatment, volume, treated: treatment.start(volume, valuesOf(treatment, choice.settings ?? {}), choice.text ?? null, named) };
  }

  private checkMethod(method: Method, fixedStep: number | null): void {
    const first = this.always.find(({ treatment }) => treatment.algebraic !== true);
    if (first && method.implicit)
      throw new RunError(
        'LMP405',
        `${first.treatment.name} gives a pressure at every evaluation, and ${method.name} would need its slopes`,
        'take an explicit method, such as rk4 or dopri5',
      );
    const [held] = this.once;
    if (held && fixedStep === null)
      throw new RunError(
        'LMP406',
        `${held.treatment.name} holds a pressure over a step: what that costs no error estimate sees`,
        'give a fixed step, such as --step 100us',
      );
    for (const { treatment, treated } of this.once) {
      const { interval } = treated;
      const parts = (interval ?? 0) / (fixedStep as number);
      if (interval !== undefined && !(Math.round(parts) >= 1 && Math.abs(parts - Math.round(parts)) < 1e-6 * parts))
        throw new RunError(
          'LMP412',
          `${treatment.name} gives a pressure every ${interval} s, which is no whole number of steps of ${fixedStep} s`,
          `give a step that is a whole part of it, such as --step ${interval}s`,
        );
    }
  }

  override values(t: number, y: Float64Array): void {
    super.values(t, y);
    if (this.always.length === 0) return;
    this.now = t;
    this.point.set(y);
    this.findAll(t);
    super.values(t, this.point);
    // The point is known by what was asked for.
    const { F, y: at } = this.system.layout;
    for (const { volume } of this.always) F[at + volume.unknown] = y[volume.unknown];
  }

  /** Pressures that follow from the rest → point. */
  private findAll(t: number): void {
    for (let round = 0; round < this.rounds; round++) {
      let moved = 0;
      for (const { volume, treated } of this.always) {
        const before = this.point[volume.unknown];
        const pressure = treated.pressure(t, before);
        volume.net(pressure);
        moved = Math.max(moved, Math.abs(pressure - before));
        this.point[volume.unknown] = pressure;
      }
      if (moved < 1e-3) break;
    }
  }

  override findAgain(batch: number): void {
    super.findAgain(batch);
    if (!this.searched.has(batch)) return;
    const { F, pressure: at } = this.system.layout;
    for (const { volume, treated } of this.always)
      if (volume.batches.has(batch)) volume.net(treated.pressure(this.now, F[at + volume.index]));
  }

  override rates(t: number, y: Float64Array, rates: Float64Array): void {
    super.rates(t, y, rates);
    for (const { volume } of this.all) rates[volume.unknown] = 0;
  }

  override jacobian(t: number, y: Float64Array, values: Float64Array): void {
    super.jacobian(t, y, this.plain);
    this.eliminated.eliminate(this.plain, this.isFree, values, null);
    const { rows } = this.pattern;
    for (const { volume } of this.once) for (let k = 0; k < rows.length; k++) if (rows[k] === volume.unknown) values[k] = 0;
  }

  /** Whether a pressure is at the lowest that there is: no longer where flows add up to 0. */
  private readonly isFree = (unknown: number): boolean =>
    this.always.some(({ volume }) => volume.unknown === unknown && this.point[unknown] <= volume.lowest);

  override arrive(t: number, y: Float64Array, crossed: number, settled = false): boolean {
    let changed = super.arrive(t, y, crossed, settled);
    if (this.always.length > 0) {
      this.evaluate(t, y);
      for (const { volume, treated } of this.always) {
        const pressure = this.point[volume.unknown];
        y[volume.unknown] = pressure;
        treated.accepted?.(t, pressure);
      }
    }
    for (const { volume, treated } of this.once) {
      super.evaluate(t, y);
      const before = y[volume.unknown];
      const pressure = treated.pressure(t, before);
      y[volume.unknown] = pressure;
      changed ||= pressure !== before;
    }
    return changed;
  }

  /** A treated volume that had no pressure since the last accepted step, whatever flows there; null if there is none. */
  get withoutPressure(): string | null {
    return this.always.find(({ treated }) => treated.hasNone?.() ?? false)?.volume.name ?? null;
  }

  /** Costs of the treatments. */
  get accounts(): TreatmentAccount[] {
    return this.all.map(({ treatment, volume, treated }) => {
      const { last: _last, ...counts } = treated.counts;
      return {
        volume: volume.name,
        treatment: treatment.name,
        throttles: volume.throttles,
        asEquation: this.isImplicit && treatment.when === 'always',
        ...counts,
        evaluations: volume.evaluations,
      };
    });
  }
}
