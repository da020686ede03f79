/**
 * How many cores, how many hosts: steps of one circuit predicted over both, with intervals, and which of them to take. What was measured comes in, nothing is measured here.
 *
 * Intervals are from resampling: rounds of measured times and deviations of a thread's work are drawn again with replacement, as often as there are of them; what no measurement here tells is drawn
 * from its bounds: how a synchronisation grows with threads, and how cores slow each other down of which there are more than here.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { type Random, seeded } from '../../circuit/text/random.js';
import { clusterGraph } from '../../partition/clusterGraph.js';
import type { Costs } from '../../partition/costs.js';
import { cutCircuit } from '../../partition/cutCircuit.js';
import { workOfPlan } from '../../partition/planWork.js';
import {
  type HostExchange,
  type MachineModel,
  type Network,
  type PredictedStep,
  predictStep,
  type StepWork,
  slowingOf,
} from '../../partition/prediction.js';
import { lookAheadWindow } from '../../program/lookAhead.js';
import { median } from '../../results/statistics.js';
import { hostExchange } from './hostExchange.js';
import { usualSlowing } from './usualMachine.js';

/** What was measured of a circuit and the machine under it. */
export interface Calibration {
  readonly cores: number;
  /** ns an attempt of the serial engine, by round. */
  readonly serial: readonly number[];
  /** ns of a synchronisation of two threads with cores of their own. */
  readonly synchronisation: number;
  /** By numbers of threads: how many times as long they work at once as alone, by round. */
  readonly slowing: readonly { readonly threads: number; readonly rounds: readonly number[] }[];
  /** Of a thread's work from attempt to attempt (account/deviations.ts). */
  readonly deviations: ArrayLike<number>;
}

/** So many threads in all, with the plan for them. */
export interface PlannedThreads {
  readonly threads: number;
  readonly owner: Int32Array;
  readonly method: string;
  readonly work: StepWork;
}

/** Value, and the interval that four of five resamplings lie in. */
export interface Estimate {
  readonly low: number;
  readonly value: number;
  readonly high: number;
}

export interface ScalingPoint {
  readonly hosts: number;
  /** Of each host. */
  readonly cores: number;
  readonly threads: number;
  /** ns */
  readonly attempt: Estimate;
  readonly speedUp: Estimate;
  /** Speed-up over threads. */
  readonly efficiency: number;
  readonly limitedBy: PredictedStep['limitedBy'];
  readonly losses: PredictedStep['losses'];
  /** Bytes that a host sends or receives in an exchange, at most. */
  readonly bytes: number;
  /** Whether a host has more cores than the machine that was measured, or there are several. */
  readonly simulated: boolean;
}

export interface Recommendation {
  /** The fastest of all. */
  readonly fastest: ScalingPoint;
  /** The fewest cores within a tenth of it. */
  readonly recommended: ScalingPoint;
  /** Share of the resamplings in which that was so within a tenth of their fastest, too. */
  readonly sure: number;
  /** The recommended one of a single host. */
  readonly oneHost: ScalingPoint;
}

export interface ScalingCurve {
  readonly points: readonly ScalingPoint[];
  readonly recommendation: Recommendation;
}

/** What is asked: counts of cores and hosts, ascending; the network, where there are several hosts. */
export interface Asked {
  readonly cores: readonly number[];
  readonly hosts: readonly number[];
  readonly network: Network | null;
}

const resamplings = 100;
/** Of the resamplings. */
const interval = { low: 0.1, high: 0.9 } as const;
/** Of more that are as good, fewer cores: at most so many times as long as the fastest. */
const asGood = 1.1;
/** Powers of T/2 with which a synchronisation may grow; 1 is taken. Of cores beyond those here: the usual slowing to such a power; 1 is taken. */
const bounds = { barrier: [0.5, 1.3], slowing: [0, 1.5] } as const;

/** Powers of two from the first to the last, and these. */
export function countsOf(first: number, last: number): number[] {
  const counts = [first];
  for (let count = 1; count < last; count *= 2) if (count > first) counts.push(count);
  return last > first ? [...counts, last] : counts;
}

