/** YAML text → document, as the library's `parseDocument` reads it, but no deeper than it can be gone down: what is nested deeper is refused as soon as it is reached. */
import { Composer, type Document, Lexer, type LineCounter, Parser } from 'yaml';
import { deepest } from './nodes.js';

/** More than `deepest` maps and lists within each other; `offset`: where the first that is too deep begins. */
export class TooDeep extends Error {
  constructor(readonly offset: number) {
    super('too deep');
  }
}

/** The first documents of a text, two at most: a circuit file has one. Throws TooDeep. */
export function documentsOf(text: string, lineCounter: LineCounter): Document[] {
  // The library compares every key of a map with every other; ours are looked up.
  const composer = new Composer({ lineCounter, merge: true, prettyErrors: false, uniqueKeys: false });
  const found: Document[] = [];
  for (const document of composer.compose(tokensOf(text, lineCounter), true, text.length)) {
    found.push(document as Document);
    if (found.length === 2) break;
  }
  return found;
}

/** The lexer's text before a text without quotes. */
const scalarFollows = '\u001f';

function* tokensOf(text: string, { addNewLine }: LineCounter): ReturnType<Parser['parse']> {
  const parser = new Parser(addNewLine);
  addNewLine(0);
  // Brackets that are open, also those that the library takes for closed, for want of indentation: it goes on behind each such mistake.
  let [open, before] = [0, ''];
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (before !== scalarFollows) {
      if (lexeme === '[' || lexeme === '{') open++;
      else if (lexeme === ']' || lexeme === '}') open--;
    }
    before = lexeme;
    // The document and a scalar stand there too. A text that is only just too deep is found behind, with the targets of its aliases.
    if (parser.stack.length > 2 * deepest || open > 2 * deepest) throw new TooDeep(parser.stack[deepest + 1]?.offset ?? parser.offset);
  }
  yield* parser.end();
}
