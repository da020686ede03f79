import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digests } from '../../dist/results/digest.js';

const t = Float64Array.of(0, 0.1, 0.2);
const columns = [Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6)];
const state = Float64Array.from({ length: 10_000 }, (_, i) => Math.sqrt(i));

/** The definition, by Node's own SHA-256 on this little-endian machine. */
function expected(...arrays: Float64Array[]): string {
  const hash = createHash('sha256');
  for (const values of arrays) hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return hash.digest('hex');
}

test('digest is SHA-256 over t, the columns in order, then the states; stateDigest over the states', () => {
  expect(digests({ rows: [t, ...columns], state: [state] })).toEqual({
    digest: expected(t, ...columns, state),
    stateDigest: expected(state),
  });
});

test('how the states are cut into pieces does not count, their order does', () => {
  const whole = digests({ rows: [t, ...columns], state: [state] });
  expect(digests({ rows: [t, ...columns], state: [state.subarray(0, 17), state.subarray(17, 17), state.subarray(17)] })).toEqual(whole);
  expect(digests({ rows: [t, ...columns], state: [state.subarray(17), state.subarray(0, 17)] }).stateDigest).not.toBe(whole.stateDigest);
});

test('every NaN counts as one and the same, while 0 and -0 differ', () => {
  const odd = new Float64Array(new BigUint64Array([0xfff8000000000123n]).buffer);
  const usual = new Float64Array(new BigUint64Array([0x7ff8000000000000n]).buffer);
  expect(digests({ rows: [t], state: [odd] })).toEqual(digests({ rows: [t], state: [usual] }));
  expect(digests({ rows: [t], state: [odd] }).stateDigest).toBe(expected(usual));
  expect(digests({ rows: [t], state: [Float64Array.of(-0)] }).stateDigest).not.toBe(
    digests({ rows: [t], state: [Float64Array.of(0)] }).stateDigest,
  );
});

test('one changed last bit anywhere changes the digest', () => {
  const before = digests({ rows: [t, ...columns], state: [state] });
  const changed = Float64Array.of(4, 5 + 1e-15, 6);
  const after = digests({ rows: [t, columns[0] as Float64Array, changed], state: [state] });
  expect(after.digest).not.toBe(before.digest);
  expect(after.stateDigest).toBe(before.stateDigest);
});
