/** Circuit files spoilt at random, the same for the same number: texts, trees of keys and values, single values, and equations of own kinds. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { type Random, seeded } from '../../dist/circuit/text/random.js';
import { kindExample } from '../../dist/cli/bundled.js';
import { library } from '../../dist/components/library.js';
import { oddKeys, oddTerms, oddTexts, oddValues } from './oddities.js';

export interface Mutant {
  /** How it was made, and of what. */
  readonly name: string;
  readonly text: string;
}

type Tree = Record<string, unknown>;

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)] as T;

/** A library kind as a definition of its example: every law of the library may be spoilt. */
function asDefinition(kind: string): Tree | undefined {
  const definition = library.get(kind);
  if (!definition) return undefined;
  const tree = parse(kindExample(kind), { merge: true }) as Tree & { components: Record<string, Tree> };
  for (const component of Object.values(tree.components)) if (component['kind'] === kind) component['kind'] = 'own';
  const { ports, parameters, inputs = {}, outputs = {}, states = {}, equations } = definition;
  tree['definitions'] = { own: structuredClone({ ports, parameters, inputs, outputs, states, equations }) };
  return tree;
}

interface Source {
  readonly name: string;
  readonly text: string;
  readonly tree: Tree;
}

let read: { readonly broken: readonly Source[]; readonly right: readonly Source[]; readonly own: readonly Source[] } | undefined;

