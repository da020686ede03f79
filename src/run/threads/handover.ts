/** The file of a library that threads go over to: the host writes it while all of them are parked, each reads it with its next order. */

/** Bytes of the longest name that systems take. */
const most = 4096;

/** The length of the name (Int32), then its bytes. */
export const newHandover = (): SharedArrayBuffer => new SharedArrayBuffer(4 + most);

/** Called while all threads are parked. */
export function handOver(shared: SharedArrayBuffer, file: string): void {
  const bytes = new TextEncoder().encode(file);
  new Uint8Array(shared, 4).set(bytes);
  new Int32Array(shared, 0, 1)[0] = bytes.length;
}

/** Null as long as there is none. */
export function handedOver(shared: SharedArrayBuffer): string | null {
  const length = new Int32Array(shared, 0, 1)[0];
  // A decoder takes no bytes that are shared.
  return length > 0 ? new TextDecoder().decode(new Uint8Array(shared, 4, length).slice()) : null;
}
