/**
 * Text of equations → statements with the place of every name. Grammar: definition.ts.
 * Own parser because each node must know its line and column: a mistake in a user's component is shown in the circuit file.
 */
import type { EquationMistake } from './model.js';

export interface Place {
  readonly line: number;
  readonly column: number;
}

export type Syntax = Place &
  (
    | { readonly type: 'number'; readonly value: number }
    /** `parts` of a dotted name: ['in', 'p'] or ['x']. */
    | { readonly type: 'name'; readonly parts: readonly string[] }
    | { readonly type: 'call'; readonly name: string; readonly args: readonly Syntax[] }
    | { readonly type: 'operator'; readonly operator: string; readonly args: readonly Syntax[] }
  );

export interface EquationStatement extends Place {
  readonly target: 'name' | 'port' | 'der' | 'hold' | 'reset' | 'unknown' | 'zero';
  /** The assigned name; of `0 = e` none. */
  readonly parts: readonly string[];
  /** Null of `unknown x`. */
  readonly value: Syntax | null;
  /** The mass before der(x). */
  readonly mass?: Syntax;
}

interface Token extends Place {
  readonly type: 'number' | 'name' | 'operator' | 'newline' | 'end';
  readonly text: string;
}

class Mistake extends Error {
  constructor(readonly mistake: EquationMistake) {
    super(mistake.message);
  }
}

function fail(place: Place, message: string, remedy: string): never {
  throw new Mistake({ line: place.line, column: place.column, message, remedy });
}

const tokenPattern =
  /(?<space>[ \t\r]+|#[^\n]*)|(?<newline>\n)|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_]\w*)|(?<operator><=|>=|==|!=|[-+*/^<>=(),.])/y;

/** Tokens of a statement at most: whatever they are, the expression is too deep or too large before. */
const mostTokens = 10_000;

/** Tokens; newlines inside brackets and after an operator or comma are dropped: there a statement goes on. */
function tokenize(text: string, mistakes: EquationMistake[]): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let lineStart = 0;
  let depth = 0;
  let ofStatement = 0;
  tokenPattern.lastIndex = 0;
  for (let at = 0; at < text.length; at = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = at;
    const match = tokenPattern.exec(text);
    const place = { line, column: at - lineStart + 1 };
    if (!match) {
      const character = text[at] ?? '';
      mistakes.push({ ...place, message: `unexpected character '${character}'`, remedy: 'see the grammar of equations' });
      tokenPattern.lastIndex = at + 1;
      continue;
    }
    const { space, newline, number, name } = match.groups as Record<string, string | undefined>;
    if (space !== undefined) continue;
    if (newline !== undefined) {
      line++;
      lineStart = at + 1;
      if (depth > 0 || !endsStatement(tokens.at(-1))) continue;
      tokens.push({ ...place, type: 'newline', text: '\n' });
      ofStatement = 0;
      continue;
    }
    if (++ofStatement > mostTokens) break;
    const token = match[0];
    if (token === '(') depth++;
    if (token === ')') depth = Math.max(0, depth - 1);
    const type = number !== undefined ? 'number' : name !== undefined ? 'name' : 'operator';
    tokens.push({ ...place, type, text: token });
  }
  tokens.push({ line, column: text.length - lineStart + 1, type: 'end', text: 'end of the equations' });
  return tokens;
}

/** Whether a statement may end behind a token: not behind an operator or a comma. */
const endsStatement = (last: Token | undefined): boolean =>
  last !== undefined && last.type !== 'newline' && (last.type !== 'operator' || last.text === ')');

/** How strongly operators bind. */
export const binding: ReadonlyMap<string, number> = new Map(
  Object.entries({ or: 1, and: 2, '<': 4, '<=': 4, '>': 4, '>=': 4, '==': 4, '!=': 4, '+': 5, '-': 5, '*': 6, '/': 6, '^': 8 }),
);

