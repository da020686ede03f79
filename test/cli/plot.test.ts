/** `ringmain plot`: what it writes and says, and what it refuses. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
  place.write('a.csv', 't [s],act.x [m],nA.p [Pa],nB.p [Pa]\n0,0,0,0\n1,0.5,100000,300000\n2,0.25,200000,0\n');
  place.write('b.csv', 't [s],act.x [m],nA.p [Pa]\n0,0,0\n2,0.75,400000\n');
});
afterAll(() => place.remove());

const svgOf = (name: string): string => readFileSync(place.path(name), 'utf8');

test('chosen signals as a picture beside the results, in the units that are asked for', async () => {
  const { code, out, err } = await place.run('plot', 'a.csv', '-s', 'n*.p', '-s', 'act.x', '--units', 'MPa,m,ms');
  expect(code, err).toBe(0);
  expect(out).toBe('3 curves in a.svg\n');
  const svg = svgOf('a.svg');
  for (const text of ['MPa', 'm', 'time, ms', 'nA.p', 'nB.p', 'act.x']) expect(svg).toContain(`>${text}</text>`);
});

test('a panel for each --signals; names with commas share one', async () => {
  const frames = (svg: string): string[][] =>
    svg
      .split('<g>')
      .slice(1)
      .map((panel) => [...panel.matchAll(/>(n[AB]\.p|act\.x)<\/text>/g)].map(([, name]) => name as string));
  await place.run('plot', 'a.csv', '-s', 'nA.p', '-s', 'nB.p,act.x', '-s', 'nA.p', '--out', 'panels.svg');
  expect(frames(svgOf('panels.svg'))).toEqual([['nA.p'], ['act.x'], ['nB.p'], ['nA.p']]);
  await place.run('plot', 'a.csv', '-s', 'nB.p,nA.p', '--out', 'panels.svg');
  expect(frames(svgOf('panels.svg'))).toEqual([['nA.p', 'nB.p']]);
  const page = await place.run('plot', 'a.csv', '-s', 'nA.p', '-s', 'nB.p', '--out', 'panels.html');
  expect(page.out).toBe('2 curves in panels.html\n');
  expect([...svgOf('panels.html').matchAll(/"panel":(\d)/g)].map(([, panel]) => panel)).toEqual(['0', '1']);
});

test('two runs over each other, and their difference', async () => {
  expect((await place.run('plot', 'a.csv', 'b.csv', '-s', 'nA.p', '--out', 'ab.svg')).out).toBe('2 curves in ab.svg\n');
  expect(svgOf('ab.svg')).toContain('>nA.p, b</text>');
  expect((await place.run('plot', 'b.csv', '--minus', 'a.csv', '-s', 'nA.p', '--out', 'd.svg')).code).toBe(0);
  expect(svgOf('d.svg')).toContain('>b less a.csv</text>');
});

test('a signal against a signal, a spectrum, a quick look, a page', async () => {
  expect((await place.run('plot', 'a.csv', '-s', 'nA.p', '--against', 'act.x', '--out', 'x.svg')).code).toBe(0);
  expect(svgOf('x.svg')).toContain('>act.x, mm</text>');
  place.write('sine.csv', `t [s],s [Pa]\n${Array.from({ length: 65 }, (_, k) => `${k / 64},${Math.sin((Math.PI * k) / 4)}`).join('\n')}\n`);
  expect((await place.run('plot', 'sine.csv', '--spectrum', '--out', 's.svg')).code).toBe(0);
  expect(svgOf('s.svg')).toContain('>frequency, Hz</text>');
  const quick = await place.run('plot', 'a.csv', '--terminal');
  expect(quick.out).toContain('nA.p  nB.p, bar');
  expect((await place.run('plot', 'a.csv', '--out', 'a.html')).code).toBe(0);
  expect(svgOf('a.html')).toMatch(/^<!doctype html>\n<!-- plotted by ringmain -->/);
  expect((await place.run('plot', 'a.csv', '--out', 'a.html')).code).toBe(0);
});

test("a sweep's own table: measures over what was varied, a curve for each value of the rest, in bar as in the table", async () => {
  const vary = ['--vary', 'valve.crackingPressure=90 bar..110 bar:3', '--vary', 'pump.flow=30 l/min,60 l/min'];
  const measures = ['--measure', 'max(pump.out.p)', '--measure', 'settling(pump.out.p, 2 %)'];
  expect(
    (await place.run('sweep', 'relief.yaml', '--end', '20 ms', '--workers', '1', ...vary, ...measures, '--out', 'sweep.csv')).code,
  ).toBe(0);
  expect(await place.run('plot', 'sweep.csv')).toMatchObject({ code: 0, err: '', out: '6 curves in sweep.svg\n' });
  const over = svgOf('sweep.svg');
  for (const text of ['90 bar: max(pump.out.p)', 'sweep, by valve.crackingPressure', 'pump.flow, l/min', 'bar'])
    expect(over).toContain(`>${text}</text>`);
  const { out } = await place.run('plot', 'sweep.csv', '--against', 'valve.crackingPressure', '-s', 'max*', '--out', 'other.html');
  expect(out).toBe('2 curves in other.html\n');
  const page = svgOf('other.html');
  expect(page).toContain('60 l/min: max(pump.out.p)');
  expect(page).toMatch(/90\.\d+/);
  expect((await place.run('plot', 'sweep.csv', '--against', 'max(pump.out.p)', '--out', 'one.svg')).out).toBe('3 curves in one.svg\n');
  // Texts have no axis: their number has.
  place.write('texts.csv', 'variant,run.law,max(a.p) [bar],steps,digest,error\n1,standard,5,1,x,\n2,thesis,,1,x,failed\n');
  expect((await place.run('plot', 'texts.csv')).out).toBe('1 curve in texts.svg\n');
  expect(svgOf('texts.svg')).toContain('>variant</text>');
  for (const [words, message] of [
    [['--spectrum'], '--spectrum: sweep is the table of a sweep, which has no times; leave it out'],
    [['--against', 'pump.flo'], "--against pump.flo: is not in the table, did you mean 'pump.flow'?"],
    [['a.csv'], 'sweep.csv is the table of a sweep: draw it alone'],
  ] as const)
    expect(await place.run('plot', 'sweep.csv', ...words)).toMatchObject({ code: 1, err: expect.stringContaining(message) });
  place.write('wrong.csv', 'variant,a.b,max(a.p) [bar],steps,digest,error\n1,2,5O,1,x,\n');
  expect((await place.run('plot', 'wrong.csv')).err).toContain("wrong.csv: line 2: max(a.p): '5O' is no number");
  place.write('cut.csv', 'variant,a.b,max(a.p) [bar],steps,digest,error\n1,2,5,1,x,\n2,3,5\n');
  expect((await place.run('plot', 'cut.csv')).err).toContain('cut.csv: line 3 has 3 fields, its head 6');
});

test('pressure along a main, at a time', async () => {
  await place.run('run', 'relief.yaml', '--end', '20ms', '--record', '*.p', '--every', '1ms', '--out', 'r.csv');
  const words = ['plot', 'r.csv', '--along', 'pump,valve', '--circuit', 'relief.yaml', '--at', '10ms'];
  const { code, out, err } = await place.run(...words, '--out', 'way.svg');
  expect(code, err).toBe(0);
  expect(out).toBe('1 curve in way.svg\n');
  expect(svgOf('way.svg')).toContain('>way, m</text>');
  const late = await place.run(...words.slice(0, -1), '1s', '--out', 'way.svg');
  expect(late.err).toMatch(/--at 1 s: r goes from 0 s to 20 ms/);
});

test('signals that are left out are counted', async () => {
  place.write('many.csv', `t [s],${Array.from({ length: 12 }, (_, k) => `p${k} [Pa]`).join(',')}\n0${',1'.repeat(12)}\n`);
  expect((await place.run('plot', 'many.csv')).out).toBe('8 curves in many.svg\n4 recorded signals not drawn; choose with --signals\n');
});

test.each<[string[], RegExp]>([
  [['none.csv'], /none\.csv: there is no such file; give a file of results/],
  [['relief.yaml', '--out', 'x.svg'], /relief\.yaml: '\.yaml' is no form of results/],
  [['a.csv', '-s', 'nC.p'], /--signals nC\.p: no recorded signal, did you mean 'nA\.p'\?/],
  [['a.csv', '--out', 'x.png'], /--out x\.png: write a name that ends in \.svg or \.html/],
  [['a.csv', '--units', 'atm'], /--units atm: must be one of bar, MPa/],
  [['a.csv', '--units', 'psi,bar'], /psi and bar are of one quantity/],
  [['a.csv', '--against', 'act.y'], /--against act\.y: was not recorded, did you mean 'act\.x'\?/],
  [['a.csv', '--against', 'act.x', '--minus', 'b.csv'], /--minus and --against do not go together/],
  [['a.csv', '--against', 'act.x', '--spectrum'], /leave out --against/],
  [['a.csv', '--at', '1s'], /--at belongs to --along/],
  [['a.csv', '--along', 'pump,valve'], /name the circuit file with --circuit/],
  [['a.csv', '--along', 'pump,valv', '--circuit', 'relief.yaml'], /no such component in relief\.yaml, did you mean 'valve'\?/],
  [['a.csv', '--along', 'pump,tank', '--circuit', 'relief.yaml'], /no way by lines and junctions from pump to tank/],
  [['a.csv', '--along', 'pump,valve', '--circuit', 'relief.yaml'], /run with --record 'pump\.out\.p,supply\.p,valve\.in\.p'/],
  [['a.csv', '--minus', 'b.csv', '-s', 'nB.p'], /--minus b\.csv: has none of the signals nB\.p/],
  [['a.csv', '--terminal', '--out', 'x.svg'], /--terminal writes no file/],
])('refuses %j', async (words, message) => {
  const { code, err } = await place.run('plot', ...words);
  expect(err).toMatch(message);
  expect(code).toBe(1);
});
