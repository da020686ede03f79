/**
 * Pseudo-transient continuation to f(y) = 0: steps of the linearly implicit Euler rule, (M/Δ - J) δ = f, whose Δ grows without end, so that the circuit
 * first settles by itself, as it would in time, and in the end Newton's method is left.
 *
 * Δ follows the contraction of a simplified Newton step: what y + δ leaves of the implicit rule, f(y + δ) - M δ/Δ, gives a second correction δ' by the
 * factors at hand, and θ = |δ'|/|δ| says how far f is from its linear model over that step. θ < 1 or the step is made again with a shorter Δ; else
 * Δ ← Δ/2θ, within bounds. Deuflhard, Newton Methods for Nonlinear Problems, 2004, chapter 6.4 (the second correction is taken too where it is small).
 *
 * With `follows` f(y + δ) has its switches as they are there, and the way to rest is about that in time, which matters to what keeps it (wound rope,
 * trapped oil); without, a round may pass any number of them, which is Newton's method on the active set.
 *
 * The balance of a volume is compared as flow, C p' = Σq, with C of the step's beginning: of the two large flows of a stiff pair (an accumulator's inlet)
 * each would else be divided by a C of its own, and their difference mean nothing.
 */
import { linearSystem } from './algebra/chosenSystem.js';
import type { LinearSystem } from './algebra/linearSystem.js';
import { usualSize } from './scales.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import { unknownNames } from './system/unknownNames.js';

/** s: the first Δ, below any time constant; the last, of which nothing is left in Newton's method. */
export const firstStep = 1e-6;
export const lastStep = 1e12;
/** Of Δ, after one round. */
const grow = 10;
const shrink = 4;
/** Of Δ, where something sticks. */
const stick = 1e-3;
/** Squares of the mean correction, in parts of an unknown's size, that counts as rounding; for `isFine`. */
const tiny = 1e-16;
const finest = 1e-24;
/** Usual sizes of a way: what moves on by no more in a round creeps. */
const crept = 1;
/** Mass of what stays, beside 1. */
const immovable = 1e30;
/** θ below which the second correction improves y. */
const small = 0.3;
/** Of its way, what a position may go beyond a stop in a round. */
const most = 0.05;

/** A system on its way to rest, from y, which it changes. Allocates when it is made and nothing after. */
export class PseudoTransient {
  /** Whether switches that a round passes shorten it. */
  follows = true;
  /** Whether friction that takes hold of what only creeps shortens no round. */
  isPatient = false;
  /** Whether what is tiny beside y is corrected too, down to rounding. */
  isFine = false;
  /** Where positions began. */
  private readonly began: Float64Array;
  private readonly isPosition: Uint8Array;
  /** Usual size of the way that a velocity makes, of its own unit · s. */
  private readonly ways: Float64Array;
  /** Δ of the next round, s. */
  step = firstStep;
  private readonly solver: LinearSystem;
  private readonly values: Float64Array;
  private readonly rates: Float64Array;
  private readonly change: Float64Array;
  private readonly correction: Float64Array;
  private readonly before: Float64Array;
  private readonly capacity: Float64Array;
  private readonly sizes: Float64Array;

