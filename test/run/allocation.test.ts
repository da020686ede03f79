/** The step loop allocates nothing: up to a million attempts in a process of their own, in which every byte of the heap is counted. */
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isFull } from '../support/circuits.js';

const attempts = isFull ? 1_000_000 : 200_000;

/**
 * `rounds` of a session, without the drivers around it (they return to the event loop some fifty times a second). First as many attempts as it takes
 * until V8 has compiled everything; then the growth of the heap over the attempts that count, and how often garbage was collected meanwhile.
 */
const script = (circuit: string, options: string, kernels: string, windows: number, attempts: number): string => `
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
for (let k = 0; k < 40; k++) {
  const before = process.memoryUsage().heapUsed;
  rounds(50_000);
  const grown = process.memoryUsage().heapUsed - before;
  // V8 compiles in other threads, which on a busy machine come late.
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (k >= 3 && grown < 100_000) break;
}
globalThis.gc();
const seen = [];
const windows = [];
const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
observer.observe({ entryTypes: ['gc'] });
for (let window = 0; window < ${windows}; window++) {
  const { accepted, rejected } = stepCounts(session);
  const [began, before] = [performance.now(), process.memoryUsage().heapUsed];
  rounds(${attempts});
  const [after, ended] = [process.memoryUsage().heapUsed, performance.now()];
  const counts = stepCounts(session);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const collections = seen.filter(({ startTime }) => startTime >= began && startTime <= ended).length;
  windows.push({ growth: after - before, collections, accepted: counts.accepted - accepted, rejected: counts.rejected - rejected });
}
console.log(JSON.stringify(windows));
`;

interface Measured {
  readonly growth: number;
  readonly collections: number;
  readonly accepted: number;
  readonly rejected: number;
}

async function measure(circuit: string, options: string, kernels: string, windows: number, attempts: number): Promise<Measured[]> {
  // With 128 MiB for young objects nothing is collected before that much has been allocated, so that growth is all that was allocated.
  const flags = ['--expose-gc', '--max-semi-space-size=128', '--min-semi-space-size=128', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', script(circuit, options, kernels, windows, attempts)]);
  return JSON.parse(stdout) as Measured[];
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

/** Quickly the ones that do what the others do, and more. */
describe.each(isFull ? circuits : [circuits[2], circuits[4]])('%s', (name, circuit, options) => {
  test('in WebAssembly not one byte in twenty attempts', async () => {
    // What the process does beside the loop may fall into one half.
    const measured = await measure(circuit, options, 'wasm', 2, attempts / 2);
    for (const { collections, accepted, rejected } of measured) {
      expect(accepted + rejected).toBe(attempts / 2);
      expect(collections).toBe(0);
    }
    // The measurement itself takes some 300 bytes, on Node 24 some 4 kB; a boxed double an attempt would be 16 bytes an attempt.
    expect(Math.min(...measured.map(({ growth }) => growth))).toBeLessThan(attempts / 40);
  });

  // Quickly the one whose steps are rejected.
  test.runIf(isFull || name.startsWith('exact'))('in JavaScript nothing but boxed doubles of rejected steps', async () => {
    // V8 may find at any time that it has to compile the loop anew, and allocates until it has (4 MB seen, once in some million attempts): the best of three.
    const measured = await measure(circuit, options, 'js', 3, attempts);
    for (const { accepted, rejected } of measured) expect(accepted + rejected).toBe(attempts);
    // One that allocated at every attempt would collect each time.
    const quiet = measured.filter(({ collections }) => collections === 0);
    expect(quiet.length).toBeGreaterThan(0);
    // What `power` gives where a step is rejected is a double in an object of 16 bytes; three such objects a rejected step were measured, four are allowed.
    const beyond = quiet.map(({ growth, rejected }) => growth - 64 * rejected);
    expect(Math.min(...beyond)).toBeLessThan(attempts / 20);
  });
});
