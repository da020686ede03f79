/** The fluid section → SI, with defaults. */
import type { AirLaw, EffectiveModulus, Fluid, FluidNumber, ReleaseTimes, TaitLaw } from '../circuit.js';
import { didYouMean } from '../file/closest.js';
import type { Mistakes } from '../file/mistakes.js';
import type { RawCircuit, RawFluid } from '../file/raw.js';
import { effectiveModulusAt } from '../fluid/effectiveModulus.js';
import { type NamedFluid, namedFluids } from '../fluid/namedFluids.js';
import { formatQuantity, parseQuantity } from '../text/units.js';
import { type Bounds, checkBounds, quantity } from './values.js';

/** A mineral oil of ISO VG 46 at about 40 °C. */
const usualFluid = { density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '16000 bar', atmosphericPressure: '1.01325 bar' };
/** K: temperature of the viscosity grades of ISO 3448. */
const usualTemperature = '40 degC';
/** n of air that is compressed too fast to give off heat. */
const usualExponent = 1.4;

/** The fluid, SI, with its defaults; mistakes are reported and stand as 1. */
export function fluidOf({ fluid = {}, reference }: RawCircuit, mistakes: Mistakes): Fluid {
  const vapour = reference === 'absolute' ? '0 bar' : '-1 bar';
  const named = namedOf(fluid, mistakes);
  const tait = taitOf(fluid, mistakes);
  const value = (name: FluidNumber, unit: string, usual: string | number, positive = true, otherwise = 1): number => {
    if (fluid[name] === undefined && typeof usual === 'number') return usual;
    const path = ['fluid', name];
    const given = quantity(fluid[name] ?? usual, unit, `fluid: ${name}`, path, mistakes);
    if (given !== undefined && positive) checkBounds(given, unit, { above: 0 }, `fluid: ${name}`, path, mistakes);
    return given ?? otherwise;
  };
  const effective = effectiveOf(fluid, mistakes);
  const usual = named ? { ...usualFluid, ...named.fluid.at(named.temperature) } : usualFluid;
  const vapourPressure = value('vapourPressure', 'Pa', vapour, false, Number.NEGATIVE_INFINITY);
  const atmosphere = value('atmosphericPressure', 'Pa', usual.atmosphericPressure);
  const air = airOf(fluid, vapourPressure, mistakes);
  return {
    named: named && { name: named.fluid.name, temperature: named.temperature },
    density: value('density', 'kg/m3', usual.density),
    viscosity: value('viscosity', 'm2/s', usual.viscosity),
    bulkModulus: tait
      ? tait.pressure / tait.coefficient
      : effective
        ? effectiveModulusAt(effective, 0)
        : value('bulkModulus', 'Pa', usual.bulkModulus),
    tait,
    air,
    effective: effective && withModulus(effective, vapourPressure, atmosphere, reference, mistakes),
    vapourPressure,
    atmosphericPressure: atmosphere,
    ...conserveOf(fluid, { tait, air, effectiveModulus: effective }, mistakes),
  };
}

/** Whether mass is conserved; a bulk modulus that follows the pressure has no form of it. */
function conserveOf(
  { conserve = 'volume' }: RawFluid,
  laws: Readonly<Record<string, object | null>>,
  mistakes: Mistakes,
): Pick<Fluid, 'conserve'> {
  if (conserve === 'volume') return {};
  if (conserve !== 'mass') {
    mistakes.add(['fluid', 'conserve'], 'CIR205', `fluid: conserve is '${conserve}'`, "write 'volume', the default, or 'mass'");
    return {};
  }
  for (const [name, law] of Object.entries(laws)) {
    if (law === null) continue;
    const remedy = `conserve: mass needs a constant bulk modulus: omit ${name} (--set fluid.${name}=none), or omit conserve`;
    mistakes.add(['fluid', 'conserve'], 'CIR210', `fluid: conserve: mass beside ${name}`, remedy);
  }
  return { conserve };
}

