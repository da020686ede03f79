/**
 * Equations by dimension: terms of a sum, sides of a comparison and an assignment, and choices of one value have one dimension; products have the product.
 * Dimensions of units come from outside, as powers of base quantities: nothing here knows of metres or bars, and an angle has no dimension.
 *
 * A bare number takes whatever dimension fits: as a term, and as a factor that was measured, such as 9.81 or 1e-11. The factors 0.5, 1, 2, 3, 4 and pi come
 * out of derivations and are pure numbers: otherwise no term such as m * v^2 / 2 could be told from a wrong one. As a factor of all that is assigned
 * they take what fits, too.
 */
import { type KindDefinition, portQuantities } from './definition.js';
import { fluidUnits } from './expressions.js';
import { type Place, parseEquations, parseExpression, type Syntax } from './parse.js';
import { syntaxStart, syntaxText } from './syntaxText.js';

/** Powers of base quantities. */
export type Dimension = readonly number[];
/** Null: a bare number, which takes any dimension, or the result of one. */
type Found = Dimension | null;

/** A term whose dimension differs from its neighbours'. */
export interface DimensionMistake {
  /** Where it stands: in the equations, in a rule of `requires` (its number), or in the start value of a state or output (its name). */
  readonly of: 'equations' | { readonly rule: number } | { readonly initial: string };
  readonly place: Place;
  readonly term: string;
  readonly dimension: Dimension;
  /** The other side: another term, the assigned name, or the argument of a function; in words. */
  readonly against: string;
  readonly expected: Dimension;
  /** The parts of the term, with declared units. */
  readonly made: readonly { readonly name: string; readonly unit: string }[];
}

const pureFactors = new Set([0.5, 1, 2, 3, 4]);
const sameDimension = ['abs', 'floor', 'ceil'];
const halfDimension = ['sqrt', 'ssqrt'];
const comparisons = ['<', '<=', '>', '>=', '==', '!='];

/** Every mistake of dimension in the equations, rules and start values of a kind without other mistakes; `dimensionOf` gives null for a unit that it does not know. */
export function dimensionMistakes(definition: KindDefinition, dimensionOf: (unit: string) => Dimension | null): DimensionMistake[] {
  return new Checker(definition, dimensionOf).check();
}

class Checker {
  private readonly found: DimensionMistake[] = [];
  private readonly locals = new Map<string, Found>();
  private of: DimensionMistake['of'] = 'equations';
  private readonly none: Dimension;
  private readonly perTime: Dimension;

  constructor(
    private readonly definition: KindDefinition,
    private readonly dimensionOf: (unit: string) => Dimension | null,
  ) {
    this.none = dimensionOf('1') as Dimension;
    this.perTime = power(dimensionOf('s') as Dimension, -1);
  }

  check(): DimensionMistake[] {
    const { definition } = this;
    for (const statement of parseEquations(definition.equations, [])) {
      const { target, parts, value, mass } = statement;
      if (!value) continue;
      const wanted = this.ofTarget(target, parts);
      const expected = mass ? product(wanted, this.factor(mass)) : wanted;
      const name = parts.join('.');
      const rate = mass ? `${syntaxText(mass)} * der(${name})` : `der(${name})`;
      const assigned = target === 'der' ? rate : target === 'reset' ? `reset(${name})` : name;
      if (hasBareFactor(value)) this.dimension(value, expected);
      else this.meet(value, expected, `${assigned}, to which it is assigned,`);
      if (target === 'name' && wanted === null) this.locals.set(name, this.quietly(value));
    }
    for (const [rule, text] of (definition.requires ?? []).entries()) this.apart({ rule }, text, null, '');
    for (const [name, { initial, unit }] of Object.entries({ ...definition.states, ...definition.outputs }))
      if (typeof initial === 'string') this.apart({ initial: name }, initial, this.dimensionOf(unit), `${name}, which begins with it,`);
    return this.found;
  }

  /** An expression that stands beside the equations. */
  private apart(of: DimensionMistake['of'], text: string, expected: Found, against: string): void {
    const syntax = parseExpression(text, []);
    if (!syntax) return;
    this.of = of;
    this.meet(syntax, expected, against);
  }

