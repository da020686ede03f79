/** The verdict on a case. It is computed here and nowhere else. */
import type { Found, ValidationCase, Workbench } from './case.js';

export interface Verdict extends Found {
  readonly case: ValidationCase;
  readonly passed: boolean;
  /** Why there is no error to judge; null where there is. */
  readonly failure: string | null;
}

/** Runs a case and judges it: passed if its error is at most its tolerance. What it throws is a failure, not an end of the round. */
export async function judge(one: ValidationCase, bench: Workbench): Promise<Verdict> {
  try {
    const found = await one.run(bench);
    // Written so that NaN fails.
    return { ...found, case: one, passed: found.error >= 0 && found.error <= one.tolerance, failure: null };
  } catch (error) {
    return { error: Number.NaN, curves: [], case: one, passed: false, failure: error instanceof Error ? error.message : String(error) };
  }
}
