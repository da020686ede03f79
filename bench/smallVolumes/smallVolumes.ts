/**
 * `ringmain bench small-volumes`: every cure of a small volume on the circuits that they were published with, on one machine by one error measure: deviations from a tight run of
 * radau5 at rows of 1 ms. RK4 at the step of the treatments stands beside them, and so do integrators that mind no stiffness, lines, and joins.
 */
import { readFile } from 'node:fs/promises';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import { parseTreatment } from '#ringmain/lumped/treatments/registry.js';
import { type Spread, spreadOf } from '#ringmain/results/statistics.js';
import { UserError } from '#ringmain/results/userError.js';
import { simulate } from '#ringmain/run/simulate.js';
import { asChoices, asNames, asText, asTime, type Measured, part, roundsOption, say, type ValuesOf } from '../protocol/benchmark.js';
import { withoutLines } from '../protocol/edited.js';
import { inTurn } from '../protocol/turns.js';
import { type Cure, curesOf, type SmallVolumeCase, smallVolumeCases } from './cases.js';
import { type Deviations, deviationsFrom } from './errors.js';
import { type LargestStep, largestStep } from './largestStep.js';
import { largestText, type SmallVolumesAccount, smallVolumesText } from './smallVolumesTable.js';

/** s between compared rows. */
const every = 1e-3;

/** What a cure took and gave on a circuit. */
export interface CureRow {
  readonly cure: string;
  readonly joined: boolean;
  /** s, fixed; null for variable steps. */
  readonly step: number | null;
  /** Of an integrator; of lines the pressure error, Pa. */
  readonly tolerance: number | null;
  readonly pressureError: number | null;
  /** Why it has no figures; null where it has. */
  readonly failure: string | null;
  readonly seconds: Spread | null;
  readonly steps: number;
  readonly evaluations: number | null;
  /** Inner iterations a step. */
  readonly iterations: number | null;
  readonly capped: number;
  readonly pressure: Deviations | null;
  /** Of the stroke. */
  readonly position: number | null;
}

const curesOptions = {
  circuits: {
    about: `circuits, separated by commas: ${smallVolumeCases.map(({ name }) => name).join(', ')}; all unless told`,
    read: asNames,
  },
  end: { about: 'simulated time to stop at; of each circuit its own unless told', read: asTime },
  rounds: { ...roundsOption, fallback: '3' },
};

export const curesPart = part({
  name: 'cures',
  describe: 'every cure of a small volume on published circuits: error and run time',
  options: curesOptions,
  examples: [['--circuits three-orifices --rounds 1', 'the shortest circuit']],
  measure: measureCures,
});

async function measureCures({ circuits, end, rounds }: ValuesOf<typeof curesOptions>): Promise<Measured> {
  const names = smallVolumeCases.map(({ name }) => name);
  const chosen = circuits ? asChoices(names)('--circuits', circuits.join(',')) : names;
  const accounts: SmallVolumesAccount['circuits'][number][] = [];
  for (const one of smallVolumeCases.filter(({ name }) => chosen.includes(name))) {
    say(`${one.name}: cures of ${one.volume}`);
    accounts.push(await measureCase(end === undefined ? one : { ...one, end }, rounds));
  }
  const account: SmallVolumesAccount = { rounds, circuits: accounts };
  return { stored: account, text: () => smallVolumesText(account) };
}

async function measureCase(one: SmallVolumeCase, rounds: number): Promise<SmallVolumesAccount['circuits'][number]> {
  const file = bundledCircuit(one.name);
  const text = await readFile(file, 'utf8');
  const whole = parseCircuit(text, file).circuit;
  const joined = withoutLines(text, [one.volume], file);
  const record = [one.pressure, ...(one.position ? [one.position.name] : [])];
  const reference = await simulateLumped(whole, { solver: 'radau5', relativeTolerance: 1e-8, record, every, until: one.end });
  const { y: pressure } = reference.series(one.pressure);
  const position = one.position && reference.series(one.position.name).y;
  const cures = curesOf(one);
  const seconds = new Map<Cure, number[]>(cures.map((cure) => [cure, []]));
  const rows = new Map<Cure, CureRow>();
  for (const cure of inTurn(cures, rounds)) {
    // What takes long is not measured again: noise is small beside it.
    if (rows.get(cure)?.failure || (seconds.get(cure)?.[0] ?? 0) > 2) continue;
    const run = await runCure(cure, cure.joined ? joined : whole, record, one.end);
    seconds.get(cure)?.push(run.wall);
    if (rows.has(cure)) continue;
    const own = run.failure === null ? deviationsFrom(pressure, run.series(one.pressure)) : null;
    rows.set(cure, {
      cure: cure.name,
      joined: cure.joined,
      step: cure.lumped?.step ?? null,
      tolerance: cure.lumped?.relativeTolerance ?? null,
      pressureError: cure.lines?.pressureError ?? null,
      failure: run.failure,
      seconds: null,
      steps: run.steps,
      evaluations: run.evaluations,
      iterations: run.iterations,
      capped: run.capped,
      pressure: own,
      position:
        one.position && position && run.failure === null
          ? deviationsFrom(position, run.series(one.position.name)).rms / one.position.stroke
          : null,
    });
  }
  return {
    name: one.name,
    end: one.end,
    volume: one.volume,
    pressure: one.pressure,
    meanPressure: pressure.reduce((sum, p) => sum + Math.abs(p), 0) / pressure.length,
    rows: cures.map((cure) => {
      const row = rows.get(cure) as CureRow;
      return row.failure ? row : { ...row, seconds: spreadOf(seconds.get(cure) as number[]) };
    }),
  };
}

