/** The largest fixed step at which a run still is what is asked of it, by bisection of its logarithm. */

export interface LargestStep {
  /** s; null where even the smallest is too long. */
  readonly step: number | null;
  /** At that step. */
  readonly error: number;
  /** Steps that were tried, with their errors, in order. */
  readonly tried: readonly (readonly [step: number, error: number])[];
}

/**
 * `errorAt`: error of a run with steps so long, NaN or Infinity of one that fails. An error that falls and rises again as steps grow is not seen: the answer is a step
 * at which the error is within the limit, and 5 % above it a step at which it is not, or `longest`.
 */
export async function largestStep(
  errorAt: (step: number) => Promise<number>,
  { shortest, longest, limit }: { readonly shortest: number; readonly longest: number; readonly limit: number },
): Promise<LargestStep> {
  const tried: (readonly [number, number])[] = [];
  const passes = async (step: number): Promise<boolean> => {
    const error = await errorAt(step);
    tried.push([step, error]);
    return error <= limit;
  };
  const found = (step: number): LargestStep => ({ step, error: tried.find(([length]) => length === step)?.[1] as number, tried });
  if (await passes(longest)) return found(longest);
  // From above: long steps are cheap to try.
  let high = longest;
  let low = longest;
  for (;;) {
    low = Math.max(shortest, low / 10);
    if (await passes(low)) break;
    if (low === shortest) return { step: null, error: Number.NaN, tried };
    high = low;
  }
  while (high / low > 1.05) {
    const middle = Math.sqrt(low * high);
    if (await passes(middle)) low = middle;
    else high = middle;
  }
  return found(low);
}
