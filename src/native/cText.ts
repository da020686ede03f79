/** Sources of the step → one C text with the exported functions and those that they call. */
import { type Callee, FunctionTable } from '../code/functionTable.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { nameOf, type WriterOptions } from './names.js';
import { prelude } from './prelude.js';
import { functionText, vectorFunctionText } from './scalarWriter.js';

export interface CText {
  /** Prelude and functions, all `static`. */
  readonly text: string;
  /** Exported functions, in the order of their names. */
  readonly exported: readonly ExportedFunction[];
}

export interface ExportedFunction {
  readonly as: string;
  /** Name in the C text. */
  readonly name: string;
  /** Number of int32 parameters; `gives`: it returns an int32. */
  readonly parameters: number;
  readonly gives: boolean;
}

/** `declarations`: C of functions that kernels call and that have no kernel text, those that are given among them. Throws SyntaxError for text outside the kernel language, and where C leaves the order of evaluation open. */
export function cText(
  sources: readonly KernelSource[],
  exported: readonly string[],
  options: WriterOptions,
  declarations: readonly string[] = [],
): CText {
  const table = new FunctionTable();
  for (const source of sources) table.add(source);
  const roots = exported.map((as) => table.find(as));
  const texts = new Map<Callee, string[]>();
  const onVectors = new Map<Callee, string>();
  const write = (made: Callee): void => {
    if (texts.has(made) || made.isGiven) return;
    const written = functionText(made, options);
    texts.set(made, [written.text]);
    for (const called of written.calls) write(called);
    for (const called of written.onVectors) writeOnVectors(called);
  };
  const writeOnVectors = (made: Callee): void => {
    if (onVectors.has(made)) return;
    onVectors.set(made, '');
    const written = vectorFunctionText(made, options);
    onVectors.set(made, written.text);
    for (const called of written.calls) write(called);
    for (const called of written.onVectors) writeOnVectors(called);
  };
  for (const root of roots) write(root);
  // In the order of the sources, each calls those before it.
  const functions = table.functions.flatMap((made) => [
    ...(texts.get(made) ?? []),
    ...(onVectors.has(made) ? [onVectors.get(made) as string] : []),
  ]);
  const body = functions.join('\n\n');
  return {
    text: `${[prelude(body, options), ...declarations].join('\n')}\n\n${body}\n`,
    exported: roots.map((made) => ({
      as: made.as as string,
      name: nameOf(made),
      parameters: made.tree.parameters.length,
      gives: made.tree.result !== null,
    })),
  };
}
