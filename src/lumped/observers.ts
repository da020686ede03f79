/**
 * What a run by an integrator keeps of every accepted step: the observers that a run by lines has where it is asked for them (blocks/kept/), by their own loops. They stand in a memory of
 * their own, behind the quantities that they look at, which are those that a row of the step would have.
 */
import {
  type ObserverLoop,
  type ObserverLoops,
  type ObserverSite,
  type PlacedRow,
  type Quantity,
  sizeOf,
} from '../blocks/kept/observer.js';
import { askedObservers, type Observed, type ObserverName, observerOf } from '../blocks/kept/registry.js';
import { askedBy, type TextsBySetting } from '../results/asked.js';
import type { Carried, Carrier } from './carrier.js';
import { type RecordedQuantity, recordedQuantities } from './record.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/** Words of the memory before the quantities. Rows are not counted in it: `endInterval` is called where there are new ones. */
const words = { acceptedTime: 0, lastStep: 1, rows: 2, rowFrom: 2, isExact: false } as const;
const firstCell = 3;

interface Kept {
  readonly name: ObserverName;
  readonly rows: readonly PlacedRow[];
}

type Read = (t: number, y: Float64Array, quantities: readonly RecordedQuantity[], values: Float64Array) => void;

/** Observed quantities, a double each from `firstCell` on. */
class Cells {
  readonly quantities: RecordedQuantity[] = [];
  private readonly byName = new Map<string, Quantity>();

  of(quantity: RecordedQuantity): Quantity {
    const { name, unit } = quantity;
    const known = this.byName.get(name);
    if (known) return known;
    const at = firstCell + this.quantities.length;
    const cell = { name, unit, partition: 0, plane0: at, plane1: at };
    this.quantities.push(quantity);
    this.byName.set(name, cell);
    return cell;
  }
}

export class Observers implements Carried {
  /** Observed quantities. */
  readonly quantities: readonly RecordedQuantity[];
  /** Their columns in recorded rows. */
  readonly columns: readonly RecordedQuantity[];
  private readonly kept: readonly Kept[];
  /** After each step, and behind recorded rows. */
  private readonly stepLoops: readonly ObserverLoop[];
  private readonly rowLoops: readonly ObserverLoop[];
  private read!: Read;
  private readonly F: Float64Array;
  private readonly I: Int32Array;
  private readonly values: Float64Array;

  /** `texts`: what is asked for, by setting; `step`: length of the last accepted step, s. Throws RunError for texts that are none, choose nothing or have values of another dimension. */
  constructor(
    private readonly system: CircuitSystem,
    texts: TextsBySetting,
    step: () => number,
  ) {
    const cells = new Cells();
    const site: ObserverSite = {
      ...this.surroundings,
      asked: (asking) =>
        askedBy(asking, texts, (patterns, what) => recordedQuantities(system, patterns, step, what).map((one) => cells.of(one))),
      // Kept unasked, and by integrators in ways of their own (joints.ts, integratorRun.ts).
      joints: () => [],
      modeWords: () => [],
    };
    const asked = askedObservers.map(({ name }) => ({ name, rows: observerOf(name).rows(site) })).filter(({ rows }) => rows.length > 0);
    this.quantities = cells.quantities;
    let end = firstCell + this.quantities.length;
    const list: number[] = [];
    const loops: ObserverLoops[] = [];
    this.kept = asked.map(({ name, rows }) => {
      const observer = observerOf(name);
      loops.push(observer.loops({ at: list.length, count: rows.length }, words));
      const placed = rows.map((row) => {
        const at = end;
        end += sizeOf(observer, row);
        list.push(...observer.entry(row, at));
        return { row, at };
      });
      return { name, rows: placed };
    });
    // What others look at in every eighth step is there in every one.
    this.stepLoops = loops.flatMap(({ look, accept, receive }) => [look, accept, receive].flatMap((one) => one ?? []));
    this.rowLoops = loops.flatMap(({ row }) => row ?? []);
    this.F = new Float64Array(asked.length === 0 ? 0 : end);
    this.I = Int32Array.from(list);
    this.values = this.F.subarray(firstCell, firstCell + this.quantities.length);
    this.columns = this.kept.flatMap(({ name, rows }) => rows.flatMap((placed) => this.columnsOf(name, placed)));
  }

  carry(carrier: Carrier): void {
    carrier.arrays(this.F);
  }

  /** At t = 0, from y; `read`: quantities at (t, y) → values, now and after each step. */
  start(y: Float64Array, read: Read): void {
    this.read = read;
    if (this.kept.length === 0) return;
    read(0, y, this.quantities, this.values);
    for (const { name, rows } of this.kept) for (const placed of rows) observerOf(name).start(this.F, placed, this.surroundings);
  }

  /** Once the first row is recorded. */
  begin(): void {
    for (const { name, rows } of this.kept) for (const { at } of rows) observerOf(name).begin?.(this.F, at);
  }

  /** After an accepted step of `length` s to (t, y). */
  take(t: number, y: Float64Array, length: number): void {
    if (this.kept.length === 0) return;
    this.read(t, y, this.quantities, this.values);
    this.F[words.acceptedTime] = t;
    this.F[words.lastStep] = length;
    for (const loop of this.stepLoops) this.run(loop);
  }

  /** Behind recorded rows. */
  endInterval(): void {
    for (const loop of this.rowLoops) this.run(loop);
  }

  /** The findings of envelopes and watches. */
  get findings(): Pick<Observed, 'envelopes' | 'watches'> {
    const rows = new Map(this.kept.map((one) => [one.name, one.rows]));
    return Object.fromEntries(askedObservers.map(({ name }) => [name, observerOf(name).findings(this.F, rows.get(name) ?? [])])) as Pick<
      Observed,
      'envelopes' | 'watches'
    >;
  }

  private get surroundings(): Pick<ObserverSite, 'vapourPressure'> {
    return { vapourPressure: this.system.circuit.fluid.vapourPressure };
  }

  private columnsOf(observer: ObserverName, { row, at }: PlacedRow): RecordedQuantity[] {
    const columns = observerOf(observer).columns?.(row) ?? [];
    return columns.map(({ name, unit, word }) => ({ name, unit, isKept: true, read: () => this.F[at + word] }));
  }

  /** There is one plane here, the accepted one. */
  private run({ step, offsets }: ObserverLoop): void {
    (step as (F: Float64Array, I: Int32Array, o: object, plane: number) => void)(this.F, this.I, offsets, 0);
  }
}
