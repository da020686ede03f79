/** What the timed twin of a step loop notes of every synchronisation: times (ms), and whether this thread was the last to arrive (1) or not (0). */
export const marks = ['begun', 'computed', 'met', 'decided', 'ended', 'last'] as const;

/** What a timed twin notes: `marks` from where the thread's word says, or times of the partitions in the row that its word says. */
export type Timed = 'marks' | 'partitions';
