/** Files with one byte that is another than was written. */
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { seeded } from '../../dist/circuit/text/random.js';
import { RunError } from '../../dist/results/runError.js';
import { UserError } from '../../dist/results/userError.js';
import { isFull } from './circuits.js';

/** Every fiftieth byte, then some at random: of a file of 50 kB a thousand; in the quick round a tenth of them. */
export function placesIn(length: number, seed: number): number[] {
  const draw = seeded(seed);
  const every = isFull ? 50 : 500;
  const first = Math.floor(draw() * every);
  const regular = Array.from({ length: Math.ceil((length - first) / every) }, (_, k) => first + k * every);
  return [...regular, ...Array.from({ length: 8 }, () => Math.floor(draw() * length))];
}

/** What becomes of reading: text of an error that is designed, else what was read. */
export async function outcome<Read>(read: () => Promise<Read> | Read): Promise<Read | string> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UserError || error instanceof RunError) return error.message;
    throw error;
  }
}

/** Reads a file again and again, each time with one byte changed by a drawn value; the file is as it was then. */
export async function eachDamaged(
  file: string,
  places: readonly number[],
  seed: number,
  use: (at: number) => Promise<void>,
): Promise<void> {
  const draw = seeded(seed);
  const whole = readFileSync(file);
  for (const at of places) {
    writeByte(file, at, (whole[at] as number) ^ (1 + Math.floor(255 * draw())));
    try {
      await use(at);
    } finally {
      writeByte(file, at, whole[at] as number);
    }
  }
}

/** Changes a byte of a file. */
export function writeByte(file: string, at: number, byte: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Uint8Array.of(byte), 0, 1, at);
  closeSync(handle);
}

/** Inverts a byte of a file. */
export function invertByte(file: string, at: number): void {
  const handle = openSync(file, 'r');
  const byte = new Uint8Array(1);
  readSync(handle, byte, 0, 1, at);
  closeSync(handle);
  writeByte(file, at, ~(byte[0] as number) & 255);
}
