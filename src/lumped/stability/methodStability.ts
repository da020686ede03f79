/** Verdicts on the methods that there are: limits, A- and L-stability, outlines for a picture. */

import { bogackiShampine, dormandPrince, type ExplicitTableau, eulerTableau, fehlberg, kutta } from '../methods/explicitRungeKutta.js';
import {
  grk4tTableau,
  ode23sTableau,
  type RosenbrockTableau,
  rodas3Tableau,
  rodas4Tableau,
  ros2mTableau,
  ros2pTableau,
  ros2Tableau,
  ros3pTableau,
  ros4Tableau,
} from '../methods/rosenbrockTableaux.js';
import { sdirk4Tableau } from '../methods/sdirk4.js';
import { isAStable, isLStable, oneStepSector, realLimit } from './aStable.js';
import { backwardEuler, explicitForm, heun, radau5, rosenbrockForm, sdirkForm, trapezoid } from './linearForms.js';
import { locus, type MultistepFamily, multistepRealLimit, sectorAngle } from './multistep.js';
import { outline, type Polyline, type Window } from './regions.js';
import { atMinusInfinity, growthAt, type LinearForm, type StabilityFunction, stabilityFunction } from './stabilityFunction.js';

export interface MethodStability {
  /** As on the command line; of a multistep method with its order: 'bdf 3'. */
  readonly name: string;
  readonly order: number;
  /** R(-∞); null for a multistep method, which has several roots instead. */
  readonly atMinusInfinity: number | null;
  readonly aStable: boolean;
  readonly lStable: boolean;
  /** α of A(α)-stability, degrees: 90 is A-stable, 0 is none. */
  readonly sector: number;
  /** h λ on the negative real axis; -Infinity without a limit. */
  readonly realLimit: number;
  /** Which side of the outline is stable. */
  readonly side: 'inside' | 'outside';
  outline(window: Window): readonly Polyline[];
}

interface OneStep {
  readonly form: LinearForm;
  readonly order: number;
}

const rosenbrock = (tableau: RosenbrockTableau): OneStep => ({ form: rosenbrockForm(tableau), order: tableau.order });

const explicit = (tableau: ExplicitTableau): OneStep => ({ form: explicitForm(tableau), order: tableau.order });

const oneStep: Readonly<Record<string, OneStep>> = {
  rodas4: rosenbrock(rodas4Tableau),
  rodas3: rosenbrock(rodas3Tableau),
  ros4: rosenbrock(ros4Tableau),
  grk4t: rosenbrock(grk4tTableau),
  ros3p: rosenbrock(ros3pTableau),
  ros2: rosenbrock(ros2Tableau),
  ros2m: rosenbrock(ros2mTableau),
  ros2p: rosenbrock(ros2pTableau),
  ode23s: rosenbrock(ode23sTableau),
  dopri5: explicit(dormandPrince),
  rkf45: explicit(fehlberg),
  rk23: explicit(bogackiShampine),
  euler: { form: backwardEuler, order: 1 },
  trapezoid: { form: trapezoid, order: 2 },
  radau5: { form: radau5, order: 5 },
  sdirk4: { form: sdirkForm(sdirk4Tableau), order: 4 },
  rk4: explicit(kutta),
  forwardEuler: explicit(eulerTableau),
  heun: { form: heun, order: 2 },
};

/** Highest orders, as in LSODE. */
const multistep: Readonly<Record<MultistepFamily, number>> = { bdf: 5, adams: 12 };

/** R of a one-step method by its name; undefined for others. */
export function stabilityFunctionOf(name: string): StabilityFunction | undefined {
  const single = oneStep[name];
  return single && stabilityFunction(single.form);
}

/** Names that `methodStability` knows. */
export const stabilityNames: readonly string[] = [...Object.keys(oneStep), ...Object.keys(multistep)];

/** One verdict, or one for each order of a multistep method; undefined for an unknown name. */
export function methodStability(name: string): MethodStability[] | undefined {
  const single = oneStep[name];
  if (single) return [oneStepStability(name, stabilityFunction(single.form), single.order)];
  if (name !== 'bdf' && name !== 'adams') return undefined;
  return Array.from({ length: multistep[name] }, (_, k) => multistepStability(name, k + 1));
}

function oneStepStability(name: string, r: StabilityFunction, order: number): MethodStability {
  const [aStable, limit] = [isAStable(r, order), atMinusInfinity(r)];
  return {
    name,
    order,
    atMinusInfinity: limit,
    aStable,
    lStable: isLStable(r, order),
    sector: aStable ? 90 : oneStepSector(r),
    realLimit: realLimit(r),
    side: Math.abs(limit) > 1 ? 'inside' : 'outside',
    outline: (window) => outline((z) => growthAt(r, z), window),
  };
}

function multistepStability(family: MultistepFamily, order: number): MethodStability {
  const sector = sectorAngle(family, order);
  const limit = multistepRealLimit(family, order);
  return {
    name: `${family} ${order}`,
    order,
    atMinusInfinity: null,
    aStable: sector === 90,
    // All roots of a BDF go to zero with 1/z.
    lStable: sector === 90 && (family === 'bdf' || order === 1),
    sector,
    realLimit: limit,
    side: Number.isFinite(limit) ? 'inside' : 'outside',
    outline: () => [locus(family, order)],
  };
}
