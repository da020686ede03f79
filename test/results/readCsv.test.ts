/** Tables of results are read back as they were written. */
import { expect, test } from 'vitest';
import { csvText, type RowSource } from '../../dist/results/csv.js';
import { CsvReader, numberOf, rowAt } from '../../dist/results/readCsv.js';

const y = [Float64Array.of(1 / 3, -0, 1e-300), Float64Array.of(Number.NaN, 2e5, 0.1)];
const columns = [
  { name: 'a, "b".p', unit: 'Pa' },
  { name: 'c.x', unit: 'kg m2' },
];
const recorded: RowSource = {
  t: Float64Array.of(0, 0.1, 0.30000000000000004),
  columns,
  series: (name) => ({ y: y[columns.findIndex((column) => column.name === name)] as Float64Array }),
};

function read(text: string, block = text.length, isWanted = (_: string): boolean => true) {
  const reader = new CsvReader(isWanted);
  for (let at = 0; at < text.length; at += block) if (!reader.add(text.slice(at, at + block))) break;
  return reader.end() ?? reader.why;
}

test('names, units and every bit come back, whatever blocks the text comes in', () => {
  const text = [...csvText(recorded)].join('');
  for (const written of [text, text.replaceAll('\n', '\r\n'), text.trimEnd()])
    for (const block of [written.length, 7, 1]) expect(read(written, block)).toStrictEqual({ columns, t: recorded.t, values: y });
  expect(read(text, 5, (name) => name === 'c.x')).toStrictEqual({ columns: [columns[1]], t: recorded.t, values: [y[1]] });
});

test('another text is no table', () => {
  for (const text of ['time,pressure\n0,1\n', 'year,t [s]\n', '\n', 'x'.repeat(100)])
    expect(read(text)).toMatch(/^it does not begin as a table of results/);
  expect(read('')).toBe('it is empty');
  expect(read('t [s];a.p [bar]\n0;1,5\n')).toMatch(
    /first column must be 't \[s\]'; columns are separated by commas, not by ';', and numbers have points$/,
  );
  expect(read('t [s]\ta.p [bar]\n')).toMatch(/not by tabs/);
  expect(read('t [s]\n')).toMatchObject({ t: new Float64Array(0) });
});

/** The mistakes of a table, without their number and the rules behind them. */
function mistakesIn(header: string, ...rows: readonly string[]): readonly string[] {
  const said = read([header, ...rows, ''].join('\n'));
  if (typeof said !== 'string') return [];
  const [head = '', ...lines] = said.split('\n    ');
  const mistakes = lines.filter((line) => /^line \d/.test(line));
  expect(head).toBe(`${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'} in the table`);
  expect(lines.length).toBeGreaterThan(mistakes.length);
  return mistakes;
}

const two = 't [s],a.p [Pa]';
test.each([
  ['a letter O for a zero', [two, '0,1', '1,2O0000'], ["line 3, 'a.p [Pa]': '2O0000' is no number"]],
  ['an empty field', [two, '0,', '1, '], ["line 2, 'a.p [Pa]': the field is empty", "line 3, 'a.p [Pa]': the field is empty"]],
  [
    'numbers of other languages',
    [two, '0,0x10', '1,1_000', '2,inf', '3,1.2.3', '4,--1', '5,nan'],
    [2, 3, 4, 5, 6, 7].map((n, k) => `line ${n}, 'a.p [Pa]': '${['0x10', '1_000', 'inf', '1.2.3', '--1', 'nan'][k]}' is no number`),
  ],
  ['a time that is none', [two, '0,1', 'abc,2', '2,3'], ["line 3, 't [s]': 'abc' is no number"]],
  [
    'a time that is not finite',
    [two, '0,1', 'NaN,2', 'Infinity,3', '2,4'],
    ["line 3, 't [s]': NaN is no time", "line 4, 't [s]': Infinity is no time"],
  ],
  [
    'times that stand still or go back',
    [two, '0,1', '0,2', '2,3', '1,4', '3,5'],
    ["line 3, 't [s]': 0 is not later than the time before it", "line 5, 't [s]': 1 is not later than the time before it"],
  ],
  [
    'rows of another length',
    [two, '0,1', '1', '', '2,3,4'],
    ['line 3 has 1 field, and the header 2', 'line 5 has 3 fields, and the header 2'],
  ],
  [
    'a column twice',
    ['t [s],a.p [Pa],a.p [bar],t [s]', '0,1,2,3'],
    ["line 1, column 3, 'a.p [bar]': column 2 has the same name", "line 1, column 4, 't [s]': column 1 has the same name"],
  ],
  [
    'a column without unit, one without name',
    ['t [s],a.p,,b.x [m]', '0,1,2,3'],
    ["line 1, column 2, 'a.p': it has no unit", "line 1, column 3, '': it has no name"],
  ],
  [
    'units that are none',
    ['t [s],a.p [nonsense],b.p [baar],c.M [N mm]', '0,1,2,3'],
    [
      "line 1, column 2, 'a.p [nonsense]': the unit 'nonsense' is not known",
      "line 1, column 3, 'b.p [baar]': the unit 'baar' is not known, did you mean 'bar'?",
      "line 1, column 4, 'c.M [N mm]': the unit 'N mm' may be of torque or of energy",
    ],
  ],
  ['times in bar', ['t [bar],a.p [Pa]', '0,1'], ["line 1, column 1, 't [bar]': [bar] is no unit of time"]],
] as const)('%s', (_, [header, ...rows], mistakes) => {
  expect(mistakesIn(header, ...rows)).toEqual(mistakes);
});

