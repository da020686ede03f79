/** Functions of several texts, in the order in which they may call each other: what a writer of code begins with. */
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { isStraight } from './laneLoops.js';
import { lower } from './lower.js';
import type { FunctionTree } from './trees.js';

/** A function of the table. */
export interface Callee {
  readonly index: number;
  readonly tree: FunctionTree;
  /** The name that other texts have for it; null of one that its own text alone calls. */
  readonly as: string | null;
  /** Of the text that it stands in. */
  readonly source: string;
  /** Whether it works on the memory: all do but the elementary functions on doubles. */
  readonly hasMemory: boolean;
  /** The functions that its own calls mean. */
  readonly callee: (name: string) => Callee;
  /** Values of its variables one after the other, then its result: may stand in place of a call. */
  readonly isStraight: boolean;
  /** Whether it has no text: who opens the memory gives it. */
  readonly isGiven: boolean;
}

/** Of a function that is given. */
const givenTree = (name: string): FunctionTree => ({ name, parameters: [], result: 'int', body: [] });

/** Trees of functions on doubles, elementary ones and laws of fluids: they call each other alone, so that those of a source are the same in all modules. */
const onDoubles = new WeakMap<KernelSource, readonly FunctionTree[]>();

export class FunctionTable {
  readonly functions: Callee[] = [];
  /** By the names that other texts have for them. */
  private readonly named = new Map<string, Callee>();
  private readonly signatures = new Map<string, FunctionTree>();

  /** Adds the functions of a text; it may call those of texts added before. What is given comes before all texts. Throws SyntaxError for text outside of the language. */
  add(source: KernelSource): void {
    const { name, as, parameters = 'int', isGiven = false } = source;
    if (isGiven && this.functions.some((one) => !one.isGiven)) throw new Error(`${as} is given, and comes behind texts`);
    const own = new Map<string, Callee>();
    for (const tree of this.trees(source)) {
      const isNamed = tree.name === name;
      const made: Callee = {
        index: this.functions.length,
        tree,
        as: isNamed ? as : null,
        source: as,
        hasMemory: parameters === 'int',
        callee: (called) => own.get(called) ?? this.find(called),
        isStraight: parameters === 'double' && isStraight(tree),
        isGiven,
      };
      own.set(tree.name, made);
      this.functions.push(made);
      if (!isNamed) continue;
      this.named.set(as, made);
      this.signatures.set(as, tree);
    }
  }

  private trees(source: KernelSource): readonly FunctionTree[] {
    const { text, constants, parameters = 'int', inlined, name, isGiven } = source;
    if (isGiven) return [givenTree(name)];
    const trees = onDoubles.get(source) ?? lower(text, constants, this.signatures, parameters, inlined);
    if (parameters === 'double') onDoubles.set(source, trees);
    return trees;
  }

  find(name: string): Callee {
    const made = this.named.get(name);
    if (!made) throw new Error(`no function ${name}`);
    return made;
  }
}
