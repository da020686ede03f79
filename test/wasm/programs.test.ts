/** Programs drawn at random, and some written for one construct each: every back end leaves the same memory. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementarySources } from '../../dist/code/elementarySources.js';
import type { KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { backEnds, firstDifference, make } from '../support/backEnds.js';
import { isFull } from '../support/circuits.js';
import { programDoubles, programHelper, programMemory, programOf } from '../support/programs.js';

const helpers = [...elementarySources, programHelper];

/** Runs a program on 0, 1, … rows by every back end; says whether it ran in lanes. */
function expectSame(source: KernelSource, seed: number, counts: readonly number[], more: readonly KernelSource[] = []): boolean {
  const image = programMemory(seed);
  const made = backEnds.map((backEnd) => ({ backEnd, ...make(backEnd, [...helpers, ...more, source], ['kernel'], programDoubles) }));
  for (const count of counts) {
    for (const { F, functions } of made) {
      F.set(image);
      functions.get('kernel')?.(count);
    }
    const [reference, ...others] = made;
    for (const { backEnd, F } of others) {
      const at = firstDifference(reference?.F as Float64Array, F);
      expect(at, `${backEnd}, ${count} rows: F[${at}] is ${F[at]}, not ${reference?.F[at]}\n${source.text}`).toBe(-1);
    }
  }
  return made[2]?.inLanes.has('kernel') ?? false;
}

const choices = fc.array(fc.nat(1e6), { minLength: 20, maxLength: 400, size: 'max' });
const runs = isFull ? 5000 : 100;

