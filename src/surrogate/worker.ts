/** A thread of a training: it runs one piece of the sums after the other, in memory that all threads share. */
import { workerData } from 'piscina';
import { type Sums, sumPiece } from './normalEquations.js';

export interface PieceTask {
  readonly piece: number;
  readonly withSlopes: boolean;
}

const sums = workerData as Sums;

/** Computes one piece. */
export default function work({ piece, withSlopes }: PieceTask): void {
  sumPiece(sums, piece, withSlopes);
}
