/** The master's decision alone, on words made by hand: laws against numbers computed here, events, fixed steps, ties, values that are not numbers. */

import { describe, expect, test } from 'vitest';
import { controllerOffsets } from '../../dist/blocks/step/controller.js';
import { clips, standardGrowth as growth, lawNumbers } from '../../dist/blocks/step/controller.step.js';
import { publishedStride, publishedWords } from '../../dist/blocks/step/decision.js';
import { outcomes, verdicts } from '../../dist/blocks/step/outcomes.js';
import { elementary } from '../../dist/equations/kernel/elementary.js';
import { master, usual } from '../support/controllerWords.js';

const none = new Float64Array(0);
const offsets = controllerOffsets(master({ law: 'standard' }).program, elementary);
const standardGrowth = (error: number, reference: number, near: boolean): number =>
  growth(none, new Int32Array(0), offsets, error, reference, near ? lawNumbers.nearGain : lawNumbers.gain);

test('what is accepted at the smallest step in spite of its error is counted, with the largest such error', () => {
  const m = master({ law: 'standard', initialStep: 1e-6 });
  m.attempt(1e5);
  m.attempt(3e5);
  m.attempt(100);
  expect([m.get('accepted'), m.get('forced'), m.get('forcedError')]).toEqual([3, 2, 3e5]);
});

describe('thesis law (3.28)-(3.31)', () => {
  test('the first step: E = e, growth (P_ref/E)^0.001', () => {
    const m = master();
    m.attempt(100);
    expect(m.get('verdict')).toBe(verdicts.accept);
    expect(m.get('step')).toBe(1e-5 * (1e4 / 100) ** 1e-3 * 1 ** 5e-3);
  });

  test('the second: E = (e2 + e1)/2, growth (P_ref/E)^0.001 (E1/E)^0.005', () => {
    const m = master();
    m.attempt(100);
    const step = m.get('step');
    m.attempt(4000);
    const filtered = (4000 + 100) / 2;
    expect(m.get('step')).toBe(step * (1e4 / filtered) ** 1e-3 * (100 / filtered) ** 5e-3);
    // A larger error than before shortens the step even below P_ref.
    expect(m.get('step')).toBeLessThan(step);
  });

  test("its text's form accepts up to ten times P_ref, and shortens the next step", () => {
    const m = master({ law: 'thesis', initialStep: 1e-3 });
    m.attempt(100);
    const step = m.get('step');
    m.attempt(1.9e5);
    expect(m.get('verdict')).toBe(verdicts.accept);
    expect(m.get('step')).toBe(step * (1e4 / ((1.9e5 + 100) / 2)) ** 0.7);
    m.attempt(1e5);
    expect(m.get('verdict')).toBe(verdicts.reject);
  });

  test('rejected where E > P_ref: Δ (P_ref/E)^0.7; time and history stay', () => {
    const m = master({ initialStep: 1e-3 });
    m.attempt(100);
    const [time, step] = [m.get('acceptedTime'), m.get('step')];
    m.attempt(1e5);
    const filtered = (1e5 + 100) / 2;
    expect(m.get('verdict')).toBe(verdicts.reject);
    expect(m.get('acceptedTime')).toBe(time);
    expect(m.get('errorBefore')).toBe(100);
    expect(m.get('step')).toBe(step * (1e4 / filtered) ** 0.7);
    expect(m.get('time')).toBe(time + m.get('step'));
    expect([m.get('accepted'), m.get('rejected'), m.get('rejectedInARow')]).toEqual([1, 1, 1]);
  });

  test('an error below 1 Pa counts as 1 Pa: at rest the step grows by (P_ref/1 Pa)^0.001, not to infinity', () => {
    const m = master();
    m.attempt(0);
    expect(m.get('step')).toBe(1e-5 * 1e4 ** 1e-3);
  });

  test('at the minimum step an error above P_ref is accepted and c = 0.7 still holds: clipped to the minimum', () => {
    const m = master({ initialStep: 1e-6 });
    m.attempt(1e6);
    expect([m.get('verdict'), m.get('step')]).toEqual([verdicts.accept, 1e-6]);
  });

  test('clipped to the maximum', () => {
    const m = master({ initialStep: 4.999e-3 });
    m.attempt(1);
    expect([m.get('step'), m.get('clippedBy')]).toEqual([5e-3, clips.maximum]);
  });
});

