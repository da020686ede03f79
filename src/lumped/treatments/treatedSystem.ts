/**
 * A circuit's system whose chosen pressures are given by treatments: their rows have no rate, and the pressure stands where a treatment puts it, at every evaluation
 * or once a step.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { RunError } from '../../results/runError.js';
import type { Method } from '../method.js';
import type { System } from '../system/build.js';
import { CircuitSystem } from '../system/circuitSystem.js';
import { treatmentNamed, valuesOf } from './registry.js';
import { VolumeFlows, volumeNamed } from './smallVolumes.js';
import type { Treated, Treatment, TreatmentChoice, TreatmentCounts } from './treatment.js';

interface One {
  readonly treatment: Treatment;
  readonly volume: VolumeFlows;
  readonly treated: Treated;
}

/** What became of a treated volume. */
export interface TreatmentAccount extends Readonly<TreatmentCounts> {
  readonly volume: string;
  readonly treatment: string;
  readonly throttles: readonly string[];
  /** Whether the method found it as one of its equations; asked is then how often that had to begin anew. */
  readonly asEquation: boolean;
  /** Times that flows at the volume were computed for it. */
  readonly evaluations: number;
}

export class TreatedSystem extends CircuitSystem {
  override readonly mass: Float64Array | null;
  private readonly all: readonly One[];
  /** Asked at every evaluation, at the beginning of a step. */
  private readonly always: readonly One[];
  private readonly once: readonly One[];
  /** Rows without a rate. */
  private readonly still: readonly One[];
  /** Rows that are equations of the method. */
  private readonly equations: readonly One[];
  private begun = false;
  private readonly point: Float64Array;
  /** Rounds in which treated volumes that share a component find their pressures. */
  private readonly rounds: number;

  constructor(circuit: Circuit, system: System, method: Method, fixedStep: number | null, choices: readonly TreatmentChoice[]) {
    super(circuit, system);
    this.all = choices.map((choice) => this.begin(choice));
    const twice = this.all.find(({ volume }, k) => this.all.some((other, j) => j < k && other.volume.index === volume.index));
    if (twice) throw new RunError('LMP403', `'${twice.volume.name}' is treated twice`, 'leave one of the two out');
    const asEquations = (one: One): boolean => (one.treatment.algebraic ?? false) && method.algebraic;
    const given = this.all.filter((one) => !asEquations(one));
    this.always = given.filter(({ treatment }) => treatment.when === 'always');
    this.once = given.filter(({ treatment }) => treatment.when === 'step');
    this.still = given;
    this.checkMethod(method, fixedStep);
    this.point = new Float64Array(this.size);
    const shared = new Set(this.always.flatMap(({ volume }) => volume.throttles)).size;
    this.rounds = shared < this.always.reduce((sum, { volume }) => sum + volume.throttles.length, 0) ? 50 : 1;
    this.equations = this.all.filter(asEquations);
    this.ownQuantities = this.all.flatMap(({ volume, treated: { counts, quantities = [] } }) => [
      { name: `${volume.name}.iterations`, unit: '1', read: () => counts.last },
      ...quantities.map(({ name, ...rest }) => ({ name: `${volume.name}.${name}`, ...rest })),
    ]);
    const algebraic = [...system.algebraicRows, ...this.equations.map(({ volume }) => volume.unknown)];
    this.mass = algebraic.length > 0 ? new Float64Array(this.size).fill(1) : null;
    for (const row of algebraic) (this.mass as Float64Array)[row] = 0;
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
    return { treatment, volume, treated: treatment.start(volume, valuesOf(treatment, choice.settings ?? {}), choice.text ?? null) };
  }

  private checkMethod(method: Method, fixedStep: number | null): void {
    const [first] = this.always;
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

  override evaluate(t: number, y: Float64Array): void {
    super.evaluate(t, y);
    if (this.always.length === 0) return;
    this.point.set(y);
    this.findAll(t);
    super.evaluate(t, this.point);
  }

  /** Pressures that follow from the rest → point, at which the system has been evaluated. */
  private findAll(t: number): void {
    for (let round = 0; round < this.rounds; round++) {
      let moved = 0;
      for (const { volume, treated } of this.always) {
        const before = this.point[volume.unknown] as number;
        const pressure = treated.pressure(t, before);
        volume.net(pressure);
        moved = Math.max(moved, Math.abs(pressure - before));
        this.point[volume.unknown] = pressure;
      }
      if (moved < 1e-3) break;
    }
  }

  override rates(t: number, y: Float64Array, rates: Float64Array): void {
    super.rates(t, y, rates);
    for (const { volume } of this.still) rates[volume.unknown] = 0;
  }

  override jacobian(t: number, y: Float64Array, values: Float64Array): void {
    super.jacobian(t, y, values);
    const { rows } = this.pattern;
    for (const { volume } of this.still) for (let k = 0; k < rows.length; k++) if (rows[k] === volume.unknown) values[k] = 0;
  }

  override arrive(t: number, y: Float64Array, crossed: number, settled = false): boolean {
    let changed = super.arrive(t, y, crossed, settled);
    // Newton's method, which would have to find it from afar, is not sure to.
    if (changed || !this.begun) this.beginEquations(t, y);
    this.begun = true;
    if (this.always.length > 0) {
      this.evaluate(t, y);
      for (const { volume, treated } of this.always) {
        const pressure = this.point[volume.unknown] as number;
        y[volume.unknown] = pressure;
        treated.accepted?.(t, pressure);
      }
    }
    for (const { volume, treated } of this.once) {
      super.evaluate(t, y);
      const before = y[volume.unknown] as number;
      const pressure = treated.pressure(t, before);
      y[volume.unknown] = pressure;
      changed ||= pressure !== before;
    }
    return changed;
  }

  /** Brings pressures that the method finds from equations to where these hold. */
  private beginEquations(t: number, y: Float64Array): void {
    for (const { volume, treated } of this.equations) {
      super.evaluate(t, y);
      y[volume.unknown] = treated.pressure(t, y[volume.unknown] as number);
    }
  }

  /** What the treatments have cost. */
  get accounts(): TreatmentAccount[] {
    return this.all.map(({ treatment, volume, treated }) => {
      const { last: _last, ...counts } = treated.counts;
      return {
        volume: volume.name,
        treatment: treatment.name,
        throttles: volume.throttles,
        asEquation: this.equations.some((one) => one.treated === treated),
        ...counts,
        evaluations: volume.evaluations,
      };
    });
  }
}
