/** Where recorded rows are kept while a run goes on. */

/** Recorded rows in a file that grows while the run goes on: `simulate(circuit, { rows: rowFile('out/rows') })`. */
export { type RowFileOptions, type RowFiles, rowFile } from './results/rowFile.js';
/** Rows piece by piece, and where they are kept while a run goes on. */
export { memoryRows, type RowMark, type RowPiece, type RowStorage, type RowStore, type RowsHead } from './results/rows.js';
