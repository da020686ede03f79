/** What the loops over capacitive lines are made for: places of their columns, and choices. */

/** Where the columns of one table of lines stand, and what its loops are made for. */
export interface LineOffsets {
  /** Columns of ends (F). */
  readonly c: number;
  readonly z: number;
  readonly p: number;
  readonly w: number;
  /** Columns of lines (F). */
  readonly mean: number;
  readonly half: number;
  readonly move: number;
  readonly expected: number;
  readonly impedance: number;
  readonly stiffness: number;
  readonly filter: number;
  readonly modulus: number;
  readonly ownVolume: number;
  readonly volume: number;
  readonly bulkModulus: number;
  readonly stored: number;
  readonly wall: number;
  readonly compliance: number;
  readonly content: number;
  /** Columns of lines (I): ends, cells of lent volumes, numbers. */
  readonly endA: number;
  readonly endB: number;
  readonly volumeA: number;
  readonly volumeB: number;
  readonly numbers: number;
  /** Decision words: next step, and the step that was accepted last. */
  readonly step: number;
  readonly lastStep: number;
  /** Rows [0, covered) are in `chunkCount` chunks: words (I) from `chunks` on, those of one loop from `from` to `to`; rows up to `inner` have both ends here. */
  readonly chunks: number;
  readonly chunkCount: number;
  readonly covered: number;
  readonly inner: number;
  readonly lines: number;
  readonly from: number;
  readonly to: number;
  /** Largest errors of the chunks (F). */
  readonly maxima: number;
  /** Where the error is told, and the line that has it. */
  readonly error: number;
  readonly errorLine: number;
  /** What an error is multiplied with, unless it is one of pressure. */
  readonly scale: number;
  readonly scaled: boolean;
  /** α, where it is the same in all lines. */
  readonly alpha: number;
  readonly sharesFilter: boolean;
  readonly fixedVolume: boolean;
  readonly followsLaw: boolean;
  readonly lendsA: boolean;
  readonly lendsB: boolean;
  readonly holdsOil: boolean;
  readonly vapourPressure: number;
  readonly secondOrder: boolean;
  readonly fixedStep: boolean;
  readonly judgesMeans: boolean;
  /** ∫dp/B and 1/B of the fluid's law at a pressure. */
  readonly lawContent: (p: number) => number;
  readonly lawCompliance: (p: number) => number;
}
