/**
 * Circuit → M y' = f(t, y), from the components' own equations. Unknowns: a pressure for each volume, each component's states, and the flow of a port
 * whose component sets the pressure and reads the flow (an algebraic row: the flows into its volume add up to zero).
 *
 * Between mechanical ports a volume is a node with a force: F' = k Σv, Σ(V/B) = 1/k.
 *
 * Cavitation: the unknown p* of a volume follows Σq/C below the vapour pressure too, while the components see max(p*, p_v); (p_v - p*) C is the cavity.
 */

import type { Circuit } from '../../circuit/circuit.js';
import { type FluidLaw, fluidLawOf } from '../../circuit/fluid/fluidLaw.js';
import { entryOf } from '../../circuit/text/known.js';
import { evaluate } from '../../equations/graph/evaluate.js';
import { dependsOn } from '../../equations/graph/graph.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import type { Carried, Carrier } from '../carrier.js';
import type { HybridProblem, SparsePattern, Surfaces } from '../problem.js';
import { AirInVolumes } from './airInVolumes.js';
import { type Assembly, addSums, subtractTimesRates } from './assembly.js';
import type { System } from './build.js';
import type { Discrete } from './discrete.js';
import { SearchStarts, type Tolerances } from './searchStarts.js';

/** A quantity of the system itself. */
export interface OwnQuantity {
  readonly name: string;
  readonly unit: string;
  readonly read: () => number;
}

/** The system of a circuit as a problem for integrators. */
export class CircuitSystem implements HybridProblem, Carried {
  readonly size: number;
  readonly mass: Float64Array | null;
  readonly pattern: SparsePattern;
  readonly switches: number;
  readonly timeDerivative: ((t: number, y: Float64Array, rates: Float64Array) => void) | null;
  /** Recordables that are of no component or line: treatments of small volumes have some. */
  ownQuantities: readonly OwnQuantity[] = [];
  private readonly assembly: Assembly;
  private readonly discrete: Discrete;
  private readonly law: FluidLaw | null;
  private readonly air: AirInVolumes | null;
  /** By volume: what the walls of lines take of the port volumes to them, ΣV/(E e/d), m3/Pa; it does not change with pressure. */
  private readonly walls: Float64Array;
  /** By volume: nothing falls below; of mechanical nodes there is none. */
  private readonly vapourPressure: Float64Array;
  /** By unknown: 1/C of a volume at the last evaluation, Pa/m3; 1 of anything else. */
  readonly inverse: Float64Array;
  /** Gradients of values at the last linearisation, as the assembly lists them. */
  readonly gradients: Float64Array;
  private readonly cells: Float64Array;
  /** Whether `cells` belong to the point in the layout's cells. */
  private linearized = false;
  private readonly starts: SearchStarts;
  /** By place in the lists: where the value of an input stands that was set; and slopes by such inputs, which are none. */
  private readonly inputCells = new Map<number, number>();
  private readonly cut: number[] = [];
  /** Units and cells of held values that turn. */
  readonly turning: readonly string[];
  private readonly turningCells: Int32Array;

  constructor(
    readonly circuit: Circuit,
    readonly system: System,
  ) {
    const { assembly, layout } = system;
    this.assembly = assembly;
    this.discrete = system.discrete(this);
    this.size = layout.size;
    this.mass = system.algebraicRows.length > 0 ? new Float64Array(layout.size).fill(1) : null;
    for (const row of system.algebraicRows) (this.mass as Float64Array)[row] = 0;
    this.pattern = assembly.pattern;
    this.switches = this.discrete.switches;
    this.law = fluidLawOf(circuit);
    this.air = this.law?.released ? new AirInVolumes(this.law.released, system) : null;
    this.walls = new Float64Array(system.volumes.count);
    this.vapourPressure = Float64Array.from(system.volumes.type, (type) =>
      type === 'hydraulic' ? circuit.fluid.vapourPressure : Number.NEGATIVE_INFINITY,
    );
    this.inverse = new Float64Array(layout.size).fill(1);
    this.gradients = new Float64Array(assembly.gradientCells);
    this.cells = new Float64Array(assembly.rowOf.length + layout.size);
    this.starts = new SearchStarts(layout.F, system.batches, layout, (batch) => this.findAgain(batch));
    const turning = turningOf(system);
    this.turning = turning.map(({ unit }) => unit);
    this.turningCells = Int32Array.from(turning, ({ cell }) => cell);
    this.timeDerivative = assembly.timeDependent ? (t, y, rates) => this.slopeInTime(t, y, rates) : null;
  }

