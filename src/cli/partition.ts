/** `ringmain partition`: a plan by a method, what it promises, and its picture. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Circuit } from '../circuit/circuit.js';
import { instanceOf, isBeside, rankOf, type Share, type Starts, startedBy, whyTooFew } from '../circuit/entries/share.js';
import { parseShare } from '../circuit/file/parseShare.js';
import { readCircuit, readCircuitText } from '../circuit/file/read.js';
import { type PlanAccount, planAccount } from '../partition/account.js';
import { PlanError } from '../partition/checkPlan.js';
import { type Costs, countedCosts } from '../partition/costs.js';
import { type Cut, type CutOptions, cutCircuit, defaultTolerance } from '../partition/cutCircuit.js';
import { describePlan } from '../partition/describePlan.js';
import { startsOf } from '../partition/instances.js';
import { partitionMethods } from '../partition/methods/registry.js';
import { isOurPlan, planText } from '../partition/planFile.js';
import { workOfPlan } from '../partition/planWork.js';
import { predictStep } from '../partition/prediction.js';
import { lookAheadWindow } from '../program/lookAhead.js';
import { type MethodRow, methodsTable, type PlanPromise, planReport } from '../report/planReport.js';
import { formatPlural } from '../report/units.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { median } from '../results/statistics.js';
import { UserError } from '../results/userError.js';
import { synchronisations } from '../run/chooseWorkers.js';
import { type Calibration, curveOf, machineFrom } from '../run/prediction/scalingCurve.js';
import { usualDeviations } from '../run/prediction/usualMachine.js';
import { drawn } from './drawn.js';
import { type ExitCode, exitCodes } from './exit.js';
import { calibrate } from './measure/calibration.js';
import { measuredCosts } from './measure/costs.js';
import { list, wholeNumber } from './options.js';
import { type ArgumentsOf, circuitWord, command, flag, jsonFlag, oneOf, text, texts } from './optionTable.js';
import { checkPlotFile, writePicture } from './plotFile.js';
import { print, printJson, warnUser } from './print.js';
import { withPhases } from './progress.js';

const options = {
  parts: text('how many partitions; default: as many as there are shares, or 2'),
  method: text(
    `${[...partitionMethods.keys()].join(', ')}; 'all' prints a table of them; 'instances': of each repeated group instances one behind the other, for ranks that lay out their part only`,
    'multilevel',
  ),
  costs: text("'counted' from the compiled equations, or 'measured' in the running circuit", 'counted'),
  shares: text("speed of each part's core, such as 2,1 for one core twice as fast; default: all equal"),
  imbalance: text(`largest load over its share that is sought; default: ${defaultTolerance}`),
  hosts: text(
    'hosts that have as many of the parts each, with numbers that follow each other: the circuit is cut among them first; default: 1',
  ),
  aim: text("'step': the slowest part as fast as can be; 'cut': as few cut lines as can be within the imbalance", 'step'),
  seed: text('chooses the draws of methods that draw', '1'),
  out: text('plan file to write, FILE.json; default: partitions/<circuit>.<parts>.<method>.json, if there is a folder partitions'),
  plot: text('picture of the circuit coloured by partition, FILE.svg'),
  set: texts('override a value of the circuit'),
  force: flag('overwrite files that ringmain did not write'),
  json: jsonFlag,
};
type Arguments = ArgumentsOf<typeof circuitWord, typeof options>;

export const partitionCommand = command('partition', {
  words: circuitWord,
  options,
  examples: [
    ['circuits/ring-main.yaml --parts 4', 'a plan for four cores, written to partitions/'],
    ['circuits/ring-main.yaml --parts 4 --method all', 'all methods side by side'],
    ['circuits/ring-main.yaml --shares 2,1 --plot plan.svg --out plan.json', 'unequal cores, with a picture'],
    [
      'circuits/ring-main.yaml --parts 4 --hosts 2 --costs measured --out plan.json',
      'for two ranks of two threads: mpirun -np 2 ringmain run … --driver mpi --workers 2 --plan plan.json',
    ],
    [
      'ring.yaml --parts 8 --method instances --costs measured --out plan.json',
      'of a circuit that ranks lay out by parts, whose stations do not cost the same',
    ],
  ],
  run: partition,
});

async function partition(args: Arguments): Promise<ExitCode> {
  const method = oneOf('--method', args.method, [...partitionMethods.keys(), 'all', instances]);
  const how = oneOf('--costs', args.costs, ['counted', 'measured'] as const);
  const options = readOptions(args);
  const shares = options.shares?.length;
  const parts = args.parts === undefined ? (shares ?? 2) : wholeNumber('--parts', args.parts, 1);
  if (shares !== undefined && shares !== parts)
    throw new UserError(`--shares ${args.shares}: ${shares} shares for ${parts} parts; give one for each part`);
  const hosts = options.hosts ?? 1;
  if (parts % hosts !== 0)
    throw new UserError(`--hosts ${hosts}: ${parts} parts, and each host has as many; take --parts ${hosts * Math.ceil(parts / hosts)}`);
  if (method === 'all' && (args.out !== undefined || args.plot !== undefined))
    throw new UserError(
      `--method all compares and writes nothing; take one method, or leave out ${args.out === undefined ? '--plot' : '--out'}`,
    );
  if (method === instances) refuseWithInstances(args);
  if (args.plot !== undefined) await checkPlotFile(args.plot, args.force);
  if (args.out !== undefined) await checkTarget(planTarget(args.out, args.force));
  const groups = method === instances ? await groupsOf(args, parts) : null;
  const { circuit, costs } = await withPhases(args.json, async (phase) => {
    phase.show(`reading ${args.circuit}`);
    const read = await readCircuit(args.circuit, { set: args.set, onWarning: warnUser(args.circuit, phase) });
    if (how === 'measured') phase.show(`measuring what components of ${read.name} cost`);
    return { circuit: read, costs: how === 'measured' ? measuredCosts(read, measuringRounds) : countedCosts(read) };
  });
  if (method === 'all') return compareMethods(circuit, parts, costs, options, args.json);
  const { cut, account, promise, written } = await withPhases(args.json, async (phase) => {
    phase.show(`dividing ${circuit.name}`);
    const made = groups
      ? cutByInstances(circuit, groups, parts, costs, options)
      : cutCircuit(circuit, parts, { ...options, costs, method });
    const about = planAccount(circuit, made.owner, made.parts, costs, options.shares);
    const promised = made.parts > 1 && hosts === 1 ? await promiseOf(circuit, made, costs, (text) => phase.show(text)) : null;
    return { cut: made, account: about, promise: promised, written: await writeFiles(circuit, made, about, costs, options, args) };
  });
  if (args.json)
    printJson({ circuit: circuit.name, method, costs: costs.how, machine: costs.machine, ...account, predicted: promise, ...written });
  else {
    const note = cut.parts < parts ? `${formatPlural(cut.parts, 'part')} instead of ${parts}: the circuit has no more clusters\n` : '';
    const head = { circuit: circuit.name, components: circuit.components.length, method, costs: costsText(costs) };
    const between =
      hosts > 1
        ? [`${formatPlural(hosts, 'host')}: 'ringmain study CIRCUIT --cores N --hosts N --network …' predicts steps over a network`, '']
        : [];
    print([`${note}${planReport(head, account, promise)}`, '', ...between, ...written.notes].join('\n').trimEnd());
  }
  return exitCodes.done;
}

/** The method whose plans have instances in place of components. */
const instances = 'instances';

