/** What a user gets who sets nothing: variable steps at the default pressure error of 0.1 bar, and at a tenth of it, against exact solutions. */
import { type CircuitBuilder, circuit } from '#ringmain/circuit/builder.js';
import type { Curve, ValidationCase } from '../case.js';
import { closedEnd } from '../closedEnd.js';
import { largestDeviation, largestOf } from '../measures.js';
import { byLines } from '../runs.js';

const usual = 1e4;
const pressureErrors = [usual, usual / 10];
const area = (diameter: number): number => (Math.PI / 4) * diameter ** 2;
const fluid = { density: '870 kg/m3', bulkModulus: '1.6e9 Pa', viscosity: '46 cSt', vapourPressure: '-1 bar' };

/** A piston in the middle of its stroke between two shut chambers: Merritt's hydraulic spring, 2 B A²/V. */
const [bore, half] = [50e-3, 0.1];
function shutCylinder(volume: number, mass: number, friction: number): CircuitBuilder {
  return closedEnd(circuit('shut'), 'b')
    .fluid(fluid)
    .initialPressure('100 bar')
    .component('a', 'blockedEnd')
    .component('it', 'actuator', {
      bore: `${bore} m`,
      stroke: `${2 * half} m`,
      initialPosition: `${half} m`,
      mass: `${mass} kg`,
      viscousFriction: `${friction} N s/m`,
    })
    .line('La', 'a', 'it.cap', { volume: `${volume} m3` })
    .line('Lb', 'b.in', 'it.rod', { volume: `${volume} m3` });
}
const stiffness = (volume: number): number => (2 * 1.6e9 * area(bore) ** 2) / (volume + area(bore) * half);

/** Natural frequency and damping ratio of a decaying oscillation about `rest`, from its first turning point to its last. */
function oscillation(t: Float64Array, y: Float64Array, rest: number): { omega: number; zeta: number } {
  const turns: [time: number, size: number][] = [];
  for (let k = 1; k < t.length - 1; k++) {
    const [a, b, c] = [k - 1, k, k + 1].map((i) => (y[i] as number) - rest) as [number, number, number];
    if (b > a !== b >= c) continue;
    // The parabola through three rows, whose steps differ.
    const [before, after] = [(t[k - 1] as number) - (t[k] as number), (t[k + 1] as number) - (t[k] as number)];
    const curvature = ((c - b) / after - (a - b) / before) / (after - before);
    const slope = (a - b) / before - curvature * before;
    turns.push([(t[k] as number) - slope / (2 * curvature), Math.abs(b - slope ** 2 / (4 * curvature))]);
  }
  const [first, last] = [turns[0] as [number, number], turns[turns.length - 1] as [number, number]];
  const decrement = Math.log(first[1] / last[1]) / (turns.length - 1);
  const zeta = decrement / Math.hypot(Math.PI, decrement);
  return { omega: (Math.PI * (turns.length - 1)) / (last[0] - first[0]) / Math.sqrt(1 - zeta ** 2), zeta };
}

const springs = [
  { volume: 0.2e-3, mass: 800, zeta: 0.0125, end: 0.45 },
  { volume: 1e-3, mass: 300, zeta: 0.03, end: 0.3 },
  { volume: 0.5e-3, mass: 50, zeta: 0.05, end: 0.08 },
];

const springCase: ValidationCase = {
  name: 'default-hydraulic-spring',
  group: 'Components',
  title: 'Pistons of 800, 300 and 50 kg between shut chambers, loaded by 10 kN at once: frequency and damping at 0.1 and 0.01 bar',
  against: 'analytic: Merritt 1967, ω² = 2 B A²/V M, ζ = c/2 M ω',
  measure: 'largest error of ζ in parts of 5 % (1 % at 0.01 bar), and of ω in parts of 0.1 % (0.02 %)',
  tolerance: 1,
  reason: 'order 2: a tenth of the pressure error, a tenth of both; with the inertance of the lines left in ω is five times as far off',
  run: async () => {
    const errors: number[] = [];
    const curves: Curve[] = [];
    const notes: string[] = [];
    for (const { volume, mass, zeta, end } of springs) {
      const k = stiffness(volume);
      const omega = Math.sqrt(k / mass);
      const built = shutCylinder(volume, mass, 2 * zeta * mass * omega)
        .component('load', 'step', { startTime: '1 ms', initialValue: 0, finalValue: 10_000 })
        .signal('load', 'it.load')
        .run({ end: `${end} s` })
        .record({ every: '5 us', signals: ['it.x'] })
        .build();
      for (const [n, pressureError] of pressureErrors.entries()) {
        const { t, y } = (await byLines(built, { pressureError })).series('it.x');
        const begun = t.findIndex((time) => time > 0.002);
        const found = oscillation(t.subarray(begun), y.subarray(begun), half - 10_000 / k);
        const off = [found.zeta / zeta - 1, found.omega / omega - 1] as const;
        errors.push(Math.abs(off[0]) / (n === 0 ? 0.05 : 0.01), Math.abs(off[1]) / (n === 0 ? 0.001 : 0.0002));
        notes.push(
          `${(omega / 2 / Math.PI).toFixed(1)} Hz, ζ = ${zeta} at ${pressureError / 1e5} bar: ζ ${(100 * off[0]).toFixed(2)} %, ω ${(100 * off[1]).toFixed(3)} %, ${t.length - 1} steps`,
        );
        const damped = omega * Math.sqrt(1 - zeta ** 2);
        const swing = (s: number): number =>
          s <= 0 ? 0 : 1 - Math.exp(-zeta * omega * s) * (Math.cos(damped * s) + ((zeta * omega) / damped) * Math.sin(damped * s));
        curves.push({
          name: `position, ${mass} kg at ${pressureError / 1e5} bar`,
          unit: 'm',
          x: t,
          ours: y,
          reference: t.map((time) => half - (10_000 / k) * swing(time - 1e-3)),
        });
      }
    }
    return { error: largestOf(errors), curves, notes };
  },
};

