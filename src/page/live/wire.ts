/**
 * Messages between a live page and `ringmain view`: JSON, with arrays of doubles behind it as they are in memory.
 *
 *     4        length of the JSON text, little-endian
 *     …        the text, filled up with spaces so that what follows begins at a multiple of eight bytes; an array in it is {"doubles": [first, count]}
 *     …        doubles, little-endian
 */
const head = 4;

/** A message as bytes. */
export function encodeMessage(message: unknown): Uint8Array<ArrayBuffer> {
  const arrays: Float64Array[] = [];
  let count = 0;
  const text = JSON.stringify(message, (_, value: unknown) => {
    if (!(value instanceof Float64Array)) return value;
    arrays.push(value);
    count += value.length;
    return { doubles: [count - value.length, value.length] };
  });
  const json = new TextEncoder().encode(text);
  const at = Math.ceil((head + json.length) / 8) * 8;
  const bytes = new Uint8Array(at + 8 * count);
  new DataView(bytes.buffer).setUint32(0, at - head, true);
  bytes.fill(0x20, head, at).set(json, head);
  const doubles = new Float64Array(bytes.buffer, at);
  let next = 0;
  for (const array of arrays) {
    doubles.set(array, next);
    next += array.length;
  }
  return bytes;
}

/** Reads it back; null for bytes that are no message. */
export function decodeMessage(bytes: Uint8Array): unknown {
  try {
    return decoded(bytes);
  } catch {
    return null;
  }
}

function decoded(bytes: Uint8Array): unknown {
  // A copy, as doubles begin at multiples of eight bytes.
  const own = bytes.slice();
  const length = new DataView(own.buffer).getUint32(0, true);
  const at = head + length;
  const text = new TextDecoder().decode(own.subarray(head, at));
  return JSON.parse(text, (_, value: unknown) => {
    const place = typeof value === 'object' && value !== null && 'doubles' in value ? value.doubles : null;
    if (!Array.isArray(place)) return value;
    const [first, count] = place as [number, number];
    return new Float64Array(own.buffer, at + 8 * first, count);
  });
}

/** Messages of a page. */
export type ToEngine =
  | { readonly id: number; readonly order: string; readonly args: readonly unknown[] }
  /** A frame has been shown; the next may come. */
  | { readonly taken: number };

/** Messages to a page. */
export type ToPage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly mistake: string }
  | { readonly frame: unknown; readonly number: number };
