/** `ringmain study`: many plans of one circuit, measured: the tables of Burton 1994, chapter 6, for any circuit; or how many cores and hosts it is worth (studyScaling.ts). */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Circuit } from '../circuit/circuit.js';
import { readCircuit } from '../circuit/file/read.js';
import { ownersOf } from '../partition/checkPlan.js';
import { countedCosts } from '../partition/costs.js';
import { cutCircuit } from '../partition/cutCircuit.js';
import { describePlan } from '../partition/describePlan.js';
import { partitionMethods } from '../partition/methods/registry.js';
import { readPlan } from '../partition/planFile.js';
import { studyText } from '../report/studyTable.js';
import { formatPlural } from '../report/units.js';
import { Interrupted } from '../results/ending.js';
import { UserError } from '../results/userError.js';
import { bundledPartitions } from './bundled.js';
import { type ExitCode, exitCodes } from './exit.js';
import { catchInterrupts } from './interrupt.js';
import { measureSynchronisation } from './measure/barrierTime.js';
import { measureStudy, type StudiedPlan, type Study } from './measure/studyRuns.js';
import { thisMachine } from './measure/thisMachine.js';
import { RunFault } from './measure/wholeRuns.js';
import { list, positiveQuantity, wholeNumber } from './options.js';
import { type ArgumentsOf, circuitWord, command, flag, jsonFlag, oneOf, text, texts } from './optionTable.js';
import { print, printJson, warnUser } from './print.js';
import { withPhases } from './progress.js';
import { type AskedScaling, askedScaling, predictScaling, reportScaling, scalingJson } from './studyScaling.js';

/** A plan that was read. */
interface FiledPlan extends StudiedPlan {
  readonly file: string;
}

const options = {
  parts: text('numbers of partitions for the methods, separated by commas', '2,3,4'),
  methods: text(`methods, separated by commas: ${[...partitionMethods.keys()].join(', ')}; 'none' for plans alone`, 'multilevel'),
  plans: text("plan files, separated by commas, or 'none'; default: the circuit's in partitions/"),
  end: text('simulated time to stop at'),
  rounds: text('how often all is measured', '5'),
  states: text('states along the run at which partitions are timed', '8'),
  seconds: text('least length of a timed sample', '0.3'),
  budget: text(
    'time that the study may take: large circuits are measured in fewer rounds, and plans for which none is left are named',
    '5min',
  ),
  cores: text(
    'how many cores a host may have, such as 1..64: predicts which of them pay, from what this machine does, in place of measuring plans',
  ),
  hosts: text('how many hosts there may be, such as 1..16'),
  network: text('latency and bandwidth between hosts, such as 2us,12GB/s; a third, default 0.3us, is what a message takes a host'),
  out: text('page or picture of the prediction to write, FILE.html or FILE.svg'),
  force: flag('overwrite files that ringmain did not write'),
  set: texts('override a value of the circuit'),
  oversubscribe: flag('a thread for each partition, whatever the number of cores'),
  json: jsonFlag,
};
type Arguments = ArgumentsOf<typeof circuitWord, typeof options>;

export const studyCommand = command('study', {
  words: circuitWord,
  options,
  examples: [
    ['circuits/ring-main.yaml', "the thesis' plans and ours"],
    ['circuits/ring-main.yaml --methods greedy,spectral,multilevel --parts 2,8 --plans none', 'methods side by side'],
    ['circuits/ring-main.yaml --cores 1..64', 'how many cores it is worth: measured here for some seconds, predicted beyond'],
    ['ring.yaml --cores 1..64 --hosts 1..16 --network 2us,12GB/s --out out/ring.html', 'the same over hosts, as a page'],
  ],
  run: study,
});

async function study(args: Arguments): Promise<ExitCode> {
  const asked = await askedScaling(args);
  if (asked) return studyScaling(args, asked);
  const rounds = wholeNumber('--rounds', args.rounds, 1);
  const states = wholeNumber('--states', args.states, 1);
  const seconds = positiveQuantity('--seconds', `${args.seconds} s`, 's');
  const budget = positiveQuantity('--budget', args.budget, 's');
  const until = args.end === undefined ? undefined : positiveQuantity('--end', args.end, 's');
  const methods = args.methods === 'none' ? [] : list(args.methods).map((name) => oneOf('--methods', name, [...partitionMethods.keys()]));
  const counts = list(args.parts).map((text) => wholeNumber('--parts', text, 2));
  const { circuit, plans } = await withPhases(args.json, async (phase) => {
    phase.show(`reading ${args.circuit}`);
    const read = await readCircuit(args.circuit, { set: args.set, onWarning: warnUser(args.circuit, phase) });
    phase.show(`dividing ${read.name}`);
    return { circuit: read, plans: toldApart(await planFiles(read, args.plans), madePlans(read, methods, counts)) };
  });
  if (plans.length === 0) throw new UserError('nothing to study: no plans and no methods');
  const cores = availableParallelism();
  const barrier = await measureSynchronisation();
  const interruption = catchInterrupts({ quiet: args.json });
  interruption.says = 'stopping, plans that are measured are kept';
  const soFar: Study[] = [];
  const onPlan = (study: Study): void => {
    soFar.push(study);
    interruption.keep();
  };
  const run = until === undefined ? {} : { until };
  const settings = { rounds, budget, states, seconds, cores, oversubscribe: args.oversubscribe, run, barrier, onPlan };
  try {
    const whole = await withPhases(args.json, (phase) =>
      interruption.leaving(measureStudy(circuit, plans, { ...settings, say: (text) => phase.show(text) })),
    );
    report(whole, rounds, args);
    return exitCodes.done;
  } catch (error) {
    const last = soFar.at(-1);
    if (error instanceof Interrupted && last) {
      report(last, rounds, args);
      process.stderr.write(`ringmain: interrupted after ${last.rows.length} of ${formatPlural(plans.length, 'plan')}\n`);
      return exitCodes.interrupted;
    }
    if (!(error instanceof RunFault)) throw error;
    process.stderr.write(`ringmain: ${error.message}; no times are printed\n`);
    return exitCodes.failed;
  } finally {
    interruption.release();
  }
}

