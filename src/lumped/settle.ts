/** Settling in time, with every step under error control and every switch located: for what long steps lose, such as a reaction far from its rest. */
import { type Integration, integrate } from './integrate.js';
import { methodNamed } from './methods/registry.js';
import type { HybridProblem } from './problem.js';
import { usualSize } from './scales.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import { unknownNames } from './system/unknownNames.js';

/** s: what still moves after a day is no operating point. */
const longest = 1e5;
const tolerance = 1e-4;

/** The system from y on, with the time held at 0; `isDone` is asked after each step longer than a tenth of a second. */
export function settling(system: CircuitSystem, y: Float64Array, isDone: (y: Float64Array) => boolean): Integration {
  return integrate(
    still(system),
    methodNamed('radau5'),
    y,
    {
      from: 0,
      to: longest,
      locate: true,
      relativeTolerance: tolerance,
      absoluteTolerance: Float64Array.from(unknownNames(system), ({ unit }) => tolerance * usualSize(unit)),
      fixedStep: null,
      initialStep: null,
      minimumStep: 1e-14,
      maximumStep: longest / 10,
      jacobian: 'analytic',
      timeDerivative: true,
      algebra: 'auto',
    },
    { isDone: (stepper) => stepper.step > 0.1 && isDone(stepper.y) },
  );
}

/** The system with the time held at 0. */
function still(system: CircuitSystem): HybridProblem {
  return {
    size: system.size,
    mass: system.mass,
    pattern: system.pattern,
    switches: system.switches,
    timeDerivative: null,
    rates: (_, y, rates) => system.rates(0, y, rates),
    jacobian: (_, y, values) => system.jacobian(0, y, values),
    switchValues: (_, y, values) => system.switchValues(0, y, values),
    isContinuous: (index) => system.isContinuous(index),
    switchName: (index) => system.switchName(index),
    arrive: (_, y, crossed, settled) => system.arrive(0, y, crossed, settled),
    turning: system.turning,
    turningValues: (_, y, values) => system.turningValues(0, y, values),
    nextEvent: () => Number.POSITIVE_INFINITY,
  };
}
