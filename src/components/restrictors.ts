import { component, hydraulic } from '../equations/language/definition.js';

const group = 'Restrictors';
const ports = { in: hydraulic, out: hydraulic };

export const laminarRestrictor = component({
  kind: 'laminarRestrictor',
  about: 'Flow in proportion to the pressure difference, both ways.',
  source: 'Burton 1994 appendix 1',
  group,
  ports,
  parameters: { conductance: { unit: 'm3/s/Pa', atLeast: 0, about: 'flow per pressure difference, K_L' } },
  equations: `
    Q = conductance * (in.p - out.p)
    in.q  = -Q
    out.q =  Q
  `,
});

export const orifice = component({
  kind: 'orifice',
  about: 'Square-law orifice of given area, both ways; the laminar region at small flow is left out.',
  source: 'Burton 1994 §4.4.3, (4.10)-(4.15)',
  group,
  ports,
  parameters: {
    area: { unit: 'm2', atLeast: 0, about: 'area of the opening, A' },
    dischargeCoefficient: { unit: '1', above: 0, default: 0.62, about: 'Cd; 0.6 to 0.65 for a sharp edge' },
  },
  equations: `
    K = dischargeCoefficient * area * sqrt(2 / fluid.density)
    Q = K * ssqrt(in.p - out.p)
    in.q  = -Q
    out.q =  Q
  `,
});

export const ratedOrifice = component({
  kind: 'ratedOrifice',
  about: 'Square-law orifice given by one point of its characteristic, both ways; the laminar region at small flow is left out.',
  source: 'Burton 1994 §4.4.3, (4.13)',
  group,
  ports,
  parameters: {
    ratedFlow: { unit: 'm3/s', atLeast: 0, about: 'flow at the rated pressure drop' },
    ratedPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference at the rated flow' },
  },
  equations: `
    K = ratedFlow / sqrt(ratedPressureDrop)
    Q = K * ssqrt(in.p - out.p)
    in.q  = -Q
    out.q =  Q
  `,
});

export const meteringValve = component({
  kind: 'meteringValve',
  about: 'Two-port valve: a square-law orifice in proportion to its opening, both ways; spool dynamics and flow forces are left out.',
  source: 'Burton 1994 §4.4.3.2',
  group: 'Valves',
  ports,
  parameters: {
    ratedFlow: { unit: 'm3/s', above: 0, about: 'flow at the rated pressure drop, fully open' },
    ratedPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference at the rated flow' },
  },
  inputs: { opening: { unit: '1', about: 'opening, limited to 0 (shut) .. 1 (fully open)' } },
  equations: `
    K = max(0, min(1, opening)) * ratedFlow / sqrt(ratedPressureDrop)
    Q = K * ssqrt(in.p - out.p)
    in.q  = -Q
    out.q =  Q
  `,
});
