/**
 * Texts of step functions, by function. A compiler of kernels needs them as they were written; a function's own text is not that any more where a bundler has
 * shortened it, nor is its name. The build (build/generate.ts) puts a `keepText` for every function (F, I, o, …) at the end of each compiled file of this folder, and
 * for all of those of the elementary functions.
 */
const texts = new Map<unknown, string>();

/** Keeps the text of a function: 'function decide(F, I, o) { … }'. */
export function keepText(made: unknown, text: string): void {
  texts.set(made, text);
}

/** The text of a function. Throws where the build has kept none. */
export function textOf(made: { readonly name: string }): string {
  const text = texts.get(made);
  if (text === undefined)
    throw new Error(
      `no text of the step function ${made.name} is kept: 'npm run build' keeps those of functions (F, I, o, …) of src/blocks`,
    );
  return text;
}

/** The name of a function in its text. */
export function nameOf(made: { readonly name: string }): string {
  return (/^function (\w+)/.exec(textOf(made)) as RegExpExecArray)[1] as string;
}
