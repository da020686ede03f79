/**
 * Lossless wave lines against d'Alembert's solution: waves that travel unchanged, and what ends, junctions and orifices make of them. Fixed steps of
 * which the delay is a multiple, so that nothing is interpolated and only rounding is left; at fractions, the order of the interpolation.
 */
import { type CircuitBuilder, circuit } from '#ringmain/circuit/builder.js';
import type { LineResults } from '#ringmain/run/types.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation, largestOf, observedOrders } from '../measures.js';
import { byLines, stepsOf } from '../runs.js';

const impedance = 2.5e9;
const delay = 1e-3;
const flow = 1e-3;
/** Joukowsky's rise Z q, Pa. */
const jump = impedance * flow;
const wave = { model: 'wave', impedance: `${impedance} Pa s/m3`, delay: `${delay} s` };

/** Every step a row; nothing cavitates. */
async function run(builder: CircuitBuilder, step: number, end: number): Promise<LineResults> {
  return byLines(
    builder
      .fluid({ vapourPressure: '-1000 bar' })
      .run({ end: `${end} s`, step: `${step} s` })
      .record({ every: `${step} s`, signals: ['*'] })
      .build(),
  );
}

/** A recorded quantity against a law of the number of the step, 0, 1, …; in steps, so that no rounded time decides on a side of a front. */
function against(results: LineResults, quantity: string, name: string, law: (n: number) => number): Curve {
  const { t, y } = stepsOf(results, quantity);
  return { name, unit: 'Pa', x: t, ours: y, reference: Float64Array.from(y, (_, n) => law(n)) };
}

const given = (name: string): CircuitBuilder => circuit(name).component('given', 'flowSource', { flow: `${flow} m3/s` });

const joukowsky: ValidationCase = {
  name: 'water-hammer-frictionless',
  group: 'Waves',
  title: 'A flow stopped at once at the end of a lossless line; it rings for ten periods; T/Δ = 1, 2, 7, 10',
  against: 'analytic: Joukowsky 1898, ±Zq for 2T each',
  measure: 'largest deviation, of the Joukowsky rise',
  tolerance: 4e-13,
  reason: '40 passages of the line, each rounding a pressure of eight times the rise to 1e-16',
  run: async () => {
    const start = 8 * jump;
    const curves: Curve[] = [];
    for (const steps of [1, 2, 7, 10]) {
      const pipe = circuit('pipe')
        .component('source', 'pressureSource', { pressure: `${start} Pa` })
        .component('taken', 'flowSource', { flow: `-${flow} m3/s` })
        .line('pipe', 'source', 'taken', wave)
        .initialPressure(`${start} Pa`);
      const results = await run(pipe, delay / steps, 40 * delay);
      const law = (n: number): number => start + (Math.floor(n / (2 * steps)) % 2 === 0 ? -jump : jump);
      curves.push(against(results, 'taken.out.p', `pressure at the valve, T/Δ = ${steps}`, law));
    }
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, jump))), curves };
  },
};

const closedEnd: ValidationCase = {
  name: 'reflection-closed-end',
  group: 'Waves',
  title: 'A flow that sets in at one end of a lossless line; the other end is closed; T/Δ = 1, 2, 7, 10',
  against: "analytic: d'Alembert, nothing before T, then 2Zq more every 2T",
  measure: 'largest deviation, of the Joukowsky rise',
  tolerance: 0,
  reason: 'sums of whole multiples of Zq: no rounding, and a front a step early or late is 2 off',
  run: async () => {
    const curves: Curve[] = [];
    for (const steps of [1, 2, 7, 10]) {
      const pipe = given('pipe')
        .component('end', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
        .component('tank', 'tank')
        .line('pipe', 'given', 'end.in', wave)
        .direct('end.out', 'tank');
      const results = await run(pipe, delay / steps, 7 * delay);
      const law = (n: number): number => 2 * jump * Math.floor((n + steps) / (2 * steps));
      curves.push(against(results, 'end.in.p', `pressure at the closed end, T/Δ = ${steps}`, law));
    }
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, jump))), curves };
  },
};

