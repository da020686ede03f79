/** The warning of a run that makes or loses oil. */
import type { LineResults } from '../run/types.js';
import { formatNumber, formatPercent, formatVolume } from './units.js';

/** Part of the flow through the circuit: rounding stays six decades below it, equations that lose oil far above. */
const mostOff = 1e-6;
/** Part of the content that rounding comes to in a million steps, ten times: where little flows that may be more than the part of the flow. */
const rounding = 1e-9;

/** A sentence where the oil balance does not close, else none. Where next to nothing flowed there is nothing to measure it by. */
export function oilWarning({
  account: {
    hasOil,
    balance: { mass, off, atRest, content },
  },
}: Pick<LineResults, 'account'>): string[] {
  if (!hasOil || atRest || !(mass > mostOff) || off < rounding * content) return [];
  const part = mass < 0.001 ? formatNumber(mass, 2) : formatPercent(mass);
  return [
    `${formatVolume(off)} of oil came from nowhere or went nowhere, ${part} of the flow through the circuit: look for a component whose port flows do not add up to zero (flow is positive out of it).`,
  ];
}