interface MadeCut extends Cut {
  readonly starts?: Starts;
  /** Owners of what stands beside the groups. */
  readonly named?: Readonly<Record<string, number>>;
}

/** Options that its cuts do not go by: they lie between instances, as even as can be. Hosts have parts that follow each other anyway. */
function refuseWithInstances({ aim, imbalance, seed }: Arguments): void {
  const given = [
    ...(aim === options.aim.fallback ? [] : ['--aim']),
    ...(imbalance === undefined ? [] : ['--imbalance']),
    ...(seed === options.seed.fallback ? [] : ['--seed']),
  ];
  if (given.length > 0)
    throw new UserError(`--method ${instances} cuts each group into runs of instances, as even as can be; leave out ${given.join(', ')}`);
}

/** Groups of a circuit that ranks may lay out by parts. Throws UserError where they may not, with the reason. */
async function groupsOf({ circuit: file, set }: Arguments, parts: number): Promise<Share['groups']> {
  // Of one rank, which has all: the groups are those of any number.
  const { share } = parseShare(await readCircuitText(file), file, { rank: 0, ranks: 1 }, set);
  const why = typeof share === 'string' ? share : whyTooFew(share, parts, `${parts} ranks`);
  if (typeof share === 'string' || why !== null) throw new UserError(`--method ${instances}: ${why}`);
  return share.groups;
}

