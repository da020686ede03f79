/** The checks of all kinds, family by family. */
import type { ValidationCase } from '../case.js';
import { accumulatorChecks } from './accumulators.js';
import { checkValveChecks } from './checkValves.js';
import { cylinderChecks } from './cylinders.js';
import { flowValveChecks } from './flowValves.js';
import { type KindCheck, kindCase } from './kindCheck.js';
import { motorChecks } from './motors.js';
import { otherCylinderChecks } from './otherCylinders.js';
import { pressureValveChecks } from './pressureValves.js';
import { pumpChecks } from './pumps.js';
import { restrictorChecks } from './restrictors.js';
import { switchingValveChecks } from './switchingValves.js';

export const kindChecks: readonly KindCheck[] = [
  pumpChecks,
  motorChecks,
  restrictorChecks,
  checkValveChecks,
  pressureValveChecks,
  flowValveChecks,
  switchingValveChecks,
  cylinderChecks,
  otherCylinderChecks,
  accumulatorChecks,
].flat();

export const kindCases: readonly ValidationCase[] = kindChecks.map((check) => kindCase(check));
