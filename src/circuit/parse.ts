/** YAML text → Circuit. Pure: files are read elsewhere. */
import { isMap, isScalar, LineCounter, parseDocument, type Document, type Node as YamlNode } from 'yaml';
import type { Circuit } from './circuit.js';
import { CircuitError, type Diagnostic } from './diagnostic.js';
import { Mistakes } from './mistakes.js';
import type { Path } from './raw.js';
import { resolve } from './resolve.js';

export interface ParseOptions {
  /** `--set` entries: 'component.parameter=value'. */
  readonly set?: readonly string[];
}

/** A circuit and the warnings of its file. Throws CircuitError with every mistake. */
export function parseCircuit(text: string, file: string, options: ParseOptions = {}): { circuit: Circuit; warnings: Diagnostic[] } {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, merge: true, prettyErrors: false });
  if (document.errors.length > 0) throw new CircuitError(file, document.errors.map((error) => syntaxMistake(error, lineCounter)));
  const mistakes = new Mistakes();
  const circuit = resolve(document.toJS({ maxAliasCount: 1e6 }), options.set ?? [], mistakes);
  const located = mistakes.located((path, inText) => placeOf(document, lineCounter, text, path, inText));
  if (!circuit) throw new CircuitError(file, located.filter((d) => d.severity === 'error'));
  return { circuit, warnings: located };
}

function syntaxMistake(error: Document['errors'][number], counter: LineCounter): Diagnostic {
  const { line, col } = counter.linePos(error.pos[0]);
  const duplicate = error.code === 'DUPLICATE_KEY';
  return {
    code: duplicate ? 'CIR002' : 'CIR001',
    severity: 'error',
    message: duplicate ? 'this key stands twice in one map' : `not YAML: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`,
    remedy: duplicate ? 'give one of the two another name' : 'mend the syntax; indentation is two spaces, a text with a colon stands in quotes',
    place: { line, column: col },
  };
}

/** Place of the deepest key of a path that is in the file; a key's own place where the mistake is about the key. */
function placeOf(document: Document, counter: LineCounter, text: string, path: Path, inText?: { line: number; column: number }): Diagnostic['place'] {
  for (let depth = path.length; depth > 0; depth--) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const key = path[depth - 1];
    const pair = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key)) : undefined;
    const value = document.getIn(path.slice(0, depth), true) as YamlNode | undefined;
    const node = depth === path.length && pair && isScalar(value) ? value : ((pair?.key as YamlNode | undefined) ?? value);
    if (!node?.range) continue;
    if (inText && depth === path.length && isScalar(value)) return placeInText(value, counter, text, inText);
    const { line, col } = counter.linePos(node.range[0]);
    return { line, column: col };
  }
  return path.length === 0 && document.contents?.range ? { line: 1, column: 1 } : undefined;
}

/** Place within a block of text (`equations: |`): the block begins on the line after its head, indented as its first line. */
function placeInText(scalar: YamlNode & { type?: string }, counter: LineCounter, text: string, inText: { line: number; column: number }): Diagnostic['place'] {
  const head = counter.linePos((scalar.range as [number, number, number])[0]);
  if (scalar.type !== 'BLOCK_LITERAL' && scalar.type !== 'BLOCK_FOLDED') return { line: head.line, column: head.col };
  const lines = text.split('\n');
  const first = lines.slice(head.line).find((l) => l.trim() !== '') ?? '';
  const indent = first.length - first.trimStart().length;
  return { line: head.line + inText.line, column: indent + inText.column };
}
