/** Signals of time that repeat, move, sweep and wander. At a jump the step that lands on it still has the value before, as in signalSources.ts. */
import { component, type ParameterDeclaration, type QuantityDeclaration } from '../equations/language/definition.js';

const group = 'Signals';
const outputs: Record<string, QuantityDeclaration> = {
  output: { unit: '1', anyUnit: true, about: 'value of the signal, in SI where it has a unit' },
};
const value = (about: string): ParameterDeclaration => ({ unit: '1', anyUnit: true, about });
const startTime: ParameterDeclaration = { unit: 's', default: 0, about: 'time at which it begins' };

export const pulseTrain = component({
  kind: 'pulseTrain',
  about: 'High for a part of every period, low for the rest; time steps land on every edge, which are counted, not summed.',
  source: 'elementary',
  group,
  ports: {},
  parameters: {
    startTime,
    period: { unit: 's', above: 0, about: 'time from one rise to the next' },
    dutyRatio: { unit: '1', above: 0, below: 1, default: 0.5, about: 'part of the period in which it is high' },
    lowValue: { ...value('value before startTime and between pulses'), default: 0 },
    highValue: { ...value('value of a pulse'), default: 1 },
  },
  outputs,
  // tiny: an edge is rounded; without it a step on an edge might see the value after, or the edge as still ahead.
  equations: `
    tiny = 1e-9 * period
    width = dutyRatio * period
    since = time - startTime - tiny
    output = if(since > 0 and since - period * floor(since / period) < width, highValue, lowValue)
    rise = startTime + period * max(0, floor((time - startTime + tiny) / period))
    nextEvent = if(time + tiny < rise, rise, if(time + tiny < rise + width, rise + width, rise + period))
  `,
});

/**
 * a = v_max/t_a; peak velocity v = min(v_max, √(a D)), ramps t_r = v/a, between them D/v - t_r. A way D too short for v_max makes a triangle.
 */
export const trapezoidProfile = component({
  kind: 'trapezoidProfile',
  about:
    'Moves from one value to another with a limited rate that grows and falls in a straight line: a trapezoid of the rate, or a triangle where ' +
    'the way is too short. Gives the rate too, for feed-forward. Time steps land on the four corners.',
  source: 'Biagiotti and Melchiorri 2008, Trajectory Planning for Automatic Machines and Robots, ch. 3 (trapezoidal velocity)',
  group,
  ports: {},
  parameters: {
    startTime,
    initialValue: { ...value('value up to startTime'), default: 0 },
    finalValue: value('value at the end of the move'),
    maximumRate: { unit: '1/s', anyUnit: 'perSecond', above: 0, about: 'greatest rate, v_max' },
    accelerationTime: { unit: 's', above: 0, about: 'time from rest to maximumRate, t_a' },
  },
  outputs: { ...outputs, rate: { unit: '1/s', anyUnit: 'perSecond', about: 'rate of the signal' } },
  equations: `
    way = abs(finalValue - initialValue)
    slope = maximumRate / accelerationTime
    peak = min(maximumRate, sqrt(slope * way))
    ramp = peak / slope
    flat = if(peak > 0, max(0, way / peak - ramp), 0)
    corner1 = startTime + ramp
    corner2 = corner1 + flat
    corner3 = corner2 + ramp
    rising = max(0, min(ramp, time - startTime))
    steady = max(0, min(flat, time - corner1))
    falling = max(0, min(ramp, time - corner2))
    gone = slope / 2 * (rising^2 - falling^2) + peak * (steady + falling)
    output = if(finalValue < initialValue, initialValue - gone, initialValue + gone)
    rate = if(finalValue < initialValue, -slope, slope) * (rising - falling)
    nextEvent = if(time < startTime, startTime, if(time < corner1, corner1, if(time < corner2, corner2, if(time < corner3, corner3, 1e300))))
  `,
});

/** Prime below 2^24 that is 2 modulo 3: x → x³ then meets every remainder once, and products of two remainders are whole numbers that a double holds. */
const prime = 16777199;
/** Statements for `name`, the remainder of a whole number below 2^52; the half keeps the rounding of the quotient away from the next whole number. */
const remainder = (name: string, whole: string): string => `
    ${name}Whole = ${whole}
    ${name} = ${name}Whole - ${prime} * floor((${name}Whole + 0.5) / ${prime})`;
/** Statements for `name`, the cube of `of` modulo the prime. */
const cube = (name: string, of: string): string => `${remainder(`${name}Square`, `${of}^2`)}${remainder(name, `${name}Square * ${of}`)}`;

export const randomSteps = component({
  kind: 'randomSteps',
  about:
    'A new value every period, evenly spread about the mean and independent of the ones before, but the same in every run: it is computed from ' +
    'the seed and the number of the period. Time steps land on every jump. It repeats after 16 777 199 periods.',
  source:
    'power permutations modulo a prime: Lidl and Niederreiter 1997, Finite Fields, ch. 7; three rounds and the constants are our choice',
  group,
  ports: {},
  parameters: {
    period: { unit: 's', above: 0, about: 'time from one value to the next' },
    seed: { unit: '1', atLeast: 0, atMost: prime - 1, default: 1, about: 'whole number; another seed is another sequence' },
    mean: { ...value('middle of the values'), default: 0 },
    amplitude: { ...value('greatest distance from the mean'), default: 1 },
  },
  outputs,
  // tiny: as in cyclicDutyCycle.
  equations: `
    tiny = 1e-9 * period
    begun = max(0, ceil((time - tiny) / period) - 1)${remainder('count', 'begun * 7368787 + 2654435')}${cube('first', 'count')}${remainder(
      'seeded',
      'first + floor(seed) * 6700417',
    )}${cube('second', 'seeded')}${remainder('mixed', 'second * 5915587 + 1500450')}${cube('third', 'mixed')}
    output = mean + amplitude * ((2 * third + 1) / ${prime} - 1)
    nextEvent = (floor((time + tiny) / period) + 1) * period
  `,
});

/** The phase is 2π ∫ f dt, f = f1 + (f2 - f1) t/T. */
export const chirp = component({
  kind: 'chirp',
  about:
    'Sine wave whose frequency goes from one value to another in a straight line, and stays there: one run gives a frequency response. Asks for ' +
    'no time steps within the sweep, so set the maximum step to suit its shortest period.',
  source: 'elementary: the phase is the integral of a frequency that rises in a straight line',
  group,
  ports: {},
  parameters: {
    startTime,
    duration: { unit: 's', above: 0, about: 'time of the sweep, T' },
    startFrequency: { unit: 'Hz', atLeast: 0, about: 'frequency at the beginning, f1' },
    endFrequency: { unit: 'Hz', atLeast: 0, about: 'frequency from the end of the sweep on, f2' },
    amplitude: value('amplitude'),
    offset: { ...value('value up to startTime, and mean value'), default: 0 },
  },
  outputs,
  equations: `
    endTime = startTime + duration
    sweep = max(0, min(duration, time - startTime))
    turns = (startFrequency + (endFrequency - startFrequency) / (2 * duration) * sweep) * sweep + endFrequency * max(0, time - endTime)
    output = offset + amplitude * sin(2 * pi * turns)
    nextEvent = if(time < startTime, startTime, if(time < endTime, endTime, 1e300))
  `,
});
