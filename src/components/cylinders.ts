/** Cylinders beyond the differential one of actuator.ts; motion, stops and friction: guidedMotion.ts. p is above the open air, which presses on rod and plunger. */
import { component, hydraulic, type ParameterDeclaration, translational } from '../equations/language/definition.js';
import { cylinderParameters, guidedMotion, motionStates, velocity } from './guidedMotion.js';

const group = 'Actuators and accumulators';
const judged = 'Direction of friction is judged on the accepted velocity and net force, stops on the position at the end of the step.';
const rodDiameter: ParameterDeclaration = {
  unit: 'm',
  atLeast: 0,
  default: 0,
  about: 'diameter of the rod; smaller than bore, 0 for equal areas',
};
const load = { unit: 'N', default: 0, about: 'force on the rod against extension, F_L' };

/** F = A p - F_0 - K x - F_L. */
export const singleActingCylinder = component({
  kind: 'singleActingCylinder',
  about:
    `Cylinder that oil extends and a spring, or the load, retracts; the rod side is open to the air. With a mass, friction and end stops without ` +
    `rebound; lends its chamber volume to the line. ${judged}`,
  source: 'Burton 1994 §4.4.6, (4.29)-(4.40), with one chamber and a return spring',
  group,
  ports: { cap: hydraulic },
  parameters: {
    ...cylinderParameters,
    springPreload: { unit: 'N', atLeast: 0, default: 0, about: 'force of the return spring when retracted, F_0' },
    springStiffness: { unit: 'N/m', atLeast: 0, default: 0, about: 'stiffness of the return spring, K' },
  },
  requires: ['initialPosition <= stroke'],
  inputs: { load },
  states: motionStates,
  equations: `
    area = pi / 4 * bore^2${velocity}
    cap.q = -area * velocity
    cap.V = area * x
    hold force = area * (cap.p - fluid.ambientPressure) - springPreload - springStiffness * x - load${guidedMotion}
  `,
});

/**
 * All oil leaves by the port, A_p. Near an end a spear shuts a ring of the chamber off, of the area A' = A - A_spear, which a throttle drains whose area A_c(d)
 * shrinks with the distance d to the end; what the spear displaces goes to the port at once:
 *   rise over the port's pressure of the whole chamber: r_p = ρ/2 (A v/(Cd A_p))²,   of the ring beyond that: r_c = ρ/2 (A' v/Cd)² (1/A_c² - 1/A_p²),
 *   force against the motion: A r_p + A' r_c, which begins with A_c = A_p without a jump.
 * Oil in the cushion counts as incompressible, so flow and port volume are those of the piston. One factor v|v| for both ends: the product is
 * smooth where the motion turns.
 */
