/** Sources of the step → one C text, of the functions that are exported and those that they call. */
import { type Callee, FunctionTable } from '../code/functionTable.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { nameOf, type WriterOptions } from './names.js';
import { prelude } from './prelude.js';
import { functionText, vectorFunctionText } from './scalarWriter.js';

export interface CText {
  /** Prelude and functions, all `static`. */
  readonly text: string;
  /** Of the exported functions, in their order. */
  readonly exported: readonly ExportedFunction[];
}

export interface ExportedFunction {
  readonly as: string;
  /** In C. */
  readonly name: string;
  /** How many integers it takes; whether it gives one. */
  readonly parameters: number;
  readonly gives: boolean;
}

/** `declarations`: what functions call that is no text of the kernels. Throws SyntaxError for what is not in the language of the kernels, or where C would leave the order of evaluation open. */
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
    if (texts.has(made)) return;
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
