/** All kinds of component that come with the program. Junctions and lines are the engine's own. */
import type { KindDefinition } from '../equations/language/definition.js';
import { accumulator } from './accumulator.js';
import { pistonAccumulator, springAccumulator, thermalAccumulator, weightLoadedAccumulator } from './accumulators.js';
import { actuator } from './actuator.js';
import { inertia, mass, rigidJoint, shaftJoint } from './bodies.js';
import { dynamicCheckValve, shuttleValve, velocityFuse } from './checkValves.js';
import { piController, proportionalController } from './controllers.js';
import {
  cushionedCylinder,
  intensifier,
  leakingCylinder,
  rodCylinder,
  rotaryActuator,
  singleActingCylinder,
  telescopicCylinder,
} from './cylinders.js';
import { dampedReliefValve } from './dampedReliefValve.js';
import { directionalValve } from './directionalValve.js';
import { filter, fittingLoss, hoseWall, suddenChange, variableOrifice } from './fittings.js';
import { flowControlValve, pressureCompensator, priorityValve, spoolFlowDivider } from './flowControls.js';
import { flowDivider } from './flowDivider.js';
import { lugreCylinder, stribeckCylinder } from './frictionCylinders.js';
import { annularGap, capillary, flowNumberOrifice, pipeFriction } from './gaps.js';
import { handPump } from './handPump.js';
import { electricMotorPump, pistonPump, pumpWithLosses, variableMotor } from './machines.js';
import {
  controlledForceSource,
  controlledSpeedSource,
  controlledTorqueSource,
  controlledVelocitySource,
  forceSource,
  speedSource,
  torqueSource,
  velocitySource,
} from './mechanicalSources.js';
import { motor } from './motor.js';
import { pidController } from './pidController.js';
import { pipeInertance } from './pipeInertance.js';
import { chargingValve, counterbalanceValve, pressureReducingValve, sequenceValve } from './pressureControls.js';
import { checkValve, pilotOperatedCheckValve, reliefValve, unloadingValve } from './pressureValves.js';
import { loadSensingPump, pressureCompensatedPump, torqueLimitedPump } from './pumpControls.js';
import { pump, variablePump } from './pumps.js';
import { dynamicReliefValve, twoStageReliefValve } from './reliefDynamics.js';
import { laminarRestrictor, meteringValve, orifice, ratedOrifice } from './restrictors.js';
import { rigidColumn } from './rigidColumn.js';
import { semiEmpiricalCompensator, shuttleCompensator } from './semiEmpiricalCompensators.js';
import { differentialPressureSensor, energyMeter, flowSensor, linearSensor, pressureSensor, shaftSensor } from './sensors.js';
import { proportionalDirectionalValve, servoValve } from './servoValves.js';
import { shaftMotor, shaftPump } from './shaftMachines.js';
import {
  absoluteValue,
  blendedLookUp,
  deadband,
  lookUp,
  maximum,
  minimum,
  product,
  quantizer,
  quotient,
  selector,
} from './signalArithmetic.js';
import { firstOrderLag, gain, sampleAndHold, saturation, sum } from './signalBlocks.js';
import { backlash, integrator, leadLag, padeDelay, rateLimiter, secondOrderFilter } from './signalDynamics.js';
import { comparator, counter, flipFlop, logicAnd, logicNot, logicOr, onDelay, relay } from './signalLogic.js';
import { chirp, pulseTrain, randomSteps, trapezoidProfile } from './signalProfiles.js';
import { constant, cyclicDutyCycle, dutyCycle, ramp, sine, step } from './signalSources.js';
import { lugreSlide, stribeckSlide } from './slides.js';
import {
  blockedEnd,
  controlledFlowSource,
  controlledPressureSource,
  flowSource,
  pressureSource,
  pulsatingFlowSource,
  tank,
} from './sources.js';
import { clutch, contact, elasticCoupling, rope, springDamper } from './springs.js';
import { fourWayThreePositionValve, fourWayTwoPositionValve, onOffValve, threeWayValve } from './switchingValves.js';
import { proportionalValve, transitionOrifice } from './transitionOrifices.js';
import { gearbox, lever, rackAndPinion, winch } from './transmissions.js';

/** Kind → definition, in the order of the printed list: groups stay together. */
export const library: ReadonlyMap<string, KindDefinition> = new Map(
  [
    [flowSource, controlledFlowSource, pulsatingFlowSource, pressureSource, controlledPressureSource, tank, blockedEnd],
    [
      pump,
      pumpWithLosses,
      pistonPump,
      handPump,
      electricMotorPump,
      variablePump,
      pressureCompensatedPump,
      loadSensingPump,
      torqueLimitedPump,
      motor,
      variableMotor,
      shaftPump,
      shaftMotor,
      flowDivider,
    ],
    [laminarRestrictor, orifice, ratedOrifice, transitionOrifice, pipeInertance, rigidColumn],
    [annularGap, capillary, flowNumberOrifice, pipeFriction, variableOrifice, suddenChange, fittingLoss, filter, hoseWall],
    [
      checkValve,
      dynamicCheckValve,
      pilotOperatedCheckValve,
      shuttleValve,
      velocityFuse,
      reliefValve,
      dampedReliefValve,
      dynamicReliefValve,
      twoStageReliefValve,
      unloadingValve,
      chargingValve,
      pressureReducingValve,
      sequenceValve,
      counterbalanceValve,
      flowControlValve,
      pressureCompensator,
      semiEmpiricalCompensator,
      shuttleCompensator,
      priorityValve,
      spoolFlowDivider,
      onOffValve,
      threeWayValve,
      fourWayTwoPositionValve,
      fourWayThreePositionValve,
      directionalValve,
      proportionalValve,
      proportionalDirectionalValve,
      servoValve,
      meteringValve,
    ],
    [actuator, stribeckCylinder, lugreCylinder, accumulator],
    [singleActingCylinder, cushionedCylinder, leakingCylinder, telescopicCylinder, rotaryActuator, intensifier, rodCylinder],
    [springAccumulator, weightLoadedAccumulator, pistonAccumulator, thermalAccumulator],
    [mass, rigidJoint, stribeckSlide, lugreSlide, springDamper, contact, rope, lever],
    [inertia, shaftJoint, elasticCoupling, clutch, gearbox, winch, rackAndPinion],
    [
      forceSource,
      controlledForceSource,
      velocitySource,
      controlledVelocitySource,
      torqueSource,
      controlledTorqueSource,
      speedSource,
      controlledSpeedSource,
    ],
    [pressureSensor, differentialPressureSensor, flowSensor, energyMeter, linearSensor, shaftSensor],
    [constant, step, ramp, sine, dutyCycle, cyclicDutyCycle, gain, sum, saturation, firstOrderLag, sampleAndHold],
    [product, quotient, minimum, maximum, absoluteValue, deadband, quantizer, selector, lookUp, blendedLookUp],
    [comparator, relay, logicAnd, logicOr, logicNot, flipFlop, onDelay, counter],
    [leadLag, secondOrderFilter, integrator, rateLimiter, backlash, padeDelay],
    [pulseTrain, trapezoidProfile, randomSteps, chirp],
    [proportionalController, piController],
    [pidController],
  ]
    .flat()
    .map((definition) => [definition.kind, definition]),
);
