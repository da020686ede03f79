/** Verdicts of a decision and of a step loop. */

/** Values of the `verdict` word. */
export const verdicts = { reject: 0, accept: 1 } as const;

/**
 * Why `decide` and `rounds` return: to go on; at the end; as a step could not be taken; since the user has asked to stop (the step is complete);
 * leave at once. Of partitions that run by themselves the highest holds for all (loop.step.ts).
 */
export const outcomes = { goOn: 0, finished: 1, failed: 2, stopped: 3, aborted: 4 } as const;
