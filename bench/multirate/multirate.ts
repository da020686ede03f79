/**
 * `ringmain bench multirate`: the experiment of Burton 1994, appended paper on the two-actuator circuit with fixed steps: pump partition and actuator
 * partition exchange every 100 µs, or take steps of 10 and 100 µs. What that saves, in evaluations of components and measured in turn with the strict
 * run, and what it costs in accuracy, beside what the strict run itself makes of a flow that is altered in its tenth digit.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit, bundledPartitions } from '#ringmain/cli/bundled.js';
import { type Alternated, alternate, finished } from '#ringmain/cli/measure/wholeRuns.js';
import { asTime, asTimes } from '#ringmain/cli/optionTable.js';
import type { Plan } from '#ringmain/partition/plan.js';
import { readPlan } from '#ringmain/partition/planFile.js';
import { deviations } from '#ringmain/report/deviationTable.js';
import { ratios, spreadOf } from '#ringmain/results/statistics.js';
import type { LineResults, RunOptions } from '#ringmain/run/types.js';
import { type Measured, part, roundsOption, type Values } from '../protocol/benchmark.js';
import { type MultirateAccount, type MultirateCase, multirateText } from './multirateTable.js';

const commandOptions = {
  end: { about: "simulated time to stop at, a whole number of milliseconds; default: the circuit's", read: asTime },
  intervals: { about: 'times between exchanges, separated by commas', fallback: '20us,50us,100us,200us,500us,1ms', read: asTimes },
  rounds: roundsOption,
};

export const multirate = part({
  name: 'multirate',
  describe: 'steps of their own for the partitions of the two-actuator circuit, and exchange at intervals',
  options: commandOptions,
  examples: [['', 'steps of 10 and 100 µs, and exchange every 100 µs: time saved and accuracy lost']],
  measure: measureAll,
});

/** s */
const step = 1e-5;
const interval = 1e-4;
/** l/min, and altered in the tenth digit. */
const alteredFlow = '121.0000001 l/min';

async function measureAll({ end, rounds, intervals }: Values<typeof commandOptions>): Promise<Measured> {
  const file = bundledCircuit('two-actuator');
  const [circuit, altered] = await Promise.all([readCircuit(file), readCircuit(file, { set: [`p1.flow="${alteredFlow}"`] })]);
  const plan = await readPlan(`${bundledPartitions()}/two-actuator.2.thesis.json`);
  const account = await measure(circuit, altered, plan, end === undefined ? {} : { until: end }, { rounds, intervals });
  return { stored: { rounds, ...account }, text: () => multirateText(account) };
}

async function measure(
  circuit: Circuit,
  altered: Circuit,
  plan: Plan,
  common: RunOptions,
  { rounds, intervals }: Pick<Values<typeof commandOptions>, 'rounds' | 'intervals'>,
): Promise<MultirateAccount> {
  const forms: readonly { readonly name: string; readonly options: RunOptions; readonly published: number | null }[] = [
    { name: 'strict, 10 µs', options: { step }, published: 1.4 },
    { name: '10 µs, exchange every 100 µs', options: { step, exchangeEvery: interval }, published: null },
    { name: 'pumps 10 µs, actuators 100 µs', options: { steps: [step, interval] }, published: 2.1 },
  ];
  const variants = forms.flatMap(({ options }) =>
    (['serial', 'parallel'] as const).map((driver): RunOptions => ({ ...common, ...options, plan, driver })),
  );
  const alone: RunOptions = { ...common, step, workers: 1 };
  const base = await finished(circuit, alone);
  const strict = async (): Promise<number> => (await finished(circuit, alone)).cost.wallSeconds;
  /** The strict serial run and another in turn, and what that gives. */
  const beside = async (options: RunOptions): Promise<Alternated & { readonly results: LineResults }> => {
    let results = base;
    const timed = await alternate(rounds, strict, async () => {
      results = await finished(circuit, options);
      return results.cost.wallSeconds;
    });
    return { ...timed, results };
  };
  const measured: (Alternated & { readonly results: LineResults })[] = [];
  for (const options of variants) measured.push(await beside(options));
  const cases = forms.map(({ name, published }, form): MultirateCase => {
    const [one, two] = measured.slice(2 * form, 2 * form + 2) as [(typeof measured)[number], (typeof measured)[number]];
    const {
      cost: { evaluations, synchronisations },
      account: { balance },
    } = one.results;
    return {
      ...{ name, published, evaluations, synchronisations, balance: balance.mass },
      ...{ oneThread: spreadOf(one.others), twoThreads: spreadOf(two.others) },
      ...{ gainOne: ratios(one.pairs), gainTwo: ratios(two.pairs) },
      quantities: deviations(one.results, base),
    };
  });
  const byInterval = [];
  for (const exchangeEvery of intervals) {
    const { results, pairs } = await beside({ ...common, step, exchangeEvery, plan, driver: 'parallel' });
    byInterval.push({
      ...{ interval: exchangeEvery, synchronisations: results.cost.synchronisations, gainTwo: ratios(pairs) },
      quantities: deviations(results, base),
    });
  }
  return {
    circuit: circuit.name,
    plan: `${plan.parts} ${plan.method}`,
    end: base.end,
    serialSeconds: spreadOf(measured.flatMap(({ ones }) => ones)),
    noise: ratios(measured.flatMap(({ again }) => again)),
    cases,
    altered: { flow: alteredFlow, quantities: deviations(await finished(altered, alone), base) },
    byInterval,
  };
}
