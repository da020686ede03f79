/** The intrinsics of the kernels' language (elementary.ts) as JavaScript. */

/** A double and its two words (the second is the higher: little-endian, as WebAssembly is). */
const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
/** 2^k by k + 1023. Read from a table: a double written as two words would wait for both writes before it could be read. */
const powers = Float64Array.from({ length: 2048 }, (_, exponent) => {
  words[0] = 0;
  words[1] = exponent << 20;
  return double[0];
});

/** Of a normal x > 0 the exponent e with 2^e ≤ x < 2^(e + 1). */
export function exponentOf(x: number): number {
  double[0] = x;
  return ((words[1] >> 20) & 0x7ff) - 1023;
}

/** 2^k of a whole k from -1022 to 1023. */
export function powerOfTwo(k: number): number {
  return powers[(k + 1023) & 0x7ff];
}
