/** How far a run is. */
export interface Progress {
  /** s, simulated */
  readonly time: number;
  readonly end: number;
  readonly accepted: number;
  readonly rejected: number;
  /** s, the present step */
  readonly step: number;
  /** On the way to the operating point, before the first step: rounds so far, and how far it is from rest (SteadyState.residual). */
  readonly starting?: { readonly rounds: number; readonly residual: number };
}
