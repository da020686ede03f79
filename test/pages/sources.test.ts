/** bench/sources.md: every table, figure and system of published work that files name, with what reproduces it, or why nothing does. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { benchmarks } from '../../dist/bench/commands.js';
import { type Declared, type Indexed, indexOf, missingOf } from '../../dist/bench/sources/index.js';
import { itemsOf, namedIn } from '../../dist/bench/sources/named.js';
import { papers } from '../../dist/bench/sources/papers.js';
import { validationCases } from '../../dist/bench/validation/registry.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { commandsBelow, usageOf, words } from '../support/commandLine.js';
import { expectInPage, pageTable, pageText } from '../support/page.js';

const page = 'bench/sources.md';
const files = (folder: string, suffix: string): string[] => readdirSync(folder).filter((file) => file.endsWith(suffix));

const declared: readonly Declared[] = [
  ...files('circuits', '.yaml').map((file) => ({
    command: `ringmain run circuits/${file}`,
    source: parseCircuit(readFileSync(`circuits/${file}`, 'utf8'), file).circuit.source ?? '',
  })),
  ...files('partitions', '.json').map((file) => ({
    command: `ringmain run circuits/${file.split('.')[0]}.yaml --plan partitions/${file}`,
    source: String((JSON.parse(readFileSync(`partitions/${file}`, 'utf8')) as { source?: string }).source),
  })),
  ...validationCases.map(({ name, against }) => ({ command: `ringmain validate ${name}`, source: against })),
  ...benchmarks.flatMap(({ sources }) => sources.map(([named, source]) => ({ command: `ringmain bench ${named}`, source }))),
];
const index = indexOf(declared);
const titled = ({ paper, entry: [items] }: Indexed): string => `${paper}: ${items}`;

test('tables and figures are read with their ranges, by paper', () => {
  expect(itemsOf('tables 5.2 to 5.4, 6.1 and 6.4, Figs 5.11-5.13')).toEqual([
    'table 5.2',
    'table 5.3',
    'table 5.4',
    'table 6.1',
    'table 6.4',
    'Fig. 5.11',
    'Fig. 5.12',
    'Fig. 5.13',
  ]);
  expect(namedIn('Burton 1994, last appended paper, Fig. 3; Esqué 2008 §5 (Fig. 4.4)')).toEqual([
    { paper: 'Burton 1994, last appended paper', item: 'Fig. 3' },
    { paper: 'Esqué 2008', item: 'Fig. 4.4' },
  ]);
});

test('what files declare and pages name is in the index', () => {
  const pages = ['bench/thesis.md', 'bench/precision/README.md', 'bench/small-volumes.md', 'bench/joins.md', 'bench/printed-mistakes.md'];
  const texts = [...declared.map(({ source }) => source), ...pages.map((file) => readFileSync(file, 'utf8'))];
  const named = texts.flatMap(namedIn);
  expect(named.length).toBeGreaterThan(60);
  expect(missingOf(named)).toEqual([]);
});

test('every entry has something that reproduces it, or one reason why nothing does', () => {
  const both = index.filter(({ ways }) => ways.length === 0 || (ways.length > 1 && ways.some((way) => way.startsWith('none: '))));
  expect(both.map(titled)).toEqual([]);
});

test('tests that are named are there', () => {
  for (const { ways } of index)
    for (const [, file = '', title = ''] of ways.flatMap((way) => [...way.matchAll(/^(test\/\S+): "(.*)"$/g)])) {
      const text = readFileSync(file, 'utf8');
      expect(
        ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}`)),
        `${file} has no test that begins '${title}'`,
      ).toBe(true);
    }
});

test('commands that are named are there, with their options, files and cases', async () => {
  const commands = [...new Set(index.flatMap(({ ways }) => ways.filter((way) => way.startsWith('ringmain '))))];
  expect(commands.length).toBeGreaterThan(60);
  const known = new Map<string, readonly string[]>();
  for (const name of await commandsBelow('')) {
    const { options } = await usageOf(name);
    known.set(name.replace(/^ringmain /, ''), options);
  }
  const wrong = commands.filter((command) => {
    const [name = '', ...rest] = words(command).slice(1);
    const ofBench = name === 'bench' || name === 'surrogate';
    const options = rest.filter((word) => word.startsWith('--') && word !== '--help');
    const paths = rest.filter((word) => /^(circuits|partitions)\//.test(word));
    if (paths.some((path) => !existsSync(path))) return true;
    if (name === 'validate') {
      const patterns = rest.map((word) => new RegExp(`^${word.replaceAll('*', '.*')}$`));
      return !patterns.every((pattern) => validationCases.some((one) => pattern.test(one.name)));
    }
    if (name === 'bench') {
      const [what = '', part = ''] = rest;
      const found = benchmarks.find((one) => one.name === what);
      return found === undefined || (part !== '' && !part.startsWith('--') && !found.parts.includes(part));
    }
    return !ofBench && (!known.has(name) || options.some((option) => !known.get(name)?.includes(option)));
  });
  expect(wrong).toEqual([]);
});

test('the page is that of the files', () => {
  const cell = (way: string): string =>
    /^(ringmain|test\/)/.test(way) ? way.replace(/^(ringmain .*|test\/[^:]*)/, '`$1`') : way.replace(/^none: /, '– ');
  const parts = papers.flatMap(({ name, reference }) => [
    `### ${name}`,
    '',
    `${reference}.`,
    '',
    pageTable(
      ['what', 'it shows', 'reproduced by'],
      index.filter(({ paper }) => paper === name).map(({ entry: [items, about], ways }) => [items, about, ways.map(cell).join('<br>')]),
    ),
    '',
  ]);
  expectInPage(page, 'index', parts.join('\n').trimEnd());
  expect(pageText(page)).not.toMatch(/\/(tmp|work|home)\//);
});
