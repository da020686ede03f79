/** Names of what belongs to components that are joined without a line, and are one component to the engine: 'a+b', with names of its own such as 'm1_x' for b's x. */
import type { KindDefinition } from '../../equations/language/definition.js';
import { ownName } from '../../equations/solve/compose.js';

/** 'component.quantity' as the file has it. */
export function shownName(component: string, own: string): string {
  const members = component.split('+');
  const [, number, name] = (members.length > 1 && /^m(\d+)_(.*)$/.exec(own)) || [];
  return number === undefined ? `${component}.${own}` : `${members[Number(number)]}.${name}`;
}

/** Of a port of a joined group: the member, a junction, if lines end there; null of another port. */
export function junctionAt({ joints = [] }: KindDefinition, port: string): number | null {
  for (const { lines } of joints) for (const end of lines) if (ownName(...end) === port) return end[0];
  return null;
}

/** A port as the file has it: 'component.port', or the junction of a joined group at which a line ends. */
export function shownPort(component: string, kind: KindDefinition, port: string): string {
  const junction = junctionAt(kind, port);
  return junction === null ? shownName(component, port) : (component.split('+')[junction] as string);
}

/** Name within the component 'a+b' of what the file calls 'b.x', by 'b' and 'x'. */
export function ownNameIn(component: string, member: string, name: string): string {
  const members = component.split('+');
  return members.length > 1 && members.includes(member) ? ownName(members.indexOf(member), name) : name;
}
