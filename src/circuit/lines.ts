/** Data of one line: volume from length and diameter, bulk modulus, filter, initial pressure. */
import type { CircuitLine, Fluid } from './circuit.js';
import type { Mistakes } from './mistakes.js';
import type { Path, RawCircuit, RawLine } from './raw.js';
import { formatQuantity } from './units.js';
import { checkBounds, quantity } from './values.js';

/** α of the low-pass filter on the characteristics (Krus et al. 1990). */
const usualFilter = 0.2;

/** SI data of a line, or undefined after a reported mistake. */
export function lineData(name: string, line: RawLine, path: Path, raw: RawCircuit, fluid: Fluid, mistakes: Mistakes): Pick<CircuitLine, 'volume' | 'bulkModulus' | 'filter' | 'initialPressure'> | undefined {
  const before = mistakes.errors;
  const merged: RawLine = { ...raw.defaults?.line, ...line };
  const at = (key: keyof RawLine): Path => (key in line ? [...path, key] : key in (raw.defaults?.line ?? {}) ? ['defaults', 'line', key] : path);
  const owner = `line '${name}'`;
  const positive = (key: 'length' | 'diameter' | 'volume' | 'bulkModulus', unit: string): number | undefined => {
    if (merged[key] === undefined) return undefined;
    const value = quantity(merged[key], unit, `${owner}: ${key}`, at(key), mistakes);
    if (value === 0 && key === 'length') {
      mistakes.add(at(key), 'CIR314', `${owner} has no length`, 'give it a length above 0, or join the two ends in one junction');
      return undefined;
    }
    if (value !== undefined) checkBounds(value, unit, { above: 0 }, `${owner}: ${key}`, at(key), mistakes);
    return value;
  };
  if (merged.model !== undefined && merged.model !== 'capacitive') mistakes.add(at('model'), 'CIR315', `${owner}: model '${merged.model}' is not built yet`, "write model: capacitive, or leave it away");
  else if (merged.friction !== undefined && merged.friction !== 'none') mistakes.add(at('friction'), 'CIR315', `${owner}: a capacitive line has no friction`, 'leave friction away, or put a laminarRestrictor into the line');
  let volume: number | undefined;
  if (line.volume !== undefined || (merged.volume !== undefined && line.length === undefined)) {
    if (line.length !== undefined) mistakes.add(at('volume'), 'CIR316', `${owner} has a volume and a length`, 'give volume, or length and diameter');
    volume = positive('volume', 'm3');
  } else {
    for (const key of ['length', 'diameter'] as const) if (merged[key] === undefined) mistakes.add(path, 'CIR317', `${owner} needs ${key}`, 'give length and diameter, or volume');
    const [length, diameter] = [positive('length', 'm'), positive('diameter', 'm')];
    if (length !== undefined && diameter !== undefined) volume = (Math.PI / 4) * diameter * diameter * length;
  }
  const bulkModulus = positive('bulkModulus', 'Pa') ?? fluid.bulkModulus;
  const pressureAt: Path = merged.initialPressure !== undefined ? at('initialPressure') : ['initial', 'pressure'];
  const initialPressure = quantity(merged.initialPressure ?? raw.initial?.pressure ?? '0 bar', 'Pa', `${owner}: initialPressure`, pressureAt, mistakes);
  if (initialPressure !== undefined && initialPressure < fluid.vapourPressure) {
    mistakes.add(pressureAt, 'CIR207', `${owner} starts at ${formatQuantity(initialPressure, 'Pa')}, below the vapour pressure of ${formatQuantity(fluid.vapourPressure, 'Pa')}`, 'start at or above the vapour pressure');
  }
  if (mistakes.errors > before || volume === undefined || initialPressure === undefined) return undefined;
  return { volume, bulkModulus, filter: merged.filter ?? usualFilter, initialPressure };
}