/** a1, a2 and a3 as they stand in the literature. */
const usualEffective = { share: 0.5, slope: 90, offset: 3 };

/** The law of oil, air and hoses in one, or null. */
function effectiveOf({ effectiveModulus: given, bulkModulus, tait, air }: RawFluid, mistakes: Mistakes): EffectiveModulus | null {
  if (given === undefined || given === 'none') return null;
  for (const [name, other] of Object.entries({ bulkModulus, tait, air }))
    if (other !== undefined && other !== 'none')
      mistakes.add(
        ['fluid', name],
        'CIR210',
        `fluid: ${name} beside effectiveModulus`,
        `the law has it all in one: leave ${name} away, or effectiveModulus (--set fluid.effectiveModulus=none)`,
      );
  const value = partOf('effectiveModulus', given, mistakes);
  const usual = (name: keyof typeof usualEffective, bounds: Bounds): number =>
    given[name] === undefined ? usualEffective[name] : value(name, '1', bounds);
  return {
    share: usual('share', { above: 0 }),
    maximum: value('maximum', 'Pa', { above: 0 }),
    pressure: value('pressure', 'Pa', { above: 0 }),
    slope: usual('slope', { above: 0 }),
    offset: usual('offset', { above: 1 }),
    base: given.base ?? '10',
  };
}

/** The law, which must have a modulus above 0 wherever oil is not vapour. */
function withModulus(
  law: EffectiveModulus,
  vapourPressure: number,
  atmosphere: number,
  reference: RawCircuit['reference'],
  mistakes: Mistakes,
): EffectiveModulus {
  const lowest = reference === 'absolute' ? vapourPressure - atmosphere : vapourPressure;
  if (lowest > Number.NEGATIVE_INFINITY && !(effectiveModulusAt(law, lowest) > 0)) {
    const needed = 1 - (law.slope * lowest) / law.pressure;
    mistakes.add(
      ['fluid', 'effectiveModulus'],
      'CIR215',
      `fluid: effectiveModulus: no bulk modulus above 0 at the vapour pressure, ${formatQuantity(lowest, 'Pa')}: slope p/pressure + offset is ${formatQuantity((law.slope * lowest) / law.pressure + law.offset, '1')} there, and must be above 1`,
      `give an offset above ${formatQuantity(needed, '1')}, or a higher vapour pressure`,
    );
  }
  return law;
}

/** The fluid that a name stands for, and its temperature, K. */
function namedOf({ name, temperature }: RawFluid, mistakes: Mistakes): { fluid: NamedFluid; temperature: number } | null {
  const path = ['fluid', 'temperature'];
  const given = temperature === undefined ? undefined : quantity(temperature, 'K', 'fluid: temperature', path, mistakes);
  if (name === undefined) {
    if (temperature !== undefined)
      mistakes.add(path, 'CIR211', 'fluid: a temperature without a name', 'give the fluid a name, or its values at that temperature');
    return null;
  }
  const names = namedFluids.map((fluid) => fluid.name);
  const fluid = namedFluids.find((one) => one.name === name);
  if (!fluid) {
    mistakes.add(['fluid', 'name'], 'CIR212', `fluid: no fluid '${name}'${didYouMean(name, names)}`, `the fluids are ${names.join(', ')}`);
    return null;
  }
  const { lowest, highest } = fluid;
  const at = given ?? parseQuantity(usualTemperature, 'K');
  if (at < lowest || at > highest) {
    const range = `${formatQuantity(lowest, 'K')} to ${formatQuantity(highest, 'K')}`;
    const remedy = 'take a temperature between, or give density, viscosity and bulkModulus without a name';
    mistakes.add(path, 'CIR213', `fluid: ${fluid.name} is known from ${range}, not at ${formatQuantity(at, 'K')}`, remedy);
    return null;
  }
  return { fluid, temperature: at };
}

