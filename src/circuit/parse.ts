/** YAML text → Circuit. Pure: files are read elsewhere. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Circuit } from './circuit.js';
import { CircuitError, type Diagnostic } from './diagnostic.js';
import { Mistakes } from './mistakes.js';
import { Places } from './places.js';
import { resolve } from './resolve.js';

export interface ParseOptions {
  /** `--set` entries: 'component.parameter=value'. */
  readonly set?: readonly string[];
}

/** A circuit and the warnings of its file. Throws CircuitError with every mistake. */
export function parseCircuit(text: string, file: string, options: ParseOptions = {}): { circuit: Circuit; warnings: Diagnostic[] } {
  const lineCounter = new LineCounter();
  // The library compares every key of a map with every other; ours are looked up.
  const document = parseDocument(text, { lineCounter, merge: true, prettyErrors: false, uniqueKeys: false });
  const unreadable = document.errors[0] ? [syntaxMistake(document.errors[0], lineCounter)] : mistakesOfNodes(document, lineCounter);
  if (unreadable.length > 0) throw new CircuitError(file, unreadable);
  const mistakes = new Mistakes();
  const circuit = resolve(document.toJS({ maxAliasCount: -1 }), options.set ?? [], mistakes);
  const places = new Places(document, lineCounter, text);
  const located = mistakes.located((path, inText) => places.of(path, inText));
  if (!circuit)
    throw new CircuitError(
      file,
      located.filter((d) => d.severity === 'error'),
    );
  return { circuit, warnings: located };
}

/** What to do about a mistake of syntax, by the library's code. */
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

/** Keys that stand twice in one map, each where it stands again; aliases of nothing. Walks by itself: the library's visitor costs as much as parsing. */
function mistakesOfNodes(document: Document, counter: LineCounter): Diagnostic[] {
  const found: Diagnostic[] = [];
  const anchors = new Set<string>();
  const add = (code: string, offset: number, message: string, remedy: string): void => {
    const { line, col } = counter.linePos(offset);
    found.push({ code, severity: 'error', message, remedy, place: { line, column: col } });
  };
  const walk = (node: unknown): void => {
    if (isAlias(node)) {
      const { source, range } = node;
      if (!anchors.has(source) && range)
        add('CIR001', range[0], `not YAML: '*${source}' stands for nothing`, `write &${source} before the value that it should repeat`);
      return;
    }
    if (!isNode(node)) return;
    if ('anchor' in node && typeof node.anchor === 'string') anchors.add(node.anchor);
    if (isSeq(node)) for (const item of node.items) walk(item);
    if (!isMap(node)) return;
    const seen = new Map<string, number>();
    for (const { key, value } of node.items) {
      walk(value);
      if ((isMap(key) || isSeq(key)) && key.range)
        add('CIR001', key.range[0], 'not YAML: a key is a text', 'put a text with braces or brackets in quotes');
      if (!isScalar(key) || !key.range || String(key.value) === '<<') continue;
      const name = String(key.value);
      const before = seen.get(name);
      if (before === undefined) seen.set(name, key.range[0]);
      else {
        const message = `'${name}' stands twice in one map, here and in line ${counter.linePos(before).line}`;
        add('CIR002', key.range[0], message, 'give one of the two another name, or delete it');
      }
    }
  };
  walk(document.contents);
  return found;
}
