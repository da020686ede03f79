/** Why a method that is stuck has no step, and what to do. */
import type { Stepper } from './method.js';

/** `at`: method and time; `fixedStep`, s: null for steps that the error chooses. */
export function stuckStep(at: string, { step, error, unsolved }: Stepper, fixedStep: number | null): { message: string; remedy: string } {
  const length = `${(fixedStep ?? step).toPrecision(3)} s`;
  const shorter = 'take a shorter step';
  if (unsolved)
    return {
      message: `${at}: Newton's method finds no solution of the equations of a step of ${length}`,
      remedy: fixedStep
        ? `${shorter}, or rodas3 or rodas4, which solve linear equations only`
        : 'try rodas4, which solves linear equations only, a looser tolerance or a larger transition pressure',
    };
  if (fixedStep)
    return {
      message: `${at}: a value is not finite after a step of ${length}`,
      remedy: `${shorter}, or a method that is stable at this one`,
    };
  return {
    message: Number.isFinite(error)
      ? `${at}: a step of ${length} is still too long for its error`
      : `${at}: a value is not finite after a step of ${length}, however short`,
    remedy: 'try another solver, a looser tolerance or a larger transition pressure',
  };
}
