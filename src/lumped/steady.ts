/**
 * The operating point of a circuit: pressures, states and flows at which nothing moves while every signal of time stands where it is at t = 0.
 *
 * The circuit settles by itself first, as an ODE with the time held still, over steps that grow without end; what is left is removed by Newton's method on
 * f = 0, with a little of the time derivative kept, (s - J) δ = f, for what f does not determine (the position of a piston at rest). Roots have their
 * polynomial while it settles and are sharp in the end, as the line engine has them.
 */
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import { type PortType, portQuantities } from '../equations/definition.js';
import type { StartState } from '../network/startState.js';
import { RunError } from '../results/runError.js';
import { linearSystem } from './algebra/linearSystem.js';
import { integrate } from './integrate.js';
import { methodNamed } from './methodNamed.js';
import type { HybridProblem } from './problem.js';
import { usualSize } from './scales.js';
import { steadyFlows } from './steadyFlows.js';
import { buildSystem } from './system/build.js';
import { CircuitSystem } from './system/circuitSystem.js';
import { unknownNames } from './system/unknownNames.js';

export interface SteadyState extends StartState {
  /** Largest of |Σq|/Σ|q| of a volume and |x'|·1 s of a state in parts of its usual size. */
  readonly residual: number;
}

/** s, of settling: what still moves after a day is no operating point. */
const longest = 1e5;
/** Residual at which settling ends and Newton's method begins. */
const settled = 1e-5;
/** 1/s: the time derivative that is kept, at first and at least. Integrators stay where they are. */
const kept = 1e-3;
const leastKept = 1e-9;
const mostRounds = 60;
const mostAgain = 5;
/** A residual of rounding. */
const wanted = 1e-12;
const allowed = 1e-9;
/** Transition pressures of roots, Pa: while it settles, and after. */
const smooth = 1000;
export const sharpRoots = [1, 1e-3, 1e-6];

/** Finds the operating point; `transitions` are the transition pressures of roots, Pa, on the way to the last. RunError LMP401 names the unknown that does not come to rest. */
export function steadyState(circuit: Circuit, transitions: readonly number[] = sharpRoots): SteadyState {
  const system = systemWith(circuit, smooth);
  let y = new Float64Array(system.size);
  system.initial(y);
  if (system.size > 0) y = settle(system, y);
  let last = system;
  for (const transitionPressure of transitions) {
    const next = systemWith(circuit, transitionPressure);
    last.handOver(next);
    last = next;
    polish(next, y);
    // What Newton's method lets go of, such as a piston whose friction no longer holds it, moves on.
    for (let again = 0; again < mostAgain && residualOf(next, y).residual > allowed; again++) {
      y = settle(next, y);
      polish(next, y);
    }
  }
  const { residual, worst } = residualOf(last, y);
  if (!(residual <= allowed)) throw notSteady(last, worst, residual);
  return stateOf(last, y, residual);
}

function systemWith(circuit: Circuit, transitionPressure: number): CircuitSystem {
  return new CircuitSystem(circuit, buildSystem(circuit, { transitionPressure, modes: true, kernels: 'js', damped: true }));
}

/** The same system with the time held at 0. */
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
    arrive: (_, y, crossed, done) => system.arrive(0, y, crossed, done),
    nextEvent: () => Number.POSITIVE_INFINITY,
  };
}

function settle(system: CircuitSystem, y: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const names = unknownNames(system);
  system.takeTimeAsItIs();
  const integration = integrate(
    still(system),
    methodNamed('radau5'),
    y,
    {
      from: 0,
      to: longest,
      locate: true,
      relativeTolerance: 1e-4,
      absoluteTolerance: Float64Array.from(names, ({ unit }) => 1e-4 * usualSize(unit)),
      fixedStep: null,
      initialStep: null,
      minimumStep: 1e-14,
      maximumStep: longest / 10,
      jacobian: 'analytic',
      timeDerivative: true,
      algebra: 'auto',
    },
    { isDone: (stepper) => stepper.step > 0.1 && residualOf(system, stepper.y).residual < settled },
  );
  const { stepper } = integration;
  for (;;) {
    const state = integration.run(1000);
    if (state === 'stopped' || state === 'finished') break;
    const attempts = stepper.counts.accepted + stepper.counts.rejected + stepper.counts.failed;
    if (state === 'running' && attempts < 1e6) continue;
    const { worst, residual } = residualOf(system, stepper.y);
    throw notSteady(system, worst, residual);
  }
  return Float64Array.from(stepper.y);
}

