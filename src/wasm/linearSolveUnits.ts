/** Units that Newton kernels call to solve their linear systems (blocks/linearSolve.ts). */
import { linearSolve, linearSolveRanked } from '../blocks/linearSolve.js';
import type { Unit } from '../equations/unit.js';
import { stepUnit } from './stepUnit.js';

/** Units `linearSolve(s, m)` and `linearSolveRanked(s, m)`. */
export const linearSolveUnits: readonly Unit[] = [
  stepUnit(linearSolve, {}, 'linearSolve'),
  stepUnit(linearSolveRanked, {}, 'linearSolveRanked'),
];

/** Those of them that texts call. */
export const linearSolvesOf = (texts: readonly string[]): Unit[] =>
  linearSolveUnits.filter(({ as }) => texts.some((text) => text.includes(`${as}(`)));
