/** YAML text → Circuit. Pure: files are read elsewhere. */
import { type Document, LineCounter } from 'yaml';
import { z } from 'zod';
import type { Circuit } from '../circuit.js';
import { mistakesOfOptions, option } from '../entries/options.js';
import type { ReadShare } from '../entries/share.js';
import { type ChoosesShare, resolveShare } from '../resolve.js';
import { CircuitError, type Diagnostic } from './diagnostic.js';
import { documentsOf, TooDeep } from './document.js';
import { Mistakes } from './mistakes.js';
import { deepRemedy, Nodes, tooDeep } from './nodes.js';
import { Places } from './places.js';
import { shown } from './shown.js';

export interface ParseOptions {
  /** `--set` entries: 'component.parameter=value'. */
  readonly set?: readonly string[];
  /** Volumes that an integrator treats in place of those under `run.treat`, and by which treatment: their quantities may stand under `record:`. */
  readonly treated?: Readonly<Record<string, string>>;
}

/** A circuit and the warnings of its file. Throws CircuitError with every mistake. */
export function parseCircuit(text: string, file: string, options: ParseOptions = {}): { circuit: Circuit; warnings: Diagnostic[] } {
  checkCall(text, file, options);
  return circuitReader(text, file)(options.set ?? [], options.treated);
}

/** Parses a text once, to be read with different `--set` entries; each reading throws CircuitError with every mistake, or gives the circuit and its warnings. */
export function circuitReader(
  text: string,
  file: string,
): (set: readonly string[], treated?: ParseOptions['treated']) => { circuit: Circuit; warnings: Diagnostic[] } {
  const read = sharedReader(text, file);
  return (set, treated) => {
    const { circuit, warnings } = read(set, null, treated);
    return { circuit, warnings };
  };
}

/** As that, of the share that a rank `chooses` (file/parseShare.ts), or, where that is null, of the whole circuit. */
export function sharedReader(
  text: string,
  file: string,
): (
  set: readonly string[],
  chooses: ChoosesShare | null,
  treated?: ParseOptions['treated'],
) => { circuit: Circuit; share: ReadShare; warnings: Diagnostic[] } {
  const lineCounter = new LineCounter();
  const document = documentOf(text, file, lineCounter);
  const nodes = new Nodes(document, lineCounter);
  if (nodes.mistakes.length > 0) throw new CircuitError(file, nodes.mistakes);
  const plain = nodes.plain();
  const places = new Places(document.contents, nodes, lineCounter, text);
  return (set, chooses, treated) => {
    const mistakes = new Mistakes();
    const resolved = resolveShare(plain, set, mistakes, chooses, treated);
    const located = mistakes.located((path, inText) => places.of(path, inText));
    if (!resolved)
      throw new CircuitError(
        file,
        located.filter((d) => d.severity === 'error'),
      );
    return { ...resolved, warnings: located };
  };
}

/** The one document of a text. Throws CircuitError where it is no YAML, or has another. */
function documentOf(text: string, file: string, counter: LineCounter): Document {
  try {
    const [document, second] = documentsOf(text, counter);
    const mistake = document?.errors[0] ?? (second && { code: 'MULTIPLE_DOCS', message: '', pos: second.range });
    if (!document || mistake) throw new CircuitError(file, [syntaxMistake(mistake as Document['errors'][number], counter)]);
    return document;
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const { line, col } = counter.linePos(error.offset);
    throw new CircuitError(file, [
      { code: 'CIR003', severity: 'error', message: tooDeep, remedy: deepRemedy, place: { line, column: col } },
    ]);
  }
}

const rules = {
  set: option.texts("a list of texts, such as ['prv.crackingPressure=160 bar']"),
  treated: option.other(z.record(z.string(), z.string()), "volumes and what treats them, such as { V1: 'quasi-steady' }"),
  onWarning: option.callback(),
};

/** Programs that no compiler checks may hand over anything. */
function checkCall(text: unknown, file: unknown, options: unknown): void {
  const mistakes = mistakesOfOptions(rules, options);
  if (typeof text !== 'string')
    mistakes.push({
      message: `the text of a circuit is ${shown(text)}; it must be a text`,
      remedy: 'readCircuit takes the path of a file',
    });
  if (mistakes.length === 0) return;
  const of = typeof file === 'string' ? file : 'circuit';
  throw new CircuitError(
    of,
    mistakes.map(({ message, remedy }) => ({ code: 'CIR704', severity: 'error', message, remedy })),
  );
}

/** The way out of a mistake of syntax, by the library's code. */
const remedies: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'indent with spaces',
  MULTIPLE_DOCS: "one file is one circuit: delete the line '---' and what follows",
  BLOCK_AS_IMPLICIT_KEY: 'put a text with a colon in quotes, or begin a new line',
  BAD_INDENT: 'indent all keys of one map alike, and close every { and [ before the next key',
  MISSING_CHAR: 'close the quote, { or [, or write the colon',
};

/** The first mistake of syntax: those after it are mostly its consequences. */
function syntaxMistake(error: Document['errors'][number], counter: LineCounter): Diagnostic {
  const { line, col } = counter.linePos(error.pos[0]);
  const message =
    error.code === 'MULTIPLE_DOCS' ? 'a second document begins here' : `${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
  return {
    code: 'CIR001',
    severity: 'error',
    message: `not YAML: ${message}`,
    remedy: remedies[error.code] ?? 'mend the syntax; indentation is two spaces, a text with a colon stands in quotes',
    place: { line, column: col },
  };
}