/** ms that finding good plans may take; the rest are made by the quickest method. */
const planning = 5000;

/** Plans for numbers of threads in ascending order, as far as the circuit has parts. `serial`: ns an attempt. */
export function* plansFor(circuit: Circuit, counts: readonly number[], costs: Costs, serial: number): Generator<PlannedThreads> {
  const { step } = circuit.run;
  const fixedStep = step !== null;
  const { count } = clusterGraph(circuit, costs).graph;
  const began = performance.now();
  for (const threads of counts) {
    if (threads > count) return;
    const method = performance.now() - began > planning ? { method: 'greedy' } : {};
    const { owner, parts, method: taken } = cutCircuit(circuit, threads, { costs, preferWaves: fixedStep, ...method });
    if (parts < threads) return;
    const window = threads > 1 ? lookAheadWindow(circuit, owner, step) : 1;
    yield { threads, owner, method: taken, work: workOfPlan(circuit, owner, parts, costs, { serial, fixedStep, window }) };
  }
}

/** The curve over all of `asked` that there are plans for. */
export function scalingCurve(
  circuit: Circuit,
  planned: readonly PlannedThreads[],
  calibration: Calibration,
  { cores, hosts, network }: Asked,
  seed = 1,
): ScalingCurve {
  const fixedStep = circuit.run.step !== null;
  const cases = hosts.flatMap((hostCount) =>
    cores.flatMap((coreCount): Case[] => {
      const plan = planned.find(({ threads }) => threads === hostCount * coreCount);
      if (!plan) return [];
      const { owner, threads, work } = plan;
      const between =
        hostCount > 1 && network
          ? { ...hostExchange(circuit, owner, threads, hostCount, { fixedStep, window: work.window }), network }
          : null;
      return [{ hosts: hostCount, cores: coreCount, work, between }];
    }),
  );
  return curveOf(cases, calibration, seed);
}

/** A point before it is predicted. */
export interface Case {
  readonly hosts: number;
  readonly cores: number;
  readonly work: StepWork;
  readonly between: HostExchange | null;
}

/** The curve over cases; of what was measured of the serial engine the median is that of their works. */
export function curveOf(cases: readonly Case[], calibration: Calibration, seed = 1): ScalingCurve {
  const random = seeded(seed);
  const predicted = (draw: Draw): PredictedStep[] => cases.map((one) => predictCase(one, draw));
  const central = predicted(drawOf(calibration, null));
  const drawn = Array.from({ length: resamplings }, () => predicted(drawOf(calibration, random)));
  const spread = (k: number, of: (step: PredictedStep) => number): Estimate => {
    const values = drawn.map((steps) => of(steps[k])).sort((a, b) => a - b);
    const at = (share: number): number => values[Math.round(share * (values.length - 1))];
    const value = of(central[k]);
    return { low: Math.min(value, at(interval.low)), value, high: Math.max(value, at(interval.high)) };
  };
  const points = cases.map(({ hosts, cores, between }, k): ScalingPoint => {
    const { limitedBy, losses, speedUp } = central[k];
    return {
      ...{ hosts, cores, threads: hosts * cores, attempt: spread(k, ({ attempt }) => attempt), speedUp: spread(k, (step) => step.speedUp) },
      ...{ efficiency: speedUp / (hosts * cores), limitedBy, losses, bytes: between?.bytes ?? 0 },
      simulated: hosts > 1 || cores > calibration.cores,
    };
  });
  return { points, recommendation: recommendationOf(points, drawn) };
}

/** Fewest threads; of as many, fewest hosts. */
const isLess = (a: ScalingPoint, b: ScalingPoint): boolean => a.threads < b.threads || (a.threads === b.threads && a.hosts < b.hosts);