interface CureRun {
  readonly wall: number;
  readonly failure: string | null;
  readonly steps: number;
  readonly evaluations: number | null;
  readonly iterations: number | null;
  readonly capped: number;
  series(name: string): Float64Array;
}

/** Runs a cure; a run that fails says why. */
async function runCure({ lumped, lines }: Cure, circuit: Circuit, record: readonly string[], until: number): Promise<CureRun> {
  const common = { record, every, until };
  if (lines) {
    const run = await simulate(circuit, { ...lines, ...common, grid: 'exact' });
    const failure = run.ending?.message ?? null;
    return {
      ...{ wall: run.wallSeconds, failure, steps: run.steps.accepted, evaluations: null, iterations: null, capped: 0 },
      series: (name) => run.series(name).y,
    };
  }
  const run = await simulateLumped(circuit, { ...lumped, ...common });
  const [treated] = run.treatments;
  return {
    wall: run.wallSeconds,
    failure: run.ending?.message ?? null,
    steps: run.counts.accepted,
    evaluations: run.counts.rates,
    iterations: treated && !treated.asEquation ? treated.iterations / treated.asked : null,
    capped: treated?.capped ?? 0,
    series: (name) => run.series(name).y,
  };
}

const stepOptions = {
  quantity: {
    about: 'recorded quantity that is looked at, such as V1.p; of the published circuits their small volume unless told',
    read: asText,
  },
  solvers: { about: 'methods for fixed steps, separated by commas', fallback: 'forwardEuler,rk4,rodas4', read: asNames },
  treat: { about: "a volume and its treatment, as of 'run': 'V1=quasi-steady'", read: asText },
  limit: { about: 'largest error that passes: root mean square over the mean of the reference', fallback: '0.01', read: asLimit },
  shortest: { about: 'shortest step that is tried', fallback: '1us', read: asTime },
  longest: { about: 'longest', fallback: '10ms', read: asTime },
  end: { about: "simulated time to stop at; the circuit's unless told", read: asTime },
};

function asLimit(option: string, written: string): number {
  const value = Number(written);
  if (!(value > 0 && value < 1)) throw new UserError(`${option} ${written}: must be a number between 0 and 1, such as 0.01`);
  return value;
}

/** One solver's largest step. */
export interface LargestStepRow extends LargestStep {
  readonly solver: string;
}

export const largestPart = part({
  name: 'largest-step',
  describe: 'the largest fixed step at which a solver keeps an error limit, by bisection',
  circuit: 'circuit file; circuits/flow-control-valve.yaml unless told',
  options: stepOptions,
  examples: [
    ['', 'what the flow control valve asks of explicit methods'],
    ["circuits/three-orifices.yaml --treat 'V2=advanced-pseudo-dynamic innerStep=100us' --solvers rk4", 'the same of a treatment'],
  ],
  measure: measureLargest,
});

async function measureLargest(values: ValuesOf<typeof stepOptions>): Promise<Measured> {
  const file = values.circuit ?? bundledCircuit('flow-control-valve');
  const circuit = await readCircuit(file);
  const known = smallVolumeCases.find(({ name }) => name === circuit.name);
  const quantity = values.quantity ?? (known && `${known.volume}.p`);
  if (quantity === undefined) throw new UserError(`--quantity: say what to look at in ${circuit.name}, such as a line's pressure`);
  const treat = values.treat === undefined ? {} : { treat: [withoutFile(values.treat)] };
  const common = { record: [quantity], every, until: values.end ?? circuit.run.end };
  const reference = (await simulateLumped(circuit, { ...common, solver: 'radau5', relativeTolerance: 1e-8 })).series(quantity).y;
  const rows: LargestStepRow[] = [];
  for (const solver of values.solvers) {
    say(`${circuit.name}: ${solver}`);
    const errorAt = async (step: number): Promise<number> => {
      const run = await simulateLumped(circuit, { ...common, ...treat, solver, step, events: 'step over' });
      return run.ending ? Number.POSITIVE_INFINITY : deviationsFrom(reference, run.series(quantity).y).relative;
    };
    rows.push({ solver, ...(await largestStep(errorAt, values)) });
  }
  const account = { circuit: circuit.name, quantity, treat: values.treat ?? null, limit: values.limit, end: common.until, rows };
  return { stored: account, text: () => largestText(account) };
}

function withoutFile(text: string): ReturnType<typeof parseTreatment> {
  const choice = parseTreatment(text);
  if (choice.file !== undefined) throw new UserError(`--treat ${text}: treatments with a file are measured by their own benchmark`);
  return choice;
}
