/**
 * All settings of a run, each declared once (setting.ts has the form). A new one is an entry in one of three files, and the place that reads its value; `file`,
 * `option` and `program` say where it can be given. The order is that of messages.
 */
import { circuitSettings } from './circuitSettings.js';
import { engineSettings } from './engineSettings.js';
import { integratorSettings } from './integratorSettings.js';
import type { Engine, HeldValueOf, Setting, ValueOf, WrittenValueOf } from './setting.js';

export const settings = { ...circuitSettings, ...engineSettings, ...integratorSettings };

/** All settings, by their names in programs. */
export type Settings = typeof settings;
export type SettingName = keyof Settings;

/** A section of the file in a circuit, by the keys there. */
export type HeldIn<Section extends string> = {
  readonly [Name in SettingName as Settings[Name] extends { readonly builds: true }
    ? never
    : Settings[Name] extends { readonly file: `${Section}.${infer Key}` }
      ? Key
      : never]: HeldValueOf<Settings[Name]>;
};

/** A section of the file, as written. */
export type WrittenIn<Section extends string> = {
  readonly [Name in SettingName as Settings[Name] extends { readonly file: `${Section}.${infer Key}` } ? Key : never]?: WrittenValueOf<
    Settings[Name]
  >;
};

/** Every setting with its name, in the order of their declaration. */
export const settingEntries = Object.entries(settings) as readonly (readonly [SettingName, Setting])[];

/** Those that stand in a section of circuit files. */
export const settingsIn = (section: 'run' | 'record' | 'initial'): readonly (readonly [SettingName, Setting])[] =>
  settingEntries.filter(([, { file }]) => file?.startsWith(`${section}.`));

/** Whether an engine, or the choice between them, takes a setting. */
export const isOf = ({ engine }: Pick<Setting, 'engine'>, of: Engine): boolean => engine === of || engine === 'both';

/** Options of programs that one engine takes, each of which may be left away. */
export type OptionsOf<Of extends Engine> = {
  readonly [Name in SettingName as Settings[Name] extends { readonly program: false }
    ? never
    : Settings[Name]['engine'] extends Of | 'both'
      ? Name
      : never]?: ValueOf<Settings[Name]>;
};
