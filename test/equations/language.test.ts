/** The rules of the language of equations (src/equations/language/definition.ts): every mistake has its line and column, and all are told at once. */
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../dist/equations/graph/evaluate.js';
import type { Node } from '../../dist/equations/graph/graph.js';
import { modelOf } from '../../dist/equations/language/build.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { factsOf } from '../../dist/equations/language/facts.js';
import { EquationError } from '../../dist/equations/language/model.js';
import { solve } from '../../dist/equations/solve/solve.js';

const quantity = { unit: '1', about: 'a quantity' };

/** A kind with ports a and b, parameters k and a table t, an input u, an output y, states x (der) and h (hold), and these equations. */
const kind = (equations: string, changes: Partial<KindDefinition> = {}): KindDefinition => ({
  kind: 'tried',
  about: 'Tried.',
  source: 'none',
  group: 'none',
  ports: { a: 'hydraulic', b: 'hydraulic' },
  parameters: { k: quantity, t: { ...quantity, table: { xUnit: 's' } } },
  inputs: { u: quantity },
  outputs: { y: quantity },
  states: { x: { ...quantity, initial: 0 }, h: { ...quantity, initial: 'k / 2' } },
  equations,
  ...changes,
});

const rest = `
der(x) = 1
hold h = 1
y = 1`;
const ports = `
a.q = k
b.q = k${rest}`;

/** 'line:column message' of every mistake. */
function mistakes(equations: string, changes: Partial<KindDefinition> = {}): string[] {
  try {
    modelOf(kind(equations, changes));
    return [];
  } catch (error) {
    if (!(error instanceof EquationError)) throw error;
    for (const { remedy } of error.mistakes) expect(remedy).not.toBe('');
    return error.mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);
  }
}

test('the frame of these tests is free of mistakes', () => expect(mistakes(ports)).toEqual([]));

