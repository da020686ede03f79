/** Parts of pipework: changes of section, filters, profiled openings, and the wall of a hose. */
import { component, hydraulic } from '../equations/language/definition.js';

const group = 'Restrictors';
const ports = { in: hydraulic, out: hydraulic };

export const variableOrifice = component({
  kind: 'variableOrifice',
  about:
    'Square-law orifice whose area follows its input by a table: notches and bevels of a spool, or a measured opening. Held outside the table, ' +
    'never below 0; the laminar region at small flow is left out.',
  source: 'Merritt 1967, Hydraulic Control Systems, ch. 3 (orifices); area by a table: our choice',
  group,
  ports,
  parameters: {
    maximumArea: { unit: 'm2', above: 0, about: 'area at a table value of 1' },
    profile: { unit: '1', table: { xUnit: '1' }, about: 'rows of input and area, as a part of maximumArea' },
    dischargeCoefficient: { unit: '1', above: 0, default: 0.62, about: 'Cd; 0.6 to 0.65 for a sharp edge' },
  },
  inputs: { opening: { unit: '1', about: 'position of the spool, in the numbers of the table' } },
  equations: `
    K = max(0, table(profile, opening)) * (dischargeCoefficient * maximumArea * sqrt(2 / fluid.density))
    Q = K * ssqrt(in.p - out.p)
    in.q  = -Q
    out.q =  Q
  `,
});

/**
 * Δp = (K + K_w) ρ v²/2, v in the smaller section A_s of the two: widening K = (1 - A_s/A_l)² (Borda and Carnot), narrowing K = (1 - A_s/A_l)/2.
 * p is taken as the total pressure, as everywhere in these circuits: lines know no velocity. (1 Pa²: as in gaps.ts.)
 */
export const suddenChange = component({
  kind: 'suddenChange',
  about:
    'Step from one diameter to another: the loss of a widening in one direction, of a narrowing in the other. The pressure of the ports is the ' +
    'total one; the laminar region is left out.',
  source: 'Idelchik 2007, Handbook of Hydraulic Resistance, 4th ed., ch. 4 (Borda and Carnot; narrowing with sharp edges)',
  group,
  ports,
  parameters: {
    inDiameter: { unit: 'm', above: 0, about: 'diameter at in' },
    outDiameter: { unit: 'm', above: 0, about: 'diameter at out' },
    wallCoefficient: { unit: '1', above: 0, default: 0.02, about: 'loss coefficient of the walls beside it, K_w' },
  },
  equations: `
    small = pi / 4 * min(inDiameter, outDiameter)^2
    ratio = (min(inDiameter, outDiameter) / max(inDiameter, outDiameter))^2
    widening = (1 - ratio)^2
    narrowing = (1 - ratio) / 2
    forth = small * sqrt(2 / fluid.density) / sqrt(wallCoefficient + if(outDiameter > inDiameter, widening, narrowing))
    back = small * sqrt(2 / fluid.density) / sqrt(wallCoefficient + if(outDiameter > inDiameter, narrowing, widening))
    dp = in.p - out.p
    Q = if(dp > 0, forth, back) * dp / (dp^2 + 1)^0.25
    in.q  = -Q
    out.q =  Q
  `,
});

/**
 * Δp = (K_1/Re + K_∞ (1 + 1 in/d)) ρ v²/2 with Re = v d/ν: a Q + b Q|Q| with a = K_1 μ/(2 d A), b = K_∞ (1 + 1 in/d) ρ/(2 A²), solved as in gaps.ts.
 */
export const fittingLoss = component({
  kind: 'fittingLoss',
  about:
    'Bend, branch of a tee, or other fitting by two coefficients, one of laminar and one of turbulent flow, both ways. K_1 and K_∞ are 800 and 0.25 of a ' +
    'flanged 90° bend of R = d, 500 and 0.7 of the branch of a screwed tee, 200 and 0.1 of its run. A tee is a junction with one of these in each branch.',
  source: 'Hooper 1981, The Two-K Method Predicts Head Losses in Pipe Fittings, Chemical Engineering, August 24, pp. 96-100',
  group,
  ports,
  parameters: {
    diameter: { unit: 'm', above: 0, about: 'inner diameter of the pipe, d' },
    laminarLoss: { unit: '1', above: 0, default: 800, about: 'loss coefficient at a Reynolds number of 1, K_1' },
    turbulentLoss: { unit: '1', above: 0, default: 0.25, about: 'loss coefficient of a large fitting in turbulent flow, K_∞' },
  },
  equations: `
    area = pi / 4 * diameter^2
    a = laminarLoss * fluid.density * fluid.viscosity / (2 * diameter * area)
    b = turbulentLoss * (1 + 0.0254 / diameter) * fluid.density / (2 * area^2)
    dp = in.p - out.p
    Q = 2 * dp / (a + sqrt(a^2 + 4 * b * abs(dp)))
    in.q  = -Q
    out.q =  Q
  `,
});

