/**
 * A run by an integrator that is held: it goes on by orders, stands behind an accepted step between them, and can then be read, set and saved. Stops
 * change no bits. A value that is set is a jump: modes follow it where the run stands, and the method begins anew from there.
 */
import type { Circuit } from '../circuit/circuit.js';
import { shownName } from '../circuit/entries/joinedNames.js';
import { tablesOf } from '../circuit/views.js';
import { StateReader, StateWriter } from '../lumped/carrier.js';
import type { IntegratorRun } from '../lumped/integratorRun.js';
import { type RecordedQuantity, recordedQuantities } from '../lumped/record.js';
import { beginRun } from '../lumped/solve.js';
import { TreatedSystem } from '../lumped/treatments/treatedSystem.js';
import type { HeldLumpedOptions, IntegratorResults } from '../lumped/types.js';
import { found, notSettable, ownNames, tunableOf } from '../program/settable.js';
import {
  type Advance,
  checkedAdvance,
  checkLanding,
  closedError,
  endedError,
  goingError,
  type Held,
  recordedAt,
  type Stop,
} from '../results/held.js';
import type { Progress } from '../results/progress.js';
import type { RowPiece } from '../results/rows.js';
import { RunError } from '../results/runError.js';
import { checkCircuit, packCheckpoint, unpackCheckpoint, valuesHash } from '../run/held/checkpoint.js';
import { checkParameter } from '../run/held/tunable.js';
import { isOf, settingEntries } from '../settings/settings.js';
import { settled } from '../settings/settled.js';

/** The description in a checkpoint, beside the state. */
interface Head {
  readonly engine: 'integrators';
  readonly hash: string;
  readonly values: string;
  readonly circuit: string;
  readonly time: number;
  /** Settings that results follow from, as they were settled, with absolute tolerances by unknown. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly settled: Readonly<Record<string, unknown>>;
  readonly absoluteTolerance: readonly number[];
  readonly tunable: readonly string[];
  readonly set: readonly (readonly [name: string, value: number])[];
  /** Of its start, which is not searched again. */
  readonly notes: readonly string[];
  readonly arrays: readonly (readonly [name: string, length: number])[];
}

/** Settings of integrators that results follow from. */
const ofResults = settingEntries.flatMap(([name, setting]) =>
  isOf(setting, 'integrators') && setting.changes === 'results' && !setting.builds && name !== 'absoluteTolerance' ? [name] : [],
);

/** Opens a run, or the one that was saved. Rejects with RunError for what cannot begin, and for a checkpoint of another circuit or of other settings. */
export async function openIntegrator(circuit: Circuit, options: HeldLumpedOptions): Promise<HeldIntegrator> {
  const { resume, tunable = [], look = [], ...own } = options;
  if (!resume) {
    const run = await beginRun(circuit, own, { tunable: tunableOf(circuit, tunable) });
    return new HeldIntegrator(run, { ...own, tunable, look });
  }
  const { description: saved, array } = unpackCheckpoint<Head>(resume);
  checkCircuit(circuit, saved);
  const asked = { ...saved.options, ...own };
  checkSettings(circuit, asked, saved);
  const names = [...new Set([...saved.tunable, ...tunable])];
  const run = await beginRun(circuit, asked, { tunable: tunableOf(circuit, names), isResumed: true });
  const other = run.unknowns.findIndex(({ absoluteTolerance }, k) => absoluteTolerance !== saved.absoluteTolerance[k]);
  if (other >= 0 && saved.absoluteTolerance.length === run.unknowns.length)
    throw changed('absoluteTolerance', run.unknowns[other]?.absoluteTolerance, saved.absoluteTolerance[other]);
  const held = new HeldIntegrator(run, { ...asked, tunable: names, look });
  for (const [name, value] of saved.set) held.set(name, value);
  held.restore(array('state'));
  run.startNotes = saved.notes;
  return held;
}