/** Brackets, functions and signs within each other, and values in one expression: far beyond what anybody would read, and calls go down an expression. */
const deepest = 100;
const largest = 400;

class Parser {
  private at = 0;
  /** Of the expression that is read: how deep it is, and how many values it has. */
  private depth = 0;
  private size = 0;
  private of = '';
  constructor(private readonly tokens: readonly Token[]) {}

  get token(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)] as Token;
  }

  next(): Token {
    const token = this.token;
    this.at++;
    return token;
  }

  is(text: string): boolean {
    return (this.token.type === 'operator' || this.token.type === 'name') && this.token.text === text;
  }

  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text))
      fail(this.token, `'${text}' expected before '${shown(this.token)}'`, 'close the bracket or complete the statement');
  }

  skipLine(): void {
    while (this.token.type !== 'newline' && this.token.type !== 'end') this.at++;
  }

  /** One whole expression; `of`: the name it is assigned to. */
  whole(of: string): Syntax {
    this.depth = 0;
    this.size = 0;
    this.of = of;
    return this.expression();
  }

  private expression(power = 0): Syntax {
    const remedy = 'give parts of it names of their own, in statements above it';
    if (++this.depth > deepest) fail(this.token, `the expression of ${this.of} is nested more than ${deepest} deep`, remedy);
    if (++this.size > largest) fail(this.token, `the expression of ${this.of} has more than ${largest} values`, remedy);
    const whole = this.operators(power);
    this.depth--;
    return whole;
  }

  private operators(power: number): Syntax {
    let left = this.prefix();
    for (;;) {
      const token = this.token;
      const strength = token.type === 'operator' || token.type === 'name' ? binding.get(token.text) : undefined;
      if (strength === undefined || strength <= power) return left;
      this.next();
      if (strength === 4 && left.type === 'operator' && binding.get(left.operator) === 4)
        fail(token, 'a chain of comparisons', "write 'a < b and b < c'");
      const right = this.expression(token.text === '^' ? strength - 1 : strength);
      left = { line: token.line, column: token.column, type: 'operator', operator: token.text, args: [left, right] };
    }
  }

  private prefix(): Syntax {
    const token = this.next();
    const { line, column } = token;
    if (token.type === 'number') return { line, column, type: 'number', value: Number(token.text) };
    if (token.text === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (token.text === '-' || token.text === '+') {
      const operand = this.expression(7);
      return token.text === '+' ? operand : { line, column, type: 'operator', operator: 'negate', args: [operand] };
    }
    if (token.text === 'not') return { line, column, type: 'operator', operator: 'not', args: [this.expression(3)] };
    if (token.type === 'name' && !binding.has(token.text)) {
      if (this.is('(')) return this.call(token);
      return { line, column, type: 'name', parts: this.parts(token) };
    }
    return fail(token, `a value expected before '${shown(token)}'`, 'complete the expression');
  }

  private call(name: Token): Syntax {
    this.expect('(');
    const args: Syntax[] = [];
    if (!this.is(')')) {
      do args.push(this.expression());
      while (this.take(','));
    }
    this.expect(')');
    return { line: name.line, column: name.column, type: 'call', name: name.text, args };
  }

  parts(first: Token): string[] {
    const parts = [first.text];
    while (this.take('.')) {
      const part = this.next();
      if (part.type !== 'name') fail(part, `a name expected after '${parts.join('.')}.'`, "write 'port.p', 'port.q' or 'fluid.density'");
      parts.push(part.text);
    }
    return parts;
  }

  /** Whether a statement `mass * der(x) = …` begins here. */
  private isMassed(): boolean {
    let at = this.at;
    const ends = ({ type, text }: Token): boolean => type === 'newline' || type === 'end' || text === '=';
    while (!ends(this.tokens[at] as Token)) at++;
    const [times, der, open, , close] = this.tokens.slice(Math.max(this.at, at - 5), at).map(({ text }) => text);
    return this.tokens[at]?.text === '=' && times === '*' && der === 'der' && open === '(' && close === ')';
  }

  private massed(): EquationStatement {
    const { line, column } = this.token;
    const left = this.whole('what stands before der()');
    const [mass, rate] = left.type === 'operator' && left.operator === '*' ? left.args : [];
    const state = rate?.type === 'call' ? rate.args[0] : undefined;
    if (!mass || state?.type !== 'name')
      return fail({ line, column }, 'more than a mass stands before der()', 'write (mass) * der(x) = …, all else behind the =');
    this.expect('=');
    const value = this.whole(`'der(${state.parts.join('.')})'`);
    this.expectEnd('write the operator (a product is a * b), or begin a new line');
    return { line, column, target: 'der', parts: state.parts, value, mass };
  }

  statement(): EquationStatement {
    if (this.isMassed()) return this.massed();
    const first = this.next();
    const { line, column } = first;
    const bare = (): never =>
      fail(
        first,
        `'${shown(first)}' begins a statement that assigns nothing`,
        'a statement is name = expression; end the line above with the operator if it should go on',
      );
    const isZero = first.text === '0' && this.is('=');
    if (first.type !== 'name' && !isZero) return bare();
    let target: EquationStatement['target'] = 'name';
    let parts: string[];
    if (isZero) {
      target = 'zero';
      parts = [];
    } else if (first.text === 'unknown' && this.token.type === 'name') {
      parts = this.parts(this.next());
      this.expectEnd('an unknown is made by its name alone; equations 0 = expression give its value');
      return { line, column, target: 'unknown', parts, value: null };
    } else if ((first.text === 'der' || first.text === 'reset') && this.is('(')) {
      target = first.text;
      this.expect('(');
      parts = this.parts(this.next());
      this.expect(')');
    } else if (first.text === 'hold' && this.token.type === 'name') {
      target = 'hold';
      parts = this.parts(this.next());
    } else {
      parts = this.parts(first);
      if (parts.length > 1) target = 'port';
    }
    if (!this.take('=')) return bare();
    const value = this.whole(isZero ? '0 = …' : `'${parts.join('.')}'`);
    this.expectEnd('write the operator (a product is a * b), or begin a new line');
    return { line, column, target, parts, value };
  }

  private expectEnd(remedy: string): void {
    const after = this.token;
    if (after.type !== 'newline' && after.type !== 'end') fail(after, `'${shown(after)}' after a complete expression`, remedy);
  }
}

