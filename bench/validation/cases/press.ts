/** The hydraulic press: its speed while it sinks and how far it presses, by hand. */
import type { Curve, ValidationCase } from '../case.js';
import { largestRelative } from '../measures.js';
import { byLines } from '../runs.js';

const bar = 1e5;
const litresPerMinute = 1e-3 / 60;
const piston = (Math.PI * 0.25 ** 2) / 4;
const ring = piston - (Math.PI * 0.2 ** 2) / 4;
const weight = 2000 * 9.81;

/**
 * Weight against throttling and friction: m g = A₁ |p₁| + A₂ p₂ + c v, with p₁ = -A₁ v/G behind the prefill valve and p₂ = Δp_N (A₂ v/Q_N)² before the 2/2 valve:
 * a quadratic in v.
 */
function sinkingSpeed(): number {
  const [gradient, friction] = [(1000 * litresPerMinute) / bar, 20e3];
  const square = ring * 11.1 * bar * (ring / (106 * litresPerMinute)) ** 2;
  const linear = piston ** 2 / gradient + friction;
  return (2 * weight) / (linear + Math.sqrt(linear ** 2 + 4 * square * weight));
}

const press: ValidationCase = {
  name: 'press',
  group: 'Circuits',
  title: 'Hydraulic press: speed of sinking through prefill and 2/2 valve, deflection of the workpiece under full pressure',
  against: 'analytic: equilibrium of weight, throttling, spring and pressures, by hand',
  measure: 'larger deviation of the two, relative',
  tolerance: 3e-4,
  reason: 'the last of the pressing force comes slowly; a wrong area or sign is a tenth or more',
  run: async (bench) => {
    const results = await byLines(await bench.circuit('press'), { until: 9 });
    const at = (name: string, time: number): number => {
      const { t, y } = results.series(name);
      return y[t.findIndex((one) => one >= time)] as number;
    };
    // 60 l/min through the relief valve are 1 bar above its 210; the rod side stays at the holding valve's 20 bar.
    const force = 211 * bar * piston - 20 * bar * ring + weight;
    const curve: Curve = {
      name: 'speed of sinking [m/s], deflection [cm]',
      unit: '1',
      x: [1, 2],
      ours: [at('ram.v', 2), 100 * (at('ram.x', 8.98) - 0.4)],
      reference: [sinkingSpeed(), (100 * force) / 50e6],
      abscissa: { name: 'quantity', unit: '1' },
    };
    return { error: largestRelative(curve), curves: [curve] };
  },
};

export const pressCases: readonly ValidationCase[] = [press];
