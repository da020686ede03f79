/** One circuit by all methods: the error of each setting, then the times of all in turn. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toleranceText } from '#ringmain/cli/measure/compareCases.js';
import type { Circuit, LineOptions, LineResults } from '#ringmain/index.js';
import type { IntegratorResults } from '#ringmain/integrators.js';
import { formatQuantity, formatSeconds } from '#ringmain/report/units.js';
import { fixedSteps, integrators, type PrecisionCase, pressureErrors, tolerances } from './cases.js';
import { type PrecisionError, precisionError } from './error.js';
import { type Timing, type Turns, timeInTurn } from './turns.js';

/** A built checkout of the program: its public API. */
export interface Version {
  readonly root: string;
  readonly api: typeof import('#ringmain/index.js') & Pick<typeof import('#ringmain/integrators.js'), 'simulateLumped'>;
}

/** The program of a checkout that was built. */
export async function versionAt(root: string): Promise<Version> {
  const entry = (name: string): Promise<object> => import(pathToFileURL(resolve(root, 'dist', name)).href);
  // Earlier versions have integrators in their main entry.
  const integrators = existsSync(resolve(root, 'dist/integrators.js')) ? await entry('integrators.js') : {};
  return { root, api: { ...(await entry('index.js')), ...integrators } as Version['api'] };
}

/** Rows and end of a run; default: the circuit's. A version that has no rows at exact times does not know `grid`. */
type Common = Pick<LineOptions, 'every' | 'until' | 'grid'>;

/** What is asked of a method. */
export interface Setting {
  readonly method: string;
  readonly label: string;
  /** As options of the command line: '--solver radau5 --tolerance 1e-3'. */
  readonly words: string;
  readonly run: (version: Version, circuit: Circuit, common: Common) => Promise<LineResults | IntegratorResults>;
}

export interface MeasuredSetting {
  readonly method: string;
  readonly label: string;
  readonly words: string;
  /** Null where the run did not reach its end. */
  readonly error: PrecisionError | null;
  /** 'done', or why not. */
  readonly ended: string;
  /** s of the loop, without set-up; null where the run did not reach its end. */
  readonly seconds: Timing | null;
  readonly setupSeconds: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Of the rates, those for difference Jacobians included; null for tlm. */
  readonly evaluations: number | null;
}

export interface MeasuredCircuit {
  readonly circuit: string;
  readonly components: number;
  readonly end: number;
  readonly set: readonly string[];
  readonly asideReason: string | null;
  readonly recorded: number;
  readonly reference: {
    readonly solver: string;
    readonly tolerance: number;
    /** How far the same solver lies from it at ten times the tolerance, by the same measure. */
    readonly error: number;
    readonly upright: number;
  };
  readonly settings: readonly MeasuredSetting[];
}

const referenceSolver = 'radau5';
const referenceTolerance = 1e-9;
/** Rows of a reference, and of a run that is compared with it. Jumps of the reference are as wide as its rows are apart. */
const referenceRows = 1e5;
const comparedRows = 2000;

export const variableMethod = 'tlm variable';
export const fixedMethod = 'tlm fixed';

/** A case's circuit as a version reads it: its own file of that name, as keys and kinds come with versions. */
export async function circuitOf({ root, api }: Version, { circuit, stations, set = [] }: PrecisionCase): Promise<Circuit> {
  if (stations === undefined) return api.readCircuit(resolve(root, `circuits/${circuit}.yaml`), { set: [...set] });
  return api.parseCircuit(api.generateRing({ stations, seed: 1 }), circuit).circuit;
}

/** TLM in one thread. */
export function tlmSetting(method: string, label: string, words: string, asked: LineOptions): Setting {
  return {
    ...{ method, label, words },
    run: ({ api }, circuit, common) => api.simulate(circuit, { workers: 1, driver: 'serial', kernels: 'wasm', ...asked, ...common }),
  };
}

/** One of our integrators. */
export function lumpedSetting(solver: string, relativeTolerance: number): Setting {
  const label = toleranceText(relativeTolerance);
  return {
    ...{ method: solver, label, words: `--solver ${solver} --tolerance ${label}` },
    run: ({ api }, circuit, { grid: _, ...common }) => api.simulateLumped(circuit, { solver, relativeTolerance, ...common }),
  };
}

