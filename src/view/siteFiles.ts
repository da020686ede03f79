/** The files of the page as they were built, and their types: a request names one of them, or nothing. */
import { readdir, readFile } from 'node:fs/promises';

export interface SiteFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** Type of a file by its name. */
export const typeOf = (name: string): string => types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

/** Where the build puts them. */
const siteFolder = new URL('../page/site/', import.meta.url);

/** All of them, by name. */
export async function siteFiles(): Promise<ReadonlyMap<string, SiteFile>> {
  const names = (await readdir(siteFolder)).sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, { type: typeOf(name), bytes: await readFile(new URL(name, siteFolder)) }] as const)),
  );
}