  /** `still`: unknowns that stay where they are, 1 or 0 each. */
  constructor(
    private readonly system: CircuitSystem,
    readonly y: Float64Array,
    private readonly still: Uint8Array,
  ) {
    const { size, pattern, mass } = system;
    // What stays gets a mass that nothing moves: its row is the unit's, and no pivot for what drives it.
    const heavy = Float64Array.from(still, (one, k) => (one === 1 ? immovable : mass ? mass[k] : 1));
    this.solver = linearSystem(pattern, heavy, 'auto');
    this.values = new Float64Array(pattern.rows.length);
    [this.rates, this.change, this.correction, this.before, this.capacity] = Array.from({ length: 5 }, () => new Float64Array(size)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    this.began = y.slice();
    const names = unknownNames(system);
    this.sizes = Float64Array.from(names, ({ unit }) => usualSize(unit));
    this.ways = Float64Array.from(names, ({ unit }) => usualSize(unit.replace(/\/s$/, '')));
    this.isPosition = Uint8Array.from(names, ({ unit }) => (unit === 'm' || unit === 'rad' || unit === 'm3' ? 1 : 0));
  }

  /** One round; whether y has moved on. Where not, the next is made with a shorter Δ. */
  round(): boolean {
    const { system, y, step, solver, change } = this;
    this.before.set(y);
    this.linearize();
    if (!solver.factor(1 / step, this.values)) return this.again(shrink * shrink);
    change.set(this.rates);
    this.solve(change);
    this.add(change);
    this.residue();
    this.solve(this.correction);
    const theta = this.contraction();
    if (!(theta < 1)) return this.again(theta < shrink ? shrink : shrink * shrink);
    if (theta < small) this.add(this.correction);
    const part = this.partToStops();
    if (part < 1) return this.again(1 / part);
    // Far from its rest what now sticks is pressed beyond its friction by another long step, and slips again, for ever.
    const sticks = this.sticks() ? stick : 1;
    system.arrive(0, y, -1);
    this.step = Math.min(lastStep, sticks * step * Math.min(grow, Math.max(1 / shrink, 0.5 / theta)));
    return true;
  }

  private again(times: number): boolean {
    this.y.set(this.before);
    if (this.follows) this.system.followModes(this.y);
    this.step = Math.max(1e-12, this.step / times);
    return false;
  }

  private linearize(): void {
    const { system, y, rates, still } = this;
    system.rates(0, y, rates);
    system.jacobian(0, y, this.values);
    this.capacity.set(system.inverse);
    for (let k = 0; k < rates.length; k++) if (still[k] === 1) rates[k] = 0;
  }

  /** The residual of y + δ in the implicit rule. */
  private residue(): void {
    const { system, y, change, correction, capacity, step } = this;
    if (this.follows) system.followModes(y);
    system.rates(0, y, correction);
    for (let k = 0; k < correction.length; k++) {
      const kept = ((system.mass ? system.mass[k] : 1) * change[k]) / step;
      correction[k] = (correction[k] * capacity[k]) / system.inverse[k] - kept;
    }
  }

  private solve(b: Float64Array): void {
    const { still, solver } = this;
    for (let k = 0; k < b.length; k++) if (still[k] === 1) b[k] = 0;
    solver.solve(b);
    for (let k = 0; k < b.length; k++) if (still[k] === 1) b[k] = 0;
  }

  private add(change: Float64Array): void {
    const { system, y } = this;
    for (let k = 0; k < y.length; k++) y[k] = y[k] + change[k];
    system.withoutCavities(y);
  }

  /**
   * Whether friction takes hold of something, and no stop does: after `partToStops`. With `isPatient` what only creeps does not
   * count: a motor whose friction falls as its pressure leaks away slips and sticks in turn until the pressure is gone, and no shorter step spares it that.
   */
  private sticks(): boolean {
    const { y, before, step, ways, correction: stops, isPosition } = this;
    let [held, stopped] = [0, 0];
    for (let k = 0; k < stops.length; k++) {
      if (Number.isNaN(stops[k])) continue;
      const fastest = Math.max(Math.abs(before[k]), Math.abs(y[k]));
      if (!this.isPatient || fastest * step > crept * ways[k]) held++;
      stopped += isPosition[k];
    }
    return held > 0 && stopped === 0;
  }

  /**
   * How much of Δ brings positions to their stops, where some go far beyond; 1 where all is well. What is taken back at a stop (the way of a load) others
   * keep (the rope that was wound with it): they may part by a twentieth of the way so far, or a usual size.
   */
  private partToStops(): number {
    const { system, y, before, began, sizes, isPosition, correction: stops } = this;
    system.wouldSet(y, stops);
    let part = 1;
    for (let k = 0; k < y.length; k++) {
      const [stop, here, from] = [stops[k], y[k], before[k]];
      if (isPosition[k] === 0 || !((stop - from) * (stop - here) < 0)) continue;
      const beyond = Math.abs(here - stop);
      const room = Math.max(sizes[k], most * Math.abs(stop - began[k]));
      if (beyond > room) part = Math.min(part, (Math.abs(stop - from) + 0.5 * room) / (Math.abs(stop - from) + beyond));
    }
    return part;
  }

  /** θ; 0 where nothing is left to correct but rounding. */
  private contraction(): number {
    const { y, sizes, change, correction } = this;
    let [first, second] = [0, 0];
    for (let k = 0; k < y.length; k++) {
      const size = Math.max(sizes[k], Math.abs(y[k]));
      first += (change[k] / size) ** 2;
      second += (correction[k] / size) ** 2;
    }
    return second < (this.isFine ? finest : tiny) * y.length ? 0 : Math.sqrt(second / first);
  }

  /** Whether Newton's method would move no unknown by more than a part of its size: how near y is to rest, where f is small and rounding keeps it from 0. */
  isWithin(part: number): boolean {
    const { system, y, solver, sizes, change } = this;
    system.arrive(0, y, -1);
    this.linearize();
    if (!solver.factor(1 / lastStep, this.values)) return false;
    change.set(this.rates);
    this.solve(change);
    return change.every((one, k) => Math.abs(one) <= part * Math.max(sizes[k], Math.abs(y[k])));
  }

  /**
   * Unknowns that f does not determine here, of which y is one solution of many: of (s - J) x = e, e of the unknowns' usual sizes, they are e/s.
   * 1 or 0 each, what a reset holds among them.
   */
  undetermined(): Uint8Array {
    const { solver, sizes, change, still } = this;
    this.linearize();
    const marks = new Uint8Array(sizes.length);
    const rate = 1e-6;
    if (!solver.factor(rate, this.values)) return marks;
    change.set(sizes);
    this.solve(change);
    for (let k = 0; k < marks.length; k++) if (still[k] !== 1 && Math.abs(change[k]) * rate > 0.01 * sizes[k]) marks[k] = 1;
    return marks;
  }
}
