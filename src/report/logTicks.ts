/** Positions and labels of the marks on a logarithmic axis. */
import type { Axis } from './ticks.js';
import { formatNumber } from './units.js';

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * An axis of powers of ten around values above zero: marks at every power, at every second or more where there are many, and at 2 and 5 of each where
 * the whole axis is no longer than two decades. The ends move out to marks; no value at all gives 0.1 to 10.
 */
export function logAxis(least: number, most: number, count: number): Axis {
  const [from, to] = least > 0 && Number.isFinite(most) && most >= least ? [least, most] : [0.1, 10];
  const [first, last] = [Math.floor(Math.log10(from) + 1e-9), Math.ceil(Math.log10(to) - 1e-9)];
  const steps = last - first > 2 ? [1] : [1, 2, 5];
  const every = Math.max(1, Math.ceil((last - first) / Math.max(1, count)));
  const values: number[] = [];
  for (let power = first; power <= Math.max(last, first + 1); power += every)
    for (const step of steps) values.push(Number(`${step}e${power}`));
  const low = values[values.findLastIndex((value) => value <= from * (1 + 1e-9))];
  const high = values.find((value) => value >= to * (1 - 1e-9) && value > low) ?? 10 ** (Math.log10(values[values.length - 1]) + every);
  const marks = values.filter((value) => value >= low && value <= high);
  return { low, high, marks: marks.map((value) => ({ value, label: powerLabel(value) })) };
}

/** Share of the way from the low end to the high end. */
export function logShare({ low, high }: Axis, value: number): number {
  return Math.log(value / low) / Math.log(high / low);
}

/** Plain digits near one, '10⁻⁶' and '2·10⁵' elsewhere. */
function powerLabel(value: number): string {
  if (value >= 1e-3 && value < 1e4) return formatNumber(value, 3);
  const power = Math.floor(Math.log10(value) + 1e-9);
  const digits = String(Math.abs(power)).replace(/\d/g, (digit) => raised[Number(digit)] as string);
  const factor = Math.round(value / 10 ** power);
  return `${factor === 1 ? '' : `${factor}·`}10${power < 0 ? '⁻' : ''}${digits}`;
}
