/** What a step of an integrator costs as a circuit grows: chains of volumes and orifices, by Jacobian and by linear algebra. */

import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { integrate } from '#ringmain/lumped/integrate.js';
import { type JacobianSource, type MethodOptions, noCounts, type Stepper } from '#ringmain/lumped/method.js';
import { jacobianSource } from '#ringmain/lumped/methods/jacobianSource.js';
import { methodNamed } from '#ringmain/lumped/methods/registry.js';
import type { OdeProblem } from '#ringmain/lumped/problem.js';
import { usualSize } from '#ringmain/lumped/scales.js';
import { lumpedSystem } from '#ringmain/lumped/solve.js';
import type { CircuitSystem } from '#ringmain/lumped/system/circuitSystem.js';
import { unknownNames } from '#ringmain/lumped/system/unknownNames.js';
import { ratios, type Spread, spreadOf } from '#ringmain/results/statistics.js';
import { inTurn } from '../protocol/turns.js';

/** One way to compute a step. */
export interface StepVariant {
  readonly solver: string;
  readonly jacobian: JacobianSource;
  /** False: one call of f for every column, as where no pattern is known; true: one for each group of columns that share no row. */
  readonly grouped: boolean;
  readonly algebra: MethodOptions['algebra'];
}

/** A chain Q → V1 → orifice → … → VN → orifice → tank: N pressures, 100 bar in steady flow, whatever N. */
export function chainCircuit(volumes: number): Circuit {
  const drop = 1e7 / volumes;
  const flow = 40e-3 / 60;
  const diameter = Math.sqrt((4 * flow) / (Math.PI * 0.6 * Math.sqrt((2 * drop) / 870)));
  const all = Array.from({ length: volumes }, (_, k) => k + 1);
  const text = `
ringmain: 1
name: chain-${volumes}
fluid: { density: 870 kg/m3, viscosity: 30 cSt, tait: { coefficient: 0.0894, pressure: 1200 bar }, vapourPressure: -1 bar }
components:
  pump: { kind: pulsatingFlowSource, meanFlow: 40 l/min, amplitude: 10 l/min, frequency: 10 Hz }
  tank: { kind: tank }
${all.map((k) => `  n${k}: { kind: transitionOrifice, diameter: ${diameter} m }`).join('\n')}
lines:
${all.map((k) => `  V${k}: { from: ${k === 1 ? 'pump' : `n${k - 1}.out`}, to: n${k}.in, volume: 0.1 l, initialPressure: ${drop * (volumes + 1 - k)} Pa }`).join('\n')}
direct:
  - { from: n${volumes}.out, to: tank }
run: { end: 1 s }
`;
  return parseCircuit(text, `chain-${volumes}`).circuit;
}

/** The same system with a pattern that is full. */
function withFullPattern(system: CircuitSystem): OdeProblem {
  const { size, mass, timeDerivative } = system;
  const starts = Int32Array.from({ length: size + 1 }, (_, j) => j * size);
  const rows = Int32Array.from({ length: size * size }, (_, place) => place % size);
  return {
    ...{ size, mass, timeDerivative, pattern: { size, starts, rows } },
    rates: (t, y, rates) => system.rates(t, y, rates),
    jacobian: () => {
      throw new Error('a full pattern is for differences');
    },
  };
}

/** A variant at work on a circuit, step by step, beyond the circuit's own end: what it computes is of no interest. */
export class StepTimer {
  private readonly run: (attempts: number) => string;
  private readonly stepper: Stepper;
  private readonly jacobian: () => void;
  private steps = 1;
  private jacobians = 1;
  readonly samples: number[] = [];
  readonly jacobianSamples: number[] = [];
  /** Two samples in a row. */
  readonly again: [number, number][] = [];

  constructor(circuit: Circuit, { solver, jacobian, grouped, algebra }: StepVariant, step: number) {
    const system = lumpedSystem(circuit, { events: 'step over' });
    const problem = grouped ? system : withFullPattern(system);
    if (!grouped) system.arrive(0, new Float64Array(system.size), -1);
    const y = new Float64Array(system.size);
    system.initial(y);
    const options: MethodOptions = {
      ...{ relativeTolerance: 1e-3, fixedStep: step, initialStep: null, minimumStep: 1e-14, maximumStep: 1, jacobian, algebra },
      absoluteTolerance: Float64Array.from(unknownNames(system), ({ unit }) => 1e-3 * usualSize(unit)),
      timeDerivative: true,
    };
    const integration = integrate(problem, methodNamed(solver), y, { ...options, from: 0, to: 1e9, locate: false });
    this.run = (attempts) => integration.run(attempts);
    this.stepper = integration.stepper;
    const source = jacobianSource(problem, options, noCounts());
    const values = new Float64Array(problem.pattern.rows.length);
    const rates = new Float64Array(problem.size);
    let n = 0;
    this.jacobian = () => {
      // Another time, so that nothing is remembered.
      n = 1 - n;
      source(this.stepper.t + n * step, this.stepper.y, rates, values);
    };
    problem.rates(0, y, rates);
  }

  /** Steps, and calls of the Jacobian alone, of a sample that takes at least `seconds`; enough of them before that V8 has optimised both. */
  calibrate(seconds: number): void {
    while (this.time(this.steps, () => this.advance(this.steps)) * this.steps < seconds) this.steps *= 2;
    while (this.time(this.jacobians, () => this.jacobiansAlone()) * this.jacobians < seconds / 4) this.jacobians *= 2;
  }

  /** One sample of either; another of the steps where the noise is wanted. */
  sample(twice: boolean): void {
    const once = (): number => this.time(this.steps, () => this.advance(this.steps));
    const first = once();
    this.samples.push(first);
    if (twice) {
      const second = once();
      this.samples.push(second);
      this.again.push([first, second]);
    }
    this.jacobianSamples.push(this.time(this.jacobians, () => this.jacobiansAlone()));
  }

  /** s of CPU a step. */
  get spread(): Spread {
    return spreadOf(this.samples);
  }

  /** Part of a step that is the Jacobian, by the fastest samples. */
  get share(): number {
    return spreadOf(this.jacobianSamples).lowest / this.spread.lowest;
  }

  get noise(): Spread {
    return ratios(this.again);
  }

  /** Calls of f a step: of the method itself, and for the Jacobian. */
  get calls(): { readonly rates: number; readonly differences: number } {
    const { rates, differences, accepted } = this.stepper.counts;
    return { rates: Math.round((100 * rates) / accepted) / 100, differences: Math.round((100 * differences) / accepted) / 100 };
  }

  private advance(steps: number): void {
    if (this.run(steps) !== 'running') throw new Error(`a timed run ended at ${this.stepper.t} s`);
  }

  private jacobiansAlone(): void {
    for (let n = 0; n < this.jacobians; n++) this.jacobian();
  }

  /** s of CPU: on a machine shared with others, the clock also counts what they take. */
  private time(count: number, call: () => void): number {
    const began = process.cpuUsage();
    call();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6 / count;
  }
}

/** Times all of them, round after round, forwards and backwards in turn; some twice in a row, to see the noise. */
export function timeSteps(
  timers: readonly StepTimer[],
  rounds: number,
  seconds: number,
  twice: (timer: StepTimer) => boolean = () => false,
): void {
  for (const timer of timers) timer.calibrate(seconds);
  for (const timer of inTurn(timers, rounds)) timer.sample(twice(timer));
}
