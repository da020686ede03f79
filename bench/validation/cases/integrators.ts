/**
 * The integrators against problems of the literature: digits of reference solutions (Mazzia, Magherini, Iavernaro, Test Set for Initial Value Problem
 * Solvers, release 2.3, Report 43/2006, University of Bari), and orders on a problem with a closed solution.
 */
import { circuit } from '#ringmain/circuit/builder.js';
import { methods } from '#ringmain/lumped/methods/registry.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestOf, largestRelative, observedOrders } from '../measures.js';
import { byOde } from '../runs.js';

/** Last values of a circuit's quantities by several methods against digits. */
function digits(
  given: Pick<ValidationCase, 'name' | 'title' | 'against' | 'tolerance' | 'reason'>,
  file: string,
  until: number,
  runs: readonly (readonly [solver: string, tolerance: number])[],
  known: Readonly<Record<string, number>>,
  absolute: number,
): ValidationCase {
  return {
    ...given,
    group: 'Integrators',
    measure: 'largest relative deviation of any unknown by any of them',
    run: async (bench) => {
      const built = await bench.circuit(file);
      const names = Object.keys(known);
      const curves: Curve[] = [];
      for (const [solver, relativeTolerance] of runs) {
        const absoluteTolerance = (): number => absolute * relativeTolerance;
        const results = await byOde(built, {
          solver,
          relativeTolerance,
          absoluteTolerance,
          until,
          every: until,
          record: names,
          minimumStep: 1e-16,
        });
        curves.push({
          name: `${solver} at ${relativeTolerance}, unknowns at the end`,
          unit: '1',
          x: names.map((_, k) => k + 1),
          ours: names.map((name) => results.series(name).y.at(-1) as number),
          reference: Object.values(known),
          abscissa: { name: 'unknown', unit: '1' },
        });
      }
      const each = curves.map(largestRelative);
      return {
        error: largestOf(each),
        curves,
        notes: [runs.map(([solver], k) => `${solver} ${(each[k] as number).toPrecision(2)}`).join(', ')],
      };
    },
  };
}

const hires = digits(
  {
    name: 'hires',
    title: 'Eight chemical reactions of very different speed to 321.8122 s, by radau5, rodas4 and bdf',
    against: 'published: Mazzia, Magherini & Iavernaro 2006, HIRES',
    tolerance: 1e-8,
    reason: 'a thousand times the tolerance of a step, in 322 s; the published digits are good for 1e-15',
  },
  'hires',
  321.8122,
  [
    ['radau5', 1e-12],
    ['rodas4', 1e-11],
    ['bdf', 1e-11],
  ],
  {
    'plant.y1': 7.371312573325668e-4,
    'plant.y2': 1.442485726316185e-4,
    'plant.y3': 5.888729740967575e-5,
    'plant.y4': 1.175651343283149e-3,
    'plant.y5': 2.386356198831331e-3,
    'plant.y6': 6.238968252742796e-3,
    'plant.y7': 2.849998395185769e-3,
    'plant.y8': 2.850001604814231e-3,
  },
  1e-4,
);

const vanDerPol = digits(
  {
    name: 'van-der-pol',
    title: "Van der Pol's oscillator, μ = 1e6, to 2 s, across one jump; by radau5, rodas4 and bdf",
    against: 'published: Mazzia, Magherini & Iavernaro 2006, VDPOL',
    tolerance: 1e-8,
    reason: 'a hundred times the tolerance of a step, across the jump; the published digits are good for 1e-15',
  },
  'van-der-pol',
  2,
  [
    ['radau5', 1e-10],
    ['rodas4', 1e-10],
    ['bdf', 1e-10],
  ],
  { 'osc.y1': 1.706167732170483, 'osc.y2': -0.8928097010247975 },
  1,
);

/** Steps at which each order is asymptotic and far from rounding. */
const stepsOf = (order: number): readonly number[] =>
  (order <= 2 ? [80, 160, 320] : order <= 4 ? [20, 40, 80] : [10, 20, 40]).map((n) => 1 / n);

const orders: ValidationCase = {
  name: 'integrator-orders',
  group: 'Integrators',
  title: 'Every method that runs at fixed steps, on the problem of Kaps, ε = 1, one y₂ of y₂² replaced by e^(-t)',
  against: 'analytic: y₁ = e^(-2t), y₂ = e^(-t); problem of Kaps',
  measure: 'largest |observed order - order of the method|',
  tolerance: 0.2,
  reason: 'half of the steps, three times: the next term is a tenth of the error at the coarsest; a method that lost an order is 1 off',
  run: async () => {
    const built = circuit('kaps')
      .definition('kaps', {
        states: { y1: { unit: '1', initial: 1 }, y2: { unit: '1', initial: 1 } },
        equations: 'der(y1) = -3 * y1 + y2 * exp(-time)\nder(y2) = y1 - y2 * (1 + y2)',
      })
      .component('it', 'kaps')
      .run({ end: '1 s', minimumStep: '1 us' })
      .record({ every: '1 s', signals: ['it.y1', 'it.y2'] })
      .build();
    const found: { readonly name: string; readonly order: number; readonly observed: number; readonly curve: Curve }[] = [];
    for (const { name, order, fixed } of methods.values()) {
      if (!fixed) continue;
      const steps = stepsOf(order);
      const errors: number[] = [];
      for (const step of steps) {
        const results = await byOde(built, { solver: name, step, relativeTolerance: 1e-13 });
        const [y1, y2] = ['it.y1', 'it.y2'].map((quantity) => results.series(quantity).y.at(-1) as number) as [number, number];
        errors.push(Math.hypot(y1 - Math.exp(-2), y2 - Math.exp(-1)));
      }
      if ((errors.at(-1) as number) < 1e-14) throw new Error(`${name}: the finest error is rounding`);
      const first = errors[0] as number;
      const reference = steps.map((step) => first * (step / (steps[0] as number)) ** order);
      const abscissa = { name: 'step', unit: 's' };
      const curve: Curve = {
        name: `${name}: error, and order ${order}`,
        unit: '1',
        x: steps,
        ours: errors,
        reference,
        abscissa,
        logarithmic: true,
      };
      found.push({ name, order, observed: observedOrders(steps, errors).at(-1) as number, curve });
    }
    return {
      error: largestOf(found.map(({ order, observed }) => Math.abs(observed - order))),
      curves: found.map(({ curve }) => curve),
      notes: [found.map(({ name, order, observed }) => `${name} ${observed.toFixed(2)} (${order})`).join(', ')],
    };
  },
};

export const integratorCases: readonly ValidationCase[] = [hires, vanDerPol, orders];