function shown(token: Token): string {
  return token.type === 'newline' ? 'end of the line' : token.text;
}

/** Statements of the text; syntax mistakes are added to `mistakes` and their statements left out. */
export function parseEquations(text: string, mistakes: EquationMistake[]): EquationStatement[] {
  const parser = new Parser(tokenize(text, mistakes));
  const statements: EquationStatement[] = [];
  while (parser.token.type !== 'end') {
    if (parser.token.type === 'newline') {
      parser.next();
      continue;
    }
    guarded(
      mistakes,
      () => statements.push(parser.statement()),
      () => parser.skipLine(),
    );
  }
  return statements;
}

/** A single expression, for the initial value of a state. */
export function parseExpression(text: string, mistakes: EquationMistake[]): Syntax | undefined {
  const parser = new Parser(tokenize(text, mistakes));
  let result: Syntax | undefined;
  guarded(mistakes, () => {
    result = parser.whole('the state');
    if (parser.token.type !== 'end')
      fail(parser.token, `'${shown(parser.token)}' after a complete expression`, 'an initial value is one expression, in SI units');
  });
  return result;
}

/** Runs `action`; a mistake that it fails with is collected. */
export function guarded(mistakes: EquationMistake[], action: () => void, recover?: () => void): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    mistakes.push(error.mistake);
    recover?.();
  }
}

export { fail };