export const cushionedCylinder = component({
  kind: 'cushionedCylinder',
  about:
    `Differential cylinder with cushions: within the cushion length of an end the oil that leaves there is throttled more and more, and brakes the ` +
    `piston; oil that enters passes a check valve without loss. Compression of the oil in the cushion is left out. ${judged}`,
  source: 'square-law throttle between chamber and port, own derivation; Burton 1994 §4.4.6 for the cylinder',
  group,
  ports: { cap: hydraulic, rod: hydraulic },
  parameters: {
    ...cylinderParameters,
    rodDiameter,
    spearDiameter: { unit: 'm', above: 0, about: 'diameter of the spear of the cap side; smaller than bore' },
    sleeveDiameter: {
      unit: 'm',
      above: 0,
      about: 'diameter of the sleeve around the rod that is the spear of its side; between rodDiameter and bore',
    },
    cushionLength: { unit: 'm', above: 0, about: 'distance from an end at which its cushion begins' },
    portArea: { unit: 'm2', above: 0, about: 'area by which oil leaves outside the cushion' },
    throttleArea: { unit: 'm2', above: 0, about: 'area that is left at the end; smaller than portArea' },
    dischargeCoefficient: { unit: '1', above: 0, default: 0.62, about: 'Cd of these areas' },
  },
  requires: ['initialPosition <= stroke', 'rodDiameter < bore', 'cushionLength <= stroke', 'throttleArea <= portArea'],
  inputs: { load },
  outputs: {
    cushionPressure: {
      unit: 'Pa',
      about: 'pressure of the ring around the spear, on the side that empties, above that of its port, r_p + r_c',
    },
  },
  states: motionStates,
  equations: `
    A1 = pi / 4 * bore^2
    A2 = A1 - pi / 4 * rodDiameter^2${velocity}
    cap.q = -A1 * velocity
    rod.q =  A2 * velocity
    cap.V = A1 * x
    rod.V = A2 * (stroke - x)

    shut = throttleArea / portArea
    open = shut + (1 - shut) * max(0, min(1, if(v < 0, x, stroke - x) / cushionLength))
    loss = fluid.density / (2 * (dischargeCoefficient * portArea)^2)
    piston = if(v < 0, A1, A2)
    ring = A1 - pi / 4 * if(v < 0, spearDiameter, sleeveDiameter)^2
    throttled = 1 / open^2 - 1
    cushion = loss * (piston^3 + ring^3 * throttled) * v * abs(v)
    cushionPressure = loss * (piston^2 + ring^2 * throttled) * v^2
    hold force = A1 * (cap.p - fluid.ambientPressure) - A2 * (rod.p - fluid.ambientPressure) - load - cushion${guidedMotion}
  `,
});

/** Q_s = k_s (p_1 - p_2) past the piston; Q_g = k_g max(0, p_2) out of the rod's gland, to the air. */
export const leakingCylinder = component({
  kind: 'leakingCylinder',
  about:
    `Differential cylinder with worn seals: laminar leakage past the piston, so that it creeps under load, and past the gland of the rod, which ` +
    `is lost and counted. With a mass, friction and end stops without rebound. ${judged}`,
  source: 'Merritt 1967, Hydraulic Control Systems, ch. 6 (internal and external leakage of a piston); Burton 1994 §4.4.6 for the cylinder',
  group,
  ports: { cap: hydraulic, rod: hydraulic },
  parameters: {
    ...cylinderParameters,
    rodDiameter,
    sealConductance: { unit: 'm3/s/Pa', atLeast: 0, about: 'leakage past the piston per pressure difference, k_s' },
    glandConductance: { unit: 'm3/s/Pa', atLeast: 0, default: 0, about: 'leakage past the gland per pressure, k_g' },
  },
  requires: ['initialPosition <= stroke', 'rodDiameter < bore'],
  inputs: { load },
  states: { ...motionStates, spilt: { unit: 'm3', initial: 0, about: 'oil lost past the gland' } },
  equations: `
    A1 = pi / 4 * bore^2
    A2 = A1 - pi / 4 * rodDiameter^2${velocity}
    past = sealConductance * (cap.p - rod.p)
    lost = glandConductance * max(0, rod.p - fluid.ambientPressure)
    cap.q = -A1 * velocity - past
    rod.q =  A2 * velocity + past - lost
    oilAdded = -lost
    cap.V = A1 * x
    rod.V = A2 * (stroke - x)
    der(spilt) = lost
    hold force = A1 * (cap.p - fluid.ambientPressure) - A2 * (rod.p - fluid.ambientPressure) - load${guidedMotion}
  `,
});

/**
 * One pressure works on both stages, so the larger one moves first and the smaller one goes back first: the way is one coordinate, and the area
 * a function of it, A(x) = A_1 before the first stage is out and A_2 beyond. Over the last `transition` of the first stage it goes from one
 * to the other in a straight line: a step would leave some TLM steps without a solution. V(x) = ∫ A dx is a state, V' = A x': what a step takes from the line, by
 * the area in its middle, is then what is lent, also in steps that end beyond a corner of A(x).
 */
