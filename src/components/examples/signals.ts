/** Sources of signals, and what makes signals out of signals, each in a small circuit. */
import { named } from './named.js';

/** A source, or a block with what feeds it: `it` is the kind, the rest other components. */
const block = (
  title: string,
  it: string,
  {
    more = '',
    signals = '',
    record = 'it.output',
    run = 'end: 1 s',
  }: { more?: string; signals?: string; record?: string; run?: string } = {},
): string => `
title: ${title}
components:
  it: { ${it} }${more === '' ? '' : `\n${more.replace(/^\n/, '')}`}${signals === '' ? '' : `\nsignals: [${signals}]`}
run: { ${run} }
record: { signals: [${record}] }`;

/** A block of one input on a sine wave. */
const onWave = (title: string, it: string, wave = 'amplitude: 1, frequency: 2 Hz', record = 'it.output'): string =>
  block(title, it, { more: `  wave: { kind: sine, ${wave} }`, signals: '{ from: wave, to: it.input }', record: `wave.output, ${record}` });

/** A block of two inputs, on a slow and a quick wave. */
const onTwo = (title: string, it: string, first: string, second: string): string =>
  block(title, it, {
    more: `
  slow: { kind: sine, amplitude: 1, frequency: 1 Hz }
  quick: { kind: sine, amplitude: 0.5, frequency: 3 Hz }`,
    signals: `{ from: slow, to: it.${first} }, { from: quick, to: it.${second} }`,
    record: 'slow.output, quick.output, it.output',
  });

/** A logic block on two pulse trains. */
const onPulses = (title: string, it: string, first: string, second: string): string =>
  block(title, it, {
    more: `
  a: { kind: pulseTrain, startTime: 0.1 s, period: 0.4 s }
  b: { kind: pulseTrain, startTime: 0.2 s, period: 0.6 s }`,
    signals: `{ from: a, to: it.${first} }, { from: b, to: it.${second} }`,
    record: 'a.output, b.output, it.output',
  });

/** A block of one input on a pulse train. */
const onPulse = (title: string, it: string, run = 'end: 1 s'): string =>
  block(title, it, {
    more: '  pulse: { kind: pulseTrain, startTime: 0.1 s, period: 0.5 s }',
    signals: '{ from: pulse, to: it.input }',
    record: 'pulse.output, it.output',
    run,
  });

