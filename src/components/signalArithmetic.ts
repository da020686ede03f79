/** Signals out of signals, without memory. */
import { component, type QuantityDeclaration, type SignalDeclaration } from '../equations/language/definition.js';

const group = 'Signals';
const source = 'elementary';
const outputs: Record<string, QuantityDeclaration> = { output: { unit: '1', anyUnit: true, about: 'result' } };
const input: SignalDeclaration = { unit: '1', anyUnit: true, about: 'signal taken in' };
const orNone = (value: number): SignalDeclaration => ({
  unit: '1',
  anyUnit: true,
  default: value,
  about: 'signal taken in; not connected it does not count',
});

export const product = component({
  kind: 'product',
  about: 'Product of up to three signals; an unconnected input is 1.',
  source,
  group,
  ports: {},
  parameters: { factor: { unit: '1', default: 1, about: 'factor of the product' } },
  inputs: { input1: input, input2: input, input3: orNone(1) },
  outputs,
  equations: `
    output = factor * input1 * input2 * input3
  `,
});

export const quotient = component({
  kind: 'quotient',
  about: 'Quotient of two signals; a divisor smaller than the least one counts as the least one, of its own sign.',
  source,
  group,
  ports: {},
  parameters: { leastDivisor: { unit: '1', above: 0, default: 1e-9, about: 'least size of the divisor' } },
  inputs: { dividend: input, divisor: input },
  outputs,
  equations: `
    output = dividend / if(divisor < 0, min(divisor, -leastDivisor), max(divisor, leastDivisor))
  `,
});

export const minimum = component({
  kind: 'minimum',
  about: 'Least of up to three signals.',
  source,
  group,
  ports: {},
  parameters: {},
  inputs: { input1: input, input2: input, input3: orNone(1e300) },
  outputs,
  equations: `
    output = min(min(input1, input2), input3)
  `,
});

export const maximum = component({
  kind: 'maximum',
  about: 'Greatest of up to three signals; of the load pressures of several consumers, the one that a load-sensing pump follows.',
  source,
  group,
  ports: {},
  parameters: {},
  inputs: { input1: input, input2: input, input3: orNone(-1e300) },
  outputs,
  equations: `
    output = max(max(input1, input2), input3)
  `,
});

export const absoluteValue = component({
  kind: 'absoluteValue',
  about: 'Size of a signal without its sign.',
  source,
  group,
  ports: {},
  parameters: {},
  inputs: { input },
  outputs,
  equations: `
    output = abs(input)
  `,
});

export const deadband = component({
  kind: 'deadband',
  about: 'Nothing within a band, beyond it the distance from its edge: the overlap of a spool, or the quiet zone of a joystick.',
  source: 'elementary',
  group,
  ports: {},
  parameters: {
    lowerEdge: { unit: '1', atMost: 0, about: 'lower edge of the band' },
    upperEdge: { unit: '1', atLeast: 0, about: 'upper edge of the band' },
    slope: { unit: '1', default: 1, about: 'output per distance from the edge' },
  },
  inputs: { input },
  outputs,
  equations: `
    output = slope * (input - max(lowerEdge, min(upperEdge, input)))
  `,
});

export const quantizer = component({
  kind: 'quantizer',
  about:
    'Nearest whole multiple of an interval, halves up: a converter of few bits. Its jumps are no events: a step ends where it ends, and the ' +
    'lumped solvers shorten theirs by their error only.',
  source: 'elementary',
  group,
  ports: {},
  parameters: { interval: { unit: '1', above: 0, about: 'distance between two values of the output' } },
  inputs: { input },
  outputs,
  equations: `
    output = interval * floor(input / interval + 0.5)
  `,
});

export const selector = component({
  kind: 'selector',
  about: 'One signal while the control is above 0.5, the other while it is not.',
  source,
  group,
  ports: {},
  parameters: {},
  inputs: { control: { unit: '1', about: 'on above 0.5' }, whenOn: input, whenOff: { ...input, default: 0 } },
  outputs,
  equations: `
    output = if(control > 0.5, whenOn, whenOff)
  `,
});

export const lookUp = component({
  kind: 'lookUp',
  about:
    'Table of values against a signal, straight between points and held outside: a measured characteristic. No step ends at its points; at a ' +
    'vertical corner the value is the one before it.',
  source,
  group,
  ports: {},
  parameters: { curve: { unit: '1', table: { xUnit: '1' }, about: 'rows of input and output' } },
  inputs: { input },
  outputs,
  equations: `
    output = table(curve, input)
  `,
});

export const blendedLookUp = component({
  kind: 'blendedLookUp',
  about:
    'Two tables of values against a signal, each measured at one value of a second signal, and straight between them: a family of ' +
    'characteristics. Beyond the two it is held.',
  source,
  group,
  ports: {},
  parameters: {
    curve1: { unit: '1', table: { xUnit: '1' }, about: 'rows of input and output where the second signal is at1' },
    curve2: { unit: '1', table: { xUnit: '1' }, about: 'rows of input and output where the second signal is at2' },
    at1: { unit: '1', default: 0, about: 'second signal of curve1' },
    at2: { unit: '1', default: 1, about: 'second signal of curve2; another than at1' },
  },
  requires: ['at1 != at2'],
  inputs: { input, second: { unit: '1', anyUnit: true, about: 'signal between the curves' } },
  outputs,
  equations: `
    share = max(0, min(1, (second - at1) / (at2 - at1)))
    output = (1 - share) * table(curve1, input) + share * table(curve2, input)
  `,
});
