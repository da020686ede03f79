/** Marks of the timed twin of a step loop at every synchronisation: times (ms), and whether this thread was the last to arrive (1) or not (0). */
export const marks = ['begun', 'computed', 'met', 'decided', 'ended', 'last'] as const;

/** Kinds of marks: `marks` from where the thread's word says, or times of the partitions in the row that its word says. */
export type Timed = 'marks' | 'partitions';

/** Synchronisations (attempts, where threads meet at every one) of a slice. */
export const sliceSynchronisations = 64;

/** Doubles that the marks of so many threads and slices take. */
export const timelineSize = (threads: number, slices: number): number => threads * slices * sliceSynchronisations * marks.length;
