/** What happened to the discrete state of a lumped system: how often, and when. */

/** Transitions that are kept with their times; a circuit that chatters has no end of them. */
const most = 1000;

export class Transitions {
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

  /** What was found where the solution begins is no transition. */
  begin(): void {
    this.switches = 0;
    this.resets = 0;
    this.bySwitch.fill(0);
    this.passed.length = 0;
  }
}
