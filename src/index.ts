/**
 * ringmain's public API: circuit → results, in the order in which one uses it. Node 20.19 or newer; everything else under dist/ may change.
 *
 *     const results = await simulate(await readCircuit('circuits/two-actuator.yaml'), { workers: 'auto', until: 2.5 });
 *     results.series('act1.x');      // { t: Float64Array, y: Float64Array, unit: 'm' }
 *
 * Types of parts are those of fields, of calls and of what they give: `Circuit['fluid']`, `Circuit['lines'][number]`, `Results['account']['watches']`, `Parameters<typeof linePlot>[0]`. Beside it:
 * `ringmain/integrators`, `ringmain/surrogates`, `ringmain/partitioning`, `ringmain/storage`; `ringmain/engine` is what a page can load.
 */

// ── Circuits ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Builds a circuit in code: the same names, quantities with units and checks as in a file. */
export { type CircuitBuilder, circuit } from './circuit/builder.js';
/** A circuit in SI with every default filled in; what `readCircuit`, `parseCircuit` and `circuit(…).build()` give and `simulate` takes. */
export type { Circuit } from './circuit/circuit.js';
/** All mistakes of one circuit: `diagnostics` for programs, `message` for people. */
export { CircuitError, type Diagnostic, formatDiagnostic } from './circuit/file/diagnostic.js';
/** Parses a text that is in memory already; pure. Gives the circuit and the warnings. */
export { parseCircuit } from './circuit/file/parse.js';
/** Input of the builder: a circuit as it is written, before units are read. */
export type { RawCircuit } from './circuit/file/raw.js';
/** Reads and checks a circuit file. Throws CircuitError with every mistake of it. */
export { readCircuit } from './circuit/file/read.js';
/** JSON Schema of circuit files with all kinds and parameters, for editors. */
export { jsonSchema } from './circuit/file/schema.js';
/** Circuit file of a ring main with any number of stations; the same text for the same seed. */
export { generateRing } from './circuit/generate/ring.js';

// ── Component kinds ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Kind → definition of every component that comes with ringmain. */
export { library } from './components/library.js';
/** How a kind is written: ports, parameters, equations. `component` checks its type; `hydraulic` is the type of a port. */
export { component, hydraulic, type KindDefinition } from './equations/language/definition.js';
/** A kind's equations as the compiler solved them at the line ends, as text. */
export { describeKind } from './equations/language/describe.js';
/** Mistakes in equations, each with its line and column. */
export { EquationError } from './equations/language/model.js';

// ── Plans ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A plan that does not fit its circuit, with every reason. */
export { PlanError } from './partition/checkPlan.js';
/** A plan by one of the methods; a plan of one's own may begin as a copy of it. */
export { makePlan } from './partition/describePlan.js';
/** Which partition owns which component. */
export type { Plan } from './partition/plan.js';
/** Reads a plan file. Throws PlanError for a file that is none. */
export { readPlan } from './partition/planFile.js';

// ── Runs and results ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Results as CSV text in pieces; pure. */
export { csvText } from './results/csv.js';
/** Deviation of one recorded quantity from another run's. */
export { deviation } from './results/deviation.js';
/** Stopped from outside before the first step. */
export { Interrupted } from './results/ending.js';
/** Held runs of both engines, and how far one is to go on. */
export type { Advance, Held } from './results/held.js';
/** The machine refused memory, threads or a file. */
export { MachineRefusal } from './results/machineRefusal.js';
/** News of a run. */
export type { Progress } from './results/progress.js';
/** Times and values of one quantity. */
export type { Series } from './results/results.js';
export { RunError } from './results/runError.js';
/**
 * Writes results as CSV, Parquet or HDF5, as the suffix says: whole or not at all, and over an existing file only if it is a result of ringmain or with `force`;
 * and reads them back bit for bit.
 */
export { type ReadResults, readResults, writeResults } from './results/stores/registry.js';
/** A file name or option that cannot be used. */
export { UserError } from './results/userError.js';
/** A run by lines that is held: what `openRun` gives. */
export type { HeldRun } from './run/held/heldRun.js';
export type { SweepSettings } from './run/sweep/plan.js';
/** Variants of a circuit side by side, a row of measures for each. */
export type { SweepRow } from './run/sweep/runner.js';
export { type Sweep, sweep } from './run/sweep/sweep.js';
/** Options of a held run by lines, and results of any run by them. */
export type { HeldOptions, LineResults } from './run/types.js';
/** Opens a run that is held, by either engine: it goes on by orders, and can be read, set and saved in between; also one that was saved. */
export { openRun } from './session/openRun.js';
/**
 * Runs a circuit, by lines or by the integrator that `solver` names. Resolves with partial results and an `ending` when it is interrupted or fails; rejects for
 * what cannot begin.
 */
export { simulate } from './session/simulate.js';
export type { LineOptions, Results, SimulateOptions } from './session/types.js';

// ── Reports ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** An SVG picture of recorded quantities over time, a panel for each unit; pure. */
export { linePlot } from './report/linePlot.js';
/** The closing text of a run, and its account as a plain object: what `ringmain run` and `ringmain run --json` print. */
export { endingText, summaryText } from './report/summary.js';
export { summaryJson } from './report/summaryJson.js';
