/** Components that jump where a quantity crosses a level, without a width: where the circuit drives them back they chatter at the smallest step. */
import type { Circuit } from '../circuit/circuit.js';
import { fluidValues } from '../circuit/fluid/fluidValues.js';
import type { ParameterRows } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { evaluateColumn } from '../equations/graph/evaluate.js';
import { modelOf } from '../equations/language/build.js';

export interface IdealSwitch {
  readonly component: string;
  readonly kind: string;
}

/** Ideal switches of a circuit, in its order. */
export function idealSwitches(circuit: Circuit): IdealSwitch[] {
  const { components } = tablesOf(circuit);
  const fluid = fluidValues(circuit);
  /** By kind of the circuit: 1 or 0 by row of the parameters; null for a kind that never is one. */
  const ideal = components.kinds.map((kind, number) => {
    const node = kind && modelOf(kind).idealSwitch;
    if (!node) return null;
    const { names, rows } = components.parameters[number] as ParameterRows;
    return evaluateColumn(node, rows.count, (symbol) => {
      const [type, name] = symbol.split(':') as [string, string];
      return type === 'fluid' ? new Float64Array(rows.count).fill(fluid[name]) : rows.column(names.indexOf(name));
    });
  });
  const found: IdealSwitch[] = [];
  for (let c = 0; c < components.count; c++) {
    const number = components.kind[c];
    if (ideal[number]?.[components.row[c]] !== 1) continue;
    found.push({ component: components.nameOf(c), kind: components.kinds[number]?.kind as string });
  }
  return found;
}
