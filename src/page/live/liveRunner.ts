/** The engine's side of a live page: one circuit, its run, and what the page asks of it. It runs in a worker thread of Node or in a worker of the page. */

import { CircuitError } from '../../circuit/file/diagnostic.js';
import { parseCircuit } from '../../circuit/file/parse.js';
import { entryOf } from '../../circuit/text/known.js';
import { partitionMethods } from '../../partition/methods/registry.js';
import type { LiveDrawing } from '../../report/drawing/live.js';
import { csvText } from '../../results/csv.js';
import type { RowPiece } from '../../results/rows.js';
import { RunError } from '../../results/runError.js';
import type { ThreadHost } from '../../run/threads/threadHost.js';
import { lines } from '../../session/engine.js';
import type { Results } from '../../session/types.js';
import { integratorNames } from '../../settings/integratorSettings.js';
import { settled } from '../../settings/settled.js';
import type { Frame, Kept, LiveRun, Measured, Mistaken, Opened, Rows, Settings, State, Tunable } from './liveRun.js';
import { measured } from './measure.js';
import { Pacer } from './pacer.js';
import { chosenOf, chosenOfIntegrator, limitedBy, RunHolder } from './runHolder.js';
import { thinned } from './thin.js';
import { tunablesOf } from './tunables.js';

/** Where a live run runs: its threads, cores, and drawer. */
export interface Surroundings {
  /** Where runs have threads from; default: Node's own. */
  readonly threads?: ThreadHost | undefined;
  readonly cores: number;
  /** Settings that runs are opened with, where a page has not chosen otherwise. */
  readonly first?: Partial<Settings> | undefined;
  /** Notes about runs here. */
  readonly notes?: readonly string[];
  /** Draws the circuit of a text, or one of its stations, beside the engine. */
  draw(text: string, station: string): Promise<LiveDrawing>;
}

/** Rows at most: of those recorded until a plot begins, and of a frame, thirty of which come in a second. */
const [mostRows, mostRowsOfFrame] = [4000, 200];
/** Sliders that a page shows. */
const mostFound = 40;
const mostKept = 20;
/** One timed slice of so many, in a stretch that is measured. */
const timedOneOf = 2;

type Saved = Kept & { readonly bytes: Uint8Array };

export class LiveRunner implements LiveRun {
  private holder: RunHolder | null = null;
  private source = { name: '', text: '' };
  /** The picture of all of it, begun while the run was opened. */
  private drawn: Promise<LiveDrawing> | null = null;
  private results: Results | null = null;
  private kept: Saved[] = [];
  private shown: number[] = [];
  private plotted: readonly number[] = [];
  private nextId = 1;
  /** Why the run does not go on. */
  private mistake = '';
  /** Rows that the page has. */
  private sent = 0;
  private readonly pacer: Pacer;

  constructor(private readonly surroundings: Surroundings) {
    this.pacer = new Pacer(
      () => this.open_.run,
      () => this.frame(),
      () => this.finish(),
      (error) => {
        this.mistake = asError(error).message;
      },
    );
  }

  async standing(): Promise<Opened | null> {
    return this.holder && this.alone(() => this.opened());
  }

  async open(name: string, text: string): Promise<Opened | Mistaken> {
    try {
      const { circuit } = parseCircuit(text, name);
      const drawn = this.surroundings.draw(text, '');
      // Whoever asks for the picture gets the reason why it cannot be drawn.
      drawn.catch(() => {});
      const holder = await RunHolder.open(circuit, this.surroundings.threads, this.surroundings.first ?? {});
      await this.close();
      this.source = { name, text };
      this.drawn = drawn;
      this.kept = [];
      this.shown = [];
      const { columns } = holder.run;
      this.plotted = columns.slice(0, 3).map((_, k) => k);
      this.take(holder);
      return this.opened();
    } catch (error) {
      if (error instanceof CircuitError) return { mistakes: error.diagnostics };
      throw asError(error);
    }
  }