function recommendedOf(points: readonly ScalingPoint[]): { readonly fastest: number; readonly recommended: number } {
  let fastest = 0;
  points.forEach(({ attempt }, k) => {
    if (attempt.value < points[fastest].attempt.value) fastest = k;
  });
  let recommended = fastest;
  points.forEach((point, k) => {
    if (point.attempt.value <= asGood * points[fastest].attempt.value && isLess(point, points[recommended])) recommended = k;
  });
  return { fastest, recommended };
}

function recommendationOf(points: readonly ScalingPoint[], drawn: readonly (readonly PredictedStep[])[]): Recommendation {
  const { fastest, recommended } = recommendedOf(points);
  const asGoodThen = drawn.filter((steps) => steps[recommended].attempt <= asGood * Math.min(...steps.map(({ attempt }) => attempt)));
  const least = Math.min(...points.map(({ hosts }) => hosts));
  const ofOne = points.filter(({ hosts }) => hosts === least);
  return {
    fastest: points[fastest],
    recommended: points[recommended],
    sure: asGoodThen.length / drawn.length,
    oneHost: ofOne[recommendedOf(ofOne).recommended],
  };
}

/** One set of values that the measurements allow. */
interface Draw {
  /** Serial attempt over the median of those measured. */
  readonly serial: number;
  readonly deviations: ArrayLike<number>;
  readonly slowing: MachineModel['slowing'];
  readonly synchronisation: number;
  readonly barrierPower: number;
  readonly cores: number;
}

/** `random`: null for the values that are most likely. */
function drawOf({ cores, serial, synchronisation, slowing, deviations }: Calibration, random: Random | null): Draw {
  const again = (values: readonly number[]): number =>
    median(random ? values.map(() => values[Math.floor(random() * values.length)]) : values);
  const within = ([low, high]: readonly [number, number]): number => (random ? low + (high - low) * random() : 1);
  const here = slowing.map(({ threads, rounds }): [number, number] => [threads, Math.max(1, again(rounds))]);
  return {
    ...{ cores, synchronisation, serial: again(serial) / median(serial) },
    deviations: random ? resampled(deviations, random) : deviations,
    slowing: withUsual(here, within(bounds.slowing)),
    barrierPower: within(bounds.barrier),
  };
}

/** What was measured, and beyond it as the usual machine goes on from there. */
function withUsual(here: readonly (readonly [threads: number, factor: number])[], power: number): MachineModel['slowing'] {
  const [most, factor] = here.at(-1) ?? [1, 1];
  const from = slowingOf(usualSlowing, most);
  return [
    ...here,
    ...usualSlowing.flatMap(([threads, usual]): [number, number][] =>
      threads > most ? [[threads, factor * (usual / from) ** power]] : [],
    ),
  ];
}

function resampled(deviations: ArrayLike<number>, random: Random): Float64Array {
  const drawn = Float64Array.from({ length: deviations.length }, () => deviations[Math.floor(random() * deviations.length)]).sort();
  const mean = drawn.reduce((sum, one) => sum + one, 0) / Math.max(1, drawn.length);
  return drawn.map((one) => (1 + one) / (1 + mean) - 1);
}

function predictCase({ hosts, cores, work, between }: Case, draw: Draw): PredictedStep {
  const { serial } = draw;
  const scaled: StepWork = {
    ...work,
    serial: serial * work.serial,
    decision: serial * work.decision,
    partitions: work.partitions.map((time) => serial * time),
    largestBlock: serial * work.largestBlock,
  };
  return predictStep(scaled, hosts * cores, machineOfDraw(draw, cores), between);
}

const machineOfDraw = ({ cores, deviations, slowing, synchronisation, barrierPower }: Draw, threads: number): MachineModel => ({
  ...{ cores, deviations, slowing, bandwidth: Number.POSITIVE_INFINITY },
  synchronisation: synchronisation * Math.max(1, threads / 2) ** (barrierPower - 1),
});

/** The machine as it was measured, and beyond that as is usual. */
export const machineFrom = (calibration: Calibration): MachineModel => machineOfDraw(drawOf(calibration, null), 1);
