/** Where a solution runs into something that is no number. */
import { tablesOf } from '../circuit/views.js';
import { recordedQuantities } from './record.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/** The way out. */
export const noNumber =
  'look in the equations behind it for a division by zero, a root or logarithm of less than 0, or growth without bound';

/**
 * The first quantity, in circuit order, that is no number a little further along the solution, of a component to which no signal brought that; null if all
 * are numbers.
 */
export function noNumberBeyond(system: CircuitSystem, t: number, y: Float64Array): string | null {
  const { circuit } = system;
  const rates = new Float64Array(system.size);
  system.rates(t, y, rates);
  const all = recordedQuantities(system, ['*'], () => 0);
  for (const part of [0, 1e-9, 1e-6, 1e-3]) {
    const ahead = part * circuit.run.end;
    system.evaluate(
      t + ahead,
      y.map((value, k) => value + ahead * rates[k]),
    );
    const found = all.flatMap(({ name, read }) => (Number.isFinite(read()) ? [] : name));
    const { components, signals } = tablesOf(circuit);
    const owner = (name: string): number => components.find(name.split('.')[0] as string);
    const spoilt = new Set(found.map(owner));
    const passesOn = new Set(signals.flatMap(({ from, to }) => (spoilt.has(from.component) ? to.component : [])));
    if (found.length > 0) return found.find((name) => !passesOn.has(owner(name))) ?? (found[0] as string);
  }
  return null;
}
