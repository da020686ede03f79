/** Signals of time. At a jump the step that lands on it still has the value before; the next step has the value after. */
import { component, type ParameterDeclaration, type QuantityDeclaration } from '../equations/language/definition.js';

const group = 'Signals';
const source = 'elementary';
const outputs: Record<string, QuantityDeclaration> = {
  output: { unit: '1', anyUnit: true, about: 'value of the signal, in SI where it has a unit' },
};
const value = (about: string): ParameterDeclaration => ({ unit: '1', anyUnit: true, about });
const startTime: ParameterDeclaration = { unit: 's', default: 0, about: 'time at which it begins' };

export const constant = component({
  kind: 'constant',
  about: 'Constant signal.',
  source,
  group,
  ports: {},
  parameters: { value: value('value') },
  outputs,
  equations: `
    output = value
  `,
});

export const step = component({
  kind: 'step',
  about: 'Jumps from one value to another; a time step lands on the jump.',
  source,
  group,
  ports: {},
  parameters: {
    startTime,
    initialValue: { ...value('value up to startTime'), default: 0 },
    finalValue: value('value after startTime'),
  },
  outputs,
  equations: `
    output = if(time > startTime, finalValue, initialValue)
    nextEvent = if(time < startTime, startTime, 1e300)
  `,
});

export const ramp = component({
  kind: 'ramp',
  about: 'Goes from one value to another in a straight line; time steps land on both corners.',
  source,
  group,
  ports: {},
  parameters: {
    startTime,
    duration: { unit: 's', above: 0, about: 'time from one value to the other' },
    initialValue: { ...value('value up to startTime'), default: 0 },
    finalValue: value('value from startTime + duration'),
  },
  outputs,
  equations: `
    endTime = startTime + duration
    output = initialValue + (finalValue - initialValue) * max(0, min(1, (time - startTime) / duration))
    nextEvent = if(time < startTime, startTime, if(time < endTime, endTime, 1e300))
  `,
});

export const sine = component({
  kind: 'sine',
  about: 'Sine wave; asks for no time steps of its own, so set the maximum step to suit its period.',
  source,
  group,
  ports: {},
  parameters: {
    amplitude: value('amplitude'),
    frequency: { unit: 'Hz', above: 0, about: 'frequency' },
    phase: { unit: 'rad', default: 0, about: 'angle at t = 0' },
    offset: { ...value('mean value'), default: 0 },
  },
  outputs,
  equations: `
    output = offset + amplitude * sin(2 * pi * frequency * time + phase)
  `,
});

export const dutyCycle = component({
  kind: 'dutyCycle',
  about:
    'Table of values against time, straight between points and held outside; a jump is two points at one time. Time steps land ' +
    'on every point.',
  source: 'Burton 1994 §4.4.3.2, §5 (duty cycles of valves and loads)',
  group,
  ports: {},
  parameters: { points: { ...value('rows of time and value'), table: { xUnit: 's' } } },
  outputs,
  equations: `
    output = table(points, time)
    nextEvent = nextPoint(points, time)
  `,
});

export const cyclicDutyCycle = component({
  kind: 'cyclicDutyCycle',
  about:
    'Duty cycle that repeats with a period: the table runs from 0 to period, points beyond it are not reached. Time steps land ' +
    'on every point and on every start; instants are whole periods plus a point, not sums of steps.',
  source: 'Burton 1994 §4.4.3.2, §5 (duty cycles of valves and loads)',
  group,
  ports: {},
  parameters: {
    points: { ...value('rows of time and value within one period'), table: { xUnit: 's' } },
    period: { unit: 's', above: 0, about: 'time after which the table begins again' },
  },
  outputs,
  // tiny: an instant k·period + point is rounded; without it a step on a jump might see the value after, or the jump as still ahead.
  equations: `
    tiny = 1e-9 * period
    started = floor((time + tiny) / period)
    begun = max(0, ceil((time - tiny) / period) - 1)
    output = table(points, max(0, time - begun * period - tiny))
    ahead = nextPoint(points, time - started * period + tiny)
    nextEvent = started * period + min(ahead, period)
  `,
});
