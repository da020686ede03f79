/** The circuit files of water hammer and pump ripple, each against an exact solution. */
import { Matrix, solve } from 'ml-matrix';
import type { Circuit, LineFriction, WaveLine } from '#ringmain/circuit/circuit.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation, largestOf, rangeOf } from '../measures.js';
import { type Complex, complex, magnitude, subtract } from '../oracles/complex.js';
import { resistanceRatio, waterHammer } from '../oracles/laplace.js';
import { allieviChain, forkedPipe, ripple } from '../oracles/networks.js';
import { byLines, stepsOf } from '../runs.js';

const waveOf = (circuit: Circuit, name: string): WaveLine => circuit.lines.find((line) => line.name === name)?.wave as WaveLine;

/** Part of the full opening in step n: shut from 1 s on, in a straight line. */
const shutting =
  (step: number, duration: number) =>
  (n: number): number =>
    Math.max(0, Math.min(1, 1 - ((n - 0.5) * step - 1) / duration));

const closure: ValidationCase = {
  name: 'water-hammer-closure',
  group: 'Circuits',
  title: 'A valve at the end of a lossless pipe shuts, at once and in 4 s',
  against: "analytic: Allievi's chain, step by step",
  measure: "largest deviation of the pressure at the valve, of Joukowsky's rise",
  tolerance: 1e-10,
  reason: 'steps of T/50 are exact; rounding of 1100 steps',
  run: async (bench) => {
    const step = 0.01;
    const curves: Curve[] = [];
    for (const duration of [1e-6, 4]) {
      const circuit = await bench.circuit('water-hammer-closure', [`closing.duration=${duration} s`]);
      const { t, y } = stepsOf(await byLines(circuit), 'valve.in.p');
      const { impedance } = waveOf(circuit, 'pipe');
      const opening = shutting(step, duration);
      const conductance = (n: number): number => (0.06 / Math.sqrt(6e5)) * opening(n);
      const reference = allieviChain({ pressure: 6e5, impedance, steps: 50, flow: 0.06, conductance }, t.length);
      curves.push({ name: `valve.in.p, shut in ${duration} s`, unit: 'Pa', x: t, ours: y, reference });
    }
    // v = 0.06 m3/s/A, A = π 0.5²/4 m2: ρ c v = 3.67 bar
    const rise = (1000 * 1200 * 0.06) / ((Math.PI * 0.5 ** 2) / 4);
    const [quick, slow] = curves.map(({ ours }) => (Math.max(...Array.from(ours)) - 6e5) / rise);
    return {
      error: largestOf(curves.map((curve) => largestDeviation(curve, rise))),
      curves,
      notes: [`shut at once the pressure rises by ${quick?.toFixed(4)} of ρcv, in 4 s by ${slow?.toFixed(3)} (2T/duration = 0.25)`],
    };
  },
};

const branch: ValidationCase = {
  name: 'water-hammer-branch',
  group: 'Circuits',
  title: 'A valve shuts in a pipe with a blind branch: pressure at the fork and at the valve',
  against: 'analytic: fronts that split at the fork by 2Y/ΣY (Wylie & Streeter 1993), one by one',
  measure: 'largest deviation, of the range of the pressure at the valve',
  tolerance: 1e-10,
  reason: 'all delays are multiples of the step; rounding of 1100 steps',
  run: async (bench) => {
    const circuit = await bench.circuit('water-hammer-branch');
    const results = await byLines(circuit);
    const pipe = (name: string, steps: number) => ({ impedance: waveOf(circuit, name).impedance, steps });
    const opening = shutting(0.01, 1e-6);
    const { t, y } = stepsOf(results, 'valve.in.p');
    const exact = forkedPipe(
      {
        pressure: 8e5,
        flow: 0.003,
        pipes: [pipe('main', 30), pipe('spur', 20), pipe('branch', 10)],
        conductance: (n) => (0.003 / Math.sqrt(8e5)) * opening(n),
      },
      t.length,
    );
    const curves: Curve[] = [
      { name: 'valve.in.p', unit: 'Pa', x: t, ours: y, reference: exact.valve },
      { name: 'fork.p', unit: 'Pa', x: t, ours: stepsOf(results, 'fork.p').y, reference: exact.fork },
    ];
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, rangeOf(y)))), curves };
  },
};

