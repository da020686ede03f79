/** `ringmain bench`: measurements that one can repeat, a sub-command each. */
import type { Argv, CommandModule } from 'yargs';
import { autoBenchmark } from './bench/auto.js';
import { balanceBenchmark } from './bench/balance.js';
import { barrierBenchmark } from './bench/barrier.js';
import { kernelsBenchmark } from './bench/kernels.js';
import { multirateBenchmark } from './bench/multirate.js';
import { optimumBenchmark } from './bench/optimum.js';
import { partitionBenchmark } from './bench/partition.js';
import { pressureErrorBenchmark } from './bench/pressureError.js';
import { publishedBenchmark } from './bench/published.js';
import { ringBenchmark } from './bench/ring.js';
import { ringsBenchmark } from './bench/rings.js';
import { scalingBenchmark } from './bench/scaling.js';
import { sizesBenchmark } from './bench/sizes.js';
import { stepBenchmark } from './bench/step.js';
import { thesisBenchmark } from './bench/thesis.js';

/** In the order of `ringmain bench --help`. */
export const benchmarks: readonly CommandModule[] = [
  pressureErrorBenchmark,
  ringBenchmark,
  ringsBenchmark,
  kernelsBenchmark,
  stepBenchmark,
  barrierBenchmark,
  publishedBenchmark,
  sizesBenchmark,
  multirateBenchmark,
  partitionBenchmark,
  autoBenchmark,
  balanceBenchmark,
  optimumBenchmark,
  scalingBenchmark,
  thesisBenchmark,
];

export const benchCommand: CommandModule = {
  command: 'bench <what>',
  describe: 'measure: speed-up, kernels, parts of a step, barrier, plans, integrators',
  builder: (yargs: Argv): Argv => {
    for (const one of benchmarks) yargs.command(one);
    return yargs
      .demandCommand(1)
      .example('$0 bench step circuits/two-actuator.yaml', 'where the time of an attempt goes')
      .example('$0 bench step --help', "one benchmark's own options");
  },
  // Without a benchmark there is nothing to do, and demandCommand says so.
  handler: () => undefined,
};