function cutByInstances(circuit: Circuit, groups: Share['groups'], parts: number, costs: Costs, { shares }: CutOptions): MadeCut {
  const starts = startsOf(circuit, groups, parts, costs, shares);
  const started = { groups: startedBy(groups, starts), ranks: parts };
  const instance = circuit.components.map(({ name }) => instanceOf(started, name));
  const owner = Int32Array.from(instance, (own) => rankOf(started, own));
  const named = circuit.components.flatMap(({ name }, c) =>
    isBeside(started, instance[c] as number) ? [[name, owner[c] as number] as const] : [],
  );
  return { owner, starts, named: Object.fromEntries(named), parts, method: instances, onlyWaves: false };
}

const measuringRounds = 5;

/** s of a sample of a run that a promise rests on. */
const sampleSeconds = 0.1;

/** Predicted times of the plan on a core for each part, by the prediction of `ringmain study --cores`: of the usual machine, or with measured costs of this one. */
async function promiseOf(circuit: Circuit, { owner, parts }: Cut, costs: Costs, say: (text: string) => void): Promise<PlanPromise> {
  const measured =
    costs.how === 'measured'
      ? await calibrate(circuit, parts, { rounds: measuringRounds, seconds: sampleSeconds, say: (text) => say(`measuring ${text}`) })
      : null;
  const { step } = circuit.run;
  const window = lookAheadWindow(circuit, owner, step);
  const serial = measured && median(measured.serial);
  const work = workOfPlan(circuit, owner, parts, costs, { serial, fixedStep: step !== null, window });
  const usual = { synchronisation: synchronisations.likely, slowing: [], deviations: usualDeviations };
  const calibration: Calibration = measured ?? { ...usual, cores: availableParallelism(), serial: [work.serial] };
  const [point] = curveOf([{ hosts: 1, cores: parts, work, between: null }], calibration).points;
  return {
    ...predictStep(work, parts, machineFrom(calibration)),
    interval: point?.speedUp ?? null,
    synchronisation: calibration.synchronisation,
    synchronisationMeasured: measured !== null && !measured.assumed,
  };
}

const costsText = ({ how, machine }: Costs): string => (machine ? `${how} on ${machine}` : `${how} from the compiled equations`);

function readOptions({ shares, imbalance, aim, seed, hosts }: Arguments): CutOptions {
  const tolerance = imbalance === undefined ? defaultTolerance : Number(imbalance);
  if (!(tolerance > 1 && Number.isFinite(tolerance)))
    throw new UserError(`--imbalance ${imbalance}: must be a number above 1, such as 1.03`);
  const numbers = shares === undefined ? undefined : list(shares).map(Number);
  if (numbers && (numbers.length === 0 || !numbers.every((share) => share > 0 && Number.isFinite(share))))
    throw new UserError(`--shares ${shares}: must be numbers above zero, separated by commas, such as 2,1`);
  return {
    tolerance,
    aim: oneOf('--aim', aim, ['step', 'cut'] as const),
    seed: wholeNumber('--seed', seed, 0),
    ...(hosts === undefined ? {} : { hosts: wholeNumber('--hosts', hosts, 1) }),
    ...(numbers ? { shares: numbers } : {}),
  };
}

