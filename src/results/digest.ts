/** Fingerprints of results: two runs gave the same bits exactly if their digests are equal. */
import { Sha256 } from '#sha256';

/** Input of the hash, in circuit-file order whatever the memory order and the number of workers. */
export interface DigestInput {
  /** Recorded times, s, then each recorded column; both this and `state` may be handed over in pieces of any length. */
  readonly rows: Iterable<Float64Array>;
  /** All accepted states, C and cavity volumes. */
  readonly state: Iterable<Float64Array>;
}

/** Hex digits of both digests. */
export interface Digests {
  /** SHA-256 over the rows, then the input of `stateDigest`. */
  readonly digest: string;
  /** SHA-256 over the accepted states, C and cavity volumes. */
  readonly stateDigest: string;
}

/** Doubles as little-endian bytes; every NaN as the one 0x7ff8000000000000, since its payload depends on the machine; -0 and 0 differ. */
export function digests({ rows, state }: DigestInput): Digests {
  const whole = new Sha256();
  const stateOnly = new Sha256();
  for (const piece of rows) for (const bytes of doubleBytes(piece)) whole.update(bytes);
  for (const piece of state) {
    for (const bytes of doubleBytes(piece)) {
      whole.update(bytes);
      stateOnly.update(bytes);
    }
  }
  return { digest: whole.hex(), stateDigest: stateOnly.hex() };
}

const doublesPerBlock = 4096;

/** The bytes of `values` in blocks; each block is valid until the next is asked for. */
function* doubleBytes(values: Float64Array): Generator<Uint8Array> {
  const view = new DataView(new ArrayBuffer(8 * Math.min(doublesPerBlock, values.length)));
  for (let start = 0; start < values.length; start += doublesPerBlock) {
    const count = Math.min(doublesPerBlock, values.length - start);
    for (let i = 0; i < count; i++) {
      const value = values[start + i] as number;
      if (Number.isNaN(value)) view.setBigUint64(8 * i, 0x7ff8000000000000n, true);
      else view.setFloat64(8 * i, value, true);
    }
    yield new Uint8Array(view.buffer, 0, 8 * count);
  }
}