/** Files of the repository with mistakes; those without, examples, a ring in its compact form; those with kinds of their own. */
function sources(): NonNullable<typeof read> {
  if (read) return read;
  const files = (folder: string): Omit<Source, 'tree'>[] =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => ({ name: file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
  const others = [...library.keys()].map((kind) => ({ name: `example of ${kind}`, text: kindExample(kind) }));
  const ring = { name: 'ring', text: generateRing({ stations: 3, seed: 3, expand: false }) };
  const withTree = ({ name, text }: Omit<Source, 'tree'>): Source[] => {
    try {
      // Without what is shared by aliases, and not where something holds itself.
      return [{ name, text, tree: JSON.parse(JSON.stringify(parse(text, { merge: true, logLevel: 'silent' }))) as Tree }];
    } catch {
      return [{ name, text, tree: {} }];
    }
  };
  const broken = files('test/errors').flatMap(withTree);
  const plain = [...files('circuits'), ...others, ring].flatMap(withTree);
  const own = [...library.keys()].flatMap((kind) => {
    const tree = asDefinition(kind);
    return tree ? [{ name: `own ${kind}`, text: JSON.stringify(tree, null, 1), tree }] : [];
  });
  read = { broken, right: [...plain, ...own], own: [...own, ...plain.filter(({ tree }) => tree['definitions'] !== undefined)] };
  return read;
}

/** Every place in a tree: where it is held, and under which key. */
function placesOf(tree: unknown): { readonly holder: Tree | unknown[]; readonly key: string | number }[] {
  const found: { holder: Tree | unknown[]; key: string | number }[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      found.push({ holder: value as Tree, key });
      walk((value as Tree)[key]);
    }
  };
  walk(tree);
  return found;
}

const put = (holder: Tree | unknown[], key: string | number, value: unknown): void => {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
};

const number = /^[-+]?\d[\d.]*(?:e[-+]?\d+)?/;
const factors = [0, -1, 0.5, 2, 10, 1e-3, 1e3, 1e-6, 1e6, 1e-12, 1e12, 1e-30, 1e30, 1e-200, 1e200];

/** One value replaced by another that does not belong there. */
function oneValue({ tree }: Source, random: Random): string {
  const copy = structuredClone(tree);
  const places = placesOf(copy);
  if (places.length === 0) return JSON.stringify(pick(oddValues, random));
  // Half of them other numbers with the same unit: what the schema takes, and physics may not.
  const quantities = places.filter(({ holder, key }) => number.test(String((holder as Tree)[key])));
  const isNumber = quantities.length > 0 && random() < 0.5;
  const { holder, key } = pick(isNumber ? quantities : places, random);
  const old = (holder as Tree)[key];
  if (!isNumber) put(holder, key, pick(oddValues, random));
  else if (typeof old === 'number') put(holder, key, old * pick(factors, random));
  else
    put(
      holder,
      key,
      String(old).replace(number, (text) => String(Number(text) * pick(factors, random))),
    );
  return JSON.stringify(copy);
}

/** Keys lost, renamed and added, values moved from one place to another, lists and maps around them. */
function spoiltTree({ tree }: Source, random: Random): string {
  const copy = structuredClone(tree);
  for (let left = changes(random); left > 0; left--) {
    const places = placesOf(copy);
    if (places.length === 0) break;
    const { holder, key } = pick(places, random);
    const value = (holder as Tree)[key];
    const other = pick(places, random);
    const change = Math.floor(random() * 7);
    if (change === 0 && !Array.isArray(holder)) delete holder[key];
    else if (change === 0) (holder as unknown[]).splice(Number(key), 1);
    else if (change === 1 && !Array.isArray(holder)) put(holder, pick([...oddKeys, String(other.key)], random), value);
    else if (change === 2) put(holder, key, structuredClone((other.holder as Tree)[other.key]));
    else if (change === 3) put(holder, key, [value]);
    else if (change === 4) put(holder, key, { [pick(oddKeys, random)]: value });
    else if (change === 5) put(holder, key, pick(oddValues, random));
    else if (typeof value === 'string') put(holder, key, spoiltText(value, random));
    // What was put in before may be an object whose `toString` is no function.
    else put(holder, key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return JSON.stringify(copy, null, random() < 0.5 ? 0 : 1);
}

/** Characters and lines lost, doubled, exchanged, and texts put in that YAML or our format give a meaning. */
function spoiltText(text: string, random: Random): string {
  let result = text;
  for (let left = changes(random); left > 0; left--) {
    const at = Math.floor(random() * (result.length + 1));
    const to = at + Math.floor(random() ** 3 * 60);
    const change = Math.floor(random() * 6);
    if (change === 0) result = result.slice(0, at) + result.slice(to);
    else if (change === 1) result = result.slice(0, at) + pick(oddTexts, random) + result.slice(at);
    else if (change === 2) result = result.slice(0, at) + pick(oddTexts, random) + result.slice(to);
    else if (change === 3) result = result.slice(0, to) + result.slice(at);
    else if (change === 4) {
      const lines = result.split('\n');
      const [a, b] = [Math.floor(random() * lines.length), Math.floor(random() * lines.length)];
      [lines[a], lines[b]] = [lines[b] as string, lines[a] as string];
      result = lines.join('\n');
    } else {
      const numbers = [...result.matchAll(/\d[\d.]*/g)];
      if (numbers.length === 0) continue;
      const { 0: old, index } = pick(numbers, random);
      result =
        result.slice(0, index) +
        pick(['0', '-1', '1e300', '1e-300', '0.5', '1e9', '', '3.', '1 1'], random) +
        result.slice(index + old.length);
    }
  }
  return result;
}

/** One token in the place of another of its sort: what comes of it is often a law, and seldom a good one. */
function exchange(tokens: string[], at: number, random: Random): void {
  const sorts = [/^[A-Za-z_]\w*$/, /^\d/, /^[-+*/^<>]$/];
  const begin = tokens.findIndex((token, k) => k >= at && sorts.some((sort) => sort.test(token)));
  if (begin < 0) return;
  const sort = sorts.find((one) => one.test(tokens[begin] as string)) as RegExp;
  tokens[begin] = pick(
    [...tokens.filter((token) => sort.test(token)), ...oddTerms.map((term) => term.trim()).filter((term) => sort.test(term))],
    random,
  );
}

/** How many changes are made to one file: mostly one, so that the rest of it is still read. */
const changes = (random: Random): number => 1 + Math.floor(random() ** 3 * 4);

/** Equations and declarations of an own kind. */
function spoiltEquations({ tree }: Source, random: Random): string {
  const copy = structuredClone(tree);
  const definitions = Object.values((copy['definitions'] ?? {}) as Record<string, Tree>).filter(
    (one) => typeof one?.['equations'] === 'string',
  );
  if (definitions.length === 0) return spoiltTree({ name: '', text: '', tree }, random);
  const definition = pick(definitions, random);
  let text = definition['equations'] as string;
  for (let left = changes(random); left > 0; left--) {
    const tokens = text.split(/(\s+|[-+*/^(),=<>]|\b)/).filter((token) => token !== '');
    const at = Math.floor(random() * tokens.length);
    const change = Math.floor(random() * 12);
    const own = (): string => pick([...tokens.filter((token) => /^\w/.test(token)), ...oddTerms], random);
    if (change === 0) tokens.splice(at, 1);
    else if (change === 1) tokens[at] = own();
    else if (change === 2) tokens.splice(at, 0, own());
    else if (change === 3) tokens.splice(at, 0, ...tokens.slice(at, at + 12));
    else if (change > 5) exchange(tokens, at, random);
    else if (change === 4) tokens[at] = pick(oddTerms, random).repeat(1 + Math.floor(random() ** 8 * 3000));
    else {
      const lines = text.split('\n');
      lines.splice(Math.floor(random() * lines.length), 1, pick(lines, random), pick(lines, random));
      tokens.splice(0, tokens.length, lines.join('\n'));
    }
    text = tokens.join('');
  }
  definition['equations'] = text;
  return JSON.stringify(copy);
}

const ways = {
  text: ({ text }: Source, random: Random) => spoiltText(text, random),
  tree: spoiltTree,
  value: oneValue,
  equations: spoiltEquations,
};

/** Mutant number k of a seed. */
export function mutant(seed: number, k: number): Mutant {
  const random = seeded(seed * 1_000_003 + k);
  const { broken, right, own } = sources();
  const way = pick(Object.keys(ways) as (keyof typeof ways)[], random);
  const source = pick(way === 'equations' ? own : random() < 0.2 ? broken : right, random);
  return { name: `${way} ${k} of ${source.name}`, text: ways[way](source, random) };
}
