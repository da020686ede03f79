/** Texts as syntax trees; batches of one kind have the same text, and so have the loops of all circuits. */
import { type Program, parse } from 'acorn';

/** Those used last are at the end. */
const parsed = new Map<string, Program>();
let length = 0;
/** Characters of all texts: a tree takes 37 bytes for each. */
const mostLength = 1.5e6;

/** Syntax of a text, which nobody may change; one that was asked for lately is not parsed again. */
export function syntaxOf(text: string): Program {
  let program = parsed.get(text);
  if (program) parsed.delete(text);
  else {
    program = parse(text, { ecmaVersion: 2020, allowReturnOutsideFunction: true });
    length += text.length;
  }
  parsed.set(text, program);
  for (const [oldest] of parsed) {
    if (length <= mostLength) break;
    parsed.delete(oldest);
    length -= oldest.length;
  }
  return program;
}
