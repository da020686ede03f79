/** How far a run is to go on, in the words that drivers and threads share, and how many attempts lead there without passing it. */

/** Where an order ends; infinite where there is no such bound. */
export interface Goal {
  /** Accepted steps since t = 0; meetings, where partitions take steps of their own. */
  readonly steps: number;
  /** s: stops behind the first accepted step that ends there or later. */
  readonly until: number;
}

export const toTheEnd: Goal = { steps: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** What a thread needs to know of the decisions that it goes by. */
export interface Course {
  /** By partition: offsets of the words that tell accepted steps (or meetings), the time, and the last verdict. */
  readonly made: readonly number[];
  readonly time: readonly number[];
  readonly verdict: readonly number[];
  /** By partition: how many of these make one in the sense of `Goal.steps`. */
  readonly each: readonly number[];
  /** Attempts that a call of the loop makes at least. */
  readonly window: number;
  /** Of such a call: steps in the sense of `Goal.steps`, and the longest way, s. */
  readonly steps: number;
  readonly longest: number;
}

/** Whether the goal is reached, as one partition knows it. */
export function isReached({ made, time, each }: Course, partition: number, { steps, until }: Goal, F: Float64Array): boolean {
  const now = F[time[partition] as number] as number;
  return (F[made[partition] as number] as number) >= steps * (each[partition] as number) || now >= until * (1 - 1e-12);
}

/** Attempts to ask the loop for: as many as cannot pass the goal, at least those of one call, about `most`. */
export function attemptsTowards(course: Course, partition: number, { steps, until }: Goal, F: Float64Array, most: number): number {
  const { made, time, each, window, longest } = course;
  const left = steps - (F[made[partition] as number] as number) / (each[partition] as number);
  const ways = Math.floor((until - (F[time[partition] as number] as number)) / longest - 1e-9);
  const calls = Math.min(Math.floor(left / course.steps), ways);
  return Math.max(window, Math.min(most, calls * window));
}
