/** The fluid: bulk modulus with air against the mixture law, what a closed volume takes against the integral of V/B, water against IAPWS-95. */
import { circuit } from '#ringmain/circuit/builder.js';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { type FluidLaw, fluidLawOf } from '#ringmain/circuit/fluid/fluidLaw.js';
import { namedFluids } from '#ringmain/circuit/fluid/namedFluids.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation, largestOf, largestRelative } from '../measures.js';
import { byLines, stepsOf } from '../runs.js';
import { linesCase, odeCase, ofRanges, type Stretch } from './storedCircuits.js';

const group = 'Fluid';
const atmosphere = 101325;
const liquid = 1.6e9;
/** -1 bar, absolute. */
const vapour = 1325;

interface Air {
  readonly fraction: number;
  readonly exponent: number;
  readonly dissolvedAt: number | null;
}

const airs: readonly (readonly [string, Air])[] = [
  ['1 % that stays, n = 1.4', { fraction: 0.01, exponent: 1.4, dissolvedAt: null }],
  ['0.5 % that stays, n = 1', { fraction: 0.005, exponent: 1, dissolvedAt: null }],
  ['1 %, dissolved at 40 bar', { fraction: 0.01, exponent: 1.4, dissolvedAt: 4e6 }],
];

/** 1/B at p by Wood: volumes of oil and air at that pressure, each with its own modulus; the solution adds -θ'. θ as a binomial sum, θ' = -630 x⁴(1 - x)⁴. */
function wood(p: number, { fraction, exponent, dissolvedAt }: Air): number {
  const P = p + atmosphere;
  const span = dissolvedAt === null ? Number.POSITIVE_INFINITY : dissolvedAt + atmosphere - vapour;
  const x = Math.min(1, (P - vapour) / span);
  const free = [1, 9, 36, 84, 126].reduce((sum, choose, k) => sum + choose * x ** k * (1 - x) ** (9 - k), 0);
  const oil = (1 - fraction) * Math.exp((atmosphere - P) / liquid);
  const gas = fraction * (atmosphere / P) ** (1 / exponent);
  return (oil / liquid + (gas * free) / (exponent * P) + (gas * 630 * x ** 4 * (1 - x) ** 4) / span) / (oil + gas * free);
}

const fluidOf = ({ fraction, exponent, dissolvedAt }: Air): Readonly<Record<string, unknown>> => ({
  bulkModulus: `${liquid} Pa`,
  air: { fraction, exponent, ...(dissolvedAt === null ? {} : { dissolvedAt: `${dissolvedAt} Pa` }) },
});

