/**
 * The operating point of a circuit: pressures, states and flows at which nothing moves while every signal of time stands where it is at t = 0, and
 * states that only count stay where they are.
 *
 * The circuit settles by pseudo-transient continuation while its roots are all but straight lines, then roots become sharper, down to the line engine's
 * own. A small circuit that does not get there by long steps gets a second try, by steps under error control.
 */

import type { Circuit } from '../circuit/circuit.js';
import { entryOf } from '../circuit/text/known.js';
import { tablesOf } from '../circuit/views.js';
import { allowsText } from '../equations/kernel/javascript.js';
import { type PortType, portQuantities } from '../equations/language/definition.js';
import type { StartState } from '../network/startState.js';
import { Interrupted } from '../results/ending.js';
import { RunError } from '../results/runError.js';
import { lastStep, PseudoTransient } from './pseudoTransient.js';
import { usualSize } from './scales.js';
import { settling } from './settle.js';
import { steadyFlows } from './steadyFlows.js';
import { type SteadyState, steadyNotes } from './steadyNotes.js';
import { buildSystem } from './system/build.js';
import { CircuitSystem } from './system/circuitSystem.js';
import { countingStates } from './system/countingStates.js';
import { unknownNames } from './system/unknownNames.js';

export interface SteadyOptions {
  /** Transition pressure of roots at the end, Pa; default: as good as none. */
  readonly transition?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called about ten times a second. */
  readonly onProgress?: ((progress: SteadyProgress) => void) | undefined;
}

export interface SteadyProgress {
  readonly rounds: number;
  readonly residual: number;
}

/** Transition pressures of roots on the way, Pa. */
const transitions = [1e7, 1e5, 1e3, 1, 1e-3, 1e-6];
/** Residual at which roots become sharper, at which the last of them are done, and that is allowed: `settled` where all unknowns are as near to rest. */
const settled = 1e-6;
const wanted = 1e-12;
const allowed = 1e-8;
/** Usual sizes: what has gone farther and still moves, however slow beside the way, comes to rest nowhere. */
const farthest = 1e8;
/** Rounds at one transition pressure. Rings of 10 to 1000 stations take up to 41 at the first, 34 at a later one. */
const mostRounds = 250;
/** Of those at the first, how many follow the way that the circuit takes in time. */
const faithful = 60;
/** Rounds at the first from which on what creeps may slip and stick: a piston that comes to rest at the edge of its friction has done so before. */
const creeping = 80;
/** Of those, at the longest step. */
const mostAtRest = 40;
/** Rounds without a better residual, when it is small enough, and when it is not, after which corrections are finer. */
const mostIdle = 12;
const mostFruitless = 40;
/** Unknowns of a circuit that gets a second try, its attempts, the transition pressure of roots meanwhile, Pa, and the residual that ends it. */
const mostForTime = 100;
const mostAttempts = 2000;
const softRoots = 1000;
const fallen = 1e-5;
/** ms from one return to the event loop to the next. */
const sliceMs = 50;

/** Finds the operating point; returns to the event loop now and then. RunError LMP401 names what does not come to rest; Interrupted where the signal says so. */
export async function steadyState(circuit: Circuit, options: SteadyOptions = {}): Promise<SteadyState> {
  // JavaScript is ready sooner; both give the same bits.
  const kernels = allowsText() ? 'js' : 'wasm';
  const system = (): CircuitSystem =>
    new CircuitSystem(circuit, buildSystem(circuit, { transitionPressure: null, modes: true, kernels, damped: true }));
  const search = new Search(system(), options);
  if (await search.toRest()) return search.found();
  if (search.size > mostForTime) throw search.notSteady();
  const second = new Search(system(), options);
  if ((await second.settleInTime()) && (await second.toRest())) return second.found();
  throw (search.runsAway() || search.nearest < second.nearest ? search : second).notSteady();
}

