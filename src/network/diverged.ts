/** Runs that diverge: what to say of a pressure beyond all that oil is. */
import { formatQuantity } from '../circuit/text/units.js';

interface Highest {
  /** Pa */
  readonly pressure: number;
  /** s */
  readonly time: number;
  readonly of: 'mean' | 'port' | 'initial' | 'volume';
  readonly line: string;
  readonly ports: readonly string[];
}

/** Message and way out where the highest pressure of a run is above `limit`, Pa; null where it is not. */
export function divergedPressure(
  extremes: { readonly highest: Highest } | null,
  limit: number,
): { message: string; remedy: string } | null {
  if (!extremes || !(extremes.highest.pressure > limit)) return null;
  const { pressure, time, of, line, ports } = extremes.highest;
  return {
    message: `the run diverges: at t = ${time} s the ${of === 'mean' ? 'mean ' : ''}pressure in '${line}', at ${ports.join(' and ')}, is ${formatQuantity(pressure, 'Pa')}, above the limit of ${formatQuantity(limit, 'Pa')}`,
    remedy:
      'look at the components named for a flow of the wrong sign (it is positive out of the component), or for a source without a relief; run: { pressureLimit: … } moves the limit',
  };
}
