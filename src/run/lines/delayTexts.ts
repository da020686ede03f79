/** Pieces of the texts over wave lines with a history: how words, numbers and rows of a table are addressed (network/delayTables.ts). */
import { type EndRow, endRows, type HeadWord, headWords, scalarWords } from '../../network/delayTables.js';

/** A word of the table at `head`. */
export const head = (word: HeadWord): string => `I[head + ${headWords.indexOf(word)}]`;
/** A number of a table. */
export const scalar = (word: (typeof scalarWords)[number], of = 'scalars'): string => `F[${of} + ${scalarWords.indexOf(word)}]`;

/** Declares places of rows of the table at `head`. */
export const places = (...rows: readonly EndRow[]): string =>
  `const rows = ${head('rows')}, stride = ${head('stride')}, count = ${head('count')}, scalars = ${head('scalars')};
  const ${rows.map((row) => `${row} = (rows + ${endRows.indexOf(row)} * stride) | 0`).join(', ')};`;

/** Declares further rows behind `places`. */
export const further = (...rows: readonly EndRow[]): string =>
  `const ${rows.map((row) => `${row} = (rows + ${endRows.indexOf(row)} * stride) | 0`).join(', ')};`;

/** A loop over the columns. */
export const columns = (body: string): string => `lanes: for (let j = 0; j < count; j++) {${body}
    }`;
