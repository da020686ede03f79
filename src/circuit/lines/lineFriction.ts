/** Numbers of the friction of a wave line (Burton 1994 §3), and into how many elements the line is divided for it. */
import { lossOf, type WaveFriction, waveFrictions } from '../../blocks/waves/frictions.js';
import { factorOf } from '../../blocks/waves/lossFactor.js';
import { elementary } from '../../equations/kernel/elementary.js';
import { power } from '../../equations/language/functions.js';
import type { LineFriction } from '../circuit.js';
import type { Entry } from '../entries/section.js';
import type { Mistakes } from '../file/mistakes.js';

export interface FrictionSetting {
  readonly model: LineFriction['model'];
  /** m */
  readonly length: number;
  readonly diameter: number;
  /** ε, m */
  readonly roughness: number;
  readonly density: number;
  /** kinematic, m2/s */
  readonly viscosity: number;
  /** Z, Pa s/m3 */
  readonly impedance: number;
  /** As the circuit gives them; undefined: chosen for `tolerance`. */
  readonly elements: number | undefined;
  readonly tolerance: number;
  /** m/s, of a turbulent line */
  readonly velocity: number;
}

export const mostElements = 256;

/** Friction of a circular pipe full of the fluid. */
export function frictionOf(setting: FrictionSetting): LineFriction {
  const { model, length, diameter, roughness, density, viscosity, impedance, elements, tolerance, velocity } = setting;
  const radius = diameter / 2;
  const area = Math.PI * radius * radius;
  const resistance = (8 * density * viscosity * length) / (Math.PI * radius * radius * radius * radius);
  const darcy = (density * length) / (2 * diameter * area * area);
  const relative = roughness > 0 ? power(roughness / (3.7 * diameter), 1.11) : 0;
  const law = waveFrictions[model];
  const flow = velocity * area;
  const loss = lossOf(law);
  const lost = loss ? darcy * factorOf(loss, elementary, Math.max(4000, (velocity * diameter) / viscosity), relative) * flow : 0;
  return {
    model,
    elements: elements ?? elementsFor(law, resistance / impedance, Math.max(lost, resistance) / impedance, tolerance),
    resistance,
    dissipation: viscosity / (radius * radius),
    reynolds: 4 / (Math.PI * diameter * viscosity),
    roughness: relative,
    darcy,
    velocity,
  };
}

/**
 * Half of the resistance of an element stands at its end, before its impedance: a step of flow q is met by (Z + R/2N) q at once, where friction along the line meets it by Z q. It is no part of
 * what `frictionTolerance` chooses elements for, so more than that is worth a word.
 */
export function warnOfLumped(
  { name, path }: Entry<object>,
  { model, elements, resistance }: LineFriction,
  impedance: number,
  tolerance: number,
  mistakes: Mistakes,
): void {
  const error = resistance / (2 * impedance * elements);
  if (model !== 'lumped' || error <= tolerance) return;
  const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
  const needed = Math.ceil(resistance / (2 * impedance * tolerance));
  const divide = needed <= mostElements ? `, or elements: ${needed}` : '';
  const enough = Number((1.05 * error).toPrecision(2));
  const accepts = enough <= 1 ? `; frictionTolerance: ${enough} accepts it, where only motions slow beside its delay matter` : '';
  mistakes.warn(
    path,
    'CIR810',
    `wave line '${name}' has its friction at its ${elements === 1 ? 'ends' : `${elements} elements' ends`}: a change of flow moves its pressure ${percent(error)} too far at once, above its frictionTolerance of ${percent(tolerance)} (its loss is ${percent(resistance / impedance)} of the pressure of a wave)`,
    `write friction: laminar or unsteady, along the line${divide}${accepts}`,
  );
}

/**
 * Elements for an error of `tolerance` of the step after a valve has closed. Friction along the line is of third order in R/Z of an element: outside of
 * ±0.03 T of the fronts at most 0.03 (R/Z)³/N² was measured for R/Z up to 4, with a single element 0.054 (R/Z)³.
 * That of its frequency-dependent part falls with N only: outside of ±0.2 T, 0.22 √(R/Z)/N was measured for R/Z from 0.05 to 1. Friction at the ends of
 * elements reflects a step of R/2ZN where the line has a ramp: `turbulent`, with the R of its flow, `lost`. `lumped` is one element whatever it costs.
 */
function elementsFor(law: WaveFriction, ratio: number, lost: number, tolerance: number): number {
  if (law.atEnds === 'laminar') return 1;
  const steady = lossOf(law) ? lost / (2 * tolerance) : Math.sqrt((0.03 * ratio * ratio * ratio) / tolerance);
  const frequency = law.remembers === 'frequencies' ? (0.22 * Math.sqrt(ratio)) / tolerance : 0;
  const needed = Math.max(steady, frequency);
  return Math.max(1, Math.min(mostElements, Math.ceil(needed)));
}
