/**
 * Two-regime orifice of diameter d, x = |Δp|, s = sign(Δp):
 *   x > Δp_tr:  Q = s Cq A √(2x/ρ);    x ≤ Δp_tr:  Q = s (3 A ν Re_tr/(4d)) (x/Δp_tr) (3 - x/Δp_tr);    Δp_tr = 9 Re_tr² ρ ν²/(8 Cq² d²).
 * Value and slope are continuous at Δp_tr, and the slope at 0 is finite: an integrator's Jacobian has no infinite entry where a flow turns.
 *
 * An edge of a valve has A = |u| A_max and d = d_max √|u|, so Δp_tr = Δp_max/|u|, and the law is
 *   |u| x > Δp_max:  Q = s |u| K √x;    else  Q = s √|u| Q_0 r (3 - r),  r = |u| x/Δp_max,    without a division by u.
 * (√ of |u| or a speck, so that its slope in time is a number where u passes 0.)
 * Two of the four edges are open for a known u, and they share no port: as in directionalValve.ts.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';

const source =
  'Esqué 2008 §3.2.4, (3.7), (4.24)-(4.25): the form of Ellman and Piché; illegible in the text at hand, fixed by its fragments';

const law = {
  dischargeCoefficient: { unit: '1', above: 0, default: 0.6, about: 'Cq, in turbulent flow' },
  transitionReynolds: { unit: '1', above: 0, default: 1000, about: 'Reynolds number at which turbulent flow ends, Re_tr' },
} satisfies Record<string, ParameterDeclaration>;

export const transitionOrifice = component({
  kind: 'transitionOrifice',
  about: 'Orifice with a square law in turbulent flow and a quadratic polynomial in laminar flow, both ways, smooth in between.',
  source,
  group: 'Restrictors',
  ports: { in: hydraulic, out: hydraulic },
  parameters: { diameter: { unit: 'm', above: 0, about: 'diameter of the opening, d' }, ...law },
  equations: `
    area = pi / 4 * diameter^2
    dpTr = 9 / 8 * fluid.density * (transitionReynolds * fluid.viscosity / (dischargeCoefficient * diameter))^2
    K = dischargeCoefficient * area * sqrt(2 / fluid.density)
    slope = 3 / 4 * area * fluid.viscosity * transitionReynolds / (diameter * dpTr)
    dp = in.p - out.p
    Q = if(abs(dp) > dpTr, K * ssqrt(dp), slope * dp * (3 - abs(dp) / dpTr))
    in.q  = -Q
    out.q =  Q
  `,
});

export const proportionalValve = component({
  kind: 'proportionalValve',
  about:
    '4/3 proportional directional valve with closed centre and zero lap: position > 0 joins P to A and B to T, position < 0 ' +
    'joins P to B and A to T. Each edge is an orifice with a turbulent and a laminar regime, of area |position| times that of the ' +
    'diameter; leakage, spool dynamics and flow forces are left out.',
  source: `${source}; the edges are our choice`,
  group: 'Valves',
  ports: { P: hydraulic, A: hydraulic, B: hydraulic, T: hydraulic },
  parameters: { diameter: { unit: 'm', above: 0, about: 'diameter of the orifice of one edge, fully open, d_max' }, ...law },
  inputs: { position: { unit: '1', about: 'spool position u, limited to -1..1' } },
  equations: `
    u = max(-1, min(1, position))
    opening = abs(u)
    area = pi / 4 * diameter^2
    dpMax = 9 / 8 * fluid.density * (transitionReynolds * fluid.viscosity / (dischargeCoefficient * diameter))^2
    K = opening * dischargeCoefficient * area * sqrt(2 / fluid.density)
    slope = opening * sqrt(max(opening, 1e-30)) * (3 / 4 * area * fluid.viscosity * transitionReynolds / (diameter * dpMax))
    ratio = opening / dpMax
    dp1 = P.p - if(u > 0, A.p, B.p)
    dp2 = if(u > 0, B.p, A.p) - T.p
    Q1 = if(ratio * abs(dp1) > 1, K * ssqrt(dp1), slope * dp1 * (3 - ratio * abs(dp1)))
    Q2 = if(ratio * abs(dp2) > 1, K * ssqrt(dp2), slope * dp2 * (3 - ratio * abs(dp2)))
    forward = if(u > 0, 1, 0)
    backward = if(u > 0, 0, 1)
    P.q = -Q1
    A.q = forward * Q1 - backward * Q2
    B.q = backward * Q1 - forward * Q2
    T.q = Q2
  `,
});
