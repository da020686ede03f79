/**
 * Seals: sixteen bytes in a file of results that say whether all others are those that were written. They are the word `ringmain crc`, and the CRC-32 of what stands
 * before and behind them (little-endian). A seal stands where other programs look at nothing, and is looked at before a library reads the file: what is damaged may
 * lead it anywhere.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { FileError } from '../../circuit/file/inputFile.js';

/** Length of a seal. */
export const sealBytes = 16;
const word = Buffer.from('ringmain crc');
const blockBytes = 2 ** 20;

/** The seal of bytes that have this CRC-32. */
export function sealOf(crc: number): Uint8Array {
  const seal = Buffer.alloc(sealBytes);
  word.copy(seal);
  seal.writeUInt32LE(crc, word.length);
  return seal;
}

/** Where in an open file of so many bytes a seal stands, if it has one; null where there is no room for any. */
export type SealPlace = (handle: FileHandle, size: number) => Promise<number | null>;

/** Whether a file has a seal, valid or not. */
export async function hasSeal(file: string, place: SealPlace): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    return (await sealIn(handle, place)) !== null;
  } finally {
    await handle.close();
  }
}

/** Whether an open file has a seal, and so the bytes that were written. Throws FileError where it has others. */
export async function checkSeal(file: string, handle: FileHandle, place: SealPlace): Promise<boolean> {
  const seal = await sealIn(handle, place);
  if (!seal) return false;
  const { size } = await handle.stat();
  const crc = await crcOf(handle, seal.at + sealBytes, size, await crcOf(handle, 0, seal.at));
  if (crc === seal.crc) return true;
  const found = `the CRC-32 of its ${size} bytes is ${hex(crc)}, of those that were written ${hex(seal.crc)}`;
  throw new FileError(
    file,
    `it is damaged: ${found}; none of its numbers, names and units can be relied on`,
    'run again, or take a copy of the file',
  );
}

/** CRC-32 of the bytes from one place on to another, which goes on from that of what stands before them. */
export async function crcOf(handle: FileHandle, from: number, to: number, before = 0): Promise<number> {
  const block = Buffer.allocUnsafe(Math.min(blockBytes, Math.max(0, to - from)));
  let crc = before;
  for (let at = from; at < to; ) {
    const { bytesRead } = await handle.read(block, 0, Math.min(block.length, to - at), at);
    if (bytesRead === 0) break;
    crc = crc32(block.subarray(0, bytesRead), crc);
    at += bytesRead;
  }
  return crc;
}

async function sealIn(handle: FileHandle, place: SealPlace): Promise<{ at: number; crc: number } | null> {
  const { size } = await handle.stat();
  const at = await place(handle, size);
  if (at === null || at < 0) return null;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sealBytes), 0, sealBytes, at);
  if (bytesRead < sealBytes || !buffer.subarray(0, word.length).equals(word)) return null;
  return { at, crc: buffer.readUInt32LE(word.length) };
}

const hex = (crc: number): string => crc.toString(16).padStart(8, '0');
