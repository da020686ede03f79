/**
 * Cavities of an integrator's volumes V, after accepted steps. The cavity is what was drawn below the vapour pressure, ∫ -C dp*, C being that of the oil at p_v;
 * where V does not change that is (p_v - p*) C. One that has outgrown its volume ends the run: no oil is left there.
 */
import { formatQuantity } from '../circuit/text/units.js';
import { tablesOf } from '../circuit/views.js';
import { overfullRemedy } from '../network/exhausted.js';
import { portVolumeEnds } from '../network/portVolumeEnds.js';
import { type Cavitation, type Cavity, cavitationOf, largestShare } from '../results/cavities.js';
import type { Carried, Carrier } from './carrier.js';
import { type VolumeLeft, volumeLeft } from './exhausted.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import { volumeName } from './volumeName.js';

interface Watched {
  readonly unknown: number;
  readonly volume: number;
  /** Whether it has port volumes: then its size changes. */
  readonly changes: boolean;
  /** At the last look, where it does not change the only one. */
  room: VolumeLeft | null;
  /** At the last step: p* or p_v, Pa; void, m3. */
  pressure: number;
  size: number;
  first: number;
  last: number;
  largest: number;
  share: number;
}

export class Cavities implements Carried {
  /** The message for the first one that has outgrown its volume. */
  overfull: { readonly message: string; readonly remedy: string } | null = null;
  /** Volumes of oil that have an unknown. */
  private readonly watched: readonly Watched[];
  private readonly vapourPressure: number;

  constructor(private readonly of: CircuitSystem) {
    const { layout, volumes } = of.system;
    this.vapourPressure = of.circuit.fluid.vapourPressure;
    const lent = portVolumeEnds(tablesOf(of.circuit));
    const changing = new Set([...volumes.ofEnd].filter((_, end) => lent?.[end] === 1));
    const none = { room: null, pressure: this.vapourPressure, size: 0, first: 0, last: 0, largest: 0, share: 0 };
    this.watched = [...layout.unknownOfVolume].flatMap((unknown, volume) =>
      unknown < 0 || volumes.type[volume] !== 'hydraulic' ? [] : [{ unknown, volume, changes: changing.has(volume), ...none }],
    );
  }

  carry(carrier: Carrier): void {
    for (const one of this.watched) {
      for (const name of ['pressure', 'size', 'first', 'last', 'largest', 'share'] as const) one[name] = carrier.number(one[name]);
      if (!carrier.flag(one.room !== null)) continue;
      const room = one.room ?? volumeLeft(this.of, one.volume);
      const [own, left, capacitance] = carrier.list([room.own, room.left, room.capacitance]);
      one.room = { ...room, own, left, capacitance };
    }
  }

  /** After an accepted step to `t` s. */
  take(t: number, y: Float64Array): void {
    const { vapourPressure } = this;
    for (const one of this.watched) {
      const pressure = y[one.unknown];
      if (pressure >= vapourPressure && one.pressure === vapourPressure) continue;
      const before = one.room;
      if (one.changes || one.room === null) {
        this.of.evaluate(t, y);
        one.room = volumeLeft(this.of, one.volume);
      }
      const { capacitance } = one.room;
      if (!one.changes) one.size = Math.max(0, vapourPressure - pressure) * capacitance;
      else if (pressure >= vapourPressure) one.size = 0;
      else one.size += (one.pressure - pressure) * (one.size > 0 && before ? (before.capacitance + capacitance) / 2 : capacitance);
      one.pressure = Math.min(pressure, vapourPressure);
      if (one.size > 0) this.note(t, one, one.room);
    }
  }

  private note(t: number, one: Watched, room: VolumeLeft): void {
    if (one.largest === 0) one.first = t;
    one.last = t;
    one.largest = Math.max(one.largest, one.size);
    // One that is being exhausted has less room than cavities would need, and is reported as that (exhausted.ts).
    const most = Math.max(room.own, room.left);
    one.share = Math.max(one.share, one.size / most);
    if (one.size > most) this.overfull ??= this.said(t, one.size, room);
  }

  /** As those of TLM: there a place is a port or a junction, here a volume, named by the lines that make it. */
  get cavitation(): Cavitation {
    return cavitationOf(
      this.watched.flatMap(({ volume, first, last, largest, share }): Cavity[] => {
        if (largest === 0) return [];
        const { name, lines } = volumeName(this.of, volume);
        return [{ where: name, line: lines === 1 ? name : null, first, last, largest, share, valid: share <= largestShare }];
      }),
    );
  }

  private said(t: number, size: number, { ends, own, left }: VolumeLeft): { message: string; remedy: string } {
    const { lines } = tablesOf(this.of.circuit);
    const names = [...new Set(ends.map((end) => `'${lines.nameOf(end >> 1)}'`))];
    const whose = `line${names.length > 1 ? 's' : ''} ${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''}`;
    const lent = left - own;
    const also = lent > 1e-9 * own ? `, with the ${formatQuantity(lent, 'm3')} of port volumes` : '';
    return {
      message: `by t = ${t} s: the cavity in ${whose} is ${formatQuantity(size, 'm3')}, larger than ${names.length > 1 ? 'their' : 'its'} ${formatQuantity(own, 'm3')}${also}`,
      remedy: overfullRemedy,
    };
  }
}
