/** What README.md shows is run: its TypeScript, its circuits, its commands; and its sample output is what the program prints now. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OptimumRow, optimumCells, optimumHeadings } from '../dist/cli/bench/optimum.js';
import type { PartitionRow } from '../dist/cli/bench/partition.js';
import type { RingsRow } from '../dist/cli/bench/rings.js';
import { burton, type PublishedCircuit } from '../dist/cli/bench/thesis/burton.js';
import type { Spread } from '../dist/cli/measure/spread.js';
import { benchmarkNames, runCommandLine } from '../dist/cli/program.js';
import { parseCircuit, simulate } from '../dist/index.js';
import type { EfficiencyFactors } from '../dist/partition/efficiency.js';
import { factorsOf, type ThesisAccount, type ThesisCircuit, thesisMarkdown } from '../dist/report/thesisTables.js';
import { formatError } from '../dist/report/validationTable.js';
import type { ValidationCase } from '../dist/validation/case.js';
import { validationCases } from '../dist/validation/registry.js';

interface Block {
  readonly language: string;
  readonly text: string;
}

const readme = readFileSync('README.md', 'utf8');
const blocks: readonly Block[] = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}));
const inLanguage = (language: string): string[] => blocks.filter((block) => block.language === language).map(({ text }) => text);

/** Inside the checkout, so that 'ringmain' means this package. */
const folder = resolve('out/readme');
beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the TypeScript examples compile under strict rules and run', () => {
  const examples = inLanguage('ts');
  expect(examples.length).toBeGreaterThan(1);
  const files = examples.map((text, i) => {
    const file = `${folder}/example${i}.ts`;
    writeFileSync(file, `${text}\nexport {};\n`);
    return file;
  });
  const rules = ['--strict', '--module', 'NodeNext', '--target', 'ES2022', '--types', 'node', '--skipLibCheck', '--ignoreConfig'];
  run('node_modules/typescript/lib/tsc.js', ...rules, ...files);
  const all = `${folder}/all.mjs`;
  writeFileSync(all, files.map((file) => `await import(${JSON.stringify(`file://${file.replace(/ts$/, 'js')}`)});\n`).join(''));
  expect(run(all)).toMatch(/rows, first cylinder at [\d.]+ m after \d+ steps\n\d+ [0-9a-f]{64}\n$/);
});

test.each(inLanguage('yaml'))('circuit %# is sound and runs', async (text) => {
  const results = await simulate(parseCircuit(text, 'README.md').circuit);
  expect([results.ending, results.series(results.columns[0]?.name ?? '').y.every(Number.isFinite)]).toEqual([null, true]);
});

describe('commands', () => {
  const lines = inLanguage('sh')
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => /^(?:npx )?ringmain (.*?)(?: > \S+)?$/.exec(line)?.[1] ?? []);

  test.each(lines)('ringmain %s', async (line) => {
    // Measurements take their time and have tests of their own.
    const { code, out } = await said([...words(line), ...(/^bench|^validate$/.test(line) ? ['--help'] : [])]);
    expect(code).toBe(0);
    expect(out).not.toBe('');
  });

  const helps = new Map<string, string>();
  const help = async (command: string): Promise<string> => {
    const known = helps.get(command) ?? (await said([...command.split(' '), '--help'])).out;
    helps.set(command, known);
    return known;
  };

  test('every command and option that is shown is there', async () => {
    // Commands stand in code: at the start of a line (after a prompt or npx) or of a span.
    const shown = /(?:^|`)(?:\$ )?(?:npx )?ringmain (bench [a-z][a-z-]*|[a-z]+)([^`\n]*)/gm;
    for (const [, command = '', rest = ''] of readme.matchAll(shown)) {
      expect(await help(command), `ringmain ${command}`).toContain(`ringmain ${command}`);
      for (const [option] of rest.matchAll(/--[a-z][a-z-]*/g))
        expect(await help(command), `ringmain ${command} ${option}`).toContain(option);
    }
  });

  test('the table of commands has every benchmark with all options of its own', async () => {
    const rows = [...readme.matchAll(/^\| `ringmain (bench [a-z-]+)[^`]*` \|.*; ([^;]*) \|$/gm)];
    expect(rows.map(([, command]) => command).sort()).toEqual(benchmarkNames.map((name) => `bench ${name}`).sort());
    for (const [, command = '', listed = ''] of rows) {
      const own = [...(await help(command)).matchAll(/^ {6}(--[a-z-]+)/gm)].map(([, option]) => option);
      const told = [...listed.matchAll(/`(--[a-z-]+)`/g)].map(([, option]) => option);
      expect([...told, '--json', '--version'].sort(), command).toEqual(own.sort());
    }
  });

  test('the sample output is that of the first run, but for times', async () => {
    const [first = ''] = lines;
    const sample = blocks[blocks.findIndex(({ text }) => text.includes(first)) + 1];
    const { code, out } = await said(words(first));
    expect(code).toBe(0);
    if (process.env.UPDATE_README)
      writeFileSync('README.md', readme.replace(`\`\`\`text\n${sample?.text}\`\`\``, `\`\`\`text\n${out}\`\`\``));
    else expect(lasting(sample?.text ?? ''), 'UPDATE_README=1 npx vitest run test/readme.test.ts writes it anew').toEqual(lasting(out));
  });
});