const energy: ValidationCase = {
  name: 'default-energy',
  group: 'Capacitive lines',
  title: 'Two volumes joined by a pipe without friction, 20 bar apart: energy left after 100 periods of 110 Hz at 0.1 and 0.01 bar',
  against: 'analytic: all of it',
  measure: 'largest change, in parts of 3 % (0.5 % at 0.01 bar)',
  tolerance: 1,
  reason: 'what a line takes from a slow oscillation is of third order in the step; as printed, nothing is left',
  run: async () => {
    const built = closedEnd(circuit('swing'), 'right')
      .fluid({ density: '870 kg/m3', viscosity: '1e-6 cSt', bulkModulus: '1.2e9 Pa', vapourPressure: '-1 bar' })
      .component('left', 'blockedEnd')
      .component('pipe', 'pipeInertance', { length: '3 m', diameter: '10 mm' })
      .line('V1', 'left', 'pipe.in', { volume: '0.1 l', initialPressure: '60 bar' })
      .line('V2', 'pipe.out', 'right.in', { volume: '0.3 l', initialPressure: '40 bar' })
      .run({ end: '1 s' })
      .record({ every: '50 us', signals: ['pipe.flow', 'V1.p', 'V2.p'] })
      .build();
    const inertance = (870 * 3) / area(10e-3);
    const [c1, c2] = [1e-4 / 1.2e9, 3e-4 / 1.2e9];
    const omega = Math.sqrt((1 / c1 + 1 / c2) / inertance);
    const rest = (60e5 * c1 + 40e5 * c2) / (c1 + c2);
    const curves: Curve[] = [];
    for (const pressureError of pressureErrors) {
      const results = await byLines(built, { pressureError, until: (200 * Math.PI) / omega });
      const [q, p1, p2] = ['pipe.flow', 'V1.p', 'V2.p'].map((name) => results.series(name).y) as [Float64Array, Float64Array, Float64Array];
      const held = q.map((flow, k) => inertance * flow ** 2 + c1 * ((p1[k] as number) - rest) ** 2 + c2 * ((p2[k] as number) - rest) ** 2);
      const part = held.map((now) => now / (held[0] as number));
      curves.push({ name: `energy at ${pressureError / 1e5} bar`, unit: '1', x: results.t, ours: part, reference: part.map(() => 1) });
    }
    const left = curves.map(({ ours }) => ours[ours.length - 1] as number);
    return {
      error: largestOf(left.map((part, k) => Math.abs(part - 1) / (k === 0 ? 0.03 : 0.005))),
      curves,
      notes: [`left: ${left.map((part) => `${(100 * part).toFixed(2)} %`).join(' at 0.1 bar, ')} at 0.01 bar`],
    };
  },
};

const closedCylinder: ValidationCase = {
  name: 'default-closed-cylinder',
  group: 'Components',
  title: 'A shut cylinder under a load that swings by 8 kN at 5 Hz, 200 s at variable steps: the oil of a chamber',
  against: 'analytic: p/B + ln V does not change',
  measure: 'largest change of p/B + ln V',
  tolerance: 1e-12,
  reason: 'rounding of 110 000 steps; 1e-4 in 20 s, and a creep of millimetres, where position and flow are integrated by different rules',
  run: async () => {
    const built = shutCylinder(0.2e-3, 300, 3000)
      .component('load', 'sine', { amplitude: 8000, frequency: '5 Hz' })
      .signal('load', 'it.load')
      .run({ end: '200 s' })
      .record({ every: '0.1 s', signals: ['it.x', 'La.p'] })
      .build();
    const results = await byLines(built);
    const [x, p] = ['it.x', 'La.p'].map((name) => results.series(name).y) as [Float64Array, Float64Array];
    const content = p.map((pressure, k) => pressure / 1.6e9 + Math.log(0.2e-3 + area(bore) * (x[k] as number)));
    const curve: Curve = { name: 'p/B + ln V', unit: '1', x: results.t, ours: content, reference: content.map(() => content[0] as number) };
    return { error: largestDeviation(curve), curves: [curve] };
  },
};

export const defaultCases: readonly ValidationCase[] = [springCase, energy, closedCylinder];
