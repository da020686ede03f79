/**
 * ringmain's public API: circuit → results, in the order in which one uses it. Node 20.19 or newer; everything else under dist/ may change.
 *
 *     const results = await simulate(await readCircuit('circuits/two-actuator.yaml'), { workers: 'auto', until: 2.5 });
 *     results.series('act1.x');      // { t: Float64Array, y: Float64Array, unit: 'm' }
 */

// ── Circuits ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Builds a circuit in code: the same names, quantities with units and checks as in a file. */
export { type CircuitBuilder, circuit } from './circuit/builder.js';
/** A circuit in SI with every default filled in; what `readCircuit`, `parseCircuit` and `circuit(…).build()` give and `simulate` takes. */
export type {
  AirLaw,
  Circuit,
  CircuitComponent,
  CircuitLine,
  ControlLaw,
  DirectConnection,
  EffectiveModulus,
  Fluid,
  ParameterValue,
  PortReference,
  RecordSettings,
  RunSettings,
  SignalConnection,
  Table,
  TaitLaw,
} from './circuit/circuit.js';
/** All mistakes of one circuit: `diagnostics` for programs, `message` for people. */
export { CircuitError, type Diagnostic, formatDiagnostic } from './circuit/file/diagnostic.js';
/** The same for a text that is in memory already; pure. Gives the circuit and the warnings. */
export { type ParseOptions, parseCircuit } from './circuit/file/parse.js';
/** What the builder takes: a circuit as it is written, before units are read. */
export type { RawCircuit, RawComponent, RawDefinition, RawLine, RawQuantity } from './circuit/file/raw.js';
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
export {
  component,
  hydraulic,
  type KindDefinition,
  type ParameterDeclaration,
  type PortType,
  type QuantityDeclaration,
  type SignalDeclaration,
  type StateDeclaration,
} from './equations/language/definition.js';
/** What the compiler made of a kind's equations at the line ends, as text. */
export { describeKind } from './equations/language/describe.js';
/** Mistakes in equations, each with its line and column. */
export { EquationError } from './equations/language/model.js';

// ── Plans ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A plan that does not fit its circuit, with every reason. */
export { PlanError } from './partition/checkPlan.js';
/** What an attempt costs by component and cut line, counted from the compiled equations. */
export { type Costs, countedCosts } from './partition/costs.js';
export type { CutOptions } from './partition/cutCircuit.js';
/** A plan by one of the methods; a plan of one's own may begin as a copy of it. */
export { makePlan } from './partition/describePlan.js';
/** Ways to partition by name, and their interface. */
export type { PartitionMethod, PartitionTask } from './partition/methods/method.js';
export { partitionMethods } from './partition/methods/registry.js';
/** Which partition owns which component. */
export type { Plan } from './partition/plan.js';
/** Reads a plan file. Throws PlanError for a file that is none. */
export { readPlan } from './partition/planFile.js';

// ── Runs and results ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a run keeps at every step: smallest and largest values, and how long a limit was passed (`RunOptions.envelope`, `watch`). */
export type { Envelope } from './blocks/kept/envelopes.js';
export type { ModeChanges } from './blocks/kept/modes.js';
export type { Watch } from './blocks/kept/watches.js';
/**
 * Writes results as CSV, Parquet or HDF5, as the suffix says: whole or not at all, and over an existing file only if it is a result of ringmain or with `force`;
 * and reads them back bit for bit.
 */