const changed = (name: string, is: unknown, was: unknown): RunError =>
  new RunError(
    'RUN407',
    `${name} is ${JSON.stringify(is ?? null)}, and was ${JSON.stringify(was ?? null)} when the run was saved`,
    `leave ${name} out: what results depend on is as it was`,
  );

/** The settings of a run that results follow from. */
function settledFor(circuit: Circuit, options: object): Record<string, unknown> {
  const values = settled('integrators', circuit, options) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(ofResults.map((name) => [name, values[name] ?? null]));
}

function checkSettings(circuit: Circuit, options: object, saved: Head): void {
  for (const [name, value] of Object.entries(settledFor(circuit, options)))
    if (JSON.stringify(value) !== JSON.stringify(saved.settled[name])) throw changed(name, value, saved.settled[name]);
}

export class HeldIntegrator implements Held<IntegratorResults> {
  /** Values that have been set, in SI, by name. */
  readonly values = new Map<string, number>();
  private readonly lookedAt: readonly RecordedQuantity[];
  private order: Promise<unknown> | null = null;
  private isPausing = false;
  private isClosed = false;
  private results: IntegratorResults | null = null;

  constructor(
    private readonly run: IntegratorRun,
    private readonly options: HeldLumpedOptions,
  ) {
    const { look = [] } = options;
    this.lookedAt = look.length === 0 ? [] : recordedQuantities(run.system, look, () => run.stepper.t - run.stepper.before);
  }

  get progress(): Progress {
    return this.run.progress;
  }

  get columns(): Held['columns'] {
    return this.run.quantities;
  }

  get rows(): number {
    return this.run.rows.count;
  }

  get looked(): Held['looked'] {
    return this.lookedAt;
  }

  async advance(how?: Advance): Promise<Stop> {
    this.refuseWhileBusy('advance');
    if (this.results) return 'ended';
    if (this.options.signal?.aborted) return 'paused';
    const isReached = this.goalOf(how);
    const order = this.goOn(isReached);
    this.order = order;
    try {
      return await order;
    } finally {
      this.order = null;
    }
  }

  async pause(): Promise<void> {
    this.isPausing = this.order !== null;
    await this.order?.catch(() => {});
  }

  read(name: string): number {
    this.refuseWhileBusy('read');
    const { quantities } = this.run;
    return this.run.look([quantities[recordedAt(name, quantities)] as RecordedQuantity])[0];
  }

  look(which: ArrayLike<number>): Float64Array {
    this.refuseWhileGoing('look');
    const wanted = Array.from(which, (k) => this.lookedAt[k]);
    const read = this.run.look(wanted.flatMap((one) => one ?? []));
    let next = 0;
    return Float64Array.from(wanted, (one) => (one ? read[next++] : Number.NaN));
  }

  rowsFrom(first: number, columns: readonly number[]): RowPiece {
    this.refuseWhileBusy('rowsFrom');
    return this.run.rows.from(first, columns);
  }

  set(name: string, value: number): void {
    this.refuseWhileBusy('set');
    this.refuseAfterEnd('set');
    const { circuit, system } = this.run;
    const { component, kind, own } = found(circuit, name);
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new RunError('RUN416', `${name} cannot be ${value}`, 'give a finite number in SI');
    if (own in (kind.inputs ?? {})) {
      if (!system.setInput(component, own, value)) throw notSettable(name, 'its equations do not read it', []);
    } else {
      const { components, direct } = tablesOf(circuit);
      const { names = [], rows } = components.parameters[components.kind[component]] ?? {};
      const now = (parameter: string): number =>
        this.values.get(shownName(components.nameOf(component), parameter)) ??
        rows?.get(components.row[component], names.indexOf(parameter));
      const given = (parameter: string): number => (parameter === own ? value : now(parameter));
      checkParameter(kind, name, own, value, direct.reference.includes(component), given);
      if (!(own in kind.parameters)) throw notSettable(name, `${kind.kind} has no such parameter or input`, ownNames(kind));
      if (!system.setParameter(component, own, value, given))
        throw notSettable(
          name,
          'its equations have it as a constant, or do not read it after t = 0',
          [],
          `open the run with tunable: ['${name}']`,
        );
    }
    this.values.set(name, value);
    this.run.disturb();
  }

