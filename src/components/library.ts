/** All kinds of component that come with the program. Junctions and lines are the engine's own. */
import type { KindDefinition } from '../equations/definition.js';
import { accumulator } from './accumulator.js';
import { actuator } from './actuator.js';
import { piController, proportionalController } from './controllers.js';
import { dampedReliefValve } from './dampedReliefValve.js';
import { directionalValve } from './directionalValve.js';
import { flowDivider } from './flowDivider.js';
import { lugreCylinder, stribeckCylinder } from './frictionCylinders.js';
import { motor } from './motor.js';
import { pipeInertance } from './pipeInertance.js';
import { checkValve, pilotOperatedCheckValve, reliefValve, unloadingValve } from './pressureValves.js';
import { pump, variablePump } from './pumps.js';
import { laminarRestrictor, meteringValve, orifice, ratedOrifice } from './restrictors.js';
import { firstOrderLag, gain, sampleAndHold, saturation, sum } from './signalBlocks.js';
import { constant, cyclicDutyCycle, dutyCycle, ramp, sine, step } from './signalSources.js';
import {
  blockedEnd,
  controlledFlowSource,
  controlledPressureSource,
  flowSource,
  pressureSource,
  pulsatingFlowSource,
  tank,
} from './sources.js';
import { proportionalValve, transitionOrifice } from './transitionOrifices.js';

/** Kind → definition, in the order of the printed list: groups stay together. */
export const library: ReadonlyMap<string, KindDefinition> = new Map(
  [
    [flowSource, controlledFlowSource, pulsatingFlowSource, pressureSource, controlledPressureSource, tank, blockedEnd],
    [pump, variablePump, motor, flowDivider],
    [laminarRestrictor, orifice, ratedOrifice, transitionOrifice, pipeInertance],
    [
      checkValve,
      reliefValve,
      dampedReliefValve,
      unloadingValve,
      pilotOperatedCheckValve,
      directionalValve,
      proportionalValve,
      meteringValve,
    ],
    [actuator, stribeckCylinder, lugreCylinder, accumulator],
    [constant, step, ramp, sine, dutyCycle, cyclicDutyCycle, gain, sum, saturation, firstOrderLag, sampleAndHold],
    [proportionalController, piController],
  ]
    .flat()
    .map((definition) => [definition.kind, definition]),
);
