/** Modules made last, with their bytes: the same circuit run again finds its code, and what the engine has optimised of it. */
const made: { readonly bytes: Uint8Array; readonly module: WebAssembly.Module }[] = [];
const mostMade = 8;

/** The module of these bytes: a known one, or a new one. */
export function moduleOf(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  const known = made.find((m) => m.bytes.length === bytes.length && m.bytes.every((byte, k) => byte === bytes[k]));
  const entry = known ?? { bytes, module: new WebAssembly.Module(bytes) };
  if (known) made.splice(made.indexOf(known), 1);
  made.push(entry);
  if (made.length > mostMade) made.shift();
  return entry.module;
}
