/** Restrictors in which viscosity counts, alone or beside inertia. μ = ρ ν. */
import { component, hydraulic } from '../equations/language/definition.js';

const group = 'Restrictors';
const ports = { in: hydraulic, out: hydraulic };

/** Q = π d h³ (1 + 1.5 ε²)/(12 μ L) Δp + π d h v/2. */
export const annularGap = component({
  kind: 'annularGap',
  about:
    'Laminar flow through the gap between a piston and its bore, concentric or not, both ways; a wall that moves drags oil along. Length ' +
    'needed to develop the flow is left out.',
  source:
    'Merritt 1967, Hydraulic Control Systems, ch. 3 (laminar flow between piston and bore); drag flow of Couette between parallel walls',
  group,
  ports,
  parameters: {
    diameter: { unit: 'm', above: 0, about: 'diameter of the piston, d' },
    clearance: { unit: 'm', above: 0, about: 'height of the gap when concentric, half of the difference of diameters, h' },
    length: { unit: 'm', above: 0, about: 'length of the gap, L' },
    eccentricity: { unit: '1', atLeast: 0, atMost: 1, default: 0, about: 'distance of the axes as a part of the clearance, ε' },
  },
  requires: ['2 * clearance < diameter'],
  inputs: { velocity: { unit: 'm/s', default: 0, about: 'velocity of the moving wall from in to out, v' } },
  equations: `
    mu = fluid.density * fluid.viscosity
    G = pi / 12 * diameter * clearance^3 * (1 + 1.5 * eccentricity^2) / (mu * length)
    Q = G * (in.p - out.p) + pi / 2 * diameter * clearance * velocity
    in.q  = -Q
    out.q =  Q
  `,
});

/** a Q + b Q|Q| = Δp,  a = 128 μ L/(π d⁴),  b = K ρ/(2A²): Q = 2Δp/(a + √(a² + 4 b |Δp|)), without cancellation. */
export const capillary = component({
  kind: 'capillary',
  about:
    'Laminar tube with the loss of its entrance, both ways: a damping nozzle or a pilot line that is short for its diameter. Turbulence is left ' +
    'out: for that there is pipeFriction.',
  source:
    'Hagen-Poiseuille; entrance loss 2.28 after Langhaar 1942, Steady Flow in the Transition Length of a Straight Tube, J. Appl. Mech. 9',
  group,
  ports,
  parameters: {
    diameter: { unit: 'm', above: 0, about: 'inner diameter, d' },
    length: { unit: 'm', above: 0, about: 'length, L' },
    entranceCoefficient: { unit: '1', above: 0, default: 2.28, about: 'pressure lost at the entrance and kept as velocity, K ρ v²/2' },
  },
  equations: `
    area = pi / 4 * diameter^2
    a = 128 / pi * fluid.density * fluid.viscosity * length / diameter^4
    b = entranceCoefficient * fluid.density / (2 * area^2)
    dp = in.p - out.p
    Q = 2 * dp / (a + sqrt(a^2 + 4 * b * abs(dp)))
    in.q  = -Q
    out.q =  Q
  `,
});

/**
 * Q = Cq A √(2/ρ) √|Δp| sign(Δp),  Cq = C_max tanh(2λ/λ_c),  λ = (d_h/ν) √(2|Δp|/ρ): for small Δp Q = 4 C_max A d_h Δp/(λ_c μ). The root is that of
 * √(Δp² + 1 Pa²), so that its slope is a number at no pressure difference; the flow there changes by less than 1e-5 of itself.
 */
export const flowNumberOrifice = component({
  kind: 'flowNumberOrifice',
  about:
    'Orifice of any shape whose discharge coefficient grows with the flow number, from laminar to turbulent, in one smooth law, both ways.',
  source: 'orifice law with a discharge coefficient of the flow number; its hyperbolic tangent is usual in simulation, and a choice',
  group,
  ports,
  parameters: {
    area: { unit: 'm2', above: 0, about: 'area of the opening, A' },
    hydraulicDiameter: { unit: 'm', above: 0, about: 'four areas by the wetted perimeter, d_h' },
    dischargeCoefficient: { unit: '1', above: 0, default: 0.7, about: 'Cq in turbulent flow, C_max' },
    criticalFlowNumber: { unit: '1', above: 0, default: 1000, about: 'flow number at which Cq is 96 % of C_max, λ_c' },
  },
  equations: `
    root2 = sqrt(2 / fluid.density)
    k = 2 * hydraulicDiameter * root2 / (fluid.viscosity * criticalFlowNumber)
    dp = in.p - out.p
    root = (dp^2 + 1)^0.25
    Q = dischargeCoefficient * area * root2 * (dp / root * tanh(k * root))
    in.q  = -Q
    out.q =  Q
  `,
});

/**
 * N = λ Re² = 2 D³ |Δp|/(L ρ ν²) is known from the pressure difference, so Re = 4Q/(π D ν) is an explicit function of it:
 *     laminar, λ = 64/Re:             Re = N/64                   up to Re = 2300, N_1 = 64·2300
 *     turbulent, λ = 0.3164 Re^(-1/4): Re = (N/0.3164)^(4/7)       from Re = 4000 on, N_2 = 0.3164·4000^(7/4)
 *     between: ln Re a cubic in ln N, with the values and slopes (1 and 4/7) of both at the ends: it rises all the way (Fritsch and Carlson 1980).
 * There the flow is intermittent and no measurement repeats: the cubic is our choice, the limits are the usual ones.
 */
export const pipeFriction = component({
  kind: 'pipeFriction',
  about:
    'Steady friction of a smooth straight pipe, both ways: laminar up to a Reynolds number of 2300, turbulent from 4000 on, smooth in between. Volume and ' +
    'inertia are left out: give the volume to the lines at its ends, or use a wave line where waves count.',
  source:
    'Hagen-Poiseuille; Blasius 1913 for turbulent flow in smooth pipes, to Reynolds numbers of 1e5; limits 2300 and 4000 of the transition as in Schlichting, ' +
    'Boundary-Layer Theory, ch. 20; the cubic between them: our choice',
  group,
  ports,
  parameters: {
    diameter: { unit: 'm', above: 0, about: 'inner diameter, D' },
    length: { unit: 'm', above: 0, about: 'length, L' },
  },
  equations: `
    dp = in.p - out.p
    perPressure = 2 * diameter^3 / (length * fluid.density * fluid.viscosity^2)
    N1 = 64 * 2300
    N2 = 0.3164 * 4000^1.75
    N = max(N1, perPressure * abs(dp))
    W = log(N2 / N1)
    y = log(min(N, N2) / N1) / W
    between = 2300 * exp(W * (y - 2 * y^2 + y^3) + log(4000 / 2300) * (3 * y^2 - 2 * y^3) - 4 / 7 * W * (y^2 - y^3))
    reynolds = if(N > N2, (N / 0.3164)^(4 / 7), between)
    Q = pi / 4 * diameter * fluid.viscosity * (perPressure * dp) * if(perPressure * abs(dp) > N1, reynolds / N, 1 / 64)
    in.q  = -Q
    out.q =  Q
  `,
});