export type { Cavitation, Cavity } from './results/cavities.js';
/** Results as CSV text in pieces; pure. */
export { csvText } from './results/csv.js';
/** Deviation of one recorded quantity from another run's. */
export { deviation } from './results/deviation.js';
/** Why a run ended early. */
export type { Ending } from './results/ending.js';
/** Stopped from outside before the first step. */
export { Interrupted } from './results/interrupted.js';
/** What cannot begin. */
export { MachineRefusal } from './results/machineRefusal.js';
/** News of a run. */
export type { Progress } from './results/progress.js';
/** Recorded rows in a file that grows while the run goes on: `simulate(circuit, { rows: rowFile('out/rows') })`. */
export { type RowFileOptions, type RowFiles, rowFile } from './results/rowFile.js';
/** Rows piece by piece, and where they are kept while a run goes on. */
export { memoryRows, type RowMark, type RowPiece, type RowStorage, type RowStore, type RowsHead } from './results/rows.js';
export { RunError } from './results/runError.js';
export { type ReadResults, readResults, writeResults } from './results/stores/registry.js';
export type { About, StoredColumn } from './results/stores/store.js';
/** A file name or option that cannot be used. */
export { UserError } from './results/userError.js';
/** A run that is held, and how far it is to go on. */
export type { Advance, HeldRun, Stop } from './run/held/heldRun.js';
/** Opens a run that is held: it goes on when it is told to, and can be read, set and saved in between; also one that was saved. */
export { openRun } from './run/openRun.js';
/** Runs a circuit. Resolves with partial results and an `ending` when it is interrupted or fails; rejects for what cannot begin. */
export { simulate } from './run/simulate.js';
export type { SweepSettings } from './run/sweep/plan.js';
/** Variants of a circuit side by side, a row of measures for each. */
export type { SweepRow } from './run/sweep/runner.js';
export { type Sweep, type SweepHooks, sweep } from './run/sweep/sweep.js';
/** Options of a run, and what it gives. */
export type { HeldOptions, Limiter, Results, RunOptions, Series } from './run/types.js';

// ── The same circuit as differential equations ─────────────────────────────────────────────────────────────────────────────────────

export type { TreatmentForm, TreatmentSetting } from './circuit/treatments/forms.js';
export type { Counts, JacobianSource, Method, MethodOptions, Outcome, Stepper } from './lumped/method.js';
/** Integrators by name, and the interface that all of them have: for problems of one's own. */
export { methods } from './lumped/methods/registry.js';
export type { HybridProblem, OdeProblem, SparsePattern } from './lumped/problem.js';
/** The circuit as a problem for integrators: f, its exact Jacobian and time derivative, its switches; and what it is made of. */
export { lumpedSystem, simulateLumped } from './lumped/solve.js';
/** A circuit of a file with random levels in place of signals, as networks are trained on; and one such channel by its text. */
export { drivenCircuit } from './lumped/surrogates/driven.js';
/**
 * Trains a network on a run of the circuit, to give the pressure of a small volume in place of its equation: in a run by
 * `simulateLumped(circuit, { solver: 'rk4', step: 1e-3, treat: [{ volume: 'Vv', treatment: 'surrogate', text: surrogateText(surrogate) }] })`.
 */
export { type SurrogateOptions, trainSurrogate } from './lumped/surrogates/trainSurrogate.js';
/** What gives the pressure of a small volume in place of its rate equation, by name; which volume by which of them; what came of it. */
export { treatments } from './lumped/treatments/registry.js';
export type { TreatmentAccount } from './lumped/treatments/treatedSystem.js';
export type { Treatment, TreatmentChoice } from './lumped/treatments/treatment.js';
export type { LumpedOptions, LumpedResults } from './lumped/types.js';
export { type Drive, readDrive } from './surrogate/drive.js';
/** A network sample by sample: it is told its inputs and the target, and predicts the next. */
export { Predictor, type PredictorSource } from './surrogate/predictor.js';
export type { Delays } from './surrogate/samples.js';
/** A trained network as a file's text, and read from it to the last bit. Throws RunError for a text that is none. */
export { type Provenance, readSurrogate, type Surrogate, surrogateText } from './surrogate/stored.js';

// ── Reports ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** An SVG picture of recorded quantities over time, a panel for each unit; pure. */
export { type LinePlot, linePlot, type PlotSeries } from './report/linePlot.js';
/** The closing text of a run, and its account as a plain object: what `ringmain run` and `ringmain run --json` print. */
export { endingText, summaryText } from './report/summary.js';
export { type RunSummary, summaryJson } from './report/summaryJson.js';