const holmboe: ValidationCase = {
  name: 'water-hammer-holmboe',
  group: 'Circuits',
  title: 'The line of Holmboe & Rouleau: steady flow that is stopped; the circuit file as it is, five periods',
  against: 'analytic: the exact line with N = I₀/I₂, Zielke 1968',
  measure: 'largest deviation outside ±5 % of a period of fronts, of Zq',
  tolerance: 0.015,
  reason: 'half more than the 0.01 that the program divides the line for',
  run: async (bench) => {
    const circuit = await bench.circuit('water-hammer-holmboe');
    const stop = 0.01;
    const { impedance, delay, friction } = waveOf(circuit, 'pipe') as WaveLine & { friction: LineFriction };
    const { t, y } = stepsOf(await byLines(circuit, { until: 0.555 }), 'valve.out.p');
    // One row in ten after the stop; the pressure of a step is that of its middle.
    const rows = Array.from(t.keys()).filter((k) => (t[k] as number) > stop && k % 10 === 0);
    const times = rows.map((k) => (t[k] as number) - 0.125e-3);
    const { resistance } = friction;
    const flow = 64.859e-6;
    const curve: Curve = {
      name: 'pressure rise at the valve, of Zq',
      unit: '1',
      x: times,
      ours: rows.map((k) => ((y[k] as number) - 10e5 + resistance * flow) / (impedance * flow)),
      reference: waterHammer({ impedance, delay, resistance, law: 'dependent', times: times.map((time) => time - stop) }),
      aside: Array.from({ length: 11 }, (_, k) => [stop + (2 * k - 0.2) * delay, stop + (2 * k + 0.2) * delay] as const),
    };
    return { error: largestDeviation(curve), curves: [curve], notes: [`${friction.elements} elements, as the program chooses`] };
  },
};

/** Amplitude at a frequency, by least squares with a straight line under it. */
function amplitude(t: ArrayLike<number>, y: ArrayLike<number>, frequency: number): Complex {
  const turn = 2 * Math.PI * frequency;
  const rows = Array.from(t, (time) => [Math.cos(turn * time), Math.sin(turn * time), 1, time - (t[0] as number)]);
  const fit = solve(new Matrix(rows), Matrix.columnVector(Array.from(y)), true);
  return complex(fit.get(0, 0), -fit.get(1, 0));
}

const pump: ValidationCase = {
  name: 'pump-ripple',
  group: 'Circuits',
  title: 'Ripple of a pump in its pressure line: amplitude at the pump, at the gauge and at the load',
  against: 'analytic: four-poles with N = I₀/I₂ at 225 Hz',
  measure: 'largest deviation of the three complex amplitudes, of the largest',
  tolerance: 5e-4,
  reason:
    'the program divides lines for 1 % of a wave a passage, less where friction is small; with laminar friction it would be 0.019, with none 0.020',
  run: async (bench) => {
    const circuit = await bench.circuit('pump-ripple');
    const [frequency, step] = [225, 1e-5];
    const places = ['pump.out.p', 'gauge.p', 'load.in.p'];
    const results = await byLines(circuit, { step, every: step });
    const exact = ripple(
      ['near', 'far'].map((name) => {
        const { impedance, delay } = waveOf(circuit, name);
        return { impedance, delay, resistance: resistanceRatio(16.2e-6, 0.005, delay) };
      }),
      1e5 / (0.15e-3 / 60),
      0.3e-3 / 60,
      frequency,
    );
    // The last nine periods, 40 ms; q sin ωt is the imaginary part of q e^(jωt). Pressures at ports are of the middle of the step.
    const ours = places.map((name) => {
      const { t, y } = stepsOf(results, name);
      const middles = t.map((time) => time - step / 2);
      return amplitude(middles.subarray(t.length - 4000), y.subarray(t.length - 4000), frequency);
    });
    const reference = exact.map(({ re, im }) => complex(im, -re));
    const largest = Math.max(...reference.map(magnitude));
    const curve: Curve = {
      name: 'amplitude',
      unit: 'Pa',
      x: [0, 0.45, 1.15],
      ours: ours.map(magnitude),
      reference: reference.map(magnitude),
      abscissa: { name: 'distance from the pump', unit: 'm' },
    };
    return { error: largestOf(ours.map((one, k) => magnitude(subtract(one, reference[k] as Complex)) / largest)), curves: [curve] };
  },
};

export const waterHammerCases: readonly ValidationCase[] = [closure, branch, holmboe, pump];
