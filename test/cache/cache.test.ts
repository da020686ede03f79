/** What is kept between runs: found again, bounded, whole, safe against other users and processes; whatever fails costs time alone. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { Cache, cacheKey } from '#ringmain/cache/cache.js';
import { cacheFolder } from '#ringmain/cache/cacheFolder.js';
import { buildIdentity } from '#ringmain/cache/identity.js';
import { isFull } from '../support/circuits.js';

const rooms: string[] = [];
afterAll(() => {
  for (const room of rooms) rmSync(room, { recursive: true, force: true });
});
/** A folder that does not exist yet, in one of the test's own. */
function newFolder(): string {
  const room = mkdtempSync(join(tmpdir(), 'ringmain-cache-'));
  rooms.push(room);
  return join(room, 'cache');
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (read: Uint8Array | null): string | null => read && new TextDecoder().decode(read);
const key = cacheKey(['a', 'b']);
/** Of a file's name from 'x' on. */
const names = (folder: string): string[] => readdirSync(folder).sort();
const posix = process.platform !== 'win32';

describe('entries', () => {
  test('what was written is read by another cache of the folder, with its own bytes', () => {
    const folder = newFolder();
    const file = new Cache(folder).write(key, 'wasm', bytes('module'));
    const other = new Cache(folder);
    expect(text(other.read(key, 'wasm'))).toBe('module');
    expect(other.fileOf(key, 'wasm')).toBe(file);
    expect(readFileSync(file as string, 'utf8')).toBe('module');
    expect(other).toMatchObject({ found: 2, written: 0, reasons: [] });
  });

  test('another key and another kind are not found', () => {
    const cache = new Cache(newFolder());
    cache.write(key, 'wasm', bytes('module'));
    expect(cache.read(cacheKey(['a', 'c']), 'wasm')).toBeNull();
    expect(cache.read(key, 'so')).toBeNull();
    expect(cache.reasons).toEqual([]);
  });

  test('keys tell parts apart, and depend on each', () => {
    const keys = [['a', 'b'], ['ab'], ['ab', ''], ['', 'ab'], ['b', 'a'], ['a', 'b', '']].map(cacheKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(cacheKey([bytes('a'), 'b'])).toBe(key);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
  });

  test('the build has an identity', () => expect(buildIdentity).toMatch(/^[0-9a-f]{64}$/));

  test.each([
    ['altered', (file: string) => writeFileSync(file, 'Module')],
    ['cut short', (file: string) => writeFileSync(file, 'modul')],
    ['emptied', (file: string) => writeFileSync(file, '')],
  ])('what was %s is not taken, goes, and says so', (_, harm) => {
    const folder = newFolder();
    harm(new Cache(folder).write(key, 'wasm', bytes('module')) as string);
    const cache = new Cache(folder);
    expect(cache.read(key, 'wasm')).toBeNull();
    expect(cache.reasons).toEqual(['an entry was altered or cut short']);
    expect(names(folder)).toEqual([]);
    cache.write(key, 'wasm', bytes('module'));
    expect(text(cache.read(key, 'wasm'))).toBe('module');
  });

  test('what is read may be changed without harm', () => {
    const cache = new Cache(newFolder());
    cache.write(key, 'wasm', bytes('module'));
    cache.read(key, 'wasm')?.fill(0);
    expect(text(cache.read(key, 'wasm'))).toBe('module');
  });
});

describe('size', () => {
  test('entries used longest ago go first; what was read lately stays', () => {
    const folder = newFolder();
    const cache = new Cache(folder, 100);
    const keys = [1, 2, 3, 4, 5].map((n) => cacheKey([`${n}`]));
    keys.slice(0, 4).forEach((one, n) => {
      const file = cache.write(one, 'wasm', new Uint8Array(24).fill(n)) as string;
      utimesSync(file, 1000 + n, 1000 + n);
    });
    cache.read(keys[0] as string, 'wasm');
    cache.write(keys[4] as string, 'wasm', new Uint8Array(25).fill(9));
    expect(keys.map((one) => cache.read(one, 'wasm') !== null)).toEqual([true, false, true, true, true]);
    expect(names(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)).toBeLessThanOrEqual(100);
  });

  test('what would take more than a quarter of the room is not kept', () => {
    const cache = new Cache(newFolder(), 100);
    expect(cache.write(key, 'wasm', new Uint8Array(26))).toBeNull();
    expect(cache.read(key, 'wasm')).toBeNull();
  });

  test('what an ended process left unnamed goes after an hour, not while it may be written', () => {
    const folder = newFolder();
    const cache = new Cache(folder);
    cache.write(key, 'wasm', bytes('module'));
    for (const [name, age] of [
      ['.old.part', 7200],
      ['.new.part', 60],
    ] as const) {
      writeFileSync(join(folder, name), 'half');
      utimesSync(join(folder, name), Date.now() / 1000 - age, Date.now() / 1000 - age);
    }
    cache.write(cacheKey(['c']), 'wasm', bytes('other'));
    expect(names(folder).filter((name) => name.endsWith('.part'))).toEqual(['.new.part']);
  });
});

describe('folders that cannot be used', () => {
  test('no folder: nothing is kept, and why', () => {
    const cache = new Cache(null);
    expect(cache.write(key, 'wasm', bytes('module'))).toBeNull();
    expect(cache.read(key, 'wasm')).toBeNull();
    expect(cache.reasons).toEqual(['this system names no folder for it']);
  });

  test('a file in its place', () => {
    const folder = newFolder();
    writeFileSync(folder, '');
    const cache = new Cache(folder);
    expect(cache.read(key, 'wasm')).toBeNull();
    expect(cache.write(key, 'wasm', bytes('module'))).toBeNull();
    expect(cache.reasons).toHaveLength(1);
    expect(cache.reasons[0]).toMatch(/^could not be read: /);
  });

  test.runIf(posix)('it is made for its user alone', () => {
    const folder = newFolder();
    const file = new Cache(folder).write(key, 'wasm', bytes('module')) as string;
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.runIf(posix).each([0o720, 0o702, 0o777])('others may write it (%o): neither read nor written', (mode) => {
    const folder = newFolder();
    new Cache(folder).write(key, 'wasm', bytes('module'));
    chmodSync(folder, mode);
    const cache = new Cache(folder);
    expect(cache.read(key, 'wasm')).toBeNull();
    expect(cache.write(key, 'wasm', bytes('other'))).toBeNull();
    expect(cache.reasons).toEqual([`others may write ${folder}; chmod go-w "${folder}"`]);
    expect(names(folder)).toHaveLength(1);
  });

  test.runIf(posix)('others may write a folder above it; with the sticky bit they can move nothing there', () => {
    const folder = newFolder();
    const above = join(folder, '..');
    new Cache(folder).write(key, 'wasm', bytes('module'));
    chmodSync(above, 0o777);
    const cache = new Cache(folder);
    expect(cache.read(key, 'wasm')).toBeNull();
    expect(cache.reasons[0]).toContain('others may write');
    chmodSync(above, 0o1777);
    expect(text(new Cache(folder).read(key, 'wasm'))).toBe('module');
  });

  test.runIf(posix)('a link to a folder that others may write', () => {
    const folder = newFolder();
    const [open, real] = [join(folder, '..', 'open'), join(folder, '..', 'open', 'real')];
    mkdirSync(open);
    mkdirSync(real, { mode: 0o700 });
    chmodSync(open, 0o777);
    symlinkSync(real, folder);
    const cache = new Cache(folder);
    expect(cache.write(key, 'wasm', bytes('module'))).toBeNull();
    expect(cache.reasons[0]).toContain('others may write');
  });

  test.runIf(posix)('a file that others may write, or that is a link, is not taken', () => {
    const folder = newFolder();
    const file = new Cache(folder).write(key, 'wasm', bytes('module')) as string;
    chmodSync(file, 0o622);
    expect(new Cache(folder).read(key, 'wasm')).toBeNull();
    expect(existsSync(file)).toBe(false);
    const elsewhere = join(folder, '..', 'elsewhere');
    writeFileSync(elsewhere, 'module', { mode: 0o600 });
    symlinkSync(elsewhere, file);
    const cache = new Cache(folder);
    expect(cache.read(key, 'wasm')).toBeNull();
    expect(cache.reasons).toHaveLength(1);
  });

  // The administrator may write everywhere.
  test.runIf(posix && process.getuid?.() !== 0)('a folder that may only be read: what stands there is found, nothing is written', () => {
    const folder = newFolder();
    new Cache(folder).write(key, 'wasm', bytes('module'));
    chmodSync(folder, 0o500);
    const cache = new Cache(folder);
    expect(text(cache.read(key, 'wasm'))).toBe('module');
    expect(cache.write(cacheKey(['c']), 'wasm', bytes('other'))).toBeNull();
    expect(cache.reasons).toEqual(['could not keep it: permission denied']);
    chmodSync(folder, 0o700);
  });

  test.runIf(existsSync('/dev/full'))('a folder that cannot be made', () => {
    const cache = new Cache('/dev/full/ringmain');
    expect(cache.read(key, 'wasm')).toBeNull();
    expect(cache.reasons).toHaveLength(1);
  });
});

describe('where it stands', () => {
  const folderOf = (platform: NodeJS.Platform, home: string, environment: Record<string, string> = {}): string | null =>
    cacheFolder({ platform, home, environment });

  test.each([
    [folderOf('linux', '/people/u'), '/people/u/.cache/ringmain'],
    [folderOf('linux', '/people/u', { XDG_CACHE_HOME: '/fast/u' }), '/fast/u/ringmain'],
    [folderOf('linux', '/people/u', { XDG_CACHE_HOME: 'relative' }), '/people/u/.cache/ringmain'],
    [folderOf('linux', '/people/u', { XDG_CACHE_HOME: '/fast/u', RINGMAIN_CACHE_DIR: '/own' }), '/own'],
    [folderOf('freebsd', '/people/u'), '/people/u/.cache/ringmain'],
    [folderOf('linux', ''), null],
    [folderOf('darwin', '/people/u', { XDG_CACHE_HOME: '/fast' }), '/people/u/Library/Caches/ringmain'],
    [folderOf('win32', 'C:\\People\\u', { LOCALAPPDATA: 'D:\\Local' }), 'D:\\Local\\ringmain\\Cache'],
    [folderOf('win32', 'C:\\People\\u'), 'C:\\People\\u\\AppData\\Local\\ringmain\\Cache'],
  ])('%s', (folder, expected) => expect(folder).toBe(expected));
});

// Starts processes; what it catches is an entry that is written in place, or under a name that two share.
test.runIf(isFull)('processes that write and read one entry at once find it whole or not at all', async () => {
  const folder = newFolder();
  const module = pathToFileURL(join(process.cwd(), 'dist', 'cache', 'cache.js')).href;
  // Each writes bytes of its own under the same key, and reads what whoever was last has left.
  const code = `import { Cache, cacheKey } from ${JSON.stringify(module)};
    const cache = new Cache(${JSON.stringify(folder)}, 4e6);
    const own = Number(process.argv[1]);
    for (let n = 0; n < 40; n++) {
      cache.write(cacheKey(['k']), 'wasm', new Uint8Array(200_000).fill(own));
      const read = cache.read(cacheKey(['k']), 'wasm');
      if (read && (read.length !== 200_000 || read.some((one) => one !== read[0]))) throw new Error('torn');
    }
    if (cache.reasons.length > 0) throw new Error(cache.reasons.join());`;
  const ends = await Promise.all(
    [1, 2].map(
      (own) =>
        new Promise((resolve) => {
          const child = spawn(process.execPath, ['--input-type=module', '-e', code, String(own)], { stdio: ['ignore', 'ignore', 'pipe'] });
          let said = '';
          child.stderr.on('data', (piece) => {
            said += piece;
          });
          child.on('close', (status) => resolve({ status, said }));
        }),
    ),
  );
  expect(ends).toEqual([
    { status: 0, said: '' },
    { status: 0, said: '' },
  ]);
  expect(new Cache(folder).read(cacheKey(['k']), 'wasm')).toHaveLength(200_000);
});
