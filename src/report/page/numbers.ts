/** Columns of numbers in a page: the bytes of their doubles, so that a page shows exactly the recorded values. */

/** Base64 of the doubles, lowest byte first. */
export function packed(values: Float64Array): string {
  const bytes = new DataView(new ArrayBuffer(8 * values.length));
  for (let k = 0; k < values.length; k++) bytes.setFloat64(8 * k, values[k], true);
  let text = '';
  // Not all at once: arguments of a call have their limit.
  for (let at = 0; at < bytes.byteLength; at += 8192)
    text += String.fromCharCode(...new Uint8Array(bytes.buffer, at, Math.min(8192, bytes.byteLength - at)));
  return btoa(text);
}

/** The doubles of such a text. */
export function unpacked(text: string): Float64Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: bytes.length / 8 }, (_, k) => view.getFloat64(8 * k, true));
}
