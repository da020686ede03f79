/** Variable order and step on a Nordsieck history: stiff, not stiff, and whichever the problem is at the time. */
import { UserError } from '../../results/userError.js';
import type { Method } from '../method.js';
import { Multistep } from './multistep.js';
import { type Family, highestOrder } from './multistepCoefficients.js';

function multistep(name: string, families: readonly Family[], about: string, source: string): Method {
  return {
    name,
    about,
    source,
    order: Math.max(...families.map((family) => highestOrder[family])),
    implicit: families.includes('bdf'),
    // Functional iteration needs a rate of every unknown.
    algebraic: !families.includes('adams'),
    fixed: false,
    start: (problem, options) => {
      if (options.fixedStep !== null) throw new UserError(`${name} chooses its steps: leave the fixed step out, or choose another method`);
      return new Multistep(problem, options, families);
    },
  };
}

export const bdf = multistep(
  'bdf',
  ['bdf'],
  'backward differentiation formulas of order 1 to 5, modified Newton',
  'Brown, Byrne and Hindmarsh, VODE, SIAM J. Sci. Stat. Comput. 10, 1989 (fixed leading coefficient)',
);
export const adams = multistep(
  'adams',
  ['adams'],
  'Adams-Moulton formulas of order 1 to 12, functional iteration: for what is not stiff',
  'Byrne and Hindmarsh, A polyalgorithm for the numerical solution of ODEs, ACM TOMS 1, 1975',
);
export const lsoda = multistep(
  'lsoda',
  ['adams', 'bdf'],
  'adams or bdf, whichever takes the longer steps for its cost',
  'Petzold, Automatic selection of methods, SIAM J. Sci. Stat. Comput. 4, 1983',
);
