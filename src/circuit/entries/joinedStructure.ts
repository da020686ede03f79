/**
 * Whether a joined group has an index of at most 1, by its structure alone: no closed path, and no path between places whose pressure is given, may be without mass and
 * resistance at once (Hodgson, Hyde and Sharma, ch. 24.4: rank [Wᵀ; diag(M ≠ 0); diag(R ≠ 0)] = n), and every unknown needs an equation of its own.
 */

import { modelOf } from '../../equations/language/build.js';
import type { Joint, KindDefinition } from '../../equations/language/definition.js';
import { factsOf } from '../../equations/language/facts.js';
import { openUnknowns } from '../../equations/solve/massless.js';
import { type ComponentTable, kindAt } from '../tables.js';
import { numberAt } from '../text/known.js';
import { zeroParameters } from './masses.js';

/** Members by component, and where they meet. */
export interface GroupStructure {
  readonly members: readonly number[];
  readonly joints: readonly Joint[];
}

/** A member that lets oil pass at no pressure difference and without inertia, between two places. */
interface FreeMember {
  readonly member: number;
  readonly places: readonly [string, string];
}

/** Where pressure is given: line ends, tanks and sources. */
const given = 'given';

/** Members of the first path or loop without mass and resistance, in order along it; null where there is none. With volumes at joints, pressure is given there. */
export function freePath(
  group: GroupStructure,
  components: ComponentTable,
  hasVolumes: boolean,
): { readonly members: readonly number[]; readonly isLoop: boolean } | null {
  const found: FreeMember[] = [];
  for (const one of freeMembers(group, components, hasVolumes)) {
    const [a, b] = one.places;
    const way = a === b ? [] : wayBetween(found, a, b);
    if (way)
      return { members: [...way, one].map(({ member }) => member), isLoop: ![...way, one].some(({ places }) => places.includes(given)) };
    found.push(one);
  }
  return null;
}

function freeMembers({ members, joints }: GroupStructure, components: ComponentTable, hasVolumes: boolean): FreeMember[] {
  const placeOf = new Map<string, string>();
  joints.forEach(({ ends, lines }, k) => {
    const isSet = ends.some(([member, port]) =>
      factsOf(kindAt(components, numberAt(members, member)) as KindDefinition).pressurePorts.includes(port),
    );
    for (const [member, port] of ends) placeOf.set(`${member} ${port}`, isSet || hasVolumes || lines.length > 0 ? given : `${k}`);
  });
  return members.flatMap((c, member) => {
    const kind = kindAt(components, c);
    const ports = kind ? Object.keys(kind.ports) : [];
    if (!kind || ports.length !== 2 || openUnknowns(modelOf(kind), zeroParameters(components, c)).length === 0) return [];
    const [a, b] = ports.map((port) => placeOf.get(`${member} ${port}`) ?? given) as [string, string];
    return [{ member, places: [a, b] as const }];
  });
}

/** Free members that lead from one place to another; null where none do. */
function wayBetween(free: readonly FreeMember[], from: string, to: string): FreeMember[] | null {
  if (from === to) return [];
  for (const one of free) {
    if (!one.places.includes(from)) continue;
    const next = one.places[0] === from ? one.places[1] : one.places[0];
    const rest = wayBetween(
      free.filter((other) => other !== one),
      next,
      to,
    );
    if (rest) return [one, ...rest];
  }
  return null;
}

/** Parameters of all members that are 0, as the group's kind calls them. */
export function zerosOf(
  { members }: Pick<GroupStructure, 'members'>,
  components: ComponentTable,
  own: (member: number, name: string) => string,
): string[] {
  return members.flatMap((c, k) => zeroParameters(components, c).map((name) => own(k, name)));
}
