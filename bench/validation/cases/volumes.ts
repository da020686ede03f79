/** Capacitive lines, the default, against volumes whose filling and emptying can be solved by hand. */
import { circuit } from '#ringmain/circuit/builder.js';
import type { Curve, ValidationCase } from '../case.js';
import { closedEnd } from '../closedEnd.js';
import { largestDeviation, largestOf, largestRelative, observedOrders, rangeOf } from '../measures.js';
import { byBoth, byLines, byOde, stepsOf } from '../runs.js';

const flow = 10 / 60_000;
const conductance = 1 / 60_000 / 1e5;
const capacitance = 4895e-6 / 8900e5;
/** Pressure of a volume that a flow fills and a laminar restrictor empties, Pa; Q/K = 10 bar, C/K = 33 ms. */
const charged = (t: number): number => (flow / conductance) * (1 - Math.exp((-t * conductance) / capacitance));

const burton = 'analytic: Burton 1994, appendix 1, Q/K (1 - exp(-t K/C))';

const rcVolume: ValidationCase = {
  name: 'rc-volume',
  group: 'Capacitive lines',
  title: 'circuits/rc-volume.yaml with its own settings, and as an ODE: a volume filled by a flow, emptied by a restrictor',
  against: burton,
  measure: 'largest deviation, of 10 bar',
  tolerance: 3e-4,
  reason: 'order 2: 0.6 (Δ/τ)² at 1/e, 2e-4 at the steps of up to 1 ms that the file allows',
  run: async ({ circuit: named }) => {
    const built = await named('rc-volume');
    const curves = [await byLines(built), await byOde(built)].map((results, k): Curve => {
      const { t, y } = results.series('line.p');
      return { name: k === 0 ? 'pressure by TLM' : 'pressure as an ODE', unit: 'Pa', x: t, ours: y, reference: t.map(charged) };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, 10e5))), curves };
  },
};

/**
 * Errors of the line's pressure at fixed steps, that halve. The line's impedance at the loaded end, the other one having a constant flow, is
 * 1/(sC) (1 + κ (sΔ)²) with κ = 1/12 + ½ α/(1-α) + ¼/(1-α)²: the restrictor empties it slower by κ (Δ/τ)², which is most of a pressure at t = τ.
 */
function order(name: string, filter: number): ValidationCase {
  const [expected, steps] = [2, [1e-3, 5e-4, 2.5e-4, 1.25e-4]];
  const kappa = 1 / 12 + (0.5 * filter) / (1 - filter) + 0.25 / (1 - filter) ** 2;
  const leading = (step: number): number => kappa * (step / tau) ** 2 * Math.exp(-1) * 10e5;
  return {
    name,
    group: 'Capacitive lines',
    title: `The same at fixed steps that halve, ${filter === 0 ? 'without' : 'with'} the low-pass filter of the line, α = ${filter}`,
    against: burton,
    measure: `largest |observed order - ${expected}|`,
    tolerance: 0.1,
    reason: 'the steps at which the second term of the error is below a tenth of the first',
    run: async () => {
      const curves: Curve[] = [];
      for (const step of steps) curves.push(await filled(filter, step));
      const errors = curves.map((curve) => largestDeviation(curve));
      const orders = observedOrders(steps, errors);
      const line: Curve = {
        name: 'largest error of the pressure',
        unit: 'Pa',
        x: steps,
        ours: errors,
        reference: steps.map(leading),
        abscissa: { name: 'step', unit: 's' },
        logarithmic: true,
      };
      return {
        error: largestOf(orders.map((one) => Math.abs(one - expected))),
        curves: [line, ...curves.slice(0, 1)],
        notes: [`orders ${orders.map((one) => one.toFixed(3)).join(', ')}; the reference of the errors is the leading term, by hand`],
      };
    },
  };
}

async function filled(filter: number, step: number): Promise<Curve> {
  const built = circuit('rc')
    .fluid({ bulkModulus: '8900 bar', density: '890 kg/m3' })
    .component('source', 'flowSource', { flow: '10 l/min' })
    .component('restrictor', 'laminarRestrictor', { conductance: '1 l/min/bar' })
    .component('tank', 'tank')
    .line('line', 'source', 'restrictor.in', { volume: '4895 cm3', filter })
    .direct('restrictor.out', 'tank')
    .run({ end: '100 ms', step: `${step} s` })
    .record({ every: '10 ms', signals: ['line.p'] })
    .build();
  const { t, y } = stepsOf(await byLines(built), 'line.p');
  return { name: `pressure, Δ = ${step} s, α = ${filter}`, unit: 'Pa', x: t, ours: y, reference: t.map(charged) };
}

const tau = capacitance / conductance;

