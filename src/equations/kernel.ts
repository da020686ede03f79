/** What a kernel is: its columns, its text, and how a batch completes it. */
import type { Node } from './graph.js';
import type { Model } from './model.js';

/** A column that the kernel needs: the layout gives each a place. */
export interface KernelColumn {
  /** Name in the kernel's text: `o_KEY` is the offset in doubles (two planes: `o_KEY_0`, and `o_stride` doubles behind it the other). */
  readonly key: string;
  readonly role:
    | 'parameter'
    | 'derived'
    | 'tableStart'
    | 'tableCount'
    | 'input'
    | 'state'
    | 'rate'
    | 'hold'
    | 'guess'
    | 'guessBefore'
    | 'void'
    | 'volume'
    | 'output'
    | 'net';
  /** Parameter, state, input, output or port that it belongs to. */
  readonly of: string;
  readonly planes: 1 | 2;
  /** Of a derived parameter: its expression of parameters. */
  readonly node?: Node;
}

/** What a batch of instances of one kind needs; `body` is completed by `kernelText`. */
export interface Kernel {
  readonly model: Model;
  readonly columns: readonly KernelColumn[];
  /** Ports that may cavitate: the component sets their flow. */
  readonly cavitating: readonly string[];
  readonly hasNextEvent: boolean;
  /** Doubles that it works in, at `o_scratch`; they mean nothing between calls. */
  readonly scratch: number;
  readonly body: string;
}

export interface KernelOptions {
  /** Values of 'fluid:NAME' symbols. */
  readonly fluid: Readonly<Record<string, number>>;
  /** Parameters that all instances share: constants of the text in place of columns to be read. */
  readonly shared?: Readonly<Record<string, number>>;
  /** States that other components read as signals: written as outputs too. */
  readonly exported: readonly string[];
  /** Whether the sum of the port flows is not identically zero, so that its integral is kept for the mass balance. */
  readonly countsNet: boolean;
  /** Whether port flows are stored: only where they are recorded or summed; the wave that leaves is what the next step needs. */
  readonly storesFlow: boolean;
  /** Write these outputs only and nothing else: the early half of a component that breaks a signal loop. */
  readonly outputsOnly?: readonly string[];
}

/**
 * Complete text of a batch's kernel: the offsets as constants, then the body.
 * The text is each batch's own, which is what lets V8 fold the offsets and keep one shape of access per kernel.
 */
export function kernelText(body: string, constants: Readonly<Record<string, number>>): string {
  const names = Object.entries(constants).map(([name, value]) => `o_${name} = ${value}`);
  return `const ${names.join(', ')};\n${body}`;
}

/** A name as an identifier of the kernel's text. */
export function identifier(name: string): string {
  return name.replace(/\W/g, '_');
}
