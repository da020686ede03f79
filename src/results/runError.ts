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