/** A front that meets `lines - 1` further lines: p = Zq · 2Y₁/ΣY passes on, p - Zq comes back. */
function reflection(name: string, title: string, counts: readonly number[]): ValidationCase {
  return {
    name,
    group: 'Waves',
    title,
    against: 'analytic: Wylie & Streeter 1993, transmission 2Y₁/ΣY',
    measure: 'largest deviation, of the Joukowsky rise',
    tolerance: 1e-14,
    reason: 'rounding of a sum of five admittances; a wrong sign of the echo is 0.3 or more off',
    run: async () => {
      const curves: Curve[] = [];
      for (const lines of counts) {
        const impedances = [1, 0.4, 3, 1.7, 0.9].slice(0, lines).map((ratio) => ratio * impedance);
        const tree = given('tree').component('n', 'junction');
        impedances.forEach((z, k) => {
          if (k > 0) tree.component(`t${k}`, 'tank');
          // The others are longer, so that their echoes come later.
          tree.line(`l${k}`, k === 0 ? 'given' : 'n', k === 0 ? 'n' : `t${k}`, {
            model: 'wave',
            impedance: `${z} Pa s/m3`,
            delay: `${k === 0 ? delay : 3 * delay} s`,
          });
        });
        const results = await run(tree, delay / 5, 4 * delay);
        const passed = (jump * 2) / (impedance * impedances.reduce((sum, z) => sum + 1 / z, 0));
        curves.push(
          against(results, 'n.p', `at the junction of ${lines} lines`, (n) => (n < 5 ? 0 : passed + (n < 15 ? 0 : echoOf(passed)))),
        );
        // The source of flow is a closed end: the echo counts twice.
        curves.push(against(results, 'given.out.p', `at the source, ${lines} lines`, (n) => (n < 10 ? jump : jump + 2 * (passed - jump))));
      }
      return { error: largestOf(curves.map((curve) => largestDeviation(curve, jump))), curves };
    },
  };
}

/** What the first echo p - Zq, sent back by the source of flow, adds at the junction. */
const echoOf = (passed: number): number => ((passed - jump) * passed) / jump;

const orifice: ValidationCase = {
  name: 'reflection-orifice',
  group: 'Waves',
  title: 'A front meets an orifice to tank at the end of a lossless line',
  against: 'analytic: p = 2Zq - ZQ, Q = Cd A √(2p/ρ)',
  measure: 'largest deviation, of the Joukowsky rise',
  tolerance: 1e-14,
  reason: 'rounding of a closed form',
  run: async () => {
    const area = 2e-5;
    const line = given('orifice')
      .component('o', 'orifice', { area: `${area} m2` })
      .component('t', 'tank')
      .line('l', 'given', 'o.in', wave)
      .direct('o.out', 't');
    const results = await run(line, delay / 5, 3 * delay);
    const k = 0.62 * area * Math.sqrt(2 / 870);
    const half = (impedance * k) / 2;
    const root = -half + Math.sqrt(half * half + 2 * jump);
    const curves = [
      against(results, 'o.in.p', 'at the orifice', (n) => (n < 5 ? 0 : root * root)),
      against(results, 'given.out.p', 'at the source', (n) => (n < 10 ? jump : jump + 2 * (root * root - jump))),
    ];
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, jump))), curves };
  },
};

