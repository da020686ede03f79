/** Volumes in series with orifices, written by hand: the circuits of Esqué 2008, and longer ones. */
import type { OdeProblem } from '../../dist/lumped/problem.js';
import { patternOf, valuesOf } from './patterns.js';

/** Fluid of Esqué 2008, chapter 5: kg/m³, m²/s; Tait's law. */
const density = 870;
const viscosity = 30e-6;
const dischargeCoefficient = 0.6;
const transitionReynolds = 1000;
const taitA = 0.0894;
const taitB = 1.2e8;

/** Bulk modulus at a pressure, Pa, and its slope: Esqué 2008, (4.26) and (4.27). */
function bulkModulus(p: number): { readonly value: number; readonly slope: number } {
  const log = Math.log(1 + p / taitB);
  return { value: (p + taitB) * (1 / taitA - log), slope: 1 / taitA - 1 - log };
}

/** Flow through an orifice, m³/s, and its slope: Ellman and Piché 1999. Diameter in m, difference of pressures in Pa. */
export function orifice(diameter: number, drop: number): { readonly flow: number; readonly slope: number } {
  const transition = (9 * transitionReynolds ** 2 * density * viscosity ** 2) / (8 * dischargeCoefficient ** 2 * diameter ** 2);
  const area = (Math.PI * diameter ** 2) / 4;
  const x = Math.abs(drop);
  if (x > transition) {
    const flow = Math.sign(drop) * dischargeCoefficient * area * Math.sqrt((2 * x) / density);
    return { flow, slope: Math.abs(flow) / (2 * x) };
  }
  const scale = (3 * area * viscosity * transitionReynolds) / (4 * diameter);
  const u = x / transition;
  return { flow: Math.sign(drop) * scale * u * (3 - u), slope: (scale / transition) * (3 - 2 * u) };
}

/** Difference of pressures, Pa, that drives a turbulent flow, m³/s, through an orifice. */
export function dropOf(diameter: number, flow: number): number {
  return (density / 2) * (flow / (dischargeCoefficient * Math.PI * (diameter / 2) ** 2)) ** 2;
}

export interface Volumes {
  /** m³ */
  readonly volumes: readonly number[];
  /** m: of the orifice behind each, the last one to tank. */
  readonly diameters: readonly number[];
  /** Flow into the first, m³/s, at t, s; its slope is left out. */
  readonly flow: (t: number) => number;
}

/** p_i' = B(p_i)/V_i·(Q_(i−1) − Q_i), p in Pa. */
export function volumesInSeries({ volumes, diameters, flow }: Volumes): OdeProblem {
  const size = volumes.length;
  const behind = (p: Float64Array, i: number) => orifice(diameters[i] as number, (p[i] as number) - (p[i + 1] ?? 0));
  const pattern = patternOf(volumes.map((_, i) => volumes.map((_, j) => (Math.abs(i - j) <= 1 ? 1 : 0))));
  return {
    size,
    mass: null,
    pattern,
    timeDerivative: null,
    rates: (t, p, rates) => {
      let into = flow(t);
      for (let i = 0; i < size; i++) {
        const out = behind(p, i).flow;
        rates[i] = (bulkModulus(p[i] as number).value / (volumes[i] as number)) * (into - out);
        into = out;
      }
    },
    jacobian: (t, p, values) => {
      const full = volumes.map(() => new Array<number>(size).fill(0));
      for (let i = 0; i < size; i++) {
        const { value, slope } = bulkModulus(p[i] as number);
        const out = behind(p, i);
        const before = i === 0 ? { flow: flow(t), slope: 0 } : behind(p, i - 1);
        const row = full[i] as number[];
        const stiffness = value / (volumes[i] as number);
        row[i] = (slope / (volumes[i] as number)) * (before.flow - out.flow) - stiffness * (before.slope + out.slope);
        if (i > 0) row[i - 1] = stiffness * before.slope;
        if (i + 1 < size) row[i + 1] = stiffness * out.slope;
      }
      values.set(valuesOf(pattern, full));
    },
  };
}

/** l/min in m³/s. */
export const litresPerMinute = 1e-3 / 60;

/** Two volumes, V2/V1 = 100; eigenvalues at 20 l/min −10 768 and −104.9 1/s. */
export const ringing = (flow: (t: number) => number): OdeProblem =>
  volumesInSeries({ volumes: [0.025e-3, 2.5e-3], diameters: [4e-3, 4e-3], flow });

/** Its pressures, Pa, where a flow, m³/s, has come to rest. */
export function ringingAtRest(flow: number): [number, number] {
  const drop = dropOf(4e-3, flow);
  return [2 * drop, drop];
}