/** Newton's method from y, which it changes. */
function polish(system: CircuitSystem, y: Float64Array): void {
  const { size, pattern, mass } = system;
  const solver = linearSystem(pattern, mass, 'auto');
  const values = new Float64Array(pattern.rows.length);
  const rates = new Float64Array(size);
  let shift = kept;
  let before = Number.POSITIVE_INFINITY;
  let best = { residual: Number.POSITIVE_INFINITY, y: y.slice() };
  for (let round = 0; round < mostRounds; round++) {
    system.arrive(0, y, -1);
    const { residual } = residualOf(system, y);
    if (residual < best.residual) best = { residual, y: y.slice() };
    if (residual <= wanted) break;
    // What leaks away slowly needs less of the time derivative; from one side of a root to the other and back, half a step ends on it.
    const slow = residual > 0.5 * before;
    if (slow) shift = Math.max(leastKept, shift / 10);
    const part = slow && round % 2 === 1 ? 0.5 : 1;
    before = residual;
    system.rates(0, y, rates);
    system.jacobian(0, y, values);
    if (!solver.factor(shift, values)) break;
    solver.solve(rates);
    if (!rates.every(Number.isFinite)) break;
    for (let k = 0; k < size; k++) y[k] = (y[k] as number) + part * (rates[k] as number);
  }
  y.set(best.y);
  system.arrive(0, y, -1);
}

/** How far f is from zero, and where it is farthest. */
function residualOf(system: CircuitSystem, y: Float64Array): { residual: number; worst: number } {
  system.evaluate(0, y);
  const { layout, batches, volumes, algebraicRows } = system.system;
  const { F, I } = layout;
  const through = new Float64Array(volumes.count);
  batches.forEach(({ form, instances }, b) => {
    const columns = layout.columns[b] as ReadonlyMap<string, number>;
    for (const { name, assigns } of form.ports) {
      if (assigns === 'p') continue;
      const [flow, place] = [columns.get(`flow_${name}`), columns.get(`sum_${name}`)] as [number, number];
      for (let i = 0; i < instances.count; i++) {
        const v = (I[place + i] as number) - layout.sum;
        if (v < volumes.count) through[v] = (through[v] as number) + Math.abs(F[flow + i] as number);
      }
    }
  });
  const names = unknownNames(system);
  const isVolume = new Map<number, number>();
  layout.unknownOfVolume.forEach((unknown, v) => isVolume.set(unknown, v));
  let [residual, worst] = [0, 0];
  for (let k = 0; k < system.size; k++) {
    const v = isVolume.get(k);
    const rate = Math.abs(F[layout.rate + k] as number);
    const own =
      v !== undefined
        ? Math.abs(F[layout.sum + v] as number) /
          Math.max(through[v] as number, usualSize(portQuantities[volumes.type[v] as PortType].q.unit))
        : rate /
          (algebraicRows.includes(k)
            ? usualSize(names[k]?.unit ?? '1')
            : Math.max(usualSize(names[k]?.unit ?? '1'), Math.abs(y[k] as number)));
    // What is not a number is worst, whatever comes behind it.
    if (!(own <= residual) && !Number.isNaN(residual)) [residual, worst] = [own, k];
  }
  return { residual, worst };
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
        const size = Math.abs(layout.F[flow + i] as number);
        const isThere = layout.I[place + i] === layout.sum + volume && instances.componentOf(i) >= 0;
        if (isThere && size > most) [most, port] = [size, `${instances.nameOf(i)}.${own}`];
      }
    }
  });
  return port === '' ? name : `the pressure at ${port} (${name})`;
}

function notSteady(system: CircuitSystem, worst: number, residual: number): RunError {
  const name = named(system, worst);
  if (Number.isNaN(residual))
    return new RunError(
      'LMP401',
      `initial: steady: the rate of ${name} is not a number on the way to rest`,
      'look in the equations there for a division by zero, or a root or logarithm of less than 0; or give a start of your own (initial: pressure)',
    );
  return new RunError(
    'LMP401',
    `initial: steady: the circuit does not come to rest with its signals as they are at t = 0; ${name} moves most (${residual.toPrecision(3)} of its flow or usual size a second)`,
    'give a start of your own (initial: pressure), stop what moves at t = 0, or start the signals later',
  );
}

function stateOf(system: CircuitSystem, y: Float64Array, residual: number): SteadyState {
  system.evaluate(0, y);
  const { layout, batches, volumes } = system.system;
  const { lines } = tablesOf(system.circuit);
  const states = new Map<number, Record<string, number>>();
  batches.forEach(({ form, instances }, b) => {
    for (let i = 0; i < instances.count; i++) {
      const own = Object.fromEntries(
        form.rates.map(({ name }) => [name, layout.F[(layout.columns[b]?.get(`state_${name}`) as number) + i] as number]),
      );
      if (instances.componentOf(i) >= 0) states.set(instances.componentOf(i), own);
    }
  });
  const pressure = Float64Array.from(
    { length: 2 * lines.count },
    (_, end) => layout.F[layout.pressure + (volumes.ofEnd[end] as number)] as number,
  );
  return { pressure, flow: steadyFlows(system), states, residual };
}
