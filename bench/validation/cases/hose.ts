/** Hoses, whose walls creep, against the answer of their elements to a constant flow, and against the same circuit as an ODE. */
import { circuit } from '#ringmain/circuit/builder.js';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import type { RawQuantity } from '#ringmain/circuit/file/raw.js';
import type { Curve, ValidationCase } from '../case.js';
import { closedEnd } from '../closedEnd.js';
import { largestDeviation, largestOf, observedOrders } from '../measures.js';
import { byBoth, byLines, byOde, stepsOf } from '../runs.js';

const [length, diameter, thickness] = [10, 20e-3, 5e-3];
const volume = (Math.PI / 4) * diameter ** 2 * length;
const flow = 10 / 60_000;
/** Strain of the volume by a pressure, of a wall of modulus E: d/(E e), 1/Pa. */
const strain = (modulus: number): number => diameter / (modulus * thickness);
/** 1/B of oil and elastic wall; shares and times of two elements. */
const elastic = 1 / 1.6e9 + strain(500e6);
const [c1, t1] = [strain(300e6), 10e-3];
const [c2, t2] = [strain(1e9), 100e-3];
const data = {
  length: `${length} m`,
  diameter: `${diameter} m`,
  model: 'hose',
  wallThickness: `${thickness} m`,
  wallModulus: '500 MPa',
  creep: [
    { modulus: '300 MPa', retardationTime: '10 ms' },
    { modulus: '1 GPa', retardationTime: '100 ms' },
  ],
} as const;

/**
 * Pressure that a flow makes in a closed hose, Pa: P(s) = q/V M/(s² N) with M = (1 + τ₁s)(1 + τ₂s), N = M/B + c₁(1 + τ₂s) + c₂(1 + τ₁s), by the residues
 * at 0 and at the two roots of N.
 */
export function filled(t: number): number {
  const n = [elastic + c1 + c2, elastic * (t1 + t2) + c1 * t2 + c2 * t1, elastic * t1 * t2] as const;
  const root = Math.sqrt(n[1] * n[1] - 4 * n[0] * n[2]);
  const own = [-1, 1].map((sign) => {
    const s = (-n[1] + sign * root) / (2 * n[2]);
    return (((1 + t1 * s) * (1 + t2 * s)) / (s * s * (n[1] + 2 * n[2] * s))) * Math.exp(s * t);
  });
  const steady = t / n[0] + ((t1 + t2) * n[0] - n[1]) / (n[0] * n[0]);
  return (flow / volume) * own.reduce((sum, one) => sum + one, steady);
}

const against = 'analytic: Kelvin-Voigt elements in series with a spring (Laplace transform, residues)';
const end = 0.2;

function filledHose(run: Readonly<Record<string, RawQuantity>>): Circuit {
  return closedEnd(circuit('filled-hose').fluid({ bulkModulus: '16000 bar', density: '890 kg/m3' }), 'gate')
    .component('pump', 'flowSource', { flow: '10 l/min' })
    .line('hose', 'pump', 'gate.in', data)
    .run({ end: `${end} s`, ...run })
    .record({ every: '2 ms', signals: ['hose.p'] })
    .build();
}

const constantFlow: ValidationCase = {
  name: 'hose-constant-flow',
  group: 'Capacitive lines',
  title: 'A constant flow into a closed hose with two elements of 10 and 100 ms, at variable steps of up to 1 ms and as an ODE',
  against,
  measure: 'largest deviation, of the pressure at the end',
  tolerance: 1e-4,
  reason:
    'order 2: 1/12 (Δ/τ)² of what the faster element takes, 4e-4 of it at 1 ms; without creep the pressure would be three times as high',
  run: async () => {
    const built = filledHose({ maximumStep: '1 ms' });
    const curves = [await byLines(built), await byOde(built, { relativeTolerance: 1e-10 })].map((results, k): Curve => {
      const { t, y } = results.series('hose.p');
      return { name: k === 0 ? 'pressure by TLM' : 'pressure as an ODE', unit: 'Pa', x: t, ours: y, reference: t.map(filled) };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, filled(end)))), curves };
  },
};

const steps = [2e-3, 1e-3, 5e-4, 2.5e-4];

const order: ValidationCase = {
  name: 'hose-order',
  group: 'Capacitive lines',
  title: 'The same at fixed steps that halve, from a fifth of the shorter time on',
  against,
  measure: 'largest |observed order - 2|',
  tolerance: 0.1,
  reason: 'the wall sees the mean pressure of a step: order 1, as of a wall that sees the pressure before it, would be 1 off',
  run: async () => {
    const curves: Curve[] = [];
    for (const step of steps) {
      const { t, y } = stepsOf(await byLines(filledHose({ step: `${step} s` })), 'hose.p');
      curves.push({ name: `pressure, Δ = ${step} s`, unit: 'Pa', x: t, ours: y, reference: t.map(filled) });
    }
    const errors = curves.map((curve) => largestDeviation(curve));
    const orders = observedOrders(steps, errors);
    return {
      error: largestOf(orders.map((one) => Math.abs(one - 2))),
      curves: curves.slice(0, 1),
      notes: [`orders ${orders.map((one) => one.toFixed(3)).join(', ')}; errors ${errors.map((one) => one.toPrecision(3)).join(', ')} Pa`],
    };
  },
};

const cylinder: ValidationCase = {
  name: 'hose-cylinder',
  group: 'Capacitive lines',
  title: 'A pressure behind a restrictor fills a hose, which lifts a load; the cylinder lends its chamber to the hose',
  against: 'own: the same circuit as an ODE',
  measure: 'largest deviation of pressure and way, of their range',
  tolerance: 5e-4,
  reason: 'a pressure error of 0.01 bar at steps of up to 1 ms leaves 1e-4',
  run: async () => {
    const built = circuit('hose-cylinder')
      .fluid({ bulkModulus: '16000 bar', density: '890 kg/m3' })
      .component('source', 'pressureSource', { pressure: '100 bar' })
      .component('throttle', 'laminarRestrictor', { conductance: '1 l/min/bar' })
      .component('cylinder', 'singleActingCylinder', { bore: '40 mm', stroke: '0.5 m', mass: '800 kg', viscousFriction: '2000 N s/m' })
      .component('weight', 'constant', { value: '7000' })
      .line('feed', 'source', 'throttle.in', { length: '0.5 m', diameter: '20 mm' })
      .line('hose', 'throttle.out', 'cylinder.cap', data)
      .signal('weight', 'cylinder.load')
      .run({ end: '1 s', maximumStep: '1 ms', pressureError: '0.01 bar' })
      .record({ every: '10 ms', grid: 'exact', signals: ['hose.p', 'cylinder.x'] })
      .build();
    const [ours, ode] = (await byBoth(built)).map(([, results]) => results) as [
      Awaited<ReturnType<typeof byLines>>,
      Awaited<ReturnType<typeof byOde>>,
    ];
    const curves = ['hose.p', 'cylinder.x'].map((name): Curve => {
      const { t, y, unit } = ours.series(name);
      return { name, unit, x: t, ours: y, reference: ode.series(name).y };
    });
    const ranges = curves.map(({ reference }) => Math.max(...Array.from(reference)) - Math.min(...Array.from(reference)));
    return { error: largestOf(curves.map((curve, k) => largestDeviation(curve, ranges[k] as number))), curves };
  },
};

export const hoseCases: readonly ValidationCase[] = [constantFlow, order, cylinder];
