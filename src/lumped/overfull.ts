/**
 * Cavities that have outgrown their volume V: no oil is left there. The cavity is what was drawn below the vapour pressure, ∫ -C dp*, C being that of the oil at p_v;
 * where V does not change that is (p_v - p*) C, and less than V above p_v - B for the smallest bulk modulus B of the lines.
 */
import { fluidLawOf } from '../circuit/fluid/fluidLaw.js';
import { lineValue } from '../circuit/tables.js';
import { formatQuantity } from '../circuit/text/units.js';
import { tablesOf } from '../circuit/views.js';
import { overfullRemedy } from '../network/exhausted.js';
import { portVolumeEnds } from '../network/portVolumeEnds.js';
import { type VolumeLeft, volumeLeft } from './exhausted.js';
import type { CircuitSystem } from './system/circuitSystem.js';

interface Watched {
  readonly unknown: number;
  readonly volume: number;
  /** Of a volume to which nothing is lent: the pressure above which its cavity is surely smaller than it. */
  readonly above: number | null;
  /** Of others, at the last step: p* or p_v, Pa; void, m3; capacitance, m3/Pa. */
  pressure: number;
  size: number;
  capacitance: number;
}

export class Overfull {
  /** What to say of the first one that was found. */
  found: { readonly message: string; readonly remedy: string } | null = null;
  /** Volumes of oil that have an unknown. */
  private readonly watched: readonly Watched[];
  private readonly vapourPressure: number;

  constructor(private readonly of: CircuitSystem) {
    const { layout, volumes } = of.system;
    const tables = tablesOf(of.circuit);
    this.vapourPressure = of.circuit.fluid.vapourPressure;
    const compliance = fluidLawOf(of.circuit)?.compliance(this.vapourPressure) ?? 0;
    const softest = (line: number): number => {
      const wall = lineValue(tables.lines, line, 'law');
      return Number.isNaN(wall) ? lineValue(tables.lines, line, 'bulkModulus') : 1 / (compliance + wall);
    };
    const lent = portVolumeEnds(tables);
    const changes = new Set([...volumes.ofEnd].filter((_, end) => lent?.[end] === 1));
    this.watched = [...layout.unknownOfVolume].flatMap((unknown, volume) => {
      if (unknown < 0 || volumes.type[volume] !== 'hydraulic') return [];
      const above = this.vapourPressure - Math.min(...(volumes.lines[volume] as readonly number[]).map(softest));
      return [{ unknown, volume, above: changes.has(volume) ? null : above, pressure: this.vapourPressure, size: 0, capacitance: 0 }];
    });
  }

  /** After an accepted step to `t` s. */
  take(t: number, y: Float64Array): void {
    const { vapourPressure } = this;
    for (const one of this.watched) {
      const pressure = y[one.unknown] as number;
      if (one.above === null ? pressure >= vapourPressure && one.pressure === vapourPressure : pressure >= one.above) continue;
      this.of.evaluate(t, y);
      const { capacitance, ...room } = volumeLeft(this.of, one.volume);
      if (one.above !== null) one.size = (vapourPressure - pressure) * capacitance;
      else if (pressure >= vapourPressure) one.size = 0;
      else one.size += (one.pressure - pressure) * (one.size > 0 ? (one.capacitance + capacitance) / 2 : capacitance);
      [one.pressure, one.capacitance] = [Math.min(pressure, vapourPressure), capacitance];
      // One that is being exhausted has less room than cavities would need, and is told as that (exhausted.ts).
      if (one.size > Math.max(room.own, room.left)) this.found ??= this.said(t, one.size, room);
    }
  }

  private said(t: number, size: number, { ends, own, left }: Omit<VolumeLeft, 'capacitance'>): { message: string; remedy: string } {
    const { lines } = tablesOf(this.of.circuit);
    const names = [...new Set(ends.map((end) => `'${lines.nameOf(end >> 1)}'`))];
    const whose = `line${names.length > 1 ? 's' : ''} ${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''}`;
    const lent = left - own;
    const also = lent > 1e-9 * own ? `, with the ${formatQuantity(lent, 'm3')} that components lend` : '';
    return {
      message: `by t = ${t} s: the cavity in ${whose} is ${formatQuantity(size, 'm3')}, larger than ${names.length > 1 ? 'their' : 'its'} ${formatQuantity(own, 'm3')}${also}`,
      remedy: overfullRemedy,
    };
  }
}
