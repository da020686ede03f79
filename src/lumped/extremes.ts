/** Highest and lowest pressure of a lumped solution, of all its accepted steps. An unknown below the vapour pressure stands for a cavity (cavities.ts). */
import { endName, kindAt, portsOf } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { factsOf } from '../equations/language/facts.js';
import type { Extreme, Extremes } from '../results/extremes.js';
import type { Carried, Carrier } from './carrier.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import { volumeName } from './volumeName.js';

/** Pressures among the unknowns: looked at step by step, which is little beside the algebra of a step. */
export class PressureExtremes implements Carried {
  /** By volume of oil that has an unknown: that, and the volume. */
  private readonly unknowns: Int32Array;
  private readonly volumes: Int32Array;
  /** Volumes whose pressure a component sets: all of them, looked at once; then those where it may change, at the price of an evaluation. */
  private set: readonly number[];
  private readonly changing: readonly number[];
  private readonly all: readonly number[];
  private readonly found = {
    highest: { pressure: Number.NEGATIVE_INFINITY, time: 0, volume: -1 },
    lowest: { pressure: Number.POSITIVE_INFINITY, time: 0, volume: -1 },
  };

  constructor(private readonly of: CircuitSystem) {
    const { layout, volumes, setVolumes } = of.system;
    const own = [...layout.unknownOfVolume.keys()].filter((v) => layout.unknownOfVolume[v] >= 0 && volumes.type[v] === 'hydraulic');
    this.volumes = Int32Array.from(own);
    this.unknowns = Int32Array.from(own, (v) => layout.unknownOfVolume[v]);
    this.all = setVolumes.filter((v) => volumes.type[v] === 'hydraulic');
    this.set = this.all;
    this.changing = this.set.filter((v) => !this.isFixed(v));
  }

  /** Pressures that components set may be others than those that were looked at once. */
  again(): void {
    this.set = this.all;
  }

  carry(carrier: Carrier): void {
    for (const one of [this.found.highest, this.found.lowest]) {
      one.pressure = carrier.number(one.pressure);
      one.time = carrier.number(one.time);
      one.volume = carrier.number(one.volume);
    }
    this.set = carrier.flag(this.set === this.changing) ? this.changing : this.all;
  }

  /** After an accepted step to `t` s, and at the start. */
  take(t: number, y: Float64Array): void {
    const { unknowns, volumes, set } = this;
    for (let k = 0; k < unknowns.length; k++) this.see(y[unknowns[k]], t, volumes[k]);
    if (set.length === 0) return;
    this.of.values(t, y);
    const { F, pressure } = this.of.system.layout;
    for (const v of set) this.see(F[pressure + v], t, v);
    this.set = this.changing;
  }

  private see(unknown: number, time: number, volume: number): void {
    const { found } = this;
    const pressure = Math.max(this.of.circuit.fluid.vapourPressure, unknown);
    if (pressure > found.highest.pressure) found.highest = { pressure, time, volume };
    if (pressure < found.lowest.pressure) found.lowest = { pressure, time, volume };
  }

  /** Whether what sets the pressure of a volume is a tank or a source that never changes. */
  private isFixed(volume: number): boolean {
    const { lines, components } = tablesOf(this.of.circuit);
    const { ofEnd, lines: own } = this.of.system.volumes;
    const ends = (own[volume] as readonly number[]).flatMap((l) => [2 * l, 2 * l + 1]).filter((end) => ofEnd[end] === volume);
    return ends.some((end) => {
      const [component, port] = end % 2 === 0 ? [lines.from, lines.fromPort] : [lines.to, lines.toPort];
      const kind = kindAt(components, component[end >> 1]);
      return kind !== null && factsOf(kind).fixedPressurePorts.includes(portsOf(kind)[port[end >> 1]] as string);
    });
  }

  /** Pa; the highest so far. */
  get highest(): number {
    return this.found.highest.pressure;
  }

  /** Null where no volume of oil has a pressure of its own. */
  get extremes(): Extremes | null {
    const { highest, lowest } = this.found;
    return highest.volume < 0 ? null : { highest: this.named(highest), lowest: this.named(lowest), stepsApart: 1 };
  }

  private named({ pressure, time, volume }: { readonly pressure: number; readonly time: number; readonly volume: number }): Extreme {
    const { lines, components } = tablesOf(this.of.circuit);
    const own = this.of.system.volumes.lines[volume] as readonly number[];
    const ports = new Set(own.flatMap((l) => [2 * l, 2 * l + 1].map((end) => endName(components, lines, end))));
    return {
      pressure,
      time,
      of: 'volume',
      line: volumeName(this.of, volume).name,
      ports: [...ports],
    };
  }
}
