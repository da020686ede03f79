/** Linear filters in their state equations, and outputs that follow a signal as far as they may. */
import { component, type QuantityDeclaration, type SignalDeclaration } from '../equations/language/definition.js';

const group = 'Signals';
const linear = 'Franklin, Powell and Emami-Naeini, Feedback Control of Dynamic Systems';
const outputs: Record<string, QuantityDeclaration> = { output: { unit: '1', anyUnit: true, about: 'result' } };
const inputs: Record<string, SignalDeclaration> = { input: { unit: '1', anyUnit: true, about: 'signal taken in' } };
const initialValue = { unit: '1', default: 0, about: 'output at t = 0' };
const follows = { unit: 's', above: 0, default: '1 ms', about: 'lag with which it follows where nothing keeps it' };

/** (1 + T1 s)/(1 + T2 s) = T1/T2 + (1 - T1/T2)/(1 + T2 s). */
export const leadLag = component({
  kind: 'leadLag',
  about:
    'Lead-lag element K (1 + T1 s)/(1 + T2 s): lead where T1 is the larger, lag where T2 is. Its output answers within the step, so it does ' +
    'not break a loop of signals.',
  source: linear,
  group,
  ports: {},
  parameters: {
    gain: { unit: '1', default: 1, about: 'gain of a constant signal, K' },
    leadTime: { unit: 's', atLeast: 0, about: 'time constant of the numerator, T1' },
    lagTime: { unit: 's', above: 0, about: 'time constant of the denominator, T2' },
    initialValue: { ...initialValue, about: 'input before t = 0' },
  },
  inputs,
  outputs,
  states: { lagged: { unit: '1', anyUnit: true, initial: 'initialValue', about: 'input with the lag only' } },
  equations: `
    der(lagged) = (input - lagged) / lagTime
    output = gain * (lagged + leadTime / lagTime * (input - lagged))
  `,
});

export const secondOrderFilter = component({
  kind: 'secondOrderFilter',
  about:
    "Second-order low pass, y'' + 2 ζ ω y' + ω² y = ω² u: the transfer function that makers of servo valves give, or a filter of measurements " +
    'where ζ is 0.7.',
  source: linear,
  group,
  ports: {},
  parameters: {
    frequency: { unit: 'Hz', above: 0, about: 'natural frequency, ω/2π' },
    dampingRatio: { unit: '1', atLeast: 0, default: 0.7, about: 'damping ratio, ζ' },
    initialValue,
  },
  inputs,
  outputs,
  states: {
    filtered: { unit: '1', anyUnit: true, initial: 'initialValue', about: 'filtered signal, y' },
    slope: { unit: '1/s', anyUnit: 'perSecond', initial: 0, about: "its rate, y'" },
  },
  equations: `
    omega = 2 * pi * frequency
    der(filtered) = slope
    der(slope) = omega * (omega * (input - filtered) - 2 * dampingRatio * slope)
    output = filtered
  `,
});

export const integrator = component({
  kind: 'integrator',
  about:
    'Integral of its input over time, between limits: at a limit it stands still until the input turns. Limits are judged on the value at the ' +
    'end of the step.',
  source: linear,
  group,
  ports: {},
  parameters: {
    gain: { unit: '1/s', default: 1, about: 'rate at an input of 1' },
    lowerLimit: { unit: '1', default: -1e300, about: 'least output' },
    upperLimit: { unit: '1', default: 1e300, about: 'greatest output' },
    initialValue,
  },
  requires: ['lowerLimit <= initialValue', 'initialValue <= upperLimit'],
  inputs,
  outputs,
  states: { integral: { unit: '1', anyUnit: true, initial: 'initialValue', about: 'integral' } },
  equations: `
    der(integral) = gain * input
    reset(integral) = if(integral < lowerLimit or integral > upperLimit, max(lowerLimit, min(upperLimit, integral)), integral)
    output = integral
  `,
});

export const rateLimiter = component({
  kind: 'rateLimiter',
  about: 'Follows its input no faster than its rates allow, and with a small lag where they do: the ramps of an amplifier card.',
  source: 'elementary',
  group,
  ports: {},
  parameters: {
    riseRate: { unit: '1/s', above: 0, about: 'greatest rate upward' },
    fallRate: { unit: '1/s', above: 0, about: 'greatest rate downward' },
    timeConstant: follows,
    initialValue,
  },
  inputs,
  outputs,
  states: { limited: { unit: '1', anyUnit: true, initial: 'initialValue', about: 'limited signal' } },
  equations: `
    der(limited) = max(-fallRate, min(riseRate, (input - limited) / timeConstant))
    output = limited
  `,
});

export const backlash = component({
  kind: 'backlash',
  about:
    'Play between a driving and a driven side: the output stays until one side of the gap meets it, and is then pushed along, with a small ' +
    'lag. The hysteresis of a linkage.',
  source: 'elementary; the lag with which it is pushed is our choice',
  group,
  ports: {},
  parameters: { halfGap: { unit: '1', atLeast: 0, about: 'half of the gap' }, timeConstant: follows, initialValue },
  inputs,
  outputs,
  states: { driven: { unit: '1', anyUnit: true, initial: 'initialValue', about: 'position of the driven side' } },
  equations: `
    ahead = input - driven
    der(driven) = (ahead - max(-halfGap, min(halfGap, ahead))) / timeConstant
    output = driven
  `,
});

/** x' = (u - x)/(T/2),  y = 2x - u: (1 - sT/2)/(1 + sT/2). */
export const padeDelay = component({
  kind: 'padeDelay',
  about:
    'Delay by the Padé approximation of first order: all frequencies pass with their size, and low ones, with ω T below 1, with their delay to ' +
    'a twelfth. A jump comes out with the wrong sign first.',
  source: `${linear} (Padé approximation of a delay)`,
  group,
  ports: {},
  parameters: {
    delay: { unit: 's', above: 0, about: 'delay, T' },
    initialValue: { ...initialValue, about: 'input before t = 0' },
  },
  inputs,
  outputs,
  states: { lagged: { unit: '1', anyUnit: true, initial: 'initialValue', about: 'input behind a lag of half the delay, x' } },
  equations: `
    der(lagged) = 2 * (input - lagged) / delay
    output = 2 * lagged - input
  `,
});
