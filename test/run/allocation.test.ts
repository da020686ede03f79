/** The step loop allocates nothing: many attempts in a process of their own, in which every byte of the heap is counted. */
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isFull } from '../support/circuits.js';

/** Attempts of a window, and windows at the most. */
const [attempts, most] = [isFull ? 1_000_000 : 50_000, 8];

/**
 * `rounds` of a session, without the drivers around it (they return to the event loop some fifty times a second): growth of the heap over a window of attempts,
 * less that over none, which is what the count itself takes. V8 allocates until it has compiled the loop, and may find at any time that it has to do so anew; code that allocates
 * does so in every window: the first that has no more bytes than allowed, and so many a rejected step, is the last.
 */
const script = (circuit: string, options: string, kernels: string, allowed: number, perRejected: number): string => `
const { PerformanceObserver } = await import('node:perf_hooks');
const from = (path) => import(${JSON.stringify(`${pathToFileURL('dist').href}/`)} + path);
const { readCircuit } = await from('circuit/file/read.js');
const { parseCircuit } = await from('circuit/file/parse.js');
const { generateRing } = await from('circuit/generate/ring.js');
const { openSession } = await from('run/openSession.js');
const { stepCounts } = await from('run/account/account.js');
const circuit = ${circuit};
const threads = { threads: 1, parallel: false, spins: false, window: 1 };
const session = openSession(circuit, new Int32Array(circuit.components.length), 1, { until: 1e6, ${options} }, threads, '${kernels}');
const rounds = session.functions.get('rounds_0');
const growth = (attempts) => {
  const before = process.memoryUsage().heapUsed;
  rounds(attempts);
  return process.memoryUsage().heapUsed - before;
};
const seen = [];
const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
observer.observe({ entryTypes: ['gc'] });
growth(0);
// What the set-up left is collected here and not within a window.
gc();
const windows = [];
let [began, ended] = [0, 0];
let beyond = Infinity;
while (beyond > ${allowed} && windows.length < ${most}) {
  const before = stepCounts(session);
  began = performance.now();
  const grown = -growth(0) + growth(${attempts});
  ended = performance.now();
  const after = stepCounts(session);
  const [accepted, rejected] = [after.accepted - before.accepted, after.rejected - before.rejected];
  beyond = grown - ${perRejected} * rejected;
  windows.push({ beyond, accepted, rejected });
}
await new Promise((resolve) => setTimeout(resolve, 20));
console.log(JSON.stringify({ windows, collections: seen.filter(({ startTime }) => startTime >= began && startTime < ended).length }));
`;

interface Window {
  /** Bytes beyond those allowed. */
  readonly beyond: number;
  readonly accepted: number;
  readonly rejected: number;
}

async function measure(...options: Parameters<typeof script>): Promise<Window[]> {
  // With 128 MiB for young objects nothing is collected before that much has been allocated, so that growth is all that was allocated. With one thread V8 compiles
  // at the same places in every process, however busy the machine is.
  const flags = ['--single-threaded', '--max-semi-space-size=128', '--min-semi-space-size=128', '--expose-gc', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', script(...options)]);
  const { windows, collections } = JSON.parse(stdout) as { windows: Window[]; collections: number };
  expect(collections).toBe(0);
  for (const { accepted, rejected } of windows) expect(accepted + rejected).toBe(attempts);
  return windows;
}

/** A flow that never comes to rest, through wave lines of every friction. */
const frictions = `ringmain: 1
name: frictions
components:
  v: { kind: throttle }
  n1: { kind: junction }
  n2: { kind: junction }
  t1: { kind: tank }
  t2: { kind: tank }
lines:
  a: { from: v, to: n1, model: wave, length: 3 m, diameter: 12 mm, friction: unsteady, elements: 1 }
  b: { from: n1, to: n2, model: wave, length: 3 m, diameter: 12 mm, friction: laminar, elements: 2 }
  c: { from: n2, to: t1, model: wave, length: 3 m, diameter: 12 mm, friction: turbulent, elements: 1 }
  d: { from: n2, to: t2, model: wave, length: 4 m, diameter: 12 mm, friction: lumped }
definitions:
  throttle: { ports: { out: hydraulic }, equations: 'out.q = 1e-4 * sin(20 * time)' }
`;

const circuits = [
  ['rc-volume', "await readCircuit('circuits/rc-volume.yaml')", 'every: 1e4'],
  ['a ring of 10', "parseCircuit(generateRing({ stations: 10, seed: 1 }), 'ring').circuit", 'every: 1e4'],
  ['exact rows of a ring of 10', "parseCircuit(generateRing({ stations: 10, seed: 1 }), 'ring').circuit", "every: 1, grid: 'exact'"],
  ['wave lines with friction, variable steps', `parseCircuit(${JSON.stringify(frictions)}, 'frictions').circuit`, 'every: 1e4'],
  [
    'the same, with everything kept at every step',
    `parseCircuit(${JSON.stringify(frictions)}, 'frictions').circuit`,
    "every: 1, envelope: ['*.p', 'n*'], watch: ['*.p < 1 bar']",
  ],
] as const;

/** What `power` gives where a step is rejected is a double in an object of 16 bytes; four such objects are allowed for the call, and as many a rejected step: V8 of Node 24 makes 18 of them. */
const boxed = 4 * 16;
const boxedRejected = Number(process.versions.node.split('.')[0]) < 24 ? boxed : 20 * 16;

/** Quickly the ones that do what the others do, and more. */
describe.each(isFull ? circuits : [circuits[2]])('%s', (_, circuit, options) => {
  test('in WebAssembly not one byte', async () => {
    const windows = await measure(circuit, options, 'wasm', 0, 0);
    // Below 0 where the count over no attempts happened to take more.
    expect(windows.at(-1)?.beyond, JSON.stringify(windows)).toBeLessThanOrEqual(0);
  });

  test.runIf(isFull)('in JavaScript nothing but boxed doubles of rejected steps', async () => {
    const windows = await measure(circuit, options, 'js', boxed, boxedRejected);
    expect(windows.at(-1)?.beyond, JSON.stringify(windows)).toBeLessThanOrEqual(boxed);
  });
});
