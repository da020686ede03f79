/** What the machine refuses, threads and memory, is a designed error, and no reason to end a run that can do without. */
import { expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { memoryOf } from '../../dist/lumped/system/link.js';
import { MachineRefusal, refusalOf } from '../../dist/results/machineRefusal.js';
import { simulate } from '../../dist/run/simulate.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';

const ring = parseCircuit(generateRing({ stations: 100, seed: 1 }), 'ring').circuit;

/** A machine of two cores whose threads are not to be had, with what Node throws then. */
function without(facts: object, message = 'Worker initialization failure: EAGAIN') {
  let asked = 0;
  const start = (): Promise<never> => {
    asked++;
    return Promise.reject(Object.assign(new Error(message), facts));
  };
  return { threads: { cores: () => 2, start }, asked: () => asked };
}
const exhausted = { code: 'ERR_WORKER_INIT_FAILED' };
const forbidden = { code: 'ERR_ACCESS_DENIED', permission: 'WorkerThreads', resource: '' };

test.each([
  ['of which there are no more', exhausted, /^the machine refused 2 worker threads: .*EAGAIN$/, /ulimit -u.* --workers 1$/],
  [
    'that are forbidden',
    forbidden,
    /^Node's permission model refuses to start 2 worker threads$/,
    /^start Node with --allow-worker, or take --workers 1$/,
  ],
])('threads %s: refused where they were asked for', async (_, facts, message, remedy) => {
  const error = await simulate(ring, { until: 0.001, workers: 2, threads: without(facts).threads }).catch((why: unknown) => why);
  expect(error).toBeInstanceOf(MachineRefusal);
  expect(error).toMatchObject({ message: expect.stringMatching(message), remedy: expect.stringMatching(remedy) });
});

test.each([exhausted, forbidden])('one worker, with a note, where the number was ours to choose: $code', async (facts) => {
  const { digest } = await simulate(ring, { until: 0.001, workers: 1 });
  // With a timeline no slices are tried first: counted costs choose two threads.
  const { threads, asked } = without(facts);
  const results = await simulate(ring, { until: 0.001, timeline: 4, threads });
  expect(results).toMatchObject({ digest, run: { workers: 1, driver: 'serial' }, ending: null });
  expect([asked(), results.notes[0]]).toEqual([1, expect.stringMatching(/^1 worker: .*2 worker threads/)]);
});

test('another error of a host stays what it is', async () => {
  const { threads } = without({ code: 'ERR_WORKER_PATH' }, 'no such script');
  const error = await simulate(ring, { until: 0.001, workers: 2, threads }).catch((why: unknown) => why);
  expect([error instanceof MachineRefusal, String(error)]).toEqual([false, 'Error: no such script']);
  expect(refusalOf(new RangeError('Invalid array length'))).toBe(null);
});

test.each([
  ['shared', () => simulate(ring, { until: 0.001, workers: 2, driver: 'parallel' })],
  ['of one worker', () => simulate(ring, { until: 0.001, workers: 1 })],
  ['of an integrator', async () => memoryOf(100_000)],
] as const)('memory %s: the refusal names the bytes', async (_, allocated) => {
  const { Memory } = WebAssembly;
  // What V8 throws where addresses are limited; those of one page are for functions of the set-up.
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor: ConstructorParameters<typeof Memory>[0]) {
      if (descriptor.initial > 1) throw new RangeError('WebAssembly.Memory(): could not allocate memory');
      super(descriptor);
    }
  };
  try {
    const error = await allocated().catch((why: unknown) => why);
    expect(error).toBeInstanceOf(MachineRefusal);
    const bytes = Number(/^the machine refused (\d+) bytes of memory: /.exec((error as Error).message)?.[1]);
    expect([bytes > 65536, bytes % 65536]).toEqual([true, 0]);
  } finally {
    WebAssembly.Memory = Memory;
  }
});
