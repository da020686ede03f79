/** What a checkpoint says of itself where it cannot be used. */
import { describe, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { seeded } from '../../dist/circuit/text/random.js';
import { Sha256 } from '../../dist/circuit/text/sha256.js';
import { makePlan } from '../../dist/partition/describePlan.js';
import { decodeCheckpoint, encodeCheckpoint } from '../../dist/run/held/checkpoint.js';
import { openRun } from '../../dist/run/openRun.js';
import type { HeldOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

const circuit = await readCircuit('circuits/two-actuator.yaml');
const run = await openRun(circuit, { workers: 1, until: 0.01, record: ['act1.x'], steadyStart: false });
await run.advance({ until: 0.005 });
run.set('dev.position', -0);
const saved = run.save();
await run.close();

const refused = (resume: Uint8Array, code: string, options: HeldOptions = {}, of = circuit): Promise<void> =>
  expect(openRun(of, { ...options, resume })).rejects.toMatchObject({ code, message: /./, remedy: expect.stringMatching(/./) });

/** With a hash that is right, as a program that means to write another version would write it. */
function withHash(bytes: Uint8Array): Uint8Array {
  const hex = new Sha256().update(bytes.subarray(0, -32)).hex();
  bytes.set(
    Uint8Array.from({ length: 32 }, (_, k) => Number.parseInt(hex.slice(2 * k, 2 * k + 2), 16)),
    bytes.length - 32,
  );
  return bytes;
}

describe('refused', () => {
  test('what is none', () => refused(new TextEncoder().encode('t [s],act1.x [m]\n0,1.6\n'), 'RUN401'));
  test('nothing at all', () => refused(new Uint8Array(0), 'RUN401'));

  test('a newer version', () => {
    const newer = saved.slice();
    const { buffer } = newer;
    new DataView(buffer).setUint32(8, new DataView(buffer).getUint32(8, true) + 1, true);
    return refused(withHash(newer), 'RUN404');
  });

  test('another circuit', async () => refused(saved, 'RUN405', {}, await readCircuit('circuits/hoist.yaml')));

  test('the same circuit with another value', async () => {
    const other = await readCircuit('circuits/two-actuator.yaml', { set: ['prv.crackingPressure=125 bar'] });
    await refused(saved, 'RUN406', {}, other);
  });

  test.each([{ until: 0.02 }, { every: 0.001 }, { record: ['nB.p'] }, { law: 'thesis' }, { step: 1e-5 }] as HeldOptions[])(
    'with another option: %o',
    (option) => refused(saved, 'RUN407', option),
  );

  test('with another plan, where results depend on it', async () => {
    const options: HeldOptions = { until: 0.01, step: 1e-5, exchangeEvery: 1e-4, driver: 'serial' };
    const held = await openRun(circuit, { ...options, plan: makePlan(circuit, 2) });
    await held.advance({ until: 0.005 });
    await refused(held.save(), 'RUN408', { plan: makePlan(circuit, 3), driver: 'serial' });
    await held.close();
  });

  test('of another size than the run needs', async () => {
    const { state, ...rest } = decodeCheckpoint(saved);
    await refused(encodeCheckpoint({ ...rest, state: { ...state, cells: state.cells.subarray(1) } }), 'RUN403');
  });

  test('cut anywhere, and with any byte altered', async () => {
    const draw = seeded(7);
    for (let k = 0; k < (isFull ? 2000 : 100); k++) {
      const at = 8 + Math.floor(draw() * (saved.length - 8));
      await expect(openRun(circuit, { resume: saved.slice(0, at) }), `cut at ${at}`).rejects.toMatchObject({ code: /RUN40[23]/ });
      const altered = saved.slice();
      altered[at] = (altered[at] as number) ^ (1 << Math.floor(draw() * 8));
      await expect(openRun(circuit, { resume: altered }), `altered at ${at}`).rejects.toMatchObject({ code: /RUN40[234]/ });
    }
  });
});

test('bytes that are read are those that were written; signs of zeros too', () => {
  const checkpoint = decodeCheckpoint(saved);
  expect(encodeCheckpoint(checkpoint)).toEqual(saved);
  // As Node gives a file: a view of a larger buffer, at any byte.
  const shifted = Buffer.alloc(saved.length + 3);
  shifted.set(saved, 3);
  expect(decodeCheckpoint(shifted.subarray(3)).state).toEqual(checkpoint.state);
});
