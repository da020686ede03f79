import { component, type QuantityDeclaration, type SignalDeclaration } from '../equations/language/definition.js';

const group = 'Signals';
const source = 'elementary';
const outputs: Record<string, QuantityDeclaration> = { output: { unit: '1', anyUnit: true, about: 'result' } };
const input: SignalDeclaration = { unit: '1', anyUnit: true, about: 'signal taken in' };
const term: SignalDeclaration = { unit: '1', anyUnit: true, default: 0, about: 'term of the sum' };
const weight = { unit: '1', default: 1, about: 'factor of the term; -1 for a difference' };

export const gain = component({
  kind: 'gain',
  about: 'Signal times a factor, plus an offset.',
  source,
  group,
  ports: {},
  parameters: {
    factor: { unit: '1', about: 'factor' },
    offset: { unit: '1', default: 0, about: 'added after the factor' },
  },
  inputs: { input },
  outputs,
  equations: `
    output = factor * input + offset
  `,
});

export const sum = component({
  kind: 'sum',
  about: 'Weighted sum of up to three signals; an unconnected input is 0.',
  source,
  group,
  ports: {},
  parameters: { factor1: weight, factor2: weight, factor3: weight },
  inputs: { input1: term, input2: term, input3: term },
  outputs,
  equations: `
    output = factor1 * input1 + factor2 * input2 + factor3 * input3
  `,
});

export const saturation = component({
  kind: 'saturation',
  about: 'Signal kept between two limits.',
  source,
  group,
  ports: {},
  parameters: {
    lowerLimit: { unit: '1', default: -1, about: 'least value' },
    upperLimit: { unit: '1', default: 1, about: 'greatest value' },
  },
  requires: ['lowerLimit <= upperLimit'],
  inputs: { input },
  outputs,
  equations: `
    output = max(lowerLimit, min(upperLimit, input))
  `,
});

export const firstOrderLag = component({
  kind: 'firstOrderLag',
  about: "First-order lag, T y' + y = u. Its output answers within the step, so it does not break a loop of signals; sampleAndHold does.",
  source,
  group,
  ports: {},
  parameters: {
    timeConstant: { unit: 's', above: 0, about: 'time constant, T' },
    initialValue: { unit: '1', default: 0, about: 'output at t = 0' },
  },
  inputs: { input },
  outputs,
  states: { lagged: { unit: '1', anyUnit: true, initial: 'initialValue', about: 'lagged signal, y' } },
  equations: `
    der(lagged) = (input - lagged) / timeConstant
    output = lagged
  `,
});

export const sampleAndHold = component({
  kind: 'sampleAndHold',
  about:
    'Takes its input at t = 0, period, 2 period … and gives the last sample from the next step on, so it breaks a loop of signals. ' +
    'Time steps land on the instants, which are counted, not summed; the sample of t = 0 is the initial value of the input and is given out from the first step on.',
  source: 'Burton 1994, appended paper on the electro-hydraulic position servo (digital controller)',
  group,
  ports: {},
  parameters: {
    period: { unit: 's', above: 0, about: 'time between samples' },
    initialValue: { unit: '1', default: 0, about: 'output before the first sample' },
  },
  inputs: { input },
  outputs,
  states: {
    count: { unit: '1', initial: -1, about: 'number of the last sample' },
    sample: { unit: '1', anyUnit: true, initial: 'initialValue', about: 'last sample' },
  },
  // 1e-9: a step that lands on k·period counts as there in spite of the rounding of the quotient.
  equations: `
    hold count = floor(time / period + 1e-9)
    hold sample = if(count > pre(count), input, pre(sample))
    output = pre(sample)
    nextEvent = (count + 1) * period
  `,
});
