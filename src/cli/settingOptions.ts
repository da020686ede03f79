/** Settings (settings/) as options of the command line: their tables, and what their texts mean. */
import { partitionMethods } from '../partition/methods/registry.js';
import { UserError } from '../results/userError.js';
import { boundsText, isWithin, type Setting, type Words } from '../settings/setting.js';
import { isOf, type SettingName, type Settings, settingEntries, settings } from '../settings/settings.js';
import { list, quantity, wholeNumber } from './options.js';
import { asText, dashed, type Flag, type ListOption, oneOf, type TextOption } from './optionTable.js';

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** `pressureError` of --pressure-error: the name among the arguments. */
type ArgumentName<S> = S extends { readonly option: infer Option extends string } ? CamelCase<Option> : never;
export const argumentName = ({ option = '' }: Setting): string => option.replace(/-./g, ([, letter = '']) => letter.toUpperCase());

type OptionOf<S> = S extends { readonly form: 'flag' }
  ? Flag
  : S extends { readonly given: 'repeatedly' }
    ? ListOption
    : TextOption<string>;
type TextOf<S> = S extends { readonly form: 'flag' } ? boolean : S extends { readonly given: 'repeatedly' } ? readonly string[] : string;

/** Options of all settings as they stand on the command line; the circuit and the engine decide what is absent. */
export type SettingArguments = { readonly [Name in SettingName as ArgumentName<Settings[Name]>]?: TextOf<Settings[Name]> | undefined };

/** Settings of an engine that are options of the command line. */
type NameOf<Of extends 'lines' | 'integrators'> = {
  [Name in SettingName]: Settings[Name] extends { readonly option: string; readonly engine: Of | 'both' } ? Name : never;
}[SettingName];

/** The table of some settings, by what each is called among the arguments. */
type TableOf<Name extends SettingName> = { readonly [One in Name as ArgumentName<Settings[One]>]: OptionOf<Settings[One]> };

/** The table of all options that are settings of an engine, with the words of their declaration. */
export function settingOptions<Of extends 'lines' | 'integrators'>(of: Of): TableOf<NameOf<Of>> {
  const names = settingEntries.flatMap(([name, setting]) => (setting.option !== undefined && isOf(setting, of) ? [name] : []));
  return someSettings(...names) as TableOf<NameOf<Of>>;
}

/** The table of some of them, for commands that take few. */
export function someSettings<const Name extends SettingName>(...names: readonly Name[]): TableOf<Name> {
  const entries = names.map((name) => [argumentName(settings[name]), optionOf(name, settings[name])] as const);
  return Object.fromEntries(entries) as TableOf<Name>;
}

function optionOf(name: SettingName, setting: Setting): TextOption<string> | ListOption | Flag {
  const about = `${setting.about}${name in known ? `: ${known[name]?.().join(', ')}` : ''}${defaultText(setting)}`;
  if (setting.form === 'flag') return { about };
  if (setting.form === 'list' && setting.given === 'repeatedly') return { about: `${about}; repeat for more`, many: true };
  return { about, read: asText };
}

/** Of a setting that a circuit has, the default is the circuit's. */
const defaultText = ({ file, usual }: Setting): string => (file !== undefined || usual === undefined ? '' : `; default: ${usual}`);

/** Names that a setting of that form may have. */
const known: { readonly [Name in SettingName]?: () => readonly string[] } = { method: () => [...partitionMethods.keys()] };

/** Values of the settings of one engine, or of the choice between them, that stand on the command line, by their names in programs. Throws UserError for the first mistake. */
export function readSettings(of: 'lines' | 'integrators' | 'choice', args: SettingArguments): Readonly<Record<string, unknown>> {
  const given = args as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    settingEntries.flatMap(([name, setting]) => {
      const written = setting.option === undefined ? undefined : given[argumentName(setting)];
      if (!isOf(setting, of) || !isGiven(written)) return [];
      return [
        [name, typeof written === 'string' ? readSetting(name, setting, written) : Array.isArray(written) ? written.flatMap(list) : true],
      ];
    }),
  );
}

/** Whether an option is there: flags are false, and what may be repeated is an empty list, where they are not. */
export const isGiven = (written: unknown): boolean =>
  written !== undefined && written !== false && !(Array.isArray(written) && written.length === 0);

/** Options on the command line whose settings an engine does not have, with their dashes. */
export function optionsOfOthers(of: 'lines' | 'integrators', args: SettingArguments): string[] {
  const given = args as Readonly<Record<string, unknown>>;
  return settingEntries.flatMap(([, setting]) =>
    setting.option !== undefined && !isOf(setting, of) && isGiven(given[argumentName(setting)]) ? [`--${setting.option}`] : [],
  );
}

function readSetting(name: SettingName, setting: Setting, written: string): unknown {
  const option = `--${setting.option}`;
  switch (setting.form) {
    case 'quantity':
      return wordOr(setting.words, written, () => numberOf(option, setting, written));
    case 'quantities': {
      const numbers = list(written).map((one) => numberOf(option, setting, one));
      if (numbers.length === 0) throw new UserError(`${option} '${written}': no ${name}; ${setting.about}`);
      return numbers;
    }
    case 'count':
      return wordOr(setting.words, written, () => countOf(option, setting, written));
    case 'choice':
      return oneOf(option, written, setting.choices);
    case 'list': {
      const names = list(written);
      if (names.length === 0) throw new UserError(`${option} '${written}': names nothing; write ${setting.about}`);
      return names;
    }
    case 'name':
      return name in known ? oneOf(option, written, known[name]?.() ?? []) : written;
    default:
      throw new Error(`${dashed(name)}: a setting of form '${setting.form}' is no option yet`);
  }
}

const wordOr = (words: Words | undefined, written: string, otherwise: () => number): unknown =>
  words !== undefined && Object.hasOwn(words, written) ? words[written] : otherwise();

function numberOf(option: string, { unit, bounds }: Extract<Setting, { readonly unit: string }>, written: string): number {
  const value = quantity(option, written, unit);
  if (isWithin(value, bounds)) return value;
  const rule = boundsText(bounds);
  throw new UserError(`${option} ${written}: must be ${rule === 'a positive number' ? 'above zero' : rule}`);
}

function countOf(option: string, { least, words = {} }: Extract<Setting, { readonly form: 'count' }>, written: string): number {
  const others = Object.keys(words).map((word) => `'${word}'`);
  if (others.length === 0) return wholeNumber(option, written, least);
  if (!/^\d+$/.test(written) || Number(written) < least)
    throw new UserError(`${option} ${written}: must be ${others.join(', ')} or a whole number of at least ${least}`);
  return wholeNumber(option, written, least);
}
