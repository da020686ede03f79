/** Cavities of a run: where, when and how large. */

/** A cavity that was there at the end of some accepted step: at a port, at a junction, or between elements of a wave line; of an integrator, in a volume. */
export interface Cavity {
  /** 'v.out', 'nB', or 'pipe at 12.4 m': from the line's `from` end; of an integrator, the lines that make the volume, 'L1+L3'. */
  readonly where: string;
  /** The line; null where several meet. */
  readonly line: string | null;
  /** s, when it was there first and last */
  readonly first: number;
  readonly last: number;
  /** m3 */
  readonly largest: number;
  /** Largest part of its room that it filled: of the lines there with their port volumes. A run ends where that exceeds 1. */
  readonly share: number;
  /**
   * Whether it stayed below a tenth of that room, in a wave line below a tenth of an element: liquid fills the line beside a discrete cavity
   * (Simpson, Bergant, J. Hydraul. Eng. 120 (1994) 361).
   */
  readonly valid: boolean;
}

export interface Cavitation {
  /** How many places had a cavity, and in how many it was too large. */
  readonly places: number;
  readonly tooLarge: number;
  /** The twenty that filled most of their room. */
  readonly cavities: readonly Cavity[];
}

/** Part of its room, or of its element, that a discrete cavity may fill. */
export const largestShare = 0.1;
const listed = 20;

/** The account of a run from all its cavities. */
export function cavitationOf(all: readonly Cavity[]): Cavitation {
  const cavities = [...all].sort((a, b) => b.share - a.share || (a.where < b.where ? -1 : 1));
  return { places: cavities.length, tooLarge: cavities.filter(({ valid }) => !valid).length, cavities: cavities.slice(0, listed) };
}
