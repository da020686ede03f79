/** Wave lines with friction against the exact line in the frequency domain, brought into time by numerical inverse Laplace transform. */
import { circuit } from '#ringmain/circuit/builder.js';
import type { Circuit, LineFriction, WaveLine } from '#ringmain/circuit/circuit.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation, rmsDeviation } from '../measures.js';
import { waterHammer } from '../oracles/laplace.js';
import { byLines, stepsOf } from '../runs.js';

const radius = 0.01;
const delay = 1e-3;
const flow = 1e-4;
const stepsToDelay = 100;

interface Setting {
  readonly friction: 'laminar' | 'unsteady';
  /** R/Z, chosen by the viscosity */
  readonly ratio: number;
  /** T */
  readonly delays: number;
  /** Rows of the comparison a delay. */
  readonly rows: number;
  /** Around every front this much does not count, T. */
  readonly around: number;
}

/** A flow that sets in at t = 0 at the end of a line with a constant pressure at the other: a valve that closes, but for steady flow before. */
function closure({ friction, ratio, delays, rows }: Setting): Circuit {
  return circuit('closure')
    .component('s', 'pressureSource', { pressure: '100 bar' })
    .component('v', 'flowSource', { flow: `${flow} m3/s` })
    .line('pipe', 's', 'v', { model: 'wave', length: '1 m', diameter: `${2 * radius} m`, friction })
    .fluid({
      density: '1000 kg/m3',
      bulkModulus: '1e9 Pa',
      viscosity: `${(ratio * radius ** 2) / (8 * delay)} m2/s`,
      vapourPressure: '-1000 bar',
    })
    .initialPressure('100 bar')
    .run({ end: `${delays * delay} s`, step: `${delay / stepsToDelay} s` })
    .record({ every: `${delay / rows} s`, signals: ['v.out.p'] })
    .build();
}

/** Rise at the valve over Joukowsky's, ours and the exact one; and the elements that the program chose. */
async function compared(setting: Setting): Promise<{ readonly curve: Curve; readonly elements: number }> {
  const built = closure(setting);
  const results = await byLines(built);
  const { wave } = built.lines[0] as { wave: WaveLine & { friction: LineFriction } };
  const { impedance, friction } = wave;
  const { t, y } = stepsOf(results, 'v.out.p');
  // The pressure of a step is that of its middle.
  const times = Float64Array.from(t, (time) => time - delay / stepsToDelay / 2);
  const law = setting.friction === 'unsteady' ? 'dependent' : 'distributed';
  const fronts = Array.from({ length: setting.delays / 2 + 1 }, (_, k) => 2 * k * delay);
  const curve: Curve = {
    name: 'pressure rise at the valve, of Zq',
    unit: '1',
    x: times,
    ours: y.map((p) => (p - 100e5) / (impedance * flow)),
    reference: waterHammer({ impedance, delay, resistance: friction.resistance, law, times: [...times] }),
    aside: fronts.map((front) => [front - setting.around * delay, front + setting.around * delay] as const),
  };
  return { curve, elements: friction.elements };
}

function laminar(ratio: number, tolerance: number, reason: string): ValidationCase {
  return {
    name: `laminar-closure-${ratio}`,
    group: 'Waves',
    title: `Valve closure, laminar friction along the line, R/Z = ${ratio}, four periods`,
    against: 'analytic: exact line, N(s) = 1 + R/(ZTs), inverse Laplace',
    measure: 'largest deviation outside ±0.03 T of fronts, of Zq',
    tolerance,
    reason,
    run: async () => {
      const { curve, elements } = await compared({ friction: 'laminar', ratio, delays: 8, rows: 100, around: 0.03 });
      return { error: largestDeviation(curve), curves: [curve], notes: [`${elements} elements, as the program chooses`] };
    },
  };
}

/** Line of Holmboe & Rouleau: L = 36.09 m, D = 25.4 mm, ν = 39.67 cSt, c = 1324.4 m/s give R/Z = 8νT/r² = 0.0536. */
const holmboeRatio = (8 * 39.67e-6 * (36.09 / 1324.4)) / 0.0127 ** 2;

let held: ReturnType<typeof compared> | null = null;
/** Ten periods; both cases look at the same run. */
function holmboe(): ReturnType<typeof compared> {
  held ??= compared({ friction: 'unsteady', ratio: holmboeRatio, delays: 40, rows: 20, around: 0.2 });
  return held;
}

const unsteady = {
  group: 'Waves',
  against: 'analytic: exact line, N = I₀/I₂ (Zielke 1968), inverse Laplace',
} as const;

export const frictionCases: readonly ValidationCase[] = [
  laminar(
    0.01,
    1e-5,
    'one element is off by about 0.054 (R/Z)³ of the step, 5e-8; a step of T/100 and its middle, (Δ/T)² R/Z/10, add the rest',
  ),
  laminar(0.37, 0.003, 'one element is off by about 0.054 (R/Z)³ = 0.0027 of the step; 0.01 is what the program divides lines for'),
  {
    ...unsteady,
    name: 'holmboe-rouleau-largest',
    title: 'Valve closure in the line of Holmboe & Rouleau 1967 with unsteady laminar friction, ten periods',
    measure: 'largest deviation outside ±0.2 T of fronts, of Zq',
    tolerance: 0.015,
    reason: 'half more than the 0.01 that the program divides the line for; quasi-steady friction is 0.2 off',
    run: async () => {
      const { curve, elements } = await holmboe();
      return { error: largestDeviation(curve), curves: [curve], notes: [`${elements} elements, as the program chooses`] };
    },
  },
  {
    ...unsteady,
    name: 'holmboe-rouleau-rms',
    title: 'The same, over all times, fronts included',
    measure: 'root mean square deviation, of Zq',
    tolerance: 0.006,
    reason: 'a step of T/100 has one value where the exact front rises within it',
    run: async () => {
      const { curve } = await holmboe();
      const whole = { ...curve, aside: [] };
      return { error: rmsDeviation(whole), curves: [whole] };
    },
  },
];
