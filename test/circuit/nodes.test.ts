/** Our own walk through a YAML document gives what the library gives, where the library gives something; and places of what it brings together. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LineCounter, parseDocument } from 'yaml';
import { Nodes } from '../../dist/circuit/file/nodes.js';
import { Places } from '../../dist/circuit/file/places.js';

function read(text: string): { nodes: Nodes; library: () => unknown; place: (...path: (string | number)[]) => string | undefined } {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, merge: true, prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  if (document.errors.length > 0) throw new Error(`${document.errors[0]?.message}`);
  const nodes = new Nodes(document, counter);
  const places = new Places(document.contents, nodes, counter, text);
  const place = (...path: (string | number)[]): string | undefined => {
    const at = places.of(path);
    return at && `${at.line}:${at.column}`;
  };
  return { nodes, library: () => document.toJS({ maxAliasCount: -1 }), place };
}

/** With the order of keys: it is that of the components. */
const written = (value: unknown): string => JSON.stringify(value);

const texts = [
  'a: &a { x: 1, y: 2 }\nb: { <<: *a, y: 3 }\nc: { y: 4, <<: *a }\nd: { x: 5, <<: *a, y: 6, z: 7 }',
  'a: &a { x: 1 }\nb: &b { x: 2, y: 3 }\nc: { <<: [*a, *b] }\nd: { <<: [*b, *a], z: 1 }\ne: { <<: { x: 9, w: 8 } }',
  'a: &a { x: 1 }\nb: &b { <<: *a, y: 2 }\nc: { <<: *b, z: 3 }\nlist: &l [*a, *b]\nd: { <<: *l }',
  'a: &a 1\nb: *a\nc: &a 2\nd: *a\n? *a\n: e',
  '&k key: 1\nother: *k\nlist: [*k, &n null, *n]',
  '"<<": 1\nx: <<\ny: "<<"\nz: { "<<": { a: 1 } }',
  '1: a\n2.5: b\ntrue: c\n~: d\nnull_: e',
  'a: .nan\nb: .inf\nc: -.inf\nd: 0x10\ne: 0o17\nf: 1e3\ng: 1_000\nh: 12345678901234567890\ni: !!str 5\nj: !!int "7"',
  'a:\nb: ~\nc: ""\nd: []\ne: {}\nf:\n  -\n  - - x\n',
  'constructor: 1\ntoString: { valueOf: 2 }\nhasOwnProperty: &h { a: 1 }\nx: { <<: *h }',
  '',
  '- 1\n- a: 2',
  'text',
];

test.each(texts)('%j', (text) => {
  const { nodes, library } = read(text);
  expect(nodes.mistakes).toEqual([]);
  expect(written(nodes.plain())).toBe(written(library()));
  expect(nodes.plain()).toEqual(library());
});

test('every circuit of the repository, and every broken one that the library reads', () => {
  let compared = 0;
  for (const folder of ['circuits', 'test/errors'])
    for (const file of readdirSync(folder).filter((one) => one.endsWith('.yaml'))) {
      let opened: ReturnType<typeof read>;
      try {
        opened = read(readFileSync(`${folder}/${file}`, 'utf8'));
      } catch {
        continue;
      }
      if (opened.nodes.mistakes.length > 0) continue;
      expect(written(opened.nodes.plain()), file).toBe(written(opened.library()));
      compared++;
    }
  expect(compared).toBeGreaterThan(150);
});

test('what aliases share is one object, so that a file cannot grow without end', () => {
  const levels = Array.from({ length: 40 }, (_, k) => `a${k + 1}: &a${k + 1} { l: *a${k}, r: *a${k} }`);
  const { nodes } = read(['a0: &a0 { x: 1 }', ...levels].join('\n'));
  const plain = nodes.plain() as Record<string, { l: object; r: object }>;
  expect(plain['a40']?.l).toBe(plain['a40']?.r);
  expect(plain['a40']?.l).toBe(plain['a39']);
});

test('places: a value of its own before one that is merged, the first of several maps, an alias at its own place', () => {
  const { place } = read('a: &a { x: 1, y: [1, 2] }\nb: &b { x: 2 }\nc: { <<: [*b, *a], z: 3 }\nd: { x: 4, <<: *a }\ne: *a\nf: { x: *a }');
  expect(place('c', 'x')).toBe('2:12');
  expect(place('c', 'y', 1)).toBe('1:22');
  expect(place('c', 'z')).toBe('3:23');
  expect(place('d', 'x')).toBe('4:9');
  expect(place('e')).toBe('5:1');
  expect(place('e', 'x')).toBe('1:12');
  // What is missing in a shared entry, and what is not looked for in it.
  expect(place('e', 'q')).toBe('1:7');
  expect(place('e', '', 'q')).toBe('5:1');
  expect(place('f', 'x', 'y', 0)).toBe('1:19');
  expect(place('nothing')).toBe('1:1');
});

test.each([
  ['a: *b', "'*b' stands for nothing", '1:4'],
  ['a: &a [1, *a]', "'*a' stands within its own target", '1:11'],
  ['a: &a { b: { <<: *a } }', "'*a' stands within its own target", '1:18'],
  ['a: { <<: 5 }', "'<<' must bring in a map", '1:10'],
  ['a: { <<: [{}, 5] }', "'<<' must bring in a map", '1:15'],
  ['a: { <<: }', "'<<' must bring in a map", '1:10'],
  ['b: &b [1]\na: { <<: *b }', "'<<' must bring in a map", '1:8'],
  ['a: &a { x: 1 }\nb: { <<: *a, <<: *a }', "'<<' stands twice", '2:14'],
  ['a: 1\nb: 2\na: 3', "'a' stands twice in one map, here and in line 1", '3:1'],
  ['x: { __proto__: 1 }', "no key can be '__proto__'", '1:6'],
  ['? [a]\n: 1', 'a key is a text', '1:3'],
  [`a: ${'['.repeat(51)}${']'.repeat(51)}`, 'more than 50 maps and lists', '1:53'],
  [`a: &a ${'['.repeat(40)}${']'.repeat(40)}\nb: ${'['.repeat(20)}*a${']'.repeat(20)}`, 'more than 50 maps and lists', '2:24'],
])('%j', (text, message, at) => {
  const found = read(text).nodes.mistakes;
  expect(found.map(({ place }) => `${place?.line}:${place?.column}`)).toEqual([at]);
  expect(found[0]?.message).toContain(message);
});
