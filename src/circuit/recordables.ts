/** Names of everything that can be recorded: component.port.p, component.port.q, component.state, component.signal, junction.p, line.p, line.q, line.air. */

import { type JoinedMember, type KindDefinition, type PortType, portQuantities } from '../equations/language/definition.js';
import { ownName } from '../equations/solve/compose.js';
import type { Circuit, CircuitComponent, Fluid } from './circuit.js';
import { kindAt, type LineTable, lineType, lineValue } from './tables.js';
import { globMatcher } from './text/globs.js';
import { tablesOf } from './views.js';

export interface Recordable {
  readonly name: string;
  readonly unit: string;
  /** Of a port (of a junction the first): which, and which of the two. */
  readonly port?: { readonly name: string; readonly quantity: 'p' | 'q' };
  /** Of a state or output: its name in the kind. */
  readonly own?: string;
  /** Of a joined port, which is an output of its kind: it belongs to the middle of a step, as that of a line does. */
  readonly isInner?: true;
  /** Of a line: the flow into it at its first end. */
  readonly isLineFlow?: true;
  /** Of a line whose oil releases air in a time of its own: the part of its air that is free. */
  readonly isFreeAir?: true;
}

/** The recordables of one component, in the order of its definition. */
export function recordablesOf({ name, kind }: Pick<CircuitComponent, 'name' | 'kind'>): Recordable[] {
  if (!kind) return [{ name: `${name}.p`, unit: 'Pa', port: { name: '0', quantity: 'p' } }];
  if (kind.joined) return recordablesOfMembers(name.split('+'), kind.joined);
  return [
    ...Object.entries(kind.ports).flatMap(([port, type]) =>
      (['p', 'q'] as const).map((quantity) => ({
        name: `${name}.${port}.${portQuantities[type][quantity].name}`,
        unit: portQuantities[type][quantity].unit,
        port: { name: port, quantity },
      })),
    ),
    ...Object.entries({ ...kind.states, ...kind.outputs }).map(([own, { unit }]) => ({ name: `${name}.${own}`, unit, own })),
  ];
}

/** Of components that are joined without a line what each has to record by itself. */
function recordablesOfMembers(names: readonly string[], members: readonly JoinedMember[]): Recordable[] {
  return members.flatMap(({ kind, inner }, k) =>
    recordablesOf({ name: names[k] as string, kind }).map((one): Recordable => {
      if (!one.port) return { ...one, own: ownName(k, one.own as string) };
      const { name, quantity } = one.port;
      if (!kind) {
        const { port: _, ...plain } = one;
        return inner.includes('p')
          ? { ...plain, own: ownName(k, 'p'), isInner: true }
          : { ...one, port: { name: ownName(k, 'line'), quantity } };
      }
      if (!inner.includes(name)) return { ...one, port: { name: ownName(k, name), quantity } };
      return { name: one.name, unit: one.unit, own: ownName(k, `${name}_${quantity}`), isInner: true };
    }),
  );
}

/** Whether a line has air that is released in a time of its own as a state; `law`: its value in that column. */
export const hasOwnAir = ({ air }: Pick<Fluid, 'air'>, law: number): boolean => air?.times !== undefined && !Number.isNaN(law);

/** What a line has to record: its mean pressure, force or torque; `ownAir`: the part of its air that is free; where oil flows, the flow into it at its first end, which may be a junction, whose ports have no names. */
export function recordablesOfLine(name: string, type: PortType, ownAir: boolean): Recordable[] {
  const { p, q } = portQuantities[type];
  const mean = { name: `${name}.${p.name}`, unit: p.unit };
  if (type !== 'hydraulic') return [mean];
  const air: readonly Recordable[] = ownAir ? [{ name: `${name}.air`, unit: '1', isFreeAir: true }] : [];
  return [mean, { name: `${name}.${q.name}`, unit: q.unit, isLineFlow: true }, ...air];
}

/** The recordables of a circuit's line. */
export function recordablesOfTableLine({ fluid }: Pick<Circuit, 'fluid'>, lines: LineTable, l: number): Recordable[] {
  return recordablesOfLine(lines.nameOf(l), lineType(lines, l), hasOwnAir(fluid, lineValue(lines, l, 'law')));
}

/** All that a circuit has to record: of components and lines in the file's order, and of the run. */
export function* recordablesOfCircuit(circuit: Circuit): Generator<Pick<Recordable, 'name' | 'unit'>> {
  const { components, lines } = tablesOf(circuit);
  for (let c = 0; c < components.count; c++) yield* recordablesOf({ name: components.nameOf(c), kind: kindAt(components, c) });
  yield* runRecordables;
  for (let l = 0; l < lines.count; l++) yield* recordablesOfTableLine(circuit, lines, l);
}

/** Of the run itself: length of the last accepted step, its error, and the number of what limited it: lines from 1 in the file's order, behind them states of components; 0 for an event, the longest step or a fixed one; and attempts that were rejected until then. */
export const runRecordables = [
  { name: 'run.step', unit: 's', word: 'lastStep' },
  { name: 'run.error', unit: 'Pa', word: 'error' },
  { name: 'run.limit', unit: '1', word: 'limit' },
  { name: 'run.rejected', unit: '1', word: 'rejected' },
] as const;

/** A name that chooses nothing, for who records nothing where no names mean usual ones. */
export const nothing = 'run.nothing';

/** Whether a pattern can choose quantities of the run: a circuit's own globs ('*') cannot. */
export const isOfRun = (pattern: string): boolean => pattern.startsWith('run.');

/** Whether a pattern chooses a quantity of the run. */
export function choosesOfRun(pattern: string, name: string): boolean {
  return isOfRun(pattern) && globMatcher(pattern)(name);
}

/** For messages about names that are not there. */
export const recordableNames =
  'names are component.port.p, component.port.q (.force, .velocity; .torque, .speed), component.state, junction.p, line.p (.force, .torque), line.q, line.air (where oil releases air in times of its own), run.step, run.error, run.limit, run.rejected';

/** Recorded where nobody says what: states and junction pressures of a circuit small enough to look at; nothing of a large one. */
export function defaultPatterns(circuit: Circuit): string[] {
  if (tablesOf(circuit).components.count > 100) return [];
  const patternsOf = (name: string, kind: KindDefinition | null): string[] =>
    kind?.joined
      ? kind.joined.flatMap((member, k) => patternsOf(name.split('+')[k] as string, member.kind))
      : kind
        ? Object.keys(kind.states ?? {}).map((state) => `${name}.${state}`)
        : [`${name}.p`];
  return circuit.components.flatMap(({ name, kind }) => patternsOf(name, kind));
}
