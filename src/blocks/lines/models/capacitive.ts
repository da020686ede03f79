/** The plain capacitive line: a volume of oil between two ports (capacitiveLines.step.ts). */
import { acceptChunks, acceptScattered, keepChunks, linePieces, rejectChunks, rejectScattered } from '../capacitiveLines.step.js';
import { capacitiveLines } from '../lineColumns.js';
import type { LineModel } from './model.js';

export const capacitive = {
  name: 'capacitive',
  about: 'A volume of oil between two ports, without waves.',
  source: 'Burton 1994 §3',
  block: capacitiveLines,
  accept: { chunks: acceptChunks, scattered: acceptScattered, pieces: linePieces.accept },
  keep: { chunks: keepChunks, pieces: linePieces.keep },
  reject: { chunks: rejectChunks, scattered: rejectScattered, pieces: linePieces.reject },
  state: null,
  own: null,
} as const satisfies LineModel;