const lentByStages = (x: string): string =>
  `pi / 4 * (bore^2 * ${x} - (bore^2 - secondBore^2) * (max(0, min(transition, ${x} - firstStroke + transition))^2 / (2 * transition) + max(0, ${x} - firstStroke)))`;

export const telescopicCylinder = component({
  kind: 'telescopicCylinder',
  about:
    `Single-acting telescopic cylinder of two stages, the larger one first: where the second takes over, velocity rises and force falls in the ` +
    `ratio of the areas. One mass moves; that of the stages, and the blow when they change, are left out. ${judged}`,
  source: 'areas and volume of two stages, own derivation; Burton 1994 §4.4.6 for the motion',
  group,
  ports: { cap: hydraulic },
  parameters: {
    ...cylinderParameters,
    bore: { ...cylinderParameters.bore, about: 'diameter of the first stage' },
    stroke: { ...cylinderParameters.stroke, about: 'way of both stages, s' },
    secondBore: { unit: 'm', above: 0, about: 'diameter of the second stage; smaller than bore' },
    firstStroke: { unit: 'm', above: 0, about: 'way of the first stage; shorter than stroke' },
    transition: { unit: 'm', above: 0, default: '2 mm', about: 'last part of the first stage, in which the second takes over' },
  },
  requires: ['initialPosition <= stroke', 'secondBore < bore', 'firstStroke < stroke', 'transition <= firstStroke'],
  inputs: { load },
  states: { ...motionStates, oil: { unit: 'm3', initial: lentByStages('initialPosition'), about: 'oil in both stages, V' } },
  equations: `
    A1 = pi / 4 * bore^2
    A2 = pi / 4 * secondBore^2${velocity}
    taken = max(0, min(transition, x - firstStroke + transition))
    area = A1 - (A1 - A2) * taken / transition
    cap.q = -area * velocity
    der(oil) = area * velocity
    cap.V = oil
    hold force = area * (cap.p - fluid.ambientPressure) - load${guidedMotion}
  `,
});

/**
 * Three pistons on one rod: A_1 to the low side, A_1 - A_2 to the drain, A_2 to the high side. Oil for the high side comes through a check valve
 * from the low side while the piston goes back: Q_c = G max(0, p_low - p_high).
 */
export const intensifier = component({
  kind: 'intensifier',
  about:
    `Pressure intensifier: a large piston drives a small one, up to the pressure of the low side times the ratio of the areas; going back, driven ` +
    `by the drain side, it fills the high side through a check valve. With a mass, friction and end stops without rebound. ${judged}`,
  source: 'areas of a stepped piston, own derivation; motion: Burton 1994 §4.4.6',
  group,
  ports: { low: hydraulic, high: hydraulic, drain: hydraulic },
  parameters: {
    ...cylinderParameters,
    bore: { ...cylinderParameters.bore, about: 'diameter of the large piston' },
    smallBore: { unit: 'm', above: 0, about: 'diameter of the small piston; smaller than bore' },
    checkGradient: { unit: 'm3/s/Pa', atLeast: 0, default: '100 l/min/bar', about: 'flow of the check valve per pressure difference, G' },
  },
  requires: ['initialPosition <= stroke', 'smallBore < bore'],
  states: motionStates,
  equations: `
    A1 = pi / 4 * bore^2
    A2 = pi / 4 * smallBore^2${velocity}
    fill = checkGradient * max(0, low.p - high.p)
    low.q   = -A1 * velocity - fill
    high.q  =  A2 * velocity + fill
    drain.q = (A1 - A2) * velocity
    low.V   = A1 * x
    high.V  = A2 * (stroke - x)
    drain.V = (A1 - A2) * (stroke - x)
    hold force = A1 * low.p - A2 * high.p - (A1 - A2) * drain.p${guidedMotion}
  `,
});