export const signals = named({
  constant: block('Always the same', 'kind: constant, value: 0.7'),
  step: block('From 0 to 1 after 0.2 s', 'kind: step, startTime: 0.2 s, finalValue: 1'),
  ramp: block('From 0 to 1 between 0.2 s and 0.7 s', 'kind: ramp, startTime: 0.2 s, duration: 0.5 s, finalValue: 1'),
  sine: block('A wave of 2 Hz about 0.5', 'kind: sine, amplitude: 0.5, frequency: 2 Hz, offset: 0.5'),
  dutyCycle: block('Straight from point to point', 'kind: dutyCycle, points: [[0 s, 0], [0.2 s, 1], [0.6 s, 1], [0.6 s, 0.3], [1 s, 0]]'),
  cyclicDutyCycle: block(
    'The same again every 0.4 s',
    'kind: cyclicDutyCycle, points: [[0 s, 0], [0.1 s, 1], [0.2 s, 1], [0.4 s, 0]], period: 0.4 s',
  ),
  pulseTrain: block('High for a quarter of every 0.3 s', 'kind: pulseTrain, period: 0.3 s, dutyRatio: 0.25, startTime: 0.1 s'),
  trapezoidProfile: block(
    'A way of 100 mm with limited velocity and acceleration, and that velocity',
    'kind: trapezoidProfile, startTime: 0.1 s, finalValue: 0.1, maximumRate: 0.2 1/s, accelerationTime: 0.1 s',
    { record: 'it.output, it.rate' },
  ),
  randomSteps: block('A new value every 50 ms, the same in every run', 'kind: randomSteps, period: 50 ms, seed: 7'),
  chirp: block('A sweep from 1 to 20 Hz', 'kind: chirp, duration: 1 s, startFrequency: 1 Hz, endFrequency: 20 Hz, amplitude: 1', {
    run: 'end: 1 s, maximumStep: 1 ms',
  }),

  gain: onWave('Half of the wave, lifted by 0.2', 'kind: gain, factor: 0.5, offset: 0.2'),
  saturation: onWave('The wave between -0.5 and 0.8', 'kind: saturation, lowerLimit: -0.5, upperLimit: 0.8'),
  absoluteValue: onWave('The wave without its sign', 'kind: absoluteValue'),
  deadband: onWave('Nothing within 0.3 of the middle', 'kind: deadband, lowerEdge: -0.3, upperEdge: 0.3'),
  quantizer: onWave('The wave in steps of 0.25', 'kind: quantizer, interval: 0.25'),
  lookUp: onWave('A characteristic with a flat middle', 'kind: lookUp, curve: [[-1, -1], [-0.3, -0.1], [0.3, 0.1], [1, 1]]'),
  firstOrderLag: onWave('A wave behind a lag of 0.1 s', 'kind: firstOrderLag, timeConstant: 0.1 s'),
  leadLag: onWave('A lead of 0.1 s, with a lag of 0.02 s', 'kind: leadLag, leadTime: 0.1 s, lagTime: 0.02 s'),
  secondOrderFilter: onWave('A wave of 2 Hz through a filter of 4 Hz', 'kind: secondOrderFilter, frequency: 4 Hz, dampingRatio: 0.4'),
  integrator: onWave('Six times the integral of a wave, kept below 0.8', 'kind: integrator, gain: 6 1/s, upperLimit: 0.8'),
  rateLimiter: onWave(
    'A wave followed at 6 a second upward and 3 downward',
    'kind: rateLimiter, riseRate: 6 1/s, fallRate: 3 1/s, timeConstant: 10 ms',
  ),
  backlash: onWave('What is driven stays behind by half of the gap', 'kind: backlash, halfGap: 0.2, timeConstant: 10 ms'),
  padeDelay: onWave('A wave later by 50 ms', 'kind: padeDelay, delay: 50 ms'),
  sampleAndHold: onWave('A wave sampled every 50 ms', 'kind: sampleAndHold, period: 50 ms'),
  relay: onWave('On above 0.5, off below -0.5', 'kind: relay, onLevel: 0.5, offLevel: -0.5'),
  comparator: onWave('1 while the wave is above 0', 'kind: comparator'),

  sum: onTwo('Slow wave less quick wave', 'kind: sum, factor2: -1', 'input1', 'input2'),
  product: onTwo('Slow wave times quick wave', 'kind: product', 'input1', 'input2'),
  minimum: onTwo('The lower of two waves', 'kind: minimum', 'input1', 'input2'),
  maximum: onTwo('The higher of two waves', 'kind: maximum', 'input1', 'input2'),
  quotient: block('Flow over pressure drop, as a conductance', 'kind: quotient, leastDivisor: 0.1', {
    more: `
  wave: { kind: sine, amplitude: 1, frequency: 2 Hz, offset: 2 }
  ramp: { kind: ramp, duration: 1 s, initialValue: 2, finalValue: 0 }`,
    signals: '{ from: wave, to: it.dividend }, { from: ramp, to: it.divisor }',
    record: 'wave.output, ramp.output, it.output',
  }),
  selector: block('The quick wave while a switch is on, else the slow one', 'kind: selector', {
    more: `
  switch: { kind: pulseTrain, startTime: 0.2 s, period: 0.5 s }
  quick: { kind: sine, amplitude: 0.5, frequency: 5 Hz }
  slow: { kind: sine, amplitude: 1, frequency: 1 Hz }`,
    signals: '{ from: switch, to: it.control }, { from: quick, to: it.whenOn }, { from: slow, to: it.whenOff }',
    record: 'switch.output, it.output',
  }),
  blendedLookUp: block(
    'From one curve to the other while the second signal rises',
    'kind: blendedLookUp, curve1: [[-1, -1], [1, 1]], curve2: [[-1, 1], [0, 0], [1, 1]]',
    {
      more: `
  wave: { kind: sine, amplitude: 1, frequency: 4 Hz }
  rise: { kind: ramp, duration: 1 s, finalValue: 1 }`,
      signals: '{ from: wave, to: it.input }, { from: rise, to: it.second }',
      record: 'wave.output, it.output',
    },
  ),

  logicAnd: onPulses('1 while both are', 'kind: logicAnd', 'input1', 'input2'),
  logicOr: onPulses('1 while one of them is', 'kind: logicOr', 'input1', 'input2'),
  logicNot: onPulse('1 while the input is not', 'kind: logicNot'),
  flipFlop: onPulses('Set by the first, cleared by the second', 'kind: flipFlop', 'set', 'clear'),
  onDelay: onPulse('1 once the input has been 1 for 0.1 s', 'kind: onDelay, delay: 0.1 s'),
  counter: onPulse('One more at every rise', 'kind: counter', 'end: 2 s'),
});
