/** Parts of a sweep: what is varied, what is measured, and the table, each against what is worked out by hand. */
import { describe, expect, test } from 'vitest';
import { measured, readMeasure } from '../../dist/run/sweep/measures.js';
import { sweepHeader, sweepLine, sweepRows } from '../../dist/run/sweep/table.js';
import { readVaries, variantCount, variantValues } from '../../dist/run/sweep/vary.js';
import { isFull } from '../support/circuits.js';

describe('what is varied', () => {
  test('lists and ranges, with both ends', () => {
    expect(readVaries(['a.b=2,3, 4.5', 'L.length=2 m..8 m:5', 'c.d=1..3 bar:3', 'v.x=on,off', 'e.f=1 m, 20 mm'])).toEqual([
      { name: 'a.b', unit: '', values: ['2', '3', '4.5'] },
      { name: 'L.length', unit: 'm', values: ['2 m', '3.5 m', '5 m', '6.5 m', '8 m'] },
      { name: 'c.d', unit: 'bar', values: ['1 bar', '2 bar', '3 bar'] },
      { name: 'v.x', unit: null, values: ['on', 'off'] },
      { name: 'e.f', unit: null, values: ['1 m', '20 mm'] },
    ]);
  });

  test('values of a range are round where their steps are, and it may fall', () => {
    expect(readVaries(['a.b=0.1..0.5:5'])[0]?.values).toEqual(['0.1', '0.2', '0.3', '0.4', '0.5']);
    expect(readVaries(['a.b=3e-8..1e-8:3'])[0]?.values).toEqual(['3e-8', '2e-8', '1e-8']);
    expect(readVaries(['a.b=-1 bar..1 bar:3,7 bar'])[0]?.values).toEqual(['-1 bar', '0 bar', '1 bar', '7 bar']);
  });

  test('the product, the last one first', () => {
    const varies = readVaries(['a.b=1,2', 'c.d=x,y,z']);
    expect(Array.from({ length: variantCount(varies) }, (_, v) => variantValues(varies, v).join(' '))).toEqual([
      '1 x',
      '1 y',
      '1 z',
      '2 x',
      '2 y',
      '2 z',
    ]);
  });

  test.each([
    ['a=3', 'not an assignment'],
    ['a.b=', 'a value is missing'],
    ['a.b=1,,2', 'a value is missing'],
    ['a.b=1..3', 'not a range'],
    ['a.b=1..3:1', 'has 1 values'],
    ['a.b=1 m..3 mm:4', 'two units'],
    ['a.b=x..3:4', "'x' is not a quantity"],
  ])('%s is refused: %s', (text, why) => {
    expect(() => readVaries([text])).toThrow(why);
  });

  test('a name that is varied twice, or set too, is refused', () => {
    expect(() => readVaries(['a.b=1', 'a.b=2'])).toThrow('given twice');
    expect(() => readVaries(['a.b=1'], ['a.b=2'])).toThrow('set to one value too');
  });
});

