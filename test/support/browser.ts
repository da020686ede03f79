/** Debian's Chromium, driven by playwright-core; tests of pages are skipped with a line where it is not installed. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import AxeBuilder from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const places = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Where the browser is; undefined: nowhere. */
export const browserPath = places.find((place) => place !== '' && existsSync(place));
/** Added to the names of tests that need it. */
export const needsBrowser = browserPath === undefined ? ' (skipped: no Chromium; install it, or name it in CHROMIUM)' : '';

/** Starts the browser. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath as string, args: ['--no-sandbox', '--disable-gpu'] });
}

/** A page that has been opened, and what went wrong in it since: errors, and whatever it asked the network for. */
export interface Opened {
  readonly page: Page;
  readonly faults: string[];
}

/** Opens a file without network. */
export function openFile(browser: Browser, file: string, options: PageOptions = {}): Promise<Opened> {
  return openAddress(browser, pathToFileURL(file).href, 'file:', { offline: true, ...options });
}

type PageOptions = NonNullable<Parameters<Browser['newPage']>[0]>;

/** Opens a page that may ask for what begins with `own` only. */
export async function openAddress(browser: Browser, address: string, own: string, options: PageOptions = {}): Promise<Opened> {
  const page = await browser.newPage(options);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (![own, 'data:', 'blob:'].some((beginning) => request.url().startsWith(beginning))) faults.push(`asked for ${request.url()}`);
  });
  await page.goto(address);
  return { page, faults };
}

/** What axe-core finds that is serious or critical: rule and elements. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // The page's policy lets no script in: this one comes through the debugger.
  await page.evaluate(AxeBuilder.source);
  const found = await page.evaluate(() =>
    (
      globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }
    ).axe.run(),
  );
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 120))
          .join(' | ')} (${nodes.length})`,
    );
}
