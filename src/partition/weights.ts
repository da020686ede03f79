/** Counted costs: what one attempt of a component costs, roughly, without measuring. */
import type { CircuitComponent } from '../circuit/circuit.js';

/** Relative cost of a component with its line ends; ports weigh most (each is an end that is read, solved and exchanged). */
export function countedCost({ kind }: Pick<CircuitComponent, 'kind'>, lines: number): number {
  if (!kind) return 1 + lines;
  return 1 + 2 * Object.keys(kind.ports).length + 2 * Object.keys(kind.states ?? {}).length + Object.keys(kind.inputs ?? {}).length;
}
