/** Parsed expressions as people write them, for messages about a part of one. */
import { binding, type Place, type Syntax } from './parse.js';

const negation = 7;

/** Text of an expression, with the brackets that it needs. */
export function syntaxText(syntax: Syntax, power = 0): string {
  switch (syntax.type) {
    case 'number':
      return String(syntax.value);
    case 'name':
      return syntax.parts.join('.');
    case 'call':
      return `${syntax.name}(${syntax.args.map((one) => syntaxText(one)).join(', ')})`;
    case 'operator': {
      const { operator, args } = syntax;
      const [a, b] = args as [Syntax, Syntax];
      if (operator === 'negate' || operator === 'not') {
        const text = operator === 'not' ? `not ${syntaxText(a, 3)}` : `-${syntaxText(a, negation)}`;
        return power > 0 ? `(${text})` : text;
      }
      const strength = binding.get(operator) ?? 0;
      const between = operator === '^' ? operator : ` ${operator} `;
      const isRight = operator === '^';
      const text = `${syntaxText(a, strength - (isRight ? 0 : 1))}${between}${syntaxText(b, strength - (isRight ? 1 : 0))}`;
      return strength <= power ? `(${text})` : text;
    }
  }
}

/** Where an expression begins; that of a sum is where its first term does. */
export function syntaxStart(syntax: Syntax): Place {
  if (syntax.type === 'operator' && binding.has(syntax.operator)) return syntaxStart(syntax.args[0] as Syntax);
  return { line: syntax.line, column: syntax.column };
}