  /** Error limits of an integrator, by unknown: values found by equations may depend on no more than that. */
  keepTo(tolerances: Tolerances): void {
    this.starts.tolerances = tolerances;
    this.discrete.tolerances = tolerances;
  }

  /** Unknowns at t = 0. */
  initial(y: Float64Array): void {
    const { layout, volumes } = this.system;
    y.set(layout.F.subarray(layout.y, layout.y + layout.size));
    layout.unknownOfVolume.forEach((unknown, v) => {
      if (unknown >= 0) y[unknown] = volumes.initial[v];
    });
  }

  rates(t: number, y: Float64Array, rates: Float64Array): void {
    this.evaluate(t, y);
    const { F, rate } = this.system.layout;
    for (let k = 0; k < this.size; k++) rates[k] = F[rate + k];
  }

  jacobian(t: number, y: Float64Array, values: Float64Array): void {
    this.linearize(t, y);
    const entries = this.assembly.rowOf.length;
    for (let k = 0; k < entries; k++) values[k] = this.cells[k];
  }

  switchValues(t: number, y: Float64Array, values: Float64Array): void {
    this.discrete.switchValues(t, y, values);
  }

  get surfaces(): Surfaces {
    return this.discrete.surfaces;
  }

  get surfacesShift(): boolean {
    return this.discrete.surfacesShift;
  }

  isContinuous(index: number): boolean {
    return this.discrete.isContinuous(index);
  }

  switchName(index: number, side?: boolean): string {
    return this.discrete.switchName(index, side);
  }

  arrive(t: number, y: Float64Array, crossed: number, settled = false): boolean {
    this.linearized = false;
    const jumped = this.discrete.arrive(t, y, crossed, settled);
    this.starts.arrive(t, crossed);
    return jumped;
  }

  nextEvent(): number {
    return this.discrete.nextEvent;
  }

  turningValues(t: number, y: Float64Array, values: Float64Array): void {
    this.values(t, y);
    const { turningCells: cells } = this;
    for (let k = 0; k < cells.length; k++) values[k] = this.system.layout.F[cells[k]];
  }

  /** Component that asked for the next event, and its kind. */
  nextEventBy(): { readonly component: string; readonly definition: KindDefinition | null } {
    return this.discrete.nextEventBy();
  }

  /** From now on signals are taken at the very time (at t = 0 a step that begins there has not begun), and no point in time is an event. */
  takeTimeAsItIs(): void {
    this.discrete.takeTimeAsItIs();
  }

  /** Sets the transition pressure of roots, Pa, of a system that was built without one. */
  setTransition(pressure: number): void {
    this.system.layout.F[this.system.layout.transition] = pressure;
    this.linearized = false;
  }

  /** All cells, and what is remembered of the past beside them. */
  carry(carrier: Carrier): void {
    carrier.arrays(this.system.layout.F, this.inverse, this.gradients, this.cells);
    this.linearized = carrier.flag(this.linearized);
    this.discrete.carry(carrier);
    this.starts.carry(carrier);
  }

  /** Holds an input at a value whatever drives it; false where the equations do not read it. */
  setInput(component: number, input: string, value: number): boolean {
    const { layout, place, batches } = this.system;
    const [b, i] = place.get(component) ?? [-1, 0];
    const at = layout.columns[b]?.get(`input_${input}`);
    if (at === undefined) return false;
    const where = at + i;
    const cell = this.inputCells.get(where) ?? layout.overrides + this.inputCells.size;
    if (!this.inputCells.has(where)) {
      this.inputCells.set(where, cell);
      layout.I[where] = cell;
      // What drove it has no slope any more.
      for (const { by, column } of batches[b].partials) if (by === `input:${input}`) this.cut.push(entryOf(layout.columns[b], column) + i);
    }
    layout.F[cell] = value;
    this.linearized = false;
    return true;
  }

