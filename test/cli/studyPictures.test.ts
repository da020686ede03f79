/** Pictures of studies: the form that suits, values where they belong, the front of a scatter; and sensitivities of a formula with known indices. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formOf, studyPicture } from '../../dist/report/study/pictures.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

let place: Workplace;
beforeEach(() => {
  place = new Workplace();
});
afterEach(() => place.remove());

const svg = (file: string): string => readFileSync(place.path(file), 'utf8');
const column = (name: string, values: readonly number[], unit = 'bar') => ({ name, unit, values });
const relief = [
  'relief.yaml',
  '--end',
  '10 ms',
  '--workers',
  '1',
  '--measure',
  'max(pump.out.p)',
  '--measure',
  'final(valve.in.q)',
  '--quiet',
];
const pressure = ['--vary', 'valve.crackingPressure=90 bar..110 bar:3'];
const length = ['--vary', 'supply.length=1 m..2 m:2'];
const flow = ['--vary', 'pump.flow=40 l/min..60 l/min:2'];

describe('sweep --plot', () => {
  // Full: pictures of whole sweeps by all three forms; quickly a stored table is drawn in the form that is asked for.
  test.runIf(isFull)('draws curves of one parameter, maps of two, parallel coordinates of three', async () => {
    for (const [words, file] of [
      [pressure, 'one.svg'],
      [[...pressure, ...length], 'two.svg'],
      [[...pressure, ...length, ...flow], 'three.svg'],
      [[...pressure, ...length], 'two.html'],
    ] as const)
      expect((await place.run('sweep', ...relief, ...words, '--plot', file)).err).toBe('');
    expect(svg('one.svg')).toContain('valve.crackingPressure, bar');
    expect(svg('one.svg').match(/stroke-linejoin/g)).toHaveLength(2);
    // Two maps of six cells, with what each says under the pointer.
    expect(svg('two.svg').match(/<title>valve\.crackingPressure \d+ bar, supply\.length \d m: /g)).toHaveLength(12);
    expect(svg('three.svg').match(/<title>valve\.crackingPressure/g)).toHaveLength(12);
    expect(svg('two.html')).toContain('<!-- report by ringmain -->');
    expect(svg('two.html')).toContain('<h2>Provenance</h2>');
  });

  test('plot draws the stored table in the form that is asked for, and says where that does not suit', async () => {
    await place.run('sweep', ...relief, ...pressure, ...length, '--out', 'm.csv');
    const { out, err } = await place.run('plot', 'm.csv', '--as', 'scatter', '--best', 'least,most', '--out', 'scatter.svg');
    expect([err, out]).toEqual(['', 'picture in scatter.svg\n']);
    expect(svg('scatter.svg').match(/<circle/g)).toHaveLength(6);
    expect((await place.run('plot', 'm.csv', '--as', 'curves', '--force')).err).toContain('that suits map');
    expect((await place.run('plot', 'm.csv', '--as', 'pie')).err).toContain('must be one of curves, map, parallel, scatter');
    expect((await place.run('plot', 'm.csv', '--as', 'map', '-s', 'max(x)')).err).toContain('has no such measure');
    expect((await place.run('plot', 'm.csv', '--as', 'map', '--best', 'least')).err).toContain("write 'least' or 'most'");
    expect((await place.run('sweep', ...relief, ...pressure, '--plot', 'm.png')).err).toContain('ends in .svg or .html');
  });
});

describe('forms', () => {
  const study = { title: 'a study', measures: [column('max(n.p)', [3, 2, 1, 2]), column('final(v)', [1, 2, 3, 3], '')] };

  test('the front has what no other is better than in both, joined in order', () => {
    const drawn = studyPicture({ ...study, parameters: [column('a', [1, 2, 3, 4])] }, 'scatter', { best: ['least', 'least'] });
    expect(drawn.match(/fill="#d1495b"/g)).toHaveLength(3);
    const other = studyPicture({ ...study, parameters: [column('a', [1, 2, 3, 4])] }, 'scatter', { best: ['least', 'most'] });
    expect(other.match(/fill="#d1495b"/g)).toHaveLength(1);
  });

  test('two parameters that are no grid are drawn as parallel coordinates', () => {
    expect(formOf({ ...study, parameters: [column('a', [1, 1, 2, 2]), column('b', [1, 2, 1, 2])] })).toBe('map');
    expect(formOf({ ...study, parameters: [column('a', [1, 1, 2, 2]), column('b', [1, 2, 1, 3])] })).toBe('parallel');
  });

  test('variants without a result are left out of lines, and counted', () => {
    const parameters = [1, 2, 3].map((k) => column(`p${k}`, [1, 2, 3, 4]));
    const drawn = studyPicture({ ...study, parameters, measures: [column('m', [1, Number.NaN, 3, 4])] }, 'parallel');
    expect(drawn).toContain('1 of 4 without a result');
    expect(drawn.match(/fill="none" stroke="#/g)).toHaveLength(3);
  });
});

test.runIf(isFull)("sensitivity: Ishigami's indices from runs of a circuit", async () => {
  place.write(
    'ishigami.yaml',
    `
ringmain: 1
name: ishigami
components:
  f: { kind: ishigami, x: 1, y: 1, z: 1 }
run: { end: 1 ms, step: 1 ms }
record: { every: 1 ms, signals: ['f.*'] }
definitions:
  ishigami:
    about: a formula
    parameters:
      x: { unit: '1', about: searched }
      y: { unit: '1', about: searched }
      z: { unit: '1', about: searched }
    outputs:
      v: { unit: '1', about: found }
    equations: |
      v = sin(x) + 7 * sin(y)^2 + 0.1 * z^4 * sin(x)
`,
  );
  const vary = ['x', 'y', 'z'].flatMap((name) => ['--vary', `f.${name}=-3.14159265358979..3.14159265358979`]);
  const { out, err, code } = await place.run(
    'sensitivity',
    'ishigami.yaml',
    ...vary,
    '--measure',
    'final(f.v)',
    '--rows',
    '256',
    '--plot',
    's.svg',
    '--json',
  );
  expect([code, err]).toEqual([0, '']);
  const [found] = (JSON.parse(out) as { measures: { first: { value: number }[]; total: { value: number }[] }[] }).measures;
  // Analytic: 0.3139, 0.4424, 0; 0.5576, 0.4424, 0.2437. 256 rows are good for some hundredths.
  [0.3139, 0.4424, 0].forEach((exact, k) => {
    expect(Math.abs((found?.first[k]?.value as number) - exact)).toBeLessThan(0.08);
  });
  [0.5576, 0.4424, 0.2437].forEach((exact, k) => {
    expect(Math.abs((found?.total[k]?.value as number) - exact)).toBeLessThan(0.08);
  });
  expect(svg('s.svg')).toContain('f.y: 0.4');
  expect((await place.run('sensitivity', 'ishigami.yaml', ...vary)).err).toContain('nothing is measured');
});
