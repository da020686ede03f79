/**
 * v = K_p (b r - y) + I - K_d y_f',   u = v between limits,   I' = K_i (r - y) + (u - v)/T_t,   y_f' = (y - y_f)/T_f.
 * The derivative is that of the measured value, so that a jump of the setpoint makes no kick; back-calculation takes the integral to where v
 * is at the limit, with T_t.
 */
import { component } from '../equations/language/definition.js';

export const pidController = component({
  kind: 'pidController',
  about:
    'Proportional, integral and filtered derivative of the error, between limits; the derivative is taken of the measured value. ' +
    'Anti-windup by back-calculation: beyond a limit the integral is led back.',
  source: 'Åström and Hägglund 1995, PID Controllers, 2nd ed., ch. 3',
  group: 'Controllers',
  ports: {},
  parameters: {
    gain: { unit: '1', about: 'output per error, K_p' },
    integralGain: { unit: '1/s', atLeast: 0, about: 'output per integral of the error, K_i' },
    derivativeGain: { unit: 's', atLeast: 0, about: 'output per rate of the measured value, K_d' },
    setpointWeight: { unit: '1', atLeast: 0, default: 1, about: 'part of the setpoint that the proportional part sees, b' },
    filterTime: { unit: 's', above: 0, about: 'lag of the derivative, T_f; a tenth of K_d/K_p is usual' },
    trackingTime: { unit: 's', above: 0, about: 'time in which the integral is led back, T_t' },
    lowerLimit: { unit: '1', default: -1, about: 'least output' },
    upperLimit: { unit: '1', default: 1, about: 'greatest output' },
    initialIntegral: { unit: '1', default: 0, about: 'integral part at t = 0' },
    initialMeasured: { unit: '1', default: 0, about: 'measured value before t = 0' },
  },
  requires: ['lowerLimit <= upperLimit'],
  inputs: { setpoint: { unit: '1', about: 'value wanted, r' }, measured: { unit: '1', about: 'value measured, y' } },
  outputs: { output: { unit: '1', about: 'signal to the valve or pump, u' } },
  states: {
    integral: { unit: '1', initial: 'initialIntegral', about: 'integral part of the output, I' },
    filtered: { unit: '1', initial: 'initialMeasured', about: 'measured value behind the lag, y_f' },
  },
  equations: `
    slope = (measured - filtered) / filterTime
    wanted = gain * (setpointWeight * setpoint - measured) + integral - derivativeGain * slope
    output = max(lowerLimit, min(upperLimit, wanted))
    der(filtered) = slope
    der(integral) = integralGain * (setpoint - measured) + (output - wanted) / trackingTime
  `,
});
