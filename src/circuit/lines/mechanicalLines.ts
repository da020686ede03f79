/**
 * Data of lines between mechanical ports. A stiff spring k is a capacitive line, F - Z v = C with Z = k Δ (Burton 1994 (4.28)): one of volume 1 m3 and
 * bulk modulus k. With impedance Z and delay T it is a rod or shaft that carries waves, of stiffness Z/T from end to end.
 */
import { type PortType, portQuantities } from '../../equations/language/definition.js';
import type { WaveLine } from '../circuit.js';
import { type Entry, placeOf } from '../entries/section.js';
import type { Bounds } from '../entries/values.js';
import type { Mistakes } from '../file/mistakes.js';
import type { Path, RawLine } from '../file/raw.js';

export type MechanicalType = Exclude<PortType, 'hydraulic'>;

/** Unit of stiffness, unit of impedance, key of the force or torque at t = 0. */
const unitsOf = {
  translational: { stiffness: 'N/m', impedance: 'N s/m', initial: 'initialForce' },
  rotational: { stiffness: 'Nm/rad', impedance: 'Nm s/rad', initial: 'initialTorque' },
} as const satisfies Record<MechanicalType, object>;

/** Keys that only mechanical lines have; those that any line has; those of a wave line. */
export const mechanicalKeys = ['stiffness', 'initialForce', 'initialTorque'] as const;
const commonKeys: readonly string[] = ['from', 'to', 'model', 'filter'];
const waveKeys: readonly string[] = ['impedance', 'delay'];

export type QuantityKey = (typeof mechanicalKeys)[number] | 'filter' | 'impedance' | 'delay';

export interface MechanicalData {
  readonly wave: WaveLine | null;
  /** N/m or Nm/rad; 1 for a wave line */
  readonly stiffness: number;
  /** 1, or T/Z of a wave line */
  readonly yielding: number;
  /** N or Nm */
  readonly initial: number;
}

/** Reads one line, or gives undefined after a reported mistake; `value` reads one of its quantities. */
export function mechanicalLine(
  type: MechanicalType,
  entry: Entry<RawLine>,
  value: (key: QuantityKey, unit: string, bounds: Bounds) => number | undefined,
  mistakes: Mistakes,
): MechanicalData | undefined {
  const { name, raw, path } = entry;
  const { stiffness: stiffnessUnit, impedance: impedanceUnit, initial } = unitsOf[type];
  const before = mistakes.errors;
  const isWave = raw.model === 'wave';
  const known = [...commonKeys, initial, ...(isWave ? waveKeys : ['stiffness'])];
  const foreign = Object.keys(raw).find((key) => !known.includes(key));
  if (foreign !== undefined)
    mistakes.add(
      placeOf(entry, foreign),
      'CIR323',
      `line '${name}' joins ${type} ports and has ${withArticle(foreign)}${isWave || !waveKeys.includes(foreign) ? '' : ' without model: wave'}`,
      `such a line has ${isWave ? 'impedance and delay' : 'stiffness and filter'}, and ${initial}; with model: ${isWave ? 'capacitive stiffness' : 'wave impedance and delay'}`,
    );
  const given = value(initial, portQuantities[type].p.unit, {}) ?? 0;
  const needed = (key: QuantityKey, unit: string): number => {
    const found = value(key, unit, { above: 0 });
    if (found === undefined && mistakes.errors === before) missing(name, path, key, mistakes);
    return found ?? 1;
  };
  const data = isWave
    ? waveData(needed('impedance', impedanceUnit), needed('delay', 's'))
    : { wave: null, stiffness: needed('stiffness', stiffnessUnit), yielding: 1 };
  return mistakes.errors > before ? undefined : { ...data, initial: given };
}

const waveData = (impedance: number, delay: number): Omit<MechanicalData, 'initial'> => ({
  wave: { impedance, delay },
  stiffness: 1,
  yielding: delay / impedance,
});

/** Reports what only a mechanical line has, of a line between hydraulic ports. */
export function reportSpringKey(entry: Entry<RawLine>, mistakes: Mistakes): void {
  const key = mechanicalKeys.find((one) => entry.raw[one] !== undefined);
  if (key === undefined) return;
  const message = `line '${entry.name}' joins hydraulic ports and has ${withArticle(key)}`;
  const remedy = 'give length and diameter, or volume; a stiffness belongs between translational or rotational ports';
  mistakes.add(placeOf(entry, key), 'CIR323', message, remedy);
}

function missing(name: string, path: Path, key: string, mistakes: Mistakes): void {
  const remedy =
    key === 'stiffness'
      ? 'a spring far stiffer than the masses at its ends stands for a rigid rod or shaft'
      : 'give impedance and delay, or model: capacitive and a stiffness';
  mistakes.add([...path, key], 'CIR317', `line '${name}' needs ${key}`, remedy);
}

const withArticle = (key: string): string =>
  key === 'elements' || key === 'segments' ? key : `${/^[aeiou]/.test(key) ? 'an' : 'a'} ${key}`;
