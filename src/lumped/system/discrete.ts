/**
 * The discrete state of a lumped system: on which side of every switch the solution is, which states a reset holds, accepted values and holds, and the
 * next point in time at which something jumps.
 *
 * A reset takes hold of a state where its condition is true at the end of a step; the state then has no rate. It lets go where a short trial step of the
 * free state, from here and with what is accepted here, would not be taken hold of again: the trial comes before the reset, as in a TLM step, so that a
 * piston leaves a stop, or breaks away, by itself.
 */
import type { Batch } from './batch.js';
import type { BatchFunction, Layout } from './layout.js';

/** s; only signs and comparisons with it matter: a velocity from rest is its product with an acceleration. */
const trialStep = 1e-5;

/** What the discrete state needs of its system. */
export interface Evaluator {
  /** Pressures and outputs at (t, y), in the layout's cells. */
  values(t: number, y: Float64Array): void;
}

interface Part {
  readonly batch: Batch;
  readonly count: number;
  readonly columns: ReadonlyMap<string, number>;
  readonly unknowns: ReadonlyMap<string, number>;
  readonly functions: ReadonlyMap<string, BatchFunction>;
  /** First switch of its modes, and of its resets. */
  readonly modes: number;
  readonly resets: number;
  /** Columns that a trial changes and puts back: accepted values, holds, held flags and states. */
  readonly touched: readonly number[];
  readonly saved: Float64Array;
}

