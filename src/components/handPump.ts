/**
 * Hand pump: a plunger of area A in a chamber of the volume V = V_0 + A (s - x) between two check valves, V_m = V_0 + A s when drawn:
 *     p_c = p_vapour + B/V_m max(0, z),   z' = Q (z > 0 ? V_m/V : 1),   Q = G max(0, p_in - p_c - p_v) - G max(0, p_c - p_out - p_v) + A x'.
 * Full, that is V/B p_c' = Q. Where the oil does not fill the chamber, z is below 0 and -z the cavity, at vapour pressure: the pump then takes in no more than
 * that pressure draws through the inlet valve, and the cavity must close before it delivers. The factor of z' is judged on the accepted state. max(0, z) is
 * written z + max(0, -z): what is sought in a step is then 0 while the chamber is full, and no large number beside the valves' small ones.
 * Each stroke delivers A s less what the dead volume is compressed by, V_0 Δp/B. The chamber answers within V/(B G): where a step is far longer than that, the
 * midpoint rule rings, so G should be no larger than the pressure drop of the valves asks for.
 */
import { component, hydraulic } from '../equations/language/definition.js';

export const handPump = component({
  kind: 'handPump',
  about:
    'Plunger pump worked at the speed of its input, with an inlet and an outlet check valve, dead volume and stops at the ends of the stroke, judged on ' +
    'the position at the end of the step. Drawn faster than it fills, the chamber has a cavity at vapour pressure. Its oil is its own; valve dynamics are left out.',
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
  outputs: {
    handForce: { unit: 'N', about: 'force of the hand, A p_c/lever ratio, p_c above the open air' },
    chamberPressure: { unit: 'Pa', about: 'pressure in the chamber, p_c' },
  },
  states: {
    x: { unit: 'm', initial: 0, about: 'plunger, 0 (drawn) to stroke (pressed in)' },
    content: {
      unit: 'm3',
      initial: '(deadVolume + pi / 4 * plungerDiameter^2 * stroke) * ((in.p - fluid.vapourPressure) / fluid.bulkModulus)',
      about: 'above 0 what is pressed into the drawn chamber, below 0 the cavity there, z; at t = 0 it has the pressure of the inlet',
    },
  },
  equations: `
    A = pi / 4 * plungerDiameter^2
    der(x) = speed / leverRatio
    reset(x) = if(x < 0 or x > stroke, max(0, min(stroke, x)), x)
    drawnVolume = deadVolume + A * stroke
    pc = fluid.vapourPressure + fluid.bulkModulus / drawnVolume * (content + max(0, -content))
    drawn = gradient * max(0, in.p - pc - crackingPressure)
    delivered = gradient * max(0, pc - out.p - crackingPressure)
    in.q = -drawn
    out.q = delivered
    rise = if(pre(content) > 0, drawnVolume / (deadVolume + A * (stroke - x)), 1)
    der(content) = (drawn - delivered + A * der(x)) * rise
    oilAdded = A * der(x) - der(content) / rise
    chamberPressure = pc
    handForce = A * (pc - fluid.ambientPressure) / leverRatio
  `,
});
