/**
 * Two motors on one shaft; friction as in motor.ts:
 *
 *     J ω' = Σ (D_i ΔP_i - cf_i D_i |ΔP_i| dir - cv_i D_i μ ω) - c ω          Q_i = D_i ω + k_i ΔP_i
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';

const displacement = (i: number): ParameterDeclaration => ({
  unit: 'm3/rad',
  above: 0,
  about: `oil displaced per angle by motor ${i}, D${i}`,
});
const slip = (i: number): ParameterDeclaration => ({
  unit: '1',
  atLeast: 0,
  default: 0,
  about: `cs of motor ${i}: leakage is cs D/μ per pressure difference`,
});
const coulomb = (i: number): ParameterDeclaration => ({
  unit: '1',
  atLeast: 0,
  below: 1,
  default: 0,
  about: `cf of motor ${i}: fraction of its ideal torque lost in dry friction`,
});
const viscous = (i: number): ParameterDeclaration => ({
  unit: '1',
  atLeast: 0,
  default: 0,
  about: `cv of motor ${i}: friction torque is cv D μ per speed`,
});

export const flowDivider = component({
  kind: 'flowDivider',
  about:
    'Rotary flow divider: two hydraulic motors with leakage and friction on one rigid shaft. Direction of friction and ' +
    'standstill are judged on the accepted speed and net torque.',
  source: 'Burton 1994 §4.4.5.3 with (4.19)-(4.26); friction torque corrected for ΔP ω < 0',
  group: 'Pumps and motors',
  ports: { in1: hydraulic, out1: hydraulic, in2: hydraulic, out2: hydraulic },
  parameters: {
    displacement1: displacement(1),
    displacement2: displacement(2),
    coulombCoefficient1: coulomb(1),
    coulombCoefficient2: coulomb(2),
    slipCoefficient1: slip(1),
    slipCoefficient2: slip(2),
    viscousCoefficient1: viscous(1),
    viscousCoefficient2: viscous(2),
    inertia: { unit: 'kg m2', above: 0, about: 'inertia of the shaft with both motors, J' },
    viscousFriction: { unit: 'Nm s/rad', atLeast: 0, default: 0, about: 'damping of the shaft, c' },
    initialSpeed: { unit: 'rad/s', default: 0, about: 'speed at t = 0' },
  },
  states: {
    speed: { unit: 'rad/s', initial: 'initialSpeed', about: 'speed of the shaft, ω; positive for flow from in to out' },
    torque: { unit: 'Nm', initial: 0, about: 'net torque on the shaft, friction excluded' },
  },
  equations: `
    mu = fluid.density * fluid.viscosity
    D1 = displacement1
    D2 = displacement2
    dp1 = in1.p - out1.p
    dp2 = in2.p - out2.p
    c = viscousFriction + (viscousCoefficient1 * D1 + viscousCoefficient2 * D2) * mu

    Q1 = D1 * speed + slipCoefficient1 * D1 / mu * dp1
    Q2 = D2 * speed + slipCoefficient2 * D2 / mu * dp2
    in1.q  = -Q1
    out1.q =  Q1
    in2.q  = -Q2
    out2.q =  Q2

    dir = if(pre(speed) == 0, sign(pre(torque)), sign(pre(speed)))
    R = coulombCoefficient1 * D1 * abs(dp1) + coulombCoefficient2 * D2 * abs(dp2)
    hold torque = D1 * dp1 + D2 * dp2
    der(speed) = (torque - R * dir - c * speed) / inertia
    reset(speed) = if(R > 0 and dir * speed <= 0, 0, speed)
  `,
});
