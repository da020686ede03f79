/**
 * Intensifier: a stepped piston, large area A1 on the low side, small area A2 on the high side, the ring A1 - A2 between them open to `back`:
 *     m v' = A1 p_low - A2 p_high - (A1 - A2) p_back - c v,   x' = v,   0 ≤ x ≤ s.        At rest p_high = (A1/A2) p_low with `back` at 0.
 * Flow at the ports follows the piston, and loses no oil at a stop, as in actuator.ts.
 *
 * Hand pump: a plunger of area A in a chamber between two check valves:
 *     V/B p_c' = G max(0, p_in - p_c - p_v) - G max(0, p_c - p_out - p_v) + A x',   V = V_0 + A (s - x).
 * Each stroke delivers A s less what the dead volume is compressed by, V_0 Δp/B. The chamber answers within V/(B G): where a step is far longer than that, the
 * trapezoidal rule rings, so G should be no larger than the pressure drop of the valves asks for.
 */
import { component, hydraulic } from '../equations/definition.js';

export const pressureIntensifier = component({
  kind: 'pressureIntensifier',
  about:
    'Single-stroke pressure intensifier: a stepped piston with mass, viscous friction and end stops without rebound, judged on the position at the end ' +
    'of the step. Lends its chamber volumes to the lines. Dry friction and leakage are left out.',
  source: 'areas of a stepped piston, own derivation',
  group: 'Actuators and accumulators',
  ports: { low: hydraulic, high: hydraulic, back: hydraulic },
  parameters: {
    diameter: { unit: 'm', above: 0, about: 'diameter of the large piston' },
    ratio: { unit: '1', above: 1, about: 'large area over small area, A1/A2' },
    stroke: { unit: 'm', above: 0, about: 'distance between the end stops, s' },
    initialPosition: { unit: 'm', atLeast: 0, default: 0, about: 'position at t = 0' },
    mass: { unit: 'kg', above: 0, about: 'mass of the piston, m' },
    viscousFriction: { unit: 'N s/m', atLeast: 0, default: 0, about: 'friction force per velocity, c' },
  },
  states: {
    x: { unit: 'm', initial: 'initialPosition', about: 'position, 0 to stroke (high side empty)' },
    v: { unit: 'm/s', initial: 0, about: 'velocity' },
  },
  equations: `
    A1 = pi / 4 * diameter^2
    A2 = A1 / ratio
    velocity = der(x) + step / 2 * der(v)
    low.q = -A1 * velocity
    high.q = A2 * velocity
    back.q = (A1 - A2) * velocity
    low.V = A1 * x
    high.V = A2 * (stroke - x)
    back.V = (A1 - A2) * (stroke - x)
    der(x) = v
    der(v) = (A2 * (low.p - high.p) + (A1 - A2) * (low.p - back.p) - viscousFriction * v) / mass
    reset(x) = if(x < 0 or x > stroke, max(0, min(stroke, x)), x)
    reset(v) = if(x < 0 or x > stroke, 0, v)
  `,
});

export const handPump = component({
  kind: 'handPump',
  about:
    'Plunger pump worked at the speed of its input, with an inlet and an outlet check valve, dead volume and stops at the ends of the stroke, judged on ' +
    'the position at the end of the step. The oil compressed in the chamber is small and its own; valve dynamics are left out.',
  source: 'continuity of the chamber, own derivation; check valves Burton 1994 §4.4.4, (4.16)-(4.18)',
  group: 'Pumps and motors',
  ports: { in: hydraulic, out: hydraulic },
  parameters: {
    plungerDiameter: { unit: 'm', above: 0, about: 'diameter of the plunger' },
    stroke: { unit: 'm', above: 0, about: 'stroke of the plunger, s' },
    deadVolume: { unit: 'm3', above: 0, about: 'volume of the chamber with the plunger pressed in, V_0' },
    crackingPressure: { unit: 'Pa', atLeast: 0, default: '0.1 bar', about: 'pressure difference at which either check valve opens, p_v' },
    gradient: { unit: 'm3/s/Pa', above: 0, about: 'flow of either check valve per excess pressure, G' },
    leverRatio: { unit: '1', above: 0, default: 1, about: 'travel of the hand over travel of the plunger' },
  },
  inputs: { speed: { unit: 'm/s', about: 'speed of the hand, above 0 pressing' } },
  outputs: { handForce: { unit: 'N', about: 'force of the hand, A p_c/lever ratio' } },
  states: {
    x: { unit: 'm', initial: 0, about: 'plunger, 0 (drawn) to stroke (pressed in)' },
    chamberPressure: { unit: 'Pa', initial: 0, about: 'pressure in the chamber, p_c' },
  },
  equations: `
    A = pi / 4 * plungerDiameter^2
    der(x) = speed / leverRatio
    reset(x) = if(x < 0 or x > stroke, max(0, min(stroke, x)), x)
    drawn = gradient * max(0, in.p - chamberPressure - crackingPressure)
    delivered = gradient * max(0, chamberPressure - out.p - crackingPressure)
    in.q = -drawn
    out.q = delivered
    der(chamberPressure) = fluid.bulkModulus / (deadVolume + A * (stroke - x)) * (drawn - delivered + A * der(x))
    handForce = A * chamberPressure / leverRatio
  `,
});
