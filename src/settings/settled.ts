/** The one place where an option of a run comes before what the circuit says, and that before a default. */
import { type Engine, type HeldValueOf, keyInFile, type ValueOf } from './setting.js';
import { type HeldIn, isOf, type OptionsOf, type SettingName, type Settings, settingEntries } from './settings.js';

/** Settings that a circuit holds. */
export interface HeldSettings {
  readonly run: HeldIn<'run'> & { readonly steadyStart: boolean };
  readonly record: HeldIn<'record'>;
}

type Resolved<S, Of> = S extends { readonly file: string }
  ? HeldValueOf<S> | (Of extends 'integrators' ? (S extends { readonly fileOfLines: true } ? null : never) : never)
  : ValueOf<S> | undefined;

/** The values of all settings of an engine: null where neither options nor circuit have one, undefined of one that no circuit has. */
export type SettledOf<Of extends Engine> = {
  readonly [Name in SettingName as Settings[Name] extends { readonly builds: true }
    ? never
    : Settings[Name]['engine'] extends Of | 'both'
      ? Name
      : never]: Resolved<Settings[Name], Of>;
};

/** Values for a run of a circuit, or for the choice of its engine: the option where one is given, else the circuit's. Integrators leave the circuit's values about steps of lines alone. */
export function settled<Of extends Engine>(of: Of, circuit: HeldSettings, options: OptionsOf<Of>): SettledOf<Of> {
  const given = options as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    settingEntries.flatMap(([name, setting]) => {
      if (!isOf(setting, of) || setting.builds) return [];
      if (given[name] !== undefined || setting.file === undefined) return [[name, given[name]]];
      const isLeft = of === 'integrators' && setting.fileOfLines === true;
      // `--set` and files have a key of its own for integrators.
      const key = isLeft ? setting.setToo : name === 'steadyStart' ? name : keyInFile(setting);
      const section = (setting.file.startsWith('record.') ? circuit.record : circuit.run) as unknown as Readonly<Record<string, unknown>>;
      return [[name, key === undefined ? null : section[key]]];
    }),
  ) as SettledOf<Of>;
}
