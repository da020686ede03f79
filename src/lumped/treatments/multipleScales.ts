/**
 * Quasi-steady pressure p₀ between two throttles with a correction for what the volume holds, by the method of multiple scales. a and b are the pressure differences of
 * the throttle that fills it and of the one that empties it, Q the flow through both, t the time since the start:
 *
 *   printed    p = p₀ - (8V/(B t)) [Q/a + Q/b]⁻¹           as printed, in which a factor of a pressure has been lost: the correction has no unit, and is nothing
 *   squares    p = p₀ - (8V/(B t)) [Q/b² - Q/a²]⁻¹         the same with the squares that its derivation has: Pa, and without bound where a = b
 *   transient  p = p₀ + (p - p₀)(0) exp(-∫λ dt),  λ = (B/V)(Q/(2a) + Q/(2b))      the solution of its equation of first order
 */
import { multipleScalesForms, treatmentForms } from '../../circuit/treatments/forms.js';
import { SquareLaws } from './squareLaws.js';
import { type SmallVolume, Tally, type Treated, type Treatment } from './treatment.js';

class MultipleScales implements Treated {
  readonly counts = new Tally();
  private readonly laws: SquareLaws;
  /** Of the transient: what is left of it at `at`, Pa, and how fast it goes, 1/s. */
  private left = Number.NaN;
  private at = 0;
  private decay = 0;

  constructor(
    private readonly volume: SmallVolume,
    private readonly form: (typeof multipleScalesForms)[number],
  ) {
    this.laws = new SquareLaws(volume);
  }

  pressure(t: number, before: number): number {
    const steady = this.laws.root(before);
    this.counts.add(t, this.laws.rounds);
    if (this.form !== 'transient') return steady + this.correction(t, steady);
    if (Number.isNaN(this.left)) this.left = before - steady;
    return steady + this.left * Math.exp(-this.decay * (t - this.at));
  }

  accepted(t: number, pressure: number): void {
    if (this.form !== 'transient') return;
    this.left *= Math.exp(-this.decay * (t - this.at));
    this.at = t;
    this.decay = (this.volume.stiffness * this.perPressure(this.laws.root(pressure), 1)) / 2;
    if (!Number.isFinite(this.decay)) this.left = 0;
    if (this.left === 0) this.decay = 0;
  }

  private correction(t: number, steady: number): number {
    const sum = this.form === 'printed' ? this.perPressure(steady, 1) : this.squares(steady);
    const correction = -8 / (this.volume.stiffness * t * sum);
    return Number.isFinite(correction) ? correction : 0;
  }

  /** Q/a^power + Q/b^power, by K and the pressure differences. */
  private perPressure(steady: number, power: number): number {
    const { squares, behind } = this.laws;
    let sum = 0;
    for (let k = 0; k < squares.length; k++) {
      const square = squares[k];
      if (square > 0) sum += Math.sqrt(square) * Math.abs(behind[k] - steady) ** (0.5 - power);
    }
    return sum;
  }

  /** Q/b² - Q/a²: the throttle with the higher pressure behind it fills. */
  private squares(steady: number): number {
    const { squares, behind } = this.laws;
    const filling = behind[0] > behind[1] ? 0 : 1;
    const of = (k: number): number => Math.sqrt(squares[k]) * Math.abs(behind[k] - steady) ** -1.5;
    return of(1 - filling) - of(filling);
  }
}

export const multipleScales: Treatment = {
  ...treatmentForms.multipleScales,
  about: 'the quasi-steady pressure between two throttles and a correction for what the volume holds',
  source: 'Kiani-Oshtorjani, Ustinov, Handroos, Jalali and Mikkola, IEEE Access 8 (2020), (21); Ustinov, LUT 2023, (4.18)',
  when: 'always',
  throttles: 2,
  start: (volume, { form }) => new MultipleScales(volume, multipleScalesForms[form] as (typeof multipleScalesForms)[number]),
};
