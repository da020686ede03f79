/** The secant of crossings on margins that move in straight lines: it finds them wherever they are in the step, and nothing outside of it. */
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../dist/equations/graph/evaluate.js';
import { modelOf } from '../../dist/equations/language/build.js';
import { component } from '../../dist/equations/language/definition.js';
import { crossed, crossingsOf, fewSteps, followedNames } from '../../dist/equations/solve/crossings.js';
import { solve } from '../../dist/equations/solve/solve.js';

const definition = component({
  kind: 'watch',
  about: 'On above its level.',
  source: 'test',
  group: 'Test',
  ports: {},
  parameters: { level: { unit: '1', about: 'level' }, guarded: { unit: '1', about: 'not followed where it is 1' } },
  inputs: { input: { unit: '1', about: 'signal' }, truth: { unit: '1', about: 'true above 0.5' } },
  outputs: { output: { unit: '1', about: 'output' } },
  states: { on: { unit: '1', initial: 0, about: '1 or 0' }, set: { unit: '1', initial: 0, about: '1 or 0' } },
  equations: `
    hold on = if(guarded > 0, 0, if(input > level, 1, 0))
    hold set = if(truth > 0.5, 1, 0)
    output = on + pre(set)
  `,
});

const { model } = solve(modelOf(definition));
const crossings = crossingsOf(model, followedNames(model), true);

/** Its crossing in a step of 1 behind one of `before`, of an input that goes through the level at the rate 3 at `at` (0: the beginning of the step), `lag` steps late. */
function when({
  at,
  before = 1,
  lag,
  since = 100,
  guarded = 0,
  on = 0,
}: { at: number; before?: number; lag: number } & Record<string, number>): number {
  const level = 0.25;
  // m = level - input.
  const symbols: Record<string, number> = {
    'parameter:level': level,
    'parameter:guarded': guarded as number,
    'endInput:input': level + 3 * (1 - (lag as number) - at),
    'margin:on_0': 3 * ((lag as number) * (before as number) + at),
    'since:on': since as number,
    'lag:on': lag as number,
    behind: before as number,
    'pre:on': on as number,
  };
  const node = (crossings[0] as (typeof crossings)[number]).when;
  return evaluate(node, (symbol) => symbols[symbol] ?? Number.NaN);
}

test('what follows truths only is left out', () => {
  expect(crossings.map(({ of, late }) => ({ of, late }))).toEqual([{ of: 'on', late: false }]);
});

describe.each([0, 0.5])('λ = %s', (lag) => {
  test.each([0.2, 1, 5])('behind a step %s times as long', (before) => {
    for (const at of [0.01, 0.25, 0.5, 0.75, 0.99]) expect(when({ at, before, lag })).toBeCloseTo(at, 12);
    for (const at of [1.001, 1.5, 9]) expect(when({ at, before, lag })).toBe(crossed.none);
    // What the step before has missed is passed at once.
    if (lag > 0) expect(when({ at: -0.25 * lag * before, before, lag })).toBe(0);
  });

  test('what has changed already, or stands under another condition, does not count; what changes again soon is a slide', () => {
    expect(when({ at: 0.25, lag, on: 1 })).toBe(crossed.none);
    expect(when({ at: 0.25, lag, guarded: 1 })).toBe(crossed.none);
    expect(when({ at: 0.25, lag, since: fewSteps - 1 })).toBe(crossed.again);
    expect(when({ at: 0.75, lag, since: fewSteps - 1 })).toBe(lag > 0 ? crossed.none : crossed.again);
    expect(when({ at: 0.25, lag, since: fewSteps })).toBeCloseTo(0.25, 12);
  });
});

describe('a reset that an accepted hold has hold its state', () => {
  const body = (still: string) =>
    component({
      kind: 'body',
      about: 'Sticks.',
      source: 'test',
      group: 'Test',
      ports: {},
      parameters: { rest: { unit: '1', about: 'friction of rest' } },
      inputs: { push: { unit: '1', about: 'force' } },
      states: { v: { unit: '1', initial: 0, about: 'velocity' }, force: { unit: '1', initial: 0, about: 'force' } },
      equations: `
        hold force = push - 2 * v
        der(v) = force
        reset(v) = if(rest > 0 and (sign(pre(force)) * v < 0 or (pre(v) == 0 and ${still})), 0, v)
      `,
    });
  const of = (still: string) => {
    const { model } = solve(modelOf(body(still)));
    return { model, all: crossingsOf(model, followedNames(model), true) };
  };
  /** The force grows at the rate 3 to 6, or falls to -6, at `at`; the middle of the step is half a step before its end. */
  const symbols = (at: number, sign: number, more: Record<string, number>) => (symbol: string) =>
    ({
      'parameter:rest': 6,
      'input:push': sign * (6 + 3 * (0.5 - at)),
      'mid:v': 0,
      'margin:v_0': -3 * (0.5 + at),
      'since:v': 100,
      'lets:v': 1,
      behind: 1,
      ...more,
    })[symbol] ?? Number.NaN;

  test.each(['abs(pre(force)) <= rest', 'not (abs(pre(force)) > rest)'])(
    '%s: crosses where the force passes it, to either side',
    (still) => {
      const { all } = of(still);
      const [{ of: name, late, when, sides }] = all as [(typeof all)[number]];
      expect([name, late, all.length]).toEqual(['v', false, 1]);
      // Of a > b the margin is b - a, but it changes its sign all the same.
      const before = still.startsWith('not') ? -1 : 1;
      for (const sign of [1, -1])
        for (const at of [0.01, 0.25, 0.75, 0.99]) {
          const known = symbols(at, sign, { 'margin:v_0': -3 * before * (0.5 + at) });
          expect(evaluate(when, known)).toBeCloseTo(at, 12);
          expect(evaluate(sides[0] as (typeof sides)[number], known)).toBe(-before);
          expect(evaluate(when, (s) => (s === 'lets:v' ? 0 : known(s)))).toBe(crossed.none);
          expect(evaluate(when, (s) => (s === 'since:v' ? fewSteps - 1 : known(s)))).toBe(crossed.again);
        }
    },
  );

  test('is left alone where it holds by the sign of a hold', () => {
    expect(of('sign(pre(force)) < rest').all).toEqual([]);
  });
});
