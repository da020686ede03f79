/** The start of a wave line, where that is a mistake or worth a warning. */
import type { Fluid } from '../circuit.js';
import { type Entry, placeOf } from '../entries/section.js';
import type { Mistakes } from '../file/mistakes.js';
import { formatQuantity } from '../text/units.js';

/** Part of the liquid's bulk modulus below which a wave line that keeps it is worth a word. */
const softModulus = 0.5;

/** A wave line keeps the celerity of its initial pressure, which air makes small. */
export function warnOfSoftWave(
  { name, path }: Entry<object>,
  modulus: number,
  pressure: number,
  { bulkModulus, density }: Fluid,
  mistakes: Mistakes,
): void {
  if (!(modulus < softModulus * bulkModulus)) return;
  const shown = (value: number): string => formatQuantity(value, 'Pa');
  const waves = (value: number): string => `${Math.round(Math.sqrt(value / density))} m/s`;
  mistakes.warn(
    path,
    'CIR803',
    `wave line '${name}' starts at ${shown(pressure)}, where air makes the bulk modulus ${shown(modulus)} (of the liquid ${shown(bulkModulus)}), and keeps it: waves of ${waves(modulus)}, not ${waves(bulkModulus)}`,
    'give it the initialPressure at which it works, or a bulkModulus of its own',
  );
}

/** Gas at the vapour pressure would fill the line: `lowest` is the lowest pressure in it at t = 0, Pa. */
export function checkGas(entry: Entry<object>, lowest: number, { vapourPressure }: Fluid, mistakes: Mistakes): void {
  if (lowest > vapourPressure) return;
  const shown = `${formatQuantity(lowest, 'Pa')}, not above the vapour pressure of ${formatQuantity(vapourPressure, 'Pa')}`;
  mistakes.add(
    placeOf(entry, 'cavitation'),
    'CIR207',
    `line '${entry.name}' has gas cavities and starts at ${shown}`,
    'start above the vapour pressure, or write cavitation: vapour',
  );
}

/** Part of the air of the fluid that gas cavities of a wave line hold, where it is released in a time of its own: all of it. Reports what does not go with it. */
export function checkedAir(entry: Entry<{ readonly gasFraction?: unknown }>, fraction: number, most: number, mistakes: Mistakes): number {
  if (entry.raw.gasFraction !== undefined)
    mistakes.add(
      placeOf(entry, 'gasFraction'),
      'CIR316',
      `line '${entry.name}' has a gasFraction, and the fluid has air that is released in a time of its own`,
      'omit gasFraction: the gas of the line is that air',
    );
  if (fraction > most)
    mistakes.add(
      placeOf(entry, 'cavitation'),
      'CIR316',
      `line '${entry.name}' has gas cavities, and the fluid ${100 * fraction} % of air; there may be ${100 * most} %`,
      'write cavitation: vapour, or give the fluid less air',
    );
  return Math.min(fraction, most);
}