describe('the validation table', () => {
  const { cases } = JSON.parse(readFileSync('bench/validate.json', 'utf8')) as {
    cases: (ValidationCase & { error: number; verdict: string })[];
  };

  test('its stored cases are cases of the program, as they are now', () => {
    expect(
      cases.map(({ name }) => name),
      'ringmain validate --json > bench/validate.json',
    ).toEqual(validationCases.map(({ name }) => name));
    for (const { name, against, measure, tolerance } of cases)
      expect(
        validationCases.find((one) => one.name === name),
        'ringmain validate --json > bench/validate.json',
      ).toMatchObject({ name, against, measure, tolerance });
  });

  test('is that of bench/validate.json', () => {
    const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
    const shown = cases.filter(({ group }) => group !== 'Kinds');
    const rows = shown.map(({ name, group, title, against, measure, error, tolerance, verdict }, k) => {
      const heading = group === shown[k - 1]?.group ? '' : row([`**${group}**`, '', '', '', '', '', '']);
      return heading + row([name, title, against, measure, formatError(error), formatError(tolerance), verdict]);
    });
    const head = row(['case', 'what happens', 'held against', 'error measure', 'error', 'tolerance', 'verdict']);
    const table = `${head}${row(Array.from({ length: 7 }, () => '---'))}${rows.join('')}`;
    expectTable('validation table', table);
  });
});

describe("the thesis' tables", () => {
  const account = JSON.parse(readFileSync('bench/thesis.json', 'utf8')) as ThesisAccount;

  test('are those of bench/thesis.json', () => {
    const tables = `\n${thesisMarkdown(account)}\n\n`;
    expectTable('thesis tables', tables);
  });

  test('stand beside the published numbers of the program', () => {
    expect(account.circuits.map(({ circuit }) => circuit)).toEqual(burton.map(({ circuit }) => circuit));
    for (const [k, { published, plans }] of account.circuits.entries()) {
      const { one, components, plans: known } = burton[k] as PublishedCircuit;
      expect(published).toEqual({ one, components });
      expect(known).toMatchObject(plans.map((plan) => plan.published));
    }
  });

  test("what the text says of the thesis' factors follows from its times", () => {
    const [small, large] = account.circuits as [ThesisCircuit, ThesisCircuit];
    const factors = (of: ThesisCircuit) => of.plans.map((plan) => factorsOf(of, plan).published as EfficiencyFactors);
    const all = [factors(small), factors(large)] as const;
    const [i, ii] = all[0].slice(2, 4) as [EfficiencyFactors, EfficiencyFactors];
    const [four, seven] = all[1].slice(2, 4) as [EfficiencyFactors, EfficiencyFactors];
    const words = readme.replace(/\s+/g, ' ');
    const digits = (value: number | null): string => (value ?? Number.NaN).toFixed(2);
    expect(words).toContain(`overhead is ${digits(four.overhead)} with four and ${digits(seven.overhead)} with seven processors`);
    expect(words).toContain(`and balance falls from ${digits(four.balance)} to ${digits(seven.balance)}`);
    expect(words).toContain(`${digits(i.balance)} to ${digits(ii.balance)}, and ${digits(i.overhead)} to ${digits(ii.overhead)}`);
    const lost = (of: ThesisCircuit): number[] =>
      factors(of).map((one) => Math.round((one.lost * of.models) / (of.published.components as number)));
    const span = (values: readonly number[]): string => `${Math.min(...values)} to ${Math.max(...values)}`;
    expect(words).toContain(`${span(lost(small))} models in the small circuit, ${span(lost(large))} in the large`);
    const growth = all.flat().flatMap((one) => (one.growth === null ? [] : [Math.round(100 / one.growth - 100)]));
    expect(words).toContain(`Growth: ${span(growth)} % more there`);
    const perModel = [...small.groups, ...large.groups].map((group) => group.published);
    expect(words).toContain(`models take ${digits(Math.min(...perModel))} to ${digits(Math.max(...perModel))} of their mean`);
  });
});

