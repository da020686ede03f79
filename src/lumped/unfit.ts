/** Explicit methods on a stiff circuit: a warning before they start, with the bound of their steps. */
import { formatQuantity } from '../circuit/text/units.js';
import type { IntegrationOptions } from './integrate.js';
import type { Method } from './method.js';
import { explicitReach, ratesAlong, stableSteps } from './stability/ratesAlong.js';
import { type Share, StiffnessAnalyser } from './stiffness.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/** Steps of an explicit method that stability alone allows. */
export interface Unfit {
  readonly method: string;
  /** Steps to the end of the run. */
  readonly steps: number;
  /** Longest stable step where the circuit is fastest, s, and the time of that, s. */
  readonly step: number;
  readonly at: number;
  /** Owners of the fastest eigenvalue there, the largest part first: volumes and states, and components; empty of circuits of more than 300 unknowns. */
  readonly unknowns: readonly Share[];
  readonly components: readonly Share[];
}

/** Steps from which on there is a warning, and from which on the run is refused: at a microsecond each, some tenths of a second, and some minutes. */
export const [toldFrom, refusedFrom] = [1e5, 1e8] as const;
/** Unknowns up to which what is fast is named. */
const mostNamed = 300;

/**
 * Of a method, on a system of its own that is run for it from `y`; null of a method that is not explicit, or that steps of accuracy need not be much shorter for.
 * At a fixed step, where that is longer than what is stable.
 */
export function unfitOf(
  method: Method,
  system: CircuitSystem,
  y: Float64Array,
  options: Omit<IntegrationOptions, 'relativeTolerance' | 'jacobian' | 'timeDerivative' | 'algebra'>,
): Unfit | null {
  if (method.implicit || system.mass !== null) return null;
  const span = options.to - options.from;
  const analyser = system.size <= mostNamed ? new StiffnessAnalyser(system) : null;
  let named: Pick<Unfit, 'unknowns' | 'components'> = { unknowns: [], components: [] };
  const along = ratesAlong(system, y, options, (t, own, rate) => {
    // Where not even that rate all the time would be much, nothing is named.
    const isMuch = options.fixedStep === null ? rate * span > toldFrom : rate * options.fixedStep > 1;
    const mode = analyser && isMuch ? analyser.at(t, own).fast.find(({ real }) => real <= 0) : undefined;
    if (mode) named = { unknowns: mode.unknowns, components: mode.components };
  });
  if (!along) return null;
  const { step, steps } = stableSteps(along, method.name);
  const isFit = options.fixedStep === null ? steps < toldFrom : options.fixedStep <= step || explicitReach(method.name, along.mode) === 0;
  return isFit ? null : { method: method.name, steps, step, at: along.at, ...named };
}

/** 'V1.p with o2, by 98 %' */
const pairOf = ({ unknowns, components }: Unfit): string => {
  const [what] = unknowns;
  const [by] = components;
  return what === undefined ? 'what is fastest' : `${what.name}${by === undefined ? '' : ` with ${by.name}`}`;
};

const short = (seconds: number): string =>
  seconds > 0 && seconds < 1e-7 ? `${Number(seconds.toPrecision(2))} s` : formatQuantity(Number(seconds.toPrecision(2)), 's');
/** 2.1e9 */
const roughly = (count: number): string => count.toExponential(1).replace('+', '').replace('.0e', 'e');

/** Both numbers and the stiffest pair, in one sentence. */
export function unfitText(unfit: Unfit, fixedStep: number | null): string {
  const { method, steps, step, at } = unfit;
  const bound = `${pairOf(unfit)} bounds a stable step to ${short(step)} at ${short(at)}`;
  return fixedStep === null
    ? `${method} is explicit, and stability alone asks for ${roughly(steps)} steps: ${bound}`
    : `${method} is explicit, and its step of ${short(fixedStep)} is ${Number((fixedStep / step).toPrecision(2))} times the longest stable one: ${bound}`;
}

/** Which methods to take in place of an explicit one. */
export function unfitRemedy({ unknowns }: Unfit): string {
  const [what] = unknowns;
  const volume = what?.name.endsWith('.p') ? ', or treat the volume (--treat), which `ringmain stability --circuit` advises on' : '';
  return `take rodas4, radau5, bdf or lsoda${volume}`;
}
