/**
 * Check and relief valves: Q = G max(0, Δp - p_c) until the poppet is at its stop. There, at Q_o and Δp_o = p_c + Q_o/G, its seat is an orifice that no longer
 * opens: Q = Q_o √(Δp/Δp_o) beyond, with the same value. Held open by its pilot the same seat passes ±G Δp up to Δp = Q_o²/(G² Δp_o), and that root beyond.
 *
 * Valves that a pilot opens: u = 0 (shut) to 1 over a range r of the pressure that opens them, p, above the pressure p_c at which they begin to; falling it must fall
 * by the hysteresis h before they follow (play of a spool with dry friction):
 *     u = max(u_r(p), min(u_r(p + h), pre(u))),   u_r(p) = min(1, max(0, (p - p_c)/r)), without range 1 where p > p_c, else 0.
 *
 * Without range and hysteresis such a valve is an ideal switch. Where the circuit drives it back it cannot rest at p_c: it opens and shuts with the dead time of
 * the way round, two to three steps of a TLM circuit, so that the step falls to the smallest one, Δ_m, and the mean of the pressure is off by about
 * |p'| times that dead time, in proportion to Δ_m. Measured in a circuit with an exact answer (two pumps, check valve, unloading valve at 145 bar, orifice; 55 l/min
 * through the valve): -4.5, -1.3, -0.68, -0.08, -0.01 bar at Δ_m = 1, 0.3, 0.1, 0.03, 0.01 µs, as an equation with a dead time of 1 and 3 µs has -1.7 and -4.4 bar.
 * With a range r the valve rests where it passes what it must, u_eq of its opening: the mean is off by r u_eq, 5 bar · 6e-4 = 0.003 bar there.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';

const group = 'Valves';
const ports = { in: hydraulic, out: hydraulic };
const gradient: ParameterDeclaration = { unit: 'm3/s/Pa', above: 0, about: 'flow per excess pressure, G' };
const fullyOpenFlow: ParameterDeclaration = {
  unit: 'm3/s',
  atLeast: 0,
  default: 0,
  optional: true,
  about: 'flow at which it is fully open, Q_o: beyond it flow grows with the root of the pressure difference; 0: it opens without end',
};
const range: ParameterDeclaration = {
  unit: 'Pa',
  atLeast: 0,
  default: 0,
  optional: true,
  about: 'rise of the opening pressure from shut to fully open, r; 0: it opens at once',
};
const hysteresis: ParameterDeclaration = {
  unit: 'Pa',
  atLeast: 0,
  default: 0,
  optional: true,
  about: 'fall of the opening pressure before it begins to shut, h',
};
/** `switch` of definition.ts for both. */
const isSwitch = 'range == 0 and hysteresis == 0';

/** Flow above the cracking pressure, with a stop of the poppet. */
const above = `
    dp = in.p - out.p
    rises = gradient * max(0, dp - crackingPressure)
    stop = crackingPressure + fullyOpenFlow / gradient
    Q = if(fullyOpenFlow > 0, if(dp > stop, fullyOpenFlow * ssqrt(dp / stop), rises), rises)
    in.q  = -Q
    out.q =  Q
  `;

export const checkValve = component({
  kind: 'checkValve',
  about:
    'Lets flow pass from in to out above its cracking pressure, in proportion to the excess until it is fully open; no dynamics, no leakage.',
  source: 'Burton 1994 §4.4.4, (4.16)-(4.18)',
  group,
  ports,
  parameters: {
    crackingPressure: { unit: 'Pa', atLeast: 0, about: 'pressure difference at which it opens, p_c' },
    gradient,
    fullyOpenFlow,
  },
  equations: above,
});

export const reliefValve = component({
  kind: 'reliefValve',
  about: 'Opens at its cracking pressure and then passes flow in proportion to the excess, until it is fully open; no dynamics.',
  source: 'Burton 1994 §4.4.4, (4.16)-(4.18)',
  group,
  ports,
  parameters: {
    crackingPressure: { unit: 'Pa', above: 0, about: 'pressure difference at which it opens, p_c' },
    gradient,
    fullyOpenFlow,
  },
  equations: above,
});

