/** Joints of oil without a volume: where components are joined, and no line ends. */

import { ownName } from '../equations/solve/compose.js';
import { shownName } from './entries/joinedNames.js';
import { type ComponentTable, kindAt } from './tables.js';

export interface PlacedJoint {
  /** The group. */
  readonly component: number;
  /** The output of its kind that is the pressure there. */
  readonly output: string;
  /** One of the ports that meet there: 'valve.in'. */
  readonly where: string;
}

/** All joints of a circuit, group by group. */
export function* jointsOf(components: ComponentTable): Generator<PlacedJoint> {
  if (!components.kinds.some((kind) => kind?.joints)) return;
  for (let component = 0; component < components.count; component++) {
    for (const { type, ends, lines } of kindAt(components, component)?.joints ?? []) {
      const [first] = ends;
      if (!first || type !== 'hydraulic' || lines.length > 0) continue;
      const where = shownName(components.nameOf(component), ownName(...first));
      yield { component, output: ownName(first[0], `${first[1]}_p`), where };
    }
  }
}