/**
 * Δp = a Q/(1 - w) + b Q|Q|, solved as in gaps.ts; w' = max(0, Q)/V_d (1 - w): dirt comes with the oil. The state is the oil that has passed, V' = max(0, Q),
 * and 1 - w = (1 - w_0) e^(-V/V_d) stays above 0 whatever the step, where a step of the rate of w would pass 1.
 * a and b from one point of the curve of the clean element: a Q_r = s Δp_r, b Q_r² = (1 - s) Δp_r.
 */
export const filter = component({
  kind: 'filter',
  about:
    'Filter whose element has a laminar and a quadratic loss and clogs by the oil that passes from in to out, with a bypass valve beside it. ' +
    'Flow backward takes no dirt out; the viscosity is that of the clean point.',
  source: 'pressure drop against flow as ISO 3968 measures it, split into a laminar and a quadratic part; law of clogging: our choice',
  group,
  ports,
  parameters: {
    ratedFlow: { unit: 'm3/s', above: 0, about: 'flow of the clean point, Q_r' },
    cleanPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference of the clean point, Δp_r' },
    laminarShare: { unit: '1', above: 0, below: 1, default: 0.8, about: 'laminar part of that difference, s' },
    dirtVolume: { unit: 'm3', above: 0, default: 1e12, about: 'oil that leaves 1/e of the element free, V_d' },
    initialLoad: { unit: '1', atLeast: 0, below: 1, default: 0, about: 'clogged part at t = 0' },
    bypassPressure: { unit: 'Pa', above: 0, default: 1e12, about: 'pressure difference at which the bypass opens' },
    bypassGradient: { unit: 'm3/s/Pa', atLeast: 0, default: 0, about: 'flow of the bypass per excess pressure' },
  },
  outputs: { clogged: { unit: '1', about: 'clogged part of the element, w' } },
  states: { passed: { unit: 'm3', initial: 0, counts: true, about: 'oil that has passed the element from in to out, V' } },
  equations: `
    free = (1 - initialLoad) * exp(-passed / dirtVolume)
    a = laminarShare * cleanPressureDrop / ratedFlow
    b = (1 - laminarShare) * cleanPressureDrop / ratedFlow^2
    dp = in.p - out.p
    Qe = 2 * dp * free / (a + sqrt(a^2 + 4 * b * free^2 * abs(dp)))
    Q = Qe + bypassGradient * max(0, dp - bypassPressure)
    in.q  = -Q
    out.q =  Q
    der(passed) = max(0, Qe)
    clogged = 1 - free
  `,
});

/** Kelvin and Voigt: p = V_s/C + (τ/C) V_s', p above the open air, V_s the volume by which the hose has grown, C = V_r/p_r. */
export const hoseWall = component({
  kind: 'hoseWall',
  about:
    'Wall of a hose that gives way under pressure, with the losses of rubber: it takes oil as it swells and lends it to the line. Connect it ' +
    'beside the line that has the volume of the hose at rest. Stiffening with pressure is left out.',
  source: 'volumetric expansion as ISO 6801 measures it; wall as a Kelvin-Voigt solid, our choice',
  group,
  ports: { in: hydraulic },
  parameters: {
    ratedExpansion: { unit: 'm3', above: 0, about: 'growth at the rated pressure, V_r' },
    ratedPressure: { unit: 'Pa', above: 0, about: 'pressure at which it was measured, p_r' },
    relaxationTime: { unit: 's', above: 0, about: 'time in which the wall follows, τ' },
    initialPressure: { unit: 'Pa', level: true, default: 0, about: 'pressure to which it has grown at t = 0' },
  },
  states: {
    growth: { unit: 'm3', initial: 'ratedExpansion * (initialPressure - fluid.ambientPressure) / ratedPressure', about: 'growth, V_s' },
  },
  equations: `
    der(growth) = (ratedExpansion / ratedPressure * (in.p - fluid.ambientPressure) - growth) / relaxationTime
    in.q = -der(growth)
    in.V = growth
  `,
});
