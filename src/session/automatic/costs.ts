/**
 * Cost of a run, from counts: no clock is read, so that the choice of a solver is the same on every machine and in every run. Coefficients are ns on the
 * machine that measured them (`ringmain bench auto solver`); only their ratios matter.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { tablesOf } from '../../circuit/views.js';
import type { Counts } from '../../lumped/method.js';
import type { CircuitSystem } from '../../lumped/system/circuitSystem.js';
import { countedCosts } from '../../partition/costs.js';
import { workOfPlan } from '../../partition/planWork.js';

/** ns */
export interface CountedCosts {
  /** Of an attempt of TLM by one thread, at variable steps. */
  readonly attempt: number;
  /** Of a component's equations, all together, once: what the kernels of either engine are made of. */
  readonly equations: number;
}

/** An attempt of TLM was 1.4 to 3.7 times what is counted, 1.9 in the geometric mean. */
const measuredOverCounted = 1.9;

/** Counted once a circuit. */
export function countCosts(circuit: Circuit, isFixedStep: boolean): CountedCosts {
  const costs = countedCosts(circuit);
  const owner = new Int32Array(tablesOf(circuit).components.count);
  const { serial } = workOfPlan(circuit, owner, 1, costs, { serial: null, fixedStep: isFixedStep, window: 1 });
  return { attempt: measuredOverCounted * serial, equations: costs.component.reduce((sum, cost) => sum + cost, 0) };
}

/**
 * By least squares of the logarithm over times of rodas4, radau5 and lsoda at tolerances of 0.1 to 1e-5 on circuits of 7 to 300 unknowns (`ringmain bench precision`): a standard
 * deviation of a quarter.
 */
const coefficients = {
  /** Of an evaluation of f: by ns of equations. */
  equations: 4.7,
  /** Of a Jacobian with its factors, by place of its pattern. */
  place: 160,
  /** Of an accepted step: by unknown, and by itself. */
  stepUnknown: 730,
  step: 1000,
} as const;

/** ns of every run of an integrator: JavaScript that is not compiled yet. */
export const integratorBegins = 1.6e6;

/** ns of an integrator's run so far. */
export function integratorCost({ equations }: CountedCosts, system: CircuitSystem, counts: Readonly<Counts>): number {
  const { rates, differences, jacobians, accepted } = counts;
  const c = coefficients;
  return (
    integratorBegins +
    (rates + differences) * c.equations * equations +
    jacobians * c.place * system.pattern.rows.length +
    accepted * (c.stepUnknown * system.size + c.step)
  );
}