  /** Throws RunError for a run that `save` refuses whenever it is asked: where volumes are treated, as what treatments remember is theirs. */
  checkSaved(): void {
    if (!(this.run.system instanceof TreatedSystem)) return;
    throw new RunError(
      'RUN420',
      'save: a run with treated volumes cannot be saved: their treatments keep what they have seen to themselves',
      'leave the treatments out, or let the run go on to its end',
    );
  }

  save(): Uint8Array {
    this.refuseWhileBusy('save');
    this.refuseAfterEnd('save');
    this.checkSaved();
    const { run, options } = this;
    const { circuit } = run;
    const writer = new StateWriter();
    run.carry(writer);
    const given = options as Readonly<Record<string, unknown>>;
    const head = {
      engine: 'integrators',
      hash: circuit.hash,
      values: valuesHash(circuit),
      circuit: circuit.name,
      time: run.stepper.t,
      options: Object.fromEntries(
        [...ofResults, 'absoluteTolerance'].flatMap((name) =>
          given[name] === undefined || typeof given[name] === 'function' ? [] : [[name, given[name]]],
        ),
      ),
      settled: settledFor(circuit, options),
      absoluteTolerance: run.unknowns.map(({ absoluteTolerance }) => absoluteTolerance),
      tunable: options.tunable ?? [],
      set: [...this.values],
      notes: run.startNotes,
    } satisfies Omit<Head, 'arrays'>;
    return packCheckpoint(head, [['state', writer.state]]);
  }

  /** Puts a state in the place of that at t = 0. Throws RunError for one of another build. */
  restore(state: Float64Array): void {
    const reader = new StateReader(state);
    try {
      this.run.carry(reader);
      if (reader.isWhole) return;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    throw new RunError(
      'RUN403',
      'the checkpoint does not hold what this run needs',
      'run from the start; it was written by another version',
    );
  }

  async close(): Promise<IntegratorResults> {
    await this.release();
    this.results ??= this.run.interrupted();
    return this.results;
  }

  async release(): Promise<void> {
    await this.pause();
    this.isClosed = true;
  }

  private async goOn(isReached: (run: IntegratorRun) => boolean): Promise<Stop> {
    const { run, options } = this;
    this.isPausing = false;
    for (;;) {
      const state = run.slice(() => isReached(run));
      if (state !== 'running' && state !== 'reached') {
        this.results = run.ended(state);
        options.onProgress?.(run.progress);
        return 'ended';
      }
      options.onProgress?.(run.progress);
      if (state === 'reached') return 'reached';
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (this.isPausing || options.signal?.aborted) return 'paused';
    }
  }

  /** Whether a run has got there. */
  private goalOf(how: Advance | undefined): (run: IntegratorRun) => boolean {
    if (how === undefined) return () => false;
    const { name, value, land } = checkedAdvance(how);
    if (name === 'steps') {
      const last = this.run.stepper.counts.accepted + value;
      return ({ stepper }) => stepper.counts.accepted >= last;
    }
    if (land) this.landAt(value);
    return ({ stepper }) => stepper.t >= value;
  }

  private landAt(time: number): void {
    const { t } = this.run.stepper;
    checkLanding(time, t);
    this.run.integration.landing = time > t ? time : Number.POSITIVE_INFINITY;
  }

  private refuseWhileBusy(what: string): void {
    if (this.isClosed) throw closedError(what);
    this.refuseWhileGoing(what);
  }

  private refuseWhileGoing(what: string): void {
    if (this.order) throw goingError(what);
  }

  private refuseAfterEnd(what: string): void {
    if (this.results) throw endedError(what, this.progress.time);
  }
}