describe('programs drawn at random', () => {
  test('loops over lanes', () => {
    const features = {
      breaks: / break;/,
      'nested breaks': /\{\n.*\nif \(.* break; \}/,
      leaves: /continue;/,
      gathers: /F\[I\[/,
      masks: /else/,
      maxima: /= Math\.max\(worst/,
    };
    const seen = new Map<string, number>();
    let inLanes = 0;
    fc.assert(
      fc.property(choices, fc.nat(), (list, seed) => {
        const source = programOf(list, true);
        if (!expectSame(source, seed, [0, 1, 2, 7, 16])) return;
        inLanes++;
        for (const [feature, pattern] of Object.entries(features))
          if (pattern.test(source.text)) seen.set(feature, (seen.get(feature) ?? 0) + 1);
      }),
      { numRuns: runs, seed: 11 },
    );
    // What never runs in lanes is not tested there.
    expect(inLanes).toBeGreaterThan(runs / 4);
    for (const feature of Object.keys(features)) expect(seen.get(feature), feature).toBeGreaterThan(runs / 50);
  });

  test('loops whose rounds depend on each other', () => {
    fc.assert(
      fc.property(choices, fc.nat(), (list, seed) => {
        expect(expectSame(programOf(list, false), seed, [0, 1, 7])).toBe(false);
      }),
      { numRuns: runs / 2, seed: 12 },
    );
  });
});

/** A program with this body of the loop over lanes. */
const inLoop = (body: string, before = '', after = ''): KernelSource => ({
  text: `function kernel(n) {\n${before}\nlanes: for (let i = 0; i < n; i++) {\n${body}\n}\n${after}\n}`,
  constants: {},
  name: 'kernel',
  as: 'kernel',
});
const counts = [1, 2, 5, 16];
/** Places of the memory of programs.ts: 16 doubles from 64, 80, 96; from Int32 word 352 on an order of the rows. */
const order = 352;

describe('one construct each, in lanes', () => {
  test.each<[string, string]>([
    [
      'a lane that breaks deep inside takes no part in what follows in any branch around',
      `let x = F[64 + i], y = 0;
      for (let k = 0; k < 4; k++) {
        if (x > -1) { if (x > 0) { y = y + 1; if (F[80 + i] > 0) { x = 7; break; } y = y + 100; } else { y = y - 1; } y = y + 10000; x = x - 0.5; }
        y = y + 0.125;
      }
      F[128 + i] = x; F[144 + i] = y;`,
    ],
    [
      'else after a branch with a break',
      `let x = F[64 + i], y = 0;
      for (let k = 0; k < 3; k++) { if (x < 0) { break; } else { y = y + x; x = x - 1; } y = y * 2; }
      F[128 + i] = y;`,
    ],
    [
      'a variable declared in a branch, and one from outside of it',
      `let y = 1;
      if (F[64 + i] > 0) { let z = F[80 + i]; if (z > 0) { z = -z; y = 2; } y = y + z; } else y = F[96 + i];
      F[128 + i] = y;`,
    ],
    ['scattered stores', `F[128 + I[${order} + i]] = F[64 + i] * 2;`],
    [
      'integers of a round of its own, kept in a variable',
      `const k = I[${order} + i], m = k + 1 - i; F[128 + i] = F[64 + k] * 2 + k * 0.5 + m; F[144 + k] = F[80 + k];`,
    ],
    ['places that grow by one in other words', `const a = i + 3, b = 2 + a; F[123 + b] = F[61 + a] + F[66 + i - 2 + 0];`],
    ['counters and lists of integers as doubles', `F[128 + i] = i * 0.5 + (I[${order} + i] - 8) / 3;`],
    ['a condition that is the same in all rounds', `const c = n > 3; let y = 0; if (c && F[64 + i] > 0) y = 1; F[128 + i] = c ? y : -y;`],
    [
      'the same function twice, one call inside the other',
      `F[128 + i] = exp(exp(F[64 + i] * 0.001) - exp(F[80 + i] * 0.001)) + scaled(scaled(F[96 + i], 2), scaled(0.5, 3));`,
    ],
  ])('%s', (_, body) => {
    for (const seed of [1, 2, 3]) expect(expectSame(inLoop(body), seed, counts)).toBe(true);
  });

  const bounds = ['0', '-0', '1', '-1', '5e-324', '-5e-324', '1e308', 'Infinity', '-Infinity', 'NaN'];
  test.each(bounds.flatMap((c) => [`max(${c}, x)`, `max(x, ${c})`, `min(${c}, x)`, `min(x, ${c})`, `max(${c}, x, ${c})`]))(
    '%s of every special x',
    (call) => {
      const values = bounds.map(Number);
      const source = inLoop(`const x = F[64 + i]; F[128 + i] = Math.${call};`);
      const made = backEnds.map((backEnd) => make(backEnd, [source], ['kernel'], programDoubles));
      for (const { F, functions } of made) {
        F.set(values, 64);
        functions.get('kernel')?.(values.length);
      }
      expect(made[2]?.inLanes.has('kernel')).toBe(true);
      const [reference, ...others] = made.map(({ F }) => [...F.subarray(128, 128 + values.length)]);
      // toEqual tells the zeros apart, and takes every NaN for the same.
      for (const other of others) expect(other).toEqual(reference);
    },
  );

  test('the largest of all rounds, NaN and zeros included', () => {
    for (const first of ['-0.5', '-0', 'F[72]'])
      expect(expectSame(inLoop('worst = Math.max(worst, F[64 + i]);', `let worst = ${first};`, 'F[200] = worst;'), 4, counts)).toBe(true);
  });
});

describe('not in lanes, as two rounds at once would differ from one after the other or reach outside of the memory', () => {
  test.each<[string, string, string?]>([
    ['a gather whose condition keeps it inside', `let y = 0; if (F[64 + i] > Infinity) y = F[I[${order} + i] * 100000]; F[128 + i] = y;`],
    ['a gather in a choice', `F[128 + i] = F[64 + i] > Infinity ? F[I[${order} + i] * 100000] : 1;`],
    ['a gather behind &&', `F[128 + i] = F[64 + i] > Infinity && F[I[${order} + i] * 100000] > 0 ? 1 : 2;`],
    [
      'an inner counter that lanes move by different amounts',
      `let y = 0; for (let k = 0; k < 20; k = k + I[${order} + i] + 1) y = y + 1; F[128 + i] = y;`,
    ],
    [
      'an inner loop that lanes end at different counts',
      `let y = 0; for (let k = 0; k < I[${order} + i]; k++) y = y + F[64 + k]; F[128 + i] = y;`,
    ],
    ['the largest so far, read', 'worst = Math.max(worst, F[64 + i]); F[128 + i] = worst;', 'let worst = -0.5;'],
    ['a sum', 'sum = sum + F[64 + i]; F[128] = sum;', 'let sum = 0;'],
    ['something counted by Atomics', 'const k = Atomics.add(I, 20, 1); F[128 + i] = k * 0.5;'],
    ['leaving after storing', 'F[128 + i] = 1; if (F[64 + i] > 0) { F[128 + i] = F[128 + i] + 1; continue; } F[144 + i] = 2;'],
    ['a function with branches', 'F[128 + i] = branched(F[64 + i]);'],
  ])('%s', (_, body, before) => {
    const branched: KernelSource = {
      text: 'function branched(x) { if (x > 0) return x * 2; else return 0.5; }',
      constants: {},
      name: 'branched',
      as: 'branched',
      parameters: 'double',
    };
    for (const seed of [1, 2, 3]) expect(expectSame(inLoop(body, before), seed, counts, [branched])).toBe(false);
  });
});

describe('integers', () => {
  test.each<[string, string]>([
    [
      'a difference that is negative before a constant is added',
      'for (let k = 0; k < n; k++) F[128 + k] = F[100 + k - 20] + F[70 + k - n] + F[(k - n) + 90];',
    ],
    [
      'a remainder by zero that a condition keeps from being taken',
      'for (let k = 0; k < n; k++) F[128 + k] = k !== 0 && n % k === 0 ? 1 : 2;',
    ],
    [
      'numbers of more than 32 bits are doubles',
      'for (let k = 0; k < n; k++) F[128 + k] = k < 3000000000 && k + 4294967296 > 4294967297 ? k * 8589934592 : 0.5;',
    ],
    [
      'truncation',
      'for (let k = 0; k < n; k++) { const t = Math.max(-1e9, Math.min(1e9, F[64 + k])) | 0; F[128 + k] = t * 0.5; I[300 + k] = t % 7; }',
    ],
    [
      'ways out of loops',
      'let k = 0 | 0; while (k < 100) { k++; if (k % 3 === 0) continue; if (k > n) break; F[128 + k % 16] = k; } I[310] = k;',
    ],
  ])('%s', (_, body) => {
    expectSame({ text: `function kernel(n) {\n${body}\n}`, constants: {}, name: 'kernel', as: 'kernel' }, 5, counts);
  });
});
