/** The list of validation cases, in the order of the table. */
import { groups, type ValidationCase } from './case.js';
import { cavityCases } from './cases/cavities.js';
import { defaultCircuitCases } from './cases/defaultCircuits.js';
import { defaultCases } from './cases/defaultSettings.js';
import { esqueCases } from './cases/esqueCircuits.js';
import { excavatorCases } from './cases/excavator.js';
import { fluidCases } from './cases/fluid.js';
import { hoseCases } from './cases/hose.js';
import { integratorCases } from './cases/integrators.js';
import { frictionCases } from './cases/lineFriction.js';
import { losslessCases } from './cases/lossless.js';
import { machineCases } from './cases/machines.js';
import { mechanicsCases } from './cases/mechanics.js';
import { motionCases } from './cases/motion.js';
import { pressCases } from './cases/press.js';
import { releasedAirCases } from './cases/releasedAir.js';
import { servoCases } from './cases/servoDrive.js';
import { thesisCases } from './cases/thesisCircuits.js';
import { turbulentCases } from './cases/turbulentClosure.js';
import { volumeCases } from './cases/volumes.js';
import { waterHammerCases } from './cases/waterHammer.js';
import { wavePhysicsCases } from './cases/wavePhysics.js';
import { kindCases } from './kinds/registry.js';

const all: readonly ValidationCase[] = [
  ...losslessCases,
  ...frictionCases,
  ...turbulentCases,
  ...volumeCases,
  ...hoseCases,
  ...fluidCases,
  ...releasedAirCases,
  ...motionCases,
  ...machineCases,
  ...integratorCases,
  ...defaultCases,
  ...defaultCircuitCases,
  ...thesisCases,
  ...esqueCases,
  ...wavePhysicsCases,
  ...cavityCases,
  ...servoCases,
  ...waterHammerCases,
  ...excavatorCases,
  ...mechanicsCases,
  ...pressCases,
  ...kindCases,
];

/** Every case, group by group. */
export const validationCases: readonly ValidationCase[] = groups.flatMap((group) => all.filter((one) => one.group === group));
