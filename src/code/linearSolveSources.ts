/** Sources that Newton kernels call to solve their linear systems (blocks/kinds/linearSolve.step.ts). */
import { linearSolve, linearSolveRanked } from '../blocks/kinds/linearSolve.step.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { stepSource } from './stepSource.js';

/** Sources `linearSolve(s, m)` and `linearSolveRanked(s, m)`. */
export const linearSolveSources: readonly KernelSource[] = [
  stepSource(linearSolve, {}, 'linearSolve'),
  stepSource(linearSolveRanked, {}, 'linearSolveRanked'),
];

/** Those of them that texts call. */
export const linearSolvesOf = (texts: readonly string[]): KernelSource[] =>
  linearSolveSources.filter(({ as }) => texts.some((text) => text.includes(`${as}(`)));
