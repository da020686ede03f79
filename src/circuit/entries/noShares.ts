/** Why ranks cannot read a share each of a circuit (share.ts): it repeats nothing, or something in it depends on instances that not every rank would read. */

import { askedObservers } from '../../blocks/kept/registry.js';
import { Mistakes } from '../file/mistakes.js';
import type { RawCircuit, RawLine, RawRepeat, RawSubcircuit } from '../file/raw.js';
import { divided } from '../lines/segments.js';
import { componentOf, directEndsOf, type WrittenBeside } from './beside.js';
import { instanceIn } from './section.js';

/** Of a circuit that has no groups: it loses nothing. */
export const repeatsNothing = 'it repeats nothing; parts follow from groups under repeat:';

export const watched = 'quantities are watched at every step; leave out watches and envelopes';

/** The part of a circuit that does not follow from a few instances, and the way out; null: none. */
export function whyNoShares(raw: RawCircuit, { components, lines }: WrittenBeside): string | null {
  const { record, repeat = {}, run, subcircuits = {} } = raw;
  const groups = Object.entries(repeat).map(([name, { count }]) => ({ name, count }));
  if (groups.length === 0) return repeatsNothing;
  if (groups.some((a) => groups.some((b) => a !== b && a.name.startsWith(b.name)))) return 'names of its groups begin alike; rename one';
  const alike = [...components, ...lines].find((name) => groups.some((group) => instanceIn(group, name) >= 0));
  if (alike !== undefined) return `'${alike}' is called like a part of a repeated group; rename it`;
  if (Object.keys(run?.treat ?? {}).length > 0) return 'it treats volumes; leave out run.treat';
  const asked = askedObservers.flatMap(({ asks }) => Object.values(record?.[asks.setting as keyof typeof record] ?? []));
  if (asked.length > 0) return watched;
  for (const [name, own] of Object.entries(subcircuits))
    if (directEndsOf(own).some((end) => end.startsWith('next.')))
      return `direct connections or signals of subcircuit '${name}' lead to the next instance; lead a line there`;
  const beside = new Set(components);
  for (const group of Object.values(repeat)) {
    const why = whyNotApart(raw, group, beside);
    if (why !== null) return why;
  }
  return null;
}

/** What instances of a group lead to that not every rank has read; null: nothing. `beside`: components beside the groups. */
function whyNotApart(
  { defaults, subcircuits = {} }: RawCircuit,
  { subcircuit, every = {} }: RawRepeat,
  beside: ReadonlySet<string>,
): string | null {
  const cycle = [subcircuit].flat();
  const names = [...cycle, ...Object.values(every)].filter((name) => Object.hasOwn(subcircuits, name));
  const parts = new Map(names.map((name) => [name, partsOf(subcircuits[name] as RawSubcircuit, defaults?.line ?? {})]));
  const isPart = (name: string): boolean => [...parts.values()].some(({ components }) => components.has(name));
  for (const [name, { lineEnds, others }] of parts) {
    for (const end of lineEnds) {
      const isNext = end.startsWith('next.');
      const component = componentOf(isNext ? end.slice('next.'.length) : end);
      if (isNext && cycle.some((one) => parts.get(one)?.components.has(component) === false))
        return `lines of subcircuit '${name}' lead to '${component}', which some next instances have not; call it the same in all`;
      if (!isNext && (beside.has(component) || !isPart(component)))
        return `lines of subcircuit '${name}' lead to '${component}', which is no part of the instance; end them within it, and join groups by lines beside them`;
    }
    const strange = others.map(componentOf).find((component) => !isPart(component) && !beside.has(component));
    if (strange !== undefined)
      return `subcircuit '${name}' leads to '${strange}' of another instance; lead a line there, beside the groups`;
  }
  return null;
}

/** Components that a subcircuit makes, and what its lines and its other connections end at. */
function partsOf(own: RawSubcircuit, defaults: Partial<RawLine>) {
  const { components, lines } = divided(own, [], defaults, new Mistakes());
  return {
    components: new Set(Array.from({ length: components.length }, (_, k) => components.nameOf(k))),
    lineEnds: Array.from({ length: lines.length }, (_, k) => lines.rawOf(k)).flatMap(({ from, to }) => [String(from), String(to)]),
    others: directEndsOf(own),
  };
}