/** The law of the liquid's bulk modulus, or null where it is constant. */
function taitOf({ tait, bulkModulus }: RawFluid, mistakes: Mistakes): TaitLaw | null {
  if (tait === undefined || tait === 'none') return null;
  const before = mistakes.errors;
  const value = partOf('tait', tait, mistakes);
  const law = { coefficient: value('coefficient', '1', { above: 0 }), pressure: value('pressure', 'Pa', { above: 0 }) };
  if (bulkModulus !== undefined) {
    const isWhole = mistakes.errors === before && tait.coefficient !== undefined && tait.pressure !== undefined;
    const own = !isWhole ? 'pressure/coefficient' : formatQuantity(law.pressure / law.coefficient, 'Pa');
    const remedy = `omit bulkModulus: the law has ${own} at no pressure; or omit tait (--set fluid.tait=none)`;
    mistakes.add(['fluid', 'bulkModulus'], 'CIR210', 'fluid: a bulkModulus beside tait', remedy);
  }
  return law;
}

/** The air in the fluid, or null. */
function airOf({ air }: RawFluid, vapourPressure: number, mistakes: Mistakes): AirLaw | null {
  if (air === undefined || air === 'none') return null;
  const value = partOf('air', air, mistakes);
  const fraction = value('fraction', '1', { atLeast: 0, below: 1 });
  const exponent = air.exponent === undefined ? usualExponent : value('exponent', '1', { atLeast: 1, atMost: 1.4 });
  const dissolvedAt = air.dissolvedAt === undefined ? null : value('dissolvedAt', 'Pa', {});
  if (dissolvedAt !== null && dissolvedAt <= vapourPressure)
    mistakes.add(
      ['fluid', 'air', 'dissolvedAt'],
      'CIR214',
      `fluid: air: all air is dissolved at ${formatQuantity(dissolvedAt, 'Pa')}, not above the vapour pressure of ${formatQuantity(vapourPressure, 'Pa')}, where all is free`,
      'give the pressure at which the oil can hold all the air, or omit dissolvedAt',
    );
  const times = releaseTimesOf(air, mistakes);
  return fraction === 0 ? null : { fraction, exponent, dissolvedAt, ...(times ? { times } : {}) };
}

/** Both times of the air, or null; one without the other, or without a pressure at which air is dissolved, is a mistake. */
function releaseTimesOf(air: Exclude<RawFluid['air'], 'none' | undefined>, mistakes: Mistakes): ReleaseTimes | null {
  const names = ['releaseTime', 'dissolutionTime'] as const;
  const given = names.filter((name) => air[name] !== undefined);
  if (given.length === 0) return null;
  const value = partOf('air', air, mistakes);
  const [release, dissolution] = names.map((name) => (air[name] === undefined ? 1 : value(name, 's', { above: 0 }))) as [number, number];
  const missing = [...names, 'dissolvedAt' as const].filter((name) => air[name] === undefined);
  if (missing.length > 0)
    mistakes.add(
      ['fluid', 'air', given[0] as string],
      'CIR214',
      `fluid: air: ${given.join(' and ')} without ${missing.join(' and ')}`,
      'air that is released with a time of its own has three: dissolvedAt (pressure at which all is dissolved), releaseTime and dissolutionTime',
    );
  return { release, dissolution };
}

/** Reads values of one section of the fluid; a missing value has been reported, and stands as 1. */
function partOf<T extends object>(part: string, given: T, mistakes: Mistakes) {
  return (name: keyof T & string, unit: string, bounds: Bounds): number => {
    if (given[name] === undefined) return 1;
    const path = ['fluid', part, name];
    const value = quantity(given[name], unit, `fluid: ${part}: ${name}`, path, mistakes);
    if (value !== undefined) checkBounds(value, unit, bounds, `fluid: ${part}: ${name}`, path, mistakes);
    return value ?? 1;
  };
}
