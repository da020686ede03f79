/** Transitions of the discrete state of a lumped system: how often, and when. */

import type { Carried, Carrier } from '../carrier.js';

/** Transitions that are kept with their times; a circuit that chatters has no end of them. */
const most = 1000;

export class Transitions implements Carried {
  /** Points in time at which f jumps. */
  time = 0;
  switches = 0;
  resets = 0;
  /** By switch, how often it changed. */
  readonly bySwitch: Int32Array;
  /** The first of them, in order: s, the number of the switch, and whether its condition holds from then on, or its reset. */
  readonly passed: { readonly t: number; readonly index: number; readonly side: boolean }[] = [];
  /** Along which switches the solution slid, and when, s; `to` is Infinity while it does. */
  readonly slides: { readonly index: number; readonly from: number; to: number }[] = [];
  /** s */
  private at = 0;

  constructor(switches: number) {
    this.bySwitch = new Int32Array(switches);
  }

  carry(carrier: Carrier): void {
    this.time = carrier.number(this.time);
    this.switches = carrier.number(this.switches);
    this.resets = carrier.number(this.resets);
    carrier.arrays(this.bySwitch);
    this.at = carrier.number(this.at);
    const passed = carrier.list(this.passed.flatMap(({ t, index, side }) => [t, index, side ? 1 : 0]));
    const slides = carrier.list(this.slides.flatMap(({ index, from, to }) => [index, from, to]));
    this.passed.length = 0;
    for (let k = 0; k < passed.length; k += 3) this.passed.push({ t: passed[k], index: passed[k + 1], side: passed[k + 2] === 1 });
    this.slides.length = 0;
    for (let k = 0; k < slides.length; k += 3) this.slides.push({ index: slides[k], from: slides[k + 1], to: slides[k + 2] });
  }

  /** From now on what changes does so at this time, s. */
  arrive(t: number): void {
    this.at = t;
  }

  count(index: number, what: 'switches' | 'resets', side: boolean): void {
    this[what]++;
    this.bySwitch[index] = this.bySwitch[index] + 1;
    if (this.passed.length < most) this.passed.push({ t: this.at, index, side });
  }

  /** From t on these switches are slid on. */
  slideOn(t: number, switches: readonly number[]): void {
    for (const slide of this.slides) if (slide.to === Number.POSITIVE_INFINITY && !switches.includes(slide.index)) slide.to = t;
    for (const index of switches) {
      const goesOn = this.slides.some((slide) => slide.index === index && slide.to === Number.POSITIVE_INFINITY);
      if (!goesOn && this.slides.length < most) this.slides.push({ index, from: t, to: Number.POSITIVE_INFINITY });
    }
  }

  /** Modes found where the solution begins are no transition. */
  begin(): void {
    this.switches = 0;
    this.resets = 0;
    this.bySwitch.fill(0);
    this.passed.length = 0;
  }
}