export const unloadingValve = component({
  kind: 'unloadingValve',
  about:
    'Pilot-operated relief valve: open while the pilot pressure is above the cracking pressure, then passes flow from in to out' +
    ' in proportion to the whole pressure difference. The pilot line is a blocked end; no dynamics. Without range and hysteresis it is' +
    ' an ideal switch and may chatter.',
  source: 'Burton 1994 §4.4.4.1; range and hysteresis: play of a spool with dry friction',
  group,
  ports: { ...ports, pilot: hydraulic },
  parameters: {
    crackingPressure: { unit: 'Pa', above: 0, about: 'pilot pressure above the open air at which it begins to open, p_c' },
    gradient: { unit: 'm3/s/Pa', above: 0, about: 'flow per pressure difference when open, G' },
    range,
    hysteresis,
  },
  switch: isSwitch,
  states: { opening: { unit: '1', initial: 0, about: 'opening, u, 0 to 1' } },
  equations: `
    pilot.q = 0
    excess = pilot.p - fluid.ambientPressure - crackingPressure
    rising = if(range > 0, max(0, min(1, excess / range)), if(excess > 0, 1, 0))
    falling = if(range > 0, max(0, min(1, (excess + hysteresis) / range)), if(excess + hysteresis > 0, 1, 0))
    hold opening = if(hysteresis > 0, max(rising, min(falling, pre(opening))), rising)
    Q = gradient * opening * max(0, in.p - out.p)
    in.q  = -Q
    out.q =  Q
  `,
});

export const pilotOperatedCheckValve = component({
  kind: 'pilotOperatedCheckValve',
  about:
    'Check valve that its pilot can open against the flow. While shut it is a check valve from in to out; while the pilot holds' +
    ' it open it passes flow both ways. How far the pilot holds it open is judged on the accepted pressures. The pilot line is ' +
    'a blocked end; no dynamics. Without range and hysteresis the pilot is an ideal switch and may chatter.',
  source: 'Burton 1994 §4.4.4.1; opening by the balance of poppet (area 1) and pilot piston (area pilotRatio), both vented to in',
  group,
  ports: { ...ports, pilot: hydraulic },
  parameters: {
    crackingPressure: { unit: 'Pa', atLeast: 0, about: 'pressure difference at which it opens without pilot, p_c' },
    gradient: { unit: 'm3/s/Pa', above: 0, about: 'flow per (excess) pressure difference, G' },
    pilotRatio: { unit: '1', above: 0, default: 3, about: 'area of the pilot piston over area of the poppet, R' },
    fullyOpenFlow,
    range: { ...range, about: `${range.about} (of what opens it, R (p_pilot - p_in) - (p_out - p_in) - p_c)` },
    hysteresis,
  },
  switch: isSwitch,
  states: { opened: { unit: '1', initial: 0, about: 'how far the pilot holds it open, u, 0 to 1' } },
  equations: `
    pilot.q = 0
    dp = in.p - out.p
    push = pilotRatio * (pilot.p - in.p)
    excess = push - (out.p - in.p + crackingPressure)
    rising = if(range > 0, max(0, min(1, excess / range)), if(push > out.p - in.p + crackingPressure, 1, 0))
    falling = if(range > 0, max(0, min(1, (excess + hysteresis) / range)), if(excess + hysteresis > 0, 1, 0))
    hold opened = if(hysteresis > 0, max(rising, min(falling, pre(opened))), rising)
    shut = max(0, dp - crackingPressure)
    rises = gradient * if(range > 0, pre(opened) * dp + (1 - pre(opened)) * shut, if(pre(opened) > 0, dp, shut))
    stop = crackingPressure + fullyOpenFlow / gradient
    root = fullyOpenFlow * ssqrt(dp / stop)
    held = if(abs(dp) > (fullyOpenFlow / gradient)^2 / stop, root, gradient * dp)
    Q = if(fullyOpenFlow > 0, if(dp > stop, root, pre(opened) * held + (1 - pre(opened)) * (gradient * shut)), rises)
    in.q  = -Q
    out.q =  Q
  `,
});
