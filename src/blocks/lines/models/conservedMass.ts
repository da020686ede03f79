/** The plain capacitive line where the circuit conserves mass (massLines.step.ts): lines do not name it, the fluid asks for it. */
import { capacitiveLines } from '../lineColumns.js';
import { acceptMassChunks, acceptMassScattered, massPieces, rejectMassChunks, rejectMassScattered } from '../massLines.step.js';
import type { LineModel } from './model.js';

export const conservedMass = {
  name: 'conserved mass',
  about: 'A volume of oil between two ports, without waves, of which mass is conserved.',
  source: 'own derivation',
  block: capacitiveLines,
  accept: { chunks: acceptMassChunks, scattered: acceptMassScattered, pieces: massPieces.accept },
  reject: { chunks: rejectMassChunks, scattered: rejectMassScattered, pieces: massPieces.reject },
  state: null,
  own: null,
} as const satisfies LineModel;
