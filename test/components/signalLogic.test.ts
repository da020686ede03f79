/** Logic: truth tables, and switching at the instants at which the inputs cross. */
import { describe, expect, test } from 'vitest';
import { block, constant, type Source, sine, solved, solvers, through } from '../support/bothSolvers.js';

const pulses = (period: number, dutyRatio = 0.5, startTime = 0): Source => ({
  kind: 'pulseTrain',
  parameters: { period: `${period} s`, dutyRatio, startTime: `${startTime} s` },
});
/** Instants at which a recorded signal changes, with the value that it then has. */
function changes(t: Float64Array, y: Float64Array): [number, number][] {
  const found: [number, number][] = [];
  for (let k = 2; k < y.length; k++) if (y[k] !== y[k - 1]) found.push([t[k] as number, y[k] as number]);
  return found;
}

describe.each(solvers)('by %s', (solver) => {
  test.each([
    ['logicAnd', [0, 0, 0, 1]],
    ['logicOr', [0, 1, 1, 1]],
  ] as const)('%s of two, and of three', async (kind, table) => {
    for (const [k, wanted] of table.entries()) {
      const inputs = { input1: constant(k & 1), input2: constant(k >> 1) };
      for (const third of [{}, { input3: constant(kind === 'logicAnd' ? 1 : 0) }]) {
        const done = await solved(block(kind, {}, { ...inputs, ...third }, { end: 0.01 }), solver);
        expect(done.last('it.output')).toBe(wanted);
      }
      const other = await solved(block(kind, {}, { ...inputs, input3: constant(kind === 'logicAnd' ? 0 : 1) }, { end: 0.01 }), solver);
      expect(other.last('it.output')).toBe(kind === 'logicAnd' ? 0 : 1);
    }
  });

  test('logicNot and comparator', async () => {
    for (const [u, wanted] of [
      [0, 1],
      [0.4, 1],
      [1, 0],
    ] as const)
      expect((await solved(block('logicNot', {}, { input: constant(u) }, { end: 0.01 }), solver)).last('it.output')).toBe(wanted);
    const done = await solved(block('comparator', {}, { input: sine(1, 1), reference: constant(0.5) }, { end: 1 }), solver);
    const [up, down] = changes(done.t, done.of('it.output')).map(([t]) => t) as [number, number];
    expect(Math.abs(up - 1 / 12)).toBeLessThan(1.1e-3);
    expect(Math.abs(down - 5 / 12)).toBeLessThan(1.1e-3);
  });

  test('relay: a sine of amplitude 1 switches it at asin of its levels, and the levels in between do nothing', async () => {
    const relay = { onLevel: 0.6, offLevel: -0.3, offValue: -2, onValue: 5 };
    const done = await solved(block('relay', relay, { input: sine(1, 1) }, { end: 2 }), solver);
    const found = changes(done.t, done.of('it.output'));
    const on = Math.asin(0.6) / (2 * Math.PI);
    const off = 0.5 + Math.asin(0.3) / (2 * Math.PI);
    const wanted = [on, off, on + 1, off + 1];
    expect(found.map(([, y]) => y)).toEqual([5, -2, 5, -2]);
    found.forEach(([t], k) => expect(Math.abs(t - (wanted[k] as number))).toBeLessThan(2.1e-3));
  });

  test('flipFlop: set, kept, cleared; clearing goes before', async () => {
    const inputs = {
      set: through([0, 0], [0.1, 0], [0.1, 1], [0.2, 1], [0.2, 0], [0.6, 0], [0.6, 1], [1, 1]),
      clear: through([0, 0], [0.4, 0], [0.4, 1], [0.5, 1], [0.5, 0], [0.8, 0], [0.8, 1], [1, 1]),
    };
    const done = await solved(block('flipFlop', {}, inputs, { end: 1 }), solver);
    const found = changes(done.t, done.of('it.output'));
    expect(found.map(([, y]) => y)).toEqual([1, 0, 1, 0]);
    found.forEach(([t], k) => expect(Math.abs(t - ([0.1, 0.4, 0.6, 0.8][k] as number))).toBeLessThan(1.1e-3));
  });

  test('onDelay: becomes 1 its delay after the input, never for a pulse that is shorter, and 0 at once', async () => {
    const input = through([0, 0], [0.1, 0], [0.1, 1], [0.2, 1], [0.2, 0], [0.3, 0], [0.3, 1], [0.7, 1], [0.7, 0], [1, 0]);
    const done = await solved(block('onDelay', { delay: '0.15 s' }, { input }, { end: 1, step: 4e-4 }), solver);
    const found = changes(done.t, done.of('it.output'));
    expect(found.map(([, y]) => y)).toEqual([1, 0]);
    expect(Math.abs((found[0]?.[0] as number) - 0.45)).toBeLessThan(9e-4);
    expect(Math.abs((found[1]?.[0] as number) - 0.7)).toBeLessThan(9e-4);
  });

  test('counter: every rise of a pulse train once, until it is cleared', async () => {
    const clear = through([0, 0], [0.52, 0], [0.52, 1], [0.53, 1], [0.53, 0], [1, 0]);
    const done = await solved(block('counter', { initialCount: 10 }, { input: pulses(0.1, 0.3, 0.05), clear }, { end: 1 }), solver);
    const y = done.of('it.output');
    expect(y[Math.round(0.5 * (y.length - 1))]).toBe(15);
    expect(done.last('it.output')).toBe(5);
  });
});

test('with steps of its own choice a time step lands on the end of a delay', async () => {
  const input = through([0, 0], [0.1, 0], [0.1, 1], [1, 1]);
  const built = block('onDelay', { delay: '0.15 s' }, { input }, { end: 1 })
    .run({ end: '1 s', maximumStep: '7 ms' })
    .record({ every: '1 us', signals: ['it.output'] });
  const done = await solved(built, 'tlm');
  const [first] = changes(done.t, done.of('it.output')) as [[number, number]];
  const before = done.t[done.t.indexOf(first[0]) - 1] as number;
  // The step that brings the input begins at 0.1 s.
  expect(Math.abs(before - 0.25)).toBeLessThan(1e-15);
});
