/** Highest and lowest pressure of a run in words. */
import type { Extreme, Extremes } from '../results/extremes.js';
import { formatQuantity, formatSeconds } from './units.js';

/** Ports that are told of a volume. */
const portsTold = 4;

/** Label and text for a summary: 'highest 163 bar in L1, at p1.out and nA, at 1.2 s', and the lowest below; none without oil. */
export function pressureEntry(pressures: Extremes | null): [string, string][] {
  if (!pressures) return [];
  const text = (name: string, { pressure, time, line, ports }: Extreme): string => {
    const told = ports.length > portsTold ? [...ports.slice(0, portsTold), `${ports.length - portsTold} more`] : ports;
    const places = told.length > 1 ? `${told.slice(0, -1).join(', ')} and ${told.at(-1)}` : told.join('');
    return `${name} ${formatQuantity(pressure, 'Pa')} in ${line}, at ${places}, ${time === 0 ? 'from the start' : `at ${formatSeconds(time)}`}`;
  };
  return [['pressures', `${text('highest', pressures.highest)}\n${text('lowest', pressures.lowest)}`]];
}