describe('one mistake, its place and its words', () => {
  test.each<[string, string, RegExp]>([
    ['used before it is made', `a.q = later\nlater = k\nb.q = later${rest}`, /^1:7 'later' is not declared, or used before/],
    ['undeclared', `a.q = k\nb.q = k * nothing${rest}`, /^2:11 'nothing' is not declared/],
    ['made twice', `m = k\nm = 2\na.q = m\nb.q = m${rest}`, /^2:1 'm' is assigned twice, first in line 1/],
    ['a port set twice', `a.q = k\na.q = k\nb.q = k${rest}`, /^2:1 'a\.q' is assigned twice, first in line 1/],
    ['der twice', `${ports}\nder(x) = 2`, /^7:1 der\(x\) is assigned twice, first in line 4/],
    ['port without an equation', `a.q = k${rest}`, /b\.q is never assigned/],
    ['both p and q', `a.q = k\n  a.p = k\nb.q = k${rest}`, /^2:3 a\.p and a\.q are both assigned/],
    ['unknown port', `${ports}\nc.q = k`, /^7:1 'c\.q': no port 'c' \(there is 'a', 'b'\)/],
    ['no such quantity of a port', `${ports}\na.v = k`, /^7:1 'a\.v' cannot be assigned/],
    ['unknown quantity read', `a.q = a.x\nb.q = k${rest}`, /^1:7 'a\.x' is not known/],
    ['a port as a value', `a.q = b\nb.q = k${rest}`, /^1:7 'b' is a port/],
    ['bare expression', `k * 2${ports}`, /^1:1 'k' begins a statement that assigns nothing/],
    ['bare number', `3${ports}`, /^1:1 '3' begins a statement that assigns nothing/],
    ['line broken before +', `a.q = k\n  + k\nb.q = k${rest}`, /^2:3 '\+' begins a statement that assigns nothing/],
    ['implicit product', `a.q = 2 k\nb.q = k${rest}`, /^1:9 'k' after a complete expression/],
    ['implicit product with brackets', `a.q = (k)(k)\nb.q = k${rest}`, /^1:10 '\(' after a complete expression/],
    ['statement without effect', `m = k${ports}`, /^1:1 'm' is assigned and never used/],
    ['output without an equation', `a.q = k\nb.q = k\nder(x) = 1\nhold h = 1`, /output 'y' is never assigned/],
    ['state without an equation', `a.q = k\nb.q = k\nhold h = 1\ny = 1`, /state 'x' has neither der\(x\) nor hold x/],
    ['hold before its statement', `a.q = h\nb.q = k${rest}`, /^1:7 hold 'h' is read before its statement/],
    ['hold and der of one state', `${ports}\nder(h) = 1`, /^7:1 'h' is a hold and cannot have der\(\)/],
    ['der() of a hold', `a.q = der(h)\nb.q = k${rest}`, /^1:11 der\(h\) of a hold/],
    ['der of no state', `${ports}\nder(z) = 1`, /^7:1 der\(z\): no such state \(there is 'x', 'h'\)/],
    ['hold of no state', `${ports}\nhold z = 1`, /^7:1 hold z: no such state/],
    ['pre of no state', `a.q = pre(k)\nb.q = k${rest}`, /^1:11 pre\(\) of something that is not a state/],
    ['reset without if', `${ports}\nreset(x) = 0`, /^7:1 reset\(x\) is not an if/],
    ['reset that never leaves the state', `${ports}\nreset(x) = if(k < 0, 0, 1)`, /^7:1 reset\(x\) never leaves x as it is/],
    ['table of an unknown', `a.q = table(t, a.p)\nb.q = k${rest}`, /^1:16 table\(\) of a quantity of the step's solution/],
    ['nextPoint of an unknown', `${ports}\nnextEvent = nextPoint(t, x)`, /^7:26 nextPoint\(\) of a quantity/],
    ['table of what is none', `a.q = table(k, time)\nb.q = k${rest}`, /^1:13 table\(\) of something that is not a table/],
    ['table as a number', `a.q = t\nb.q = k${rest}`, /^1:7 't' is a table/],
    ['too few values', `a.q = max(k)\nb.q = k${rest}`, /^1:7 max\(\) takes 2 values, not 1/],
    ['too many values', `a.q = sqrt(k, 2)\nb.q = k${rest}`, /^1:7 sqrt\(\) takes 1 value, not 2/],
    ['if with two values', `a.q = if(k > 0, 1)\nb.q = k${rest}`, /^1:7 if\(\) takes 3 values, not 2/],
    ['unknown function', `a.q = root(k)\nb.q = k${rest}`, /^1:7 no function 'root'/],
    ['number for a condition', `a.q = if(k, 1, 0)\nb.q = k${rest}`, /^1:10 a number where a condition is expected/],
    ['number for a condition in and', `a.q = if(k > 0 and u, 1, 0)\nb.q = k${rest}`, /^1:20 a number where a condition is expected/],
    ['condition for a number', `a.q = 1 + (k > 0)\nb.q = k${rest}`, /^1:14 a condition where a number is expected/],
    ['condition as a whole equation', `a.q = k > 0\nb.q = k${rest}`, /^1:9 a condition where a number is expected/],
    ['chain of comparisons', `a.q = if(0 < k < 1, 1, 0)\nb.q = k${rest}`, /^1:16 a chain of comparisons/],
    ['unknown fluid property', `a.q = fluid.colour\nb.q = k${rest}`, /^1:7 no fluid property 'colour'/],
    ['parameter assigned', `k = 1${ports}`, /^1:1 'k' is a parameter and cannot be assigned/],
    ['input assigned', `u = 1${ports}`, /^1:1 'u' is an input and cannot be assigned/],
    ['state assigned plainly', `x = 1${ports}`, /^1:1 'x' is a state and cannot be assigned/],
    ['word of the language assigned', `time = 1${ports}`, /^1:1 'time' is a word of the language and cannot be assigned/],
    ['open bracket', `a.q = (k\nb.q = k`, /'\)' expected before/],
    ['nothing after an operator', `a.q = k *`, /^1:10 a value expected before/],
    ['a character of no language', `a.q = k $ 2\nb.q = k${rest}`, /^1:9 unexpected character '\$'/],
    ['second nextEvent', `${ports}\nnextEvent = 1\nnextEvent = 2`, /^8:1 'nextEvent' is assigned twice/],
  ])('%s', (_, equations, expected) => {
    const found = mistakes(equations);
    expect(found[0]).toMatch(expected);
  });
});

test('all mistakes are told in one go, in the order of the text', () => {
  const found = mistakes(`a.q = 2 k\nb.q = nothing\nm = sqrt()\nreset(x) = 3${rest}`);
  expect(found.map((m) => m.split(' ')[0])).toEqual(['1:9', '2:7', '3:5', '4:1']);
});

test('declarations: reserved words, functions, names twice', () => {
  const found = mistakes(ports, { parameters: { k: quantity, time: quantity, sin: quantity, u: quantity } });
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/'time' is a word/),
      expect.stringMatching(/'sin' is a function/),
      expect.stringMatching(/'u' is declared as parameter and as input/),
    ]),
  );
});