describe('standard law', () => {
  test('accepted on e itself, whatever was before; rejected above P_ref with min(½, (P_ref/e)^0.7)', () => {
    const m = master({ law: 'standard', initialStep: 1e-3 });
    m.attempt(9e3);
    expect(m.get('verdict')).toBe(verdicts.accept);
    const step = m.get('step');
    m.attempt(1.1e4);
    expect([m.get('verdict'), m.get('step')]).toEqual([verdicts.reject, step / 2]);
    m.attempt(1e6);
    expect(m.get('step') / ((step / 2) * (1e4 / 1e6) ** 0.7)).toBeCloseTo(1, 14);
  });

  test.each([false, true])(
    'growth: 1 at the target and above, more the smaller the error, never beyond its bound; near the smallest step: %s',
    (near) => {
      const { target, grow } = lawNumbers;
      expect(standardGrowth(target * 1e4, 1e4, near)).toBe(1);
      expect(standardGrowth(1e5, 1e4, near)).toBe(1);
      const factors = [6e3, 5e3, 4e3, 1, 1e-3, 1e-30].map((error) => standardGrowth(error, 1e4, near));
      expect([...factors].sort((x, y) => x - y)).toEqual(factors);
      expect(new Set(factors.slice(0, 4)).size).toBe(4);
      expect(factors.at(-1)).toBe(grow);
    },
  );

  test.each([
    ['near the smallest step', 10],
    ['far from it', 1000],
  ])('the error that it grows by fades: a jump is remembered; %s', (_, steps) => {
    const m = master({ law: 'standard', initialStep: steps * usual.minimumStep });
    m.attempt(9e3);
    const before = m.get('step');
    m.attempt(10);
    const remembered = lawNumbers.memory * 3e3;
    m.set({ filteredError: 3e3 });
    const last = m.get('step');
    m.attempt(10);
    expect(m.get('filteredError')).toBe(remembered);
    expect(before).toBe(steps * usual.minimumStep);
    expect(m.get('step')).toBe(last * standardGrowth(remembered, 1e4, last < lawNumbers.nearMinimum * usual.minimumStep));
    expect(m.get('step')).toBeGreaterThan(last);
  });

  test('a step cut short for an event does not shorten the ones after it', () => {
    const m = master({ law: 'standard', initialStep: 1e-3 });
    m.attempt(10, 1e-3 + 2e-4);
    expect(m.get('step')).toBeCloseTo(2e-4, 18);
    m.attempt(10);
    expect(m.get('step')).toBeGreaterThanOrEqual(1e-3);
  });
});

describe('what is not a number is never dropped', () => {
  test.each([
    ['a line inside a partition', (m: ReturnType<typeof master>) => m.put(1, { bad: 1, error: 5, errorLine: 2 })],
    ['a cut line', (m: ReturnType<typeof master>) => (m.F[m.mail] = Number.NaN)],
    ['an infinite error', (m: ReturnType<typeof master>) => m.put(0, { error: Number.POSITIVE_INFINITY, errorLine: 0 })],
  ])('%s: rejected with half the step; at the minimum, or with a fixed step, the run ends', (_, spoil) => {
    const m = master({ initialStep: 1e-3 }, 2, [7]);
    spoil(m);
    expect([m.decide(0), m.get('verdict'), m.get('step')]).toEqual([outcomes.goOn, verdicts.reject, 5e-4]);
    const smallest = master({ initialStep: 1e-6 }, 2, [7]);
    spoil(smallest);
    expect(smallest.decide(0)).toBe(outcomes.failed);
    const fixed = master({ fixedStep: 1e-3 }, 2, [7]);
    spoil(fixed);
    expect(fixed.decide(0)).toBe(outcomes.failed);
  });

  test('only the mail and the words of this attempt count', () => {
    const m = master({}, 1, [7]);
    m.F[m.mail + 4] = Number.NaN;
    m.F[m.published + publishedStride + publishedWords.indexOf('bad')] = 1;
    m.decide(0);
    expect(m.get('verdict')).toBe(verdicts.accept);
  });
});

