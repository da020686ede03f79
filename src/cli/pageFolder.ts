/** The folder of `ringmain page`: nothing in it is half written, and nothing is lost that another program put there. */
import { randomBytes } from 'node:crypto';
import { constants, readdirSync, renameSync, rmSync } from 'node:fs';
import { access, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readText } from '../circuit/file/inputFile.js';
import { fileErrorReason, writePieces } from '../results/fileStore.js';
import { whileUnfinished } from '../results/unfinished.js';
import { UserError } from '../results/userError.js';

/** Names of files that the command writes; scripts that the build has divided have names of their own. */
const ownNames = /^(index\.html|app\.(css|js)|(engine|drawing|thread)\.js|part-[\w-]+\.js|place\.json|licences\.txt|_headers)$/;
/** Where files stand until all are there; one that a killed program has left is taken away. */
const partName = /^\.ringmain-\w+\.part$/;

/** Refuses a folder that cannot be written, or that holds what the command has not written. */
export async function checkSiteFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch(() => null);
  if (!facts) {
    const above = dirname(folder);
    const isFolder = (await stat(above).catch(() => null))?.isDirectory();
    if (!isFolder) throw new UserError(`cannot write ${folder}: the folder ${above} does not exist; make it first`);
    return writable(above, folder);
  }
  if (!facts.isDirectory()) throw new UserError(`cannot write ${folder}: it is a file; name a folder`);
  await writable(folder, folder);
  const others = (await readdir(folder)).filter((name) => !ownNames.test(name) && !partName.test(name)).sort();
  const isOurs = (await ownFiles(folder)).length === 0 || (await hasOwnMark(folder));
  if (others.length === 0 && isOurs) return;
  const which =
    others.length > 0 ? `${others.slice(0, 3).join(', ')}${others.length > 3 ? ` and ${others.length - 3} more` : ''}` : 'files';
  throw new UserError(
    `${folder} holds ${which}, which 'ringmain page' did not write: its files would mix with them; name a new or an empty folder, or take them away`,
  );
}

/** Writes the files of a site in the place of those that are there. Returns their bytes. */
export async function writeSiteFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<number> {
  await checkSiteFolder(folder);
  const isNew = (await stat(folder).catch(() => null)) === null;
  const part = join(folder, `.ringmain-${randomBytes(6).toString('hex')}.part`);
  try {
    await whileUnfinished(isNew ? folder : part, async () => {
      await mkdir(part, { recursive: true });
      // What may fail for want of room does so here, where nothing of the folder has changed.
      for (const [name, piece] of files) await writePieces(join(part, name), [piece]);
      // At one go: no signal comes between the old page and the new one.
      for (const name of files.keys()) renameSync(join(part, name), join(folder, name));
      for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name), { recursive: true });
    });
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (isNew) await rmdir(folder).catch(() => {});
    const reason = fileErrorReason(error);
    throw reason ? new UserError(`cannot write ${folder}: ${reason}`) : error;
  }
  return [...files.values()].reduce((sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length), 0);
}

async function writable(folder: string, target: string): Promise<void> {
  await access(folder, constants.W_OK).catch(() => {
    throw new UserError(`cannot write ${target}: the folder ${folder} may not be written; choose another`);
  });
}

async function ownFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => ownNames.test(name));
}

/** Whether its place.json was written by ringmain: others have files called index.html too. */
async function hasOwnMark(folder: string): Promise<boolean> {
  const text = await readText(join(folder, 'place.json'), { what: 'a page', source: '', endings: [] }).catch(() => '');
  return text.startsWith('{"engine":"worker","writtenBy":"ringmain ');
}
