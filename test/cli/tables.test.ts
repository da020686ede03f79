/** Tables that were made or changed by hand, read by every command that reads one. */
import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { readResults } from '../../dist/results/stores/registry.js';
import { identityText, type SweepIdentity } from '../../dist/run/sweep/identity.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

const place = new Workplace();
afterAll(() => place.remove());
const integrator = ['run', 'relief.yaml', '--solver', 'rk4', '--step', '1ms', '--end', '5ms'];
place.write('good.csv', 't [s],a.p [Pa],supply.p [Pa]\n0,1e5,1\n1,2e5,1\n2,3e5,2\n');

const readers: readonly ((file: string) => string[])[] = [
  (file) => ['plot', file, '--out', 'made.svg'],
  (file) => ['plot', 'good.csv', '--minus', file, '--out', 'made.svg'],
  (file) => ['query', file, '*.p > 1 bar'],
  (file) => ['draw', 'relief.yaml', '--results', file, '--out', 'made.svg'],
  (file) => [...integrator, '--treat', `supply=series:${file}`],
];
const rule = 'numbers are written as 0.25, -2e5, NaN or Infinity, with a comma between two';

test.each([
  ['a time that is no number', 't [s],supply.p [Pa]\n0,1\nabc,2\n2,3\n', `line 3, 't [s]': 'abc' is no number\n    ${rule}`],
  [
    'a value that is none',
    't [s],supply.p [Pa]\n0,100000\n1,2O0000\n2,300000\n',
    `line 3, 'supply.p [Pa]': '2O0000' is no number\n    ${rule}`,
  ],
  [
    'a unit that is none',
    't [s],supply.p [nonsense]\n0,1\n1,2\n',
    "line 1, column 2, 'supply.p [nonsense]': the unit 'nonsense' is not known\n    write a unit of SI",
  ],
])('%s: every command that reads a table says where', async (_, text, said) => {
  writeFileSync('wrong.csv', text);
  for (const reader of readers) {
    const words = reader('wrong.csv');
    const { code, out, err } = await place.run(...words);
    expect([code, out], words.join(' ')).toEqual([1, '']);
    expect(err, words.join(' ')).toContain(`wrong.csv: 1 mistake in the table\n    ${said}`);
  }
});

test('a column in bar is one of pressures: 200 is more than 100 bar', async () => {
  writeFileSync('bar.csv', 't [s],a.p [bar]\n0,1\n1,200\n2,200\n');
  expect((await place.run('query', 'bar.csv', 'a.p > 100 bar')).out).toMatch(/^a\.p +rows +1 s +2 s +2 s +200 bar +1 s$/m);
  expect((await readResults('bar.csv')).series('a.p')).toEqual({
    t: Float64Array.of(0, 1, 2),
    y: Float64Array.of(1e5, 2e7, 2e7),
    unit: 'Pa',
  });
});

test('rows without a number are not taken for rows within the limit', async () => {
  writeFileSync('nan.csv', 't [s],a.p [Pa],b.p [Pa]\n0,NaN,1\n1,1,1\n2,NaN,1\n');
  const { code, out } = await place.run('query', 'nan.csv', '*.p > 1 bar');
  expect([code, out]).toEqual([0, expect.stringContaining('\nnot known of 1 quantity at rows without a number (NaN): 2 rows of a.p\n')]);
  expect(JSON.parse((await place.run('query', 'nan.csv', '*.p > 1 bar', '--json')).out).queries[0].answers).toMatchObject([
    { unknown: 2 },
    { unknown: 0 },
  ]);
  expect((await place.run('query', 'good.csv', '*.p > 1 bar')).out).not.toContain('NaN');
});

test('a table with its header alone has nothing to show, and says so', async () => {
  writeFileSync('head.csv', 't [s],supply.p [Pa]\n');
  for (const reader of readers) {
    const { code, out, err } = await place.run(...reader('head.csv'));
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(/head\.csv: .*no rows/)]);
  }
});

test.runIf(isFull)('rows that a sweep left and somebody changed are told with their lines; zeros in their place are none', async () => {
  const words = [
    'sweep',
    'relief.yaml',
    '--vary',
    'pump.flow=30 l/min,60 l/min',
    '--measure',
    'final(pump.out.p)',
    '--end',
    '5ms',
    '--out',
    's.csv',
  ];
  const { identity } = JSON.parse((await place.run(...words, '--json')).out) as { identity: SweepIdentity };
  const head = `# ringmain sweep, not all variants: ${identityText(identity)}\nvariant,pump.flow [l/min],final(pump.out.p) [bar],steps,digest,error\n`;
  writeFileSync('s.csv.partial', `${head}1,30,1OO,7,ab,\n`);
  const { code, err } = await place.run(...words, '--resume');
  expect([code, err]).toEqual([
    1,
    "ringmain: s.csv.partial: line 3: '1OO' is no number\n    leave out these lines, or begin anew with --force\n",
  ]);
  writeFileSync('s.csv.partial', new Uint8Array(9));
  expect(await place.run(...words, '--resume')).toMatchObject({
    code: 1,
    err: expect.stringContaining('s.csv.partial: line 1 has a zero byte'),
  });
  expect((await place.run(...words, '--force')).code).toBe(0);
});
