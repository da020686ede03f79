/** What all pages show is run: their TypeScript, their circuits, their commands; and what they link to is there. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseCircuit, simulate } from '../../dist/index.js';
import { isFull } from '../support/circuits.js';
import { helpOf, said, words } from '../support/commandLine.js';
import { blocksOf, expectFile, expectSample, isUpdate, pages, pageText, stored } from '../support/page.js';

/** Inside the checkout, so that 'ringmain' means this package. */
const folder = resolve('out/pages');
beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** README's first circuit has mistakes; its own test puts them right, as here. */
const [faulty = ''] = blocksOf('yaml', ['README.md']);
const corrected = [...(blocksOf('diff', ['README.md'])[0] ?? '').matchAll(/^-(.*)\n\+(.*)$/gm)].reduce(
  (text, [, wrong = '', right = '']) => text.replace(wrong, right),
  faulty,
);

/** The TypeScript examples, each a file. */
function exampleFiles(): string[] {
  const examples = blocksOf('ts');
  expect(examples.length).toBeGreaterThan(2);
  return examples.map((text, i) => {
    const file = `${folder}/example${i}.ts`;
    writeFileSync(file, `${text}\nexport {};\n`);
    return file;
  });
}

const printedLines = [/rows, first cylinder at [\d.]+ m after \d+ steps$/m, /^\d+ [0-9a-f]{64}$/m];

// Quickly: full mode compiles them first, below, and vitest imports nothing by address from a folder with '#' in its name.
test.skipIf(isFull)('the TypeScript examples run', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const told = vi.spyOn(console, 'error').mockReturnValue();
  try {
    for (const file of exampleFiles()) await import(/* @vite-ignore */ pathToFileURL(file).href);
    const printed = log.mock.calls.map((words) => words.join(' ')).join('\n');
    for (const line of printedLines) expect(printed).toMatch(line);
  } finally {
    log.mockRestore();
    told.mockRestore();
  }
});

// Full: starts the compiler.
test.runIf(isFull)('the TypeScript examples compile under strict rules, and what comes of it runs', () => {
  const files = exampleFiles();
  const rules = ['--strict', '--module', 'NodeNext', '--target', 'ES2022', '--types', 'node', '--skipLibCheck', '--ignoreConfig'];
  run('node_modules/typescript/lib/tsc.js', ...rules, ...files);
  const all = `${folder}/all.mjs`;
  writeFileSync(all, files.map((file) => `await import(${JSON.stringify(pathToFileURL(file.replace(/ts$/, 'js')).href)});\n`).join(''));
  const printed = run(all);
  for (const line of printedLines) expect(printed).toMatch(line);
});

test.each(blocksOf('yaml').filter((text) => text !== faulty))('circuit %# is sound and runs', async (text) => {
  const results = await simulate(parseCircuit(text, 'page').circuit);
  expect([results.ending, results.series(results.columns[0]?.name ?? '').y.every(Number.isFinite)]).toEqual([null, true]);
});

describe('commands', () => {
  /** Quickly those of the front page: the others, which build on each other's files, in full mode and where pages are written. */
  const lines = blocksOf('sh', isFull || isUpdate ? undefined : ['README.md'])
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => /^(?:npx )?ringmain (.*?)(?: > \S+)?$/.exec(line)?.[1] ?? []);

  beforeAll(() => writeFileSync('out/lift.yaml', corrected));
  /** Lines of an account that an ideal switch brings into it. */
  const linesOf = (account: string): string => (account.match(/^(forced|crossings|cavitation) .*$/gm) ?? []).join('\n');
  /** Pictures of the tour: those that its commands make are stored beside it. */
  const shownPictures = new Set([...pageText('circuits/tour.md').matchAll(/\]\(([\w-]+\.svg)\)/g)].map(([, name = '']) => name));

  test.each([...new Set(lines)])('ringmain %s', async (line) => {
    // Measurements take their time and have tests of their own; a server waits for its page.
    const { code, out } = await said([...words(line), ...(/^bench|^validate|^view|--costs measured/.test(line) ? ['--help'] : [])]);
    expect(code).toBe(0);
    expect(out).not.toBe('');
    for (const [, name = ''] of line.matchAll(/--(?:out|plot) out\/([\w-]+\.svg)/g))
      if (shownPictures.has(name)) expectFile(`circuits/${name}`, readFileSync(`out/${name}`, 'utf8'));
    if (line.includes('--own-steps')) expectSample('src/README.md', 'own steps', out);
    if (line === 'run circuits/two-actuator.yaml') expectSample('circuits/tour.md', 'ideal valve', linesOf(out));
    if (line === 'run circuits/two-actuator-real-valve.yaml') expect(linesOf(out)).not.toMatch(/recurred|^cavitation/m);
  });

  test.each(pages)('%s shows only commands and options that are there', async (page) => {
    // Commands stand in code: at the start of a line (after a prompt or npx) or of a span.
    const shown = /(?:^|`)(?:\$ )?(?:npx )?ringmain (bench [a-z]+(?:-[a-z]+)?(?: [a-z]+(?:-[a-z]+)?(?![\w/.-]))?|[a-z]+)([^`\n]*)/gm;
    for (const [, command = '', rest = ''] of pageText(page).matchAll(shown)) {
      const help = await helpOf(command);
      expect(help, `ringmain ${command}`).toContain(`ringmain ${command}`);
      for (const [option] of rest.matchAll(/--[a-z][a-z-]*/g)) expect(help, `ringmain ${command} ${option}`).toContain(option);
    }
  });
});

describe('links', () => {
  /** Of a heading, as pages are shown. */
  const anchorOf = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
  const linksOf = (text: string): string[] =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((target) => !/^https?:/.test(target));

  test.each(pages)('of %s lead to files and headings that are there', (page) => {
    for (const link of linksOf(pageText(page))) {
      const [target = '', anchor] = link.split('#');
      const path = target === '' ? page : normalize(join(dirname(page), target));
      expect(existsSync(path), `${page}: ${link}`).toBe(true);
      if (anchor === undefined) continue;
      const other = pages.find((one) => one === path);
      expect(other, `${page}: ${link} is on no page`).toBeDefined();
      const headings = other ? [...pageText(other).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)) : [];
      expect(headings, `${page}: ${link}`).toContain(anchor);
    }
  });

  test('of all pages are in the package', () => {
    const { files } = stored<{ readonly files: readonly string[] }>('package.json');
    const packed = (path: string): boolean =>
      ['README.md', 'LICENSE', 'package.json'].includes(path) || files.some((one) => path === one || path.startsWith(`${one}/`));
    const targets = pages.flatMap((page) => linksOf(pageText(page)).map((link) => [page, link.split('#')[0] ?? ''] as const));
    const missing = targets
      .map(([page, target]) => (target ? normalize(join(dirname(page), target)) : page))
      .filter((path) => !packed(path));
    expect(missing).toEqual([]);
  });

  test('lead from README.md to every other page', () => {
    const targets = linksOf(pageText('README.md')).map((link) => link.split('#')[0]);
    for (const page of pages) if (page !== 'README.md') expect(targets).toContain(page);
  });
});

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
