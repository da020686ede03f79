/** The elementary functions as back ends read them: of the strict form that back ends rely on, and the same numbers for ever. */
import { parse } from 'acorn';
import { describe, expect, test } from 'vitest';
import { nameOf, textOf } from '../../dist/blocks/stepTexts.js';
import { elementarySources } from '../../dist/code/elementarySources.js';
import { elementary, elementaryConstants, elementarySteps } from '../../dist/equations/kernel/elementary.js';
import { backEnds, make } from '../support/backEnds.js';
import { isFull } from '../support/circuits.js';
import { random } from '../support/kernelBench.js';

type Name = keyof typeof elementary;
const names = Object.keys(elementary) as Name[];
const texts = [...new Map(elementarySteps.flatMap(({ made, pieces }) => [...pieces, made]).map((f) => [nameOf(f), textOf(f)]))];
const constants = Object.entries(elementaryConstants).map(([name, value]) => `const ${name} = ${value};`);
const allTexts = [...constants, ...texts.map(([, text]) => text)].join('\n');
const mathCalls = ['abs', 'floor'];

interface Tree {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** All syntax nodes below one. */
function nodesOf(tree: unknown): Tree[] {
  if (Array.isArray(tree)) return tree.flatMap(nodesOf);
  if (typeof tree !== 'object' || tree === null || !('type' in tree)) return [];
  return [tree as Tree, ...Object.values(tree).flatMap(nodesOf)];
}

/** The functions, of texts and intrinsics of one's own. */
function made(body: string, exponentOf: (x: number) => number, powerOfTwo: (k: number) => number): typeof elementary {
  return new Function('exponentOf', 'powerOfTwo', `'use strict';\n${body}\nreturn { ${names.join(', ')} };`)(exponentOf, powerOfTwo);
}

const double = new Float64Array(1);
const long = new BigInt64Array(double.buffer);
/** The intrinsics as their docstring defines them, by bits. */
const byBits = {
  exponentOf: (x: number): number => {
    double[0] = x;
    return Number(((long[0] as bigint) >> 52n) & 0x7ffn) - 1023;
  },
  powerOfTwo: (k: number): number => {
    long[0] = (BigInt(k + 1023) & 0x7ffn) << 52n;
    return double[0] as number;
  },
};

/** Arguments from everywhere: ordinary ones, and any bits at all. */
function argumentsOf(count: number): Float64Array {
  const rng = random(20);
  return Float64Array.from({ length: count }, (_, n) => {
    if (n % 4 === 0) return (rng() * 2 - 1) * 0.4;
    if (n % 4 === 1) return (rng() * 2 - 1) * 40;
    if (n % 4 === 2) return (1 + rng()) * 2 ** (Math.floor(36 * rng()) - 18);
    double[0] = 0;
    new Uint32Array(double.buffer).set([rng() * 2 ** 32, rng() * 2 ** 32]);
    return double[0];
  });
}

/** A sum over the bits of all functions' values; NaN counts as one value. */
function digest(functions: typeof elementary, at: Float64Array): string {
  const words = new Uint32Array(double.buffer);
  let hash = 0;
  for (const name of names) {
    for (const x of at) {
      const value = functions[name](x);
      double[0] = Number.isNaN(value) ? Number.NaN : value;
      for (const word of words) hash = Math.imul(hash ^ word ^ (hash >>> 15), 0x9e3779b1) + 0x7f4a7c15;
    }
  }
  return (hash >>> 0).toString(16);
}

describe('the strict form of the language', () => {
  test.each(texts)('%s', (name, text) => {
    const [declared] = (parse(text, { ecmaVersion: 2020 }) as unknown as { body: Tree[] }).body as [Tree];
    expect(declared.type).toBe('FunctionDeclaration');
    expect((declared['id'] as Tree)['name']).toBe(name);
    const body = (declared['body'] as Tree)['body'] as Tree[];
    expect(body.slice(0, -1).filter((s) => s.type !== 'VariableDeclaration' || s['kind'] !== 'const')).toEqual([]);
    expect(body.at(-1)?.type).toBe('ReturnStatement');
    const allowed = new Set(
      'BinaryExpression UnaryExpression ConditionalExpression LogicalExpression CallExpression MemberExpression Identifier Literal'.split(
        ' ',
      ),
    );
    const expressions = body.flatMap((s) =>
      s.type === 'ReturnStatement' ? [s['argument']] : (s['declarations'] as Tree[]).map((d) => d['init']),
    );
    for (const node of expressions.flatMap(nodesOf)) {
      expect(allowed, node.type).toContain(node.type);
      if (node.type === 'BinaryExpression') expect(['+', '-', '*', '/', '<', '<=', '>', '>=', '===', '!==']).toContain(node['operator']);
      if (node.type === 'UnaryExpression') expect(node['operator']).toBe('-');
      if (node.type === 'MemberExpression') expect(mathCalls).toContain((node['property'] as Tree)['name']);
      if (node.type === 'Literal') expect(typeof node['value']).toBe('number');
      if (node.type === 'CallExpression' && (node['callee'] as Tree).type === 'Identifier')
        expect(['exponentOf', 'powerOfTwo', ...texts.map(([callee]) => callee)]).toContain((node['callee'] as Tree)['name']);
    }
    // A doubles' constant holds no comparison.
    for (const s of body.slice(0, -1))
      for (const d of s['declarations'] as Tree[]) {
        const init = d['init'] as Tree;
        expect(init.type === 'LogicalExpression' || (init.type === 'BinaryExpression' && /[<>=]/.test(init['operator'] as string))).toBe(
          false,
        );
      }
  });

  test('what a text calls comes before it', () => {
    const seen: string[] = [];
    for (const [name, text] of texts) {
      const called = [...text.matchAll(/\b([a-z]\w*)\(/gi)].map(([, callee]) => callee as string);
      expect(called.filter((callee) => texts.some(([one]) => one === callee) && callee !== name && !seen.includes(callee))).toEqual([]);
      seen.push(name);
    }
  });
});

test.each(backEnds)('a kernel in %s computes the bits of the set-up', (backEnd) => {
  const at = argumentsOf(2001);
  for (const name of names) {
    const text = `function kernel(n) { lanes: for (let i = 0; i < n; i++) F[i] = ${name}(F[i]); }`;
    const { F, functions, inLanes } = make(
      backEnd,
      [...elementarySources, { text, constants: {}, name: 'kernel', as: 'kernel' }],
      ['kernel'],
      at.length,
    );
    F.set(at);
    functions.get('kernel')?.(at.length);
    expect([...F.subarray(0, at.length)]).toEqual(Array.from(at, elementary[name]));
    expect(inLanes.size).toBe(backEnd === 'WebAssembly in lanes' ? 1 : 0);
  }
});

describe('the intrinsics', () => {
  test('are called with what they are defined for, or NaN', () => {
    const checked = made(
      allTexts,
      (x) => {
        // Zero, negative, infinite: the value is not chosen.
        if (x > 0 && x < Infinity && x < 2 ** -1022) throw new Error(`exponentOf(${x})`);
        return byBits.exponentOf(x);
      },
      (k) => {
        if (Number.isNaN(k)) return 0;
        if (!Number.isInteger(k) || k < -1024 || k > 1023) throw new Error(`powerOfTwo(${k})`);
        return byBits.powerOfTwo(k);
      },
    );
    const at = [
      ...argumentsOf(20_000),
      0,
      -0,
      Number.NaN,
      Infinity,
      -Infinity,
      5e-324,
      Number.MAX_VALUE,
      -Number.MAX_VALUE,
      2 ** -1022,
      709.79,
      -745.14,
    ];
    const others = names.flatMap((name) => at.filter((x) => !Object.is(checked[name](x), elementary[name](x))).map((x) => `${name}(${x})`));
    expect(others).toEqual([]);
  });
});

describe('the bits', () => {
  const at = argumentsOf(20_000);

  test('are those that were recorded', () => {
    expect(digest(elementary, at)).toBe('c0db2f8c');
  });

  /** Quickly every third. */
  const coefficients = [...new Set(allTexts.match(/\d+\.\d{9,}(?:e-\d+)?/g))].filter((_, k) => isFull || k % 3 === 0);

  const values = names.map((name) => at.map((x) => elementary[name](x)));
  /** Whether a value is other than recorded, by its bits; NaN counts as one value. */
  const isOther = (functions: typeof elementary): boolean =>
    names.some((name, k) => at.some((x, n) => !Object.is(functions[name](x), values[k]?.[n])));

  test.each(coefficients)('change with %s', (coefficient) => {
    // By a part in 10^12; the smallest terms, low parts of constants and what only places the seams, which that moves in no digit of a double, by more.
    const level = [1e-12, 1e-8, 1e-4, 1e-2, 0.5].findIndex((change) => {
      const text = allTexts.replaceAll(coefficient, String(Number(coefficient) * (1 + change)));
      return isOther(made(text, byBits.exponentOf, byBits.powerOfTwo));
    });
    expect(level).toBeGreaterThanOrEqual(0);
  });
});
