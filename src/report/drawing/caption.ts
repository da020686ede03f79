/** The values of a component that an engineer looks for beside its symbol. */
import type { CircuitComponent } from '../../circuit/circuit.js';
import { formatNumber, formatQuantity } from '../units.js';

/** The first that a kind has is shown; those that belong together, with a slash. */
const shown: readonly (readonly string[])[] = [
  ['flow'],
  ['meanFlow'],
  ['displacement'],
  ['crackingPressure'],
  ['settingPressure'],
  ['setting1'],
  ['gasVolume', 'prechargePressure'],
  ['ratedFlow', 'ratedPressureDrop'],
  ['conductance'],
  ['length', 'diameter'],
  ['diameter'],
  ['area'],
  ['mass'],
  ['ratio'],
  ['force'],
  ['torque'],
  ['speed'],
  ['gain'],
  ['factor'],
  ['value'],
  ['timeConstant'],
];

/** Pa: rated pressure drops below the first are shown at the second. */
const [leastDrop, usualDrop] = [1e3, 10e5];

/** 'bore/rod × stroke' and the like; '' where there is nothing to say. */
export function captionOf({ kind, parameters }: CircuitComponent): string {
  if (!kind) return '';
  // A signal's demand says more than the factor that it is taken by.
  if (kind.inputs?.['demand'] && parameters['displacement'] === undefined) return '';
  const pressure = parameters['pressure'];
  if (typeof pressure === 'number') return pressure === 0 ? '' : formatQuantity(pressure, 'Pa');
  const { bore, rodDiameter, stroke } = parameters;
  if (typeof bore === 'number' && typeof stroke === 'number')
    return `${[bore, rodDiameter].flatMap((one) => (typeof one === 'number' ? [formatNumber(1e3 * one)] : [])).join('/')} × ${formatNumber(1e3 * stroke)} mm`;
  const { ratedFlow, ratedPressureDrop } = parameters;
  // Given as a flow coefficient, for 1 Pa: at what valves are rated for it says more, q ~ √Δp.
  if (typeof ratedFlow === 'number' && typeof ratedPressureDrop === 'number' && ratedPressureDrop < leastDrop)
    return `${formatQuantity(ratedFlow * Math.sqrt(usualDrop / ratedPressureDrop), 'm3/s')}, ${formatQuantity(usualDrop, 'Pa')}`;
  const names = shown.find(([first]) => typeof parameters[first as string] === 'number');
  return (names ?? [])
    .flatMap((name) => {
      const value = parameters[name];
      return typeof value === 'number' ? [text(value, kind.parameters[name]?.unit ?? '1')] : [];
    })
    .join(', ');
}

function text(value: number, unit: string): string {
  if (unit === 'm3/rad') return `${formatNumber(value * 2e6 * Math.PI, 3)} cc/rev`;
  if (unit === 'm2') return `${formatNumber(value * 1e6, 3)} mm²`;
  return formatQuantity(value, unit);
}
