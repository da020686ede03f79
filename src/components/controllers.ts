import { component, type QuantityDeclaration, type SignalDeclaration } from '../equations/language/definition.js';

const group = 'Controllers';
const inputs: Record<string, SignalDeclaration> = {
  setpoint: { unit: '1', anyUnit: true, about: 'value wanted' },
  measured: { unit: '1', anyUnit: true, about: 'value measured' },
};
const outputs: Record<string, QuantityDeclaration> = { output: { unit: '1', anyUnit: true, about: 'signal to the valve or pump' } };
const limits = {
  lowerLimit: { unit: '1', default: -1, about: 'least output' },
  upperLimit: { unit: '1', default: 1, about: 'greatest output' },
};

export const proportionalController = component({
  kind: 'proportionalController',
  about: 'Output in proportion to the error, between limits.',
  source: 'Burton 1994 §5 (position loops of the electro-hydraulic circuit)',
  group,
  ports: {},
  parameters: { gain: { unit: '1', about: 'output per error, K_p' }, ...limits },
  requires: ['lowerLimit <= upperLimit'],
  inputs,
  outputs,
  equations: `
    output = max(lowerLimit, min(upperLimit, gain * (setpoint - measured)))
  `,
});

export const piController = component({
  kind: 'piController',
  about:
    'Proportional plus integral of the error, between limits. Anti-windup: the integral stands still while the accepted demand ' +
    'is beyond a limit and the error pushes it further.',
  source: 'Burton 1994, appended paper on the electro-hydraulic position servo; limits and anti-windup added',
  group,
  ports: {},
  parameters: {
    gain: { unit: '1', about: 'output per error, K_p' },
    integralGain: { unit: '1/s', atLeast: 0, about: 'output per integral of the error, K_i' },
    ...limits,
    initialIntegral: { unit: '1', default: 0, about: 'integral part at t = 0' },
  },
  requires: ['lowerLimit <= upperLimit'],
  inputs,
  outputs,
  states: {
    integral: { unit: '1', anyUnit: true, initial: 'initialIntegral', about: 'integral part of the output' },
    demand: { unit: '1', anyUnit: true, initial: 'initialIntegral', about: 'output before the limits' },
  },
  equations: `
    error = setpoint - measured
    windup = if((pre(demand) > upperLimit and error > 0) or (pre(demand) < lowerLimit and error < 0), 1, 0)
    der(integral) = integralGain * error * (1 - windup)
    hold demand = gain * error + integral
    output = max(lowerLimit, min(upperLimit, demand))
  `,
});
