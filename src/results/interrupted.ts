/** Stopped from outside before there was anything to keep; a run that has begun ends with partial results instead. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
