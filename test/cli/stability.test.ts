import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

const valve = resolve('circuits/compensated-valve.yaml');
const twoActuator = resolve('circuits/two-actuator.yaml');
let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

test('stability lists every method with limits and verdicts', async () => {
  const { code, out, err } = await place.run('stability');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^dopri5 +5 +∞ +no +no +none +-3\.30\d$/m);
  expect(out).toMatch(/^trapezoid +2 +-1 +yes +no +±90° +none$/m);
  expect(out).toMatch(/^radau5 +5 +0 +yes +yes +±90° +none$/m);
  expect(out).toMatch(/^bdf 3 +3 +no +no +±86\.0\d° +none$/m);
});

test.runIf(isFull)('stability of chosen methods as JSON, and as a picture', async () => {
  const { code, out } = await place.run('stability', 'rk23', 'euler', '--plot', 'regions.svg', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    methods: [
      { name: 'rk23', aStable: false, side: 'inside' },
      { name: 'euler', atMinusInfinity: 0, lStable: true, side: 'outside', realLimit: null },
    ],
    plot: 'regions.svg',
  });
  expect(readFileSync(place.path('regions.svg'), 'utf8')).toContain('rk23, inside');
});

// Full: prints what test/lumped/gammaIntervals.test.ts finds.
test.runIf(isFull)('stability --gamma prints the intervals', async () => {
  const { code, out } = await place.run('stability', '--gamma');
  expect(code).toBe(0);
  expect(out).toMatch(/^6 +0\.28406464 to 0\.54090688 +0\.33414237 +0\.18391465 to 0\.33414237$/m);
});

test("stability --circuit: the volume before a relief valve empties at the rate that the valve's gradient makes of it", async () => {
  const { code, out, err } = await place.run('stability', '--circuit', 'relief.yaml', '--times', '0,0.2s', '--json');
  expect([code, err]).toEqual([0, '']);
  const { spectra } = JSON.parse(out) as { spectra: { t: number; modes: { real: number; damping: number }[] }[] };
  expect(spectra).toHaveLength(2);
  expect(spectra[1]?.t).toBeGreaterThanOrEqual(0.2);
  // 600 l/min/bar over V/B of 2 m with 25 mm at 8900 bar: 1e-7 m³/s/Pa / 1.103e-12 m³/Pa
  const capacitance = (Math.PI * 0.025 ** 2 * 2) / 4 / 8900e5;
  expect((spectra[1]?.modes[0]?.real as number) * -capacitance).toBeCloseTo(1e-7, 9);
  const table = await place.run('stability', '--circuit', 'relief.yaml');
  expect(table.out.split('\n').filter((line) => /^ *[\d.]+ m?s /.test(line))).toHaveLength(11);
});

test('stability --circuit --json: frequencies are in Hz, as in the table', async () => {
  const { out } = await place.run('stability', '--circuit', twoActuator, '--times', '0.5s', '--json');
  type Mode = { real: number; imaginary: number; frequency: number; damping: number };
  const [{ modes }] = (JSON.parse(out) as { spectra: [{ modes: Mode[] }] }).spectra;
  for (const { real, imaginary, frequency } of modes) expect(2 * Math.PI * frequency).toBeCloseTo(Math.hypot(real, imaginary), 6);
  const [least] = modes.filter(({ imaginary }) => imaginary > 0).sort((a, b) => a.damping - b.damping) as [Mode];
  const table = (await place.run('stability', '--circuit', twoActuator, '--times', '0.5s')).out.split('\n');
  const cells = (table[4] as string).trim().split(/ {2,}/);
  expect(Number(cells[6])).toBeCloseTo(least.frequency, 0);
  // dopri5 is stable up to 3.31 for a real eigenvalue: of the fastest, 1/s.
  const [, step, unit] = /^([\d.]+) (.?)s$/.exec(cells[9] as string) as unknown as [string, string, 'n' | 'µ'];
  const fastest = Math.max(...modes.map(({ real, imaginary }) => Math.hypot(real, imaginary)));
  expect((Number(step) * { n: 1e-9, µ: 1e-6 }[unit] * fastest) / 3.3).toBeCloseTo(1, 1);
});

