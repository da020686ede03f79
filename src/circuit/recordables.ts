/** Names of everything that can be recorded: component.port.p, component.port.q, component.state, component.signal, junction.p, line.p. */
import { type PortType, portQuantities } from '../equations/definition.js';
import type { Circuit, CircuitComponent } from './circuit.js';
import { globMatcher } from './globs.js';
import { tablesOf } from './views.js';

export interface Recordable {
  readonly name: string;
  readonly unit: string;
  /** Of a port (of a junction the first): which, and which of the two. */
  readonly port?: { readonly name: string; readonly quantity: 'p' | 'q' };
}

/** What one component has to record, in the order of its definition. */
export function recordablesOf({ name, kind }: Pick<CircuitComponent, 'name' | 'kind'>): Recordable[] {
  if (!kind) return [{ name: `${name}.p`, unit: 'Pa', port: { name: '0', quantity: 'p' } }];
  return [
    ...Object.entries(kind.ports).flatMap(([port, type]) =>
      (['p', 'q'] as const).map((quantity) => ({
        name: `${name}.${port}.${portQuantities[type][quantity].name}`,
        unit: portQuantities[type][quantity].unit,
        port: { name: port, quantity },
      })),
    ),
    ...Object.entries({ ...kind.states, ...kind.outputs }).map(([quantity, { unit }]) => ({ name: `${name}.${quantity}`, unit })),
  ];
}

/** What a line has to record: its mean pressure, force or torque. */
export function recordableOfLine(name: string, type: PortType): Recordable {
  const { p } = portQuantities[type];
  return { name: `${name}.${p.name}`, unit: p.unit };
}

/** Of the run itself: length of the last accepted step, its error, and the number of what limited it: lines from 1 in the file's order, behind them states of components; 0 for an event, the longest step or a fixed one. */
export const runRecordables = [
  { name: 'run.step', unit: 's', word: 'lastStep' },
  { name: 'run.error', unit: 'Pa', word: 'error' },
  { name: 'run.limit', unit: '1', word: 'limit' },
] as const;

/** Whether a pattern chooses a quantity of the run: a circuit's own globs ('*') do not, only what begins with 'run.'. */
export function choosesOfRun(pattern: string, name: string): boolean {
  return pattern.startsWith('run.') && globMatcher(pattern)(name);
}

/** For messages about names that are not there. */
export const recordableNames =
  'names are component.port.p, component.port.q (.force, .velocity; .torque, .speed), component.state, junction.p or line.p (.force, .torque), run.step, run.error, run.limit';

/** Recorded where nobody says what: states and junction pressures of a circuit small enough to look at; nothing of a large one. */
export function defaultPatterns(circuit: Circuit): string[] {
  if (tablesOf(circuit).components.count > 100) return [];
  return circuit.components.flatMap(({ name, kind }) =>
    kind ? Object.keys(kind.states ?? {}).map((state) => `${name}.${state}`) : [`${name}.p`],
  );
}
