/** Words after `ringmain bench` by which every part of every benchmark is asked for: the first part of one by its name alone. */
import { benchmarks } from '../../dist/bench/commands.js';

export const benchmarkNames: readonly string[] = benchmarks.flatMap(({ name, parts }) => [
  name,
  ...parts.slice(1).map((part) => `${name} ${part}`),
]);