describe('tables of partitioning', () => {
  const stored = <Row>(file: string): readonly Row[] => (JSON.parse(readFileSync(file, 'utf8')) as { rows: readonly Row[] }).rows;
  test('of the optimum: that of bench/optimum.json', () => {
    expectTable('optimum table', markdown([optimumHeadings, ...stored<OptimumRow>('bench/optimum.json').map(optimumCells)]));
  });

  test('of methods: that of bench/partition.json, its largest rows', () => {
    const rows = stored<PartitionRow>('bench/partition.json').filter(
      ({ components, parts }) => components > 50_000 || (components > 5000 && parts === 32),
    );
    const names = rows[0]?.results.map(({ method }) => method) ?? [];
    const cells = rows.map(({ shape, components, parts, results }) => {
      const seconds = results.find(({ method }) => method === 'multilevel')?.seconds ?? Number.NaN;
      const cuts = results.map(({ cut, imbalance }) => `${cut} (${imbalance.toFixed(3)})`);
      return [shape, thousands(components), String(parts), ...cuts, `${(1e3 * seconds).toFixed(0)} ms`];
    });
    expectTable('partition table', markdown([['circuit', 'components', 'parts', ...names, 'time'], ...cells]));
  });

  test('what is said of all rows of bench/partition.json is so', () => {
    const rows = stored<PartitionRow>('bench/partition.json');
    const said = /It has (\d+) rows from 1e3\s+to 1e5 components: multilevel keeps 1.03 in all of them, takes ([\d.]+) s at most/.exec(
      readme,
    );
    const ours = rows.map(({ results }) => results.find(({ method }) => method === 'multilevel') as PartitionRow['results'][number]);
    expect([said?.[1], said?.[2]]).toEqual([String(rows.length), Math.max(...ours.map(({ seconds }) => seconds)).toFixed(1)]);
    rows.forEach(({ results }, k) => {
      const { cut, imbalance } = ours[k] as (typeof ours)[number];
      expect(imbalance).toBeLessThanOrEqual(1.03);
      for (const theirs of results)
        if (theirs.method.startsWith('metis') && theirs.imbalance <= 1.03) expect(cut).toBeLessThanOrEqual(theirs.cut);
    });
  });
});

test('the table of rings is that of bench/rings.json', () => {
  const { rows } = JSON.parse(readFileSync('bench/rings.json', 'utf8')) as { rows: readonly RingsRow[] };
  const times = ({ median, lowest }: Spread): string => `${median.toFixed(1)} (${lowest.toFixed(1)})`;
  const cells = rows.map(({ preset, stations, oneThread, twoThreads, speedUp, peer, readSeconds, setupSeconds }) => [
    preset,
    thousands(stations),
    times(oneThread),
    times(twoThreads),
    `${speedUp.median.toFixed(2)} (${speedUp.lowest.toFixed(2)}–${speedUp.highest.toFixed(2)})`,
    `${peer?.oneThread} / ${peer?.twoThreads}`,
    `${peer?.script}`,
    `${(readSeconds + setupSeconds).toFixed(2)} s`,
  ]);
  const headings = ['ring', 'stations', '1 thread', '2 threads', 'speed-up', 'peer, 1 / 2 threads', 'script', 'read + set-up'];
  expectTable('rings table', markdown([headings, ...cells]));
});

const markdown = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells, k) => `| ${cells.join(' | ')} |\n${k === 0 ? `|${'---|'.repeat(cells.length)}\n` : ''}`).join('');

const thousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ' ');

/** README's table between its marks is this one; with UPDATE_README it is written. */
function expectTable(name: string, table: string): void {
  const pattern = new RegExp(`(<!-- ${name} -->\n)([\\s\\S]*?)(<!-- end of ${name} -->)`);
  if (process.env.UPDATE_README)
    writeFileSync(
      'README.md',
      readFileSync('README.md', 'utf8').replace(pattern, (_, before, __, after) => `${before}${table}${after}`),
    );
  else expect(pattern.exec(readme)?.[2], 'UPDATE_README=1 npx vitest run test/readme.test.ts writes it anew').toBe(table);
}

/** Lines of an account that are the same on every machine and at every time. */
function lasting(text: string): string[] {
  return text.split('\n').filter((line) => !/^(simulated|cost|engine|memory|note)/.test(line));
}

/** Words of a shell line with simple quotes. */
function words(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replace(/['"]/g, ''));
}

async function said(command: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const code = await runCommandLine(command).finally(() => spy.mockRestore());
  return { code, out };
}

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
