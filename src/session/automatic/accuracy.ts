/** The setting of each engine that gives a run about the error asked for: rules of thumb from measurements (bench/precision), no promise. */

/**
 * Pa of pressure error for an accuracy of 1, which is the whole range of what is recorded: 1 % asks for 1 bar. Of eleven circuits that gave 0.1 to 0.9 % in eight, 1.1 %
 * in one, and 2.6 % in two whose valves hold lines at their smallest steps.
 */
const pressure = 1e7;

/**
 * Relative tolerance over accuracy, by integrator: rodas4 and radau5 stay within what they are asked for on all of these circuits, but where a valve chatters. Multistep methods
 * drift at loose tolerances: lsoda at 1e-3 was 3 % off behind a controlled pump.
 */
const tolerances: Readonly<Record<string, number>> = { rodas4: 1, radau5: 1, lsoda: 0.01, bdf: 0.01 };

/** Integrators that are tried, for problems of all kinds: with events and loose tolerances, and for smooth and large ones. */
export const triedIntegrators = ['rodas4', 'radau5', 'lsoda'] as const;

/** Pressure error of TLM at an accuracy, Pa. */
export const pressureErrorFor = (accuracy: number): number => pressure * accuracy;

/** Relative tolerance of an integrator at an accuracy; none is looser than 0.1 nor tighter than rounding lets it be. */
export const toleranceFor = (solver: string, accuracy: number): number =>
  Math.min(0.1, Math.max(1e-12, (tolerances[solver] ?? 1) * accuracy));
