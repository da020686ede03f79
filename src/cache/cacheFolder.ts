/** Where a user's cache stands, and whether it may be trusted: what lies there is run, so nobody else may be able to put anything in its place. */
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, posix, win32 } from 'node:path';

/** Surroundings that a place depends on. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export const surroundings = (): Surroundings => ({ platform: process.platform, environment: process.env, home: homedir() });

/**
 * The folder of caches that the system has for its users: RINGMAIN_CACHE_DIR itself where it is set, else 'ringmain' in XDG_CACHE_HOME or ~/.cache,
 * ~/Library/Caches of macOS, LOCALAPPDATA of Windows. A relative path is none, as the XDG specification has it. Null: there is no such folder.
 */
export function cacheFolder({ platform, environment, home }: Surroundings): string | null {
  const path = platform === 'win32' ? win32 : posix;
  const named = (folder: string | undefined, ...inside: string[]): string | null =>
    folder && path.isAbsolute(folder) ? path.join(folder, ...inside) : null;
  const own = named(environment.RINGMAIN_CACHE_DIR);
  if (own) return own;
  if (platform === 'win32')
    return named(environment.LOCALAPPDATA, 'ringmain', 'Cache') ?? named(home, 'AppData', 'Local', 'ringmain', 'Cache');
  if (platform === 'darwin') return named(home, 'Library', 'Caches', 'ringmain');
  return named(environment.XDG_CACHE_HOME, 'ringmain') ?? named(home, '.cache', 'ringmain');
}

/** Who may write: permission bits of group and others, and the bit that lets only owners rename what is theirs. */
const othersMayWrite = 0o022;
const sticky = 0o1000;

/** Makes the folder where it is lacking, for its user alone. Throws what the file system throws. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/**
 * Why a folder may not be trusted: it, or one that it lies in, belongs to somebody else than its user or the system's administrator, or others may write it.
 * Null: it may be. Windows has its users' folders closed to others by inherited lists, which Node does not show. Throws what the file system throws.
 */
export function distrust(folder: string): string | null {
  const user = process.getuid?.();
  if (user === undefined) return null;
  for (const [path, isLast] of [...foldersTo(folder), ...foldersTo(realpathSync(folder))]) {
    const facts = lstatSync(path);
    if (facts.uid !== user && (isLast || facts.uid !== 0)) return `${path} belongs to another user`;
    // A link's own permissions say nothing; its target is looked at by its real path.
    const open = !facts.isSymbolicLink() && (facts.mode & othersMayWrite) !== 0;
    if (open && (isLast || (facts.mode & sticky) === 0)) return `others may write ${path}; chmod go-w "${path}"`;
  }
  return null;
}

/** A folder and those that it lies in, innermost first, and which of them is itself. */
function foldersTo(folder: string): [path: string, isLast: boolean][] {
  const above = dirname(folder);
  const rest: [string, boolean][] = above === folder ? [] : foldersTo(above).map(([path]) => [path, false]);
  return [[folder, true], ...rest];
}

/** Whether a file is its user's own and closed to others. */
export function isOwn(facts: { readonly uid: number; readonly mode: number; isFile(): boolean }): boolean {
  const user = process.getuid?.();
  return facts.isFile() && (user === undefined || (facts.uid === user && (facts.mode & othersMayWrite) === 0));
}
