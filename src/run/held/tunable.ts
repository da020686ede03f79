/** Values of a held run that can be set between two attempts: parameters that are columns, and inputs, which read an address. */

import { shownName } from '../../circuit/entries/joinedNames.js';
import { brokenRule, keeps, requirementsOf } from '../../circuit/entries/requirements.js';
import { type Bounds, checkBounds } from '../../circuit/entries/values.js';
import type { ParameterRows } from '../../circuit/tables.js';
import { evaluate } from '../../equations/graph/evaluate.js';
import { dependsOn, type Node } from '../../equations/graph/graph.js';
import type { KernelColumn } from '../../equations/kernel/kernel.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import { type Batch, batchAt } from '../../program/layout/layout.js';
import { found, notSettable, ownNames } from '../../program/settable.js';
import { RunError } from '../../results/runError.js';
import type { Session } from '../session.js';

/** Sets values of one session, and remembers them for a checkpoint. */
export class Tuner {
  /** Values that have been set, in SI, by name. */
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
    const given = (symbol: string): number => (symbol === own ? value : this.valueOf(component, symbol));
    checkParameter(kind, name, own, value, layout.network.tables.direct.reference.includes(component), given);
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

  /**
   * Where a value goes that is set, for engines that do so by themselves: doubles that hold it; of an input words that then name the first of these. Throws RunError
   * for what cannot be set, and for parameters from which others are worked out.
   */
  placesOf(name: string): { unit: string; doubles: number[]; words: number[] } & Bounds {
    const { circuit, overrides } = this.session;
    const { component, kind, own } = found(circuit, name);
    const input = kind.inputs?.[own];
    if (input) {
      const columns = this.columns(component, ({ role, of }) => of === own && (role === 'input' || role === 'endInput'));
      if (columns.length === 0) throw notSettable(name, 'its equations do not read it', []);
      const cell = this.cells.get(name) ?? overrides + this.cells.size;
      this.cells.set(name, cell);
      return { unit: input.unit, doubles: [cell], words: columns.map(({ at }) => 2 * at.from + at.row) };
    }
    const declared = kind.parameters[own];
    if (!declared) throw notSettable(name, `${kind.kind} has no such parameter or input`, ownNames(kind));
    const isDerived = (node: Node | undefined): boolean => node !== undefined && dependsOn(node, (symbol) => symbol === `parameter:${own}`);
    const columns = this.columns(component, ({ role, of, node }) => (role === 'parameter' && of === own) || isDerived(node));
    if (columns.length === 0 || declared.table || columns.some(({ node }) => isDerived(node)))
      throw notSettable(name, 'other values are worked out of it before the run, or it is a constant or a table', []);
    return { ...declared, unit: declared.unit, doubles: columns.map(({ at }) => at.from + at.row), words: [] };
  }

  /** A parameter as it is now. */
  private valueOf(component: number, parameter: string): number {
    const { components } = this.session.layout.network.tables;
    const set = this.values.get(shownName(components.nameOf(component), parameter));
    if (set !== undefined) return set;
    const { names, rows } = components.parameters[components.kind[component]] as ParameterRows;
    return rows.get(components.row[component], names.indexOf(parameter));
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
    return [{ batch: batchAt(layout, component), row: layout.place.row[component] }, ...copies].flatMap(({ batch, row }) =>
      batch.kind.kernel.columns.filter(isMeant).map(({ key, node }) => ({ node, at: { from: batch.offsets[key], row } })),
    );
  }
}

/**
 * Throws RunError for a parameter that there is none of, one that cannot be set, and a value against its rules. `isReference`: ports see it without a line; `given`: parameters as they
 * are then.
 */
export function checkParameter(
  kind: KindDefinition,
  name: string,
  own: string,
  value: number,
  isReference: boolean,
  given: (parameter: string) => number,
): void {
  const declared = kind.parameters[own];
  if (!declared) throw notSettable(name, `${kind.kind} has no such parameter or input`, ownNames(kind));
  if (declared.table)
    throw notSettable(
      name,
      'it is a table, which a run keeps as it began',
      [],
      `read the circuit with set: ['${name}=[[…], …]'], or set the input that it drives`,
    );
  if (isReference) throw notSettable(name, 'ports see this fixed pressure without a line, and take it for a constant of the run', []);
  const add = (_: unknown, __: string, message: string | (() => string), remedy: string): never => {
    throw new RunError('RUN416', typeof message === 'string' ? message : message(), remedy);
  };
  checkBounds(value, declared.unit, declared, name, [], { add });
  for (const rule of requirementsOf(kind)) {
    if (!rule.parameters.includes(own) || keeps(rule, given)) continue;
    const { message, remedy } = brokenRule(rule, kind, given, () => true);
    throw new RunError('RUN416', `${name.slice(0, -own.length - 1)}: ${message}`, remedy);
  }
}
