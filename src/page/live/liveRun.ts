/**
 * Orders of a live page to its engine, and the answers. The page knows this interface only: behind it is an engine at the other end of a WebSocket
 * (`ringmain view`) or in a worker of the page itself (`ringmain page`). Everything here is plain data; numbers are SI.
 */
import type { Diagnostic } from '../../circuit/file/diagnostic.js';
import type { LiveDrawing } from '../../report/drawing/live.js';

/** Settings that may change while a run stands: it goes on from where it is. */
export interface Settings {
  /** 'tlm', or the name of an integrator. */
  readonly solver: string;
  /** Relative tolerance of an integrator; null: that of the file. */
  readonly tolerance: number | null;
  readonly workers: number | 'auto';
  /** How partitions are made; '' with a plan of one's own. */
  readonly method: string;
  /** Text of a plan file; '' for none. */
  readonly plan: string;
  /** Pa; null: that of the file, and where steps are fixed. */
  readonly pressureError: number | null;
  /** s; null: that of the file. */
  readonly until: number | null;
}

/** A checkpoint that the engine keeps. */
export interface Kept {
  readonly id: number;
  /** s, simulated */
  readonly time: number;
}

/** A quantity with its SI unit. */
export interface Named {
  readonly name: string;
  readonly unit: string;
}

/** A run that stands ready. */
export interface Opened {
  readonly text: string;
  readonly name: string;
  readonly title: string;
  readonly components: number;
  readonly lines: number;
  /** s */
  readonly end: number;
  readonly hasFixedStep: boolean;
  /** Pa; of the file, and as it is. */
  readonly pressureError: number;
  readonly settings: Settings;
  /** Solvers that there are, and the relative tolerance that integrators have. */
  readonly solvers: readonly string[];
  readonly tolerance: number;
  readonly methods: readonly string[];
  readonly cores: number;
  /** Threads and partitions that were chosen. */
  readonly workers: number;
  readonly partitions: number;
  /** By partition: its work over the mean of all, by counted costs. */
  readonly load: readonly number[];
  readonly notes: readonly string[];
  /** Recorded columns, and those that are plotted, by number. */
  readonly columns: readonly Named[];
  readonly plotted: readonly number[];
  readonly kept: readonly Kept[];
  readonly state: State;
  /** Simulated seconds a second; 0: as fast as it goes. */
  readonly pace: number;
}

/** Mistakes of a circuit's text, at their places. */
export interface Mistaken {
  readonly mistakes: readonly Diagnostic[];
}

export type State = 'standing' | 'going' | 'ended';

/** A parameter, or an input that can be held at a value. */
export interface Tunable extends Named {
  readonly about: string;
  readonly sort: 'parameter' | 'input';
  /** As it is; of an input that nobody has set what the file has, or 0. */
  readonly value: number;
  /** Ends of a slider. */
  readonly low: number;
  readonly high: number;
  readonly isSet: boolean;
}

/** News of a run since the last frame. */
export interface Frame {
  readonly state: State;
  /** s, simulated */
  readonly time: number;
  readonly end: number;
  /** Length of the last step, s. */
  readonly step: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Simulated seconds a second of the last while; 0 while it stands. */
  readonly ratio: number;
  /** Quantities that the page has asked for by `show`, in their order. */
  readonly values: Float64Array;
  /** Number of the first of these rows among all recorded ones; smaller than before: the run was put back. */
  readonly firstRow: number;
  readonly t: Float64Array;
  /** By plotted column. */
  readonly rows: readonly Float64Array[];
  /** Of a run that has ended. */
  readonly ended: Ended | null;
  /** Why it could not go on, and what can be done; '' unless that was tried in vain. */
  readonly mistake: string;
}

export interface Ended {
  readonly digest: string;
  readonly stateDigest: string;
  /** Why it ended before its end, and what can be done; '' for a good end. */
  readonly message: string;
  readonly wallSeconds: number;
  /** Who limited or rejected most steps; integrators know nobody. */
  readonly limitedBy: readonly { readonly what: string; readonly limited: number; readonly rejected: number }[];
}

/** A timed stretch of the run, made aside, by thread: shares of its time. */
export interface Measured {
  readonly threads: readonly {
    readonly partitions: readonly number[];
    readonly computing: number;
    readonly waiting: number;
    readonly exchanging: number;
    /** Waits in which it slept. */
    readonly sleeps: number;
  }[];
  readonly synchronisations: number;
  /** ns, from one synchronisation to the next. */
  readonly eachNs: number;
}

/** Recorded rows of some columns. */
export interface Rows {
  readonly firstRow: number;
  readonly t: Float64Array;
  readonly rows: readonly Float64Array[];
}

/** A run that a page looks at and turns at. Every order rejects with a message that says what to do. */
export interface LiveRun {
  /** The run that is open, for a page that was loaded again; null: none. */
  standing(): Promise<Opened | null>;
  /** Reads and checks a text and opens a run of it, in place of the one before. */
  open(name: string, text: string): Promise<Opened | Mistaken>;
  /** Draws the open circuit, or one of its stations. */
  drawing(station: string): Promise<LiveDrawing>;
  /** From now on frames have these quantities; gives the names that are known. */
  show(names: readonly string[]): Promise<readonly string[]>;
  /** From now on frames have rows of these recorded columns; gives those that there are. */
  plot(columns: readonly number[]): Promise<Rows>;
  go(): Promise<void>;
  pause(): Promise<void>;
  /** So many accepted steps. */
  step(steps: number): Promise<void>;
  /** Simulated seconds a second; 0: as fast as it goes. */
  pace(factor: number): Promise<void>;
  /** Parameters and inputs whose names have all words of a text; not more than a page shows. */
  find(text: string): Promise<readonly Tunable[]>;
  set(name: string, value: number): Promise<void>;
  /** Goes on with other settings, from where the run stands; by another solver, and where it has ended, it begins anew. */
  change(settings: Settings): Promise<Opened>;
  /** Begins anew with the values that are set. */
  restart(): Promise<Opened>;
  /** Keeps a checkpoint. */
  keep(): Promise<readonly Kept[]>;
  /** Goes back to a checkpoint. */
  back(id: number): Promise<Opened>;
  measure(): Promise<Measured>;
  /** All recorded rows as a table. */
  csv(): Promise<string>;
  /** Gives the next frames to `show`, one when the one before has been taken. */
  listen(show: (frame: Frame) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Orders that a page may give, by name; the rest of the interface is not for others. */
export const orders = [
  'standing',
  'open',
  'drawing',
  'show',
  'plot',
  'go',
  'pause',
  'step',
  'pace',
  'find',
  'set',
  'change',
  'restart',
  'keep',
  'back',
  'measure',
  'csv',
] as const satisfies readonly (keyof LiveRun)[];

export type Order = (typeof orders)[number];
