/** The page that `ringmain page` writes, in a browser: the engine runs there, with and without threads, and gives the bits of Node. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bundledCircuits } from '../../dist/cli/bundled.js';
import { openRun, parseCircuit, readCircuit, simulate } from '../../dist/index.js';
import { csvText } from '../../dist/results/csv.js';
import { reliefCircuit } from '../cli/support.js';
import { browserPath, needsBrowser, type Opened, openAddress, openBrowser, seriousFaults } from '../support/browser.js';
import { isFull } from '../support/circuits.js';
import { said } from '../support/commandLine.js';
import { digestAtEnd, markedText, openText, readout, takeWorkers, textOf, unfold, untilIs } from '../support/livePage.js';
import { type SiteServer, serveFolder } from '../support/siteServer.js';

const evil = '<img src=x onerror=alert(1)>';
const relief = reliefCircuit.replace('A pump over a relief valve', evil);
const actuators = readFileSync('circuits/two-actuator.yaml', 'utf8').replace(/end: [\d.]+ s/, 'end: 0.3 s');
/** On one core two workers are folded on one thread. */
const onTwoCores = test.skipIf(availableParallelism() < 2);
const digestOf = async (text: string): Promise<string> => (await simulate(parseCircuit(text, 'circuit').circuit, { workers: 1 })).digest;

