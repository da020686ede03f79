/** A kernel: its columns, its text, and how a batch completes it. */
import type { Node } from '../graph/graph.js';
import type { Model } from '../language/model.js';
import type { StepMode } from '../solve/stepModes.js';

/** A column that the kernel needs: the layout gives each a place. */
export interface KernelColumn {
  /** Name in the kernel's text: `o_KEY` is the offset in doubles (two planes: `o_KEY_0`, and `o_stride` doubles behind it the other). */
  readonly key: string;
  /** Of an input, the column holds places in memory, as Int32 words from 2·o_KEY on. */
  readonly role:
    | 'parameter'
    | 'derived'
    | 'tableStart'
    | 'tableCount'
    | 'input'
    | 'endInput'
    | 'state'
    | 'rate'
    | 'change'
    | 'hold'
    | 'margin'
    | 'side'
    | 'since'
    | 'lag'
    | 'crossing'
    | 'guess'
    | 'guessBefore'
    | 'cavity'
    | 'volume'
    | 'output'
    | 'endOutput'
    | 'oil'
    | 'mode';
  /** Parameter, state, input, output or port that it belongs to. */
  readonly of: string;
  readonly planes: 1 | 2;
  /** Of a derived parameter: its expression of parameters. */
  readonly node?: Node;
}

/** Needs of a batch of instances of one kind; `body` is completed by the offsets of `kernelConstants`. */
export interface Kernel {
  readonly model: Model;
  readonly columns: readonly KernelColumn[];
  /** Ports that may cavitate: hydraulic ones whose flow the component sets. */
  readonly cavitating: readonly string[];
  readonly hasNextEvent: boolean;
  /** States whose error is judged: columns of their errors. */
  readonly judged: readonly JudgedState[];
  /** Keys of the columns of crossings (crossings.ts), and whether what crosses acts in the step after only. */
  readonly crossings: readonly { readonly crossing: string; readonly late: boolean }[];
  /** Doubles that it works in, at `o_scratch`; they mean nothing between calls. */
  readonly scratch: number;
  /** Meanings of its columns of modes (solve/stepModes.ts), word by word; none where nobody asks. */
  readonly modes: readonly StepMode[];
  readonly body: string;
}

export interface JudgedState {
  readonly state: string;
  /** Key of the column of errors, with their sign; columns of rates are beside it. */
  readonly change: string;
}

export interface KernelOptions {
  /** Values of 'fluid:NAME' symbols. */
  readonly fluid: Readonly<Record<string, number>>;
  /** Parameters that all instances share: constants of the text in place of columns to be read. */
  readonly shared?: Readonly<Record<string, number>>;
  /** States that other components read as signals: written as outputs too. */
  readonly exported: readonly string[];
  /** Outputs, and exported states, whose values at the end of the step others ask for. */
  readonly ends?: ReadonlySet<string>;
  /** Whether oil comes into the circuit here, or leaves it, so that its integral is kept for the oil balance: what the equations say is added, else the port's flow. */
  readonly countsOil: boolean;
  /** Whether port flows are stored: only where they are recorded or summed; the wave that leaves is what the next step needs. */
  readonly storesFlow: boolean;
  /** False where nobody asks for the pressures of ports whose flow the component sets: at a fixed step, where none is recorded. */
  readonly storesPressure?: boolean;
  /** Ports that see a fixed pressure without a line: C is that pressure, Z = 0, nobody reads their outgoing waves. */
  readonly direct?: readonly string[];
  /** By port: the inertance that its line has in a step, in parts of Z Δ, which masses are solved without (lineInertances.ts); left out: none. */
  readonly inertances?: Readonly<Record<string, number>>;
  /** States whose rates are kept, each with its weight: where a step is judged by them. */
  readonly judged?: ReadonlyMap<string, number>;
  /** Whether its modes are written. */
  readonly modes?: boolean;
  /** Whether crossings are written, where steps are to end. */
  readonly locates?: boolean;
  /** Write these outputs only and nothing else: the early half of a component that breaks a signal loop. */
  readonly outputsOnly?: readonly string[];
}

/** Offsets by key → values of the names in a kernel's text: the text is each batch's own, so that offsets are part of its instructions. */
export function kernelConstants(offsets: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(offsets).map(([key, offset]) => [`o_${key}`, offset]));
}

/** A name as an identifier of the kernel's text. */
export function identifier(name: string): string {
  return name.replace(/\W/g, '_');
}
