/** Which back end makes the kernels; all give the same bits. 'js' is the reference, 'wasm' does not have to warm up, 'native' is C, compiled where it runs. */
export type KernelsName = 'js' | 'wasm' | 'native';

/** Those that need nothing of the machine. */
export type PortableKernels = Exclude<KernelsName, 'native'>;

/** A text of kernels with its constants, to become functions: by V8 as JavaScript (javascript.ts) or as WebAssembly (wasm/). */
export interface KernelSource {
  /** Functions in the language of the kernels (code/trees.ts). */
  readonly text: string;
  /** Values of names in the text. */
  readonly constants: Readonly<Record<string, number>>;
  /** The function of the text that other sources call, and the name by which they do. */
  readonly name: string;
  readonly as: string;
  /** Type of its parameters; 'int' unless it is an elementary function. */
  readonly parameters?: 'double';
  /** Functions of the text whose statements stand in place of their calls; with them in place already, the text for V8. */
  readonly inlined?: readonly string[];
  readonly javascript?: string;
  /** true: it has no text. Whoever opens the memory gives the function, which takes nothing and gives an integer. */
  readonly isGiven?: true;
}

/** Functions over the memory, by the names that sources have for them. Integers in, an integer or nothing out. */
export type KernelFunction = (...integers: number[]) => number;