test.each(['x', 'u', 'a.q', 'later'])('an initial value may not use %s', (name) => {
  expect(mistakes(ports, { states: { x: { ...quantity, initial: `k + ${name}` }, h: { ...quantity, initial: 0 } } })[0]).toMatch(
    /initial value of 'x'/,
  );
});

describe('what is allowed', () => {
  test.each([
    ['a line that goes on after an operator, a comma or an open bracket', `a.q = k +\n  k *\n  (k\n - k)\nb.q = max(k,\n 2)${rest}`],
    ['comments and empty lines', `# first\na.q = k # second\n\n\nb.q = k${rest}`],
    ['pre(h) above the statement of h', `a.q = pre(h)\nb.q = k${rest}`],
    ['a local used twice', `m = k\na.q = m\nb.q = -m${rest}`],
    [
      'all functions and operators',
      `m = abs(k) + sign(k) - sqrt(k) * ssqrt(k) / exp(k) ^ log(k) + sin(k) + cos(k) + tanh(k) + atan(k) + min(k, 1, 2) + max(k, 1, 2, 3) + floor(k) + ceil(k)\na.q = m\nb.q = if(not (k <= 1 or k >= 2) and k != 3 and k == 1, table(t, time), nextPoint(t, u))${rest}`,
    ],
    [
      'port volume, event, reset, der as a value',
      `a.q = der(x) + step\nb.q = -pi * fluid.density\na.V = x${rest}\nreset(x) = if(x > 1, 1, x)\nnextEvent = time + 1`,
    ],
    ['a pressure instead of a flow', `a.p = k\nb.q = 0${rest}`],
  ])('%s', (_, equations) => expect(mistakes(equations)).toEqual([]));

  test('precedence: ^ binds to the right and before the sign, then * /, + -, comparison, not, and, or', () => {
    const { outputs } = modelOf(
      kind(`a.q = 0\nb.q = 0\nder(x) = 1\nhold h = 1\ny = -2^2 + 2^3^0 * 3 - 8 / 2 / 2 + if(not 1 > 2 and 2 > 1 or 1 > 2, 100, 0)`),
    );
    expect(evaluate(outputs[0]?.value as Node, () => Number.NaN)).toBe(-4 + 6 - 2 + 100);
  });
});

describe('classification', () => {
  const classOf = (equations: string): string => solve(modelOf(kind(equations, { outputs: {}, states: {} }))).class;
  test.each([
    ['affine', 'Q = k * (a.p - b.p)\na.q = -Q\nb.q = Q'],
    ['affine', 'Q = if(u > 0, k, 2*k) * (a.p - b.p)\na.q = -Q\nb.q = Q'],
    ['piecewise affine', 'Q = k * max(0, a.p - b.p - 1)\na.q = -Q\nb.q = Q'],
    ['piecewise affine', 'Q = k * if(a.p > b.p, a.p - b.p, 0)\na.q = -Q\nb.q = Q'],
    ['piecewise affine', 'a.q = -k * abs(a.p)\nb.q = -k * min(b.p, a.p)'],
    ['signed root', 'Q = k * ssqrt(a.p - b.p)\na.q = -Q\nb.q = Q'],
    ['Newton', 'Q = k * tanh(a.p - b.p)\na.q = -Q\nb.q = Q'],
    ['Newton', 'a.q = -k * ssqrt(a.p) - k * ssqrt(a.p - b.p)\nb.q = k * ssqrt(a.p - b.p)'],
    ['Newton', 'a.q = -k * a.p * b.p\nb.q = k * a.p'],
    ['affine', 'a.q = -k * a.p * b.p\nb.q = 0'],
  ])('%s: %s', (expected, equations) => expect(classOf(equations)).toBe(expected));
});

describe('facts', () => {
  test('ports that set their pressure, and those that hold it', () => {
    const facts = factsOf(kind(`a.p = k\nb.p = k * u${rest}`));
    expect(facts.pressurePorts).toEqual(['a', 'b']);
    expect(facts.fixedPressurePorts).toEqual(['a']);
  });

  test('feedthrough: what an output depends on within a step, through ports and states too; not through pre()', () => {
    const facts = factsOf(kind('a.q = u\nb.q = k\nder(x) = a.p\nhold h = 2*u\ny = pre(h) + pre(x)'));
    expect(facts.feedthrough).toEqual({ y: [], x: ['u'], h: ['u'] });
    expect(factsOf(kind('a.q = u\nb.q = k\nder(x) = 1\nhold h = 1\ny = b.p')).feedthrough['y']).toEqual(['u']);
  });
});
