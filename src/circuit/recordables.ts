/** Names of everything that can be recorded: component.port.p, component.port.q, component.state, component.signal, junction.p, line.p. */
import type { Circuit, CircuitComponent } from './circuit.js';
import { tablesOf } from './views.js';

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

/** Recorded where nobody says what: states and junction pressures of a circuit small enough to look at; nothing of a large one. */
export function defaultPatterns(circuit: Circuit): string[] {
  if (tablesOf(circuit).components.count > 100) return [];
  return circuit.components.flatMap(({ name, kind }) =>
    kind ? Object.keys(kind.states ?? {}).map((state) => `${name}.${state}`) : [`${name}.p`],
  );
}
