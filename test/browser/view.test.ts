/** `ringmain view` in a browser: the page of the server, whose session outlives a page that is loaded again. What pages have alike is tested in site.test.ts. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { openRun, parseCircuit, simulate } from '../../dist/index.js';
import { startViewServer, type ViewServer } from '../../dist/view/server.js';
import { reliefCircuit } from '../cli/support.js';
import { browserPath, needsBrowser, type Opened, openAddress, openBrowser, seriousFaults } from '../support/browser.js';
import { isFull } from '../support/circuits.js';
import { digestAtEnd, openText, readout, takeWorkers, textOf, unfold, untilIs } from '../support/livePage.js';

const actuators = readFileSync('circuits/two-actuator.yaml', 'utf8').replace(/end: [\d.]+ s/, 'end: 0.3 s');
const digestOf = async (text: string): Promise<string> => (await simulate(parseCircuit(text, 'circuit').circuit, { workers: 1 })).digest;

describe.skipIf(browserPath === undefined)(`ringmain view in a browser${needsBrowser}`, () => {
  let browser: Browser;
  let server: ViewServer;
  const pages: Opened[] = [];
  beforeAll(async () => {
    const circuits = [
      { name: 'actuators.yaml', text: actuators },
      { name: 'relief.yaml', text: reliefCircuit },
    ];
    [browser, server] = await Promise.all([openBrowser(), startViewServer(circuits, 2000)]);
  });
  afterEach(async () => {
    for (const { page, faults } of pages.splice(0)) {
      expect(faults).toEqual([]);
      await page.close();
    }
  });
  afterAll(async () => {
    await server?.close();
    await browser?.close();
  });

  async function opened(): Promise<Page> {
    // What the page speaks to its session by is of the server too.
    const own = new URL(server.address).host;
    const one = await openAddress(browser, server.address, server.address);
    one.page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== own) one.faults.push(`speaks to ${socket.url()}`);
    });
    pages.push(one);
    await untilIs(one.page, 'stands');
    return one.page;
  }

  test.skipIf(availableParallelism() < 2)(
    'it runs by two threads to the digest of a plain run; a broken text is told, another taken',
    async () => {
      const page = await opened();
      await takeWorkers(page, '2');
      expect(await digestAtEnd(page)).toBe(await digestOf(actuators));
      await openText(page, reliefCircuit.replace('kind: tank', 'kind: tnak'));
      await expect
        .poll(() => page.locator('#mistakes button').allTextContents())
        .toEqual([expect.stringMatching(/^line \d+, column \d+: CIR301 /)]);
      await openText(page, reliefCircuit);
      await expect.poll(() => textOf(page, 'title')).toBe('A pump over a relief valve');
      expect(await digestAtEnd(page)).toBe(await digestOf(reliefCircuit));
    },
  );

  test('by an integrator that is taken under Engine: the digest of a plain run', async () => {
    const page = await opened();
    await unfold(page, 'Engine');
    await page.selectOption('#solver', 'rodas4');
    expect(await page.locator('#workers').isDisabled()).toBe(true);
    await page.locator('#tolerance').fill('1e-3');
    await page.getByRole('button', { name: 'Go on with these' }).click();
    await expect.poll(() => page.locator('#measure').isDisabled()).toBe(true);
    const { circuit } = parseCircuit(actuators, 'circuit');
    expect(await digestAtEnd(page)).toBe((await simulate(circuit, { solver: 'rodas4', relativeTolerance: 1e-3 })).digest);
  });

  describe.runIf(isFull)('in full', () => {
    test('a value that is changed while it runs: its effect in the numbers', async () => {
      const page = await opened();
      await openText(page, reliefCircuit);
      await expect.poll(() => textOf(page, 'title')).toBe('A pump over a relief valve');
      await page.selectOption('#pace', '0.01');
      await page.locator('#run').click();
      await untilIs(page, 'goes on');
      await page.getByLabel('valve.crackingPressure, bar').fill('50');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.slider.set').count(), { timeout: 30_000 }).toBe(1);
      await page.selectOption('#pace', '0');
      await untilIs(page, 'has ended');
      // 60 l/min by 600 l/min/bar above what it opens at.
      expect(await readout(page, 'valve.in.p')).toBeCloseTo(50.1, 2);
    });

    test('a page that is loaded again joins its run, with what was set and kept', async () => {
      const page = await opened();
      await openText(page, reliefCircuit);
      await expect.poll(() => textOf(page, 'title')).toBe('A pump over a relief valve');
      for (let k = 0; k < 10; k++) await page.locator('#step').click();
      await page.getByRole('button', { name: 'Take a checkpoint' }).click();
      await page.getByRole('button', { name: /^Back to / }).waitFor();
      await page.getByLabel('valve.crackingPressure, bar').fill('50');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.slider.set').count(), { timeout: 30_000 }).toBe(1);
      const [time, accepted] = [await textOf(page, 'time'), await textOf(page, 'accepted')];
      await page.reload();
      await untilIs(page, 'stands');
      await expect.poll(() => textOf(page, 'accepted')).toBe(accepted);
      expect(await textOf(page, 'time')).toBe(time);
      await expect.poll(() => page.locator('.slider.set').count(), { timeout: 30_000 }).toBe(1);
      const digest = await digestAtEnd(page);
      await page.getByRole('button', { name: /^Back to / }).click();
      await expect.poll(() => textOf(page, 'accepted')).toBe(accepted);
      expect(await digestAtEnd(page)).not.toBe(digest);
      // Back to before it was set: the run that nobody has touched.
      const run = await openRun(parseCircuit(reliefCircuit, 'circuit').circuit, { workers: 1 });
      await run.advance();
      expect((await textOf(page, 'digest')).replace('digest ', '')).toBe((await run.close()).digest);
    });

    test('two pages at once have runs of their own', async () => {
      const [a, b] = [await opened(), await opened()];
      await openText(b, reliefCircuit);
      await expect.poll(() => textOf(b, 'title')).toBe('A pump over a relief valve');
      await a.selectOption('#pace', '0');
      await a.locator('#run').click();
      expect(await digestAtEnd(b)).toBe(await digestOf(reliefCircuit));
      await untilIs(a, 'has ended');
      expect(await textOf(a, 'digest')).toContain(await digestOf(actuators));
    });

    test('a ring of thousands: its lines take colours on the canvas, the drawing enlarges, a station opens', async () => {
      const page = await opened();
      await openText(page, generateRing({ stations: 2100, preset: 'a' }));
      await expect.poll(() => page.locator('#sheet a.station').count(), { timeout: 30_000 }).toBe(2100);
      expect(await page.locator('#sheet [data-edge]').count()).toBe(0);
      /** Colours of the canvas, greys and what is seen through aside. */
      const colours = (): Promise<number> =>
        page.evaluate(`(() => {
          const canvas = document.querySelector('#sheet canvas');
          // A copy, as the canvas itself is not meant to be read.
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let k = 0; k < data.length; k += 4) {
            const [red, green, blue, alpha] = data.slice(k, k + 4);
            if (alpha > 60 && Math.max(red, green, blue) - Math.min(red, green, blue) > 30) count++;
          }
          return count;
        })()`);
      for (let k = 0; k < 20; k++) await page.locator('#step').click();
      await expect.poll(colours, { timeout: 30_000 }).toBeGreaterThan(100);
      const widthOfStation = async (): Promise<number> => (await page.locator('#sheet a.station path').first().boundingBox())?.width ?? 0;
      const before = await widthOfStation();
      await page.getByRole('button', { name: 'drawing larger' }).click();
      expect((await widthOfStation()) / before).toBeCloseTo(1.25, 1);
      expect(await colours()).toBeGreaterThan(100);
      await page.locator('#sheet a.station').nth(3).click();
      await expect.poll(() => page.locator('#inside [data-edge]').count(), { timeout: 30_000 }).toBeGreaterThan(1);
      expect(await seriousFaults(page)).toEqual([]);
    });
  });
});
