import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Sha256 as ByNode } from '../../dist/circuit/text/nodeSha256.js';
import { Sha256 } from '../../dist/circuit/text/sha256.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('FIPS 180-4 example %#', (text, hash) => expect(new Sha256().update(bytes(text)).hex()).toBe(hash));

test('Node gives the same, of bytes that threads share too', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(100)).fill(7);
  for (const piece of [bytes(''), bytes('abc'), shared, shared.subarray(3, 70)])
    expect(new ByNode().update(piece).update(bytes('a')).hex()).toBe(new Sha256().update(piece).update(bytes('a')).hex());
});

test('pieces of any length give the hash of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (pieces) => {
      const ours = new Sha256();
      const theirs = createHash('sha256');
      for (const piece of pieces) {
        ours.update(piece);
        theirs.update(piece);
      }
      expect(ours.hex()).toBe(theirs.digest('hex'));
    }),
  );
});
