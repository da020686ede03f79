/** Values of a circuit's components for questions of structure: parameters, and ranges of signals that follow from time, or are limited. */

import { modelOf } from '../equations/language/build.js';
import type { KindDefinition } from '../equations/language/definition.js';
import { anything, type OwnValues, only, type Range, rangeOf } from '../equations/structure/ranges.js';
import type { SignalConnection, Table } from './circuit.js';
import { type CircuitTables, kindAt, type ParameterRows } from './tables.js';
import { numberAt } from './text/known.js';

/** By component: its values. */
export function ownValues({ components, signals }: Pick<CircuitTables, 'components' | 'signals'>): (component: number) => OwnValues {
  const drivers = new Map(signals.map((signal) => [`${signal.to.component}.${signal.to.input}`, signal.from]));
  const known = new Map<string, Range>();
  const valuesOf = (c: number): OwnValues => {
    const { names, rows, tables } = components.parameters[numberAt(components.kind, c)] as ParameterRows;
    const value = (name: string): number => rows.get(numberAt(components.row, c), names.indexOf(name));
    return {
      symbol: (symbol) => {
        const [type, name = ''] = symbol.split(':');
        if (type === 'parameter') return only(value(name));
        if (type === 'fluid') return [Number.MIN_VALUE, Number.POSITIVE_INFINITY];
        if (symbol === 'time') return [0, Number.POSITIVE_INFINITY];
        const driver = type === 'input' ? drivers.get(`${c}.${name}`) : undefined;
        return driver ? signalRange(driver) : anything;
      },
      table: (name) => tables[value(name)] as Table,
    };
  };
  const signalRange = ({ component, signal }: SignalConnection['from']): Range => {
    const key = `${component}.${signal}`;
    let range = known.get(key);
    if (!range) {
      // A value in a loop is anything until it is known.
      known.set(key, anything);
      const output = modelOf(kindAt(components, component) as KindDefinition).outputs.find(({ name }) => name === signal);
      range = output ? rangeOf(output.value, valuesOf(component)) : anything;
      known.set(key, range);
    }
    return range;
  };
  return valuesOf;
}
