/**
 * All spools here answer to their pressures through a damping orifice, with a lag, as in pressureControls.ts: τ s' = acting - s.
 *
 * Two orifices in series, K_c (compensator, open) and K_m (metering), pass Q = K √Δp with 1/K² = 1/K_c² + 1/K_m², and K²/K_m² of Δp stands over the
 * second: no volume, and no stiff pressure, is needed between them.
 *
 * Flow control. The compensator takes z of the pressure difference, Q = K √(Δp - z), such that beyond Δp_0 = Δp_s K_m²/K² a part σ only of any rise
 * is left to the orifices: z = (1 - σ) max(0, s - Δp_0), s the lagged Δp. In steady state the drop over the metering orifice is
 * Δp_s + σ (Δp - Δp_0) K²/K_m²: the flow rises by σ/2 of itself while Δp - Δp_0 rises by Δp_0. It only throttles: where z would exceed Δp, nothing flows.
 *
 * Divider. The spool throttles the branch whose outlet is lower until the drops over both fixed orifices agree: it takes (1 - σ) of the lagged difference
 * s = p_out2 - p_out1 from that branch, and σ is the share that its centring spring leaves. Which branch is throttled, and whether it is throttled by more
 * than there is and therefore shut, is judged on the accepted state: so both roots are of differences that are affine in the pressures.
 *
 * Priority valve: an open edge to the steering circuit, one that opens to the others; Δp over the steering orifice (priority less load pressure) moves the spool.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';
import { forwardRootOf, rootOf } from './roots.js';

const group = 'Valves';
const timeConstant: ParameterDeclaration = { unit: 's', above: 0, default: '5 ms', about: 'lag of the spool, τ' };
const range: ParameterDeclaration = { unit: 'Pa', above: 0, about: 'change of the controlling pressure difference over the whole travel' };
const override: ParameterDeclaration = {
  unit: '1',
  atLeast: 0,
  atMost: 1,
  default: 0.02,
  about: 'part of a pressure rise that the compensating spool leaves to the orifices, σ',
};
const sensed = { unit: 'Pa', initial: 0, about: 'pressure difference that the spool has answered to, s' };
const rated = {
  ratedFlow: { unit: 'm3/s', above: 0, about: 'flow at the rated pressure drop, fully open' },
  ratedPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference at the rated flow' },
} satisfies Record<string, ParameterDeclaration>;

export const flowControlValve = component({
  kind: 'flowControlValve',
  about:
    'Two-way flow control valve: a metering orifice and before it a compensator that keeps the drop over it, with a lag. Back flow is not controlled: the ' +
    'compensator is then wide open. Flow forces are left out but for what override holds of them.',
  source: 'Merritt 1967, Hydraulic Control Systems, ch. 3 (orifices); two in series, and the spool that keeps one drop: own derivation',
  group,
  ports: { in: hydraulic, out: hydraulic },
  parameters: {
    ratedFlow: { unit: 'm3/s', above: 0, about: 'controlled flow at full opening' },
    meteringPressureDrop: {
      unit: 'Pa',
      above: 0,
      about: 'drop over the metering orifice at which the compensator begins to throttle, Δp_s',
    },
    compensatorPressureDrop: { unit: 'Pa', above: 0, about: 'drop over the open compensator at the rated flow' },
    override,
    timeConstant,
  },
  inputs: { opening: { unit: '1', default: 1, about: 'opening of the metering orifice, limited to 0..1' } },
  states: { sensed },
  equations: `
    Kc = ratedFlow / sqrt(compensatorPressureDrop)
    Km = ratedFlow / sqrt(meteringPressureDrop) * max(0, min(1, opening))
    whole = 1 + (Km / Kc)^2
    dp = in.p - out.p
    der(sensed) = (dp - sensed) / timeConstant
    taken = (1 - override) * max(0, sensed - whole * meteringPressureDrop)
    left = dp - taken
    Q = Km / sqrt(whole) * if(dp > 0, ${forwardRootOf('left')}, ${rootOf('dp')})
    in.q  = -Q
    out.q =  Q
  `,
});

export const pressureCompensator = component({
  kind: 'pressureCompensator',
  about:
    'Load-sensing compensator with load check: throttles so that its outlet stays at the setting above the load port, and passes nothing backwards. ' +
    'Shut at the setting, fully open below it by range; spool with a lag. The load line is a blocked end.',
  source: 'square-law orifice; balance of pressures on the spool, own derivation',
  group,
  ports: { in: hydraulic, out: hydraulic, load: hydraulic },
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'pressure of the outlet above the load at which it is shut' },
    range,
    ...rated,
    timeConstant,
  },
  states: { sensed },
  equations: `
    load.q = 0
    der(sensed) = (out.p - load.p - sensed) / timeConstant
    opening = max(0, min(1, (settingPressure - sensed) / range))
    dp = in.p - out.p
    Q = ratedFlow / sqrt(ratedPressureDrop) * opening * ${forwardRootOf('dp')}
    in.q  = -Q
    out.q =  Q
  `,
});

export const priorityValve = component({
  kind: 'priorityValve',
  about:
    'Serves the priority port first: the edge to the excess port opens as the priority port rises to the setting above its load. The edge to the priority ' +
    'port stays open: it is not protected from an excess port under higher pressure. Spool with a lag; the load line is a blocked end.',
  source: 'square-law orifices; balance of pressures on the spool, own derivation; one throttling edge: our choice',
  group,
  ports: { in: hydraulic, priority: hydraulic, excess: hydraulic, load: hydraulic },
  parameters: {
    settingPressure: {
      unit: 'Pa',
      above: 0,
      about: 'pressure of the priority port above its load at which the excess port begins to open',
    },
    range,
    ...rated,
    timeConstant,
  },
  states: { sensed },
  equations: `
    load.q = 0
    der(sensed) = (priority.p - load.p - sensed) / timeConstant
    opening = max(0, min(1, (sensed - settingPressure) / range))
    K = ratedFlow / sqrt(ratedPressureDrop)
    dp = in.p - excess.p
    Q1 = K * ssqrt(in.p - priority.p)
    Q2 = K * opening * ${rootOf('dp')}
    in.q = -(Q1 + Q2)
    priority.q = Q1
    excess.q = Q2
  `,
});

export const spoolFlowDivider = component({
  kind: 'spoolFlowDivider',
  about:
    'Divides a flow in a fixed ratio: two fixed orifices, and a spool that throttles the branch with the lower outlet until the drops over both agree, ' +
    'with a lag; which one, and whether it is shut, is judged on the accepted pressures. It does not combine flows: backwards only the other branch passes oil.',
  source: 'Merritt 1967, Hydraulic Control Systems, ch. 3 (orifices); balance of pressures on the spool, own derivation',
  group,
  ports: { in: hydraulic, out1: hydraulic, out2: hydraulic },
  parameters: {
    ratedFlow1: { unit: 'm3/s', above: 0, about: 'flow of branch 1 at the rated drop over its orifice' },
    ratedFlow2: { unit: 'm3/s', above: 0, about: 'flow of branch 2 at the rated drop over its orifice' },
    ratedPressureDrop: { unit: 'Pa', above: 0, about: 'drop over each branch at its rated flow, the spool in the middle' },
    timeConstant,
    override,
  },
  states: {
    sensed,
    shut1: { unit: '1', initial: 0, about: '1 while branch 1 is throttled by more than there is, else 0' },
    shut2: { unit: '1', initial: 0, about: '1 while branch 2 is throttled by more than there is, else 0' },
  },
  equations: `
    der(sensed) = (out2.p - out1.p - sensed) / timeConstant
    dp1 = in.p - out1.p
    dp2 = in.p - out2.p
    taken = (1 - override) * sensed
    hold shut1 = if(pre(sensed) > 0 and dp1 < taken, 1, 0)
    hold shut2 = if(pre(sensed) <= 0 and dp2 < -taken, 1, 0)
    Q1 = (1 - pre(shut1)) * ratedFlow1 / sqrt(ratedPressureDrop) * ssqrt(dp1 - if(pre(sensed) > 0, taken, 0))
    Q2 = (1 - pre(shut2)) * ratedFlow2 / sqrt(ratedPressureDrop) * ssqrt(dp2 + if(pre(sensed) > 0, 0, taken))
    in.q = -(Q1 + Q2)
    out1.q = Q1
    out2.q = Q2
  `,
});