const matched: ValidationCase = {
  name: 'reflection-none',
  group: 'Waves',
  title: 'A lossless line that ends in a laminar restrictor of conductance 1/Z',
  against: 'analytic: no reflection, Zq at both ends from the front on',
  measure: 'largest deviation, of the Joukowsky rise',
  tolerance: 1e-13,
  reason: 'ten passages with rounding of 1e-16; the conductance is rounded too',
  run: async () => {
    const line = given('matched')
      .component('r', 'laminarRestrictor', { conductance: `${1 / impedance} m3/s/Pa` })
      .component('t', 'tank')
      .line('l', 'given', 'r.in', wave)
      .direct('r.out', 't');
    const results = await run(line, delay / 5, 10 * delay);
    const curves = [
      against(results, 'given.out.p', 'at the source', () => jump),
      against(results, 'r.in.p', 'at the restrictor', (n) => (n < 5 ? 0 : jump)),
    ];
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, jump))), curves };
  },
};

/** Errors of one passage of a smooth rise to a closed end over the step; T/Δ a whole number less f. */
const interpolation: ValidationCase = {
  name: 'wave-interpolation-order',
  group: 'Waves',
  title: 'A smooth rise of flow through a lossless line, T/Δ from 10.5 to 87.75: error of what is read between two steps of a history',
  against: "analytic: d'Alembert, the rise itself T later, doubled",
  measure: 'largest |observed order - 2|',
  tolerance: 0.1,
  reason: 'linear interpolation is of order 2; at the coarsest step the next term is 5 % of the error',
  run: async () => {
    const found: { readonly curve: Curve; readonly orders: readonly number[]; readonly coarsest: Curve }[] = [];
    for (const fraction of [0.5, 0.25]) {
      const counts = [11, 22, 44, 88].map((count) => count - fraction);
      const curves: Curve[] = [];
      for (const count of counts) curves.push(await passage(count));
      const errors = curves.map((curve) => largestDeviation(curve, 2 * jump));
      const steps = counts.map((count) => delay / count);
      const curvature = 0.5 * (Math.PI / (4 * delay)) ** 2;
      const curve: Curve = {
        name: `largest error, of the rise; the reference is ½ f (1-f) Δ² w″, f = ${fraction}`,
        unit: '1',
        x: steps,
        ours: errors,
        reference: steps.map((step) => 0.5 * fraction * (1 - fraction) * step * step * curvature),
        abscissa: { name: 'step', unit: 's' },
        logarithmic: true,
      };
      found.push({ curve, orders: observedOrders(steps, errors), coarsest: curves[0] as Curve });
    }
    return {
      error: largestOf(found.flatMap(({ orders }) => orders.map((order) => Math.abs(order - 2)))),
      curves: found.flatMap(({ curve, coarsest }) => [curve, coarsest]),
      notes: [`orders ${found.flatMap(({ orders }) => orders.map((order) => order.toFixed(3))).join(', ')}`],
    };
  },
};

async function passage(stepsToDelay: number): Promise<Curve> {
  const step = delay / stepsToDelay;
  const rise = (t: number): number => (t <= 0 ? 0 : t >= 4 * delay ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * t) / (4 * delay)));
  const pipe = circuit('pipe')
    .definition('rise', {
      ports: { out: 'hydraulic' },
      equations: `out.q = ${flow} * if(time > ${4 * delay}, 1, 0.5 - 0.5*cos(pi * time / ${4 * delay}))`,
    })
    .component('given', 'rise')
    .component('end', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
    .component('tank', 'tank')
    .line('pipe', 'given', 'end.in', wave)
    .direct('end.out', 'tank');
  // The flow of step n is that of its middle, t = (n + ½) Δ; the first echo is at the closed end after 3T.
  const results = await run(pipe, step, (Math.floor(3 * stepsToDelay) - 2) * step);
  return against(results, 'end.in.p', `at the closed end, T/Δ = ${stepsToDelay}`, (n) => 2 * jump * rise((n + 0.5) * step - delay));
}

export const losslessCases: readonly ValidationCase[] = [
  joukowsky,
  closedEnd,
  reflection('reflection-area-change', 'A front meets a line of 0.4 times the impedance', [2]),
  reflection('reflection-junction', 'A front meets junctions with two, three and four further lines', [3, 4, 5]),
  orifice,
  matched,
  interpolation,
];
