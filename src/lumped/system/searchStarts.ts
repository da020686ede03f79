/**
 * Where the search for unknowns of equations begins, which is where those stay that nothing determines: as they were found last. Behind a switch it is as they were
 * found at the end of the last step that tells. Steps become as short as an instant where a valve shuts, and what is found there is the ratio of two openings of which
 * rounding and the error of the step are all that is left: a pressure anywhere between supply and load, which would stay behind the shut valve.
 */
import { identifier } from '../../equations/kernel/kernel.js';
import type { Batch } from './batch.js';
import type { SystemLayout } from './layout.js';

/** s: what a step is that tells; as short as the trial by which a reset lets go (discrete.ts). */
const leastStep = 1e-5;
/** Shorter ones tell, too, where no longer one came for so many of those. */
const most = 100;

export class SearchStarts {
  private readonly sought: readonly { readonly from: number; readonly to: number; readonly told: Float64Array }[];
  private before = Number.NaN;
  private toldAt = Number.NaN;

  constructor(
    private readonly F: Float64Array,
    batches: readonly Batch[],
    columns: SystemLayout['columns'],
  ) {
    this.sought = batches.flatMap(({ form, instances: { count } }, b) => {
      const at = (role: string, tear: string): number => columns[b]?.get(`${role}_${identifier(tear)}`) as number;
      const tears = form.solved.flatMap((block) => block.tears);
      return tears.map((tear) => ({ from: at('solved', tear), to: at('found', tear), told: new Float64Array(count).fill(Number.NaN) }));
    });
  }

  /** The solution has come to t, where `crossed` is the switch that it crosses, or -1; unknowns are as they were found here. */
  arrive(t: number, crossed: number): void {
    const step = t - this.before;
    const tells = crossed < 0 && !(step < leastStep && step > 0 && t - this.toldAt < most * leastStep);
    this.before = t;
    if (tells) this.toldAt = t;
    const { F } = this;
    for (const { from, to, told } of this.sought) {
      for (let i = 0; i < told.length; i++) {
        const value = F[from + i];
        if (crossed < 0 && Number.isFinite(value)) F[to + i] = value;
        else if (Number.isFinite(told[i])) F[to + i] = told[i];
        if (tells) told[i] = F[to + i];
      }
    }
  }
}
