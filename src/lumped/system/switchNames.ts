/** What the switches of components are called: their conditions, with the names of the file. */
import { type NamedGroup, sideText } from '../../circuit/conditionText.js';
import { shownName } from '../../circuit/entries/joinedNames.js';
import type { Switch } from '../../equations/graph/switches.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import type { Part } from './parts.js';

/** Characters of a condition beyond which it is told by number. */
const longest = 120;

/** 'valve: in.p - out.p > 100000', 'valve.in.p > valve.out.p' of joined components; `number`: among those of the component, from 0 on. */
function conditionName(
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
function resetName(component: string, state: string, held?: boolean): string {
  return `${shownName(component, state)} ${held === undefined ? 'held or let go' : held ? 'held' : 'let go'}`;
}

/** What a switch of these parts is called; `side`: on which it is, of a condition undefined for that on which it holds. */
export function switchName(parts: readonly Part[], index: number, side?: boolean): string {
  for (const { batch, count, firstMode, firstReset, firstSignature, discrete } of parts) {
    if (index >= firstSignature + (discrete.includes(true) ? count : 0)) continue;
    const { form, instances } = batch;
    const nameOf = (first: number): string => instances.nameOf((index - first) % count);
    if (index >= firstSignature) return `${nameOf(firstSignature)}: another accepted state`;
    if (index >= firstReset)
      return resetName(nameOf(firstReset), form.resets[Math.floor((index - firstReset) / count)]?.name as string, side);
    const k = Math.floor((index - firstMode) / count);
    return conditionName(nameOf(firstMode), instances.definition, form.switches[k] as Switch, k, side ?? true);
  }
  return '';
}
