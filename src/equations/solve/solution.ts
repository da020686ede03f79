/** The solution of a TLM step (solve.ts finds it, instance.ts writes it out). */
import type { Tear } from '../graph/affine.js';
import type { Node } from '../graph/graph.js';
import type { Model } from '../language/model.js';
import type { Decoupled } from './decouple.js';

export type Class = 'affine' | 'piecewise affine' | 'signed root' | 'signed roots, or Newton' | 'Newton';

/** Tears in order of evaluation. */
export type TearBlock =
  | {
      readonly type: 'closed';
      readonly tear: string;
      readonly form: Tear['type'] | 'explicit';
      readonly value: Node;
      /** Of an `if` among equations 0 = e: where neither side agrees with itself, so that there is no solution. */
      readonly none?: Node;
    }
  | {
      readonly type: 'newton';
      readonly tears: readonly string[];
      /** Zero at the solution; of the block's tears and known quantities. */
      readonly residuals: readonly Node[];
      /** jacobian[i][j] = ∂residuals[i]/∂tears[j] */
      readonly jacobian: readonly (readonly Node[])[];
      /** Where to start a tear that has no history (its guess is 0), if there is something better than 0. */
      readonly starts: readonly (Node | null)[];
      /** Of a block with unknowns of the equations, by tear: where the search begins without history, an ordinary size, corrections that are nothing. Else empty. */
      readonly implicit: readonly { readonly start: Node | null; readonly size: Node; readonly floor: Node }[];
      /** Whether a tear is the root of a difference itself, √Pa, rather than a flow. */
      readonly areRoots: readonly boolean[];
      /** Only max and if: the Newton steps search the active set and end exactly. */
      readonly piecewise: boolean;
      /** Largest correction of the last round, as a fraction of the tear. */
      readonly tolerance: number;
      /** Of signed roots: the closed forms where those that are open do not reach each other; Newton's method is for where they do. */
      readonly decoupled: Decoupled | null;
    };

export type NewtonBlock = Extract<TearBlock, { type: 'newton' }>;

export interface Solution {
  /** Its ports, rates and outputs in the middle of the step. */
  readonly model: Model;
  readonly class: Class;
  readonly blocks: readonly TearBlock[];
  /** 'q:PORT' and 'increment:x' (and 'sum:n', flows that ports share) in terms of tears and known quantities. */
  readonly unknowns: readonly { readonly name: string; readonly value: Node }[];
  /** Outputs at the end of the step: what is recorded, and what holds and resets of others see. */
  readonly endOutputs: Model['outputs'];
}
