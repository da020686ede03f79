/** How far a run is to go on, in the words that drivers and threads share, and how many attempts lead there without passing it. */

/** Where an order ends; infinite where there is no such bound. */
export interface Goal {
  /** Accepted steps since t = 0; synchronisations, where partitions take steps of their own. */
  readonly steps: number;
  /** s: stops behind the first accepted step that ends there or later. */
  readonly until: number;
}

export const toTheEnd: Goal = { steps: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** The words of the decisions that a thread goes by. */
export interface Course {
  /** By partition: offsets of the words that tell accepted steps (or synchronisations), the time, and the last verdict. */
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
  /** By partition: offset of the number of rows in memory. Rows that such a call records at most, and how many there is room for. */
  readonly rows: readonly number[];
  readonly most: number;
  readonly room: number;
}

/** Whether the goal is reached, as one partition knows it. */
export function isReached({ made, time, each }: Course, partition: number, { steps, until }: Goal, F: Float64Array): boolean {
  const now = F[time[partition]];
  return F[made[partition]] >= steps * each[partition] || now >= until * (1 - 1e-12);
}

/** Whether rows have to leave the memory before the loop is called again, as one partition knows it: no loop goes on then. */
export function isFull({ rows, most, room }: Course, partition: number, F: Float64Array): boolean {
  return F[rows[partition]] + most > room;
}

/** Attempts to ask the loop for: as many as cannot pass the goal and as have room for their rows, at least those of one call, about `atMost`. */
export function attemptsTowards(course: Course, partition: number, { steps, until }: Goal, F: Float64Array, atMost: number): number {
  const { made, time, each, window, longest, rows, most, room } = course;
  const left = steps - F[made[partition]] / each[partition];
  const ways = Math.floor((until - F[time[partition]]) / longest - 1e-9);
  const recorded = Math.floor((room - F[rows[partition]]) / most);
  const calls = Math.min(Math.floor(left / course.steps), ways, recorded);
  return Math.max(window, Math.min(atMost, calls * window));
}
