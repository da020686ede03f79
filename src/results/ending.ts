/** Why a run stops early: what its results say of it, or an error where it has none. */

/** Why a run ended before its end time; null if it did not. */
export type Ending =
  | { readonly kind: 'interrupted'; readonly message: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly remedy: string };

/** Stopped from outside before there was anything to keep; a run that has begun ends with partial results instead. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
