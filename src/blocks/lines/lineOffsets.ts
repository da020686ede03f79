/** Settings of the loops over capacitive lines: places of their columns, and choices. */
import type { Places } from '../column.js';
import type { lineEnds } from '../ends.js';
import type { capacitiveLines } from './lineColumns.js';

/** Where the columns of one table of lines stand, how many lines it has, and of how many parts each is where its model has several. */
export interface LinePlaces extends Places<typeof capacitiveLines.columns> {
  readonly lines: number;
  readonly parts: number;
  /** e^x, the same bits everywhere. */
  readonly exp: (x: number) => number;
}

/** The settings with the ends, and those of its loops. */
export interface LineOffsets extends LinePlaces, Pick<Places<typeof lineEnds.columns>, 'c' | 'z' | 'p' | 'w'> {
  /** Decision words: next step, and the step that was accepted last. */
  readonly step: number;
  readonly lastStep: number;
  /** Rows [0, covered) are in `chunkCount` chunks: words (I) from `chunks` on, those of one loop from `from` to `to`; rows up to `inner` have both ends here. */
  readonly chunks: number;
  readonly chunkCount: number;
  readonly covered: number;
  readonly inner: number;
  readonly from: number;
  readonly to: number;
  /** Largest errors of the chunks (F). */
  readonly maxima: number;
  /** Where the error goes, and the line that has it. */
  readonly error: number;
  readonly errorLine: number;
  /** Factor of an error, unless it is one of pressure. */
  readonly scale: number;
  readonly scaled: boolean;
  /** α, where it is the same in all lines. */
  readonly alpha: number;
  readonly sharesFilter: boolean;
  /** 2 α/(1-α) of it. */
  readonly moveShare: number;
  readonly fixedVolume: boolean;
  readonly followsLaw: boolean;
  readonly lendsA: boolean;
  readonly lendsB: boolean;
  readonly holdsOil: boolean;
  readonly vapourPressure: number;
  /** Of the open air as the file counts pressures. */
  readonly ambientPressure: number;
  readonly secondOrder: boolean;
  readonly fixedStep: boolean;
  /** Whether half difference and move are left to `keepChunks`. */
  readonly keepsLater: boolean;
  readonly judgesMeans: boolean;
  /** How much the error of the mean counts. */
  readonly meanWeight: number;
  /** Whether the energy of its lines is kept from growing: where steps vary. `brake`: the most that both ends of one that owes are raised or lowered by. */
  readonly keepsEnergy: boolean;
  readonly brake: number;
  /** ∫dp/B and 1/B of the fluid's law at a pressure. */
  readonly lawContent: (p: number) => number;
  readonly lawCompliance: (p: number) => number;
}
