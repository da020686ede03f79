/** `ringmain study --cores … --hosts …`: how many cores and hosts a circuit is worth, predicted from what this machine does. */

import type { Circuit } from '../circuit/circuit.js';
import { numberAt } from '../circuit/text/known.js';
import { clusterGraph } from '../partition/clusterGraph.js';
import type { Costs } from '../partition/costs.js';
import { countedCosts } from '../partition/costs.js';
import type { Network } from '../partition/prediction.js';
import { curveCells, type PredictedScaling, recommendationLines, scalingCurvePicture, scalingCurveText } from '../report/scalingText.js';
import { formatPlural } from '../report/units.js';
import { checkTarget, type Target } from '../results/fileStore.js';
import { median } from '../results/statistics.js';
import { UserError } from '../results/userError.js';
import { type Asked, countsOf, plansFor, scalingCurve } from '../run/prediction/scalingCurve.js';
import { type Calibrated, calibrate } from './measure/calibration.js';
import { measuredCosts } from './measure/costs.js';
import { mostNoise } from './measure/disturbed.js';
import { positiveQuantity } from './options.js';
import { commandLine, studyTarget, writeStudy } from './studyFiles.js';

export interface ScalingWords {
  readonly cores: string | undefined;
  readonly hosts: string | undefined;
  readonly network: string | undefined;
  readonly out: string | undefined;
  readonly force: boolean;
}

/** What is asked, checked before anything is read or measured. */
export interface AskedScaling extends Asked {
  readonly target: Target | null;
}

/** Ends of a range of whole numbers: '1..64', or one. */
function rangeOf(option: string, text: string): [first: number, last: number] {
  const [, from, to = from] = /^(\d+)(?:\.\.(\d+))?$/.exec(text.trim()) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || first < 1 || !Number.isSafeInteger(last))
    throw new UserError(`${option} ${text}: must be a range of whole numbers from 1 on, such as 1..64, or one such as 16`);
  if (last < first) throw new UserError(`${option} ${text}: the range ends before it begins; write ${last}..${first}`);
  return [first, last];
}

/** ns that a host is busy with a message: a meeting of two ranks of one machine, 0.6 µs, is one sent and one received. */
const usualMessage = 300;

/** '2us,12GB/s', or with what a message takes a host as a third: '2us,12GB/s,0.3us'. */
export function readNetwork(text: string): Network {
  const [latency, bandwidth, message, ...more] = text.split(',').map((item) => item.trim());
  if (!latency || !bandwidth || more.length > 0)
    throw new UserError(
      `--network ${text}: write latency and bandwidth, such as 2us,12GB/s; a third, such as 0.3us, is what a message takes a host`,
    );
  const [, number, scale, unit] = /^(\d+(?:\.\d+)?)\s*([kMGT]?)(B|bit)\/s$/.exec(bandwidth) ?? [];
  if (number === undefined || !(Number(number) > 0))
    throw new UserError(
      `--network ${text}: '${bandwidth}' is no bandwidth above zero; write it with its unit, such as 12GB/s or 100Gbit/s`,
    );
  const scales: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };
  const bytes = (Number(number) * (scales[scale ?? ''] as number)) / (unit === 'bit' ? 8 : 1);
  return {
    latency: 1e9 * positiveQuantity('--network', latency, 's'),
    bandwidth: bytes / 1e9,
    message: message === undefined ? usualMessage : 1e9 * positiveQuantity('--network', message, 's'),
  };
}

/** Null where neither cores nor hosts are asked for. */
export async function askedScaling({ cores, hosts, network, out, force }: ScalingWords): Promise<AskedScaling | null> {
  if (cores === undefined && hosts === undefined) {
    for (const [name, value] of Object.entries({ network, out }))
      if (value !== undefined) throw new UserError(`--${name} ${value}: belongs to a prediction; add --cores 1..64, or --hosts 1..16 too`);
    return null;
  }
  const coreRange = rangeOf('--cores', cores ?? '1');
  const hostRange = rangeOf('--hosts', hosts ?? '1');
  if (hostRange[1] > 1 && network === undefined)
    throw new UserError(
      `--hosts ${hosts}: what lies between them is not known; add --network with latency and bandwidth, such as --network 2us,12GB/s`,
    );
  const target = out === undefined ? null : studyTarget('--out', out, force);
  if (target) await checkTarget(target);
  return {
    cores: countsOf(...coreRange),
    hosts: countsOf(...hostRange),
    network: network === undefined ? null : readNetwork(network),
    target,
  };
}

