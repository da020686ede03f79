/** Eigenvalues of a circuit along its own solution. */
import type { Circuit } from '../circuit/circuit.js';
import { integrate } from './integrate.js';
import { methodNamed } from './methodNamed.js';
import { usualSize } from './scales.js';
import { lumpedSystem } from './solve.js';
import { type Spectrum, spectrum } from './stability/eigenvalues.js';
import { unknownNames } from './system/unknownNames.js';
import type { LumpedOptions } from './types.js';

export interface SpectrumAt extends Spectrum {
  /** s */
  readonly t: number;
}

/**
 * Spectra of the linearised circuit at the first steps that end at or after the given times (s, rising), with valves and stops in the state that they have
 * there. Fewer than asked for where the integration cannot go on. A dense method: for circuits of up to some hundred unknowns.
 */
export function spectraAlong(
  circuit: Circuit,
  times: readonly number[],
  options: Pick<LumpedOptions, 'solver' | 'relativeTolerance' | 'transitionPressure'> = {},
): SpectrumAt[] {
  const system = lumpedSystem(circuit, options);
  const relativeTolerance = options.relativeTolerance ?? 1e-5;
  const to = times.at(-1) ?? 0;
  const found: SpectrumAt[] = [];
  const values = new Float64Array(system.pattern.rows.length);
  const y = new Float64Array(system.size);
  system.initial(y);
  const take = (t: number, at: Float64Array): void => {
    if (!(found.length < times.length && t >= (times[found.length] as number))) return;
    system.jacobian(t, at, values);
    found.push({ t, ...spectrum(system.pattern, values, system.mass) });
  };
  const integration = integrate(
    system,
    methodNamed(options.solver ?? 'rodas4'),
    y,
    {
      from: 0,
      to,
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
  return found;
}
