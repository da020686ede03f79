/**
 * `ringmain bench multirate`: the experiment of Burton 1994, appended paper on the two-actuator circuit with fixed steps: pump partition and actuator
 * partition exchange every 100 µs, or take steps of 10 and 100 µs. What that saves, in evaluations of components and measured in turn with the strict
 * run, and what it costs in accuracy, beside what the strict run itself makes of a flow that is altered in its tenth digit.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { readCircuit } from '../../circuit/read.js';
import type { Plan } from '../../partition/plan.js';
import { readPlan } from '../../partition/planFile.js';
import { deviations } from '../../report/deviationTable.js';
import { type MultirateAccount, type MultirateCase, multirateText } from '../../report/multirateTable.js';
import { endingText } from '../../report/summary.js';
import { simulate } from '../../run/simulate.js';
import type { Results, RunOptions } from '../../run/types.js';
import { bundledCircuit, bundledPartitions } from '../bundled.js';
import { type ExitCode, exitCodes } from '../exit.js';
import { RunFault } from '../measure/runFault.js';
import { ratios, type Spread, spreadOf } from '../measure/spread.js';
import { thisMachine } from '../measure/thisMachine.js';
import { print, printJson } from '../print.js';
import { asTime, asTimes, benchmark, roundsOption, type ValuesOf } from './benchmark.js';

const commandOptions = {
  end: { about: "simulated time to stop at, a whole number of milliseconds; the circuit's unless told", read: asTime },
  intervals: { about: 'times between exchanges, separated by commas', fallback: '20us,50us,100us,200us,500us,1ms', read: asTimes },
  rounds: roundsOption,
};

export const multirateBenchmark = benchmark({
  name: 'multirate',
  describe: 'steps of their own for the partitions of the two-actuator circuit, and exchange at intervals',
  options: commandOptions,
  examples: [['', 'steps of 10 and 100 µs, and exchange every 100 µs: time saved and accuracy lost']],
  run: benchMultirate,
});

/** s */
const step = 1e-5;
const interval = 1e-4;
/** l/min, and altered in the tenth digit. */
const alteredFlow = '121.0000001 l/min';

/** Measures and prints; a message and no numbers if a run does not reach its end. */
async function benchMultirate({ end, rounds, intervals, json }: ValuesOf<typeof commandOptions>): Promise<ExitCode> {
  const file = bundledCircuit('two-actuator');
  const [circuit, altered] = await Promise.all([readCircuit(file), readCircuit(file, { set: [`p1.flow="${alteredFlow}"`] })]);
  const plan = await readPlan(`${bundledPartitions()}/two-actuator.2.thesis.json`);
  const common: RunOptions = end === undefined ? {} : { until: end };
  try {
    const account = await measure(circuit, altered, plan, common, { rounds, intervals });
    if (json) printJson({ ...thisMachine(), rounds, ...account });
    else print(multirateText(account));
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof RunFault)) throw error;
    process.stderr.write(`ringmain: ${circuit.name}: ${error.message}; nothing is printed\n`);
    return exitCodes.failed;
  }
}

async function measure(
  circuit: Circuit,
  altered: Circuit,
  plan: Plan,
  common: RunOptions,
  { rounds, intervals }: Pick<ValuesOf<typeof commandOptions>, 'rounds' | 'intervals'>,
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
  /** By variant, round by round, the strict serial run before it: s. */
  const pairs: [number, number][][] = variants.map(() => []);
  const noise: [number, number][] = [];
  const first: Results[] = [];
  const base: Results = await finished(circuit, alone);
  for (let round = 0; round < rounds; round++) {
    for (const [k, options] of variants.entries()) {
      const strict = (await finished(circuit, alone)).wallSeconds;
      const results = await finished(circuit, options);
      first[k] ??= results;
      pairs[k]?.push([strict, results.wallSeconds]);
      if (k === 0) noise.push([strict, (await finished(circuit, alone)).wallSeconds]);
    }
  }
  const seconds = (k: number): Spread => spreadOf((pairs[k] ?? []).map(([, own]) => own));
  const cases = forms.map(({ name, published }, form): MultirateCase => {
    const [one, two] = [2 * form, 2 * form + 1];
    const { evaluations, meetings, balance } = first[one] as Results;
    return {
      ...{ name, published, evaluations, meetings, balance: balance.mass },
      ...{ oneThread: seconds(one), twoThreads: seconds(two) },
      ...{ gainOne: ratios(pairs[one] ?? []), gainTwo: ratios(pairs[two] ?? []) },
      quantities: deviations(first[one] as Results, base),
    };
  });
  const byInterval = [];
  for (const exchangeEvery of intervals) {
    const options: RunOptions = { ...common, step, exchangeEvery, plan, driver: 'parallel' };
    const own: [number, number][] = [];
    let results = base;
    for (let round = 0; round < rounds; round++) {
      const strict = (await finished(circuit, alone)).wallSeconds;
      results = await finished(circuit, options);
      own.push([strict, results.wallSeconds]);
    }
    byInterval.push({
      ...{ interval: exchangeEvery, meetings: results.meetings, gainTwo: ratios(own) },
      quantities: deviations(results, base),
    });
  }
  return {
    circuit: circuit.name,
    plan: `${plan.parts} ${plan.method}`,
    end: base.end,
    serialSeconds: spreadOf(pairs.flatMap((own) => own.map(([strict]) => strict))),
    noise: ratios(noise),
    cases,
    altered: { flow: alteredFlow, quantities: deviations(await finished(altered, alone), base) },
    byInterval,
  };
}

async function finished(circuit: Circuit, options: RunOptions): Promise<Results> {
  const results = await simulate(circuit, options);
  if (results.ending) throw new RunFault(endingText(results) ?? '');
  return results;
}
