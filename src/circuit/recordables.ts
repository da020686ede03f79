/** Names of everything that can be recorded (design §3: component.port.p, component.port.q, component.state, component.signal, junction.p, line.p). */
import type { CircuitComponent } from './circuit.js';

export interface Recordable {
  readonly name: string;
  readonly unit: string;
}

/** What one component has to record, in the order of its definition. */
export function recordablesOf({ name, kind }: Pick<CircuitComponent, 'name' | 'kind'>): Recordable[] {
  if (!kind) return [{ name: `${name}.p`, unit: 'Pa' }];
  return [
    ...Object.keys(kind.ports).flatMap((port) => [
      { name: `${name}.${port}.p`, unit: 'Pa' },
      { name: `${name}.${port}.q`, unit: 'm3/s' },
    ]),
    ...Object.entries({ ...kind.states, ...kind.outputs }).map(([quantity, { unit }]) => ({ name: `${name}.${quantity}`, unit })),
  ];
}
