/**
 * Motor, gearbox n and load on one shaft, in the variables of the motor shaft (4.27):
 *
 *     J ω' = D ΔP - T_L/n - R dir - (cv D μ + c) ω          Q = D ω + k ΔP,  k = cs D/μ
 *     R = cf D |ΔP| + (T_C + T_B)/n                          dir = ±1 against which R acts
 *
 * Friction never drives. dir is the accepted direction of motion, at rest that of the accepted net torque; a step that ends against
 * dir ends at speed 0, and so does one from rest, or slower than stickSpeed, while the accepted net torque does not exceed the friction of
 * rest; variable steps end where it does (equations/solve/crossings.ts). The printed D (1 - cf) ΔP of (4.21) would give energy away where ΔP ω < 0; the two agree where ΔP ω > 0.
 *
 * der(angle) is the mean of speed/n over a regular step; at a travel limit it follows the angle really turned, as in actuator.ts.
 */
import { component, hydraulic } from '../equations/language/definition.js';
import { caseDrain, drainedFlows } from './caseDrain.js';

export const motor = component({
  kind: 'motor',
  about:
    'Hydraulic motor with leakage and friction that turns an inertial load through a lossless reduction gearbox, with load ' +
    'torque, brake, stiction and travel limits. Direction of friction and sticking are judged on the accepted speed and net ' +
    'torque; travel limits on the trial angle. Shaft elasticity and backlash are left out.',
  source: 'Burton 1994 §4.4.5, (4.19)-(4.27), §4.4.5.1 (travel limits), (4.40); friction torque corrected for ΔP ω < 0',
  group: 'Pumps and motors',
  ports: { in: hydraulic, out: hydraulic },
  parameters: {
    displacement: { unit: 'm3/rad', above: 0, about: 'oil displaced per angle of the motor shaft, D' },
    slipCoefficient: { unit: '1', atLeast: 0, default: 0, about: 'leakage coefficient cs: leakage is cs D/μ per pressure difference' },
    ...caseDrain,
    coulombCoefficient: { unit: '1', atLeast: 0, below: 1, default: 0, about: 'cf: fraction of the ideal torque lost in dry friction' },
    viscousCoefficient: { unit: '1', atLeast: 0, default: 0, about: 'cv: friction torque is cv D μ per speed' },
    motorInertia: { unit: 'kg m2', atLeast: 0, default: 0, about: 'inertia of the motor shaft, J_m' },
    viscousFriction: { unit: 'Nm s/rad', atLeast: 0, default: 0, about: 'damping of the motor shaft, c_m' },
    gearRatio: { unit: '1', above: 0, default: 1, about: 'turns of the motor per turn of the load, n' },
    loadInertia: { unit: 'kg m2', above: 0, about: 'inertia of the load, J_L' },
    loadViscousFriction: { unit: 'Nm s/rad', atLeast: 0, default: 0, about: 'damping of the load, c_L' },
    coulombTorque: { unit: 'Nm', atLeast: 0, default: 0, about: 'dry friction torque of the moving load, T_C' },
    staticTorque: {
      unit: 'Nm',
      atLeast: 0,
      default: 0,
      about: 'break-away torque of the load at rest; counts where it exceeds coulombTorque',
    },
    brakeTorque: {
      unit: 'Nm',
      atLeast: 0,
      default: 0,
      about: 'torque of the fully applied brake on the load, T_B; acts like dry friction',
    },
    stickSpeed: { unit: 'rad/s', above: 0, default: '0.1 rev/min', about: 'speed of the motor shaft below which it may stick' },
    minimumAngle: { unit: 'rad', default: -1e12, about: 'lower travel limit of the load' },
    maximumAngle: { unit: 'rad', default: 1e12, about: 'upper travel limit of the load' },
    initialAngle: { unit: 'rad', default: 0, about: 'angle of the load at t = 0' },
    initialSpeed: { unit: 'rad/s', default: 0, about: 'speed of the motor shaft at t = 0' },
  },
  requires: ['minimumAngle <= initialAngle', 'initialAngle <= maximumAngle'],
  inputs: {
    load: { unit: 'Nm', default: 0, about: 'torque on the load against positive rotation, T_L' },
    brake: { unit: '1', default: 0, about: 'brake application, limited to 0 (off) .. 1 (fully applied)' },
  },
  outputs: { loadSpeed: { unit: 'rad/s', about: 'speed of the load' } },
  states: {
    speed: { unit: 'rad/s', initial: 'initialSpeed', about: 'speed of the motor shaft, ω; positive for flow from in to out' },
    angle: { unit: 'rad', initial: 'initialAngle', about: 'angle of the load' },
    torque: { unit: 'Nm', initial: 0, about: 'net torque on the motor shaft, friction excluded' },
  },
  equations: `
    n = gearRatio
    D = displacement
    mu = fluid.density * fluid.viscosity
    k = slipCoefficient * D / mu
    J = motorInertia + loadInertia / n^2
    c = viscousFriction + loadViscousFriction / n^2 + viscousCoefficient * D * mu
    dp = in.p - out.p

    Q = D * n * der(angle) + k * dp${drainedFlows}

    dir = if(pre(speed) == 0, sign(pre(torque)), sign(pre(speed)))
    R = coulombCoefficient * D * abs(dp) + (coulombTorque + brakeTorque * max(0, min(1, brake))) / n
    R0 = R + max(0, staticTorque - coulombTorque) / n
    hold torque = D * dp - load / n
    der(speed) = (torque - R * dir - c * speed) / J
    der(angle) = speed / n

    reset(angle) = if(angle < minimumAngle or angle > maximumAngle, max(minimumAngle, min(maximumAngle, angle)), angle)
    reset(speed) = if(angle < minimumAngle or angle > maximumAngle or
      (R0 > 0 and (dir * speed <= 0 or ((pre(speed) == 0 or abs(speed) < stickSpeed) and abs(pre(torque)) <= R0))), 0, speed)
    loadSpeed = speed / n
  `,
});
