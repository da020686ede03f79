/** Lines of models of their own (blocks/lines/models/): their keys in a file, in SI, and their constants. */
import type { GivenLine, LineModel, ListKey, OwnModel } from '../../blocks/lines/models/model.js';
import { lineModels } from '../../blocks/lines/models/registry.js';
import type { LineModelData } from '../circuit.js';
import { type Entry, placeOf } from '../entries/section.js';
import { checkBounds, quantity } from '../entries/values.js';
import type { Mistakes } from '../file/mistakes.js';
import { lost, type Path } from '../file/raw.js';

/** A model that says more than the plain line. */
export type NamedModel = LineModel & { readonly own: OwnModel };

/** Models beside the plain capacitive line. */
export const ownModels: readonly NamedModel[] = (lineModels as readonly LineModel[]).filter(
  (model): model is NamedModel => model.own !== null,
);

/** 'a, b or c'. */
export const orList = (names: readonly string[]): string => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');

/** The model of a name, if it is one of them. */
export const ownModel = (name: string): NamedModel | undefined => ownModels.find((model) => model.name === name);

/** Whether the line gives no key of another model than its own. */
export function checkForeignModel(entry: Entry<object>, own: NamedModel | undefined, mistakes: Mistakes): boolean {
  const other = ownModels.find((model) => model !== own && model.own.key.name in entry.raw);
  if (!other) return true;
  const { name } = other.own.key;
  const message = `line '${entry.name}' is not ${other.own.one} and has ${name}`;
  mistakes.add(placeOf(entry, name), 'CIR316', message, `write model: ${other.name}, or omit ${name}`);
  return false;
}

/** How keys of one line are asked for, its own or the file's default. */
export interface ModelKeys {
  given(key: string): unknown;
  /** Where the value of a key was written, and how a message names the line. */
  origin(key: string): { readonly path: Path; readonly owner: string };
  /** m; undefined after a reported mistake. */
  size(key: 'diameter' | 'wallThickness'): number | undefined;
  checkComplete(keys: readonly string[], remedy: string): void;
  /** Whether the line has no modulus of its own, and the fluid's follows its pressure. */
  readonly followsLaw: boolean;
}

/** The model data of a line beside those of any capacitive line; undefined after a reported mistake. */
export function modelDataOf(
  { name: line, path }: Entry<object>,
  { name, own }: NamedModel,
  size: Pick<GivenLine, 'volume' | 'bulkModulus'>,
  keys: ModelKeys,
  mistakes: Mistakes,
): { readonly model: LineModelData } | undefined {
  const { key, needs, one, many } = own;
  const before = mistakes.errors;
  const all = [...needs, key.name];
  keys.checkComplete(all, `${one} has ${all.join(', ')}`);
  if (keys.followsLaw) {
    const message = `line '${line}' is ${one}, and the fluid's bulk modulus follows its pressure`;
    mistakes.add(path, 'CIR316', message, `give it a bulkModulus of its own: that of ${many} is constant`);
  }
  if (mistakes.errors > before) return undefined;
  const { path: place, owner } = keys.origin(key.name);
  const parts = partsOf(keys.given(key.name), key, owner, place, mistakes);
  const [diameter, wallThickness] = [keys.size('diameter'), keys.size('wallThickness')];
  if (!parts || diameter === undefined || wallThickness === undefined) return undefined;
  return { model: { model: name, numbers: own.numbers({ ...size, diameter, wallThickness, parts }) } };
}

/** Parts of a line as its file gives them, SI; undefined after a reported mistake. `owner` names the line. */
function partsOf(
  given: unknown,
  { name, each, most }: ListKey & { readonly name: string },
  owner: string,
  path: Path,
  mistakes: Mistakes,
): Readonly<Record<string, number>>[] | undefined {
  if (given === lost) return undefined;
  const keys = Object.keys(each);
  const remedy = `write a list of 1 to ${most}: ${name}: [{ ${keys.map((key) => `${key}: …`).join(', ')} }]`;
  if (!Array.isArray(given) || given.length === 0 || given.length > most) {
    const what = Array.isArray(given) ? `has ${given.length} entries; there must be 1 to ${most}` : 'is not a list';
    mistakes.add(path, 'CIR205', `${owner}: ${name} ${what}`, remedy);
    return undefined;
  }
  const before = mistakes.errors;
  const parts = (given as unknown[]).map((entry, k) => {
    const place = [...path, k];
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      mistakes.add(place, 'CIR205', `${owner}: ${name}, entry ${k + 1} is not a map of keys`, remedy);
      return {};
    }
    const unknown = Object.keys(entry).find((key) => !keys.includes(key));
    if (unknown !== undefined) mistakes.add([...place, unknown], 'CIR205', `${owner}: ${name}, entry ${k + 1} has no '${unknown}'`, remedy);
    return Object.fromEntries(
      Object.entries(each).map(([key, declared]) => {
        const label = `${owner}: ${name}, entry ${k + 1}: ${key}`;
        const value = quantity((entry as Readonly<Record<string, unknown>>)[key], declared.unit, label, [...place, key], mistakes);
        if (value !== undefined) checkBounds(value, declared.unit, declared, label, [...place, key], mistakes);
        return [key, value ?? Number.NaN];
      }),
    );
  });
  return mistakes.errors > before ? undefined : parts;
}
