/** Signals of any unit: the unit of a source's values, and whether joined signals measure the same. */

import { library } from '../../components/library.js';
import type { KindDefinition, ParameterDeclaration, QuantityDeclaration } from '../../equations/language/definition.js';
import type { Mistakes } from '../file/mistakes.js';
import type { RawComponent } from '../file/raw.js';
import { type ComponentTable, kindAt } from '../tables.js';
import { numberAt } from '../text/known.js';
import { describeUnit, isSameQuantity, quantityText, unitWritten } from '../text/units.js';
import { type Entry, type PlacedSignal, placeOf } from './section.js';

/** Parameters whose values say which unit the signals of a kind have. */
export const signalParameters = ({ parameters }: KindDefinition): string[] =>
  Object.keys(parameters).filter((name) => parameters[name]?.anyUnit === true);

/** The unit of SI of the first of the values that has one; null where they are bare; undefined after reporting that it is not known in any. */
export function unitOfValues(
  { kind, parameters }: KindDefinition,
  names: readonly string[],
  entry: Entry<RawComponent>,
  mistakes: Mistakes,
): string | null | undefined {
  const unknown: (() => void)[] = [];
  for (const name of names) {
    const given = Object.hasOwn(entry.raw, name) ? entry.raw[name] : undefined;
    const isTable = parameters[name]?.table !== undefined && Array.isArray(given);
    const values: readonly unknown[] = isTable ? given.map((row: unknown) => (Array.isArray(row) ? row[1] : undefined)) : [given];
    for (const [k, value] of values.entries()) {
      const unit = typeof value === 'string' ? unitWritten(value) : null;
      if (typeof unit === 'string') return unit;
      if (unit === null) continue;
      const [path, point] = isTable ? [[...placeOf(entry, name), k, 1], `, point ${k + 1}`] : [placeOf(entry, name), ''];
      unknown.push(() =>
        mistakes.add(path, 'CIR203', `${kind} '${entry.name}': ${name}${point}: '${value}': ${unit.message}`, unit.remedy),
      );
    }
  }
  for (const report of unknown) report();
  return unknown.length > 0 ? undefined : null;
}

/** A declaration where values are written in a unit; null: as it is. */
export function inUnit<Declaration extends QuantityDeclaration>(declared: Declaration, unit: string | null | undefined): Declaration {
  const { anyUnit } = declared;
  if (!anyUnit || typeof unit !== 'string') return declared;
  return { ...declared, unit: anyUnit === 'perSecond' ? `${unit}/s` : unit };
}

/** Whether the default of a parameter, a bare number, is a value in the unit that the others are written in. */
export const isDefaultIn = ({ default: value, unit }: ParameterDeclaration): boolean => value === 0 || isSameQuantity(unit, '1');

/** A user's own kind may say that it takes all. */
const ownWay = (kind: KindDefinition | null, { unit }: QuantityDeclaration): string =>
  unit === '1' && kind && !library.has(kind.kind) ? '; an input of unit 1 with anyUnit: true takes any signal' : '';

/** Reports a signal that measures something else than the input takes. */
export function checkUnits({ from, to, path }: PlacedSignal, components: ComponentTable, mistakes: Mistakes): void {
  const [source, target] = [kindAt(components, from.component), kindAt(components, to.component)];
  const input = target?.inputs?.[to.input];
  const output = source?.outputs?.[from.signal] ?? source?.states?.[from.signal];
  if (!input || input.anyUnit || !output) return;
  const number = numberAt(components.kind, from.component);
  const unit = output.anyUnit ? components.parameters[number]?.units?.get(numberAt(components.row, from.component)) : output.unit;
  if (unit === undefined) return;
  const given = inUnit(output, unit).unit;
  if (isSameQuantity(given, input.unit)) return;
  const [one, other] = [components.nameOf(from.component), components.nameOf(to.component)];
  mistakes.add(
    path,
    'CIR410',
    () =>
      `signal: ${source?.kind} '${one}' gives ${quantityText(given)}, ` +
      `input '${to.input}' of ${target?.kind} '${other}' takes ${quantityText(input.unit)}`,
    output.anyUnit
      ? `write the values of '${one}' ${input.unit === '1' ? 'as numbers or in %' : `with a unit of ${describeUnit(input.unit)}`}, or convert the signal in a gain`
      : `join another signal, or convert it in a gain, whose factor has the units of output per input${ownWay(target, input)}`,
  );
}