  /** Sets a parameter, and what is worked out of it; false where the equations have it as a constant, or do not read it. `given`: parameters as they are then. */
  setParameter(component: number, parameter: string, value: number, given: (parameter: string) => number): boolean {
    const { layout, place, batches } = this.system;
    const [b, i] = place.get(component) ?? [-1, 0];
    const symbol = `parameter:${parameter}`;
    let isSet = false;
    for (const { key, role, of, node } of batches[b]?.texts.columns ?? []) {
      const isDerived = node !== undefined && dependsOn(node, (one) => one === symbol);
      if (!isDerived && !(role === 'parameter' && of === parameter)) continue;
      layout.F[entryOf(layout.columns[b], key) + i] = isDerived ? evaluate(node, (one) => given(one.slice('parameter:'.length))) : value;
      isSet = true;
    }
    this.linearized = false;
    return isSet;
  }

  /** Looks at the point (t, y), and leaves everything as it was: an integrator that stands between two attempts takes no note of it. */
  lookAt(look: () => void): void {
    const { F } = this.system.layout;
    const [cells, inverse] = [F.slice(), this.inverse.slice()];
    look();
    F.set(cells);
    this.inverse.set(inverse);
    this.linearized = false;
  }

  /** Switches follow the solution at y and t = 0; nothing is accepted. */
  followModes(y: Float64Array): void {
    this.linearized = false;
    this.discrete.followModes(0, y);
  }

  /** By unknown: where a reset would take it that does not hold it yet, at y and t = 0; NaN where none would. */
  wouldSet(y: Float64Array, values: Float64Array): void {
    this.discrete.wouldSet(y, values);
  }

  /** Volumes are at the vapour pressure at least: takes back what is below. */
  withoutCavities(y: Float64Array): void {
    const { unknownOfVolume } = this.system.layout;
    for (let v = 0; v < unknownOfVolume.length; v++) {
      const unknown = unknownOfVolume[v];
      if (unknown >= 0) y[unknown] = Math.max(this.vapourPressure[v], y[unknown]);
    }
  }

  /** Counts of jumps. */
  get discontinuities(): Discrete['counts'] {
    return this.discrete.counts;
  }

  /** Pressures, outputs and set pressures at (t, y), but no flows. */
  values(t: number, y: Float64Array): void {
    const { layout, stages, setVolumes } = this.system;
    const { F, pressure, unknownOfVolume } = layout;
    this.linearized = false;
    F[layout.time] = this.discrete.rightOf(t);
    F.set(y, layout.y);
    this.discrete.keepHeld();
    for (let v = 0; v < unknownOfVolume.length; v++) {
      const unknown = unknownOfVolume[v];
      if (unknown >= 0) F[pressure + v] = Math.max(this.vapourPressure[v], y[unknown]);
    }
    for (const v of setVolumes) F[pressure + v] = 0;
    for (const { compute, first, last, finds } of stages) {
      compute(first, last);
      if (finds >= 0) this.starts.searchOn(finds);
    }
  }

  /** Unknowns of equations of a batch once more, where its states are others and all else is as it was. */
  findAgain(batch: number): void {
    for (const { compute, first, last, finds } of this.system.stages) if (finds === batch) compute(first, last);
  }

  /** Everything at (t, y): flows, sums, capacitances and rates, in the layout's cells. */
  evaluate(t: number, y: Float64Array): void {
    this.values(t, y);
    const { layout, flows, volumes, lawPorts, algebraicRows, algebraicVolumes } = this.system;
    const { F, sum, capacitance, lawCapacitance, pressure, rate, unknownOfVolume } = layout;
    F.fill(0, sum, sum + this.system.nodes + 1);
    F.set(volumes.capacitance, capacitance);
    const { law, air, walls } = this;
    const complianceOf = (v: number, { compliance }: FluidLaw): number => air?.compliance(v) ?? compliance(F[pressure + v]);
    for (let v = 0; law && v < volumes.count; v++) {
      const oil = volumes.oil[v];
      F[lawCapacitance + v] = oil === 0 ? 0 : oil * complianceOf(v, law);
    }
    if (law) for (const { factor, wall, volume } of lawPorts) F[factor] = complianceOf(volume, law) + wall;
    for (const { compute, count } of flows) compute(0, count);
    walls.fill(0);
    for (const { wall, lent, volume } of lawPorts) walls[volume] = walls[volume] + wall * F[lent];
    air?.addReleased(walls);
    for (let v = 0; v < unknownOfVolume.length; v++) {
      const unknown = unknownOfVolume[v];
      if (unknown < 0) continue;
      const whole = F[capacitance + v] + F[lawCapacitance + v];
      // Less than nothing is left of a volume: no rate, so that no step goes there.
      const inverse = whole < 0 ? Number.NaN : 1 / whole;
      this.inverse[unknown] = inverse;
      F[rate + unknown] = F[sum + v] * inverse;
    }
    for (let k = 0; k < algebraicRows.length; k++) F[rate + algebraicRows[k]] = F[sum + algebraicVolumes[k]];
  }

