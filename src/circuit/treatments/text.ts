/** 'advanced-pseudo-dynamic innerStep=10us tolerance=300Pa' → treatment and settings, with every fault of the text. */
import { didYouMean } from '../file/closest.js';
import type { InText } from '../file/mistakes.js';
import { parseQuantity, UnitError } from '../text/units.js';
import { formsByName, type TreatmentForm, type TreatmentSetting } from './forms.js';

export interface TreatmentFault {
  readonly about: 'treatment' | 'setting' | 'value' | 'text';
  readonly message: string;
  readonly remedy: string;
  /** Where it stands in the text. */
  readonly inText: InText;
}

/** How a volume is treated. */
export interface TreatmentHow {
  readonly treatment: string;
  /** SI */
  readonly settings: Readonly<Record<string, number>>;
  /** The word behind the name and a colon: 'surrogate:FILE'. */
  readonly file?: string;
}

/** Reads all of a text; where it has faults, `how` says the right form. */
export function readTreatment(text: string): { readonly how: TreatmentHow; readonly faults: readonly TreatmentFault[] } {
  const faults: TreatmentFault[] = [];
  const add = (about: TreatmentFault['about'], at: number, { message, remedy }: Refusal): void => {
    const before = text.slice(0, at).split('\n');
    faults.push({ about, message, remedy, inText: { line: before.length, column: (before.at(-1) as string).length + 1 } });
  };
  const start = text.search(/\S|$/);
  const [head = '', name = '', file] = /^\s*([\w-]+)(?::(\S+))?(?=[\s,]|$)/.exec(text) ?? [];
  const form = formsByName.get(name);
  const settings: Record<string, number> = {};
  if (name === '')
    add('text', start, {
      message: `'${text.trim()}' is no treatment`,
      remedy: "write its name, and settings behind it: 'pseudo-dynamic innerStep=10us'",
    });
  else if (!form) add('treatment', start, noTreatment(name));
  else
    for (const { 0: item, index } of text.slice(head.length).matchAll(/[^\s,]+/g)) {
      const at = head.length + index;
      const [key = '', value = ''] = item.split(/=(.*)/s);
      const setting = form.settings[key];
      if (!setting) add('setting', at, noSetting(form, key));
      else if (Object.hasOwn(settings, key))
        add('setting', at, { message: `${name}: ${key} is given twice`, remedy: 'leave one of the two out' });
      else {
        const found = settingValue(value, setting);
        settings[key] = typeof found === 'number' ? found : setting.default;
        if (typeof found !== 'number') add('value', at, { ...found, message: `${name}: ${key}${found.message}` });
      }
    }
  return { how: { treatment: name, settings, ...(file === undefined ? {} : { file }) }, faults };
}

interface Refusal {
  readonly message: string;
  readonly remedy: string;
}

/** For a name that is no treatment. */
export function noTreatment(name: string): Refusal {
  const names = [...formsByName.keys()];
  return { message: `no treatment '${name}'${didYouMean(name, names)}`, remedy: `the treatments are ${names.join(', ')}` };
}

/** For a name that is no setting of a treatment. */
export function noSetting({ name, settings }: TreatmentForm, key: string): Refusal {
  const known = Object.keys(settings);
  return {
    message: `${name} has no setting '${key}'${didYouMean(key, known)}`,
    remedy: known.length > 0 ? `it has ${known.join(', ')}` : 'it has none',
  };
}

/** Why a setting cannot have a value (SI), shown as it was given: the words behind its name, and the way out; null if it can. */
export function wrongValue(value: number, { choices, whole }: TreatmentSetting, shown: string): Refusal | null {
  const message = ` is ${shown}`;
  if (choices)
    return Number.isInteger(value) && value >= 0 && value < choices.length
      ? null
      : { message, remedy: `give the number of one of ${choices.join(', ')}, from 0` };
  if (!(value > 0 && Number.isFinite(value))) return { message, remedy: 'give a positive value' };
  return whole && !Number.isInteger(value) ? { message, remedy: 'give a whole number' } : null;
}

function settingValue(text: string, setting: TreatmentSetting): number | Refusal {
  const { unit, choices } = setting;
  if (choices) {
    const index = choices.indexOf(text);
    return index >= 0 ? index : { message: ` is '${text}'`, remedy: `write ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` };
  }
  try {
    const value = parseQuantity(text, unit);
    return wrongValue(value, setting, text) ?? value;
  } catch (error) {
    if (error instanceof UnitError) return { message: `: ${error.message}`, remedy: error.remedy };
    throw error;
  }
}
