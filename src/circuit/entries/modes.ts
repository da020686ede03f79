/** Whether the equations of components, and of those that are joined, can be solved in each of their modes (equations/structure/modes.ts): checked before the run. */

import { modelOf } from '../../equations/language/build.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import { type ModeFault, structureOf } from '../../equations/structure/modes.js';
import { inNames, type NamedGroup, sideText } from '../conditionText.js';
import type { Mistakes } from '../file/mistakes.js';
import type { Path } from '../file/raw.js';
import { ownValues } from '../ownValues.js';
import { type CircuitTables, kindAt } from '../tables.js';
import { numberAt } from '../text/known.js';

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
    if (!withUnknowns[numberAt(components.kind, c)]) continue;
    const kind = kindAt(components, c) as KindDefinition;
    const fault = structureOf(modelOf(kind), valuesOf(c))?.fault;
    if (!fault) continue;
    const name = components.nameOf(c);
    const { message, remedy } = faultText(name, fault, kind.joints && { names: name.split('+'), joints: kind.joints });
    const isOne = kind.augmented === true && fault.sides.length > 0;
    mistakes.add(pathOf(c), 'CIR338', message, isOne ? `${remedy}; a rate in its place (reduce) is for what holds in every mode` : remedy);
  }
}

/** Words for a mode in which the equations of a component, or of a joined group, cannot be solved. */
function faultText(
  component: string,
  fault: ModeFault,
  group: NamedGroup | undefined,
): { readonly message: string; readonly remedy: string } {
  if (!group)
    return {
      message: `component '${component}': ${conditionText(fault, unknowns(fault))}`,
      remedy: 'give what moves there a resistance in that mode, or a mass',
    };
  const joined = places(fault, group);
  const untold = joined.length > 0 ? `the pressure ${joined.join(' and ')}` : unknowns(fault, group);
  return {
    message: `the joined group of ${group.names.join(', ')}: ${conditionText(fault, untold, group)}`,
    remedy: 'let oil give way there: a line, which has a volume, or a leak beside what shuts, such as a laminarRestrictor',
  };
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The mode, the condition on states that is left in it, and what nothing tells. */
function conditionText({ sides, states, index }: ModeFault, untold: string, group?: NamedGroup): string {
  const mode = sides.length === 0 ? '' : `while ${listed(sides.map((side) => sideText(side, group)))}, `;
  const on = listed(states.map((symbol) => shown(symbol, group)));
  return `${mode}the equations are a condition on ${on} alone, and nothing determines ${untold} (${index === null ? 'no index up to 5' : `index ${index}`})`;
}

/** A symbol of a state or unknown as the file has it. */
const shown = (symbol: string, group?: NamedGroup): string => {
  const [type, name] = symbol.split(':') as [string, string];
  return inNames(type === 'p' ? `${name}.p` : name, group);
};

const unknowns = (fault: ModeFault, group?: NamedGroup): string => listed(fault.unknowns.map((symbol) => shown(symbol, group)));

/** Joints whose pressure nothing tells. */
function places({ unknowns: found }: ModeFault, { names, joints }: NamedGroup): string[] {
  return found.flatMap((symbol) => {
    const joint = joints[Number(/^unknown:j(\d+)$/.exec(symbol)?.[1] ?? Number.NaN)];
    return joint ? [`where ${listed(joint.ends.map(([k, port]) => `${names[k]}.${port}`))} are joined`] : [];
  });
}
