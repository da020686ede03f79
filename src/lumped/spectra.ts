/** Stiffness of a circuit along its own solution, and at its operating point. */
import type { Circuit } from '../circuit/circuit.js';
import { integrate } from './integrate.js';
import { methodNamed } from './methods/registry.js';
import { usualSize } from './scales.js';
import { lumpedSystem } from './solve.js';
import { startAt } from './startAt.js';
import { steadyState } from './steady.js';
import { type Advice, type Stiffness, StiffnessAnalyser } from './stiffness.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import { unknownNames } from './system/unknownNames.js';
import type { LumpedOptions } from './types.js';

type SpectraOptions = Pick<LumpedOptions, 'solver' | 'relativeTolerance' | 'transitionPressure' | 'kernels'>;

/** Of a circuit: where it was looked at, and what to do where it is fastest. */
export interface StiffnessReport {
  /** By time, rising. Fewer than asked for where the integration cannot go on. */
  readonly spectra: readonly Stiffness[];
  /** Of the one with the fastest eigenvalue. */
  readonly advice: Advice;
  /** s; null where there is no spectrum. */
  readonly adviceAt: number | null;
}

/**
 * Spectra of the linearised circuit at the first steps that end at or after the given times (s, rising), with valves and stops in the state that they have
 * there. A dense method: RunError LMP501 for circuits of more than 1000 unknowns.
 */
export function spectraAlong(circuit: Circuit, times: readonly number[], options: SpectraOptions = {}): StiffnessReport {
  // What is stiff, treated volumes are too: a file's own treatments have no part in it.
  const system = lumpedSystem(circuit, { ...options, treat: [] });
  const found = new Found(system);
  const y = new Float64Array(system.size);
  system.initial(y);
  const take = (t: number, at: Float64Array): void => {
    if (found.spectra.length < times.length && t >= times[found.spectra.length]) found.add(t, at);
  };
  const relativeTolerance = options.relativeTolerance ?? 1e-5;
  const integration = integrate(
    system,
    methodNamed(options.solver ?? 'rodas4'),
    y,
    {
      from: 0,
      to: times.at(-1) ?? 0,
      locate: true,
      relativeTolerance,
      absoluteTolerance: Float64Array.from(unknownNames(system), ({ unit }) => relativeTolerance * usualSize(unit)),
      fixedStep: null,
      initialStep: null,
      minimumStep: 1e-14,
      maximumStep: circuit.run.end / 10,
      jacobian: 'analytic',
      timeDerivative: true,
      algebra: 'auto',
    },
    {
      isDone: (stepper) => {
        take(stepper.t, stepper.y);
        return false;
      },
    },
  );
  while (integration.run(1000) === 'running');
  const { stepper } = integration;
  take(stepper.t, stepper.y);
  return found.report();
}

/** The spectrum at the operating point, where all signals are those of t = 0. RunError LMP401 where there is none. */
export async function spectrumAtRest(circuit: Circuit, options: SpectraOptions = {}): Promise<StiffnessReport> {
  const { transitionPressure = 1000 } = options;
  const start = await steadyState(circuit, { transition: transitionPressure });
  const system = lumpedSystem(circuit, { ...options, treat: [] });
  const found = new Found(system);
  const y = new Float64Array(system.size);
  system.initial(y);
  startAt(system, start, y);
  system.arrive(0, y, -1);
  found.add(0, y);
  return found.report();
}

/** Collects spectra, and advice for the fastest of them. */
class Found {
  readonly spectra: Stiffness[] = [];
  private readonly analyser: StiffnessAnalyser;
  private advice: Advice = { treatments: [], limit: 'slow', left: [] };
  private adviceAt: number | null = null;
  private fastest = 0;

  constructor(private readonly system: CircuitSystem) {
    this.analyser = new StiffnessAnalyser(system);
  }

  add(t: number, y: Float64Array): void {
    const own = this.analyser.at(t, y);
    this.spectra.push(own);
    const fastest = own.modes[0]?.frequency ?? 0;
    if (this.adviceAt !== null && fastest <= this.fastest) return;
    [this.fastest, this.adviceAt] = [fastest, t];
    this.advice = this.analyser.advise(t, y, this.system.circuit.record.every);
  }

  report(): StiffnessReport {
    const { spectra, advice, adviceAt } = this;
    return { spectra, advice, adviceAt };
  }
}