describe.skipIf(browserPath === undefined)(`the page without a server${needsBrowser}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringmain-site-'));
  const site = join(folder, 'site');
  let browser: Browser;
  let isolated: SiteServer;
  let plain: SiteServer;
  const pages: Opened[] = [];

  beforeAll(async () => {
    const files = [join(folder, 'actuators.yaml'), join(folder, `${evil.replaceAll('/', '')}.yaml`)];
    for (const [k, text] of [actuators, relief].entries()) writeFileSync(files[k] as string, text);
    expect(await said(['page', ...files, '--out', site])).toMatchObject({ code: 0, err: '' });
    [browser, isolated, plain] = await Promise.all([
      openBrowser(),
      serveFolder(site, { isolated: true }),
      serveFolder(site, { isolated: false }),
    ]);
  });
  afterEach(async () => {
    for (const { page, faults } of pages.splice(0)) {
      expect(faults).toEqual([]);
      await page.close();
    }
    for (const { missed } of [isolated, plain]) expect(missed).toEqual([]);
  });
  afterAll(async () => {
    isolated?.close();
    plain?.close();
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens it; its first circuit stands. */
  async function opened(server: SiteServer, options: Parameters<typeof openAddress>[3] = {}): Promise<Page> {
    const one = await openAddress(browser, server.address, server.address, options);
    pages.push(one);
    await untilIs(one.page, 'stands');
    return one.page;
  }

  const choose = async (page: Page, k: number): Promise<void> => {
    const before = await textOf(page, 'title');
    await page.locator('#circuit').selectOption({ index: k });
    await expect.poll(() => textOf(page, 'title')).not.toBe(before);
  };

  test('not isolated: it says that there is one thread, and gives the digest of Node', async () => {
    const page = await opened(plain);
    expect(await page.evaluate('crossOriginIsolated')).toBe(false);
    expect(await textOf(page, 'notes')).toContain('Runs have one thread here');
    expect(await digestAtEnd(page)).toBe(await digestOf(actuators));
  });

  test('by an integrator, whose script comes when it is taken: the digest of Node', async () => {
    const page = await opened(plain);
    await unfold(page, 'Engine');
    await page.selectOption('#solver', 'rodas4');
    await page.locator('#tolerance').fill('1e-3');
    await page.getByRole('button', { name: 'Go on with these' }).click();
    await expect.poll(() => page.locator('#measure').isDisabled()).toBe(true);
    const { circuit } = parseCircuit(actuators, 'circuit');
    expect(await digestAtEnd(page)).toBe((await simulate(circuit, { solver: 'rodas4', relativeTolerance: 1e-3 })).digest);
  });

  onTwoCores('isolated: the digest of Node by two threads; a broken text gets messages at its places, put right it runs', async () => {
    const page = await opened(isolated);
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
    await takeWorkers(page, '2');
    expect(await digestAtEnd(page)).toBe(await digestOf(actuators));
    const wrong = relief.replace('100 bar', '100').replace('kind: tank', 'kind: tnak');
    await openText(page, wrong);
    const messages = page.locator('#mistakes button');
    await expect.poll(() => messages.count()).toBe(2);
    const lines = wrong.split('\n');
    for (const [k, code, word] of [
      [0, 'CIR202', '100,'],
      [1, 'CIR301', 'tnak'],
    ] as const) {
      const number = lines.findIndex((one) => one.includes(word));
      const line = lines[number] as string;
      const column = line.indexOf(word);
      expect(await messages.nth(k).textContent()).toMatch(new RegExp(`^line ${number + 1}, column ${column + 1}: ${code} {2}`));
      await messages.nth(k).click();
      expect(await markedText(page)).toBe(line.slice(column));
    }
    await openText(page, relief);
    await expect.poll(() => textOf(page, 'title')).toBe(evil);
    expect(await digestAtEnd(page)).toBe(await digestOf(relief));
    expect(await page.locator('img').count()).toBe(0);
  });

  describe.runIf(isFull)('in full', () => {
    test('not isolated, two workers: what they need, or what to take; with one it goes on', async () => {
      const page = await opened(plain);
      await takeWorkers(page, '2');
      await page.locator('#run').click();
      await expect
        .poll(() => textOf(page, 'alert'))
        .toMatch(/^RUN230 .*may not share memory.*Cross-Origin-Opener-Policy.*or take workers: 1/);
      await untilIs(page, 'stands');
      await takeWorkers(page, '1');
      expect(await digestAtEnd(page)).toBe(await digestOf(actuators));
    });

    test('the dialog with mistakes has no serious fault; what they quote is text', async () => {
      const page = await opened(isolated);
      await openText(page, relief.replace('kind: tank', `kind: "${evil}"`).replace('100 bar', `"${evil}"`));
      const messages = page.locator('#mistakes button');
      await messages.first().waitFor();
      for (const text of await messages.allTextContents()) expect(text).toContain(evil);
      expect(await page.locator('img').count()).toBe(0);
      expect(await seriousFaults(page)).toEqual([]);
    });

    onTwoCores('isolated: one thread after two, and back', async () => {
      const page = await opened(isolated);
      for (const workers of ['1', '2', '1']) {
        await takeWorkers(page, workers);
        await untilIs(page, 'stands');
        expect(await digestAtEnd(page)).toBe(await digestOf(actuators));
      }
    });

    test('a value that is changed: its effect in the numbers, and the digest of the same orders in Node', async () => {
      const page = await opened(isolated);
      await choose(page, 1);
      await page.getByLabel('valve.crackingPressure, bar').fill('50');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.slider.set').count()).toBe(1);
      const run = await openRun(parseCircuit(relief, 'circuit').circuit, { workers: 1, tunable: ['valve.crackingPressure'] });
      run.set('valve.crackingPressure', 50e5);
      await run.advance();
      const results = await run.close();
      expect(await digestAtEnd(page)).toBe(results.digest);
      const last = (results.series('valve.in.p').y.at(-1) as number) / 1e5;
      // 60 l/min by 600 l/min/bar above what it opens at.
      expect(last).toBeCloseTo(50.1, 2);
      expect(await readout(page, 'valve.in.p')).toBeCloseTo(last, 3);
    });

    test('run, pause, step, speed: a paused run stands; a step is one', async () => {
      const page = await opened(isolated);
      await page.selectOption('#pace', '0.01');
      await page.locator('#run').click();
      await expect.poll(async () => Number((await textOf(page, 'accepted')).replace(/\D/g, '')), { timeout: 20_000 }).toBeGreaterThan(20);
      await page.locator('#run').click();
      await untilIs(page, 'stands');
      const before = [await textOf(page, 'time'), await textOf(page, 'accepted')];
      await page.waitForTimeout(300);
      expect([await textOf(page, 'time'), await textOf(page, 'accepted')]).toEqual(before);
      await page.locator('#step').click();
      const count = (text: string): number => Number(text.replace(/\D/g, ''));
      await expect.poll(async () => count(await textOf(page, 'accepted'))).toBe(count(before[1] as string) + 1);
    });

    test('a checkpoint and back: from there the same digest, and again', async () => {
      const page = await opened(isolated);
      for (let k = 0; k < 30; k++) await page.locator('#step').click();
      await page.getByRole('button', { name: 'Take a checkpoint' }).click();
      const back = page.getByRole('button', { name: /^Back to / });
      await back.waitFor();
      const there = await textOf(page, 'time');
      const digest = await digestAtEnd(page);
      expect(digest).toBe(await digestOf(actuators));
      await back.click();
      await untilIs(page, 'stands');
      await expect.poll(() => textOf(page, 'time')).toBe(there);
      expect(await digestAtEnd(page)).toBe(digest);
    });

    test('the drawing is larger and smaller and fits again; its lines take colours', async () => {
      const page = await opened(isolated);
      const drawing = page.locator('#sheet svg');
      await drawing.waitFor();
      const width = async (): Promise<number> => (await drawing.boundingBox())?.width ?? 0;
      const fits = await width();
      await page.getByRole('button', { name: 'drawing larger' }).click();
      expect((await width()) / fits).toBeCloseTo(1.25, 2);
      await page.getByRole('button', { name: 'drawing smaller' }).click();
      expect(await width()).toBeCloseTo(fits, -1);
      await page.getByRole('button', { name: 'drawing larger' }).click();
      await page.getByRole('button', { name: 'Fit' }).click();
      expect(await width()).toBe(fits);
      await digestAtEnd(page);
      const colours = await page.locator('[data-edge]').evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke')));
      expect(new Set(colours).size).toBeGreaterThan(3);
    });

    test("loaded again: the circuit that was open, from its beginning; a text of one's own too", async () => {
      const page = await opened(isolated);
      await choose(page, 1);
      await digestAtEnd(page);
      await page.reload();
      await untilIs(page, 'stands');
      expect(await textOf(page, 'title')).toBe(evil);
      await openText(page, relief.replace(evil, 'a text of my own'));
      await expect.poll(() => textOf(page, 'title')).toBe('a text of my own');
      await page.reload();
      await untilIs(page, 'stands');
      expect(await textOf(page, 'title')).toBe('a text of my own');
      expect(await digestAtEnd(page)).toBe(await digestOf(relief));
    });

    test('two pages at once, each with a run of its own', async () => {
      const [a, b] = [await opened(isolated), await opened(isolated)];
      await choose(b, 1);
      await Promise.all([a, b].map((page) => page.selectOption('#pace', '0')));
      await a.locator('#run').click();
      expect(await digestAtEnd(b)).toBe(await digestOf(relief));
      await untilIs(a, 'has ended');
      expect(await textOf(a, 'digest')).toContain(await digestOf(actuators));
    });

    test('results to download are the table of Node', async () => {
      const page = await opened(plain);
      await choose(page, 1);
      await digestAtEnd(page);
      await unfold(page, 'Results');
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download as CSV' }).click()]);
      const results = await simulate(parseCircuit(relief, 'circuit').circuit, { workers: 1 });
      expect(readFileSync(await file.path(), 'utf8')).toBe([...csvText(results)].join(''));
    });

    test.each(['light', 'dark'] as const)(
      "the %s scheme and a phone's width: no serious fault, nothing beside the window",
      async (colorScheme) => {
        const page = await opened(isolated, { colorScheme, viewport: { width: 390, height: 800 } });
        await page.locator('#sheet svg').waitFor();
        for (const part of ['Engine', 'Results']) await unfold(page, part);
        await digestAtEnd(page);
        expect(await seriousFaults(page)).toEqual([]);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      },
    );

    test('every circuit that comes with ringmain is drawn and runs to the digest of Node', async () => {
      const all = join(folder, 'all');
      expect((await said(['page', '--out', all])).code).toBe(0);
      const server = await serveFolder(all, { isolated: true });
      try {
        const page = await opened(server);
        for (const name of bundledCircuits()) {
          await page.selectOption('#circuit', `${name}.yaml`);
          const circuit = await readCircuit(`circuits/${name}.yaml`);
          await expect.poll(() => textOf(page, 'title'), { timeout: 20_000 }).toBe(circuit.title);
          await page.locator('#sheet svg').waitFor();
          const { digest } = await simulate(circuit, { workers: 1 });
          expect(await digestAtEnd(page), name).toBe(digest);
        }
        expect(server.missed).toEqual([]);
      } finally {
        server.close();
      }
    });
  });
});
