/**
 * Machines whose shaft is a port.
 *   motor   J ω' = D Δp - T - T_R dir - c ω,   Q = D ω + k Δp:  `motor` without gearbox and load, which hang on its shaft; friction as there
 *   pump    J ω' = T - X D Δp - (cv D μ + c) ω,   Q = X D ω - k Δp:  its shaft is turned, ω positive into the pump
 */
import { component, hydraulic, rotational } from '../equations/language/definition.js';
import { caseDrain, drainedFlows } from './caseDrain.js';
import { drawnOf, filling, fillingSource, ratedSpeed } from './filling.js';

const group = 'Pumps and motors';
const ports = { in: hydraulic, out: hydraulic, shaft: rotational };
const shared = {
  displacement: { unit: 'm3/rad', above: 0, about: 'oil displaced per angle of the shaft, D (at full stroke)' },
  slipCoefficient: { unit: '1', atLeast: 0, default: 0, about: 'leakage coefficient cs: leakage is cs D/μ per pressure difference' },
  ...caseDrain,
  viscousCoefficient: { unit: '1', atLeast: 0, default: 0, about: 'cv: viscous friction torque is cv D μ per speed' },
};
const inertia = { unit: 'kg m2', above: 0, about: 'inertia of the machine, J' };
const viscousFriction = { unit: 'Nm s/rad', atLeast: 0, default: 0, about: 'friction torque per speed of the shaft, c' };

export const shaftMotor = component({
  kind: 'shaftMotor',
  about:
    'Fixed motor whose load hangs on its shaft: the motor without its gearbox and load. Leakage, dry friction with sticking, viscous friction. Direction of ' +
    'friction and sticking are judged on the accepted speed and net torque.',
  source: 'Burton 1994 §4.4.5, (4.19)-(4.26)',
  group,
  ports,
  parameters: {
    ...shared,
    coulombCoefficient: { unit: '1', atLeast: 0, below: 1, default: 0, about: 'cf: dry friction torque as a fraction of D |Δp|' },
    coulombTorque: { unit: 'Nm', atLeast: 0, default: 0, about: 'dry friction torque in motion' },
    staticTorque: { unit: 'Nm', atLeast: 0, default: 0, about: 'break-away torque; counts where it exceeds coulombTorque' },
    inertia,
    viscousFriction,
    stickSpeed: { unit: 'rad/s', above: 0, default: '0.1 rev/min', about: 'speed below which it may stick' },
    initialSpeed: { unit: 'rad/s', default: 0, about: 'speed at t = 0' },
  },
  states: {
    speed: { unit: 'rad/s', initial: 'initialSpeed', about: 'speed of the shaft, ω; positive for flow from in to out' },
    angle: { unit: 'rad', initial: 0, about: 'angle of the shaft' },
    torque: { unit: 'Nm', initial: 0, about: 'net torque, friction excluded' },
  },
  equations: `
    D = displacement
    mu = fluid.density * fluid.viscosity
    dp = in.p - out.p
    turning = der(angle)
    Q = D * turning + slipCoefficient * D / mu * dp${drainedFlows}
    shaft.speed = turning

    dir = if(pre(speed) == 0, sign(pre(torque)), sign(pre(speed)))
    R = coulombCoefficient * D * abs(dp) + coulombTorque
    R0 = R + max(0, staticTorque - coulombTorque)
    hold torque = D * dp - shaft.torque
    der(speed) = (torque - R * dir - (viscousFriction + viscousCoefficient * D * mu) * speed) / inertia
    der(angle) = speed
    reset(speed) = if(R0 > 0 and (dir * speed <= 0 or ((pre(speed) == 0 or abs(speed) < stickSpeed) and abs(pre(torque)) <= R0)), 0, speed)
  `,
});

export const shaftPump = component({
  kind: 'shaftPump',
  about:
    'Pump whose shaft is turned from outside, with variable displacement, over centre: the swash follows its demand with a lag. Laminar leakage, viscous ' +
    'friction; swash forces are left out. Where pressure drives it, it turns its shaft.',
  source: `Merritt 1967 ch. 4; leakage and friction Burton 1994 (4.9), (4.21); swash servo: appended paper, (24)-(27); ${fillingSource}`,
  group,
  ports,
  parameters: {
    ...shared,
    ...filling,
    ratedSpeed,
    timeConstant: { unit: 's', above: 0, default: '50 ms', about: 'lag of the swash servo, τ' },
    initialSwash: { unit: '1', atLeast: -1, atMost: 1, default: 1, about: 'swash at t = 0' },
    inertia,
    viscousFriction,
    initialSpeed: { unit: 'rad/s', default: 0, about: 'speed at t = 0' },
  },
  inputs: { demand: { unit: '1', default: 1, about: 'swash wanted as a fraction of full stroke; limited to -1..1' } },
  states: {
    swash: { unit: '1', initial: 'initialSwash', about: 'swash as a fraction of full stroke, X' },
    speed: { unit: 'rad/s', initial: 'initialSpeed', about: 'speed of the shaft, ω; positive pumps from in to out' },
  },
  equations: `
    der(swash) = (max(-1, min(1, demand)) - swash) / timeConstant
    D = displacement * swash
    mu = fluid.density * fluid.viscosity
    dp = out.p - in.p${drawnOf('D * speed', 'displacement * ratedSpeed', 'pre(speed) * pre(swash) >= 0')}
    Q = drawn - slipCoefficient * displacement / mu * dp${drainedFlows}
    shaft.speed = -speed
    der(speed) = (shaft.torque - D * dp - (viscousFriction + viscousCoefficient * displacement * mu) * speed) / inertia
  `,
});
