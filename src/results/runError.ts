/** A run that cannot begin or go on, for its user: code, message, and the way out. */
export class RunError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly remedy: string,
  ) {
    super(message);
    this.name = 'RunError';
  }
}

/** The way out where a quantity is not a number at t = 0. */
export const checkValues = 'check its initial values and parameters; a division by zero or a root of a negative number is the usual cause';