describe('events', () => {
  test('an event within the step: the step ends on it, to the bit; the nearest of all partitions', () => {
    const m = master({ initialStep: 1e-3 }, 2);
    m.put(0, { event: 0.0017 });
    m.put(1, { event: 0.00123456789 });
    m.decide(0);
    expect([m.get('time'), m.get('clippedBy')]).toEqual([0.00123456789, clips.event]);
    expect(m.get('step')).toBe(0.00123456789 - 1e-3);
  });

  test('two equal steps rather than a whole one and a sliver', () => {
    const m = master({ initialStep: 1e-3, maximumStep: 1e-3 });
    m.attempt(1, 1e-3 + 1.1e-3);
    expect(m.get('step')).toBe((1e-3 + 1.1e-3 - 1e-3) / 2);
    m.attempt(1, 1e-3 + 1.1e-3);
    expect(m.get('time')).toBe(1e-3 + 1.1e-3);
  });

  test('an event that has been reached is not taken again; then the end of the run is the event, and is met to the bit', () => {
    const m = master({ initialStep: 1e-3, maximumStep: 1e-3, end: 0.00273 });
    let outcome = m.attempt(1, 1e-3);
    for (let n = 0; outcome === outcomes.goOn && n < 9; n++) outcome = m.attempt(1, 1e-3);
    expect(outcome).toBe(outcomes.finished);
    expect(m.get('acceptedTime')).toBe(0.00273);
    expect(m.get('accepted')).toBe(3);
  });

  test('a rejection forgets the event that was in reach, and finds it again', () => {
    const m = master({ initialStep: 1e-3 });
    m.attempt(1, 1.9e-3);
    m.attempt(1e5);
    expect(m.get('time')).toBeLessThan(1.9e-3);
    for (let n = 0; n < 40 && m.get('acceptedTime') < 1.9e-3; n++) m.attempt(1, 1.9e-3);
    expect(m.get('acceptedTime')).toBe(1.9e-3);
  });
});

describe('fixed step', () => {
  test('t = nΔ by multiplication; nothing is rejected; ends after round(end/Δ) steps', () => {
    const m = master({ fixedStep: 1e-4, end: 0.1 });
    let outcome: number = outcomes.goOn;
    for (let n = 1; outcome === outcomes.goOn; n++) {
      expect(m.get('time')).toBe(n === 1 ? 1e-4 : n * 1e-4);
      outcome = m.attempt(n % 2 ? 1e9 : 0, 0.00005 * n);
      expect(m.get('verdict')).toBe(verdicts.accept);
    }
    expect(m.get('accepted')).toBe(1000);
    expect(m.get('acceptedTime')).toBe(1000 * 1e-4);
  });
});

describe('who limited', () => {
  /** Errors by line in any cut: inside partition 0 or 1, or cut. */
  const limited = (
    inside: readonly (readonly [line: number, error: number])[],
    cut: readonly (readonly [line: number, error: number])[],
  ): number[] => {
    const m = master(
      {},
      2,
      cut.map(([line]) => line),
    );
    inside.forEach(([errorLine, error], k) => m.put(k, { error, errorLine }));
    cut.forEach(([, error], k) => (m.F[m.mail + 16 * k] = error));
    m.decide(0);
    return [...m.F.subarray(m.counters, m.counters + 40)].flatMap((count, k) => (count > 0 ? [k / 2] : []));
  };
  test('a tie goes to the lowest line number, however the lines are spread over partitions and cuts', () => {
    expect(
      limited(
        [
          [5, 10],
          [3, 10],
        ],
        [],
      ),
    ).toEqual([3]);
    expect(
      limited(
        [
          [3, 10],
          [5, 10],
        ],
        [],
      ),
    ).toEqual([3]);
    expect(limited([[5, 10]], [[3, 10]])).toEqual([3]);
    expect(limited([[3, 10]], [[5, 10]])).toEqual([3]);
    expect(
      limited(
        [],
        [
          [5, 10],
          [3, 10],
        ],
      ),
    ).toEqual([3]);
    expect(limited([[3, 10]], [[5, 11]])).toEqual([5]);
  });
  test('no difference anywhere: the lowest line all the same', () => {
    expect(
      limited(
        [
          [5, 0],
          [3, 0],
        ],
        [],
      ),
    ).toEqual([3]);
    expect(limited([[5, 0]], [[3, 0]])).toEqual([3]);
  });
});

describe('rows', () => {
  test('the first accepted step at or after each multiple of `every`, and the last step', () => {
    const m = master({ fixedStep: 0.03, every: 0.1, end: 0.3 });
    const rows: number[] = [];
    for (let n = 1; n <= 10; n++) {
      m.attempt(0);
      if (m.get('recordRow') >= 0) rows.push(n);
    }
    expect(rows).toEqual([4, 7, 10]);
    expect([...m.F.subarray(1501, 1504)]).toEqual([4 * 0.03, 7 * 0.03, 10 * 0.03]);
  });
  test('a multiple that a step meets to rounding counts as met: 0.3 = 3·0.1 is not missed at 10·0.03', () => {
    const m = master({ fixedStep: 0.1, every: 0.1, end: 1 });
    const rows = Array.from({ length: 10 }, () => {
      m.attempt(0);
      return m.get('recordRow');
    });
    expect(rows).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