class Search {
  private readonly y: Float64Array<ArrayBuffer>;
  private readonly counting: Uint8Array;
  private readonly transient: PseudoTransient;
  private readonly residual: Residual;
  private rounds = 0;
  private returned = performance.now();
  private began: Float64Array = new Float64Array(0);
  private isSettled = false;
  /** The smallest residual so far. */
  nearest = Number.POSITIVE_INFINITY;

  constructor(
    private readonly system: CircuitSystem,
    private readonly options: SteadyOptions,
  ) {
    this.y = new Float64Array(system.size);
    system.initial(this.y);
    this.counting = countingStates(system);
    this.transient = new PseudoTransient(system, this.y, this.counting);
    this.residual = new Residual(system, this.counting);
  }

  get size(): number {
    return this.system.size;
  }

  /** Whether it comes to rest. */
  async toRest(): Promise<boolean> {
    const { system, y, options } = this;
    const end = options.transition === undefined ? [] : [options.transition];
    const levels = [...(this.isSettled ? transitions.slice(2) : transitions), ...end];
    if (!this.isSettled) this.begin(transitions[0]);
    for (const [k, transition] of levels.entries()) {
      system.setTransition(transition);
      system.arrive(0, y, -1);
      const isLast = k === levels.length - 1;
      if (!(await this.settle(transition, isLast ? wanted : settled, isLast ? allowed : settled))) return false;
    }
    return true;
  }

  private begin(transition: number): void {
    const { system, y } = this;
    system.setTransition(transition);
    system.arrive(0, y, -1);
    system.takeTimeAsItIs();
    this.began = y.slice();
  }

  /** By steps under error control; whether the residual becomes `fallen`. */
  async settleInTime(): Promise<boolean> {
    const { system, y, residual } = this;
    this.begin(softRoots);
    const integration = settling(system, y, (now) => residual.at(now) < fallen);
    for (let attempts = 0; attempts < mostAttempts; attempts += 20) {
      const state = integration.run(20);
      y.set(integration.stepper.y);
      await this.pause(residual.at(y));
      if (state !== 'running') break;
    }
    this.nearest = residual.at(y);
    this.isSettled = this.nearest < fallen;
    this.transient.step = integration.stepper.step;
    return this.isSettled;
  }

  /** Rounds until the residual is `goal`, or no better; whether it is at most `enough`. Leaves the best y. */
  private async settle(transition: number, goal: number, enough: number): Promise<boolean> {
    const { system, y, transient, residual } = this;
    let best = residual.at(y);
    const bestY = y.slice();
    for (let [round, idle, atRest] = [0, 0, 0]; round < mostRounds && best > goal; round++) {
      await this.pause(best);
      if (transient.step >= lastStep) atRest++;
      transient.follows = transition === transitions[0] && round < faithful;
      transient.isPatient = transition !== transitions[0] || round >= creeping;
      // Newton's method on a root goes from one side of its foot to the other, by less than shows beside the pressures.
      transient.isFine = best > enough && idle >= mostFruitless;
      const moved = transient.round();
      this.rounds++;
      if (!moved) continue;
      const now = residual.at(y);
      if (now > allowed && residual.runaways(y).length > 0) return false;
      idle = now < 0.5 * best ? 0 : idle + 1;
      if (now < best) {
        best = now;
        bestY.set(y);
      }
      if (best <= enough ? idle >= mostIdle : atRest >= mostAtRest) break;
    }
    this.nearest = best;
    y.set(bestY);
    // Through a wide open valve whose flow is next to none, pressures differ by less than their last digits tell: that leaves of the flow what it is.
    if (best > settled || (best > enough && !transient.isWithin(settled))) return false;
    system.arrive(0, y, -1);
    return true;
  }

  private async pause(residual: number): Promise<void> {
    if (this.options.signal?.aborted) throw new Interrupted('interrupted on the way to the operating point; nothing was computed');
    if (performance.now() - this.returned < sliceMs) return;
    this.options.onProgress?.({ rounds: this.rounds, residual });
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.returned = performance.now();
  }

