/**
 * Poppet of a check valve, after Newton:   m x'' = A (p_in - p_out - p_c) - k x - c x',   0 ≤ x ≤ x_max,   A = π d²/4.
 * Its curtain area is π d sin(α) x, so Q = Cd π d sin(α) x √(2 Δp/ρ). The oil that the poppet displaces is left out: it is A x, some drops.
 * Stops: a trial x outside 0..x_max is set on the stop with x' = 0; the trial comes before the reset, so the poppet leaves a stop by itself.
 *
 * Shuttle: the ball lies on the seat of the lower inlet, so one inlet alone is joined to the outlet, both ways: its root has a closed form.
 *
 * Velocity fuse: a plate held open by a spring; the pressure drop of its own flow shuts it, Q = K √Δp > Q_c, and the drop of the burst hose keeps
 * it shut until the two sides are level.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';
import { rootOf } from './roots.js';

const group = 'Valves';
const ports = { in: hydraulic, out: hydraulic };
const rated = {
  ratedFlow: { unit: 'm3/s', above: 0, about: 'flow at the rated pressure drop, open' },
  ratedPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference at the rated flow' },
} satisfies Record<string, ParameterDeclaration>;

export const dynamicCheckValve = component({
  kind: 'dynamicCheckValve',
  about:
    'Check valve with a poppet of some mass between its seat and a lift stop: it opens and shuts late, and may flutter. Stops without ' +
    'rebound, judged on the position at the end of the step. Flow forces and displaced oil are left out.',
  source:
    'Merritt 1967, Hydraulic Control Systems, ch. 3 (orifices); curtain area of the cone and balance of forces on the poppet: own derivation',
  group,
  ports,
  parameters: {
    diameter: { unit: 'm', above: 0, about: 'diameter of the seat, d' },
    coneAngle: { unit: 'rad', above: 0, atMost: 1.570796, default: '45 deg', about: 'half angle of the cone, α' },
    maximumLift: { unit: 'm', above: 0, about: 'lift to the stop, x_max' },
    mass: { unit: 'kg', above: 0, about: 'mass of the poppet and a third of its spring, m' },
    crackingPressure: { unit: 'Pa', atLeast: 0, about: 'pressure difference at which it leaves its seat, p_c' },
    springStiffness: { unit: 'N/m', atLeast: 0, about: 'stiffness of the spring, k' },
    viscousFriction: { unit: 'N s/m', atLeast: 0, about: 'damping force per velocity, c' },
    dischargeCoefficient: { unit: '1', above: 0, default: 0.7, about: 'Cd' },
  },
  states: {
    lift: { unit: 'm', initial: 0, about: 'lift of the poppet, x, 0 (shut) to maximumLift' },
    v: { unit: 'm/s', initial: 0, about: 'velocity of opening' },
  },
  equations: `
    A = pi / 4 * diameter^2
    K = dischargeCoefficient * pi * diameter * sin(coneAngle) * sqrt(2 / fluid.density)
    dp = in.p - out.p
    Q = K * max(0, lift) * ${rootOf('dp')}
    in.q  = -Q
    out.q =  Q
    der(lift) = v
    der(v) = (A * (dp - crackingPressure) - springStiffness * lift - viscousFriction * v) / mass
    reset(lift) = if(lift < 0 or lift > maximumLift, max(0, min(maximumLift, lift)), lift)
    reset(v) = if(lift < 0 or lift > maximumLift, 0, v)
  `,
});

export const shuttleValve = component({
  kind: 'shuttleValve',
  about:
    'Joins the inlet of higher pressure to the outlet, both ways; the other inlet is shut. The ball changes sides when the other ' +
    'inlet is higher by shiftPressure, judged on the accepted pressures; no dynamics, no leakage.',
  source: 'square-law orifice; the ball that changes sides is our choice',
  group,
  ports: { in1: hydraulic, in2: hydraulic, out: hydraulic },
  parameters: {
    ...rated,
    shiftPressure: { unit: 'Pa', atLeast: 0, default: '0.1 bar', about: 'pressure difference that moves the ball' },
  },
  states: { side: { unit: '1', initial: 1, about: '1 while in1 is joined to out, -1 while in2 is' } },
  equations: `
    hold side = if(in1.p - in2.p > shiftPressure, 1, if(in2.p - in1.p > shiftPressure, -1, pre(side)))
    first = if(pre(side) > 0, 1, 0)
    second = 1 - first
    K = ratedFlow / sqrt(ratedPressureDrop)
    Q = K * ssqrt(if(pre(side) > 0, in1.p, in2.p) - out.p)
    in1.q = -first * Q
    in2.q = -second * Q
    out.q = Q
  `,
});

export const velocityFuse = component({
  kind: 'velocityFuse',
  about:
    'Hose burst valve that shuts against flow from in to out above a limit: an orifice, else open both ways, that opens again once in is no longer ' +
    'above out by reopeningPressure. Both are judged on the accepted flow and pressures; it moves with a lag. No leakage.',
  source: 'square-law orifice; the plate that shuts and opens again is our choice',
  group,
  ports,
  parameters: {
    ...rated,
    closingFlow: { unit: 'm3/s', above: 0, about: 'flow from in to out at which it shuts' },
    reopeningPressure: { unit: 'Pa', above: 0, default: '1 bar', about: 'pressure difference below which it opens again' },
    timeConstant: { unit: 's', above: 0, default: '5 ms', about: 'lag of the plate, τ' },
  },
  states: {
    closed: { unit: '1', initial: 0, about: '1 from the flow that shuts it until it opens again, else 0' },
    opening: { unit: '1', initial: 1, about: 'opening, 0 to 1' },
  },
  equations: `
    K = ratedFlow / sqrt(ratedPressureDrop)
    der(opening) = (if(pre(closed) > 0, 0, 1) - opening) / timeConstant
    Q = K * max(0, min(1, opening)) * ssqrt(in.p - out.p)
    hold closed = if(pre(closed) > 0, if(in.p - out.p > reopeningPressure, 1, 0), if(Q > closingFlow, 1, 0))
    in.q  = -Q
    out.q =  Q
  `,
});