  drawing(station: string): Promise<LiveDrawing> {
    // Kept for a page that is loaded again.
    return station === '' && this.drawn ? this.drawn : this.surroundings.draw(this.source.text, station);
  }

  show(names: readonly string[]): Promise<readonly string[]> {
    return this.alone(() => {
      const numbers = new Map(this.open_.run.looked.map(({ name }, k) => [name, k]));
      const known = names.filter((name) => numbers.has(name));
      this.shown = known.map((name) => entryOf(numbers, name));
      this.pacer.offer();
      return known;
    });
  }

  plot(columns: readonly number[]): Promise<Rows> {
    return this.alone(() => {
      const { run } = this.open_;
      this.plotted = columns.filter((k) => k >= 0 && k < run.columns.length);
      return this.rowsFrom(0, mostRows);
    });
  }

  async go(): Promise<void> {
    await this.alone(() => this.open_);
    this.mistake = '';
    this.pacer.go();
  }

  async pause(): Promise<void> {
    await this.pacer.hold();
  }

  async step(steps: number): Promise<void> {
    await this.pacer.hold();
    await this.alone(async () => {
      const stop = this.results ? 'ended' : await this.open_.run.advance({ steps });
      if (stop === 'ended') await this.finish();
    });
    this.pacer.offer();
  }

  async pace(factor: number): Promise<void> {
    if (!(factor >= 0)) throw new Error(`a pace of ${factor}: give simulated seconds a second, 0 for as fast as it goes`);
    this.pacer.setPace(factor);
  }

  find(text: string): Promise<readonly Tunable[]> {
    return this.alone(() => tunablesOf(this.open_.circuit, text, this.open_.run.values, mostFound));
  }

  set(name: string, value: number): Promise<void> {
    return this.alone(async () => {
      if (!this.open_.lets(name)) {
        this.take(await this.open_.settable(name, this.results !== null));
        this.pacer.offer();
      }
      this.open_.run.set(name, value);
    });
  }

  change(settings: Settings): Promise<Opened> {
    return this.alone(async () => {
      this.take(await this.open_.changed(settings, this.results !== null));
      this.pacer.offer();
      return this.opened();
    });
  }

  async restart(): Promise<Opened> {
    await this.pacer.hold();
    return this.alone(() => this.reopened(this.open_.settings, null));
  }

  keep(): Promise<readonly Kept[]> {
    return this.alone(() => {
      const { run } = this.open_;
      this.kept.push({ id: this.nextId, time: run.progress.time, bytes: run.save() });
      this.nextId++;
      this.kept = this.kept.slice(-mostKept);
      return this.keptNow();
    });
  }

  async back(id: number): Promise<Opened> {
    await this.pacer.hold();
    return this.alone(() => {
      const saved = this.kept.find((one) => one.id === id);
      if (!saved) throw new Error(`there is no checkpoint ${id} any more; the last ${mostKept} are kept`);
      return this.reopened(this.open_.settings, saved.bytes);
    });
  }

  measure(): Promise<Measured> {
    return this.alone(async () => measured(await this.open_.timed(timedOneOf)));
  }

  csv(): Promise<string> {
    return this.alone(() => {
      const { run } = this.open_;
      const { columns } = run;
      const all = columns.map((_, k) => k);
      const standing = (): Parameters<typeof csvText>[0] => {
        const { t, columns: values } = run.rowsFrom(0, all);
        return { columns, t, series: (name) => ({ y: values[columns.findIndex((one) => one.name === name)] ?? t }) };
      };
      return [...csvText(this.results ?? standing())].join('');
    });
  }

  async listen(show: (frame: Frame) => Promise<void>): Promise<void> {
    this.sent = 0;
    this.pacer.listen(show);
  }

  async close(): Promise<void> {
    await this.pacer.hold();
    await this.holder?.run.release();
    this.holder = null;
    this.results = null;
  }