  /** After it has come to rest. */
  found(): SteadyState {
    const { system, y, rounds, counting, began } = this;
    const names = unknownNames(system);
    const { layout, volumes } = system.system;
    const undetermined = this.transient.undetermined();
    const residual = this.residual.at(y);
    const moved = names
      .flatMap(({ name, unit }, k) => {
        const far = Math.abs(y[k] - began[k]) / usualSize(unit);
        return (unit === 'm' || unit === 'rad') && counting[k] === 0 && far > 1e-3 ? [{ name, unit, from: began[k], to: y[k], far }] : [];
      })
      .sort((a, b) => b.far - a.far)
      .map(({ far: _, ...one }) => one);
    const trapped = volumes.type.flatMap((type, v) => {
      const unknown = layout.unknownOfVolume[v];
      return type === 'hydraulic' && unknown >= 0 && undetermined[unknown] === 1 ? [names[unknown]?.name ?? ''] : [];
    });
    const held = names.flatMap(({ name }, k) => (counting[k] === 1 ? [name] : []));
    return { ...stateOf(system, y), residual, rounds, moved, counting: held, trapped, notes: steadyNotes({ moved, trapped }) };
  }

  /** Whether something has gone so far that it will come to rest nowhere. */
  runsAway(): boolean {
    this.residual.at(this.y);
    return this.residual.runaways(this.y).length > 0;
  }

  /** The unknown that has gone farthest, else the one that moves most. */
  notSteady(): RunError {
    const { system, residual, y } = this;
    const all = residual.at(y);
    const away = residual.runaways(y);
    const movers = away.length > 0 ? away : residual.movers(all / 100);
    const [first = 0, ...others] = movers;
    const most = residual.of(first);
    if (Number.isNaN(most))
      return new RunError(
        'LMP401',
        `initial: steady: the rate of ${named(system, first)} is not a number on the way to rest`,
        'look in the equations there for a division by zero, or a root or logarithm of less than 0; or give a start of your own (initial: pressure)',
      );
    const shown = others.slice(0, 4).map((k) => named(system, k));
    const more = others.length > shown.length ? ` and ${others.length - shown.length} more` : '';
    const beside = shown.length > 0 ? `; beside it ${shown.join(', ')}${more}` : '';
    return new RunError(
      'LMP401',
      `initial: steady: the circuit does not come to rest with its signals as they are at t = 0; ${named(system, first)} moves most (${most.toPrecision(3)} of its flow or usual size a second)${beside}`,
      'give a start of your own (initial: pressure), stop what moves at t = 0, or start the signals later',
    );
  }
}

/** How far f is from zero. */
class Residual {
  private readonly own: Float64Array;
  private readonly sizes: Float64Array;
  private readonly through: Float64Array;
  private readonly algebraic: Uint8Array;

  constructor(
    private readonly system: CircuitSystem,
    private readonly still: Uint8Array,
  ) {
    const { volumes, algebraicRows } = system.system;
    this.own = new Float64Array(system.size);
    this.sizes = Float64Array.from(unknownNames(system), ({ unit }) => usualSize(unit));
    this.through = new Float64Array(volumes.count);
    this.algebraic = new Uint8Array(system.size);
    for (const row of algebraicRows) this.algebraic[row] = 1;
  }

