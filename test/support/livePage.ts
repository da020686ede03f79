/** The live page in a browser, as who sits before it uses it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** ms for what takes a fraction of a second on a machine that has nothing else to do. */
const patience = 30_000;

/** Text of an element. */
export const textOf = async (page: Page, id: string): Promise<string> => (await page.locator(`#${id}`).textContent()) ?? '';

/** Waits until the run stands, goes on, or has ended. */
export async function untilIs(page: Page, state: 'stands' | 'goes on' | 'has ended'): Promise<void> {
  await expect.poll(() => textOf(page, 'state'), { timeout: patience }).toBe(state);
}

/** Opens the folded part of the page with a heading. */
export async function unfold(page: Page, heading: string): Promise<void> {
  const part = page.locator('details', { has: page.getByRole('heading', { name: heading, exact: true }) });
  if ((await part.getAttribute('open')) === null) await part.locator('summary').click();
}

/** Goes on with another number of workers. */
export async function takeWorkers(page: Page, workers: string): Promise<void> {
  await unfold(page, 'Engine');
  await page.selectOption('#workers', workers);
  await page.getByRole('button', { name: 'Go on with these' }).click();
  await expect.poll(() => page.locator('#load tbody tr').count(), { timeout: patience }).toBe(Number(workers));
}

/** Runs to the end as fast as it goes; the digest that the page then shows. */
export async function digestAtEnd(page: Page): Promise<string> {
  await page.selectOption('#pace', '0');
  await page.locator('#run').click();
  await untilIs(page, 'has ended');
  return (await textOf(page, 'digest')).replace('digest ', '');
}

/** The last recorded value of a plotted quantity, in the unit that is shown. */
export async function readout(page: Page, name: string): Promise<number> {
  const cells = await page
    .locator('#readouts tbody tr', { has: page.getByRole('cell', { name, exact: true }) })
    .locator('td')
    .allTextContents();
  return Number(cells[1]);
}

/** Puts a text of one's own in the place of the circuit's. */
export async function openText(page: Page, text: string): Promise<void> {
  if (!(await page.locator('#source').isVisible())) await page.getByRole('button', { name: 'Text of the circuit' }).click();
  await page.locator('#text').fill(text);
  await page.getByRole('button', { name: 'Check and open' }).click();
}

/** What is marked in the text of the circuit. */
export function markedText(page: Page): Promise<string> {
  return page.locator('#text').evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as unknown as { value: string; selectionStart: number; selectionEnd: number };
    return value.slice(selectionStart, selectionEnd);
  });
}
