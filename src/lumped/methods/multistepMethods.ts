/** Variable order and step on a Nordsieck history: stiff, not stiff, and whichever the problem is at the time. */
import type { Method } from '../method.js';
import { Multistep } from './multistep.js';

export const bdf: Method = {
  name: 'bdf',
  about: 'backward differentiation formulas, orders 1 to 5, modified Newton',
  source: 'Brown, Byrne & Hindmarsh, SIAM J. Sci. Stat. Comput. 10, 1989 (fixed leading coefficient)',
  order: 5,
  implicit: true,
  algebraic: true,
  fixed: false,
  start: (problem, options) => new Multistep(problem, options, ['bdf']),
};

export const adams: Method = {
  name: 'adams',
  about: 'Adams-Moulton formulas, orders 1 to 12, functional iteration: for circuits that are not stiff',
  source: 'Byrne & Hindmarsh, ACM TOMS 1, 1975',
  order: 12,
  implicit: false,
  algebraic: false,
  fixed: false,
  start: (problem, options) => new Multistep(problem, options, ['adams']),
};

export const lsoda: Method = {
  name: 'lsoda',
  about: 'adams or bdf, whichever takes the longer steps for its cost',
  source: 'Petzold, SIAM J. Sci. Stat. Comput. 4, 1983',
  order: 12,
  implicit: true,
  algebraic: false,
  fixed: false,
  start: (problem, options) => new Multistep(problem, options, ['adams', 'bdf']),
};
