/** An exact solution to measure others against: Radau IIA at a tight tolerance, known at every time. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { integrate } from '#ringmain/lumped/integrate.js';
import { radau5 } from '#ringmain/lumped/methods/radau5.js';
import { usualSize } from '#ringmain/lumped/scales.js';
import { lumpedSystem } from '#ringmain/lumped/solve.js';
import { unknownNames } from '#ringmain/lumped/system/unknownNames.js';

/** Times within a step, in parts of it, at which the solution is kept: the method's own interpolation is the cubic through four of them. */
const nodes = [0, 1 / 3, 2 / 3, 1] as const;

/** A solution by cubics, one for each step of the method that found it. */
export class ReferenceSolution {
  /** Ends of the steps, s, from the start on. */
  private readonly ends: number[];
  /** Four states a step. */
  private readonly states: Float64Array[] = [];
  /** Largest - smallest value of each unknown, and the largest. */
  readonly range: Float64Array;
  readonly highest: Float64Array;
  private readonly lowest: Float64Array;
  private place = 0;

  constructor(from: number, y: Float64Array) {
    this.ends = [from];
    this.range = new Float64Array(y.length);
    this.highest = y.slice();
    this.lowest = y.slice();
  }

  get end(): number {
    return this.ends.at(-1) as number;
  }

  get steps(): number {
    return this.ends.length - 1;
  }

  /** Another step: the states at `nodes` of it. */
  add(end: number, states: readonly Float64Array[]): void {
    this.ends.push(end);
    for (const state of states) {
      this.states.push(state.slice());
      for (let n = 0; n < state.length; n++) {
        const value = state[n] as number;
        if (value > (this.highest[n] as number)) this.highest[n] = value;
        if (value < (this.lowest[n] as number)) this.lowest[n] = value;
        this.range[n] = (this.highest[n] as number) - (this.lowest[n] as number);
      }
    }
  }

  /** The solution at a time → y. Times that rise are found at once. */
  at(t: number, y: Float64Array): void {
    const { ends } = this;
    const last = ends.length - 2;
    if (t < (ends[this.place] as number)) this.place = 0;
    while (this.place < last && (ends[this.place + 1] as number) < t) this.place++;
    const begin = ends[this.place] as number;
    const share = (t - begin) / ((ends[this.place + 1] as number) - begin);
    y.fill(0);
    for (let k = 0; k < nodes.length; k++) {
      let weight = 1;
      for (let j = 0; j < nodes.length; j++)
        if (j !== k) weight *= (share - (nodes[j] as number)) / ((nodes[k] as number) - (nodes[j] as number));
      const state = this.states[4 * this.place + k] as Float64Array;
      for (let n = 0; n < y.length; n++) y[n] = (y[n] as number) + weight * (state[n] as number);
    }
  }
}

/**
 * Solves a circuit by radau5 at rtol `tolerance`; every point in time at which an input jumps ends a step. Throws where that does not reach the end:
 * without a reference there is nothing to measure.
 */
export function referenceSolution(circuit: Circuit, tolerance = 1e-10, absolute: (unit: string) => number = usualSize): ReferenceSolution {
  const system = lumpedSystem(circuit, { events: 'step over' });
  const y = new Float64Array(system.size);
  system.initial(y);
  const reference = new ReferenceSolution(0, y);
  const room = nodes.map(() => new Float64Array(system.size));
  const { end, minimumStep } = circuit.run;
  const options = {
    from: 0,
    to: end,
    locate: false,
    relativeTolerance: tolerance,
    absoluteTolerance: Float64Array.from(unknownNames(system), ({ unit }) => tolerance * absolute(unit)),
    fixedStep: null,
    initialStep: null,
    minimumStep: Math.min(minimumStep, 1e-14),
    maximumStep: end / 10,
    jacobian: 'analytic',
    timeDerivative: true,
    algebra: 'auto',
  } as const;
  const integration = integrate(system, radau5, y, options, {
    onStep: ({ before, t, y: after, interpolate }) => {
      if (!(t > before)) return;
      nodes.forEach((node, k) => {
        const state = room[k] as Float64Array;
        if (node === 1) state.set(after);
        else interpolate.call(integration.stepper, before + node * (t - before), state);
      });
      reference.add(t, room);
    },
  });
  if (integration.run(Number.POSITIVE_INFINITY) !== 'finished')
    throw new Error(`radau5 at ${tolerance} does not pass t = ${integration.stepper.t} s of ${circuit.name}`);
  return reference;
}
