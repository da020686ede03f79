/** Files that commands read, by their purpose. */
import type { WantedFile } from '../circuit/file/inputFile.js';

export const checkpointFile: WantedFile = {
  what: 'a checkpoint',
  source: "'ringmain run CIRCUIT --checkpoint FILE' writes one",
  endings: ['.checkpoint'],
  option: '--resume',
};

export const networkFile: WantedFile = {
  what: 'a trained network',
  source: "'ringmain surrogate train --out NAME.json' writes one",
  endings: ['.json'],
};

export const tableFile: WantedFile = {
  what: 'a table of results',
  source: "'ringmain run CIRCUIT --out NAME.csv' writes one",
  endings: ['.csv'],
};
