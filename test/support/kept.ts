/** What is kept at every step, held against a run that records every step. */
import { expect } from 'vitest';
import { readCondition } from '../../dist/blocks/kept/watches.js';
import { chosenBy } from '../../dist/circuit/text/asked.js';
import type { Account, CommonResults } from '../../dist/results/results.js';

type Kept = Pick<CommonResults, 't' | 'series' | 'columns'> & {
  readonly account: Pick<Account, 'envelopes' | 'watches'>;
};

/** Smallest and largest value of rows from one on to another, each with the time of the first that has it. */
function extremes(t: Float64Array, y: Float64Array, from: number, to: number): number[] {
  let [low, lowTime, high, highTime] = [y[from] as number, t[from] as number, y[from] as number, t[from] as number];
  for (let k = from + 1; k <= to; k++) {
    const value = y[k] as number;
    if (value < low) [low, lowTime] = [value, t[k] as number];
    if (value > high) [high, highTime] = [value, t[k] as number];
  }
  return [low, lowTime, high, highTime];
}

/** By row of the coarse run: the last step that it stands for. */
const stepsOf = (coarse: Kept, t: Float64Array): number[] => Array.from(coarse.t, (time) => t.findIndex((one) => one >= time - 1e-12));

/** Envelopes of a run, and their columns of rows, by bits. `whole`: the same run with a row at every step. */
export function checkEnvelopes(coarse: Kept, whole: Kept): void {
  const steps = stepsOf(coarse, whole.t);
  expect(coarse.account.envelopes.length).toBeGreaterThan(3);
  for (const { name, unit, ...found } of coarse.account.envelopes) {
    const { y } = whole.series(name);
    const [lowest, lowestTime, highest, highestTime] = extremes(whole.t, y, 0, y.length - 1);
    expect({ name, ...found }).toEqual({ name, lowest, lowestTime, highest, highestTime });
    const columns = ['min', 'min.t', 'max', 'max.t'].map((word) => coarse.series(`${name}.${word}`).y);
    const rows = steps.map((_, row) => columns.map((column) => column[row] as number));
    const expected = steps.map((to, row) => {
      // Several rows of one step have what that step has.
      let before = row - 1;
      while (before >= 0 && steps[before] === to) before--;
      return extremes(whole.t, y, before < 0 ? 0 : (steps[before] as number) + 1, to);
    });
    expect(rows, name).toEqual(expected);
    expect(unit).toBe(coarse.series(`${name}.min`).unit);
  }
}

/** Watches of a run, by bits; of the conditions some are met by a quantity, and some by none. */
export function checkWatches(coarse: Kept, whole: Kept, conditions: readonly string[]): void {
  const lengths = whole.series('run.step').y;
  const wanted = conditions.flatMap((text) => {
    const condition = readCondition(text);
    if (!condition) throw new Error(text);
    return chosenBy(condition, whole.columns).flatMap(({ name, values }) => {
      const limit = values[0] as number;
      if (!coarse.account.watches.some((watch) => watch.name === name)) return [];
      const { y } = whole.series(name);
      const isBelow = condition.relation === '<';
      const met = Array.from(y.keys()).filter((k) => (isBelow ? (y[k] as number) < limit : (y[k] as number) > limit));
      const at = (k: number | undefined): number | null => (k === undefined ? null : (whole.t[k] as number));
      const [low, lowTime, high, highTime] = extremes(whole.t, y, 0, y.length - 1);
      const [extreme, extremeTime] = isBelow ? [low, lowTime] : [high, highTime];
      const seconds = met.reduce((sum, k) => (k === 0 ? sum : sum + (lengths[k] as number)), 0);
      return [{ name, condition: condition.text, limit, first: at(met[0]), last: at(met.at(-1)), seconds, extreme, extremeTime }];
    });
  });
  expect(coarse.account.watches.map(({ unit: _, relation: __, ...watch }) => watch)).toEqual(wanted);
  expect(wanted.some(({ first }) => first !== null)).toBe(true);
  expect(wanted.some(({ first }) => first === null)).toBe(true);
}
