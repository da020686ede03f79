/** The unit that Newton kernels call to solve their linear systems. */
import { linearSolve } from '../../blocks/linearSolve.js';
import { stepUnit } from '../../wasm/stepUnit.js';

/** Unit `linearSolve(s, m)`. */
export const linearSolveUnit = stepUnit(linearSolve, {}, 'linearSolve');
