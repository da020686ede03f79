/**
 * Hand pump: a plunger of area A in a chamber between two check valves:
 *     V/B p_c' = G max(0, p_in - p_c - p_v) - G max(0, p_c - p_out - p_v) + A x',   V = V_0 + A (s - x).
 * Each stroke delivers A s less what the dead volume is compressed by, V_0 Δp/B. The chamber answers within V/(B G): where a step is far longer than that, the
 * trapezoidal rule rings, so G should be no larger than the pressure drop of the valves asks for.
 */
import { component, hydraulic } from '../equations/definition.js';

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