test('stability --circuit --at steady: what the fast eigenvalues belong to, and advice', async () => {
  const { code, out, err } = await place.run('stability', '--circuit', valve, '--at', 'steady');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^at the operating point: 3 fast eigenvalues; stiffness 77\.\d+, condition number 77\.\d+$/m);
  // The relief valve's gradient over V/B of three lines of 1 m with 20 mm: 50 l/min/bar / (9.42e-4 m³/1.6e9 Pa).
  const rate = (50 / 6e9) * (1.6e9 / (3 * Math.PI * 0.01 ** 2));
  const [, value] = /^ *(-\d+) .* L1\+L2\+L3\.p 100 % +relief 100 %$/m.exec(out) as unknown as [string, string];
  expect(Number(value) / -rate).toBeCloseTo(1, 3);
  expect(out).toMatch(/^explicit methods are stable up to: forward Euler [\d.]+ µs, RK4 [\d.]+ µs, dopri5 [\d.]+ µs$/m);
  expect(out).toMatch(/^ {2}the fastest that is left belongs to states of components \(comp\.sensed 100 %\)/m);
  expect(out).not.toMatch(/^ {2}(join|treat|join or treat) L/m);
  const times = await place.run('stability', '--circuit', valve, '--times', '0', '--json');
  type Advised = { adviceAt: number; advice: { treatments: { volume: string; isJoinable: boolean }[] } };
  const { adviceAt, advice } = JSON.parse(times.out) as Advised;
  expect(adviceAt).toBe(0);
  expect(advice.treatments).toMatchObject([{ volume: 'L4.p', isJoinable: true }]);
  const told = (await place.run('stability', '--circuit', valve, '--times', '0')).out;
  expect(told).toMatch(/^ {2}join or treat L4\.p \(628 cm³, settles in [\d.]+ µs\): then fastest 333 1\/s, stiffness 1, RK4 8\.36 ms$/m);
  expect(told).toMatch(/^ {2}to treat: .*--treat 'L4=quasi-steady'/m);
});

test.runIf(isFull)(
  'stability --map: a picture with a cell for each pair; twice the volume with the slowest eigenvalue makes twice the condition number',
  async () => {
    const map = ['--map', 'L4.length=1 m,2 m', '--map', 'L1.length=0.8 m..1 m:2'];
    const { code, out, err } = await place.run('stability', '--circuit', valve, ...map, '--plot', 'map.svg', '--json');
    expect([code, err]).toEqual([0, '']);
    const { condition, across, plot } = JSON.parse(out) as { condition: [number, number][]; across: { values: string[] }; plot: string };
    expect([condition.length, across.values, plot]).toEqual([2, ['1 m', '2 m'], 'map.svg']);
    for (const [one, two] of condition) expect(two / one).toBeCloseTo(2, 2);
    const picture = readFileSync(place.path('map.svg'), 'utf8');
    expect(picture.match(/<rect [^>]*><title>L4\.length=/g)).toHaveLength(4);
    expect(picture).toContain('L4.length=2 m, L1.length=0.8 m: 77.');
  },
);

test.each([
  [['radau6'], /no method 'radau6'; did you mean 'radau5'\?/],
  [['--gamma', '--plot', 'x.svg'], /leave out --plot/],
  [['--gamma', '--circuit', 'relief.yaml'], /--gamma and --circuit/],
  [['--times', '1s'], /--times belongs to --circuit/],
  [['--at', '1s'], /--at belongs to --circuit/],
  [['--circuit', 'relief.yaml', '--at', '1s', '--times', '1s'], /not both/],
  [['--circuit', 'relief.yaml', '--at', 'soon'], /--at soon/],
  [['--circuit', 'relief.yaml', '--map', 'a.b=1,2', '--plot', 'x.svg'], /--map is given once; give it twice/],
  [['--circuit', 'relief.yaml', '--map', 'a.b=1,2', '--map', 'a.c=1,2'], /write --plot FILE\.svg/],
  [['--circuit', 'relief.yaml', '--map', 'a.b=1,2', '--map', 'a.c=1,2', '--plot', 'x.svg'], /--map a\.b: no component or line 'a'/],
  [
    ['--circuit', 'relief.yaml', '--map', 'a.b=1..2:200', '--map', 'a.c=1..2:200', '--plot', 'x.svg'],
    /200 × 200 cells; the limit is 10000/,
  ],
  [['euler', '--plot', 'x.png'], /\.svg/],
])('stability %j is answered with what to write', async (words, message) => {
  const { code, out, err } = await place.run('stability', ...words);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(message);
});
