/** What of a held run can be set between two attempts: parameters that are columns, and inputs, which read an address. */

import type { Circuit } from '../../circuit/circuit.js';
import { ownNameIn, shownName } from '../../circuit/entries/joinedNames.js';
import { brokenRule, keeps, requirementsOf } from '../../circuit/entries/requirements.js';
import { checkBounds } from '../../circuit/entries/values.js';
import { didYouMean } from '../../circuit/file/closest.js';
import { kindAt, type ParameterRows } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import { evaluate } from '../../equations/graph/evaluate.js';
import { dependsOn, type Node } from '../../equations/graph/graph.js';
import type { KernelColumn } from '../../equations/kernel/kernel.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import { type Batch, batchAt } from '../../program/layout/layout.js';
import { RunError } from '../../results/runError.js';
import type { Session } from '../session.js';

/** By kind, the parameters that are named. Throws RunError for names that are none of numbers. */
export function tunableOf(circuit: Circuit, names: readonly string[]): Set<string> {
  const tunable = new Set<string>();
  for (const name of names) {
    const { kind, own } = found(circuit, name);
    if (!(own in kind.parameters)) throw notSettable(name, `'${own}' is no parameter of ${kind.kind}`, ownNames(kind));
    tunable.add(`${kind.kind}.${own}`);
  }
  return tunable;
}

/** Inputs of all components. */
export function inputCount(circuit: Circuit): number {
  const { components } = tablesOf(circuit);
  const each = components.kinds.map((kind) => Object.keys(kind?.inputs ?? {}).length);
  return components.kind.reduce((sum, kind) => sum + (each[kind] as number), 0);
}

/** Sets values of one session, and remembers them for a checkpoint. */
export class Tuner {
  /** What has been set, in SI, by name. */
  readonly values = new Map<string, number>();
  private readonly cells = new Map<string, number>();

  constructor(private readonly session: Session) {}

  /** Sets a parameter, or holds an input at a value whatever drives it; SI. It acts from the next attempt on. Throws RunError. */
  set(name: string, value: number): void {
    const { circuit } = this.session;
    const { component, kind, own } = found(circuit, name);
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new RunError('RUN416', `${name} cannot be ${value}`, 'give a finite number in SI');
    if (own in (kind.inputs ?? {})) this.setInput(name, component, own, value);
    else this.setParameter(name, component, kind, own, value);
    this.values.set(name, value);
  }

  private setInput(name: string, component: number, own: string, value: number): void {
    const { F, I, overrides } = this.session;
    const columns = this.columns(component, ({ role, of }) => of === own && (role === 'input' || role === 'endInput'));
    if (columns.length === 0) throw notSettable(name, 'its equations do not read it', []);
    const cell = this.cells.get(name) ?? overrides + this.cells.size;
    this.cells.set(name, cell);
    F[cell] = value;
    for (const { at } of columns) I[2 * at.from + at.row] = cell;
  }

  private setParameter(name: string, component: number, kind: KindDefinition, own: string, value: number): void {
    const { F, layout } = this.session;
    const declared = kind.parameters[own];
    if (!declared) throw notSettable(name, `${kind.kind} has no such parameter or input`, ownNames(kind));
    if (layout.network.tables.direct.reference.includes(component))
      throw notSettable(name, 'ports see this fixed pressure without a line, and take it for a constant of the run', []);
    const add = (_: unknown, __: string, message: string | (() => string), remedy: string): never => {
      throw new RunError('RUN416', typeof message === 'string' ? message : message(), remedy);
    };
    checkBounds(value, declared.unit, declared, name, [], { add });
    const given = (symbol: string): number => (symbol === own ? value : this.valueOf(component, symbol));
    for (const rule of requirementsOf(kind)) {
      if (!rule.parameters.includes(own) || keeps(rule, given)) continue;
      const { message, remedy } = brokenRule(rule, kind, given, () => true);
      throw new RunError('RUN416', `${name.slice(0, -own.length - 1)}: ${message}`, remedy);
    }
    const isDerived = (node: Node | undefined): boolean => node !== undefined && dependsOn(node, (symbol) => symbol === `parameter:${own}`);
    const columns = this.columns(component, ({ role, of, node }) => (role === 'parameter' && of === own) || isDerived(node));
    if (columns.length === 0)
      throw notSettable(
        name,
        `its equations have it as a constant, or do not read it after t = 0`,
        [],
        `open the run with tunable: ['${name}']`,
      );
    for (const { node, at } of columns)
      F[at.from + at.row] = isDerived(node) ? evaluate(node as Node, (symbol) => given(symbol.slice('parameter:'.length))) : value;
  }

  /** A parameter as it is now. */
  private valueOf(component: number, parameter: string): number {
    const { components } = this.session.layout.network.tables;
    const set = this.values.get(shownName(components.nameOf(component), parameter));
    if (set !== undefined) return set;
    const { names, rows } = components.parameters[components.kind[component] as number] as ParameterRows;
    return rows.get(components.row[component] as number, names.indexOf(parameter));
  }

  /** Columns of a component, in its own partition and where copies of it are. */
  private columns(
    component: number,
    isMeant: (column: KernelColumn) => boolean,
  ): { readonly node: Node | undefined; readonly at: { readonly from: number; readonly row: number } }[] {
    const { layout } = this.session;
    const copies = layout.copies.flatMap((own, p) => {
      const copy = own.get(component);
      return copy ? [{ batch: layout.partitions[p]?.batches[copy.batch] as Batch, row: copy.row }] : [];
    });
    return [{ batch: batchAt(layout, component), row: layout.place.row[component] as number }, ...copies].flatMap(({ batch, row }) =>
      batch.kind.kernel.columns.filter(isMeant).map(({ key, node }) => ({ node, at: { from: batch.offsets[key] as number, row } })),
    );
  }
}

/** Component, and what of it is named. */
function found(circuit: Circuit, name: string): { component: number; kind: KindDefinition; own: string } {
  const { components } = tablesOf(circuit);
  const dot = name.lastIndexOf('.');
  const component = dot < 0 ? -1 : components.find(name.slice(0, dot));
  const kind = component < 0 ? null : kindAt(components, component);
  if (kind) return { component, kind, own: ownNameIn(components.nameOf(component), name.slice(0, dot), name.slice(dot + 1)) };
  const all = Array.from({ length: components.count }, (_, c) => components.nameOf(c));
  const hint = dot < 0 ? '' : didYouMean(name.slice(0, dot), all);
  throw new RunError(
    'RUN415',
    `'${name}' names no component's parameter or input${hint}`,
    "write 'component.parameter', such as 'prv.crackingPressure'",
  );
}

const ownNames = (kind: KindDefinition): string[] => [...Object.keys(kind.parameters), ...Object.keys(kind.inputs ?? {})];

function notSettable(name: string, why: string, names: readonly string[], remedy?: string): RunError {
  const hint = names.length > 0 ? didYouMean(name.slice(name.lastIndexOf('.') + 1), names) : '';
  const can =
    names.length > 0 ? `there are ${names.join(', ')}` : 'inputs can be set, and parameters that the equations read during the run';
  return new RunError('RUN415', `${name} cannot be set: ${why}${hint}`, remedy ?? can);
}