export class Discrete {
  readonly switches: number;
  readonly counts = { time: 0, switches: 0, resets: 0, bySwitch: new Int32Array(0) };
  nextEvent = Number.POSITIVE_INFINITY;
  private readonly parts: readonly Part[];
  private from = Number.NEGATIVE_INFINITY;
  private shift = 0;
  private readonly values: Float64Array;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly layout: Layout,
    batches: readonly Batch[],
  ) {
    let switches = 0;
    this.parts = batches.map((batch, b): Part => {
      const { form, instances, pre } = batch;
      const { count } = instances;
      const columns = layout.columns[b] as ReadonlyMap<string, number>;
      const modes = switches;
      const resets = modes + form.switches.length * count;
      switches = resets + form.resets.length * count;
      const touched =
        form.resets.length === 0
          ? []
          : [
              ...pre.map((name) => `pre_${name}`),
              ...form.holds.filter(({ name }) => !pre.includes(name)).map(({ name }) => `pre_${name}`),
              ...form.resets.map(({ name }) => `held_${name}`),
              ...form.rates.map(({ name }) => `state_${name}`),
            ].map((key) => columns.get(key) as number);
      const unknowns = layout.unknownOf[b] as ReadonlyMap<string, number>;
      const functions = layout.functions[b] as ReadonlyMap<string, BatchFunction>;
      return { batch, count, columns, unknowns, functions, modes, resets, touched, saved: new Float64Array(touched.length * count) };
    });
    this.switches = switches;
    this.values = new Float64Array(switches);
    this.counts.bySwitch = new Int32Array(switches);
  }

  /** Time at which f is to be taken: behind a point where it jumps, just beyond it. */
  rightOf(t: number): number {
    return Math.max(t, this.from + this.shift);
  }

  switchValues(t: number, y: Float64Array, values: Float64Array): void {
    this.evaluator.values(t, y);
    this.modeValues(values);
    this.resetValues(values);
  }

  switchName(index: number): string {
    for (const { batch, count, modes, resets } of this.parts) {
      const { form, instances } = batch;
      if (index >= resets + form.resets.length * count) continue;
      if (index >= resets) {
        const k = Math.floor((index - resets) / count);
        return `${instances.nameOf((index - resets) % count)}: ${form.resets[k]?.name} held or let go`;
      }
      const k = Math.floor((index - modes) / count);
      return `${instances.nameOf((index - modes) % count)}: ${form.switches[k]?.jump ? 'jump' : 'bend'} ${k + 1}`;
    }
    return '';
  }

  arrive(t: number, y: Float64Array, crossed: number): boolean {
    const begins = this.from === Number.NEGATIVE_INFINITY;
    const landed = t >= this.nextEvent;
    this.evaluator.values(t, y);
    let jumped = this.takeHold(y);
    if (jumped) this.evaluator.values(t, y);
    this.accept();
    this.findNextEvent(t);
    if (landed || begins) {
      // A table's corner and `time > t` still have the value before it at the corner itself.
      this.from = t;
      this.shift = 1e-7 * Math.min(this.nextEvent - t, 1);
      if (landed) this.counts.time++;
      jumped = true;
    }
    if (this.signatureChanged()) jumped = true;
    if (this.settleModes(t, y, crossed)) jumped = true;
    if (this.letGo(t, y)) jumped = true;
    if (begins) {
      this.counts.switches = 0;
      this.counts.resets = 0;
      this.counts.bySwitch.fill(0);
    }
    return jumped;
  }

  private modeValues(values: Float64Array): void {
    const { F } = this.layout;
    for (const { batch, count, columns, functions, modes } of this.parts) {
      const { length } = batch.form.switches;
      if (length === 0) continue;
      functions.get('switches')?.(0, count);
      for (let k = 0; k < length; k++) {
        const [value, mode] = [columns.get(`switch_${k}`) as number, columns.get(`mode_${k}`) as number];
        for (let i = 0; i < count; i++) {
          const difference = F[value + i] as number;
          values[modes + k * count + i] = F[mode + i] === 0 ? difference : -difference;
        }
      }
    }
  }

  private resetValues(values: Float64Array): void {
    const { F } = this.layout;
    for (const part of this.parts) {
      const { batch, count, columns, functions, resets } = part;
      const { resets: own } = batch.form;
      if (own.length === 0) continue;
      functions.get('resets')?.(0, count);
      let holds = false;
      own.forEach(({ name }, k) => {
        const [isHeld, held] = [columns.get(`isHeld_${name}`) as number, columns.get(`held_${name}`) as number];
        for (let i = 0; i < count; i++) {
          if (F[held + i] === 0) values[resets + k * count + i] = F[isHeld + i] === 0 ? 1 : -1;
          else holds = true;
        }
      });
      if (holds) this.trial(part, values);
    }
  }

  /** Values of resets that hold: whether a short free step from here would be taken hold of again. */
  private trial(part: Part, values: Float64Array): void {
    const { F } = this.layout;
    const { batch, count, columns, functions, resets, touched, saved } = part;
    const { form, pre } = batch;
    touched.forEach((at, k) => saved.set(F.subarray(at, at + count), k * count));
    functions.get('holds')?.(0, count);
    for (const { name } of form.holds) this.copy(columns.get(`new_${name}`) as number, columns.get(`pre_${name}`) as number, count);
    for (const { name } of form.rates)
      if (pre.includes(name)) this.copy(columns.get(`state_${name}`) as number, columns.get(`pre_${name}`) as number, count);
    for (const { name } of form.resets) F.fill(0, columns.get(`held_${name}`) as number, (columns.get(`held_${name}`) as number) + count);
    for (let round = 0; round < 2; round++) {
      functions.get('flows')?.(0, count);
      form.rates.forEach(({ name }) => {
        const [state, rate] = [columns.get(`state_${name}`) as number, columns.get(`rate_${name}`) as number];
        const before = touched.indexOf(state) * count;
        for (let i = 0; i < count; i++) F[state + i] = (saved[before + i] as number) + trialStep * (F[rate + i] as number);
      });
    }
    functions.get('resets')?.(0, count);
    touched.forEach((at, k) => F.set(saved.subarray(k * count, (k + 1) * count), at));
    form.resets.forEach(({ name }, k) => {
      const [isHeld, held] = [columns.get(`isHeld_${name}`) as number, columns.get(`held_${name}`) as number];
      for (let i = 0; i < count; i++) if (F[held + i] !== 0) values[resets + k * count + i] = F[isHeld + i] === 0 ? -1 : 1;
    });
  }

  /** Resets whose condition is true take hold. */
  private takeHold(y: Float64Array): boolean {
    const { F } = this.layout;
    let taken = false;
    for (const { batch, count, columns, unknowns, functions, resets } of this.parts) {
      if (batch.form.resets.length === 0) continue;
      functions.get('resets')?.(0, count);
      batch.form.resets.forEach(({ name }, k) => {
        const [isHeld, held, to] = ['isHeld', 'held', 'resetTo'].map((role) => columns.get(`${role}_${name}`)) as [number, number, number];
        const unknown = unknowns.get(`state_${name}`) as number;
        for (let i = 0; i < count; i++) {
          if (F[held + i] !== 0 || F[isHeld + i] === 0) continue;
          F[held + i] = 1;
          y[unknown + i] = F[to + i] as number;
          this.count(resets + k * count + i, 'resets');
          taken = true;
        }
      });
    }
    return taken;
  }

  private letGo(t: number, y: Float64Array): boolean {
    const { F } = this.layout;
    let released = false;
    this.evaluator.values(t, y);
    this.values.fill(1);
    this.resetValues(this.values);
    for (const { batch, count, columns, resets } of this.parts) {
      batch.form.resets.forEach(({ name }, k) => {
        const held = columns.get(`held_${name}`) as number;
        for (let i = 0; i < count; i++) {
          const index = resets + k * count + i;
          if (F[held + i] === 0 || (this.values[index] as number) > 0) continue;
          F[held + i] = 0;
          this.count(index, 'resets');
          released = true;
        }
      });
    }
    return released;
  }

  /** Accepted values and holds become those at this point. */
  private accept(): void {
    for (const { count, functions } of this.parts) functions.get('holds')?.(0, count);
    for (const { batch, count, columns } of this.parts) {
      for (const { name } of batch.form.holds) this.copy(columns.get(`new_${name}`) as number, columns.get(`pre_${name}`) as number, count);
      for (const { name } of batch.form.rates)
        if (batch.pre.includes(name)) this.copy(columns.get(`state_${name}`) as number, columns.get(`pre_${name}`) as number, count);
    }
  }

  private findNextEvent(t: number): void {
    const { F } = this.layout;
    let next = Number.POSITIVE_INFINITY;
    for (const { count, columns, functions } of this.parts) {
      const find = functions.get('event');
      if (!find) continue;
      find(0, count);
      const at = columns.get('event') as number;
      for (let i = 0; i < count; i++) {
        const event = F[at + i] as number;
        if (event > t && event < next) next = event;
      }
    }
    this.nextEvent = next < 1e300 ? next : Number.POSITIVE_INFINITY;
  }

  private signatureChanged(): boolean {
    const { F } = this.layout;
    let changed = false;
    for (const { batch, count, columns, functions } of this.parts) {
      functions.get('signature')?.(0, count);
      for (let k = 0; k < batch.form.signature.length; k++) {
        const [now, before] = [columns.get(`signature_${k}`) as number, columns.get(`signatureBefore_${k}`) as number];
        for (let i = 0; i < count; i++) if (F[now + i] !== F[before + i]) changed = true;
        this.copy(now, before, count);
      }
    }
    return changed;
  }

  /** Modes follow the solution; that of the switch an integrator was cut back to changes whatever rounding says. */
  private settleModes(t: number, y: Float64Array, crossed: number): boolean {
    const { F } = this.layout;
    let changed = false;
    // A mode may move the value of another switch: a few rounds settle that.
    for (let round = 0; round < 10; round++) {
      let flipped = false;
      this.evaluator.values(t, y);
      this.modeValues(this.values);
      for (const { batch, count, columns, modes } of this.parts) {
        for (let k = 0; k < batch.form.switches.length; k++) {
          const mode = columns.get(`mode_${k}`) as number;
          for (let i = 0; i < count; i++) {
            const index = modes + k * count + i;
            // That of the crossing changes once, be it that rounding leaves it a little on this side.
            if (index === crossed ? round > 0 : (this.values[index] as number) >= 0) continue;
            F[mode + i] = 1 - (F[mode + i] as number);
            this.count(index, 'switches');
            flipped = true;
          }
        }
      }
      if (!flipped) break;
      changed = true;
    }
    return changed;
  }

  private count(index: number, what: 'switches' | 'resets'): void {
    this.counts[what]++;
    this.counts.bySwitch[index] = (this.counts.bySwitch[index] as number) + 1;
  }

  private copy(from: number, to: number, count: number): void {
    this.layout.F.copyWithin(to, from, from + count);
  }
}
