/** The checks of all kinds, family by family. */
import type { ValidationCase } from '../case.js';
import { accumulatorChecks } from './accumulators.js';
import { bodyChecks } from './bodies.js';
import { checkValveChecks } from './checkValves.js';
import { columnChecks } from './columns.js';
import { controllerChecks } from './controllers.js';
import { cylinderChecks } from './cylinders.js';
import { flowValveChecks } from './flowValves.js';
import { type KindCheck, kindCase } from './kindCheck.js';
import { measuringChecks } from './measuring.js';
import { mechanicalSourceChecks } from './mechanicalSources.js';
import { motorChecks } from './motors.js';
import { otherCylinderChecks } from './otherCylinders.js';
import { pressureValveChecks } from './pressureValves.js';
import { pumpChecks } from './pumps.js';
import { restrictorChecks } from './restrictors.js';
import { signalBlockChecks } from './signalBlocks.js';
import { signalDynamicsChecks } from './signalDynamics.js';
import { signalSourceChecks } from './signalSources.js';
import { switchingValveChecks } from './switchingValves.js';
import { transmissionChecks } from './transmissions.js';

export const kindChecks: readonly KindCheck[] = [
  measuringChecks,
  controllerChecks,
  pumpChecks,
  motorChecks,
  restrictorChecks,
  columnChecks,
  checkValveChecks,
  pressureValveChecks,
  flowValveChecks,
  switchingValveChecks,
  cylinderChecks,
  otherCylinderChecks,
  accumulatorChecks,
  bodyChecks,
  transmissionChecks,
  mechanicalSourceChecks,
  signalSourceChecks,
  signalBlockChecks,
  signalDynamicsChecks,
].flat();

export const kindCases: readonly ValidationCase[] = kindChecks.map((check) => kindCase(check));
