/** The effect of leaving out masses and volumes: a circuit as it stands beside the same with a mass where there is none, and with oil where components are joined. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { modelOf } from '#ringmain/equations/language/build.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import type { IntegratorResults, LumpedOptions } from '#ringmain/lumped/types.js';
import { deviation, exceeds } from '#ringmain/results/deviation.js';
import { median } from '#ringmain/results/statistics.js';
import type { LeftOutRow } from './formsTable.js';

/** The mass or volume put in their place, as it is written: '1 cm3', '0.1 g'. */
export interface LeftOutPlan {
  readonly volumes: readonly string[];
  readonly masses: readonly string[];
  readonly rounds: number;
  readonly options: LumpedOptions;
}

/** The circuit and its forms; a form that changes nothing of it is left out. `read` reads the circuit with more settings. */
export async function leftOutRows(
  circuit: Circuit,
  read: (set: readonly string[]) => Promise<Circuit>,
  { volumes, masses, rounds, options }: LeftOutPlan,
  say: (form: string) => void,
): Promise<LeftOutRow[]> {
  const forms = [
    ...masses.map((mass) => ({ form: `masses of ${mass}`, set: [`run.smallMass=${mass}`] })),
    ...volumes.map((volume) => ({ form: `volumes of ${volume}`, set: [`run.jointVolume=${volume}`] })),
  ];
  let exact: IntegratorResults | null = null;
  const rows: LeftOutRow[] = [];
  for (const { form, set } of [{ form: 'as it stands', set: [] as string[] }, ...forms]) {
    const changed = set.length === 0 ? circuit : await read(set);
    if (set.length > 0 && states(changed) === states(circuit)) continue;
    const seconds: number[] = [];
    let results: IntegratorResults | null = null;
    for (let round = 0; round < rounds; round++) {
      say(`${form}, round ${round + 1}/${rounds}`);
      results = await simulateLumped(changed, options);
      seconds.push(results.cost.wallSeconds);
      if (results.ending) break;
    }
    if (!results) continue;
    if (!exact && results.ending) throw new RunFault(`${circuit.name} as it stands: ${results.ending.message}`);
    exact ??= results;
    rows.push(rowOf(form, results, exact, median(seconds)));
  }
  return rows.length > 1 ? rows : [];
}

const states = ({ components }: Circuit): number => {
  let sum = 0;
  for (const { kind } of components) if (kind) sum += modelOf(kind).states.length;
  return sum;
};

function rowOf(form: string, results: IntegratorResults, exact: IntegratorResults, wallSeconds: number): LeftOutRow {
  const {
    run: { size },
    cost: { counts },
    ending,
  } = results;
  let [error, worst] = [0, ''];
  for (const { name } of results.columns) {
    const { largest } = deviation(later(results.series(name), exact.end), exact.series(name));
    if (exceeds(largest, error)) [error, worst] = [largest, name];
  }
  const { accepted, rejected, rates } = counts;
  return { form, size, accepted, rejected, evaluations: rates, wallSeconds, error, worst, ended: ending ? ending.message : 'done' };
}

function later({ t, y }: { readonly t: Float64Array; readonly y: Float64Array }, end: number): { t: Float64Array; y: Float64Array } {
  const first = t.findIndex((time) => time >= 0.1 * end);
  return { t: t.subarray(first), y: y.subarray(first) };
}