const constantFlow: ValidationCase = {
  name: 'capacitive-line-constant-flow',
  group: 'Capacitive lines',
  title: 'A constant flow into a closed line, while events elsewhere make the steps vary by more than a hundredfold',
  against: 'analytic: p = q t B/V, whatever the steps are',
  measure: 'largest relative deviation',
  tolerance: 1e-13,
  reason: 'a sum of as many terms as there are steps, each rounded to 1e-16; an impedance that is not compensated is 1e-3 off',
  run: async () => {
    const built = closedEnd(circuit('closed'), 'end')
      .component('source', 'flowSource', { flow: '10 l/min' })
      .component('u', 'dutyCycle', {
        points: [
          ['0 s', 0],
          ['1.234 ms', 1],
          ['1.235 ms', 0],
          ['7.77 ms', 2],
        ],
      })
      .component('s', 'sampleAndHold', { period: '0.7 ms' })
      .signal('u.output', 's.input')
      .fluid({ bulkModulus: '1.6e9 Pa' })
      .line('L', 'source', 'end.in', { volume: '1 l' })
      .run({ end: '20 ms' })
      .record({ every: '1 us', signals: ['L.p'] })
      .build();
    const results = await byLines(built, { pressureError: 1e6 });
    const { t, y } = stepsOf(results, 'L.p');
    const ratio = results.account.steps.largest / results.account.steps.smallest;
    if (ratio < 100) throw new Error(`steps vary by ${ratio} only: nothing is put to the test`);
    const curve: Curve = { name: 'pressure', unit: 'Pa', x: t, ours: y, reference: t.map((time) => (flow * time * 1.6e9) / 1e-3) };
    return { error: largestRelative(curve), curves: [curve] };
  },
};

const discharge: ValidationCase = {
  name: 'volume-orifice-discharge',
  group: 'Capacitive lines',
  title: 'A litre of oil at 100 bar let out through an orifice of 2 mm², to a hundredth of the pressure',
  against: 'analytic: d√p/dt = -Cd A √(2/ρ) B/2V',
  measure: 'largest deviation, of 100 bar',
  tolerance: 1e-6,
  reason: 'order 2 at Δ = 20 µs, of a fall in 60 ms: (Δ/60 ms)² = 1.1e-7; the orifice is solved exactly; the ODE is asked for 1e-8',
  run: async () => {
    const built = circuit('discharge')
      .fluid({ bulkModulus: '1.6e9 Pa', density: '870 kg/m3' })
      .component('end', 'blockedEnd')
      .component('o', 'orifice', { area: '2 mm2' })
      .component('t', 'tank')
      .line('V', 'end', 'o.in', { volume: '1 l' })
      .direct('o.out', 't')
      .initialPressure('100 bar')
      .run({ end: '60 ms', step: '20 us' })
      .record({ every: '0.5 ms', signals: ['V.p'] })
      .build();
    const fall = (0.62 * 2e-6 * Math.sqrt(2 / 870) * 1.6e9) / 2e-3;
    const curves = (await byBoth(built)).map(([name, results]): Curve => {
      const { t, y } = results.series('V.p');
      return { name: `pressure ${name}`, unit: 'Pa', x: t, ours: y, reference: t.map((time) => (Math.sqrt(100e5) - fall * time) ** 2) };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, 100e5))), curves };
  },
};

const resonance: ValidationCase = {
  name: 'pipe-inertance-resonance',
  group: 'Capacitive lines',
  title: 'Two volumes of 0.1 and 0.3 l joined by 3 m of pipe without friction, 20 bar apart',
  against: 'analytic: Q = Δp/(ω I) sin ωt, ω² = (A/ρL)(B/V₁ + B/V₂)',
  measure: 'largest deviation over 30 ms, of the amplitude',
  tolerance: 5e-5,
  reason: 'the phase after 20 radian at Δ = 2 µs: capacitive lines add the inertia Δ²/C, 2e-6 of that of the pipe',
  run: async () => {
    const built = closedEnd(circuit('swing'), 'right')
      .fluid({ density: '870 kg/m3', viscosity: '1e-6 cSt', bulkModulus: '1.2e9 Pa', vapourPressure: '-1 bar' })
      .component('left', 'blockedEnd')
      .component('pipe', 'pipeInertance', { length: '3 m', diameter: '10 mm' })
      .line('V1', 'left', 'pipe.in', { volume: '0.1 l', initialPressure: '60 bar' })
      .line('V2', 'pipe.out', 'right.in', { volume: '0.3 l', initialPressure: '40 bar' })
      .run({ end: '30 ms', step: '2 us' })
      .record({ every: '50 us', signals: ['pipe.flow'] })
      .build();
    const inertance = (870 * 3) / ((Math.PI / 4) * 0.01 ** 2);
    const omega = Math.sqrt((1.2e9 / 1e-4 + 1.2e9 / 3e-4) / inertance);
    const curves = (await byBoth(built)).map(([name, results]): Curve => {
      const { t, y } = results.series('pipe.flow');
      return {
        name: `flow ${name}`,
        unit: 'm3/s',
        x: t,
        ours: y,
        reference: t.map((time) => (20e5 / (omega * inertance)) * Math.sin(omega * time)),
      };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, rangeOf(curve.reference) / 2))), curves };
  },
};

export const volumeCases: readonly ValidationCase[] = [
  rcVolume,
  order('rc-volume-order', 0),
  order('rc-volume-order-filtered', 0.2),
  constantFlow,
  discharge,
  resonance,
];
