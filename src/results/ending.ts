/** Why a run ended before its end time; null if it did not. */
export type Ending =
  | { readonly kind: 'interrupted'; readonly message: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly remedy: string };
