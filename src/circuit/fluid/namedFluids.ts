/**
 * Fluids by name: density, kinematic viscosity and bulk modulus of the liquid at atmospheric pressure and one temperature. Where no formulation exists,
 * the values are typical ones of a class, and a data sheet of the fluid at hand is better: each can be given beside the name.
 */
import { elementary } from '../../equations/kernel/elementary.js';
import { power } from '../../equations/language/functions.js';

/** K at 0 degC */
const zeroCelsius = 273.15;

export interface FluidProperties {
  /** kg/m3 */
  readonly density: number;
  /** kinematic, m2/s */
  readonly viscosity: number;
  /** Pa */
  readonly bulkModulus: number;
}

export interface NamedFluid {
  readonly name: string;
  readonly about: string;
  readonly source: string;
  /** K, within which its values hold. */
  readonly lowest: number;
  readonly highest: number;
  /** At T in K. */
  at(temperature: number): FluidProperties;
}

/**
 * ν(T) through two points by Ubbelohde and Walther: log log(ν + 0.7) falls in proportion to log T; ν in cSt above 2, T in K (ASTM D341-09).
 * Points are [degC, cSt].
 */
export function walther([cold, thick]: readonly [number, number], [hot, thin]: readonly [number, number]): (temperature: number) => number {
  const w = (viscosity: number): number => elementary.log10(elementary.log10(viscosity + 0.7));
  const x = (celsius: number): number => elementary.log10(celsius + zeroCelsius);
  const fall = (w(thick) - w(thin)) / (x(hot) - x(cold));
  return (temperature) => 1e-6 * (power(10, power(10, w(thick) - fall * (elementary.log10(temperature) - x(cold)))) - 0.7);
}

/** Of a lubricating oil, by its density at 15 degC: α = 0.6278/ρ₁₅, ρ = ρ₁₅ exp(-α ΔT (1 + 0.8 α ΔT)) (API MPMS 11.1 / ASTM D1250-80, table 54D). */
function lubricantDensity(density: number): (temperature: number) => number {
  const alpha = 0.6278 / density;
  return (temperature) => {
    const rise = alpha * (temperature - zeroCelsius - 15);
    return density * elementary.exp(-rise * (1 + 0.8 * rise));
  };
}

/** Of a bulk modulus at 100 degF: 1.10 of it at 60 degF, 0.86 at 160 degF (The Lee Company, Industrial Microhydraulics, Bulk Modulus (Actual)), exponential between. */
function softening(modulus: number): (temperature: number) => number {
  const rate = elementary.log(1.1 / 0.86) / (100 / 1.8);
  const reference = zeroCelsius + (100 - 32) / 1.8;
  return (temperature) => modulus * elementary.exp(-rate * (temperature - reference));
}

/** Pa */
const psi = 6894.757;

/** Viscosity index 95; ν at 100 degC from it by ASTM D2270. */
function mineralOil(grade: number, at100: number, density: number): NamedFluid {
  const [viscosity, densityAt, bulkModulus] = [walther([40, grade], [100, at100]), lubricantDensity(density), softening(260_000 * psi)];
  return {
    name: `ISO VG ${grade}`,
    about: 'mineral oil of viscosity index 95',
    source:
      'viscosity: ISO 3448 at 40 degC, ASTM D2270 at 100 degC, between by ASTM D341; density of Mobil DTE 24, 25, 26 (data sheet) at 15 degC, API MPMS 11.1 table 54D; ' +
      'bulk modulus 260 000 psi at 100 degF (The Lee Company; EngineeringToolBox: 1.8 GPa), with its fall by temperature',
    lowest: zeroCelsius - 10,
    highest: zeroCelsius + 100,
    at: (t) => ({ density: densityAt(t), viscosity: viscosity(t), bulkModulus: bulkModulus(t) }),
  };
}

/** Density: Kell, J. Chem. Eng. Data 20 (1975) 97, (16). Viscosity at 0.1 MPa: Huber et al., J. Phys. Chem. Ref. Data 38 (2009) 101. Celerity: Marczak, J. Acoust. Soc. Am. 102 (1997) 2776. */
function water(temperature: number): FluidProperties {
  const t = temperature - zeroCelsius;
  const polynomial = (...coefficients: number[]): number => coefficients.reduceRight((sum, c) => sum * t + c, 0);
  const density = polynomial(999.83952, 16.945176, -7.9870401e-3, -46.170461e-6, 105.56302e-9, -280.54253e-12) / (1 + 16.87985e-3 * t);
  const terms = [
    [280.68, -1.9],
    [511.45, -7.7],
    [61.131, -19.6],
    [0.45903, -40],
  ] as const;
  const dynamic = 1e-6 * terms.reduce((sum, [a, b]) => sum + a * power(temperature / 300, b), 0);
  const celerity = polynomial(1402.385, 5.038813, -5.799136e-2, 3.287156e-4, -1.398845e-6, 2.78786e-9);
  return { density, viscosity: dynamic / density, bulkModulus: density * celerity * celerity };
}

const glycolViscosity = walther([40, 46], [100, 9.6]);
const skydrolViscosity = walther([(100 - 32) / 1.8, 11.42], [(210 - 32) / 1.8, 3.93]);
const skydrolModulus = softening(340_000 * psi);

export const namedFluids: readonly NamedFluid[] = [
  mineralOil(32, 5.29, 871),
  mineralOil(46, 6.65, 876),
  mineralOil(68, 8.53, 881),
  {
    name: 'water',
    about: 'ordinary water',
    source: 'density: Kell 1975; viscosity: Huber et al. 2009; bulk modulus ρc², c: Marczak 1997',
    lowest: zeroCelsius,
    highest: zeroCelsius + 95,
    at: water,
  },
  {
    name: 'HFC 46',
    about: 'water-glycol, round values of the class',
    source:
      'viscosity: ISO 3448 at 40 degC, viscosity index 200 by ASTM D2270, between by ASTM D341; density of equal parts of glycol and water at 20 degC (1078 kg/m3), expansion 5e-4/K; bulk modulus 3.4 GPa (EngineeringToolBox)',
    lowest: zeroCelsius,
    highest: zeroCelsius + 60,
    at: (t) => ({ density: 1078 / (1 + 5e-4 * (t - zeroCelsius - 20)), viscosity: glycolViscosity(t), bulkModulus: 3.4e9 }),
  },
  {
    name: 'Skydrol LD-4',
    about: 'phosphate ester of type IV',
    source:
      'viscosity at 100 and 210 degF, density at 25 degC: technical bulletin LD-4/500B-4, pub. 7249153C, between by ASTM D341; bulk modulus 340 000 psi at 100 degF and expansion 0.00047/degF of 500B-4 (The Lee Company)',
    lowest: zeroCelsius,
    highest: zeroCelsius + 107,
    at: (t) => ({
      density: 1009 / (1 + 0.00047 * 1.8 * (t - zeroCelsius - 25)),
      viscosity: skydrolViscosity(t),
      bulkModulus: skydrolModulus(t),
    }),
  },
];
