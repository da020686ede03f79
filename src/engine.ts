/**
 * The engine without Node: what a page or any other place can load. Circuit text or builder → circuit → run → results, with the bits that Node gives.
 *
 *     const { circuit } = parseCircuit(text, 'press.yaml');
 *     const results = await simulate(circuit, { until: 2.5 });
 *
 * Nothing of it reads files, and with kernels in WebAssembly (the default) no code is made of text. A run has one thread unless `threads` gives more:
 * `threads: webThreads(…)`, which needs a page that is cross-origin isolated. A run of some length belongs in a worker: `serveEngine` there, `connectEngine` in
 * the page.
 */

/** Builds a circuit in code: the same names, quantities with units and checks as in a file. */
export { type CircuitBuilder, circuit } from './circuit/builder.js';
/** A circuit in SI with every default filled in. */
export type { Circuit } from './circuit/circuit.js';
/** All mistakes of one circuit: `diagnostics` for programs, `message` for people. */
export { CircuitError, type Diagnostic, formatDiagnostic } from './circuit/file/diagnostic.js';
/** Reads and checks the text of a circuit file. Throws CircuitError with every mistake of it. */
export { type ParseOptions, parseCircuit } from './circuit/file/parse.js';
/** JSON Schema of circuit files with all kinds and parameters, for editors. */
export { jsonSchema } from './circuit/file/schema.js';
/** Circuit file of a ring main with any number of stations; the same text for the same seed. */
export { generateRing } from './circuit/generate/ring.js';
/** Kind → definition of every component that comes with ringmain. */
export { library } from './components/library.js';
/** The engine in a worker, and the page that gives it orders. */
export { connectEngine, type RemoteEngine, type RemoteOptions, type RemoteResults, type RemoteRun } from './page/connect.js';
export { type ServeOptions, serveEngine } from './page/serve.js';
/** Threads of a page. */
export { type WebWorker, webThreads } from './page/webThreads.js';
/** Results as CSV text in pieces. */
export { csvText } from './results/csv.js';
export type { Ending } from './results/ending.js';
/** Stopped from outside before the first step. */
export { Interrupted } from './results/ending.js';
export type { Advance, Held, Stop } from './results/held.js';
/** The machine refused memory, threads or a file. */
export { MachineRefusal } from './results/machineRefusal.js';
export type { Progress } from './results/progress.js';
export type { CommonResults, Series } from './results/results.js';
export { RunError } from './results/runError.js';
export type { HeldRun } from './run/held/heldRun.js';
export type { StartedThreads, ThreadHost } from './run/threads/threadHost.js';
/** Options of a run by lines, and its results. */
export type { HeldOptions, LineResults, RunOptions } from './run/types.js';
/** Opens a run that is held: it goes on by orders, and can be read, set and saved in between. */
export { openRun } from './session/openRun.js';
/** Runs a circuit. Resolves with partial results and an `ending` when it is interrupted or fails; rejects for what cannot begin. */
export { simulate } from './session/simulate.js';
