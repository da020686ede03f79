import type { ThreadsOfPartitions } from '../blocks/step/ownership.js';
import type { Neighbours } from '../partition/rebalance.js';
import type { OwnSteps } from './ownSteps.js';

/** How partitions are spread over threads: partition p runs on thread p mod `threads`, unless `balance` says where. */
export interface ThreadPlan extends ThreadsOfPartitions {
  readonly parallel: boolean;
  /** False with more threads than cores; of ranks, threads of all that share them. */
  readonly spins: boolean;
  /** Steps between synchronisations: see blocks/step/loop.step.ts. */
  readonly window: number;
  /** By partition: those of the plan that it was made of, where several were folded (folding.ts). */
  readonly folded?: readonly (readonly number[])[];
  /** Where partitions change hands (ownership.ts): the thread that runs each at first, and what lies between them. */
  readonly balance?: { readonly owners: Int32Array; readonly neighbours: Neighbours };
  /** Where partitions take their own steps. */
  readonly own?: OwnSteps | null;
}
