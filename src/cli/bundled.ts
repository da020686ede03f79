/** Files that come with ringmain, found from where the program lies, whatever the working folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIdentity } from '../cache/identity.js';
import { UserError } from '../results/userError.js';

/** Path of a circuit that comes with ringmain, relative to the working folder where that is shorter. */
export function bundledCircuit(name: string): string {
  const path = fileURLToPath(new URL(`../../circuits/${name}.yaml`, import.meta.url));
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}

/** Names of all circuits that come with ringmain. */
export function bundledCircuits(): string[] {
  const folder = fileURLToPath(new URL('../../circuits', import.meta.url));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length));
}

/** Text of the circuit file that shows a kind of the library, the way an engineer would use it. Throws UserError where there is none. */
export function kindExample(kind: string): string {
  const file = new URL(`../../circuits/kinds/${kind}.yaml`, import.meta.url);
  if (!existsSync(file)) throw new UserError(`no example: write one for '${kind}' in circuits/kinds/${kind}.yaml`);
  return readFileSync(file, 'utf8');
}

/** Text of the script of pages with plots, which the build makes (build/scripts.ts). */
export function plotScript(): Promise<string> {
  return readFile(new URL('../pages/plotPage.js', import.meta.url), 'utf8');
}

/** Folder of the plans that come with ringmain. */
export function bundledPartitions(): string {
  return fileURLToPath(new URL('../../partitions', import.meta.url));
}

/** Version in package.json. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}

/** 'ringmain 0.1.0 (4f5a…)': the version, and the beginning of the hash of its files, so that two builds of one version differ. */
export const programIdentity = (): string => `ringmain ${packageVersion()} (${buildIdentity.slice(0, 32)})`;
