/**
 * A mistake of the user that is no mistake of a circuit file: an option, a file name, a plan for another circuit.
 * The command line prints its message without a stack trace and exits 1; the message says what to write instead.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}