/** Variable steps, then fixed ones. */
export function tlmSettings({ steps = fixedSteps }: PrecisionCase): Setting[] {
  return [
    ...pressureErrors.map((pressureError) => {
      const label = formatQuantity(pressureError, 'Pa');
      return tlmSetting(variableMethod, label, `--pressure-error "${label}"`, { step: null, pressureError });
    }),
    ...steps.map((step) => tlmSetting(fixedMethod, formatSeconds(step), `--step "${formatSeconds(step)}"`, { step })),
  ];
}

/** Radau IIA at a tight tolerance, finely recorded, and how far a looser one lies from it. */
export async function referenceOf(
  version: Version,
  circuit: Circuit,
  aside: PrecisionCase['aside'],
): Promise<{ exact: IntegratorResults; account: MeasuredCircuit['reference'] }> {
  const every = circuit.run.end / referenceRows;
  const solve = async (relativeTolerance: number, apart: number): Promise<IntegratorResults> => {
    const found = await version.api.simulateLumped(circuit, { solver: referenceSolver, relativeTolerance, every: apart });
    if (found.ending)
      throw new Error(`${circuit.name}: the reference, ${referenceSolver} at ${relativeTolerance}: ${found.ending.message}`);
    return found;
  };
  const exact = await solve(referenceTolerance, every);
  const { error, upright } = precisionError(await solve(10 * referenceTolerance, circuit.run.end / comparedRows), exact, aside);
  return { exact, account: { solver: referenceSolver, tolerance: referenceTolerance, error, upright } };
}

/** A setting that is to be measured with a version. */
export interface Entry {
  readonly version: Version;
  readonly circuit: Circuit;
  readonly exact: IntegratorResults;
  readonly aside: PrecisionCase['aside'];
  readonly setting: Setting;
}

/**
 * Errors from runs with many rows, then times at the circuit's own rows: recording costs time, and where rows stand changes no step. What takes longer than
 * `turns.seconds` with many rows is not run again.
 */
export async function measureEntries(entries: readonly Entry[], turns: Turns, say: (text: string) => void): Promise<MeasuredSetting[]> {
  const first: MeasuredSetting[] = [];
  for (const { version, circuit, exact, aside, setting } of entries) {
    const { method, label, words } = setting;
    say(`${circuit.name}: error of ${method} ${label}`);
    const found = await setting.run(version, circuit, { every: circuit.run.end / comparedRows, grid: 'exact' });
    const counts = found.engine === 'integrators' ? found.cost.counts : null;
    const {
      cost: { wallSeconds: once, setupSeconds },
      ending,
    } = found;
    first.push({
      ...{ method, label, words, setupSeconds },
      error: ending ? null : precisionError(found, exact, aside),
      ended: ending ? (ending.message.split('\n')[0] as string) : 'done',
      seconds: ending ? null : { lowest: once, median: once, highest: once, runs: 1 },
      accepted: found.account.steps.accepted,
      rejected: found.account.steps.rejected,
      evaluations: counts && counts.rates + counts.differences,
    });
  }
  const again = [...first.keys()].filter((k) => (first[k]?.seconds?.lowest ?? Infinity) < turns.seconds);
  say(`times of ${again.length} settings in turn`);
  const runs = again.map((k) => {
    const { version, circuit, setting } = entries[k] as Entry;
    return async () => (await setting.run(version, circuit, {})).cost.wallSeconds;
  });
  const timings = new Map((await timeInTurn(runs, turns)).map((timing, n) => [again[n] as number, timing]));
  return first.map((one, k) => ({ ...one, seconds: timings.get(k) ?? one.seconds }));
}

/** A case by all methods. */
export async function measureCircuit(
  version: Version,
  of: PrecisionCase,
  turns: Turns,
  say: (text: string) => void,
): Promise<MeasuredCircuit> {
  const circuit = await circuitOf(version, of);
  say(`${of.circuit}: reference`);
  const { exact, account } = await referenceOf(version, circuit, of.aside);
  const lumped = integrators.flatMap((solver) => (of.tolerances ?? tolerances).map((one) => lumpedSetting(solver, one)));
  const entries = [...tlmSettings(of), ...lumped].map((setting) => ({ version, circuit, exact, aside: of.aside, setting }));
  return {
    circuit: of.circuit,
    components: exact.run.components,
    end: circuit.run.end,
    set: of.set ?? [],
    asideReason: of.asideReason ?? null,
    recorded: exact.columns.length,
    reference: account,
    settings: await measureEntries(entries, turns, say),
  };
}