test('all mistakes are counted, some are shown, each rule once', () => {
  const said = read([two, ...Array.from({ length: 1000 }, (_, k) => `${k},x`), '1', ''].join('\n')) as string;
  const lines = said.split('\n    ');
  expect(lines[0]).toBe('1001 mistakes in the table');
  expect(lines.slice(1, 21)).toEqual(Array.from({ length: 20 }, (_, k) => `line ${k + 2}, 'a.p [Pa]': 'x' is no number`));
  expect(lines.slice(21)).toEqual(['and 981 more', 'numbers are written as 0.25, -2e5, NaN or Infinity, with a comma between two']);
});

test('units become SI; what is SI keeps its bits', () => {
  const header = 't [ms],a.p [bar],b.q [l/min],c.n [rev/min],d.T [degC],e.x [%],f.M [kNm],g.E [kJ],h.y [],i.z [1],j.q [m³/s]';
  expect(read(`${header}\n0,200,60,30,20,5,2,3,4,0.1,6\n10,NaN,-0,0,0,0,0,-Infinity,0,0,0\n`)).toEqual({
    columns: ['a.p:Pa', 'b.q:m3/s', 'c.n:rad/s', 'd.T:K', 'e.x:1', 'f.M:Nm', 'g.E:J', 'h.y:', 'i.z:1', 'j.q:m³/s'].map((one) => {
      const [name, unit] = one.split(':');
      return { name, unit };
    }),
    t: Float64Array.of(0, 0.01),
    values: [
      [2e7, Number.NaN],
      [1e-3, -0],
      [30 * 0.10471975511965977, 0],
      [293.15, 273.15],
      [0.05, 0],
      [2000, 0],
      [3000, Number.NEGATIVE_INFINITY],
      [4, 0],
      [0.1, 0],
      [6, 0],
    ].map((pair) => Float64Array.from(pair)),
  });
});

test('columns that are not asked for may hold anything: they are not read', () => {
  expect(read(`${two},b [x],c.p [nonsense]\n0,1,?,!\n`, 5, (name) => name === 'a.p')).toMatchObject({ values: [Float64Array.of(1)] });
});

test('quotes, a mark of UTF-8 and Windows lines, as spreadsheets write them', () => {
  expect(read('\ufeff"t [s]","a.p [Pa]"\r\n"0","1.5"\r\n"1"," 2 "\r\n')).toMatchObject({
    t: Float64Array.of(0, 1),
    values: [Float64Array.of(1.5, 2)],
  });
});

test('what has no line breaks is given up, not kept', () => {
  const reader = new CsvReader(() => true);
  expect(reader.add(`${two}\n`)).toBe(true);
  let blocks = 0;
  const block = '1'.repeat(2 ** 22);
  while (blocks < 100 && reader.add(block)) blocks++;
  expect(blocks).toBeLessThan(20);
  expect(reader.why).toMatch(/^line 2 has more than 67108864 characters$/);
});

test('numbers, and what Number takes for one', () => {
  for (const text of [
    '0',
    '-0',
    '+1',
    '.5',
    '5.',
    ' 1e-300 ',
    '1E+5',
    'NaN',
    'Infinity',
    '-Infinity',
    '5e-324',
    '1.7976931348623157e+308',
    '00012',
  ])
    expect(Object.is(numberOf(text), Number(text)), text).toBe(true);
  for (const text of [
    '',
    ' ',
    '0x10',
    ' 0x10',
    '0b1',
    '0o7',
    '1e',
    'e1',
    '1,5',
    "1'000",
    '½',
    '١',
    'true',
    'null',
    '1 2',
    '- 1',
    '1n',
    '.',
    '+',
    'infinity',
    'NAN',
  ])
    expect(numberOf(text), text).toBeNull();
});

test('the nearest row', () => {
  const t = Float64Array.of(0, 1, 3);
  expect([-1, 0.4, 0.6, 2.5, 9].map((time) => rowAt({ t }, time))).toEqual([0, 0, 1, 2, 2]);
  expect(rowAt({ t: new Float64Array(0) }, 1)).toBe(-1);
});
