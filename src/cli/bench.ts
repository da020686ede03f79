/** `ringmain bench`: measurements that one can repeat. */
import type { Argv, CommandModule } from 'yargs';
import { presets } from '../circuit/generate/presets.js';
import { UserError } from '../results/userError.js';
import { benchAuto } from './bench/auto.js';
import { benchBalance } from './bench/balance.js';
import { benchBarrier } from './bench/barrier.js';
import { timedKinds } from './bench/kernels/kernelCase.js';
import { benchKernels } from './bench/kernels.js';
import { benchMultirate } from './bench/multirate.js';
import { benchOptimum, thesisCircuits } from './bench/optimum.js';
import { benchPartition } from './bench/partition.js';
import { benchPressureError, type PressureErrorArguments } from './bench/pressureError.js';
import { benchPublished } from './bench/published.js';
import { benchRing } from './bench/ring.js';
import { benchRings } from './bench/rings.js';
import { benchScaling, type ScalingArguments } from './bench/scaling.js';
import { benchSizes } from './bench/sizes.js';
import { benchStep } from './bench/step.js';
import { benchThesis } from './bench/thesis.js';
import type { ExitCode } from './exit.js';
import { addTextOptions, kernelsChoices, list, positiveQuantity, type TextOptions, wholeNumber } from './options.js';
import { oneOf } from './runOptions.js';

interface Arguments extends Omit<PressureErrorArguments, 'workers'>, ScalingArguments {
  readonly what: string;
  readonly stations?: string | undefined;
  readonly preset: string;
  readonly seconds?: string | undefined;
  readonly rows: string;
  readonly kinds?: string | undefined;
  readonly kernels: string;
  readonly plot?: string | undefined;
  readonly suites?: string | undefined;
  readonly circuits?: string | undefined;
  readonly states: string;
  readonly barrier?: string | undefined;
  readonly sizes: string;
  readonly solvers: string;
  readonly parts?: string | undefined;
  readonly threads: string;
  readonly methods: string;
  readonly intervals: string;
}

const textOptions: TextOptions = {
  law: ["pressure-error: 'standard' or 'thesis'", 'standard'],
  workers: [
    "pressure-error: workers, or 'auto', 1 unless told; ring: threads beside the serial engine, 2 unless told; scaling: numbers of workers, separated by commas, 1, 2, 4 … to the cores unless told",
  ],
  end: ['pressure-error, multirate, thesis: simulated time to stop at'],
  stations: [
    'ring, rings, auto: sizes, separated by commas, 200,1000, 10,100,1000,10000 and 10,30,100,300,1000 unless told; barrier: size of the ring that is run, 200 unless told; balance: size of its spray main, 300 unless told',
  ],
  preset: ["rings: 'a', 'b' or 'both'", 'both'],
  kernels: ["ring: 'js' or 'wasm'", 'wasm'],
  rows: ['kernels: instances of a batch', '1000'],
  kinds: ['kernels: component kinds, separated by commas; all unless told'],
  suites: ['published: what to run, separated by commas, such as rt-1,off-2,costs; all unless told'],
  circuits: ['thesis: circuits, separated by commas, such as ring-main; all unless told'],
  states: ['thesis: states along the run at which partitions are timed', '8'],
  barrier: ['thesis: time of a meeting of two threads, such as 50ns; measured unless told'],
  sizes: ['sizes: volumes in a chain, separated by commas', '2,5,10,13,15,20,50,100,200,500,1000'],
  solvers: ['sizes: integrators, separated by commas', 'rodas3,ros3p'],
  components: [
    'partition, scaling: sizes of the generated circuits, about, separated by commas; 1000 to 100000 for partition, 100 to 1000000 for scaling unless told',
  ],
  parts: ['partition, barrier, optimum: numbers of parts, separated by commas; 2,8,32, 2,3,7,16 and 2,3,4,7 unless told'],
  threads: ['barrier: numbers of threads that meet, separated by commas', '2,3,4,8,16'],
  methods: ['partition: methods, separated by commas', 'greedy,spectral,multilevel'],
  intervals: ['multirate: times between exchanges, separated by commas', '20us,50us,100us,200us,500us,1ms'],
  families: ['scaling: shapes of circuits, separated by commas', 'ring,ladder,tree'],
  weak: ["scaling: components a worker, separated by commas, or 'none'; 1000,100000 unless told"],
  out: ['scaling: folder for every sample and the picture', 'bench/results'],
  from: ['scaling: file of a former measurement, to be printed instead of a new one'],
  readme: ['scaling: file whose tables are to be those of the measurement; the picture of a former one is drawn anew'],
  rounds: ['all but pressure-error, partition and optimum: how often all is measured; 5 unless told, 3 of scaling with --quick'],
  seconds: [
    'all but pressure-error, multirate, partition and optimum: least length of a timed sample, s; 2 for ring and balance, 1 rings, 0.02 kernels, 0.5 step, 0.3 thesis, 0.1 barrier, 0.05 published and sizes, 0.2 auto unless told; of scaling the greatest, 0.5, with --quick 0.05',
  ],
  plot: ['step: SVG file with both bars'],
};