/** M v' = A1 p1 - A2 p2 - F - c v - F_R dir: M is that of piston and rod; what the rod moves is on the line at `load`, which answers with F. */
export const rodCylinder = component({
  kind: 'rodCylinder',
  about:
    `Differential cylinder whose rod ends in a mechanical port: mass and friction are those of piston and rod, and the load is on the line. End stops ` +
    `without rebound; lends its chamber volumes to the lines. ${judged}`,
  source: 'Burton 1994 §4.4.6, (4.29)-(4.40), with the force of a mechanical line (4.28) as the load',
  group,
  ports: { cap: hydraulic, rod: hydraulic, load: translational },
  parameters: { ...cylinderParameters, rodDiameter },
  requires: ['initialPosition <= stroke', 'rodDiameter < bore'],
  states: motionStates,
  equations: `
    A1 = pi / 4 * bore^2
    A2 = A1 - pi / 4 * rodDiameter^2${velocity}
    cap.q = -A1 * velocity
    rod.q =  A2 * velocity
    cap.V = A1 * x
    rod.V = A2 * (stroke - x)
    load.velocity = velocity
    hold force = A1 * (cap.p - fluid.ambientPressure) - A2 * (rod.p - fluid.ambientPressure) - load.force${guidedMotion}
  `,
});

/** J ω' = D (p_A - p_B) - T_L - c ω - T_R dir,   Q = D ω + k (p_A - p_B); the rest as in guidedMotion.ts, with an angle. */
export const rotaryActuator = component({
  kind: 'rotaryActuator',
  about:
    'Vane actuator: turns a load through a limited angle, with leakage past the vane, friction and stops without rebound; lends its chamber ' +
    'volumes to the lines. Direction of friction is judged on the accepted speed and net torque, stops on the angle at the end of the step.',
  source: 'geometry of a vane, own derivation; motion: Burton 1994 §4.4.6, with an angle',
  group,
  ports: { A: hydraulic, B: hydraulic },
  parameters: {
    displacement: { unit: 'm3/rad', above: 0, about: 'oil per angle, D: of n vanes of width b from radius r to R, n b (R² - r²)/2' },
    travel: { unit: 'rad', above: 0, about: 'angle between the stops' },
    initialAngle: { unit: 'rad', atLeast: 0, default: 0, about: 'angle at t = 0' },
    inertia: { unit: 'kg m2', above: 0, about: 'inertia of vane and load, J' },
    viscousFriction: { unit: 'Nm s/rad', atLeast: 0, default: 0, about: 'friction torque per speed, c' },
    coulombTorque: { unit: 'Nm', atLeast: 0, default: 0, about: 'dry friction torque, at rest and in motion, T_R' },
    leakage: { unit: 'm3/s/Pa', atLeast: 0, default: 0, about: 'leakage past the vane per pressure difference, k' },
  },
  requires: ['initialAngle <= travel'],
  inputs: { load: { unit: 'Nm', default: 0, about: 'torque against positive rotation, T_L' } },
  states: {
    angle: { unit: 'rad', initial: 'initialAngle', about: 'angle, 0 to travel; flow into A turns it up' },
    speed: { unit: 'rad/s', initial: 0, about: 'speed, ω' },
    torque: { unit: 'Nm', initial: 0, about: 'net torque, friction excluded' },
  },
  equations: `
    turning = der(angle)
    past = leakage * (A.p - B.p)
    A.q = -displacement * turning - past
    B.q =  displacement * turning + past
    A.V = displacement * angle
    B.V = displacement * (travel - angle)

    dir = if(pre(speed) == 0, sign(pre(torque)), sign(pre(speed)))
    hold torque = displacement * (A.p - B.p) - load
    der(speed) = (torque - viscousFriction * speed - coulombTorque * dir) / inertia
    der(angle) = speed
    reset(angle) = if(angle < 0 or angle > travel, max(0, min(travel, angle)), angle)
    reset(speed) = if(angle < 0 or angle > travel or (coulombTorque > 0 and dir * speed <= 0), 0, speed)
  `,
});
