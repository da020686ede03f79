/** Pressures where components are joined without a volume: those that fall below the vapour pressure are kept. */

import { jointsOf } from '../circuit/joints.js';
import { tablesOf } from '../circuit/views.js';
import type { Account } from '../results/results.js';
import type { Carried, Carrier } from './carrier.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/** Accepted steps from look to look: an evaluation each, beside some five of a step. */
const stepsApart = 8;

/** Keeps, of joints whose pressure fell below that of vapour, when first and last, and how far. */
export class JointPressures implements Carried {
  private readonly joints: readonly { readonly where: string; readonly cell: number }[];
  private readonly found: (Account['joints'][number] | undefined)[] = [];
  private steps = 0;

  constructor(private readonly system: CircuitSystem) {
    const { layout, place } = system.system;
    this.joints = [...jointsOf(tablesOf(system.circuit).components)].flatMap(({ component, output, where }) => {
      const [b, i] = place.get(component) as readonly [number, number];
      const column = layout.columns[b]?.get(`output_${output}`);
      return column === undefined ? [] : [{ where, cell: column + i }];
    });
  }

  carry(carrier: Carrier): void {
    this.steps = carrier.number(this.steps);
    this.joints.forEach(({ where }, k) => {
      const one = this.found[k];
      if (!carrier.flag(one !== undefined)) return;
      const [first, last, lowest, lowestTime] = carrier.list(one ? [one.first, one.last, one.lowest, one.lowestTime] : []);
      this.found[k] = { where, first, last, lowest, lowestTime };
    });
  }

  /** After an accepted step. */
  take(t: number, y: Float64Array): void {
    if (this.joints.length === 0 || ++this.steps % stepsApart !== 0) return;
    this.system.evaluate(t, y);
    this.look(t);
  }

  /** Where the system has been evaluated. */
  look(t: number): void {
    const { vapourPressure } = this.system.circuit.fluid;
    const { F } = this.system.system.layout;
    for (let k = 0; k < this.joints.length; k++) {
      const { cell, where } = this.joints[k] as (typeof this.joints)[number];
      const pressure = F[cell];
      if (!(pressure < vapourPressure)) continue;
      const { first, lowest, lowestTime } = this.found[k] ?? { first: t, lowest: Number.POSITIVE_INFINITY, lowestTime: t };
      this.found[k] = { where, first, last: t, ...(pressure < lowest ? { lowest: pressure, lowestTime: t } : { lowest, lowestTime }) };
    }
  }

  /** The lowest first. */
  get below(): Account['joints'] {
    return this.found.flatMap((one) => one ?? []).sort((a, b) => a.lowest - b.lowest);
  }
}
