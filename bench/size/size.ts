/**
 * `npm run size`: what an installed ringmain weighs, and what a checkout takes once `npm start` has installed and built. Bytes of files as they are, not of the blocks that
 * a disk gives them. With `--json` the record that bench/size.json holds.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { textTable } from '#ringmain/report/table.js';
import { formatBytes } from '#ringmain/report/units.js';
import { stampOf } from '../protocol/stamp.js';

/** Bytes of a package with all that it alone brings along, or of a folder. */
export interface Weight {
  readonly name: string;
  readonly bytes: number;
}

/** What `--json` prints. */
export interface SizeAccount {
  /** The packed file that a registry sends, and what it becomes. */
  readonly packed: number;
  readonly unpacked: number;
  /** Of its folders. */
  readonly folders: readonly Weight[];
  /** Packages that an installed ringmain needs, and those that only a checkout has; the largest by name. */
  readonly needed: readonly Weight[];
  readonly optional: readonly Weight[];
  readonly development: readonly Weight[];
  /** All of dist/ in a checkout. */
  readonly built: number;
}

/** Folders of the package that are told by name, two deep. */
const toldFolders = /^(dist\/(?:page|pages|bench)|dist|bench|circuits|partitions)\//;
/** Packages that are told by name. */
const told = 6;

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/** Measures the checkout in the working folder, which has been built. */
export function sizeAccount(): SizeAccount {
  const [pack] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as [
    { readonly size: number; readonly unpackedSize: number; readonly files: readonly { readonly path: string; readonly size: number }[] },
  ];
  const folders = new Map<string, number>();
  for (const { path, size } of pack.files) {
    const folder = toldFolders.exec(path)?.[1] ?? 'others';
    folders.set(folder, (folders.get(folder) ?? 0) + size);
  }
  const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const weights = (is: (one: Locked) => boolean): Weight[] => {
    const own = Object.entries(packages).filter(([, one]) => is(one));
    return heaviest(own.map(([path]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), bytes: bytesOf(path) })));
  };
  return {
    packed: pack.size,
    unpacked: pack.unpackedSize,
    folders: [...folders].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes),
    needed: weights(({ dev = false, optional = false }) => !dev && !optional),
    optional: weights(({ dev = false, optional = false }) => !dev && optional),
    development: weights(({ dev = false }) => dev),
    built: bytesOf('dist'),
  };
}

function heaviest(all: readonly Weight[]): Weight[] {
  const sorted = [...all].sort((a, b) => b.bytes - a.bytes);
  const others = sorted.slice(told);
  return [...sorted.slice(0, told), ...(others.length > 0 ? [{ name: `${others.length} others`, bytes: total(others) }] : [])];
}

/** Of a folder, without the packages that stand within it by themselves. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesOf(join(folder, entry.name));
    return entry.isFile() ? sum + statSync(join(folder, entry.name)).size : sum;
  }, 0);
}

const total = (weights: readonly Weight[]): number => weights.reduce((sum, { bytes }) => sum + bytes, 0);

/** Columns of the table. */
export const sizeHeadings = ['what', 'size', 'of which'] as const;

/** Its cells, for a terminal and a page. */
export function sizeCells({ packed, unpacked, folders, needed, optional, development, built }: SizeAccount): string[][] {
  const list = (weights: readonly Weight[]): string => weights.map(({ name, bytes }) => `${name} ${formatBytes(bytes)}`).join(', ');
  return [
    ['the package, as it is sent', formatBytes(packed), ''],
    ['the package, installed', formatBytes(unpacked), list(folders)],
    ['needed', formatBytes(total(needed)), list(needed)],
    ['optional (`npm install --omit=optional`)', formatBytes(total(optional)), list(optional)],
    ['installed, in all', formatBytes(unpacked + total(needed) + total(optional)), ''],
    [
      'what `npm start` adds to a checkout',
      formatBytes(built + total(needed) + total(optional) + total(development)),
      `dist ${formatBytes(built)}, packages`,
    ],
    ['packages to build and test with', formatBytes(total(development)), list(development)],
  ];
}

if (import.meta.filename === process.argv[1]) {
  const account = sizeAccount();
  const text = textTable(
    sizeHeadings.map((heading) => ({ heading })),
    sizeCells(account),
  );
  process.stdout.write(`${process.argv.includes('--json') ? JSON.stringify({ ...stampOf(), ...account }) : text}\n`);
}