  protected slopeInTime(t: number, y: Float64Array, rates: Float64Array): void {
    this.linearize(t, y);
    const entries = this.assembly.rowOf.length;
    for (let k = 0; k < this.size; k++) rates[k] = this.cells[entries + k];
  }

  /** ∂f/∂y and ∂f/∂t at (t, y), in `cells`; kept while neither the point nor the discrete state changes. */
  private linearize(t: number, y: Float64Array): void {
    const { system, assembly, cells, gradients, inverse } = this;
    const { layout, partials, valuePartials } = system;
    const { F } = layout;
    if (this.linearized && this.isAt(t, y)) return;
    this.evaluate(t, y);
    for (const { compute, first, last } of valuePartials) compute(first, last);
    for (const { compute, count } of partials) compute(0, count);
    for (const cell of this.cut) F[cell] = 0;
    gradients.fill(0);
    addSums(assembly.gradients, F, gradients, gradients);
    cells.fill(0);
    addSums(assembly.entries, F, gradients, cells);
    this.air?.hideReleased();
    subtractTimesRates(assembly.lent, F, gradients, cells, assembly.rowOf, layout.rate);
    this.air?.showReleased();
    this.air?.addSlopes(cells);
    const entries = assembly.rowOf.length;
    for (let k = 0; k < entries; k++) cells[k] = cells[k] * inverse[assembly.rowOf[k]];
    for (let k = 0; k < this.size; k++) cells[entries + k] = cells[entries + k] * inverse[k];
    this.finishVolumes();
    this.discrete.clearHeld(assembly.pattern.starts, cells);
    this.linearized = true;
  }

  /** The law's slope on the diagonal; no slope by a pressure that nobody sees. */
  private finishVolumes(): void {
    const { system, assembly, cells, law, walls } = this;
    const { F, rate, y, pressure, lawCapacitance, unknownOfVolume } = system.layout;
    for (let v = 0; v < unknownOfVolume.length; v++) {
      const unknown = unknownOfVolume[v];
      if (unknown < 0) continue;
      if (law) {
        const at = assembly.diagonal[unknown];
        const p = F[pressure + v];
        const share = (F[lawCapacitance + v] - walls[v]) * this.inverse[unknown];
        const [slope, compliance] = this.air?.slopes(v, cells, F[rate + unknown] * share) ?? [law.complianceSlope(p), law.compliance(p)];
        cells[at] = cells[at] - (F[rate + unknown] * share * slope) / compliance;
      }
      if (F[y + unknown] >= this.vapourPressure[v]) continue;
      const { starts } = assembly.pattern;
      cells.fill(0, starts[unknown], starts[unknown + 1]);
    }
  }

  private isAt(t: number, y: Float64Array): boolean {
    const { F, y: at, time } = this.system.layout;
    if (F[time] !== this.discrete.rightOf(t)) return false;
    for (let k = 0; k < this.size; k++) if (F[at + k] !== y[k]) return false;
    return true;
  }
}

/** Held values that turn, instance by instance. */
function turningOf({ batches, layout }: System): { readonly unit: string; readonly cell: number }[] {
  return batches.flatMap(({ form, instances }, b) =>
    form.turning.flatMap((name) => {
      const first = entryOf(layout.columns[b], `output_${name}`);
      const unit = form.model.definition.states?.[name]?.unit as string;
      return Array.from({ length: instances.count }, (_, i) => ({ unit, cell: first + i }));
    }),
  );
}
