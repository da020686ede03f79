/** Air that is released and dissolved in times of its own: a tank of oil that is relieved and pressed again, whose free air follows two exponentials. */
import { circuit } from '#ringmain/circuit/builder.js';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation } from '../measures.js';
import { byLines, stepsOf } from '../runs.js';

const [fraction, atmosphere, liquid, vapour, dissolvedAt] = [0.05, 101325, 1.6e9, -1e5, 2e6];
/** s */
const [release, dissolution, falls, rises, end] = [0.1, 0.4, 0.2, 0.9, 2];
/** Pa, m3 */
const [high, low, size] = [15e5, 2e5, 1e-3];

/** 5 % of air, all of it dissolved at 20 bar. */
export const airyOil = {
  bulkModulus: `${liquid} Pa`,
  vapourPressure: `${vapour} Pa`,
  air: { fraction, exponent: 1, dissolvedAt: `${dissolvedAt} Pa`, releaseTime: `${release} s`, dissolutionTime: `${dissolution} s` },
};

/** The pressure that the source holds, bar. */
export const heldPressure = [
  ['0 s', 15],
  [`${falls} s`, 15],
  [`${falls} s`, 2],
  [`${rises} s`, 2],
  [`${rises} s`, 15],
  [`${end} s`, 15],
];

/** A litre of oil whose pressure a source sets: from 15 bar to 2 bar at 0.2 s, and back at 0.9 s. */
export function tank(step: number): Circuit {
  return circuit('tank')
    .fluid(airyOil)
    .component('u', 'dutyCycle', { points: heldPressure })
    .component('source', 'controlledPressureSource', { gain: '1 bar' })
    .component('shut', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
    .component('open', 'tank')
    .line('a', 'source', 'shut.in', { volume: `${size} m3`, initialPressure: `${high} Pa` })
    .direct('shut.out', 'open')
    .signal('u.output', 'source.demand')
    .run({ end: `${end} s`, step: `${step} s` })
    .record({ every: `${step} s`, signals: ['source.out.q'] })
    .build();
}

/** Part of the air that is free in equilibrium, by Henry. */
const henry = (p: number): number => 1 - (p - vapour) / (dissolvedAt - vapour);

/** Part of the air that is free in a place whose pressure is that of the tank. */
export function freeAt(t: number): number {
  const start = henry(high);
  const after = henry(low) + (start - henry(low)) * Math.exp(-Math.max(0, Math.min(t, rises) - falls) / release);
  return t > rises ? start + (after - start) * Math.exp(-(t - rises) / dissolution) : after;
}

/** Pressure of the tank, Pa. */
export const pressureAt = (t: number): number => (t > falls && t <= rises ? low : high);

/** Volume of a mass of oil with a part x of its air free, of that at atmospheric pressure. */
const volumeOf = (p: number, x: number): number => (1 - fraction) * Math.exp(-p / liquid) + (fraction * x * atmosphere) / (p + atmosphere);

/** Oil that the tank has given since t = 0, m3. */
export const givenAt = (t: number): number => size * Math.log(volumeOf(pressureAt(t), freeAt(t)) / volumeOf(high, henry(high)));

const step = 5e-4;

const tankCase: ValidationCase = {
  name: 'released-air-tank',
  group: 'Fluid',
  title: 'A tank of oil with air is relieved from 15 to 2 bar and pressed again, release in 0.1 s, dissolution in 0.4 s, by TLM',
  against: "analytic: Henry's law and an exponential each way; volume of oil and air at the pressure held",
  measure: 'largest deviation of the oil given outside 60 ms behind the jumps, of the most that is given',
  tolerance: (0.5 * step) / release,
  reason:
    'the line comes to the pressure of its source half a step late, by which its air is late too; with one time for the other it is 0.3 off',
  run: async () => {
    const { t, y } = stepsOf(await byLines(tank(step)), 'source.out.q');
    const oil = new Float64Array(t.length);
    for (let k = 1; k < t.length; k++) oil[k] = (oil[k - 1] as number) - (y[k] as number) * ((t[k] as number) - (t[k - 1] as number));
    const curve: Curve = {
      name: 'oil that the tank has given',
      unit: 'm3',
      x: t,
      ours: oil,
      reference: Float64Array.from(t, givenAt),
      aside: [falls, rises].map((jump): [number, number] => [jump, jump + 0.06]),
    };
    return { error: largestDeviation(curve, givenAt(rises)), curves: [curve] };
  },
};

export const releasedAirCases: readonly ValidationCase[] = [tankCase];
