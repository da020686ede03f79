/** Cavities of wave lines: the pulse that follows a first one, gas cavities, and a pipe as long and wide as one of the laboratory. */
import { circuit } from '#ringmain/circuit/builder.js';
import type { Circuit, CircuitLine } from '#ringmain/circuit/circuit.js';
import type { RawLine } from '#ringmain/circuit/file/raw.js';
import type { LineResults } from '#ringmain/run/types.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation, largestOf } from '../measures.js';
import { firstCavity, type PipeHistory, pipeAndValve } from '../oracles/characteristics.js';
import { byLines, stepsOf } from '../runs.js';

const [impedance, delay, flow, vapour, volume] = [2e9, 0.025, 1e-3, -1e5, 0.01];
const rise = impedance * flow;
const atmosphere = 1.01325e5;

/** A valve that closes at once; a source into the line at rest has the same pressures and cavities as a flow that is stopped. `head` above p_v. */
function closing(head: number, steps: number, end: number, line: Partial<RawLine>): Circuit {
  const wave = { model: 'wave', impedance: `${impedance} Pa s/m3`, delay: `${delay} s`, bulkModulus: `${(volume * impedance) / delay} Pa` };
  return circuit('closing')
    .component('reservoir', 'pressureSource', { pressure: `${vapour + head} Pa` })
    .component('valve', 'flowSource', { flow: `${flow} m3/s` })
    .line('pipe', 'reservoir', 'valve', { ...wave, ...line })
    .initialPressure(`${vapour + head} Pa`)
    .fluid({ vapourPressure: `${vapour} Pa` })
    .run({ end: `${end} s`, step: `${delay / steps} s` })
    .record({ every: `${delay / steps} s`, signals: ['valve.out.p'] })
    .build();
}

/**
 * While the cavity is open the flow at the valve falls by 2H/Z every 2T, and goes on to fall where the reflections of that time arrive after the collapse:
 * the pressure rises by 2H once more, until the collapse's own wave is back. So the peak is up to J + 2H above the reservoir (Simpson, Wylie, "Large
 * water-hammer pressures for column separation in pipelines", J. Hydraul. Eng. 117 (1991) 1310).
 */
const shortPulse: ValidationCase = {
  name: 'short-pulse-after-cavity',
  group: 'Waves',
  title: 'After the first cavity at a valve the pressure rises in two steps: J/H = 1.25, 1.5, 2.5, 3.5, cavities between five elements too',
  against: 'analytic: waves one by one; pulse of Simpson & Wylie 1991',
  measure: 'largest deviation, of Zq, two steps at the collapse aside',
  tolerance: 1e-9,
  reason: 'rounding; oil that is lost moves the collapse, and the second step would be missing without the waves under way',
  run: async () => {
    const steps = 80;
    const curves: Curve[] = [];
    for (const ratio of [1.25, 1.5, 2.5, 3.5]) {
      const head = rise / ratio;
      const { duration, after } = firstCavity(rise, head, delay);
      const closed = 2 * delay + duration;
      const [step, front] = [delay / steps, 2 * delay * (Math.floor(ratio) + 2)];
      const end = step * Math.floor((closed + 2 * delay) / step);
      const { t, y } = stepsOf(await byLines(closing(head, steps, end, { elements: '5' })), 'valve.out.p');
      const law = (middle: number): number => {
        if (middle < 2 * delay) return vapour + head + rise;
        if (middle < closed) return vapour;
        return vapour + after + (middle < front ? 0 : 2 * head);
      };
      curves.push({
        name: `pressure at the valve, J/H = ${ratio}`,
        unit: 'Pa',
        x: t,
        ours: y,
        reference: y.map((_, n) => law((n + 0.5) * step)),
        aside: [[closed - 0.5 * step, closed + 2 * step]],
      });
    }
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, rise))), curves };
  },
};

/** Time at which the pressure first passes `level` after `from`, s. */
function crossing(t: Float64Array, p: Float64Array, from: number, level: number): number {
  return t[t.findIndex((time, n) => time > from && (p[n] as number) > level)] ?? Number.NaN;
}

/** The reference at the times of a run: that of the step which is under way. */
function atTimes(times: Float64Array, { times: known, pressure }: PipeHistory): Float64Array {
  let k = 0;
  return times.map((time) => {
    while (k < known.length - 1 && (known[k] as number) < time - 1e-9 * time) k++;
    return pressure[k] as number;
  });
}

/** Largest volume of the gas cavity at the valve, m3. */
const atValve = ({ account: { cavitation } }: LineResults, end: string): number =>
  cavitation.cavities.find(({ where }) => where === `pipe at ${end}`)?.largest ?? Number.NaN;

