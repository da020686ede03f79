/** Names of what belongs to components that are joined without a line, and are one component to the engine: 'a+b', with names of its own such as 'm1_x' for b's x. */
import { ownName } from '../../equations/solve/compose.js';

/** 'component.quantity' as the file has it. */
export function shownName(component: string, own: string): string {
  const members = component.split('+');
  const [, number, name] = (members.length > 1 && /^m(\d+)_(.*)$/.exec(own)) || [];
  return number === undefined ? `${component}.${own}` : `${members[Number(number)]}.${name}`;
}

/** Name within the component 'a+b' of what the file calls 'b.x', by 'b' and 'x'. */
export function ownNameIn(component: string, member: string, name: string): string {
  const members = component.split('+');
  return members.length > 1 && members.includes(member) ? ownName(members.indexOf(member), name) : name;
}