  private get open_(): RunHolder {
    if (!this.holder) throw new Error('no circuit is open; open one first');
    return this.holder;
  }

  /** Does something while the run stands; mistakes come with what can be done about them. */
  private async alone<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await this.pacer.alone(work);
    } catch (error) {
      throw asError(error);
    }
  }

  private take(holder: RunHolder): void {
    this.holder = holder;
    this.results = null;
    this.mistake = '';
    this.sent = 0;
    this.pacer.begin();
  }

  private async reopened(settings: Settings, resume: Uint8Array | null): Promise<Opened> {
    this.take(await this.open_.reopened({ settings }, resume));
    this.pacer.offer();
    return this.opened();
  }

  /** The account of a run that has come to its end. */
  private async finish(): Promise<void> {
    this.results ??= await this.open_.run.close();
  }

  private get state(): State {
    return this.results ? 'ended' : this.pacer.isGoing ? 'going' : 'standing';
  }

  private keptNow(): Kept[] {
    return this.kept.map(({ id, time }) => ({ id, time }));
  }

  private opened(): Opened {
    const { circuit, settings, run } = this.open_;
    const { workers, parts, notes } = this.open_.choice;
    return {
      ...this.source,
      title: circuit.title || circuit.name,
      components: circuit.components.length,
      lines: circuit.lines.length,
      end: run.progress.end,
      hasFixedStep: circuit.run.step !== null,
      pressureError: settled('lines', circuit, chosenOf(settings)).pressureError,
      settings,
      solvers: [lines, ...integratorNames],
      tolerance: settled('integrators', circuit, chosenOfIntegrator(settings)).relativeTolerance,
      methods: [...partitionMethods.keys()],
      cores: this.surroundings.cores,
      workers,
      partitions: parts,
      load: this.open_.load(),
      notes: [...(this.surroundings.notes ?? []), ...notes],
      columns: run.columns.map(({ name, unit }) => ({ name, unit })),
      plotted: this.plotted,
      kept: this.keptNow(),
      state: this.state,
      pace: this.pacer.pace,
    };
  }

  private frame(): Frame {
    const { run } = this.open_;
    const { time, end, step, accepted, rejected } = run.progress;
    const isClosed = this.results !== null;
    return {
      state: this.state,
      time,
      end,
      step,
      accepted,
      rejected,
      ratio: this.pacer.ratio,
      values: run.look(this.shown),
      ...this.rowsFrom(this.sent, mostRowsOfFrame),
      ended: isClosed ? endedOf(this.results as Results) : null,
      mistake: this.mistake,
    };
  }

  /** Rows from a number on, which the page has then. */
  private rowsFrom(firstRow: number, most: number): Rows {
    const { run } = this.open_;
    const piece = this.results ? rowsOf(this.results, firstRow, this.plotted) : run.rowsFrom(firstRow, this.plotted);
    this.sent = firstRow + piece.t.length;
    const { t, columns } = thinned(piece, most);
    return { firstRow, t, rows: columns };
  }
}

function rowsOf(results: Results, firstRow: number, columns: readonly number[]): RowPiece {
  const series = columns.map((k) => results.series(results.columns[k]?.name as string).y.slice(firstRow));
  return { t: results.t.slice(firstRow), columns: series };
}

function endedOf(results: Results): Frame['ended'] {
  const { digest, stateDigest, ending, cost } = results;
  const remedy = ending && 'remedy' in ending ? `; ${ending.remedy}` : '';
  return {
    ...{ digest, stateDigest, message: ending ? `${ending.message}${remedy}` : '' },
    ...{ wallSeconds: cost.wallSeconds, limitedBy: limitedBy(results) },
  };
}

/** An error whose message alone says what is wrong and what can be done: nothing else of it comes over. */
function asError(error: unknown): Error {
  if (error instanceof RunError) return new Error(`${error.code}  ${error.message}; ${error.remedy}`);
  return error instanceof Error ? error : new Error(String(error));
}