export interface ScalingSettings {
  readonly rounds: number;
  readonly seconds: number;
  readonly say: (text: string) => void;
}

/** Measures, plans and predicts. Throws RunFault. */
export async function predictScaling(
  circuit: Circuit,
  asked: Asked,
  settings: ScalingSettings,
): Promise<PredictedScaling & { readonly calibration: Calibrated }> {
  const parts = clusterGraph(circuit, countedCosts(circuit)).graph.count;
  const notes = limitedBy(circuit, asked, parts);
  const calibration = await calibrate(circuit, parts, settings);
  settings.say('what components cost');
  const costs: Costs = measuredCosts(circuit, 1);
  const serial = median(calibration.serial);
  const counts = [...new Set(asked.hosts.flatMap((hosts) => asked.cores.map((cores) => hosts * cores)))].sort((a, b) => a - b);
  const planned = [];
  const plans = plansFor(circuit, counts, costs, serial);
  for (const threads of counts) {
    settings.say(`dividing ${circuit.name} in ${formatPlural(threads, 'part')}`);
    const next = plans.next();
    if (next.done) break;
    planned.push(next.value);
  }
  const { points, recommendation } = scalingCurve(circuit, planned, calibration, asked);
  const { cores: here, synchronisation, assumed, noise, measured } = calibration;
  return {
    ...{ circuit: circuit.name, components: circuit.components.length, here, synchronisation, assumed, noise, measured },
    ...{ points, recommendation, notes: [...notes, ...remarks(asked), ...unrest(calibration)], calibration },
  };
}

/** Refuses where not even the fewest can each have a part; notes where the most cannot. */
function limitedBy({ name }: Circuit, { cores, hosts }: Asked, parts: number): string[] {
  const [fewest, most] = [numberAt(hosts, 0) * numberAt(cores, 0), numberAt(hosts, hosts.length - 1) * numberAt(cores, cores.length - 1)];
  if (fewest > parts)
    throw new UserError(
      `${fewest} cores in all are the fewest that are asked for, and ${name} has ${formatPlural(parts, 'part')} that lines join; ask for ${parts} at most`,
    );
  return most > parts ? [`${name} has ${formatPlural(parts, 'part')} that lines join: more cores in all have nothing to do`] : [];
}

function remarks({ cores, hosts }: Asked): string[] {
  const most = numberAt(hosts, hosts.length - 1);
  if (most === 1) return [];
  return [
    'hosts: a message from each to each other in an attempt, as ranks of --driver mpi send them',
    ...(numberAt(cores, cores.length - 1) > 1 ? ['cores of a host are threads of one rank (--workers), which meet twice an attempt'] : []),
  ];
}

/** Other programs make all of it longer, and what runs on several cores most. */
function unrest({ noise }: Calibrated): string[] {
  const { lowest, highest } = noise;
  if (highest <= mostNoise && lowest >= 1 / mostNoise) return [];
  return [
    `the machine had other work: the serial engine over itself was ${lowest.toFixed(2)} to ${highest.toFixed(2)}; measured while it has none, the curve is higher`,
  ];
}

/** The prediction for programs, with what was measured for it. */
export function scalingJson({ calibration, ...prediction }: Awaited<ReturnType<typeof predictScaling>>): object {
  const { attempts, serial, slowing, deviations } = calibration;
  const at = (share: number): number => numberAt(deviations, Math.round(share * (deviations.length - 1)));
  return {
    ...prediction,
    calibration: {
      attempts,
      serial,
      slowing,
      deviations: { least: at(0), tenth: at(0.1), median: at(0.5), ninth: at(0.9), largest: at(1) },
    },
  };
}

/** Writes the page or picture that is asked for, and gives the text for the terminal. */
export async function reportScaling(prediction: PredictedScaling, { target }: AskedScaling): Promise<string> {
  const text = scalingCurveText(prediction);
  if (!target) return text;
  const { headings, rows } = curveCells({ ...prediction, points: prediction.points });
  await writeStudy(
    target,
    {
      title: `How many cores, how many hosts: ${prediction.circuit}`,
      summary: recommendationLines(prediction.recommendation, prediction.points).join('\n'),
      pictures: [{ heading: 'Speed-up', svg: scalingCurvePicture(prediction) }],
      tables: [{ heading: 'Prediction', columns: headings.map((heading) => ({ heading })), rows }],
    },
    commandLine(),
  );
  return `${text}\n\nin ${target.file}`;
}