/** A table of all methods; those that do not take the circuit with their reason. */
async function compareMethods(circuit: Circuit, parts: number, costs: Costs, options: CutOptions, json: boolean): Promise<ExitCode> {
  const notes: string[] = [];
  const row = (method: string): MethodRow => {
    const began = process.cpuUsage();
    const seconds = (): number => {
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1e6;
    };
    try {
      const { owner, parts: made } = cutCircuit(circuit, parts, { ...options, costs, method });
      const took = seconds();
      return { method, account: planAccount(circuit, owner, made, costs, options.shares), seconds: took };
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      notes.push(error.message);
      return { method, account: null, seconds: seconds() };
    }
  };
  const rows = await withPhases(json, async (phase) =>
    [...partitionMethods.keys()].map((method) => {
      phase.show(`dividing ${circuit.name}, method ${method}`);
      return row(method);
    }),
  );
  if (json) printJson({ circuit: circuit.name, parts, costs: costs.how, machine: costs.machine, rows, notes });
  else
    print(
      [
        `${circuit.name} in ${parts} parts, costs ${costsText(costs)}`,
        '',
        methodsTable(rows),
        ...(notes.length > 0 ? ['', ...notes] : []),
      ].join('\n'),
    );
  return exitCodes.done;
}

interface Written {
  readonly out: string | null;
  readonly plot: string | null;
  readonly notes: readonly string[];
}

async function writeFiles(
  circuit: Circuit,
  cut: MadeCut,
  account: PlanAccount,
  costs: Costs,
  options: CutOptions,
  args: Arguments,
): Promise<Written> {
  const { owner, parts, method, starts, named = {} } = cut;
  const notes: string[] = [];
  const out = args.out ?? (existsSync('partitions') ? `partitions/${circuit.name}.${parts}.${method}.json` : null);
  if (out === null) notes.push('no plan is written: there is no folder partitions here; name a file with --out');
  else {
    const source = `ringmain partition, method ${method}, seed ${options.seed}`;
    const plan = describePlan(circuit, owner, parts, { method, source, costs, ...(options.shares ? { shares: options.shares } : {}) });
    await writeWhole(planTarget(out, args.force), [planText(starts ? { ...plan, owner: named, starts } : plan)]);
    notes.push(`plan in ${out}`);
  }
  if (args.plot !== undefined) {
    await writePicture(await picture(circuit, cut, account), args.plot, args.force);
    notes.push(`picture in ${args.plot}`);
  }
  return { out, plot: args.plot ?? null, notes };
}

async function picture(circuit: Circuit, { owner, parts, method }: Cut, account: PlanAccount): Promise<string> {
  const cutLines = account.cut.capacitive + account.cut.wave;
  const title = `${circuit.title || circuit.name} in ${parts} parts`;
  const caption = `${method}: imbalance ${account.imbalance.toFixed(3)}, ${cutLines} cut lines, speed-up at most ${account.speedUp.toFixed(2)}`;
  const labels = account.parts.map(({ components: count, load }, k) => `part ${k}: ${count} components, load ${load.toFixed(3)}`);
  const loads = account.parts.map(({ load }) => load);
  return (await drawn(circuit, { title, caption, plan: { owner, labels, loads } })).text;
}

function planTarget(file: string, force: boolean): Target {
  if (!/\.json$/i.test(file)) throw new UserError(`--out ${file}: write a name that ends in .json`);
  return { file, force, isOurs: isOurPlan };
}
