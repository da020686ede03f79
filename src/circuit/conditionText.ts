/** Conditions of equations in words, with the names that members of a joined group have in the file. */
import type { Node } from '../equations/graph/graph.js';
import type { Switch } from '../equations/graph/switches.js';
import type { Joint, KindDefinition } from '../equations/language/definition.js';
import { print } from '../equations/language/print.js';
import { ownName } from '../equations/solve/compose.js';
import type { Side } from '../equations/structure/slopes.js';
import { shownName } from './entries/joinedNames.js';

/** The members of a joined group, for its texts. */
export interface NamedGroup {
  /** By member. */
  readonly names: readonly string[];
  readonly joints: readonly Joint[];
}

/** A condition and whether it holds. */
export interface Told {
  readonly condition: Omit<Side['condition'], 'key'>;
  readonly holds: boolean;
}

/** The side on which a condition stands: 'valve.in.p - valve.out.p > valve.crackingPressure'. */
export function sideText({ condition: { type, a, b }, holds }: Told, group?: NamedGroup): string {
  const text = (node: Node): string => inNames(print(node), group);
  if (type === 'zero') return `${text(b)} is ${holds ? '' : 'not '}0`;
  const held = [a, b].find(({ op, name }) => op === 'symbol' && name.startsWith('held:'));
  if (held) return `${text(held)} is ${holds ? 'free' : 'held by its reset'}`;
  if (type === 'equal') return `${text(a)} ${holds ? '=' : '≠'} ${text(b)}`;
  // 0 < b - c
  if (a.op === 'number' && a.value === 0 && b.op === 'sub')
    return `${text(b.args[0] as Node)} ${holds ? '>' : '<='} ${text(b.args[1] as Node)}`;
  if (a.op === 'number') return `${text(b)} ${holds ? '>' : '<='} ${text(a)}`;
  return `${text(a)} ${holds ? '<' : '>='} ${text(b)}`;
}

/** Text with the names that members have in the file; where a line ends at a junction without volume it is the junction's. */
export function inNames(text: string, group?: NamedGroup): string {
  if (!group) return text;
  const member = (k: string): string => group.names[Number(k)] as string;
  const joint = (k: string): string => {
    const [first] = (group.joints[Number(k)] as Joint).ends;
    return first ? `${group.names[first[0]]}.${first[1]}.p` : '';
  };
  const lines = new Map(group.joints.flatMap((one) => one.lines.map((end) => [ownName(...end), group.names[end[0]] as string] as const)));
  return text
    .replaceAll(/\bm\d+_\w+/g, (own) => lines.get(own) ?? own)
    .replaceAll(/\bq_m(\d+)_(\w+)/g, (_, k: string, port: string) => `${member(k)}.${port}.q`)
    .replaceAll(/\bm(\d+)_/g, (_, k: string) => `${member(k)}.`)
    .replaceAll(/\bj(\d+)\b/g, (_, k: string) => joint(k));
}

/** Characters of a condition beyond which a number stands for it. */
const longest = 120;

/** 'valve: in.p - out.p > 100000', 'valve.in.p > valve.out.p' of joined components; `number`: among those of the component, from 0 on. */
export function conditionName(
  component: string,
  { joints }: KindDefinition,
  { sides: [a, b], jump }: Pick<Switch, 'sides' | 'jump'>,
  number: number,
  holds: boolean,
): string {
  const group: NamedGroup | undefined = joints && { names: component.split('+'), joints };
  const text = short(sideText({ condition: { type: 'less', a, b }, holds }, group));
  if (text.length > longest) return `${component}: ${jump ? 'jump' : 'bend'} ${number + 1} ${holds ? 'below' : 'above'}`;
  return group ? text : `${component}: ${text}`;
}

/** Numbers with six digits. */
const short = (text: string): string =>
  text.replaceAll(/(?<![\w.])\d+\.?\d*(e[+-]?\d+)?/g, (number) => String(Number(Number(number).toPrecision(6))));

/** 'valve.x held'; `held` undefined: either. */
export function resetName(component: string, state: string, held?: boolean): string {
  return `${shownName(component, state)} ${held === undefined ? 'held or let go' : held ? 'held' : 'let go'}`;
}
