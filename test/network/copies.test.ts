/** Which kinds any partition may have a copy of. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { tablesOf } from '../../dist/circuit/views.js';
import { library } from '../../dist/components/library.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { factsOf } from '../../dist/equations/language/facts.js';
import { copiesOf } from '../../dist/network/copies.js';

test('of the library: what has neither ports nor inputs', () => {
  const names = (kinds: readonly KindDefinition[]): string[] => kinds.map(({ kind }) => kind).sort();
  const all = [...library.values()];
  const without = all.filter(({ ports, inputs = {} }) => Object.keys(ports).length + Object.keys(inputs).length === 0);
  expect(names(all.filter((kind) => factsOf(kind).isSignalOfTime))).toEqual(names(without));
  expect(names(without)).toContain('cyclicDutyCycle');
});

const y = { unit: '1', about: 'signal' };
const source = (equations: string, more: Partial<KindDefinition> = {}): KindDefinition => ({
  kind: 'own',
  about: 'A source.',
  source: 'a test',
  group: 'Test',
  ports: {},
  parameters: { a: { unit: '1', about: 'a number' } },
  outputs: { y },
  equations,
  ...more,
});
const state = { x: { unit: '1', about: 'state', initial: 0 } };

describe('own kinds', () => {
  test.each<[string, boolean, KindDefinition]>([
    ['of parameters, time and fluid', true, source('y = a * sin(time) + fluid.density\nnextEvent = if(time < a, a, 1e300)')],
    ['of the step, which partitions may have of their own', false, source('y = a * step')],
    ['with an event that hangs on the step', false, source('y = a\nnextEvent = time + 2 * step')],
    ['with a state, which remembers the steps', false, source('der(x) = a\ny = x', { states: state })],
    ['with a held state', false, source('hold x = a + pre(x)\ny = x', { states: state })],
    ['with an input', false, source('y = a * u', { inputs: { u: y } })],
    ['with a port', false, source('y = a\np.q = 0', { ports: { p: 'hydraulic' } })],
  ])('%s: %s', (_, expected, kind) => expect(factsOf(kind).isSignalOfTime).toBe(expected));
});

test('a copy stands once in every partition that reads it, and not in its owner', () => {
  const built = circuit('readers').component('a', 'constant', { value: 1 }).component('b', 'sine', { amplitude: 1, frequency: '1 Hz' });
  for (let i = 0; i < 4; i++) built.component(`s${i}`, 'minimum').signal('b', `s${i}.input1`).signal('a', `s${i}.input2`);
  const tables = tablesOf(built.run({ end: '1 s' }).build());
  expect(copiesOf(tables, Int32Array.of(0, 1, 0, 1, 2, 2), 4)).toEqual([[1], [0], [0, 1], []]);
});
