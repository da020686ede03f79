/** `--set` entries → values in the raw circuit, as if the file had them. */
import { parse } from 'yaml';
import { isWithin, keyInFile } from '../../settings/setting.js';
import { settingEntries, settingsIn } from '../../settings/settings.js';
import { didYouMean } from '../file/closest.js';
import type { Mistakes } from '../file/mistakes.js';
import { lost, type RawCircuit, type RawFluid } from '../file/raw.js';
import { keysAt } from '../file/schema.js';
import { checkValueAt } from '../file/shape.js';
import { parseQuantity } from '../text/units.js';

/** A value as a file would have it: a number, true or false, a list such as the points of a table, or text, with or without quotes. A mistake of form is reported. */
function valueOfText(text: string, setting: string, mistakes: Mistakes): unknown {
  const bare = text.replace(/^(["'])(.*)\1$/s, '$2').trim();
  if (bare.startsWith('[')) {
    try {
      return parse(bare);
    } catch {
      mistakes.add(['--set'], 'CIR701', `--set ${setting}: not a list`, 'write it as in a file: [[0 s, 0], [1 s, 0.5]]');
      return lost;
    }
  }
  return bare !== '' && !Number.isNaN(Number(bare)) ? Number(bare) : bare === 'true' ? true : bare === 'false' ? false : bare;
}

/** Parts of the fluid that `--set` takes away. */
const fluidLaws: readonly string[] = ['tait', 'effectiveModulus'];
const fluidParts: readonly string[] = ['air', ...fluidLaws];

/** By section of the file: what `--set` gives there, as `section.name`. A map, such as `treat`, is none of them. */
const sections: Readonly<Record<string, () => readonly string[]>> = {
  // Keys of the air given by a name of its own.
  fluid: () => [...keysAt(['fluid']), ...keysAt(['fluid', 'air']).map((part) => `air.${part}`)],
  run: () => settableIn('run'),
  record: () => settableIn('record'),
  initial: () => settableIn('initial'),
};

const settableIn = (section: 'run' | 'record' | 'initial'): string[] =>
  settingsIn(section).flatMap(([, setting]) => (setting.form === 'map' ? [] : [keyInFile(setting)]));

/** Lists may be written without brackets. */
const listed = (section: string, name: string, value: unknown): unknown =>
  typeof value === 'string' && settingEntries.some(([, { form, file }]) => form === 'list' && file === `${section}.${name}`)
    ? value.split(',').map((item) => item.trim())
    : value;

/** Other sections that a value is for; a value that is none is reported once, where it stands. */
function setToo(section: string, name: string, value: unknown): Record<string, unknown> {
  const setting = settingEntries.find(([, { file }]) => file === `${section}.${name}`)?.[1];
  if (setting?.setToo === undefined || setting.form !== 'quantity' || (typeof value !== 'string' && typeof value !== 'number')) return {};
  try {
    return isWithin(parseQuantity(value, setting.unit), setting.bounds) ? { [setting.setToo]: value } : {};
  } catch {
    return {};
  }
}

/** By component or line and parameter: the value, and the `--set` entry that gives it. */
export type SetValues = ReadonlyMap<string, ReadonlyMap<string, { readonly value: unknown; readonly setting: string }>>;

/** The change that a setting makes in a section that is no list of entries; null where it is a mistake. `known`: names of the section. */
function setInSection(
  section: Readonly<Record<string, unknown>> | undefined,
  { owner, name, value, setting }: { readonly owner: string; readonly name: string; readonly value: unknown; readonly setting: string },
  known: readonly string[],
  mistakes: Mistakes,
): Record<string, unknown> | null {
  if (owner === 'fluid' && fluidLaws.includes(name) && value !== 'none') {
    mistakes.add(['--set'], 'CIR702', `--set ${setting}: ${name} can be taken away only`, `write --set fluid.${name}=none`);
    return null;
  }
  if (owner === 'fluid' && ((name.startsWith('air.') && known.includes(name)) || (name === 'air' && value !== 'none'))) {
    const { air } = (section ?? {}) as RawFluid;
    const part = name === 'air' ? 'fraction' : name.slice('air.'.length);
    return { air: { ...(typeof air === 'object' ? air : {}), [part]: value } };
  }
  if (known.includes(name)) {
    const isRight = value !== lost && (fluidParts.includes(name) || checkValueAt([owner, name], listed(owner, name, value), mistakes));
    return isRight ? { [name]: listed(owner, name, value), ...setToo(owner, name, value) } : null;
  }
  const message = `--set ${setting}: ${owner} has no '${name}'${didYouMean(name, known)}`;
  mistakes.add(['--set'], 'CIR702', message, `it has ${known.join(', ')}`);
  return null;
}

/** `--set` entries 'component.parameter=value' put into the raw circuit; names that are not there are mistakes. Returns the rest, for repeated components. */
export function applySettings(raw: RawCircuit, settings: readonly string[], mistakes: Mistakes): { raw: RawCircuit; rest: SetValues } {
  const rest: Map<string, Map<string, { value: unknown; setting: string }>> = new Map();
  if (settings.length === 0) return { raw, rest };
  const copy = { ...raw } as unknown as Record<string, Record<string, unknown>>;
  for (const key of ['components', 'lines']) if (copy[key]) copy[key] = { ...copy[key] };
  for (const setting of settings) {
    const match = /^(\w+)\.(\w+|(?<=^fluid\.)air\.\w+)\s*=\s*(.*)$/s.exec(setting.trim());
    if (!match) {
      mistakes.add(['--set'], 'CIR701', `--set ${setting}: not an assignment`, "write --set 'component.parameter=value', with its unit");
      continue;
    }
    const [, owner = '', name = '', text = ''] = match;
    const value = valueOfText(text, setting, mistakes);
    const known = Object.hasOwn(sections, owner) ? sections[owner]?.() : undefined;
    if (known) {
      mistakes.give([owner, ...name.split('.')], setting);
      const set = setInSection(copy[owner], { owner, name, value, setting }, known, mistakes);
      if (set) copy[owner] = { ...copy[owner], ...set };
      continue;
    }
    const section = ['components', 'lines'].find((key) => copy[key] !== undefined && Object.hasOwn(copy[key], owner));
    // A new entry: an alias in the file makes several names share one.
    if (section !== undefined) {
      const entries = copy[section] as Record<string, unknown>;
      entries[owner] = { ...(entries[owner] as object), [name]: value };
      mistakes.give([section, owner, name], setting);
    } else rest.set(owner, (rest.get(owner) ?? new Map()).set(name, { value, setting }));
  }
  return { raw: copy as unknown as RawCircuit, rest };
}
