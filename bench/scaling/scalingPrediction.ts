/** What machines of more cores would make of a circuit that was measured here, by the prediction of partition/prediction.ts. */
import { availableParallelism } from 'node:os';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { tablesOf } from '#ringmain/circuit/views.js';
import { countedCosts } from '#ringmain/partition/costs.js';
import { cutCircuit } from '#ringmain/partition/cutCircuit.js';
import { workOfPlan } from '#ringmain/partition/planWork.js';
import { type MachineModel, predictStep, type StepWork } from '#ringmain/partition/prediction.js';
import type { PredictedRow, ScalingRow } from './scalingFile.js';

const counts = [2, 4, 8, 16, 32, 64];
/** Plans of larger circuits take up to minutes each: fewer of them. */
const countsOfLarge = [2, 16, 64];
const large = 2e5;
/** Of a run's memory this much stays in the caches: the third level that cores of an EPYC share. */
const cacheBytes = 32e6;

/** A circuit's work on so many cores. */
export interface PlannedWork {
  readonly family: string;
  readonly components: number;
  readonly works: readonly { readonly cores: number; readonly work: StepWork }[];
}

/** Plans for all numbers of cores. `serial`: ns an attempt; `bytes`: of the run's memory. */
export function plannedWork(family: string, circuit: Circuit, serial: number, bytes: number): PlannedWork {
  const costs = countedCosts(circuit);
  const components = tablesOf(circuit).components.count;
  const works = (components > large ? countsOfLarge : counts).flatMap((cores) => {
    const { owner, parts } = cutCircuit(circuit, cores, { costs });
    if (parts < cores) return [];
    const work = workOfPlan(circuit, owner, parts, costs, { serial, fixedStep: false, window: 1 });
    return [{ cores, work: { ...work, bytes: Math.max(0, bytes - cacheBytes) } }];
  });
  return { family, components, works };
}

/**
 * Bytes a ns that all cores together were seen to move: the memory of a run over the time of its fastest attempts, of the run where that was most. A step
 * touches most of it once. Infinite where all circuits fit into the caches.
 */
export function seenBandwidth(rows: readonly ScalingRow[]): number {
  const rates = rows
    .filter(({ mode, serial }) => mode === 'strong' && serial.bytes > 2 * cacheBytes)
    .flatMap(({ serial, runs }) => runs.map(({ parallel, attempts }) => (serial.bytes * attempts) / (1e9 * Math.min(...parallel))));
  return rates.length > 0 ? Math.max(...rates) : Number.POSITIVE_INFINITY;
}

/** The machine that measured them, but with as many cores as a row asks for. */
export function predictedRows(planned: readonly PlannedWork[], machine: Omit<MachineModel, 'cores'>): PredictedRow[] {
  const cores = availableParallelism();
  return planned.map(({ family, components, works }) => ({
    family,
    components,
    steps: works.map(({ cores: threads, work }) => {
      const { speedUp, limitedBy, simulated } = predictStep(work, threads, { ...machine, cores });
      return { cores: threads, speedUp: Number(speedUp.toPrecision(4)), limitedBy, simulated };
    }),
  }));
}
