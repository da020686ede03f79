/** README.md: short, its pictures and samples are what the program makes now, its first circuit has the mistakes that are shown. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScalingFile } from '../../dist/bench/scaling/scalingFile.js';
import { ofMode, strongTable } from '../../dist/bench/scaling/scalingTables.js';
import { parseCircuit, simulate } from '../../dist/index.js';
import { commandsBelow, said, usageOf, words } from '../support/commandLine.js';
import { blocksOf, expectFile, expectInPage, expectSample, fenced, pageTable, pageText, stored } from '../support/page.js';

const page = 'README.md';
/** Bytes that a newcomer reads in ten minutes. */
const longest = 25_000;

/** Of these tests alone: others run side by side. */
const folder = resolve('out/readme');
beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(`has at most ${longest} bytes`, () => {
  expect(Buffer.byteLength(pageText(page))).toBeLessThanOrEqual(longest);
});

/** Commands whose options stand on a page of their own, with what they are for, or with a command that they are those of. */
const elsewhere: Readonly<Record<string, string>> = {
  bench: '[its own page](bench/README.md)',
  report: '`out` `title` `also`, and those of `run` that say how',
  sweep: '[how](src/README.md#sweeps-over-hosts)',
  optimise: '[how](src/README.md#searches)',
  fit: '[how](src/README.md#searches)',
  sensitivity: '[how](src/README.md#searches)',
  view: '[how](src/README.md#live-pages)',
  compare: '[how](src/README.md#the-same-circuit-as-differential-equations)',
  surrogate: '[what for](src/README.md#networks-in-the-place-of-a-volume)',
};

test('the commands are those of the program, with all their options', async () => {
  const usages = await Promise.all((await commandsBelow('')).map(usageOf));
  const rows = usages.map(({ usage, about, options }) => [
    `\`${usage}\``,
    about,
    elsewhere[usage.split(' ')[1] as string] ?? options.map((option) => `\`${option.slice(2)}\``).join(' '),
  ]);
  expect(rows.length).toBeGreaterThan(8);
  expectInPage(page, 'commands', pageTable(['command', 'what it does', 'options, each with `--` before it'], rows));
});

test('speed and verdicts are those of the stored files', () => {
  const [, path = ''] = /`(bench\/results\/[^`]+)`/.exec(pageText('bench/scaling.md')) ?? [];
  const file = stored<ScalingFile>(path);
  const rings = ofMode(file, 'strong').filter(({ family }) => family === 'ring');
  expect(rings.length).toBeGreaterThan(1);
  const { headings, rows } = strongTable(rings);
  // Without those of the fastest samples, of ns by workers and of a bare synchronisation.
  const [first, end] = [1, headings.length - 3];
  const table = pageTable(
    headings.slice(first, end),
    rows.map((cells) => cells.slice(first, end)),
  );
  expectInPage(page, 'speed', `${table}\n\n(${file.cpu}, ${file.cores} cores, Node ${file.node}.)`);

  const { cases } = stored<{ readonly cases: readonly { readonly against: string; readonly verdict: string }[] }>('bench/validate.json');
  const by = (word: string): number => cases.filter(({ against }) => against.startsWith(word)).length;
  expectInPage(
    page,
    'verdicts',
    [
      `${cases.filter(({ verdict }) => verdict === 'pass').length} of ${cases.length} cases pass. ${by('analytic')} are held against formulas, ${by('published')} against printed numbers,`,
      `${by('independent')} against other programs, ${by('own')} against the same circuit as differential equations: [bench/validation.md](bench/validation.md).`,
    ].join('\n'),
  );
});

/** The shell line that contains `part`, without 'npx ringmain'. */
function shown(part: string): string[] {
  const line = blocksOf('sh', [page])
    .flatMap((text) => text.split('\n'))
    .find((one) => one.includes(part));
  return words((line ?? '').replace('npx ringmain ', ''));
}

test('the first account is that of the first run, but for times', async () => {
  // To files of this test's own: another runs every command of the page, perhaps at the same time.
  const { code, out } = await said(shown('--out out/lift.csv').map((word) => word.replace(/^out\//, 'out/readme/')));
  expect(code).toBe(0);
  expectSample(page, 'first run', out.replaceAll('out/readme/', 'out/'));
  // What a newcomer sees first works: few steps, none forced, no cavity and no warning.
  expect(out).not.toMatch(/^(forced|cavitation|Warnings?)\b/im);
  expect(Number(/^steps +([\d ]+) accepted/m.exec(out)?.[1]?.replaceAll(' ', ''))).toBeLessThan(10_000);
});

test('the picture is that of its command', async () => {
  const [command = ''] = /ringmain (run \S+ --record .* --plot) circuits\/ring-main\.svg/.exec(pageText(page))?.slice(1) ?? [];
  const target = `${folder}/ring-main.svg`;
  expect((await said([...words(command), target])).code).toBe(0);
  expectFile('circuits/ring-main.svg', readFileSync(target, 'utf8'));
});

test('the drawing is that of its two commands', async () => {
  const text = pageText(page);
  const [run = ''] = /`ringmain (run \S+ --end .* --out out\/oil\.csv)`/.exec(text)?.slice(1) ?? [];
  const [draw = ''] = /`ringmain (draw \S+ --results out\/oil\.csv --out) circuits\/two-actuator\.svg`/.exec(text)?.slice(1) ?? [];
  const [table, target] = [`${folder}/oil.csv`, `${folder}/two-actuator.svg`];
  for (const given of [words(run), [...words(draw), target]])
    expect((await said(given.map((word) => word.replace('out/oil.csv', table)))).code).toBe(0);
  expectFile('circuits/two-actuator.svg', readFileSync(target, 'utf8'));
});

test('the first circuit has the mistakes that are shown, and runs once they are put right', async () => {
  const [circuit = ''] = blocksOf('yaml', [page]);
  const file = `${folder}/lift.yaml`;
  writeFileSync(file, circuit);
  const { code, err } = await said(['check', file]);
  expect(code).toBe(1);
  expectInPage(page, 'mistakes', fenced(err.replaceAll(file, 'out/lift.yaml')));

  const [changes = ''] = blocksOf('diff', [page]);
  const lines = (sign: string): string[] => changes.split('\n').flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : []));
  const [wrong, right] = [lines('-'), lines('+')];
  expect([wrong.length, right.length]).toEqual([2, 2]);
  let corrected = circuit;
  for (const [k, line] of wrong.entries()) {
    expect(corrected).toContain(`${line}\n`);
    corrected = corrected.replace(`${line}\n`, `${right[k]}\n`);
  }
  const results = await simulate(parseCircuit(corrected, 'lift.yaml').circuit);
  expect(results.ending).toBeNull();
  const { y } = results.series('cylinder.x');
  const stroke = 0.5;
  expect([y[0], y.at(-1)]).toEqual([0, stroke]);

  writeFileSync(file, corrected);
  const { code: done, out } = await said(['run', file, '--record', 'cylinder.*']);
  expect(done).toBe(0);
  const [pressures] = /^pressures .*\n {8}.*$/m.exec(out) ?? [];
  expectInPage(page, 'lift pressures', fenced(pressures ?? ''));
});