const gas: ValidationCase = {
  name: 'gas-cavities-at-closed-valve',
  group: 'Waves',
  title: 'A valve closes at once, gas in 20 elements: 1e-7 and 1e-5 of the line at one atmosphere, J/H = 2.5 and 3',
  against: 'independent: gas cavities by characteristics, a step a reach',
  measure: 'worst of collapse in reaches, volume of the first cavity in 1/100',
  tolerance: 1,
  reason: 'both are of first order, and the reference cannot tell times within a reach',
  run: async () => {
    const [elements, steps] = [20, 80];
    const curves: Curve[] = [];
    const errors: number[] = [];
    for (const [ratio, fraction] of [
      [2.5, 1e-7],
      [2.5, 1e-5],
      [3, 1e-5],
    ] as const) {
      const head = rise / ratio;
      const line = { cavitation: 'gas', gasFraction: String(fraction), elements: String(elements) };
      const results = await byLines(closing(head, steps, 9 * delay, line));
      const { t, y } = stepsOf(results, 'valve.out.p');
      // The reference counts gas at the reservoir's pressure.
      const reference = pipeAndValve({
        ...{ impedance, delay, reaches: elements, reservoir: vapour + head, vapour, flow, volume, end: 9 * delay },
        gas: (fraction * atmosphere) / head,
      });
      const level = vapour + 0.5 * rise;
      const late = crossing(t, y, 3 * delay, level) - crossing(reference.times, reference.pressure, 3 * delay, level);
      const larger = atValve(results, `${elements}/${elements} of its length`) / Math.max(...reference.cavity) - 1;
      errors.push((Math.abs(late) * elements) / delay, 100 * Math.abs(larger));
      curves.push({
        name: `pressure at the valve, J/H = ${ratio}, gas ${fraction}`,
        unit: 'Pa',
        x: t,
        ours: y,
        reference: atTimes(t, reference),
      });
    }
    return { error: largestOf(errors), curves };
  },
};

const copperPipe: ValidationCase = {
  name: 'column-separation-copper-pipe',
  group: 'Waves',
  title:
    'circuits/water-hammer-column-separation.yaml: a valve shuts in 9 ms at 0.30 and 1.40 m/s, 32 elements with gas; laminar loss, between elements, as the reference has it',
  against: 'independent: gas cavities by characteristics, a step a reach',
  measure: 'largest relative error of first peak, end and volume of cavity, pulse at 0.30 m/s',
  tolerance: 0.015,
  reason:
    'the reference tells the end of the cavity, at 125 ms, to a reach of 0.9 ms, and its peaks last for one; the pipe is published, its measured curves are not at hand in numbers',
  run: async ({ circuit: named }) => {
    const curves: Curve[] = [];
    const errors: number[] = [];
    const notes: string[] = [];
    for (const litres of [6.905, 32.22]) {
      const built = await named('water-hammer-column-separation', [`valve.gain=${litres} l/min`, 'pipe.friction=lumped']);
      const line = built.lines[0] as CircuitLine;
      const { wave } = line;
      const [reservoir, elements] = [2.155e5, wave?.friction?.elements ?? 1];
      const { vapourPressure, atmosphericPressure } = built.fluid;
      const results = await byLines(built);
      const { t, y } = stepsOf(results, 'valve.out.p');
      const reference = pipeAndValve({
        ...{
          impedance: wave?.impedance ?? 0,
          delay: wave?.delay ?? 0,
          reaches: elements,
          reservoir,
          vapour: vapourPressure,
          flow: litres / 6e4,
        },
        // As the valve's duty cycle has it.
        opening: (time) => Math.max(0, Math.min(1, 1 - (time - 1e-3) / 9e-3)),
        resistance: () => wave?.friction?.resistance ?? 0,
        gas: ((wave?.gasFraction ?? 0) * atmosphericPressure) / (reservoir - vapourPressure),
        ...{ volume: line.volume, end: built.run.end },
      });
      const { times, pressure, cavity } = reference;
      const first = (x: Float64Array, p: Float64Array): number => Math.max(...p.filter((_, n) => (x[n] as number) < 0.06)) - vapourPressure;
      const closed = [crossing(t, y, 0.075, 1e5), crossing(times, pressure, 0.075, 1e5)] as const;
      const largest = atValve(results, '37.23 m');
      errors.push(Math.abs(first(t, y) / first(times, pressure) - 1));
      errors.push(Math.abs(closed[0] / closed[1] - 1), Math.abs(largest / Math.max(...cavity) - 1));
      // To the collapse and a period on.
      const pulse = (x: Float64Array, p: Float64Array): number =>
        Math.max(...p.filter((_, n) => (x[n] as number) < closed[0] + 0.06)) / 1e5;
      // At 1.40 m/s it is a spike as long as a reach of the reference, and 11 % lower there.
      if (litres < 10) errors.push(Math.abs(pulse(t, y) / pulse(times, pressure) - 1));
      notes.push(
        `${litres} l/min: first peak ${((first(t, y) + vapourPressure) / 1e5).toFixed(2)} bar; cavity of ${(largest * 1e6).toFixed(2)} cm³, closed at ${(closed[0] * 1e3).toFixed(1)} ms; then ${pulse(t, y).toFixed(2)} bar (reference ${pulse(times, pressure).toFixed(2)})`,
      );
      curves.push({ name: `pressure at the valve, ${litres} l/min`, unit: 'Pa', x: t, ours: y, reference: atTimes(t, reference) });
    }
    return { error: largestOf(errors), curves, notes };
  },
};

export const cavityCases: readonly ValidationCase[] = [shortPulse, gas, copperPipe];
