/** The master's decision over crossings that partitions publish, on words made by hand. */
import { describe, expect, test } from 'vitest';
import { clips } from '../../dist/blocks/step/controller.step.js';
import { verdicts } from '../../dist/blocks/step/outcomes.js';
import { master } from '../support/controllerWords.js';

describe('a crossing at a part of the step', () => {
  const settings = { law: 'standard', initialStep: 1e-3 } as const;

  test('has the step repeated to the first of all partitions, which is then accepted; the next one is as long as this was to be, and not repeated', () => {
    const m = master(settings, 2, [], true);
    m.put(0, { error: 100, errorLine: 0, crossing: 0.75 });
    m.put(1, { error: 1e9, errorLine: 1, crossing: 0.25 });
    m.decide(0);
    expect([m.get('verdict'), m.get('rejected'), m.F[809]]).toEqual([verdicts.reject, 1, 1]);
    expect([m.get('step'), m.get('clippedBy')]).toEqual([0.25e-3, clips.crossing]);
    m.put(0, { error: 100, errorLine: 0 });
    m.put(1, {});
    m.decide(0);
    expect([m.get('verdict'), m.get('acceptedTime'), m.get('located'), m.F[808]]).toEqual([verdicts.accept, 0.25e-3, 1, 1]);
    expect(m.get('step')).toBe(1e-3);
    m.put(0, { error: 100, errorLine: 0, crossing: 0.5 });
    m.decide(0);
    expect([m.get('verdict'), m.get('landed')]).toEqual([verdicts.accept, 0]);
  });

  test('is passed by one smallest step where what it switches acts in the step after', () => {
    const m = master(settings, 1, [], true, true);
    m.put(0, { error: 100, errorLine: 0, crossing: 0.25 });
    m.decide(0);
    m.put(0, { error: 100, errorLine: 0 });
    m.decide(0);
    expect(m.get('time')).toBe(0.25e-3 + m.settings.minimumStep);
    m.decide(0);
    expect([m.get('located'), m.get('landed'), m.get('crossing'), m.get('step')]).toEqual([1, 0, 0, 1e-3]);
  });

  test('that goes on coming is repeated eight times; then the error decides', () => {
    const m = master(settings, 1, [], true);
    m.put(0, { error: 100, errorLine: 0, crossing: 0.9 });
    for (let k = 1; k <= 9; k++) {
      m.decide(0);
      expect([m.get('verdict'), m.get('rejected')]).toEqual(k <= 8 ? [verdicts.reject, k] : [verdicts.accept, 8]);
    }
  });

  test('at its very beginning or end, or that was not solved, is not; what came again is counted once it is accepted', () => {
    for (const crossing of [0, 1e-3 * (1 - 1e-9), 0.9995, 2]) {
      const m = master(settings, 1, [], true);
      m.put(0, { error: 100, errorLine: 0, crossing, again: 3 });
      m.decide(0);
      expect([m.get('verdict'), m.get('chatter')], `${crossing}`).toEqual([verdicts.accept, 3]);
    }
    const m = master(settings, 1, [], true);
    m.put(0, { error: 100, errorLine: 0, crossing: 0.5, bad: 1, again: 3 });
    m.decide(0);
    expect([m.get('crossing'), m.get('chatter'), m.get('step')]).toEqual([0, 0, 0.5e-3]);
  });
});
