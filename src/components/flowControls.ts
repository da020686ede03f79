/**
 * Two orifices in series, K1 and K2, pass Q = K √Δp with K = K1 K2/√(K1² + K2²), and K1²/(K1² + K2²) of the pressure difference stands over the second.
 * So a compensator and the orifice that it serves need no volume, and no stiff pressure, between them.
 *
 * Flow control. Metering orifice K_m u, compensator K_c x, that the drop Δp_m over the metering orifice closes against a spring:
 *     τ x' = min(1, max(0, (Δp_s + range - Δp_m)/range)) - x.
 * In steady state Δp_m = Δp_s + range (1 - x), so the flow stays within √(1 + range/Δp_s) from fully open compensator to shut one. Where both orifices
 * are shut the pressure between them is anything: 1e-6 K_c² beside K1² + K2² sets it, and moves no flow by more than 1e-6 K_c²/(2 K2²).
 *
 * Divider. Each branch a fixed orifice K_i and an edge K_v e_i; the drops d_i over the fixed orifices act on the ends of the spool. The branch with the
 * greater drop is throttled, until d1 - d2 = x·centring: equal but for the centring spring.
 *
 * Priority valve: edge 1 - x to the steering circuit, edge x to the others; Δp over the steering orifice (priority less load pressure) moves the spool.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/definition.js';

const group = 'Valves';
const timeConstant: ParameterDeclaration = { unit: 's', above: 0, default: '5 ms', about: 'lag of the spool, τ' };
const range: ParameterDeclaration = { unit: 'Pa', above: 0, about: 'change of the controlling pressure difference over the whole travel' };
const rated = {
  ratedFlow: { unit: 'm3/s', above: 0, about: 'flow at the rated pressure drop, fully open' },
  ratedPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference at the rated flow' },
} satisfies Record<string, ParameterDeclaration>;

export const flowControlValve = component({
  kind: 'flowControlValve',
  about:
    'Two-way flow control valve: a metering orifice and before it a compensator that keeps the drop over it. Back flow is not controlled: the ' +
    'compensator is then wide open. First-order compensator; flow forces are left out.',
  source: 'Merritt 1967 (flow control valves) and ch. 3; Watton 2009 ch. 3 (orifices in series)',
  group,
  ports: { in: hydraulic, out: hydraulic },
  parameters: {
    ratedFlow: { unit: 'm3/s', above: 0, about: 'controlled flow at full opening' },
    meteringPressureDrop: { unit: 'Pa', above: 0, about: 'drop over the metering orifice at which the compensator begins to close, Δp_s' },
    range,
    compensatorPressureDrop: { unit: 'Pa', above: 0, about: 'drop over the open compensator at the rated flow' },
    timeConstant,
  },
  inputs: { opening: { unit: '1', default: 1, about: 'opening of the metering orifice, limited to 0..1' } },
  states: { compensator: { unit: '1', initial: 1, about: 'opening of the compensator, x' } },
  equations: `
    Kc = ratedFlow / sqrt(compensatorPressureDrop)
    K1 = Kc * max(0, compensator)
    K2 = ratedFlow / sqrt(meteringPressureDrop) * max(0, min(1, opening))
    whole = K1^2 + K2^2 + 1e-6 * Kc^2
    dp = in.p - out.p
    metered = dp * K1^2 / whole
    der(compensator) = (max(0, min(1, (meteringPressureDrop + range - metered) / range)) - compensator) / timeConstant
    Q = K1 * K2 / sqrt(whole) * ssqrt(dp)
    in.q  = -Q
    out.q =  Q
  `,
});

export const pressureCompensator = component({
  kind: 'pressureCompensator',
  about:
    'Load-sensing compensator with load check: throttles so that its outlet stays at the setting above the load port, and passes nothing backwards. ' +
    'Shut at the setting, fully open below it by range; first-order spool. The load line is a blocked end.',
  source: 'Watton 2009 ch. 3; Jelali & Kroll 2003 ch. 4 (pressure compensators)',
  group,
  ports: { in: hydraulic, out: hydraulic, load: hydraulic },
  parameters: {
    settingPressure: { unit: 'Pa', above: 0, about: 'pressure of the outlet above the load at which it is shut' },
    range,
    ...rated,
    timeConstant,
  },
  states: { opening: { unit: '1', initial: 1, about: 'opening, 0 to 1' } },
  equations: `
    load.q = 0
    der(opening) = (max(0, min(1, (settingPressure - (out.p - load.p)) / range)) - opening) / timeConstant
    Q = ratedFlow / sqrt(ratedPressureDrop) * max(0, opening) * sqrt(max(0, in.p - out.p))
    in.q  = -Q
    out.q =  Q
  `,
});

export const priorityValve = component({
  kind: 'priorityValve',
  about:
    'Serves the priority port first: it shifts towards the excess port as the priority port rises to the setting above its load. Edges in proportion ' +
    'to the travel, no overlap; first-order spool. The load line is a blocked end.',
  source: 'Watton 2009 ch. 3 (orifice law, load sensing); the two edges are our choice',
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
  states: { spool: { unit: '1', initial: 0, about: 'travel, 0 (all to priority) to 1 (all to excess)' } },
  equations: `
    load.q = 0
    der(spool) = (max(0, min(1, (priority.p - load.p - settingPressure) / range)) - spool) / timeConstant
    K = ratedFlow / sqrt(ratedPressureDrop)
    Q1 = K * max(0, 1 - spool) * ssqrt(in.p - priority.p)
    Q2 = K * max(0, spool) * ssqrt(in.p - excess.p)
    in.q = -(Q1 + Q2)
    priority.q = Q1
    excess.q = Q2
  `,
});

export const spoolFlowDivider = component({
  kind: 'spoolFlowDivider',
  about:
    'Divides a flow in a fixed ratio: two fixed orifices, and a spool that throttles the branch with the greater drop over its orifice. Centring spring, ' +
    'first-order spool. It does not combine flows: backwards it does not hold the ratio.',
  source: 'Merritt 1967 ch. 3; Watton 2009 ch. 3 (orifices in series); force balance from the areas',
  group,
  ports: { in: hydraulic, out1: hydraulic, out2: hydraulic },
  parameters: {
    ratedFlow1: { unit: 'm3/s', above: 0, about: 'flow of branch 1 at the rated drop over its orifice' },
    ratedFlow2: { unit: 'm3/s', above: 0, about: 'flow of branch 2 at the rated drop over its orifice' },
    ratedPressureDrop: { unit: 'Pa', above: 0, about: 'drop over each fixed orifice at its rated flow' },
    edgeRatio: { unit: '1', above: 0, default: 2, about: 'open edge of the spool over the fixed orifice of its branch' },
    centringPressure: { unit: 'Pa', above: 0, about: 'difference of the drops that shuts one edge, against the centring spring' },
    timeConstant,
  },
  states: { spool: { unit: '1', initial: 0, about: 'travel, -1 (branch 2 shut) to 1 (branch 1 shut)' } },
  equations: `
    e1 = edgeRatio * max(0, 1 - max(0, spool))
    e2 = edgeRatio * max(0, 1 - max(0, -spool))
    dp1 = in.p - out1.p
    dp2 = in.p - out2.p
    d1 = dp1 * e1^2 / (1 + e1^2)
    d2 = dp2 * e2^2 / (1 + e2^2)
    der(spool) = (max(-1, min(1, (d1 - d2) / centringPressure)) - spool) / timeConstant
    Q1 = ratedFlow1 / sqrt(ratedPressureDrop) * e1 / sqrt(1 + e1^2) * ssqrt(dp1)
    Q2 = ratedFlow2 / sqrt(ratedPressureDrop) * e2 / sqrt(1 + e2^2) * ssqrt(dp2)
    in.q = -(Q1 + Q2)
    out1.q = Q1
    out2.q = Q2
  `,
});
