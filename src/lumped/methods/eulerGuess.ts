import type { Carried, Carrier } from '../carrier.js';
import type { Counts, MethodOptions } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { type Implicit, implicitStep } from './implicit.js';
import { Newton } from './newton.js';
import { nodes } from './radauCoefficients.js';

/** Where the iteration for the stages of Radau IIA begins if it comes to nothing from elsewhere: backward Euler, whose Newton iteration is damped. */
export class EulerGuess implements Carried {
  private readonly newton: Newton;
  private readonly step: Implicit;

  constructor(problem: OdeProblem, options: MethodOptions, counts: Counts, most: number, tolerance: number) {
    this.newton = new Newton(problem, options, counts);
    this.step = { ...implicitStep(new Float64Array(problem.size), most), tolerance };
  }

  carry(carrier: Carrier): void {
    this.newton.carry(carrier);
  }

  /** Stages by backward Euler over as much of the step as lies before each → z, from y. */
  find(t: number, y: Float64Array, h: number, z: readonly Float64Array[]): boolean {
    const { newton, step } = this;
    step.start.set(y);
    step.predicted.set(y);
    step.offset.fill(0);
    for (let stage = 0; stage < 3; stage++) {
      step.gamma = nodes[stage] * h;
      step.t = t + step.gamma;
      newton.renewal = 'jacobian';
      if (!newton.solve(step)) return false;
      (z[stage] as Float64Array).set(step.delta);
    }
    return true;
  }
}
