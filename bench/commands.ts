/** What `ringmain bench` has: benchmarks by the question that they answer. src/cli/bench.ts loads this file once one is asked for. */
import { autoWorkers } from './auto/auto.js';
import { balancePart } from './auto/balance.js';
import { autoKernels } from './auto/kernels.js';
import { autoSolver } from './auto/solver.js';
import { formsPart } from './forms/part.js';
import { joinsPart } from './joins/joins.js';
import { multirate } from './multirate/multirate.js';
import { partitionMethods } from './partition/methods.js';
import { optimum } from './partition/optimum.js';
import { hardCasesPart } from './precision/hardCases/hardCases.js';
import { precisionCircuits, precisionPage, precisionThesis, precisionVersions } from './precision/precision.js';
import { predictionGathered } from './prediction/gathered.js';
import { predictionHere } from './prediction/here.js';
import { predictionRanks } from './prediction/ranks.js';
import { predictionStored } from './prediction/stored.js';
import { type Benchmark, benchmark } from './protocol/benchmark.js';
import { publishedIntegrators } from './published/published.js';
import { publishedPlans } from './published/thesis.js';
import { ranksPart } from './ranks/ranks.js';
import { scalingRings } from './scaling/rings.js';
import { scalingShapes } from './scaling/scaling.js';
import { largestPart } from './smallVolumes/largestSteps.js';
import { publishedPart } from './smallVolumes/published.js';
import { realTimePart } from './smallVolumes/realTime.js';
import { curesPart } from './smallVolumes/smallVolumes.js';
import { stepAttempt } from './step/attempt.js';
import { stepBarrier } from './step/barrier.js';
import { stepBrowser } from './step/browser.js';
import { stepExported } from './step/exported.js';
import { stepKernels } from './step/kernels.js';
import { stepMethods } from './step/methods.js';
import { stepNative } from './step/native.js';
import { stepRecord } from './step/record.js';
import { stepSetUp } from './step/setUp.js';
import { stepIntegrators } from './step/sizes.js';
import { stepView } from './step/view.js';
import { tunablePart } from './sweep/tunable.js';
import { variantsPart } from './sweep/variants.js';

/** In the order of `ringmain bench --help`. */
export const benchmarks: readonly Benchmark[] = [
  benchmark('scaling', 'how much faster more threads are', [scalingShapes, scalingRings, ranksPart]),
  benchmark('prediction', 'how right the prediction of more cores and hosts is', [
    predictionHere,
    predictionStored,
    predictionRanks,
    predictionGathered,
  ]),
  benchmark('step', 'where the time of a step goes', [
    stepAttempt,
    stepKernels,
    stepNative,
    stepExported,
    stepBarrier,
    stepRecord,
    stepSetUp,
    stepBrowser,
    stepView,
    stepIntegrators,
    stepMethods,
  ]),
  benchmark('partition', 'how good plans are, and what making them takes', [partitionMethods, optimum]),
  benchmark('auto', 'whether the choices of the program are best', [autoWorkers, autoKernels, balancePart, autoSolver]),
  benchmark('sweep', 'what variants of a circuit take, side by side, and what parameters cost that may change', [
    variantsPart,
    tunablePart,
  ]),
  benchmark('multirate', 'what steps of their own for partitions save, and cost in accuracy', [multirate]),
  benchmark('precision', 'what TLM and integrators take for the same error', [
    precisionCircuits,
    precisionThesis,
    precisionVersions,
    hardCasesPart,
    precisionPage,
  ]),
  benchmark('small-volumes', 'cures where a small volume makes a circuit stiff', [
    curesPart,
    largestPart,
    realTimePart,
    publishedPart,
    joinsPart,
    formsPart,
  ]),
  benchmark('published', 'published tests of integrators and plans, run again', [publishedIntegrators, publishedPlans]),
];