  /** Dimension of the name that a statement assigns; null of a local name. */
  private ofTarget(target: string, parts: readonly string[]): Found {
    const [name = '', field = ''] = parts;
    const unitOf = (declared: { readonly unit: string } | undefined): Found => (declared ? this.dimensionOf(declared.unit) : null);
    if (target === 'der') return product(unitOf(this.definition.states?.[name]), this.perTime);
    if (target === 'hold' || target === 'reset') return unitOf(this.definition.states?.[name]);
    if (target === 'port') return this.dimensionOf(this.portUnit(name, field));
    if (name === 'nextEvent') return this.dimensionOf('s');
    if (name === 'oilAdded') return this.dimensionOf('m3/s');
    return target === 'name' ? unitOf(this.definition.outputs?.[name]) : null;
  }

  private portUnit(port: string, field: string): string {
    const type = this.definition.ports[port];
    const quantity = type && Object.values(portQuantities[type]).find(({ name }) => name === field);
    return quantity ? quantity.unit : 'm3';
  }

  /** Looks at an expression that should have a dimension; one with a mistake inside has no second one for what follows from it. */
  private meet(syntax: Syntax, expected: Found, against: string): void {
    const before = this.found.length;
    const dimension = this.dimension(syntax, expected);
    if (this.found.length === before && dimension && expected && !isSame(dimension, expected))
      this.tell(syntax, dimension, against, expected);
  }

  private tell(term: Syntax, dimension: Dimension, against: string, expected: Dimension): void {
    this.found.push({
      of: this.of,
      place: syntaxStart(term),
      term: syntaxText(term),
      dimension,
      against,
      expected,
      made: this.namesIn(term),
    });
  }

  /** Dimension of an expression that has been looked at already. */
  private quietly(syntax: Syntax): Found {
    const count = this.found.length;
    const dimension = this.dimension(syntax, null);
    this.found.length = count;
    return dimension;
  }

  /** `expected` decides which of several terms is the one that differs. */
  private dimension(syntax: Syntax, expected: Found): Found {
    switch (syntax.type) {
      case 'number':
        return null;
      case 'name':
        return this.ofName(syntax.parts);
      case 'call':
        return this.ofCall(syntax.name, syntax.args, expected);
      case 'operator':
        return this.ofOperator(syntax, expected);
    }
  }

  private ofOperator(syntax: Syntax & { readonly type: 'operator' }, expected: Found): Found {
    const { operator, args } = syntax;
    const [a, b] = args as [Syntax, Syntax];
    if (operator === 'negate' || operator === '+' || operator === '-') return this.alike(terms(syntax), expected);
    if (comparisons.includes(operator)) {
      this.alike([a, b], null);
      return this.none;
    }
    if (operator === '*') return product(this.factor(a), this.factor(b));
    if (operator === '/') return product(this.factor(a), power(this.factor(b), -1));
    if (operator === '^') return this.ofPower(a, b);
    for (const arg of args) this.dimension(arg, null);
    return this.none;
  }

  private ofPower(base: Syntax, exponent: Syntax): Found {
    this.meet(exponent, this.none, 'an exponent');
    const dimension = this.factor(base);
    const constant = constantOf(exponent);
    if (constant !== null) return power(dimension, constant);
    // With an exponent that is a parameter, as of p V^n, the dimension is known where the base has none.
    return dimension && isSame(dimension, this.none) ? this.none : null;
  }

  /** A part of a product. */
  private factor(syntax: Syntax): Found {
    if (constantOf(syntax) === null) return this.dimension(syntax, null);
    return isPure(syntax) ? this.none : null;
  }

  /** Parts that have one dimension: reports those that differ from the expected one, or from the most. */
  private alike(parts: readonly Syntax[], expected: Found): Found {
    const known = parts.flatMap((part) => {
      const dimension = this.dimension(part, expected);
      return dimension ? [{ part, dimension }] : [];
    });
    const countOf = (one: Dimension): number =>
      (expected && isSame(one, expected) ? parts.length : 0) + known.filter(({ dimension }) => isSame(dimension, one)).length;
    const reference = known.reduce<(typeof known)[number] | undefined>(
      (best, one) => (best && countOf(best.dimension) >= countOf(one.dimension) ? best : one),
      undefined,
    );
    if (!reference) return null;
    for (const { part, dimension } of known)
      if (!isSame(dimension, reference.dimension))
        this.tell(part, dimension, `${syntaxText(reference.part)} beside it`, reference.dimension);
    return reference.dimension;
  }

