/** What is not in the language of the kernels throws a SyntaxError that names it, before there is a module. */
import { describe, expect, test } from 'vitest';
import { elementarySources } from '../../dist/code/elementarySources.js';
import type { KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { ModuleBuilder } from '../../dist/wasm/module.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';

const known: readonly KernelSource[] = [
  ...elementarySources,
  { text: 'function work(a, b) { I[a] = b; }', constants: {}, name: 'work', as: 'work' },
  { text: 'function count(a) { return I[a]; }', constants: {}, name: 'count', as: 'count' },
];

function build(text: string): boolean {
  const builder = new ModuleBuilder({ pages: 1, shared: true, lanes: true });
  for (const source of known) builder.add(source);
  builder.add({ text, constants: { three: 3, half: 0.5 }, name: 'f', as: 'f' });
  return WebAssembly.validate(builder.build(['f']));
}

describe('in a function', () => {
  test.each<[string, string]>([
    ['F[1.5] = 1;', 'a double as an integer'],
    ['F[half] = 1;', 'a double as an integer'],
    ['F[F[a]] = 1;', 'a double as an integer'],
    ['I[a] = 0.5;', 'a double as an integer'],
    ['F[-1] = 1;', 'element -1'],
    ['F[a - a - 600000000] = 1;', 'element -600000000'],
    ['F[536870912] = 1;', 'element 536870912'],
    ['I[1073741824] = 1;', 'element 1073741824'],
    ['F[4294967296] = 1;', 'a double as an integer'],
    ['G[a] = 1;', 'G[…]'],
    ['F.x = 1;', 'a member'],
    ['F[a]++;', 'UpdateExpression'],
    ['F[a] += 1;', '+='],
    ['let x = 0.5; x++;', '++ of anything but an integer'],
    ['const n = 0 | 0; n = 1;', 'setting n, which is a constant'],
    ['for (const n = 0; n < 3; n++) F[n] = 1;', 'setting n, which is a constant'],
    ['x = 1;', 'x, which is not declared'],
    ['F[a] = x;', 'x, which is not declared'],
    ['{ let x = 1; } F[a] = x;', 'x, which is not declared'],
    ['F[a] = undefined;', 'undefined, which is not declared'],
    ['let x; F[a] = 1;', 'a declaration without a name or a value'],
    ['const { x } = F;', 'a declaration without a name or a value'],
    ['var x = 1;', 'var'],
    ['let x = 1, y = 2; [x, y] = F;', 'ArrayPattern'],
    ['if (a) F[a] = 1;', 'a number as a condition'],
    ['F[a] = a < 1 ? 1 : a < 2;', 'a condition as a number'],
    ['F[a] = !a;', 'a number as a condition'],
    ['F[a] = F[a] && 1;', 'a number as a condition'],
    ['F[a] = F[a] ?? 1;', '??'],
    ['F[a] = -(a < 1);', 'a condition as a number'],
    ['F[a] = (a < 1) + 1;', 'a condition as a number'],
    ['if ((a < 1) === (a < 2)) F[a] = 1;', 'a condition as a number'],
    ['if (F[a] == 1) F[a] = 2;', '=='],
    ['F[a] = F[a] ** 2;', '**'],
    ['F[a] = a << 1;', '<<'],
    ['F[a] = a & 1;', '&'],
    ['F[a] = F[a] | 1;', '| other than | 0'],
    ['F[a] = F[a] % 2;', '% of doubles'],
    ['F[a] = +F[a];', '+'],
    ['F[a] = ~a;', '~'],
    ['F[a] = typeof a;', 'typeof'],
    ['F[a] = 1n;', '1'],
    ["F[a] = 'x';", 'x'],
    ['F[a] = null;', 'null'],
    ['F[a] = `x`;', 'TemplateLiteral'],
    ['F[a] = [1];', 'ArrayExpression'],
    ['F[a] = (F[a], 2);', 'SequenceExpression'],
    ['let x = 1; F[a] = x = 2;', 'AssignmentExpression'],
    ['F[a] = (() => 1)();', 'this call'],
    ['F[a] = f(a);', 'the function f'],
    ['F[a] = unknown(1);', 'the function unknown'],
    ['F[a] = exp(1, 2);', 'exp with 2 values in place of 1'],
    ['F[a] = exp();', 'exp with 0 values in place of 1'],
    ['F[a] = exp(...F);', '...'],
    ['work(1);', 'work with 1 values in place of 2'],
    ['work(1, 0.5);', 'a double as an integer'],
    ['F[a] = work(1, 2);', 'the value of a call that gives none'],
    ['F[a] = Math.random();', 'Math.random'],
    ['F[a] = Math.exp(1);', 'Math.exp'],
    ['F[a] = Math.PI;', 'Math as a value'],
    ['F[a] = Math.abs(1, 2);', 'Math.abs with 2 values'],
    ['F[a] = Math.sqrt();', 'Math.sqrt with 0 values'],
    ['F[a] = Math.max();', 'Math.max with 0 values'],
    ['F[a] = exponentOf(1, 2);', 'exponentOf with 2 values'],
    ['F[a] = Date.now();', 'Date.now'],
    ['console.log(a);', 'console.log'],
    ['Atomics.xor(I, 1, 2);', 'Atomics.xor'],
    ['Atomics.load(F, 1);', 'Atomics on anything but I'],
    ['Atomics.add(I, 1);', 'Atomics.add with 0 values'],
    ['Atomics.notify(I, 1, 2);', 'Atomics.notify with 1 values'],
    ['I[a] = Atomics.store(I, 1, 2);', 'the value of a call that gives none'],
    ['I[a] = Atomics.wait(I, 1, 2, 3);', 'the value of a call that gives none'],
    ['a < 1;', 'the statement BinaryExpression'],
    ['for (let k in F) F[k] = 1;', 'ForInStatement'],
    ['for (const k of F) F[a] = k;', 'ForOfStatement'],
    ['let k = 0 | 0; for (k = 1; k < 3; k++) F[k] = 1;', 'a for loop that declares no counter'],
    ['for (let k = 0.5; k < 3; k++) F[a] = 1;', 'a double as an integer'],
    ['do { F[a] = 1; } while (a < 1);', 'DoWhileStatement'],
    ['switch (a) { case 1: F[a] = 1; }', 'SwitchStatement'],
    ['try { F[a] = 1; } catch { }', 'TryStatement'],
    ['throw 1;', 'ThrowStatement'],
    ['outer: for (let k = 0; k < 3; k++) F[k] = 1;', 'the label outer'],
    ['lanes: while (a < 1) F[a] = 1;', 'the label lanes'],
    ['lanes: for (let i = 0; i < 3; i++) { for (let k = 0; k < 3; k++) break lanes; }', 'a way out to the label lanes'],
    ['lanes: for (let i = 0; i < 3; i++) { continue lanes; }', 'a way out to the label lanes'],
    ['lanes: for (let i = 3; i > 0; i--) F[i] = 1;', "does not count by '<' and '++'"],
    ['lanes: for (let i = 0, j = 0; i < 3; j++) F[i] = 1;', "does not count by '<' and '++'"],
    ['lanes: for (let i = 0; i < 3; i = i + 2) F[i] = 1;', "does not count by '<' and '++'"],
    ['function inner() { F[0] = 1; }', 'FunctionDeclaration'],
    ['if (a < 1) return 1; return 2 | 0;', 'returning values of different types'],
    ['if (a < 1) return 1; return;', 'returning values of different types'],
    ['if (a < 1) return 1;', 'a way out of f without a value'],
    ['while (a < 1) return 1;', 'a way out of f without a value'],
  ])('%s', (body, words) => {
    let message = 'nothing was thrown';
    try {
      build(`function f(a) { ${body} }`);
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
      message = (error as Error).message;
    }
    expect(message).toContain(words);
    expect(message).toMatch(/^kernel text: .*is not in the language of the kernels$/);
  });
});

describe('of a text', () => {
  test.each([
    ['const x = 1; function f() {}', 'VariableDeclaration outside of a function'],
    ['F[0] = 1;', 'ExpressionStatement outside of a function'],
    ['async function f() {}', 'a function that waits or yields'],
    ['function* f() {}', 'a function that waits or yields'],
    ['function f(a = 1) {}', 'the parameter AssignmentPattern'],
    ['function f(...a) {}', 'the parameter RestElement'],
    ['function f() { break; }', 'Unsyntactic break'],
    ['function f( {', 'Unexpected token'],
  ])('%s', (text, words) => {
    expect(() => build(text)).toThrow(SyntaxError);
    expect(() => build(text)).toThrow(words);
  });
});

test('what is in the language makes a valid module', () => {
  const bodies = [
    'if (a < 1) return 1; else return three * half;',
    'for (;;) { if (a < 1) break; if (a > 2) continue; return; }',
    'count(3); work(a + 1, a % 3); I[a] = count(a) - 1;',
    'F[a] = exp(a) + power(F[a], 2) + Math.min(1, 2, F[a]) + (a < 1 ? 1 : 2) + Infinity;',
    'let x = 0, n = 0 | 0; { let x = 1; F[a] = x; } n++; n--; F[n] = x - 1 - -1;',
    'if (Atomics.load(I, a) === Atomics.compareExchange(I, 3, 1, 2)) Atomics.wait(I, 1, 2, 3); Atomics.notify(I, 1);',
    'let i = 0 | 0; while (i < 2147483647 && (a > 1 || !(a === 2))) i++;',
    ';',
  ];
  for (const body of bodies) expect(build(`function f(a) { ${body} }`), body).toBe(true);
});
