/** What predictions take of a machine that was not measured. */

/**
 * How many times as long threads work that run at once: medians over rings, ladders and trees of 100 to 100 000 components of serial engines at once over one alone, each with a memory of its own
 * (bench/results/scaling.2-cores.json and scaling.16-cores.json; the machine of sixteen cores is a virtual one whose cores are threads of fewer).
 */
export const usualSlowing = [
  [2, 1.09],
  [4, 1.2],
  [8, 1.35],
  [16, 1.94],
] as const;

/**
 * Deviations of a thread's work from attempt to attempt (run/account/deviations.ts), every 5 %: those of rings and ladders of 3000 to 10 000 components by two threads, but the largest, which other programs make on a
 * busy machine: with 0.8 the longest of 4, 8 and 16 threads is 8, 16 and 26 % above the mean, where stored timelines of bench/results/scaling.16-cores.json have them wait 10 to 25, 13 to 29 and 14 to 39 % of their time.
 */
export const usualDeviations = [
  -0.131, -0.043, -0.037, -0.033, -0.032, -0.03, -0.029, -0.028, -0.026, -0.025, -0.024, -0.024, -0.022, -0.02, -0.018, -0.014, -0.005,
  0.015, 0.028, 0.051, 0.757,
] as const;
