/** Highest and lowest pressure of a run in words. */
import type { Extreme, Extremes } from '../results/extremes.js';
import { formatQuantity, formatSeconds } from './units.js';

/** Ports at most that are named of a volume. */
const portsShown = 4;

/**
 * Label and text for a summary; none without oil. 'highest 163 bar, mean of line L1 (p1.out to nA), at 1.2 s', the lowest below, and how often was looked. `envelopes`: what was
 * kept at every step.
 */
export function pressureEntry(pressures: Extremes | null, envelopes: readonly { readonly unit: string }[]): [string, string][] {
  if (!pressures) return [];
  const { highest, lowest, stepsApart } = pressures;
  const text = (name: string, extreme: Extreme): string => {
    const { pressure, time } = extreme;
    return `${name} ${formatQuantity(pressure, 'Pa')}${placeText(extreme)}, ${time === 0 ? 'from the start' : `at ${formatSeconds(time)}`}`;
  };
  return [['pressures', `${text('highest', highest)}\n${text('lowest', lowest)}\n${looksText(stepsApart, envelopes)}`]];
}

/** ' at valve.in, an end of line pipe'. */
function placeText({ of, line, ports }: Extreme): string {
  if (of === 'port') return ` at ${ports.join(' and ')}, an end of line ${line}`;
  if (of !== 'volume') return `, ${of === 'mean' ? 'mean' : 'initial pressure'} of line ${line} (${ports.join(' to ')})`;
  const shown = ports.length > portsShown ? [...ports.slice(0, portsShown), `${ports.length - portsShown} more`] : ports;
  return `, in the volume of ${line} (${shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown.join('')})`;
}

function looksText(stepsApart: number, envelopes: readonly { readonly unit: string }[]): string {
  if (stepsApart === 1) return 'of every step';
  const exact = envelopes.some(({ unit }) => unit === 'Pa')
    ? 'the envelopes below are of every step'
    : "--envelope '*.p' gives those of all ports in every step";
  return `of every ${stepsApart}th step; ${exact}`;
}
