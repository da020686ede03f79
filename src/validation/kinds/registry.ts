/** The checks of all kinds, in the order of the library's families. */
import type { ValidationCase } from '../case.js';
import { checkValveChecks } from './checkValves.js';
import { flowValveChecks } from './flowValves.js';
import { type KindCheck, kindCase } from './kindCheck.js';
import { pressureValveChecks } from './pressureValves.js';
import { restrictorChecks } from './restrictors.js';
import { switchingValveChecks } from './switchingValves.js';

export const kindChecks: readonly KindCheck[] = [
  restrictorChecks,
  checkValveChecks,
  pressureValveChecks,
  flowValveChecks,
  switchingValveChecks,
].flat();

export const kindCases: readonly ValidationCase[] = kindChecks.map((check) => kindCase(check));
