/** Whether the equations of components, and of those that are joined, can be solved in each of their modes (equations/structure/modes.ts): checked before the run. */
import { modelOf } from '../../equations/language/build.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import { structureOf } from '../../equations/structure/modes.js';
import type { Mistakes } from '../file/mistakes.js';
import type { Path } from '../file/raw.js';
import { ownValues } from '../ownValues.js';
import { type CircuitTables, kindAt } from '../tables.js';
import { faultText } from './modeMessages.js';

/** Reports components that cannot be solved in some mode. */
export function checkModes(
  tables: Pick<CircuitTables, 'components' | 'signals'>,
  pathOf: (component: number) => Path,
  mistakes: Mistakes,
): void {
  const { components } = tables;
  const withUnknowns = components.kinds.map((kind) => kind !== null && modelOf(kind).unknowns.length > 0);
  if (!withUnknowns.includes(true)) return;
  const valuesOf = ownValues(tables);
  for (let c = 0; c < components.count; c++) {
    if (!withUnknowns[components.kind[c] as number]) continue;
    const kind = kindAt(components, c) as KindDefinition;
    const fault = structureOf(modelOf(kind), valuesOf(c))?.fault;
    if (!fault) continue;
    const name = components.nameOf(c);
    const { message, remedy } = faultText(name, fault, kind.joints && { names: name.split('+'), joints: kind.joints });
    const isOne = kind.augmented === true && fault.sides.length > 0;
    mistakes.add(pathOf(c), 'CIR338', message, isOne ? `${remedy}; a rate in its place (reduce) is for what holds in every mode` : remedy);
  }
}
