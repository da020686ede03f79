/** Numbers that both engines are asked for. */
import { formatQuantity } from '../circuit/text/units.js';
import { RunError } from './runError.js';

/** Throws RunError RUN202 for a number that is not positive and finite; null: not asked for. */
export function checkPositive(numbers: Readonly<Record<string, number | null>>): void {
  for (const [name, value] of Object.entries(numbers))
    if (value !== null && (!(value > 0) || !Number.isFinite(value)))
      throw new RunError('RUN202', `${name} is ${value}; it must be a positive number`, `give ${name} a positive value`);
}

/** Throws RunError RUN202 for a smallest step above the largest, s. */
export function checkStepBounds(minimumStep: number, maximumStep: number): void {
  if (minimumStep > maximumStep)
    throw new RunError(
      'RUN202',
      `minimumStep of ${formatQuantity(minimumStep, 's')} is above maximumStep of ${formatQuantity(maximumStep, 's')}`,
      'lower minimumStep or raise maximumStep',
    );
}