/** 1 cm3/s into 100 cm3, closed, for 1.6 s. */
function closedVolume(air: Air, step: number): Circuit {
  return circuit('closed-volume')
    .fluid(fluidOf(air))
    .component('pump', 'flowSource', { flow: '1e-6 m3/s' })
    .component('end', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
    .component('tank', 'tank')
    .line('volume', 'pump', 'end.in', { volume: '100 cm3' })
    .direct('end.out', 'tank')
    .run({ end: '1.6 s', step: `${step} s` })
    .record({ every: `${step} s`, signals: ['volume.p'] })
    .build();
}

const mixture: ValidationCase = {
  name: 'bulk-modulus-mixture',
  group,
  title: 'Bulk modulus of oil with air from -0.95 to 400 bar, without and with solution',
  against: 'analytic: Wood 1930, 1/B = Σ(v/V)/B of oil and air, the solution differentiated by hand',
  measure: 'largest relative deviation',
  tolerance: 1e-12,
  reason: 'rounding; where air begins to dissolve, of a difference of numbers of order 1 that ends near x⁴',
  run: async () => {
    const x = Array.from({ length: 200 }, (_, k) => -0.95e5 + 1e3 * (4e4 ** (k / 199) - 1));
    const curves = airs.map(([name, air]): Curve => {
      const law = fluidLawOf(closedVolume(air, 0.1)) as FluidLaw;
      const moduli = x.map((p) => 1 / law.compliance(p));
      return { name, unit: 'Pa', x, ours: moduli, reference: x.map((p) => 1 / wood(p, air)), abscissa: { name: 'pressure', unit: 'Pa' } };
    });
    return { error: largestOf(curves.map(largestRelative)), curves };
  },
};

/** ∫dp/B from 0 to p: Gauss-Legendre of five points on panels that shrink towards the vapour pressure. */
function contents(pressures: ArrayLike<number>, air: Air): Float64Array {
  const nodes = [0, 0.5384693101056831, 0.906179845938664].flatMap((x) => (x === 0 ? [0] : [-x, x]));
  const weights = [0.5688888888888889, 0.47862867049936647, 0.23692688505618908].flatMap((w, k) => (k === 0 ? [w] : [w, w]));
  let sum = 0;
  let at = 0;
  return Float64Array.from(pressures, (p) => {
    while (at < p) {
      const to = Math.min(p, at + 0.05 * (at + atmosphere));
      const half = (to - at) / 2;
      for (const [k, node] of nodes.entries()) sum += (weights[k] as number) * half * wood(at + half + node * half, air);
      at = to;
    }
    return sum;
  });
}

const compressed: ValidationCase = {
  name: 'closed-volume-air',
  group,
  title: 'A closed volume with air takes a constant flow by TLM; 80, 160 and 1600 steps',
  against: 'analytic: q t = ∫V/B dp, quadrature of the mixture law',
  measure: 'largest deviation of the oil taken up, of all of it',
  tolerance: 1e-7,
  reason:
    "a step's Newton iteration ends below 1e-6, the next of its square; with B of the step's beginning it would be of first order, 1e-2 in 160 steps",
  run: async () => {
    const curves: Curve[] = [];
    const errors: number[] = [];
    for (const [name, air] of airs) {
      for (const step of [0.02, 0.01, 0.001]) {
        const { t, y } = stepsOf(await byLines(closedVolume(air, step)), 'volume.p');
        const taken = Float64Array.from(t, (time) => (1e-6 * time) / 1e-4);
        const reference = contents(y, air);
        errors.push(largestDeviation({ name, unit: '1', x: t, ours: taken, reference }, 1.6e-2));
        if (step === 0.01)
          curves.push({
            name: `oil taken up at the pressure reached, ${name}`,
            unit: '1',
            x: y,
            ours: taken,
            reference,
            abscissa: { name: 'pressure', unit: 'Pa' },
          });
      }
    }
    return { error: largestOf(errors), curves };
  },
};

const withAir: Stretch = { name: 'ring-main', table: 'ring-main-air', set: ['fluid.air=1 %'], until: 1 };

const ringMain: ValidationCase = {
  ...linesCase(withAir, {
    name: 'ring-main-air',
    title: 'The ring main with 1 % of air in its oil by TLM, 1 s',
    measure: ofRanges,
    tolerance: 0.02,
    reason: 'pressure differences along lines of up to 0.1 bar; without air it is 0.7 %',
  }),
  group,
};

const ringMainOde: ValidationCase = {
  ...odeCase(withAir, {
    name: 'ring-main-air-ode',
    title: 'The same as an ODE, rodas4 at 1e-6',
    measure: ofRanges,
    tolerance: 1e-4,
    reason: 'a hundred times the tolerance of a step',
  }),
  group,
};

/** degC, kg/m3, Pa s, m/s at 101 325 Pa, by the Python package chemicals 1.5.2. */
const iapws: readonly (readonly [number, number, number, number])[] = [
  [5, 999.9666335452, 1.51817285e-3, 1426.16940389],
  [10, 999.7024701877, 1.30589966e-3, 1447.27222645],
  [20, 998.2071504679, 1.00159614e-3, 1482.34617485],
  [40, 992.2163528731, 0.65272873e-3, 1528.9044838],
  [60, 983.1958242274, 0.46603508e-3, 1550.97345319],
  [80, 971.7903980966, 0.35405065e-3, 1554.4302019],
];

const water: ValidationCase = {
  name: 'water-properties',
  group,
  title: 'Density, viscosity and bulk modulus of water from 5 to 80 degC',
  against: 'published: IAPWS-95 and the IAPWS viscosity of 2008, evaluated by the Python package chemicals',
  measure: 'largest relative deviation',
  tolerance: 1e-3,
  reason: 'density and celerity agree to 3e-5 and 1e-4; the short form of the viscosity is good to a part in a thousand',
  run: async () => {
    const own = namedFluids.find(({ name }) => name === 'water');
    const x = iapws.map(([celsius]) => celsius + 273.15);
    const values = x.map((t) => own?.at(t) ?? { density: Number.NaN, viscosity: Number.NaN, bulkModulus: Number.NaN });
    const curve = (name: string, unit: string, ours: readonly number[], reference: readonly number[]): Curve => {
      return { name, unit, x, ours, reference, abscissa: { name: 'temperature', unit: 'K' } };
    };
    const curves = [
      curve(
        'density',
        'kg/m3',
        values.map(({ density }) => density),
        iapws.map(([, density]) => density),
      ),
      curve(
        'viscosity',
        'm2/s',
        values.map(({ viscosity }) => viscosity),
        iapws.map(([, density, dynamic]) => dynamic / density),
      ),
      curve(
        'bulk modulus',
        'Pa',
        values.map(({ bulkModulus }) => bulkModulus),
        iapws.map(([, density, , celerity]) => density * celerity ** 2),
      ),
    ];
    return { error: largestOf(curves.map(largestRelative)), curves };
  },
};

export const fluidCases: readonly ValidationCase[] = [mixture, compressed, ringMain, ringMainOde, water];
