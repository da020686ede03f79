/** Chromium, driven by playwright-core, on a page of a server of its own: files that are in memory, with the headers of cross-origin isolation. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { UserError } from '#ringmain/results/userError.js';
import { type SiteFile, typeOf } from '#ringmain/view/siteFiles.js';

const places = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export interface OpenPage {
  readonly page: Page;
  /** 'Chromium 141.0.7390.54' */
  readonly browser: string;
  close(): Promise<void>;
}

/** Starts the browser. Throws UserError where there is none, or nothing to drive it with. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = places.find((place) => place !== '' && existsSync(place));
  if (executablePath === undefined) throw new UserError('there is no Chromium to measure in; install it, or name it in CHROMIUM');
  const { chromium } = await import('playwright-core').catch(() => {
    throw new UserError("playwright-core, which drives the browser, is not installed: 'npm install playwright-core'");
  });
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Opens an empty page of a server that has these files and no others. Throws as `openBrowser`. */
export async function openPage(files: ReadonlyMap<string, SiteFile>): Promise<OpenPage> {
  const browser = await openBrowser();
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(url.slice(1));
    response.writeHead(url === '/' || file ? 200 : 404, {
      'Content-Type': file?.type ?? typeOf('index.html'),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    response.end(file?.bytes ?? '<!doctype html><title>measurement</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    browser: `Chromium ${browser.version()}`,
    close: async () => {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
