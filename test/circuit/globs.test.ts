import { expect, test } from 'vitest';
import { globMatcher, selectNames } from '../../dist/circuit/text/globs.js';

const names = ['p2.out.p', 'prv.in.p', 'prv.pilot.p', 'prv.in.q', 'act1.x', 'act2.x', 'act10.x', 'nB.p'];

test('names come in the order of the circuit, each once, whatever the order of the patterns', () => {
  expect(selectNames(names, ['act*.x', 'prv.*', 'p2.out.p', 'act1.x'])).toEqual({
    names: ['p2.out.p', 'prv.in.p', 'prv.pilot.p', 'prv.in.q', 'act1.x', 'act2.x', 'act10.x'],
    unmatched: [],
  });
});

test('patterns that choose nothing are named', () => {
  expect(selectNames(names, ['act?.x', 'nC.p', 'rv*.p'])).toEqual({ names: ['act1.x', 'act2.x'], unmatched: ['nC.p', 'rv*.p'] });
});

test('characters of regular expressions stand for themselves, and a glob covers the whole name', () => {
  expect(globMatcher('act1.x')('act1ax')).toBe(false);
  expect(globMatcher('a+(b)[c]*')('a+(b)[c].p')).toBe(true);
  expect(globMatcher('act1')('act1.x')).toBe(false);
  expect(globMatcher('*')('')).toBe(true);
});

test('many stars do not take forever', () => {
  expect(globMatcher(`${'*'.repeat(60)}b`)('a'.repeat(5000))).toBe(false);
});
