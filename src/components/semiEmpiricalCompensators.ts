/**
 * Compensator spool by its measured answer instead of its geometry: the flow coefficient is the state, and moves until setting, pressure behind the edge,
 * reference and flow force balance:
 *
 *   Q = K √(p_in - p_out),    C₃ K' = C₅ - p_out + p_ref - (C₁ + C₂ (p_in - p_out)) K,    K between its limits
 *
 * C₁ + C₂ Δp changes its sign at Δp = -C₁/C₂; what makes the balance stable is p_out, which rises with K. At a limit K stands still until its rate turns: without
 * that K falls below 0 behind a shut valve, and the edge would drive oil back.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';
import { rootOf } from './roots.js';

const source =
  'Handroos and Vilenius 1991, Flexible semi-empirical models for hydraulic flow control valves, J. Mech. Des. 113; as in Ustinov, LUT 2023, (3.3)-(3.5)';
const unit = 'm3/s/Pa^0.5';

const parameters = {
  settingPressure: { unit: 'Pa', above: 0, about: 'pressure of the outlet above the reference that it keeps, C5' },
  springRate: { unit: 'Pa^1.5 s/m3', about: 'pressure per flow coefficient that balances it, C1' },
  flowForce: { unit: 'Pa^0.5 s/m3', default: 0, about: 'change of that per pressure difference of the edge, C2' },
  damping: { unit: 'Pa^1.5 s^2/m3', above: 0, about: 'pressure per rate of the flow coefficient, C3' },
  initialCoefficient: { unit, atLeast: 0, default: 0, about: 'flow coefficient at t = 0' },
  smallestCoefficient: { unit, atLeast: 0, default: 0, about: 'lower limit of the flow coefficient' },
  largestCoefficient: { unit, above: 0, default: 1e-6, about: 'upper limit of the flow coefficient' },
} satisfies Record<string, ParameterDeclaration>;

const common = {
  source,
  group: 'Valves',
  parameters,
  requires: ['smallestCoefficient <= initialCoefficient', 'initialCoefficient <= largestCoefficient'],
  states: { coefficient: { unit, initial: 'initialCoefficient', about: 'flow coefficient, between its limits' } },
};
const law = (reference: string): string => `
    dp = in.p - out.p
    der(coefficient) = (settingPressure - out.p + ${reference} - (springRate + flowForce * dp) * coefficient) / damping
    reset(coefficient) = if(coefficient < smallestCoefficient or coefficient > largestCoefficient, max(smallestCoefficient, min(largestCoefficient, coefficient)), coefficient)
    Q = max(smallestCoefficient, min(largestCoefficient, coefficient)) * ${rootOf('dp')}
    in.q  = -Q
    out.q =  Q`;

export const semiEmpiricalCompensator = component({
  kind: 'semiEmpiricalCompensator',
  about:
    'Pressure compensator by four measured coefficients: keeps its outlet at a setting above the load port. Its flow coefficient moves without a spring and ' +
    'mass of its own, between limits that are judged at the end of the step. The load line is a blocked end.',
  ...common,
  ports: { in: hydraulic, out: hydraulic, load: hydraulic },
  equations: `
    load.q = 0${law('load.p')}
  `,
});

export const shuttleCompensator = component({
  kind: 'shuttleCompensator',
  about:
    'Pressure compensator by four measured coefficients that keeps its outlet at a setting above the higher of two loads, as behind a shuttle valve ' +
    'without losses. Limits of its flow coefficient are judged at the end of the step. Both load lines are blocked ends.',
  ...common,
  ports: { in: hydraulic, out: hydraulic, load1: hydraulic, load2: hydraulic },
  equations: `
    load1.q = 0
    load2.q = 0${law('max(load1.p, load2.p)')}
  `,
});
