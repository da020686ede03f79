/**
 * For a known position u only two of the four paths are open, and they share no port: Q1 leaves P for the port that u joins to it,
 * Q2 returns to T from the other. So each is the closed form of one orifice (products of selects on u > 0 vanish crosswise). The
 * fractions make a spool with unequal edges (meter-out: fractionBT < 1).
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';

const fraction = (path: string): ParameterDeclaration => ({
  unit: '1',
  atLeast: 0,
  default: 1,
  about: `flow of the path ${path} at the rated pressure drop, as a fraction of ratedFlow`,
});

export const directionalValve = component({
  kind: 'directionalValve',
  about:
    '4/3 proportional directional valve with closed centre and zero lap: position > 0 joins P to A and B to T, position < 0 ' +
    'joins P to B and A to T. Each path is a square-law orifice in proportion to |position|; leakage, spool dynamics and flow ' +
    'forces are left out.',
  source: 'Burton 1994 §4.4.3.2, (4.13)-(4.15)',
  group: 'Valves',
  ports: { P: hydraulic, A: hydraulic, B: hydraulic, T: hydraulic },
  parameters: {
    ratedFlow: { unit: 'm3/s', above: 0, about: 'flow of one path at the rated pressure drop, fully open' },
    ratedPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference of one path at the rated flow' },
    fractionPA: fraction('P to A'),
    fractionBT: fraction('B to T'),
    fractionPB: fraction('P to B'),
    fractionAT: fraction('A to T'),
  },
  inputs: { position: { unit: '1', about: 'spool position u, limited to -1..1' } },
  equations: `
    u = max(-1, min(1, position))
    K = abs(u) * ratedFlow / sqrt(ratedPressureDrop)
    K1 = if(u > 0, K * fractionPA, K * fractionPB)
    K2 = if(u > 0, K * fractionBT, K * fractionAT)
    Q1 = K1 * ssqrt(P.p - if(u > 0, A.p, B.p))
    Q2 = K2 * ssqrt(if(u > 0, B.p, A.p) - T.p)
    forward = if(u > 0, 1, 0)
    backward = if(u > 0, 0, 1)
    P.q = -Q1
    A.q = forward * Q1 - backward * Q2
    B.q = backward * Q1 - forward * Q2
    T.q = Q2
  `,
});
