/** Highest and lowest pressure of a lumped solution, of all its accepted steps. An unknown below the vapour pressure stands for a cavity (cavities.ts). */
import { endName } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import type { Extreme, Extremes } from '../results/extremes.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import { volumeName } from './volumeName.js';

/** Pressures among the unknowns: looked at step by step, which is little beside the algebra of a step. */
export class PressureExtremes {
  /** By volume of oil that has an unknown: that, and the volume. */
  private readonly unknowns: Int32Array;
  private readonly volumes: Int32Array;
  private readonly found = {
    highest: { pressure: Number.NEGATIVE_INFINITY, time: 0, volume: -1 },
    lowest: { pressure: Number.POSITIVE_INFINITY, time: 0, volume: -1 },
  };

  constructor(private readonly of: CircuitSystem) {
    const { layout, volumes } = of.system;
    const own = [...layout.unknownOfVolume.keys()].filter(
      (v) => (layout.unknownOfVolume[v] as number) >= 0 && volumes.type[v] === 'hydraulic',
    );
    this.volumes = Int32Array.from(own);
    this.unknowns = Int32Array.from(own, (v) => layout.unknownOfVolume[v] as number);
  }

  /** After an accepted step to `t` s, and at the start. */
  take(t: number, y: Float64Array): void {
    const { unknowns, volumes, found } = this;
    const { vapourPressure } = this.of.circuit.fluid;
    for (let k = 0; k < unknowns.length; k++) {
      const pressure = Math.max(vapourPressure, y[unknowns[k] as number] as number);
      if (pressure > found.highest.pressure) found.highest = { pressure, time: t, volume: volumes[k] as number };
      if (pressure < found.lowest.pressure) found.lowest = { pressure, time: t, volume: volumes[k] as number };
    }
  }

  /** Pa; the highest so far. */
  get highest(): number {
    return this.found.highest.pressure;
  }

  /** Null where no volume of oil has a pressure of its own. */
  get extremes(): Extremes | null {
    const { highest, lowest } = this.found;
    return highest.volume < 0 ? null : { highest: this.named(highest), lowest: this.named(lowest) };
  }

  private named({ pressure, time, volume }: { readonly pressure: number; readonly time: number; readonly volume: number }): Extreme {
    const { lines, components } = tablesOf(this.of.circuit);
    const own = this.of.system.volumes.lines[volume] as readonly number[];
    const ports = new Set(own.flatMap((l) => [2 * l, 2 * l + 1].map((end) => endName(components, lines, end))));
    return {
      pressure,
      time,
      line: volumeName(this.of, volume).name,
      ports: [...ports],
    };
  }
}