  /** Largest, at y. */
  at(y: Float64Array): number {
    const { system, own, sizes, through, still, algebraic } = this;
    system.evaluate(0, y);
    const { layout, volumes } = system.system;
    const { F } = layout;
    this.throughFlows();
    for (let k = 0; k < own.length; k++) {
      const size = sizes[k];
      own[k] =
        still[k] === 1
          ? 0
          : Math.abs(F[layout.rate + k]) / (algebraic[k] === 1 ? size : Math.max(size, Math.min(farthest * size, Math.abs(y[k]))));
    }
    layout.unknownOfVolume.forEach((unknown, v) => {
      if (unknown < 0) return;
      const least = usualSize(portQuantities[volumes.type[v] as PortType].q.unit);
      own[unknown] = Math.abs(F[layout.sum + v]) / Math.max(through[v], least);
    });
    let most = 0;
    // NaN passes no comparison.
    for (const one of own) if (!(one <= most)) most = one;
    return most;
  }

  /** By volume: Σ|q|. */
  private throughFlows(): void {
    const { layout, batches, volumes } = this.system.system;
    const { F, I } = layout;
    this.through.fill(0);
    batches.forEach(({ form, instances }, b) => {
      const columns = layout.columns[b] as ReadonlyMap<string, number>;
      for (const { name, assigns } of form.ports) {
        if (assigns === 'p') continue;
        const [flow, place] = [columns.get(`flow_${name}`), columns.get(`sum_${name}`)] as [number, number];
        for (let i = 0; i < instances.count; i++) {
          const v = I[place + i] - layout.sum;
          if (v < volumes.count) this.through[v] = this.through[v] + Math.abs(F[flow + i]);
        }
      }
    });
  }

  /** Of one unknown, at the y of `at`. */
  of(unknown: number): number {
    return this.own[unknown];
  }

  /** Unknowns that move and have gone out of all proportion, the farthest first; at the y of `at`. */
  runaways(y: Float64Array): number[] {
    const far = (k: number): number => Math.abs(y[k]) / this.sizes[k];
    return this.movers(allowed)
      .filter((k) => !(far(k) < farthest))
      .sort((a, b) => far(b) - far(a));
  }

  /** Unknowns that move, the most first; those of `at`. */
  movers(least: number): number[] {
    const { own } = this;
    return [...own.keys()].filter((k) => !(own[k] < least)).sort((a, b) => own[b] - own[a]);
  }
}

/** The unknown's name; of a volume with the port through which most flows. */
function named(system: CircuitSystem, unknown: number): string {
  const name = unknownNames(system)[unknown]?.name ?? '';
  const { layout, batches } = system.system;
  const volume = layout.unknownOfVolume.indexOf(unknown);
  if (volume < 0) return name;
  let [most, port] = [-1, ''];
  batches.forEach(({ form, instances }, b) => {
    const columns = layout.columns[b] as ReadonlyMap<string, number>;
    for (const { name: own, assigns } of form.ports) {
      if (assigns === 'p') continue;
      const [flow, place] = [columns.get(`flow_${own}`), columns.get(`sum_${own}`)] as [number, number];
      for (let i = 0; i < instances.count; i++) {
        const size = Math.abs(layout.F[flow + i]);
        const isThere = layout.I[place + i] === layout.sum + volume && instances.componentOf(i) >= 0;
        if (isThere && size > most) [most, port] = [size, `${instances.nameOf(i)}.${own}`];
      }
    }
  });
  return port === '' ? name : `the pressure at ${port} (${name})`;
}

function stateOf(system: CircuitSystem, y: Float64Array): StartState {
  system.evaluate(0, y);
  const { layout, batches, volumes } = system.system;
  const { lines } = tablesOf(system.circuit);
  const states = new Map<number, Record<string, number>>();
  batches.forEach(({ form, instances }, b) => {
    for (let i = 0; i < instances.count; i++) {
      const own = Object.fromEntries(form.rates.map(({ name }) => [name, layout.F[entryOf(layout.columns[b], `state_${name}`) + i]]));
      if (instances.componentOf(i) >= 0) states.set(instances.componentOf(i), own);
    }
  });
  const pressure = Float64Array.from({ length: 2 * lines.count }, (_, end) => layout.F[layout.pressure + volumes.ofEnd[end]]);
  return { pressure, flow: steadyFlows(system), states };
}