describe('measures', () => {
  // Uneven rows: from 1 up to 5, down to 2, up to 3.
  const rows = { t: Float64Array.from([0, 1, 3, 4, 6]), y: Float64Array.from([1, 5, 2, 3, 3]), unit: 'Pa' };
  const value = (text: string, series = rows): number => measured(readMeasure(text), series);

  test.each([
    ['min(a.p)', 1],
    ['max(a.p)', 5],
    ['range(a.p)', 4],
    ['final(a.p)', 3],
    ['timeOfMin(a.p)', 0],
    ['timeOfMax(a.p)', 1],
    // Trapezia: 3, 7, 2.5, 6 over 6 s.
    ['mean(a.p)', 18.5 / 6],
    // (a² + ab + b²)/3 over each piece: 31/3, 2 · 39/3, 19/3, 2 · 9.
    ['rms(a.p)', Math.sqrt((31 / 3 + 26 + 19 / 3 + 18) / 6)],
    // From 1 to 3 the change is 2; 5 is 2 beyond 3.
    ['overshoot(a.p)', 1],
    // On the way from 1 to 5.
    ['firstAbove(a.p, 3 Pa)', 0.5],
    ['firstAbove(a.p, 0.5 Pa)', 0],
    // On the way from 5 down to 2, and at once.
    ['firstBelow(a.p, 1.5 Pa)', 0],
    // Within ±0.5 of 3 from 2.5 on the way from 2 to 3 on.
    ['settling(a.p, 0.5 Pa)', 3.5],
    // 25 % of the change of 2 is the same band.
    ['settling( a.p , 25 % )', 3.5],
    ['settling(a.p, 10 Pa)', 0],
    // From 5 down past 4.
    ['settling(a.p, 1 Pa)', 1 + 2 / 3],
  ])('%s is %f', (text, expected) => {
    expect(value(text)).toBeCloseTo(expected, 12);
  });

  test('firstBelow on a way down, overshoot and bands of a quantity that falls', () => {
    const falling = { t: Float64Array.from([0, 1, 2, 3]), y: Float64Array.from([10, 2, 5, 4]), unit: 'm' };
    expect(value('firstBelow(a.x, 6 m)', falling)).toBeCloseTo(0.5, 12);
    expect(value('overshoot(a.x)', falling)).toBeCloseTo(2 / 6, 12);
    expect(value('settling(a.x, 0.5 m)', falling)).toBeCloseTo(2.5, 12);
  });

  test('extremes, levels and bands see what lies between rows; last value and means do not', () => {
    const few = { t: Float64Array.from([0, 2, 4]), y: Float64Array.from([1, 3, 3]), unit: 'Pa' };
    const steps = { t: [0, 0.5, 1, 2, 3, 4], y: [1, -1, 9, 3, 5, 3] };
    const seen = (text: string): number => measured(readMeasure(text), few, steps);
    expect(['min', 'max', 'range', 'timeOfMin', 'timeOfMax'].map((name) => seen(`${name}(a.p)`))).toEqual([-1, 9, 10, 0.5, 1]);
    expect(seen('overshoot(a.p)')).toBe(3);
    expect(seen('firstAbove(a.p, 4 Pa)')).toBe(0.75);
    expect(seen('firstBelow(a.p, 0 Pa)')).toBe(0.25);
    expect(seen('settling(a.p, 1 Pa)')).toBe(3.5);
    expect(['final', 'mean', 'rms'].map((name) => seen(`${name}(a.p)`))).toEqual(
      ['final', 'mean', 'rms'].map((name) => value(`${name}(a.p)`, few)),
    );
  });

  test('what has not settled behind the last row has no time', () => {
    const few = { t: Float64Array.from([0, 2]), y: Float64Array.from([1, 3]), unit: 'Pa' };
    expect(measured(readMeasure('settling(a.p, 1 Pa)'), few, { t: [0, 2, 2.5], y: [1, 3, 9] })).toBeNaN();
  });

  test('a level that is never passed has no time', () => {
    expect(value('firstAbove(a.p, 5 Pa)')).toBeNaN();
    expect(value('firstBelow(a.p, 1 Pa)')).toBeNaN();
  });

  test('of a quantity that does not change there is no overshoot, and it has settled at once', () => {
    const still = { t: Float64Array.from([0, 1]), y: Float64Array.from([2, 2]), unit: 'Pa' };
    expect(value('overshoot(a.p)', still)).toBeNaN();
    expect(value('settling(a.p, 2 %)', still)).toBe(0);
  });

  test.each([
    ['maximum(a.p)', /no measure 'maximum'/],
    ['timeofmax(a.p)', /did you mean 'timeOfMax'/],
    ['max a.p', /not a measure/],
    ['max(a.*)', /is a pattern/],
    ['max(a.p, 2 bar)', /takes one quantity/],
    ['settling(a.p)', /needs a band/],
  ])('%s is refused', (text, why) => {
    expect(() => readMeasure(text)).toThrow(why);
  });

  test('a band or a level in another unit is refused', () => {
    expect(() => value('settling(a.p, 2 mm)')).toThrow(/length/);
    expect(() => value('firstAbove(a.p, 2 %)')).toThrow(/'2 %'/);
    expect(() => value('settling(a.p, -2 Pa)')).toThrow(/below 0/);
  });
});

describe('the table', () => {
  const columns = {
    varied: [
      { name: 'L.length', unit: 'm' },
      { name: 'v.model', unit: null },
    ],
    measures: [
      { text: 'max(a.p)', unit: 'bar', factor: 1e-5 },
      { text: 'settling(a.p, 2 %)', unit: 's', factor: 1 },
    ],
  };
  const rows = [
    {
      variant: 1,
      values: ['3.5 m', 'say "x", y'],
      measured: [0.3e5, Number.NaN],
      steps: 7,
      digest: 'ab',
      wallSeconds: Number.NaN,
      error: null,
    },
    { variant: 3, values: ['2 m', 'b'], measured: [], steps: 0, digest: '', wallSeconds: Number.NaN, error: 'RUN301  it failed, "there"' },
  ];

  test('reads back what was written, and omits a torn line', () => {
    const text = rows.map((row) => sweepLine(columns, row)).join('');
    expect(text).toBe('1,3.5,"say ""x"", y",0.3,,7,ab,\n3,2,b,,,0,,"RUN301  it failed, ""there"""\n');
    expect(sweepRows(text, columns, 3, 'a.csv')).toEqual(rows);
    expect(sweepRows(`${text}4,2,b,17`, columns, 3, 'a.csv')).toEqual(rows);
  });

  test('lines that were changed are told, all of them', () => {
    const text = ['1,3.5,x,0.3,,7,ab,', '2,3.5,x,0.3,,7', '2,3.5,x,O.3,,7,ab,', '9,3.5,x,0.3,,7,ab,', '1,3.5,x,0.3,,7,ab,', ''].join('\n');
    expect(() => sweepRows(text, columns, 3, 'a.csv', 2)).toThrow(
      "a.csv: line 4 has 6 fields, and the header 8\n    line 5: 'O.3' is no number\n    line 6: there are variants 1 to 3, and this is of 9\n    line 7: variant 1 stands twice\n    leave out these lines",
    );
  });

  // Full: 2000 of them.
  test('in another unit than SI a number has 15 digits, the same ones however often it is read and written', () => {
    for (let k = 1; k < (isFull ? 2000 : 300); k++) {
      const row = { ...(rows[0] as (typeof rows)[number]), measured: [1e5 * (k / 7), k / 3] };
      const text = sweepLine(columns, row);
      const [again] = sweepRows(text, columns, 3, 'a.csv');
      expect(sweepLine(columns, again as typeof row)).toBe(text);
      // SI stays exact.
      expect(again?.measured[1]).toBe(k / 3);
      expect((again?.measured[0] as number) / (row.measured[0] as number)).toBeCloseTo(1, 14);
    }
  });

  test('headings have units', () => {
    expect(sweepHeader(columns)).toBe('variant,L.length [m],v.model,max(a.p) [bar],"settling(a.p, 2 %) [s]",steps,digest,error');
  });
});
