/** Two versions of the program on the same circuits: what each takes for the same error by lines. */

import { geometricMean } from '#ringmain/results/statistics.js';
import { cases, type PrecisionCase } from './cases.js';
import { precisionError } from './error.js';
import { levels, type WorkAtLevel, workAt } from './levels.js';
import { circuitOf, type Entry, type MeasuredSetting, measureEntries, referenceOf, tlmSettings, type Version } from './measure.js';
import type { Turns } from './turns.js';

export interface ComparedCircuit {
  readonly circuit: string;
  /** How far the references of the two versions lie apart, by the measure of error.ts: what their equations differ by. */
  readonly references: number;
  readonly before: readonly MeasuredSetting[];
  readonly after: readonly MeasuredSetting[];
}

/** Each version with its own file of the circuit, against its own reference; times in turn. */
export async function compareVersions(
  before: Version,
  after: Version,
  turns: Turns,
  wanted: (circuit: string) => boolean,
  say: (text: string) => void,
): Promise<ComparedCircuit[]> {
  const found: ComparedCircuit[] = [];
  for (const of of cases.filter(({ circuit, versions }) => versions && wanted(circuit)))
    found.push(await compareCircuit(before, after, of, turns, say));
  return found;
}

async function compareCircuit(
  before: Version,
  after: Version,
  of: PrecisionCase,
  turns: Turns,
  say: (text: string) => void,
): Promise<ComparedCircuit> {
  const sides: Pick<Entry, 'version' | 'circuit' | 'exact'>[] = [];
  for (const version of [before, after]) {
    const circuit = await circuitOf(version, of);
    say(`${of.circuit}: reference of ${version.root}`);
    const { exact } = await referenceOf(version, circuit, of.aside);
    sides.push({ version, circuit, exact });
  }
  const settings = tlmSettings(of);
  const entries = settings.flatMap((setting) => sides.map((side): Entry => ({ ...side, aside: of.aside, setting })));
  const measured = await measureEntries(entries, turns, say);
  const [old, own] = sides.map(({ exact }) => exact);
  if (!old || !own) throw new Error('two versions are compared');
  return {
    circuit: of.circuit,
    references: precisionError(old, own, of.aside).error,
    before: measured.filter((_, k) => k % 2 === 0),
    after: measured.filter((_, k) => k % 2 === 1),
  };
}

export interface LevelRatio {
  readonly circuit: string;
  readonly method: string;
  readonly level: number;
  readonly before: WorkAtLevel | null;
  readonly after: WorkAtLevel | null;
  /** Time before over time after; null where either does not meet the level. */
  readonly ratio: number | null;
}

/** By circuit, method and level. */
export function levelRatios(compared: readonly ComparedCircuit[], methods: readonly string[]): LevelRatio[] {
  return compared.flatMap(({ circuit, before, after }) =>
    methods.flatMap((method) =>
      levels.map((level) => {
        const [old, own] = [before, after].map((settings) => workAt(level, seriesOf(settings, method)));
        return { circuit, method, level, before: old ?? null, after: own ?? null, ratio: old && own ? old.work / own.work : null };
      }),
    ),
  );
}

/** Settings of a method that reached their end, as points of a series. */
export function seriesOf(
  settings: readonly MeasuredSetting[],
  method: string,
): { work: number; error: number; setting: MeasuredSetting }[] {
  return settings
    .filter((one) => one.method === method)
    .map((setting) => ({ work: setting.seconds?.lowest ?? Number.NaN, error: setting.error?.error ?? Number.POSITIVE_INFINITY, setting }));
}

/** Geometric mean of the ratios that there are; null of none. */
export function meanRatio(ratios: readonly LevelRatio[]): number | null {
  const known = ratios.flatMap(({ ratio }) => ratio ?? []);
  return known.length === 0 ? null : geometricMean(known);
}
