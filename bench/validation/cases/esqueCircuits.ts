/** The circuits after Esqué 2008 against another program: bench/reference/esque.py, SciPy's Radau IIA at 1e-10. Its numbers are printed digits. */
import { interpolatedAt } from '#ringmain/results/deviation.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation, largestOf, largestRelative, rangeOf } from '../measures.js';
import { byLines, byOde } from '../runs.js';

const scipy = 'independent: SciPy Radau IIA, bench/reference/esque.py';

/** Constant-modulus results of esque.py: t [s], p1, p2 [MPa]. */
const orificeRows: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  'orifices-rt-1': [
    [0.025, 10.060562, 4.776335],
    [0.1, 6.067803, 2.741627],
    [0.79, 4.619105, 2.182686],
    [0.81, 6.582058, 3.191828],
    [1.5, 6.801654, 3.400827],
  ],
  'orifices-rt-2': [
    [0.025, 19.196472, 15.011234],
    [0.1, 5.620989, 4.12059],
    [0.79, 2.387869, 1.831963],
    [0.81, 7.649275, 6.140919],
    [1.5, 9.163339, 7.65186],
  ],
};

/** Two volumes and two orifices under a pump flow that jumps. */
function orifices(name: string, lines: boolean, tolerance: number, reason: string): ValidationCase {
  const rows = orificeRows[name] as readonly (readonly [number, number, number])[];
  return {
    name: `${name}-${lines ? 'lines' : 'ode'}`,
    group: 'Circuits',
    title: `Two volumes and two orifices under jumps of the flow, ${lines ? 'by TLM with a pressure error of 0.01 bar' : 'as an ODE, rodas4 at 1e-8'}`,
    against: scipy,
    measure: 'largest relative deviation of five pressures of either',
    tolerance,
    reason,
    run: async (bench) => {
      const circuit = await bench.circuit(name);
      const results = lines ? await byLines(circuit, { every: 1e-4, pressureError: 1e3 }) : await byOde(circuit, { every: 5e-3 });
      const x = rows.map(([t]) => t);
      const curves = ['V1.p', 'V2.p'].map((quantity, k): Curve => {
        const own = results.series(quantity);
        return {
          name: quantity,
          unit: 'Pa',
          x,
          ours: x.map((t) => interpolatedAt(own, Math.min(t, own.t.at(-1) as number)) ?? Number.NaN),
          reference: rows.map((row) => 1e6 * (row[k + 1] as number)),
        };
      });
      return { error: largestOf(curves.map(largestRelative)), curves };
    },
  };
}

/** t [s], x [m], v [m/s], pA, pB, p6, p9 [MPa], p11, p12 [MPa]. */
const servoRows: readonly (readonly number[])[] = [
  [0.999, 0.100005, 0, 0.0756, 0.1102, 0.0756, 0.1102, 11.7142, 0],
  [1.05, 0.111635, 0.29334, 0.646, 4.0334, 2.8547, 2.7083, 5.0915, 1.3569],
  [1.5, 0.207306, 0.21221, 1.4878, 1.9405, 2.8868, 1.2518, 4.2153, 0.6259],
  [2.2, 0.354261, 0.19387, 2.1627, 3.072, 3.3596, 2.5145, 7.9241, 0.5056],
  [3.9, 0.378238, 0, 2.7011, 3.9352, 2.7011, 3.9352, 11.7142, 0],
  [4.5, 0.278958, -0.20197, 5.8192, 8.7012, 4.5459, 9.3298, 10.9046, 1.2033],
  [5, 0.184637, -0.12516, 6.0599, 8.6393, 5.574, 8.881, 11.2955, 0.4702],
  [6.5, 0.26336, 0.18612, 2.9166, 4.0317, 4.0072, 3.4908, 10.3945, 0.4815],
  [7.5, 0.431446, 0.05433, 2.717, 4.1823, 2.803, 4.1408, 11.476, 0.0612],
  [10, 0.269344, 0, 6.0595, 8.828, 6.0595, 8.8279, 11.7142, 0],
];
/** Quantity, its place in a row, the factor to SI and one unit of the last printed digit, SI. */
const servoColumns: readonly (readonly [quantity: string, unit: string, place: number, factor: number, digit: number])[] = [
  ['cyl.x', 'm', 1, 1, 1e-6],
  ['cyl.v', 'm/s', 2, 1, 1e-5],
  ...['VA.p', 'VB.p', 'V6.p', 'V9.p'].map((name, k) => [name, 'Pa', 3 + k, 1e6, 100] as const),
  ['supply.p', 'Pa', 7, 1e6, 100],
  ['V12.p', 'Pa', 8, 1e6, 100],
];

const servoOde: ValidationCase = {
  name: 'servo-cylinder-ode',
  group: 'Circuits',
  title: 'A servo cylinder behind two pipes, 13 states, modulus by Tait; as an ODE, radau5 at 1e-8',
  against: scipy,
  measure: 'largest deviation, of the last printed digit',
  tolerance: 2,
  reason: 'half a digit of print, and walls that are rigid here and of 1e13 Pa there',
  run: async (bench) => {
    // The other program knows no cavitation.
    const circuit = await bench.circuit('servo-cylinder', ['fluid.vapourPressure=-1200 bar']);
    const record = servoColumns.map(([quantity]) => quantity);
    const results = await byOde(circuit, { solver: 'radau5', record, every: 1e-3 });
    const x = servoRows.map(([t]) => t as number);
    const curves = servoColumns.map(([quantity, unit, place, factor]): Curve => {
      const own = results.series(quantity);
      const ours = x.map((t) => interpolatedAt(own, Math.min(t, own.t.at(-1) as number)) ?? Number.NaN);
      return { name: quantity, unit, x, ours, reference: servoRows.map((row) => (row[place] as number) * factor) };
    });
    return { error: largestOf(curves.map((curve, k) => largestDeviation(curve, servoColumns[k]?.[4]))), curves };
  },
};

const servoLines: ValidationCase = {
  name: 'servo-cylinder-lines',
  group: 'Circuits',
  title: 'The same by TLM with a pressure error of 0.01 bar',
  against: scipy,
  measure: 'largest deviation of the position, of its range',
  tolerance: 5e-5,
  reason: 'pressure differences along lines; 1.9e-4 with 0.1 bar, and 3.7e-4 at a constant modulus of 13 600 bar, which fails',
  run: async (bench) => {
    const circuit = await bench.circuit('servo-cylinder', ['fluid.vapourPressure=-1200 bar']);
    const own = (await byLines(circuit, { every: 1e-3, pressureError: 1e3 })).series('cyl.x');
    const x = servoRows.map(([t]) => t as number);
    const curve: Curve = {
      name: 'cyl.x',
      unit: 'm',
      x,
      ours: x.map((t) => interpolatedAt(own, Math.min(t, own.t.at(-1) as number)) ?? Number.NaN),
      reference: servoRows.map((row) => row[1] as number),
    };
    return { error: largestDeviation(curve, rangeOf(curve.reference)), curves: [curve] };
  },
};

export const esqueCases: readonly ValidationCase[] = [
  orifices('orifices-rt-1', true, 1e-3, 'pressure error of 0.01 bar of 5 bar and more, in jumps of the flow'),
  orifices('orifices-rt-1', false, 1e-6, 'seven printed digits; 1e-8 is asked for in each step'),
  orifices('orifices-rt-2', true, 1e-3, 'as for orifices-rt-1'),
  orifices('orifices-rt-2', false, 1e-6, 'as for orifices-rt-1'),
  servoOde,
  servoLines,
];
