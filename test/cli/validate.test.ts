/** `ringmain validate`: what it prints, writes and exits with. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { ValidationCase } from '../../dist/bench/validation/case.js';
import { judge } from '../../dist/bench/validation/judge.js';
import { validationPlot } from '../../dist/bench/validation/plot.js';
import { validationCases } from '../../dist/bench/validation/registry.js';
import { validationTable } from '../../dist/bench/validation/table.js';
import { runCommandLine } from '../../dist/cli/program.js';

const folder = mkdtempSync(join(tmpdir(), 'ringmain-validate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function said(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const spies = (['out', 'err'] as const).map((name) =>
    vi.spyOn(process[`std${name}`], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  const code = await runCommandLine(words);
  for (const spy of spies) spy.mockRestore();
  return { code, ...printed };
}

test('Ctrl-C keeps the verdicts that there are, and exits with 130', async () => {
  const watch = setInterval(() => process.listenerCount('SIGINT') > 0 && process.emit('SIGINT'), 1);
  const { code, out, err } = await said('validate', 'default-*').finally(() => clearInterval(watch));
  const [, made, all] = /^ringmain: interrupted after (\d+) of (\d+) cases$/m.exec(err) ?? [];
  expect([code, Number(made) > 0, Number(made) < Number(all)]).toEqual([130, true, true]);
  expect(out).toContain(`${made === '1' ? '1 case' : `${made} cases`}: ${made} passed, 0 failed`);
  expect(process.listenerCount('SIGINT')).toBe(0);
});

test('some cases by a glob, as a table with their reasons, each drawn', async () => {
  const { code, out } = await said('validate', 'reflection-a*', 'reflection-o*', '--plot', join(folder, 'new', 'pictures'));
  expect(code).toBe(0);
  expect(out).toMatch(/reflection-area-change +analytic: .* +1e-14 +pass\n/);
  expect(out).toContain('rounding of a closed form');
  expect(out).toContain('2 cases: 2 passed, 0 failed');
  const files = readdirSync(join(folder, 'new', 'pictures')).sort();
  expect(files).toEqual(['reflection-area-change.svg', 'reflection-orifice.svg']);
  for (const file of files)
    expect(readFileSync(join(folder, 'new', 'pictures', file), 'utf8')).toMatch(/^<svg [\s\S]*difference[\s\S]*<\/svg>\n$/);
});

test('--json: one object', async () => {
  const { code, out, err } = await said('validate', 'reflection-none', '--json');
  expect([code, err]).toEqual([0, '']);
  const { cases, passed, failed } = JSON.parse(out);
  expect([passed, failed]).toEqual([1, 0]);
  expect(cases[0]).toMatchObject({ name: 'reflection-none', verdict: 'pass', failure: null, tolerance: 1e-13 });
});

test('--list runs nothing and shows every case', async () => {
  const { code, out } = await said('validate', '--list');
  expect(code).toBe(0);
  for (const { name, reason } of validationCases) {
    expect(out).toContain(`${name} (`);
    expect(out).toContain(reason);
  }
});

test('no such case, and a picture that is not ours: exit 1, and nothing is run', async () => {
  const unknown = await said('validate', 'holmboe-rouleau-larges');
  expect([unknown.code, unknown.out]).toEqual([1, '']);
  expect(unknown.err).toContain("did you mean 'holmboe-rouleau-largest'?");
  writeFileSync(join(folder, 'reflection-none.svg'), '<svg>mine</svg>');
  const kept = await said('validate', 'reflection-none', '--plot', folder);
  expect([kept.code, kept.out]).toEqual([1, '']);
  expect(readFileSync(join(folder, 'reflection-none.svg'), 'utf8')).toBe('<svg>mine</svg>');
});

describe('a case that fails', () => {
  const [one] = validationCases as [ValidationCase];
  const bench = { circuit: () => Promise.reject(new Error('none')), table: () => Promise.reject(new Error('none')) };

  test('stands in the table with its reason below, and in its picture', async () => {
    const curve = { name: 'pressure', unit: 'Pa', x: [0, 1], ours: [1e5, 3e5], reference: [1e5, 2e5] };
    const verdict = await judge({ ...one, tolerance: 0.01, run: async () => ({ error: 0.5, curves: [curve] }) }, bench);
    expect(validationTable([verdict])).toMatch(new RegExp(`0\\.5 +0\\.01 +FAIL\n[\\s\\S]*${one.reason}[\\s\\S]*0 passed, 1 failed`));
    expect(validationPlot(verdict)).toContain(`${one.name}: FAIL`);
  });

  test('that throws says what', async () => {
    const verdict = await judge({ ...one, run: () => Promise.reject(new Error('diverged at 3 s')) }, bench);
    expect(validationTable([verdict])).toMatch(/none .*FAIL[\s\S]*diverged at 3 s/);
  });

  test('makes the exit code 2', async () => {
    const spy = vi.spyOn(one, 'run').mockResolvedValue({ error: 1, curves: [] });
    const { code, out } = await said('validate', one.name);
    spy.mockRestore();
    expect(code).toBe(2);
    expect(out).toContain('0 passed, 1 failed');
  });
});