export const benchCommand: CommandModule<object, Arguments> = {
  command: 'bench <what> [circuit]',
  describe:
    'measure: run time against accuracy, serial against parallel, scaling, --workers auto, kernels by all back ends, parts of a step, barrier, integrators, plans and their optimum, plans of Burton 1994, steps by partition, on-line balance',
  builder: (yargs: Argv): Argv<Arguments> => {
    yargs
      .positional('what', {
        type: 'string',
        demandOption: true,
        describe:
          "'pressure-error' (the thesis' table), 'ring' (generated rings), 'rings' (preset rings beside other programs), 'kernels' (every component kind), 'step' (where its time goes), 'barrier' (what meetings cost, and partitions beyond the cores), 'published' (tests of integrators by Esqué 2008), 'sizes' (an integrator's step as circuits grow), 'partition' (methods on generated circuits), 'optimum' (the proven optimum of small circuits), 'auto' (--workers auto beside fixed numbers, predicted beside measured), 'multirate' (steps of their own for the partitions of the two-actuator circuit), 'scaling' (generated circuits of 100 to 1e6 components by all cores), 'thesis' (plans of Burton 1994 beside his tables) or 'balance' (partitions that change hands)",
      })
      .positional('circuit', {
        type: 'string',
        describe:
          "pressure-error, step, auto, balance, optimum: circuit file; the two-actuator circuit, the ring main, all with rings, several, and the thesis' circuits unless told",
      });
    addTextOptions(yargs, textOptions);
    return yargs
      .option('quick', {
        type: 'boolean',
        default: false,
        describe: 'scaling: fewer and shorter samples of circuits of up to 10000 components',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print one JSON object instead of a table' })
      .example('$0 bench pressure-error', 'run time against pressure error and fixed step')
      .example('$0 bench ring --stations 200,1000,20000 --workers 2', 'serial against two workers, set-up and memory')
      .example('$0 bench rings --preset a --stations 10,1000', 'one thread and two beside other programs, and what the machine allows')
      .example('$0 bench kernels --kinds orifice,junction', 'ns per instance by all back ends and in C')
      .example('$0 bench step circuits/two-actuator.yaml --plot step.svg', 'where the time of an attempt goes, and what two workers gain')
      .example('$0 bench barrier --threads 2,16 --parts 2,16', 'meetings of threads by three ways to wait; 16 partitions on two cores')
      .example('$0 bench published --suites rt-1,rt-2', 'errors at fixed steps, and what published statements they bear out')
      .example('$0 bench multirate', 'steps of 10 and 100 µs, and exchange every 100 µs: time saved and accuracy lost')
      .example('$0 bench scaling --readme README.md', 'speed-up on all cores, kept in bench/results')
      .example('$0 bench auto --json', 'whole runs by 1 worker, 2 and auto; predicted attempts beside measured')
      .example('$0 bench partition --components 1000 --parts 2,4', 'methods on rings, ladders, trees and meshes, beside gpmetis')
      .example('$0 bench thesis --circuits ring-main', "speed-up, loads and their factors beside the thesis' tables")
      .example('$0 bench balance --rounds 3', 'on-line balance against plans that do not change')
      .example('$0 bench optimum circuits/ring-main.yaml --parts 4', "multilevel's plan beside the proven optimum")
      .example(
        '$0 bench sizes --sizes 5,10,15,20',
        'time of a step by Jacobian and linear algebra, and how it grows',
      ) as unknown as Argv<Arguments>;
  },
  handler: async (args) => {
    process.exitCode = await measure(args);
  },
};

async function measure(args: Arguments): Promise<ExitCode> {
  const what = oneOf('bench', args.what, [
    'pressure-error',
    'ring',
    'rings',
    'kernels',
    'step',
    'barrier',
    'published',
    'sizes',
    'partition',
    'multirate',
    'scaling',
    'auto',
    'thesis',
    'balance',
    'optimum',
  ]);
  const rounds = wholeNumber('--rounds', args.rounds ?? '5', 1);
  const { json } = args;
  switch (what) {
    case 'pressure-error':
      return benchPressureError({ ...args, workers: args.workers ?? '1' });
    case 'ring': {
      return benchRing({
        sizes: sizesOf('--stations', args.stations ?? '200,1000'),
        workers: wholeNumber('--workers', args.workers ?? '2', 2),
        kernels: oneOf('--kernels', args.kernels, kernelsChoices),
        rounds,
        seconds: secondsOf(args.seconds ?? '2'),
        json,
      });
    }
    case 'rings': {
      const preset = oneOf('--preset', args.preset, [...presets, 'both'] as const);
      return benchRings({
        sizes: sizesOf('--stations', args.stations ?? '10,100,1000,10000'),
        presets: preset === 'both' ? presets : [preset],
        rounds,
        seconds: secondsOf(args.seconds ?? '1'),
        json,
      });
    }
    case 'kernels':
      return benchKernels({
        kinds: args.kinds === undefined ? timedKinds : list(args.kinds),
        rows: wholeNumber('--rows', args.rows, 1),
        rounds,
        seconds: secondsOf(args.seconds ?? '0.02'),
        json,
      });
    case 'step': {
      const { circuit, plot } = args;
      return benchStep({ circuit, plot, rounds, seconds: secondsOf(args.seconds ?? '0.5'), json });
    }
    case 'barrier':
      return benchBarrier({
        threads: list(args.threads).map((count) => wholeNumber('--threads', count, 2)),
        parts: list(args.parts ?? '2,3,7,16').map((count) => wholeNumber('--parts', count, 2)),
        stations: wholeNumber('--stations', args.stations ?? '200', 3),
        rounds,
        seconds: secondsOf(args.seconds ?? '0.1'),
        json,
      });
    case 'published':
      return benchPublished({
        suites: args.suites === undefined ? null : list(args.suites),
        rounds,
        seconds: secondsOf(args.seconds ?? '0.05'),
        json,
      });
    case 'partition':
      return benchPartition({
        sizes: sizesOf('--components', args.components ?? '1000,10000,100000'),
        parts: sizesOf('--parts', args.parts ?? '2,8,32'),
        methods: list(args.methods),
        seed: 1,
        json,
      });
    case 'multirate':
      return benchMultirate({
        until: args.end === undefined ? null : positiveQuantity('--end', args.end, 's'),
        rounds,
        intervals: list(args.intervals).map((text) => positiveQuantity('--intervals', text, 's')),
        json,
      });
    case 'optimum': {
      const circuits = args.circuit === undefined ? thesisCircuits() : [args.circuit];
      return benchOptimum({ circuits, parts: sizesOf('--parts', args.parts ?? '2,3,4,7'), seed: 1, json });
    }
    case 'scaling':
      return benchScaling(args, args.seconds === undefined ? undefined : secondsOf(args.seconds));
    case 'auto':
      return benchAuto({
        circuit: args.circuit ?? null,
        stations: sizesOf('--stations', args.stations ?? '10,30,100,300,1000'),
        rounds,
        seconds: secondsOf(args.seconds ?? '0.2'),
        json,
      });
    case 'thesis':
      return benchThesis({
        circuits: args.circuits === undefined ? null : list(args.circuits),
        rounds,
        states: wholeNumber('--states', args.states, 1),
        seconds: secondsOf(args.seconds ?? '0.3'),
        end: args.end === undefined ? undefined : positiveQuantity('--end', args.end, 's'),
        barrier: args.barrier === undefined ? undefined : positiveQuantity('--barrier', args.barrier, 's'),
        json,
      });
    case 'balance': {
      const stations = wholeNumber('--stations', args.stations ?? '300', 1);
      return benchBalance({ circuit: args.circuit, stations, rounds, seconds: secondsOf(args.seconds ?? '2'), json });
    }
    case 'sizes':
      return benchSizes({
        sizes: sizesOf('--sizes', args.sizes),
        solvers: list(args.solvers),
        rounds,
        seconds: secondsOf(args.seconds ?? '0.05'),
        json,
      });
  }
}

const sizesOf = (option: string, text: string): number[] => list(text).map((size) => wholeNumber(option, size, 1));

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && Number.isFinite(seconds))) throw new UserError(`--seconds ${text}: must be a number above zero`);
  return seconds;
}
