/** Ways to divide a circuit: costs, methods, and their interface. */

/** Cost of an attempt by component and cut line, counted from the compiled equations. */
export { type Costs, countedCosts } from './partition/costs.js';
export type { CutOptions } from './partition/cutCircuit.js';
/** Ways to partition by name, and their interface. */
export type { PartitionMethod, PartitionTask } from './partition/methods/method.js';
export { partitionMethods } from './partition/methods/registry.js';