/** Options that plans are measured with, and a prediction has no use for. */
const ofPlans = ['parts', 'methods', 'plans', 'end', 'states', 'budget', 'oversubscribe'] as const;

/** How many cores and hosts, in place of plans. */
async function studyScaling(args: Arguments, asked: AskedScaling): Promise<ExitCode> {
  const given = ofPlans.find((name) => args[name] && args[name] !== ('fallback' in options[name] ? options[name].fallback : undefined));
  if (given) throw new UserError(`--${given}: belongs to the measuring of plans; leave it out, or --cores and --hosts`);
  const rounds = wholeNumber('--rounds', args.rounds, 1);
  const seconds = positiveQuantity('--seconds', `${args.seconds} s`, 's');
  try {
    const prediction = await withPhases(args.json, async (phase) => {
      const say = (text: string): void => phase.show(text);
      say(`reading ${args.circuit}`);
      const circuit = await readCircuit(args.circuit, { set: args.set, onWarning: warnUser(args.circuit, phase) });
      return predictScaling(circuit, asked, { rounds, seconds, say });
    });
    const text = await reportScaling(prediction, asked);
    if (args.json) printJson({ ...thisMachine(), rounds, ...scalingJson(prediction), out: args.out ?? null });
    else print(text);
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof RunFault)) throw error;
    process.stderr.write(`ringmain: ${error.message}; nothing is predicted\n`);
    return exitCodes.failed;
  }
}

function report(study: Study, rounds: number, { json }: Arguments): void {
  const notes = study.barrier ? [] : ['the barrier was not measured: there is one core'];
  if (json) printJson({ ...thisMachine(), kernels: 'wasm', rounds, ...study, notes });
  else print(studyText({ ...study, wantedRounds: rounds }));
}

/**
 * Plans of files, with the file's name where two would be called the same, and those made now that are not among them; a plan whose parts are only numbered
 * otherwise is the same plan.
 */
function toldApart(filed: readonly FiledPlan[], made: readonly StudiedPlan[]): StudiedPlan[] {
  const key = ({ owner }: StudiedPlan): string => {
    const numbers = new Map<number, number>();
    return Array.from(owner, (part) => numbers.get(part) ?? numbers.set(part, numbers.size).size - 1).join(' ');
  };
  const there = new Set(filed.map(key));
  const fresh = made.filter((plan) => !there.has(key(plan)));
  const taken = (name: string): boolean => [...filed, ...fresh].filter((plan) => plan.name === name).length > 1;
  return [...filed.map(({ file, ...plan }) => (taken(plan.name) ? { ...plan, name: `${plan.name}, ${basename(file)}` } : plan)), ...fresh];
}

/** Plans that are asked for; without a word those of the circuit in partitions/. */
async function planFiles(circuit: Circuit, text: string | undefined): Promise<FiledPlan[]> {
  if (text === 'none') return [];
  const folder = bundledPartitions();
  const own = new RegExp(`^${circuit.name.replace(/[.]/g, '\\.')}\\.\\d+(\\..*)?\\.json$`);
  const files =
    text === undefined
      ? readdirSync(folder)
          .filter((file) => own.test(file))
          .map((file) => `${folder}/${file}`)
      : list(text);
  const plans = await Promise.all(files.map(async (file) => ({ file, plan: await readPlan(file) })));
  const fitting = text === undefined ? plans.filter(({ plan }) => plan.hash === circuit.hash) : plans;
  return fitting.map(({ file, plan }) => ({ file, name: `${plan.parts} ${plan.method}`, plan, owner: ownersOf(circuit, plan) }));
}

function madePlans(circuit: Circuit, methods: readonly string[], counts: readonly number[]): StudiedPlan[] {
  const costs = countedCosts(circuit);
  const preferWaves = circuit.run.step !== null;
  return methods.flatMap((method) =>
    counts.flatMap((wanted) => {
      const { owner, parts } = cutCircuit(circuit, wanted, { method, costs, preferWaves });
      if (parts < wanted) return [];
      const plan = describePlan(circuit, owner, parts, { method, source: 'ringmain study', costs });
      return [{ name: `${parts} ${method}`, plan, owner }];
    }),
  );
}
