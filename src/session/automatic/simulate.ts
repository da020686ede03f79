/** `simulate(circuit, { solver: 'auto' })`: chooses, then runs by what was chosen. */
import type { Circuit } from '../../circuit/circuit.js';
import { simulateLumped } from '../../lumped/solve.js';
import { simulate as simulateLines } from '../../run/simulate.js';
import { lines } from '../engine.js';
import type { AutomaticOptions, Results } from '../types.js';
import { chooseSolver, optionsOf } from './choose.js';

/** The choice is the first note of the results. */
export async function simulateAutomatic(circuit: Circuit, options: AutomaticOptions): Promise<Results> {
  const { solver: _, onProgress, onNote, ...asked } = options;
  const choice = await chooseSolver(circuit, asked);
  const { accuracy: __, ...settings } = asked;
  const hooks = onProgress ? { onProgress } : {};
  const results =
    choice.solver === lines
      ? await simulateLines(circuit, { ...optionsOf('lines', settings), ...hooks, ...choice.options })
      : await simulateLumped(circuit, {
          ...optionsOf('integrators', settings),
          ...hooks,
          ...(onNote ? { onNote } : {}),
          ...choice.options,
          solver: choice.solver,
        });
  return Object.assign(results, { notes: [choice.note, ...results.notes] });
}
