/** Equations with one thing wrong: a sign, or a term of some percent more. Which term and where is made from the text, so new equations are mutated without a word. */
import { type EquationStatement, parseEquations, type Syntax } from '../../dist/equations/language/parse.js';

export interface Mutant {
  /** 'der(x): -(a + b)' */
  readonly what: string;
  /** What the statement sets, 'out.q', and of which sort that is. */
  readonly name: string;
  readonly target: EquationStatement['target'];
  /** Whether all of the right-hand side is changed. */
  readonly isWhole: boolean;
  readonly equations: string;
}

/** All texts with one mistake: each right-hand side and each term of a sum, larger by a factor or negated, each + a - and each - a +. */
export function mutantsOf(equations: string, factor = 1.03): Mutant[] {
  const whole = parseEquations(equations, []);
  return whole.flatMap((statement, at) => {
    const { value: own } = statement;
    if (!own) return [];
    return variants(own, true, { target: statement.target, factor }).map(({ value, what }) => ({
      what: `${leftOf(statement)}: ${what}`,
      name: statement.parts.join('.'),
      target: statement.target,
      isWhole: value.type === 'operator' && value.args.includes(own),
      equations: whole.map((one, k) => (one.value ? `${leftOf(one)} = ${textOf(k === at ? value : one.value)}` : leftOf(one))).join('\n'),
    }));
  });
}

/** m³/s: 1 % of 6 l/min, in the place of a flow of 0. */
const onePercent = 1e-6;

/** An equation, 'der(x)', with what 1 % may be added to: all that it gives; where that only chooses, each quantity that it compares or chooses. */
export interface Perturbed {
  readonly equation: string;
  readonly whole: Mutant | null;
  readonly within: readonly Mutant[];
}

/** Every equation of a kind by 1 %; a port that passes nothing passes 1e-6 m³/s. */
export function perturbationsOf(equations: string): Perturbed[] {
  const larger = mutantsOf(equations, 1.01).filter(({ what }) => what.includes(': 1.01 ('));
  const whole = parseEquations(equations, []);
  return whole.map((statement, at) => {
    const equation = leftOf(statement);
    const [name, { target, value }] = [statement.parts.join('.'), statement];
    const own = larger.filter((one) => one.name === name && one.target === target);
    if (value?.type === 'number' && value.value === 0) {
      const leaks = whole.map((one, k) => `${leftOf(one)} = ${k === at ? onePercent : textOf(one.value as Syntax)}`).join('\n');
      return { equation, whole: { what: `${equation}: ${onePercent}`, name, target, isWhole: true, equations: leaks }, within: [] };
    }
    return { equation, whole: own.find(({ isWhole }) => isWhole) ?? null, within: own.filter(({ isWhole }) => !isWhole) };
  });
}

interface Variant {
  readonly value: Syntax;
  readonly what: string;
}

const sums: Readonly<Record<string, string>> = { '+': '-', '-': '+' };

/** Of an expression that is a term, or a part of one. */
function variants(
  value: Syntax,
  term: boolean,
  how: { readonly target: EquationStatement['target']; readonly factor: number },
  { size, sign } = { size: true, sign: true },
): Variant[] {
  const found: Variant[] = [];
  const { line, column } = value;
  const operator = (name: string, ...args: Syntax[]): Syntax => ({ line, column, type: 'operator', operator: name, args });
  const isSum = value.type === 'operator' && value.operator in sums;
  const isTruth = value.type === 'operator' && /^(<|<=|>|>=|==|!=|and|or|not)$/.test(value.operator);
  const isZero = value.type === 'number' && value.value === 0;
  // Of 1 or 0, and of choices between the two, some percent more is as true.
  const isChoice = /^(if\(.*|1|\(-1\)|pre\(.*)$/.test(textOf(value)) && /hold|reset/.test(how.target);
  if (term && !isTruth && !isZero) {
    if (!isChoice && size)
      found.push({
        value: operator('*', { line, column, type: 'number', value: how.factor }, value),
        what: `${how.factor} (${textOf(value)})`,
      });
    if (sign) found.push({ value: operator('negate', value), what: `-(${textOf(value)})` });
  }
  if (isSum) {
    const [a, b] = value.args as [Syntax, Syntax];
    found.push({ value: operator(sums[value.operator] as string, a, b), what: textOf(operator(sums[value.operator] as string, a, b)) });
  }
  if (value.type === 'operator' || (value.type === 'call' && !/^(pre|der)$/.test(value.name)))
    value.args.forEach((arg, k) => {
      if (value.type === 'call' && /^(table|nextPoint)$/.test(value.name) && k === 0) return;
      // Factors are not terms: more of one is as much more of the product.
      const isTerm = isSum || isTruth || value.type === 'call';
      // What has no effect: more in a sign or beside a zero, another sign in a size, a square or a cosine.
      const besideZero = isTruth && value.args.some((one) => one.type === 'number' && one.value === 0);
      const even = value.type === 'call' && /^(abs|cos)$/.test(value.name);
      const counts = { size: !besideZero && !(value.type === 'call' && value.name === 'sign'), sign: !even };
      for (const inner of variants(arg, isTerm, how, counts))
        found.push({ ...inner, value: { ...value, args: value.args.map((one, j) => (j === k ? inner.value : one)) } });
    });
  return found;
}

function leftOf({ target, parts }: EquationStatement): string {
  const name = parts.join('.');
  if (target === 'zero') return '0';
  if (target === 'unknown') return `unknown ${name}`;
  return target === 'name' || target === 'port' ? name : target === 'hold' ? `hold ${name}` : `${target}(${name})`;
}

/** With a bracket around every operation. */
function textOf(value: Syntax): string {
  switch (value.type) {
    case 'number':
      return String(value.value);
    case 'name':
      return value.parts.join('.');
    case 'call':
      return `${value.name}(${value.args.map(textOf).join(', ')})`;
    case 'operator': {
      const [a, b] = value.args.map(textOf);
      if (value.operator === 'negate') return `(-${a})`;
      if (value.operator === 'not') return `(not ${a})`;
      return `(${a} ${value.operator} ${b})`;
    }
  }
}
