/** The pages of the documentation, and what stands in them between two marks: it follows from stored files and from what commands print. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';

export const pages = [
  'README.md',
  'src/README.md',
  'circuits/README.md',
  'circuits/tour.md',
  'partitions/README.md',
  'bench/README.md',
  'bench/hard-cases.md',
  'bench/joins.md',
  'bench/mutations.md',
  'bench/native.md',
  'bench/prediction.md',
  'bench/printed-mistakes.md',
  'bench/ranks.md',
  'bench/scaling.md',
  'bench/small-volumes.md',
  'bench/solver-choice.md',
  'bench/sources.md',
  'bench/thesis.md',
  'bench/validation.md',
] as const;

export type Page = (typeof pages)[number];

/** Whether pages and pictures are to be written anew instead of compared. */
export const isUpdate = process.env.UPDATE_PAGES !== undefined;
export const howToUpdate = 'UPDATE_PAGES=1 npx vitest run test/pages writes it anew';

/** Of the checkout: tests of commands change the working folder. */
const root = resolve('.');

/** A page's text, as it is now. */
export function pageText(page: Page): string {
  return readFileSync(resolve(root, page), 'utf8');
}

/** Expects `content` between the marks, or writes it there on update. One test file writes a page: files are run side by side. */
export function expectInPage(page: Page, mark: string, content: string): void {
  const text = pageText(page);
  const [begins, ends] = [`<!-- ${mark} -->\n`, `<!-- end of ${mark} -->`];
  const [from, to] = [text.indexOf(begins) + begins.length, text.indexOf(ends)];
  expect(from < begins.length ? -1 : to, `${page} has no place for '${mark}'`).toBeGreaterThanOrEqual(from);
  if (isUpdate) writeFileSync(resolve(root, page), `${text.slice(0, from)}${content}\n${text.slice(to)}`);
  else expect(text.slice(from, to), `${page}, ${mark}: ${howToUpdate}`).toBe(`${content}\n`);
}

/** Expects a file to be `content`, or writes it on update. */
export function expectFile(path: string, content: string): void {
  if (isUpdate) writeFileSync(resolve(root, path), content);
  else expect(readFileSync(resolve(root, path), 'utf8'), `${path}: ${howToUpdate}`).toBe(content);
}

/** How busy the machine was when something was measured. */
export const loadText = (load: number): string => `at a load of ${load}`;

/** What a JSON file of the checkout holds. */
export function stored<Content>(path: string): Content {
  return JSON.parse(readFileSync(resolve(root, path), 'utf8')) as Content;
}

/** A fenced block. */
export const fenced = (text: string, language = 'text'): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** A Markdown table; what stands in cells is not taken for their borders. */
export function pageTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(headings), `|${' --- |'.repeat(headings.length)}`, ...rows.map(line)].join('\n');
}

/** '10 001': with a space before every three digits. */
export const thousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ' ');

/** Expects what a command printed between the marks, but for lines of times, of threads and of memory; on update all of it is written there. */
export function expectSample(page: Page, mark: string, printed: string): void {
  if (isUpdate) {
    expectInPage(page, mark, fenced(printed));
    return;
  }
  const [, shown = ''] = new RegExp(`<!-- ${mark} -->\n([\\s\\S]*?)<!-- end of ${mark} -->`).exec(pageText(page)) ?? [];
  expect(lasting(shown), `${page}, ${mark}: ${howToUpdate}`).toEqual(lasting(`${fenced(printed)}\n`));
}

/** Lines of an account that are the same on every machine and at every time. */
function lasting(text: string): string[] {
  return text.split('\n').filter((line) => !/^(simulated|cost|engine|memory|note|the strict run)/.test(line));
}

/** Fenced blocks of a language on some pages. */
export function blocksOf(language: string, of: readonly Page[] = pages): string[] {
  return of.flatMap((page) =>
    [...pageText(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text),
  );
}
