/** Pages of plots and reports, opened in a browser: they show the numbers of the results, can be moved about in, and need neither network nor mouse. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plotScript } from '../../dist/cli/bundled.js';
import { reportText, runForReport } from '../../dist/cli/reportFile.js';
import { type LineResults, parseCircuit, readCircuit } from '../../dist/index.js';
import { plotAgainst } from '../../dist/report/plots/choose.js';
import { plotPage } from '../../dist/report/plots/plotPage.js';
import { reliefCircuit } from '../cli/support.js';
import { browserPath, needsBrowser, openBrowser, openFile, seriousFaults } from '../support/browser.js';
import { isFull } from '../support/circuits.js';

describe.skipIf(browserPath === undefined)(`pages in a browser${needsBrowser}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringmain-pages-'));
  const evil = '<img src=x onerror=alert(1)>';
  let browser: Browser;
  let report = '';
  let results: LineResults;
  beforeAll(async () => {
    browser = await openBrowser();
    const { circuit } = parseCircuit(reliefCircuit.replace('A pump over a relief valve', evil), 'relief.yaml');
    const run = await runForReport(circuit, '', { workers: 1 });
    results = run.results;
    report = join(folder, 'report.html');
    const asked = { title: circuit.title, opening: evil, runs: [run], circuitFile: evil, changes: [], command: ['ringmain', evil] };
    writeFileSync(report, await reportText(asked));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What the legend of a panel says: label and number, of time first. */
  const legend = (page: Page, panel: number): Promise<[string, number][]> =>
    page
      .locator('.panel')
      .nth(panel)
      .locator('.u-series')
      .evaluateAll((rows) =>
        rows.map((row): [string, number] => [
          row.querySelector('.u-label')?.textContent ?? '',
          Number(row.querySelector('.u-value')?.textContent ?? ''),
        ]),
      );

  test('a report opens without network or faults, shows the numbers of the results at the cursor, and zooms', async () => {
    const { page, faults } = await openFile(browser, report);
    const slider = page.getByRole('slider', { name: 'cursor, time' }).first();
    await slider.focus();
    await slider.fill('0.6');
    const shown = await legend(page, 0);
    expect(shown.map(([name]) => name)).toEqual(['time, s', 'pump.out.p', 'valve.in.p']);
    const time = shown[0]?.[1] as number;
    const row = results.t.findIndex((t) => Number(t.toPrecision(6)) === time);
    // Six tenths of the way, to the nearest row of 5 ms.
    expect(Math.abs(time - 0.6 * results.end)).toBeLessThan(5e-3);
    for (const [name, value] of shown.slice(1))
      expect(value, name).toBe(Number(((results.series(name).y[row] as number) * 1e-5).toPrecision(6)));

    await page.getByLabel('unit in place of bar').first().selectOption('psi');
    await slider.fill('0.6');
    const [, [, psi = 0] = []] = await legend(page, 0);
    expect(psi).toBe(Number(((results.series('pump.out.p').y[row] as number) / 6894.757293168361).toPrecision(6)));

    // Zoomed in twice by key: a quarter of the range around its middle, on all panels.
    const zoom = page.getByRole('button', { name: 'zoom in' }).first();
    await zoom.press('Enter');
    await zoom.press('Enter');
    await slider.fill('0');
    const [[, left] = ['', 0]] = await legend(page, 0);
    const [[, other] = ['', 1]] = await legend(page, 1);
    expect(Math.abs(left - 0.375 * results.end)).toBeLessThan(5e-3);
    expect(other).toBe(left);
    await page.getByRole('button', { name: 'whole range' }).first().press('Enter');
    await slider.fill('0');
    expect((await legend(page, 0))[0]?.[1]).toBe(0);
    expect(faults).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('h1').textContent()).toBe(evil);
    expect(await seriousFaults(page)).toEqual([]);
    await page.close();
  });

  test.runIf(isFull)('a range drawn by the mouse is that of all panels; a second click takes it back', async () => {
    const { page } = await openFile(browser, report);
    const over = page.locator('.u-over').first();
    await over.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await over.boundingBox()) as { x: number; y: number; width: number; height: number };
    await page.mouse.move(x + 0.5 * width, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 0.75 * width, y + height / 2, { steps: 5 });
    await page.mouse.up();
    const slider = page.getByRole('slider', { name: 'cursor, time' }).first();
    await slider.fill('0');
    const [[, left] = ['', 0]] = await legend(page, 1);
    expect(Math.abs(left - 0.5 * results.end)).toBeLessThan(5e-3);
    await over.dblclick();
    await slider.fill('0');
    expect((await legend(page, 1))[0]?.[1]).toBe(0);
    await page.close();
  });

  test.runIf(isFull).each(['light', 'dark'] as const)(
    "the %s scheme, a phone's width and print have no serious fault",
    async (colorScheme) => {
      const { page, faults } = await openFile(browser, report, { colorScheme, viewport: { width: 390, height: 800 } });
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('button', { name: 'zoom in' }).first().isVisible()).toBe(false);
      expect((await page.pdf()).length).toBeGreaterThan(10_000);
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  test.runIf(isFull)('a signal against a signal is drawn, though it runs back', async () => {
    const t = Float64Array.from({ length: 200 }, (_, k) => k);
    const run = {
      label: '',
      t,
      columns: [
        { name: 'x', unit: 'm' },
        { name: 'y', unit: 'Pa' },
      ],
      values: [t.map((k) => Math.cos(k / 30)), t.map((k) => Math.sin(k / 30) * 1e5)],
    };
    const file = join(folder, 'against.html');
    writeFileSync(file, await plotPage(plotAgainst('circle', [run], ['y'], 'x'), new Map(), await plotScript()));
    const { page, faults } = await openFile(browser, file);
    // Points of the first curve's blue.
    const inked = await page.evaluate<number>(`(() => {
      const canvas = document.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let k = 0; k < data.length; k += 4) if (data[k + 3] > 200 && data[k + 2] > 150 && data[k] < 60 && data[k + 1] < 140) count++;
      return count;
    })()`);
    expect(inked).toBeGreaterThan(500);
    expect(faults).toEqual([]);
    await page.close();
  });

  test.runIf(isFull).each(readdirSync('circuits').filter((file) => file.endsWith('.yaml')))(
    'the report of %s is below three megabytes and opens',
    async (name) => {
      const circuit = await readCircuit(`circuits/${name}`);
      const run = await runForReport(circuit, '', {});
      const file = join(folder, `${name}.html`);
      const text = await reportText({
        title: circuit.title,
        opening: '',
        runs: [run],
        circuitFile: name,
        changes: [],
        command: ['ringmain'],
      });
      expect(Buffer.byteLength(text)).toBeLessThan(3e6);
      writeFileSync(file, text);
      const { page, faults } = await openFile(browser, file);
      expect(await page.locator('canvas').count()).toBeGreaterThan(0);
      expect(faults).toEqual([]);
      expect(await seriousFaults(page)).toEqual([]);
      await page.close();
    },
  );
});
