/** Scripts that pages carry in themselves, made by the build (build/scripts.ts). */
import { readFile } from 'node:fs/promises';

/** Text of the script of pages with plots. */
export function plotScript(): Promise<string> {
  return readFile(new URL('../pages/plotPage.js', import.meta.url), 'utf8');
}
