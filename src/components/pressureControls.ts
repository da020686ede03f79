/**
 * A spool between a spring and the pressures that act on its ends takes the opening u at which they balance, within 0..1. Those pressures reach it
 * through a damping orifice, with a lag: s is what it has answered to,
 *
 *     τ s' = acting - s,    u = min(1, max(0, ±(s - setting)/range)),    Q = u K √Δp,   K = rated flow/√(rated pressure drop).
 *
 * The lag stands before the limits, not after them: so s is affine in the pressures, and the flow is one law whose root lies in a bracket.
 *
 * `range` is the rise of pressure from shut to fully open (spring rate times travel over area), so the regulated pressure leaves its setting by u·range:
 *
 *     reducing        p_out - p_drain                          closes
 *     sequence        p_in - p_drain                           opens; the outlet does not act on the spool: it may be loaded
 *     counterbalance  p_in - p_out + R (p_pilot - p_out)       opens; back pressure acts on all of the spring side, 1 + R
 *     charging        open from cut-out to cut-in: a detent, or the pilot's area over that of its seat
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';
import { rootOf } from './roots.js';

const group = 'Valves';
const ports = { in: hydraulic, out: hydraulic };

const rated = {
  ratedFlow: { unit: 'm3/s', above: 0, about: 'flow at the rated pressure drop, fully open' },
  ratedPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference at the rated flow' },
} satisfies Record<string, ParameterDeclaration>;
const range: ParameterDeclaration = { unit: 'Pa', above: 0, about: 'change of the controlling pressure from shut to fully open' };
const timeConstant: ParameterDeclaration = { unit: 's', above: 0, default: '5 ms', about: 'lag of the spool, τ' };
const sensed = { unit: 'Pa', initial: 0, about: 'pressure that the spool has answered to, s' };
const check = {
  checkPressure: { unit: 'Pa', atLeast: 0, default: '1 bar', about: 'pressure difference at which the check valve from out to in opens' },
  checkGradient: {
    unit: 'm3/s/Pa',
    atLeast: 0,
    default: '100 l/min/bar',
    about: 'flow per excess pressure of that check valve; 0 for none',
  },
} satisfies Record<string, ParameterDeclaration>;

/** Flow of an edge that opens above the setting, and backwards of a check valve beside it. As one choice it is one law, not two. */
const openAboveSetting = `
    opening = max(0, min(1, (sensed - settingPressure) / range))
    dp = in.p - out.p
    edge = ratedFlow / sqrt(ratedPressureDrop) * opening * ${rootOf('dp')}
    Q = if(dp < -checkPressure, edge + checkGradient * (dp + checkPressure), edge)`;

export const pressureReducingValve = component({
  kind: 'pressureReducingValve',
  about:
    'Throttles so that its outlet stays at the setting above the drain: shut at the setting, fully open below it by range (normally open). ' +
    'It does not relieve the outlet (two-way form). Spool with a lag; the drain is a blocked end; flow forces are left out.',
  source: 'Merritt 1967, Hydraulic Control Systems, ch. 3 (orifices); balance of pressures on the spool, own derivation',
  group,
  ports: { ...ports, drain: hydraulic },
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'outlet pressure above the drain at which it is shut' },
    range,
    ...rated,
    timeConstant,
  },
  states: { sensed },
  equations: `
    der(sensed) = (out.p - drain.p - sensed) / timeConstant
    opening = max(0, min(1, (settingPressure - sensed) / range))
    dp = in.p - out.p
    Q = ratedFlow / sqrt(ratedPressureDrop) * opening * ${rootOf('dp')}
    in.q  = -Q
    out.q =  Q
    drain.q = 0
  `,
});

export const sequenceValve = component({
  kind: 'sequenceValve',
  about:
    'Opens to a second circuit once its inlet is at the setting above the drain, whatever the pressure there, with a check valve for ' +
    'the way back. Spool with a lag; the drain is a blocked end; flow forces are left out.',
  source: 'Merritt 1967, Hydraulic Control Systems, ch. 3 (orifices); balance of pressures on the spool, own derivation',
  group,
  ports: { ...ports, drain: hydraulic },
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'inlet pressure above the drain at which it begins to open' },
    range,
    ...rated,
    ...check,
    timeConstant,
  },
  states: { sensed },
  equations: `
    drain.q = 0
    der(sensed) = (in.p - drain.p - sensed) / timeConstant${openAboveSetting}
    in.q  = -Q
    out.q =  Q
  `,
});

export const counterbalanceValve = component({
  kind: 'counterbalanceValve',
  about:
    'Holds the load at `in` shut off until load pressure and pilot ratio times pilot pressure pass the setting; free flow from out to in through a ' +
    'check valve. Not vented: back pressure at `out` acts on the spring side. Spool with a lag; the pilot line is a blocked end.',
  source: 'Merritt 1967, Hydraulic Control Systems, ch. 3 (orifices); balance of forces on the spool from its areas, own derivation',
  group,
  ports: { ...ports, pilot: hydraulic },
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'load pressure at which it begins to open without pilot' },
    pilotRatio: { unit: '1', atLeast: 0, default: 3, about: 'area of the pilot piston over that of the spool, R' },
    range,
    ...rated,
    ...check,
    timeConstant,
  },
  states: { sensed },
  equations: `
    pilot.q = 0
    der(sensed) = (in.p - out.p + pilotRatio * (pilot.p - out.p) - sensed) / timeConstant${openAboveSetting}
    in.q  = -Q
    out.q =  Q
  `,
});

export const chargingValve = component({
  kind: 'chargingValve',
  about:
    'Unloading valve of an accumulator circuit: lets the pump off to `out` from the pilot pressure of cut-out down to that of cut-in, and is ' +
    'shut from there up to cut-out. Judged on the accepted pilot pressure; it moves with a lag. The pilot line is a blocked end.',
  source: 'Burton 1994 §4.4.4.1 (unloading valve); hysteresis and lag added',
  group,
  ports: { ...ports, pilot: hydraulic },
  parameters: {
    cutOutPressure: { unit: 'Pa', above: 0, about: 'pilot pressure above the open air at which it begins to unload' },
    hysteresis: { unit: 'Pa', atLeast: 0, about: 'cut-out less cut-in pressure' },
    ...rated,
    timeConstant,
  },
  requires: ['hysteresis < cutOutPressure'],
  states: {
    unloading: { unit: '1', initial: 0, about: '1 while it unloads, else 0' },
    opening: { unit: '1', initial: 0, about: 'opening, 0 to 1' },
  },
  equations: `
    pilot.q = 0
    hold unloading = if(pilot.p - fluid.ambientPressure > cutOutPressure, 1, if(pilot.p - fluid.ambientPressure < cutOutPressure - hysteresis, 0, pre(unloading)))
    der(opening) = (if(pre(unloading) > 0, 1, 0) - opening) / timeConstant
    Q = ratedFlow / sqrt(ratedPressureDrop) * max(0, min(1, opening)) * ssqrt(in.p - out.p)
    in.q  = -Q
    out.q =  Q
  `,
});