  private ofCall(name: string, args: readonly Syntax[], expected: Found): Found {
    const [a, b, c] = args as [Syntax, Syntax, Syntax];
    const argument = a?.type === 'name' ? (a.parts[0] ?? '') : '';
    if (name === 'if') {
      this.dimension(a, null);
      return this.alike([b, c], expected);
    }
    if (name === 'min' || name === 'max') return this.alike(args, expected);
    if (name === 'pre' || name === 'der') {
      const state = this.dimensionOf(this.definition.states?.[argument]?.unit ?? '1');
      return name === 'der' ? product(state, this.perTime) : state;
    }
    if (name === 'table' || name === 'nextPoint') {
      const { unit = '1', table } = this.definition.parameters[argument] ?? {};
      const across = this.dimensionOf(table?.xUnit ?? '1');
      this.meet(b, across, `what the table ${argument} is read at`);
      return name === 'table' ? this.dimensionOf(unit) : across;
    }
    if (sameDimension.includes(name)) return this.dimension(a, expected);
    if (halfDimension.includes(name)) return power(this.factor(a), 0.5);
    if (name === 'sign') this.dimension(a, null);
    else this.meet(a, this.none, `what ${name}() takes`);
    return this.none;
  }

  private ofName(parts: readonly string[]): Found {
    const unit = this.unitOf(parts);
    return unit === undefined ? (this.locals.get(parts[0] ?? '') ?? null) : this.dimensionOf(unit);
  }

  /** Declared unit of a name; undefined of a local one and of a bare number. */
  private unitOf(parts: readonly string[]): string | undefined {
    const { ports, parameters, inputs, states, outputs } = this.definition;
    const [name = '', field = ''] = parts;
    if (parts.length === 2) return name === 'fluid' ? fluidUnits[field] : ports[name] && this.portUnit(name, field);
    if (name === 'time' || name === 'step') return 's';
    return [parameters, inputs, states, outputs]
      .map((group) => (group && Object.hasOwn(group, name) ? group[name]?.unit : undefined))
      .find(Boolean);
  }

  /** Names in a term that have a declared unit, each once. */
  private namesIn(syntax: Syntax): { name: string; unit: string }[] {
    const units = new Map<string, string>();
    const visit = (one: Syntax): void => {
      if (one.type === 'name') {
        const unit = this.unitOf(one.parts);
        if (unit !== undefined) units.set(one.parts.join('.'), unit);
      } else if (one.type !== 'number') one.args.forEach(visit);
    };
    visit(syntax);
    return [...units].map(([name, unit]) => ({ name, unit }));
  }
}

/** Terms of a sum, their signs left away. */
function terms(syntax: Syntax): Syntax[] {
  if (syntax.type !== 'operator' || !['negate', '+', '-'].includes(syntax.operator)) return [syntax];
  return syntax.args.flatMap(terms);
}

/** Value of an expression of numbers only, else null. */
function constantOf(syntax: Syntax): number | null {
  if (syntax.type === 'number') return syntax.value;
  if (syntax.type === 'name') return syntax.parts.length === 1 && syntax.parts[0] === 'pi' ? Math.PI : null;
  if (syntax.type === 'call') return null;
  const [a = null, b = 0] = syntax.args.map(constantOf);
  if (a === null || b === null) return null;
  switch (syntax.operator) {
    case 'negate':
      return -a;
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '^':
      return a ** b;
    default:
      return null;
  }
}

/** Whether a product has a number among its factors: der(v) = force / 2 may mean 2 kg. */
function hasBareFactor(syntax: Syntax): boolean {
  if (syntax.type !== 'operator' || !['negate', '*', '/'].includes(syntax.operator)) return false;
  return syntax.args.some((one) => constantOf(one) !== null || hasBareFactor(one));
}

/** Whether the numbers of a constant are those of derivations. */
function isPure(syntax: Syntax): boolean {
  if (syntax.type === 'number') return pureFactors.has(syntax.value);
  return syntax.type === 'name' || syntax.args.every(isPure);
}

const isSame = (a: Dimension, b: Dimension): boolean => a.every((one, k) => Math.abs(one - (b[k] ?? 0)) < 1e-9);
const product = (a: Found, b: Found): Found => a && b && a.map((one, k) => one + (b[k] ?? 0));

function power(a: Dimension, exponent: number): Dimension;
function power(a: Found, exponent: number): Found;
function power(a: Found, exponent: number): Found {
  return a?.map((one) => one * exponent) ?? null;
}
