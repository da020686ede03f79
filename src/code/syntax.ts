/** Texts as syntax trees; batches of one kind have the same text. */
import { type Program, parse } from 'acorn';

const parsed = new Map<string, Program>();
const mostParsed = 400;

/** Syntax of a text; the same text is parsed once. */
export function syntaxOf(text: string): Program {
  let program = parsed.get(text);
  if (!program) {
    program = parse(text, { ecmaVersion: 2020, allowReturnOutsideFunction: true });
    if (parsed.size >= mostParsed) parsed.clear();
    parsed.set(text, program);
  }
  return program;
}
