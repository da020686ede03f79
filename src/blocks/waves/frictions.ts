/** Friction laws of wave lines by the names that files have for them; the number of one is its place. */

/**
 * What the elements of a line remember beside waves under way: nothing; what left them, for friction along the line (historyStates.step.ts [2]); that and the sums of a weighting function, for
 * friction that depends on frequency; the same of turbulent flow.
 */
export const memories = { none: 0, along: 1, frequency: 2, turbulent: 3 } as const;
type Memory = keyof typeof memories;

export interface WaveFriction {
  readonly memory: Memory;
  /** Resistance at the ends of elements, half of it at each: none, that of laminar flow, or of turbulent flow, by the last accepted flow. */
  readonly atEnds: 'none' | 'laminar' | 'turbulent';
}

export const waveFrictions = {
  none: { memory: 'none', atEnds: 'none' },
  lumped: { memory: 'none', atEnds: 'laminar' },
  laminar: { memory: 'along', atEnds: 'none' },
  unsteady: { memory: 'frequency', atEnds: 'none' },
  turbulent: { memory: 'turbulent', atEnds: 'turbulent' },
} as const satisfies Readonly<Record<string, WaveFriction>>;
export type FrictionName = keyof typeof waveFrictions;
export const frictionNames = Object.keys(waveFrictions) as readonly FrictionName[];

/** The law that has a number. */
export const frictionAt = (number: number): WaveFriction => waveFrictions[frictionNames[number]];
