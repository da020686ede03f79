/**
 * A spool between a spring and the pressures that act on its ends takes the opening u at which they balance, within 0..1 and with a lag:
 *
 *     τ u' = min(1, max(0, balance/range)) - u,        Q = u K √Δp,   K = rated flow/√(rated pressure drop).
 *
 * `range` is the rise of pressure from shut to fully open (spring rate times travel over area), so the regulated pressure leaves its setting by u·range:
 *
 *     reducing        balance = setting - (p_out - p_drain)              normally open; above it the outlet is relieved to the drain
 *     sequence        balance = p_in - p_drain - setting                 the outlet does not act on the spool: it may be loaded
 *     counterbalance  balance = p_in - p_out + R (p_pilot - p_out) - setting       back pressure acts on all of the spring side, 1 + R
 *     unloading       open from cut-out to cut-in: a detent, or the pilot's area over that of its seat
 *
 * max(0, u): in a step longer than 2 τ the trapezoidal rule swings below 0.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/definition.js';

const group = 'Valves';
const ports = { in: hydraulic, out: hydraulic };

const rated = {
  ratedFlow: { unit: 'm3/s', above: 0, about: 'flow at the rated pressure drop, fully open' },
  ratedPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference at the rated flow' },
} satisfies Record<string, ParameterDeclaration>;
const range: ParameterDeclaration = { unit: 'Pa', above: 0, about: 'change of the controlling pressure from shut to fully open' };
const timeConstant: ParameterDeclaration = { unit: 's', above: 0, default: '5 ms', about: 'lag of the spool, τ' };
const check = {
  checkPressure: { unit: 'Pa', atLeast: 0, default: '1 bar', about: 'pressure difference at which the check valve from out to in opens' },
  checkGradient: { unit: 'm3/s/Pa', atLeast: 0, default: 0, about: 'flow per excess pressure of that check valve; 0 for none' },
} satisfies Record<string, ParameterDeclaration>;

export const pressureReducingValve = component({
  kind: 'pressureReducingValve',
  about:
    'Normally open; throttles so that the outlet stays at the setting above the drain: shut at the setting, fully open below it by range. Beyond ' +
    'the setting by relievingGap it lets the outlet off to the drain (three-way form). First-order spool; flow forces are left out.',
  source: 'Merritt 1967 ch. 3 (orifices); Watton 2009 ch. 3 (pressure reducing valves)',
  group,
  ports: { ...ports, drain: hydraulic },
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'outlet pressure above the drain at which it is shut' },
    range,
    ...rated,
    relievingGap: { unit: 'Pa', atLeast: 0, default: '5 bar', about: 'pressure above the setting at which it relieves' },
    relievingGradient: { unit: 'm3/s/Pa', atLeast: 0, default: 0, about: 'flow to the drain per excess pressure; 0 for the two-way form' },
    timeConstant,
  },
  states: { opening: { unit: '1', initial: 1, about: 'opening, 0 to 1' } },
  equations: `
    controlled = out.p - drain.p
    der(opening) = (max(0, min(1, (settingPressure - controlled) / range)) - opening) / timeConstant
    Q = ratedFlow / sqrt(ratedPressureDrop) * max(0, opening) * ssqrt(in.p - out.p)
    relieved = relievingGradient * max(0, controlled - settingPressure - relievingGap)
    in.q  = -Q
    out.q =  Q - relieved
    drain.q = relieved
  `,
});

export const sequenceValve = component({
  kind: 'sequenceValve',
  about:
    'Opens to a second circuit once its inlet is at the setting above the drain, whatever the pressure there, with a check valve for ' +
    'the way back. First-order spool; the drain is a blocked end; flow forces are left out.',
  source: 'Merritt 1967 ch. 3 (orifices); Watton 2009 ch. 3 (pressure control valves)',
  group,
  ports: { ...ports, drain: hydraulic },
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'inlet pressure above the drain at which it begins to open' },
    range,
    ...rated,
    ...check,
    timeConstant,
  },
  states: { opening: { unit: '1', initial: 0, about: 'opening, 0 to 1' } },
  equations: `
    drain.q = 0
    der(opening) = (max(0, min(1, (in.p - drain.p - settingPressure) / range)) - opening) / timeConstant
    forth = ratedFlow / sqrt(ratedPressureDrop) * max(0, opening) * ssqrt(in.p - out.p)
    Q = forth - checkGradient * max(0, out.p - in.p - checkPressure)
    in.q  = -Q
    out.q =  Q
  `,
});

export const counterbalanceValve = component({
  kind: 'counterbalanceValve',
  about:
    'Holds the load at `in` shut off until load pressure and pilot ratio times pilot pressure pass the setting; free flow from out to in through a ' +
    'check valve. Not vented: back pressure at `out` acts on the spring side. First-order spool; the pilot line is a blocked end.',
  source: 'Watton 2009 ch. 3 (counterbalance and over-centre valves); force balance from the areas',
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
  states: { opening: { unit: '1', initial: 0, about: 'opening, 0 to 1' } },
  equations: `
    pilot.q = 0
    balance = in.p - out.p + pilotRatio * (pilot.p - out.p) - settingPressure
    der(opening) = (max(0, min(1, balance / range)) - opening) / timeConstant
    forth = ratedFlow / sqrt(ratedPressureDrop) * max(0, opening) * ssqrt(in.p - out.p)
    Q = forth - checkGradient * max(0, out.p - in.p - checkPressure)
    in.q  = -Q
    out.q =  Q
  `,
});

export const chargingValve = component({
  kind: 'chargingValve',
  about:
    'Unloading valve of an accumulator circuit: lets the pump off to `out` from the pilot pressure of cut-out down to that of cut-in, and is ' +
    'shut from there up to cut-out. Judged on the accepted pilot pressure; it moves with a lag. The pilot line is a blocked end.',
  source: 'Burton 1994 §4.4.4.1 (unloading valve); hysteresis added as in Watton 2009 ch. 3',
  group,
  ports: { ...ports, pilot: hydraulic },
  parameters: {
    cutOutPressure: { unit: 'Pa', above: 0, about: 'pilot pressure at which it begins to unload' },
    hysteresis: { unit: 'Pa', atLeast: 0, about: 'cut-out less cut-in pressure' },
    ...rated,
    timeConstant,
  },
  states: {
    unloading: { unit: '1', initial: 0, about: '1 while it unloads, else 0' },
    opening: { unit: '1', initial: 0, about: 'opening, 0 to 1' },
  },
  equations: `
    pilot.q = 0
    hold unloading = if(pilot.p > cutOutPressure, 1, if(pilot.p < cutOutPressure - hysteresis, 0, pre(unloading)))
    der(opening) = (if(pre(unloading) > 0, 1, 0) - opening) / timeConstant
    Q = ratedFlow / sqrt(ratedPressureDrop) * max(0, min(1, opening)) * ssqrt(in.p - out.p)
    in.q  = -Q
    out.q =  Q
  `,
});
