/**
 * Losses.    Q = D ω - cs (D/μ) Δp - ct D^(2/3) √(2 Δp/ρ),   T = D Δp + (cf D |Δp| + T_c) sign ω + cv D μ ω + ch ρ D^(5/3) ω|ω|/2
 * Wilson has the laminar slip, the viscous, dry and constant torque; Schlösser adds the turbulent slip and the torque of oil set in motion (D^(1/3) is the
 * length of the machine). Without them cs, cv and cf are those of `pump` and `motor`.
 *
 * Electric motor. Breakdown torque T_k at slip s_k (Kloss): T = 2 T_k u² s s_k/(s² + s_k²), s = 1 - ω/ω_0, u the voltage as a fraction:   J ω' = T - D Δp - (cv D μ + c) ω.
 * At rest s = 1 and T = 2 T_k s_k/(1 + s_k²), the starting torque; above ω_0 it brakes.
 *
 * Variable motor. J ω' = X D Δp - T_L - T_C tanh(ω/ω_ε) - c ω,   Q = X D ω + k Δp:  no sign, so no case, and creep below T_C as in stribeckCylinder.
 *
 * Piston pump. z pistons deliver a half sine each, max(0, sin φ) = (1 - Σ_k 2 cos(2kφ)/(4k² - 1))/π + sin(φ)/2; of their sum, φ = θ + 2πj/z, the harmonics remain
 * whose number 2k is a multiple of z: n arches a turn, n = 2z for odd z and n = z for even, of which the first three harmonics are taken (no corner, so
 * an integrator may step over it):
 *     Q = D ω (1 - Σ_m 2 cos(m n θ)/((m n)² - 1)),   m = 1, 2, 3.    θ' = ω.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';
import { caseDrain, drainedFlows } from './caseDrain.js';
import { drawnOf, filling, fillingSource, ratedSpeed, shaftSpeed } from './filling.js';

const group = 'Pumps and motors';
const ports = { in: hydraulic, out: hydraulic };
const displacement: ParameterDeclaration = { unit: 'm3/rad', above: 0, about: 'oil displaced per angle of the shaft, D (at full stroke)' };
const slipCoefficient: ParameterDeclaration = {
  unit: '1',
  atLeast: 0,
  default: 0,
  about: 'laminar leakage cs: cs D/μ per pressure difference',
};
const viscousCoefficient: ParameterDeclaration = { unit: '1', atLeast: 0, default: 0, about: 'cv: friction torque is cv D μ per speed' };

export const pumpWithLosses = component({
  kind: 'pumpWithLosses',
  about:
    'Fixed pump at the speed of its input, with laminar and turbulent leakage; gives the torque that its shaft takes, with viscous, dry, constant and ' +
    'hydrodynamic losses. Also a motor at a given speed: pressure falls from in to out, and the torque is below 0.',
  source:
    'loss models of Wilson 1949 and Schlösser 1961; beside others in Hall 2014, Statistical Analysis of Multiple Hydrostatic Pump Flow Loss Models, ch. 2; ' +
    fillingSource,
  group,
  ports,
  parameters: {
    displacement,
    slipCoefficient,
    ...caseDrain,
    turbulentCoefficient: { unit: '1', atLeast: 0, default: 0, about: 'turbulent leakage ct: ct D^(2/3) √(2 Δp/ρ)' },
    viscousCoefficient,
    coulombCoefficient: { unit: '1', atLeast: 0, below: 1, default: 0, about: 'cf: dry friction torque as a fraction of D |Δp|' },
    constantTorque: { unit: 'Nm', atLeast: 0, default: 0, about: 'friction torque of seals, T_c' },
    ...filling,
    ratedSpeed,
    hydrodynamicCoefficient: { unit: '1', atLeast: 0, default: 0, about: 'ch: torque is ch ρ D^(5/3) ω²/2' },
  },
  inputs: { speed: { unit: 'rad/s', about: 'speed of the shaft, ω' } },
  outputs: {
    torque: { unit: 'Nm', about: 'torque that drives the shaft, T' },
    power: { unit: 'W', about: 'power of the shaft, T ω' },
  },
  equations: `
    D = displacement
    mu = fluid.density * fluid.viscosity
    dp = out.p - in.p
    slip = slipCoefficient * D / mu * dp + turbulentCoefficient * D^(2 / 3) * sqrt(2 / fluid.density) * ssqrt(dp)${drawnOf('D * speed', 'D * ratedSpeed', 'speed >= 0')}
    Q = drawn - slip${drainedFlows}
    dry = (coulombCoefficient * D * abs(dp) + constantTorque) * sign(speed)
    stirred = hydrodynamicCoefficient * fluid.density / 2 * D^(5 / 3) * speed * abs(speed)
    torque = D * dp + dry + viscousCoefficient * D * mu * speed + stirred
    power = torque * speed
  `,
});

export const electricMotorPump = component({
  kind: 'electricMotorPump',
  about:
    'Fixed pump on the shaft of an asynchronous motor with inertia and the torque-speed line of Kloss: it runs up, slips under load and stalls. ' +
    'Laminar leakage, viscous friction; electrical transients are left out. Off, it may be driven backwards: give it a check valve.',
  source: `torque of the asynchronous motor after Kloss; leakage and friction Burton 1994 (4.9), (4.21); ${fillingSource}`,
  group,
  ports,
  parameters: {
    displacement,
    slipCoefficient,
    ...caseDrain,
    viscousCoefficient,
    ...filling,
    synchronousSpeed: { unit: 'rad/s', above: 0, about: 'speed without slip, ω_0; requiredInletPressure holds for it' },
    breakdownTorque: { unit: 'Nm', above: 0, about: 'greatest torque, T_k' },
    breakdownSlip: { unit: '1', above: 0, atMost: 1, default: 0.15, about: 'slip of the greatest torque, s_k' },
    inertia: { unit: 'kg m2', above: 0, about: 'inertia of motor and pump, J' },
    viscousFriction: { unit: 'Nm s/rad', atLeast: 0, default: 0, about: 'damping of the shaft, c' },
    initialSpeed: { unit: 'rad/s', default: 0, about: 'speed at t = 0' },
  },
  inputs: { voltage: { unit: '1', default: 1, about: 'voltage as a fraction of the rated one, u; 0 off' } },
  outputs: { torque: { unit: 'Nm', about: 'torque of the electric motor' } },
  states: { speed: { unit: 'rad/s', initial: 'initialSpeed', about: 'speed of the shaft, ω' } },
  equations: `
    D = displacement
    mu = fluid.density * fluid.viscosity
    dp = out.p - in.p${drawnOf('D * speed', 'D * synchronousSpeed', 'pre(speed) >= 0')}
    Q = drawn - slipCoefficient * D / mu * dp${drainedFlows}
    s = 1 - speed / synchronousSpeed
    drive = 2 * breakdownTorque * voltage^2 * breakdownSlip * s / (s^2 + breakdownSlip^2)
    der(speed) = (drive - D * dp - (viscousCoefficient * D * mu + viscousFriction) * speed) / inertia
    torque = drive
  `,
});

export const variableMotor = component({
  kind: 'variableMotor',
  about:
    'Motor with variable displacement, over centre, and a load of inertia, viscous and smooth dry friction and torque. The swash follows its demand with ' +
    'a lag. At rest it creeps below the dry friction; swash forces and travel limits are left out.',
  source:
    'Merritt 1967, Hydraulic Control Systems, ch. 4 (motors); swash servo as Burton 1994, appended paper, (24)-(27); tanh in place of the sign is our choice',
  group,
  ports,
  parameters: {
    displacement,
    slipCoefficient,
    ...caseDrain,
    timeConstant: { unit: 's', above: 0, about: 'lag of the swash servo, τ' },
    initialSwash: { unit: '1', atLeast: -1, atMost: 1, default: 1, about: 'swash at t = 0' },
    inertia: { unit: 'kg m2', above: 0, about: 'inertia of motor and load, J' },
    viscousFriction: { unit: 'Nm s/rad', atLeast: 0, default: 0, about: 'friction torque per speed, c' },
    coulombTorque: { unit: 'Nm', atLeast: 0, default: 0, about: 'dry friction torque, T_C' },
    smoothingSpeed: { unit: 'rad/s', above: 0, default: '1 rev/min', about: 'speed within which dry friction turns, ω_ε' },
    initialSpeed: { unit: 'rad/s', default: 0, about: 'speed at t = 0' },
  },
  inputs: {
    demand: { unit: '1', default: 1, about: 'swash wanted as a fraction of full stroke; limited to -1..1' },
    load: { unit: 'Nm', default: 0, about: 'torque against positive rotation, T_L' },
  },
  states: {
    swash: { unit: '1', initial: 'initialSwash', about: 'swash as a fraction of full stroke, X' },
    speed: { unit: 'rad/s', initial: 'initialSpeed', about: 'speed of the shaft, ω' },
  },
  equations: `
    der(swash) = (max(-1, min(1, demand)) - swash) / timeConstant
    D = displacement * swash
    dp = in.p - out.p
    Q = D * speed + slipCoefficient * displacement / (fluid.density * fluid.viscosity) * dp${drainedFlows}
    friction = viscousFriction * speed + coulombTorque * tanh(speed / smoothingSpeed)
    der(speed) = (D * dp - load - friction) / inertia
  `,
});

export const pistonPump = component({
  kind: 'pistonPump',
  about:
    'Axial piston pump at constant speed, or that of shaftSpeed: its flow has the ripple of the kinematics of its pistons, 2 z arches a turn, ' +
    'or z where their number z is even. Laminar leakage; pre-compression, timing grooves and drive torque are left out. Steps must be far shorter than an arch.',
  source: `kinematics of pistons on an inclined plate, whose half sines add up; own derivation; ${fillingSource}`,
  group,
  ports,
  parameters: {
    displacement,
    speed: { unit: 'rad/s', about: 'shaft speed, ω, where shaftSpeed is not connected' },
    pistons: { unit: '1', atLeast: 3, default: 9, about: 'number of pistons, a whole number, z' },
    slipCoefficient,
    ...caseDrain,
    ...filling,
    initialAngle: { unit: 'rad', default: 0, about: 'angle of the shaft at t = 0; pumps in step differ by it' },
  },
  inputs: shaftSpeed,
  states: { angle: { unit: 'rad', initial: 'initialAngle', about: 'angle of the shaft, θ' } },
  equations: `
    n = pistons * (1 + pistons - 2 * floor(pistons / 2))
    half = pi / n
    arch = n * angle / (2 * pi)
    der(angle) = shaftSpeed
    ripple = half / sin(half) * cos(half * (2 * (arch - floor(arch)) - 1))
    k = slipCoefficient * displacement / (fluid.density * fluid.viscosity)${drawnOf('displacement * shaftSpeed * ripple', 'displacement * abs(speed)', 'shaftSpeed >= 0')}
    Q = drawn - k * (out.p - in.p)${drainedFlows}
  `,
});
