/** SHA-256 (FIPS 180-4), streaming and synchronous: the engine must also run where there is no node:crypto, and crypto.subtle cannot be fed in pieces. */
// Signed words: V8 keeps them as they are, unsigned ones of 2^31 and more would become doubles.
const K = new Int32Array(64);
const initial = new Int32Array(8);
// First 32 bits of the fractional parts of the cube and square roots of the first primes (FIPS 180-4 §4.2.2, §5.3.3).
for (let n = 2, count = 0; count < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  if (count < 8) initial[count] = fraction(Math.sqrt(n));
  K[count++] = fraction(Math.cbrt(n));
}

function fraction(x: number): number {
  return ((x - Math.floor(x)) * 2 ** 32) >>> 0;
}

export class Sha256 {
  private readonly h = initial.slice();
  private readonly block = new Uint8Array(64);
  private readonly view = new DataView(this.block.buffer);
  private readonly words = new Int32Array(64);
  private filled = 0;
  private length = 0;

  /** Adds bytes. */
  update(bytes: Uint8Array): this {
    this.length += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      if (this.filled === 0 && at + 64 <= bytes.length) {
        this.compress(bytes, at);
        at += 64;
        continue;
      }
      const n = Math.min(64 - this.filled, bytes.length - at);
      this.block.set(bytes.subarray(at, at + n), this.filled);
      this.filled += n;
      at += n;
      if (this.filled === 64) this.endBlock();
    }
    return this;
  }

  /** Ends the message and gives its hash, 64 hexadecimal digits; call once. */
  hex(): string {
    const bits = this.length * 8;
    this.block.fill(0, this.filled);
    this.block[this.filled] = 0x80;
    if (this.filled >= 56) {
      this.endBlock();
      this.block.fill(0);
    }
    const { view } = this;
    view.setUint32(56, Math.floor(bits / 2 ** 32));
    view.setUint32(60, bits >>> 0);
    this.endBlock();
    return Array.from(this.h, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  private endBlock(): void {
    this.compress(this.block, 0);
    this.filled = 0;
  }

  /** Takes in the 64 bytes from `at` on. */
  private compress(bytes: Uint8Array, at: number): void {
    const { words: w, h } = this;
    for (let t = 0; t < 16; t++) {
      const k = at + 4 * t;
      w[t] = (bytes[k] << 24) | (bytes[k + 1] << 16) | (bytes[k + 2] << 8) | bytes[k + 3];
    }
    for (let t = 16; t < 64; t++) {
      const x = w[t - 15];
      const y = w[t - 2];
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
    }
    let a = h[0];
    let b = h[1];
    let c = h[2];
    let d = h[3];
    let e = h[4];
    let f = h[5];
    let g = h[6];
    let k = h[7];
    for (let t = 0; t < 64; t++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (k + s1 + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      k = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    h[0] = (h[0] + a) | 0;
    h[1] = (h[1] + b) | 0;
    h[2] = (h[2] + c) | 0;
    h[3] = (h[3] + d) | 0;
    h[4] = (h[4] + e) | 0;
    h[5] = (h[5] + f) | 0;
    h[6] = (h[6] + g) | 0;
    h[7] = (h[7] + k) | 0;
  }
}

const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
