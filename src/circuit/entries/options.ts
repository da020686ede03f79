/** Options that a program hands over, checked as files are: by one schema, every mistake with its option, its value and the rule. */
import { z } from 'zod';
import { type Bounds, boundsText, isWithin, type Setting, type Words } from '../../settings/setting.js';
import { isOf, settingEntries } from '../../settings/settings.js';
import { didYouMean } from '../file/closest.js';
import { shown } from '../file/shown.js';

export interface OptionMistake {
  /** "deadline is NaN; it must be a positive number of seconds" */
  readonly message: string;
  readonly remedy: string;
}

/** A value with the rule that a message gives of it: "it must be …". */
const ruled = <T extends z.ZodType>(schema: T, rule: string) => schema.describe(rule).optional();

/** Shapes that options have in common; each may be left away. */
export const option = {
  positive: (of = '') => ruled(z.number().positive(), `a positive number${of === '' ? '' : ` of ${of}`}`),
  whole: (least: number, most = 2 ** 31 - 1) => ruled(z.number().int().min(least).max(most), wholeRule(least, most)),
  flag: () => ruled(z.boolean(), 'true or false'),
  text: (what: string) => ruled(z.string(), what),
  texts: (what: string) => ruled(z.array(z.string()), what),
  positives: (of: string) => ruled(z.array(z.number().positive()), `a list of positive numbers of ${of}`),
  choice: (choices: readonly string[]) => ruled(z.enum(choices), choices.map((choice) => `'${choice}'`).join(' or ')),
  callback: () =>
    ruled(
      z.custom<unknown>((value) => typeof value === 'function'),
      'a function',
    ),
  signal: () =>
    ruled(
      z.custom<unknown>((value) => typeof value === 'object' && value !== null && 'aborted' in value),
      'an AbortSignal',
    ),
  other: (schema: z.ZodType, rule: string) => ruled(schema, rule),
};

const wholeRule = (least: number, most: number): string => `a whole number from ${least} ${most < 2 ** 31 - 1 ? `to ${most}` : 'on'}`;

/** The rules of all settings that programs may give to one engine. */
export const settingRules = (of: 'lines' | 'integrators'): OptionShape =>
  Object.fromEntries(
    settingEntries.flatMap(([name, setting]) => (setting.program === false || !isOf(setting, of) ? [] : [[name, ruleOf(setting)]])),
  );

const names: Readonly<Record<string, string>> = { s: 'seconds' };
const ofUnit = (unit: string): string => (unit === '1' ? '' : ` of ${names[unit] ?? unit}`);

function ruleOf(setting: Setting): z.ZodOptional {
  switch (setting.form) {
    case 'quantity':
      return withWords(within(setting.bounds), `${boundsText(setting.bounds)}${ofUnit(setting.unit)}`, setting.words);
    case 'quantities':
      return ruled(
        z.array(within(setting.bounds)),
        `a list of ${boundsText(setting.bounds).replace(/^a (positive )?number/, '$1numbers')}${ofUnit(setting.unit)}`,
      );
    case 'count': {
      const { least, most = 2 ** 31 - 1, words } = setting;
      return withWords(z.number().int().min(least).max(most), wholeRule(least, most), words);
    }
    case 'choice':
      return option.choice(setting.choices);
    case 'flag':
      return option.flag();
    case 'list':
      return option.texts(`a list of ${setting.each}`);
    case 'name':
      return option.text(setting.each);
    case 'map':
      return ruled(z.record(z.string(), z.string()), 'texts by name');
  }
}

const within = (bounds: Bounds) => z.custom<unknown>((value) => typeof value === 'number' && isWithin(value, bounds));

/** A number, or what words of the command line mean. */
function withWords(number: z.ZodType, rule: string, words: Words = {}): z.ZodOptional {
  const values = Object.entries(words);
  const more = values.map(([word, value]) => `, or ${value === word ? `'${word}'` : `${value} (${word})`}`).join('');
  return ruled(z.union([number, z.literal(values.map(([, value]) => value))]), `${rule}${more}`);
}

type OptionShape = Readonly<Record<string, z.ZodOptional>>;

/** Mistakes of a circuit and its options: no circuit, options that are none, and values against their rules. */
export function mistakesOfCall(circuit: unknown, shape: OptionShape, options: unknown): OptionMistake[] {
  const isCircuit = typeof circuit === 'object' && circuit !== null && 'components' in circuit && 'record' in circuit && 'hash' in circuit;
  return [...(isCircuit ? [] : [noCircuit(circuit)]), ...mistakesOfOptions(shape, options)];
}

function noCircuit(given: unknown): OptionMistake {
  const remedy = 'give what await readCircuit(…), parseCircuit(…).circuit or circuit(…).build() give';
  return { message: `the circuit is ${given instanceof Promise ? 'a promise' : shown(given)}; it must be a circuit`, remedy };
}

/** One mistake for each option. */
export function mistakesOfOptions(shape: OptionShape, options: unknown): OptionMistake[] {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return [
      { message: `the options are ${shown(options)}; they must be an object`, remedy: `it may have ${Object.keys(shape).join(', ')}` },
    ];
  const mistakes: OptionMistake[] = [];
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!rule) {
      const known = Object.keys(shape);
      mistakes.push(
        ofOtherEngine(name) ?? {
          message: `there is no option '${name}'${didYouMean(name, known)}`,
          remedy: `options are ${known.join(', ')}`,
        },
      );
      continue;
    }
    if (rule.safeParse(value).success) continue;
    const wanted = (rule.unwrap() as z.ZodType).description ?? '';
    mistakes.push({ message: `${name} is ${shownValue(value)}; it must be ${wanted}`, remedy: `give ${name} ${wanted}, or omit it` });
  }
  return mistakes;
}

/** A setting that the engine of the run does not take. */
function ofOtherEngine(name: string): OptionMistake | null {
  const setting = settingEntries.find(([own]) => own === name)?.[1];
  if (!setting || setting.program === false || setting.engine === 'both') return null;
  return setting.engine === 'lines'
    ? {
        message: `there is no option '${name}' of integrators: it belongs to the engine by lines`,
        remedy: `leave ${name} or the solver out`,
      }
    : {
        message: `there is no option '${name}' of the engine by lines: it belongs to integrators`,
        remedy: `name one, as solver: 'rodas4'`,
      };
}

/** The members of a list. */
const shownValue = (value: unknown): string => (Array.isArray(value) ? `[${value.slice(0, 5).map(shown).join(', ')}]` : shown(value));
