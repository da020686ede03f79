/** `ringmain optimise`: known optima of published problems written as circuits and of a cushion, fronts, the same end for any workers and after a kill. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

const cushion = resolve('circuits/cushion.yaml');
let place: Workplace;
beforeEach(() => {
  place = new Workplace();
});
afterEach(() => place.remove());

/** A circuit whose one component has formulas of its parameters as outputs. */
function formulas(name: string, parameters: readonly string[], outputs: Readonly<Record<string, string>>): void {
  const lines = (of: (one: string) => string): string => parameters.map((one) => `      ${one}: ${of(one)}`).join('\n');
  place.write(
    `${name}.yaml`,
    `
ringmain: 1
name: ${name}
components:
  f: { kind: formula, ${parameters.map((one) => `${one}: 1`).join(', ')} }
run: { end: 1 ms, step: 1 ms }
record: { every: 1 ms, signals: ['f.*'] }
definitions:
  formula:
    about: formulas
    parameters:
${lines(() => "{ unit: '1', about: searched }")}
    outputs:
${Object.keys(outputs)
  .map((one) => `      ${one}: { unit: '1', about: found }`)
  .join('\n')}
    equations: |
${Object.entries(outputs)
  .map(([one, formula]) => `      ${one} = ${formula}`)
  .join('\n')}
`,
  );
}

interface Told {
  readonly points: number;
  readonly best: { readonly set: string[]; readonly violation: number; readonly measured: Record<string, number> };
  readonly front: { readonly measured: Record<string, number> }[];
}

async function found(...words: string[]): Promise<Told> {
  const { out, err, code } = await place.run('optimise', ...words, '--json');
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as Told;
}

const number = (entry: string | undefined): number => Number.parseFloat((entry ?? '').split('=')[1] as string);

describe('known optima', () => {
  test.runIf(isFull)('a published spring under four constraints: 0.0126652', async () => {
    formulas('spring', ['d', 'D', 'n'], {
      weight: '(n + 2) * D * d^2',
      deflection: '1 - D^3 * n / (71785 * d^4)',
      shear: '(4 * D^2 - d * D) / (12566 * (D * d^3 - d^4)) + 1 / (5108 * d^2) - 1',
      surge: '1 - 140.45 * d / (D^2 * n)',
      outer: '(D + d) / 1.5 - 1',
    });
    const vary = ['f.d=0.05..2 from 0.5', 'f.D=0.25..1.3', 'f.n=2..15'].flatMap((one) => ['--vary', one]);
    const never = ['deflection', 'shear', 'surge', 'outer'].flatMap((one) => ['--never', `f.${one} > 0`]);
    const runs = ['--runs', '20000', '--tolerance', '1e-5', '--population', '30'];
    const { best } = await found('spring.yaml', ...vary, '--minimise', 'final(f.weight)', ...never, ...runs);
    expect(best.violation).toBe(0);
    // The best that is known is 0.012665233.
    expect(best.measured['final(f.weight)']).toBeGreaterThan(0.012665232);
    expect(best.measured['final(f.weight)']).toBeLessThan(0.01267);
  });

  // Full: a whole search; quickly test/fit/optimisers.test.ts has the method.
  test.runIf(isFull)('the valley of Rosenbrock by Nelder and Mead: 0 at (1, 1)', async () => {
    formulas('valley', ['x', 'y'], { z: '100 * (y - x^2)^2 + (1 - x)^2' });
    const vary = ['--vary', 'f.x=-2..2', '--vary', 'f.y=-1..3'];
    const { best } = await found(
      'valley.yaml',
      ...vary,
      '--minimise',
      'final(f.z)',
      '--method',
      'nelder-mead',
      '--tolerance',
      '1e-6',
      '--starts',
      '1',
      '--workers',
      '1',
    );
    expect(best.measured['final(f.z)']).toBeLessThan(1e-8);
    expect(number(best.set[0])).toBeCloseTo(1, 3);
    expect(number(best.set[1])).toBeCloseTo(1, 3);
  });

  test.runIf(isFull)('a cushion of two stages: areas and pressure are those by hand, where oil is stiff', async () => {
    // circuits/cushion.yaml: both stages begin at 56.35 bar, 29.29 and 16.67 mm². Ten times as stiff, the chamber's spring takes 2 % off the entry's peak.
    const ends = ['slot.first', 'slot.second'].flatMap((name) => ['--vary', `${name}=10 mm2..60 mm2 log`]);
    const asked = ['--minimise', 'max(mass.chamber.p)', '--never', 'final(mass.landing) > 0.1 m/s', '--runs', '500'];
    const { best } = await found(cushion, ...ends, ...asked, '--set', 'fluid.bulkModulus=160000 bar', '--set', 'run.pressureError=0.2 bar');
    const off = 0.02;
    expect(best.violation).toBe(0);
    expect(Math.abs((best.measured['max(mass.chamber.p)'] as number) / 56.35e5 - 1)).toBeLessThan(off + 0.02);
    expect(Math.abs(number(best.set[0]) / 29.29 - 1)).toBeLessThan(off);
    expect(Math.abs(number(best.set[1]) / 16.67 - 1)).toBeLessThan(off);
  });

  test.runIf(isFull)('a front of two objectives lies on the published curve', async () => {
    // CONSTR (Deb 2001): f2 = (7 - 9 f1)/f1 up to 2/3, then 1/f1.
    formulas('constr', ['x', 'y'], { a: 'x', b: '(1 + y) / x', g: '6 - y - 9 * x', h: '1 + y - 9 * x' });
    const vary = ['--vary', 'f.x=0.1..1', '--vary', 'f.y=0..5'];
    const limits = ['--never', 'f.g > 0', '--never', 'f.h > 0'];
    const { front } = await found(
      'constr.yaml',
      ...vary,
      '--minimise',
      'final(f.a)',
      '--minimise',
      'final(f.b)',
      ...limits,
      '--front',
      '--runs',
      '1600',
    );
    expect(front.length).toBeGreaterThan(25);
    for (const { measured } of front) {
      const [a, b] = [measured['final(f.a)'], measured['final(f.b)']] as [number, number];
      const exact = a < 2 / 3 ? (7 - 9 * a) / a : 1 / a;
      expect(b - exact).toBeGreaterThan(-1e-9);
      expect(b - exact).toBeLessThan((0.05 * 7) / a ** 2);
    }
  });

  // Full: how objectives are weighed, by a whole search; quickly the valley above.
  test.runIf(isFull)('several objectives are added in parts of what counts as 1, and one may be to be large', async () => {
    formulas('sum', ['x'], { a: 'x^2', b: '10 * x' });
    const asked = ['--minimise', 'final(f.a) / 2', '--maximise', 'final(f.b) / 5'];
    // x²/2 - 2 x is least at 2.
    const { best } = await found('sum.yaml', '--vary', 'f.x=-5..5', ...asked, '--method', 'nelder-mead', '--starts', '1', '--workers', '1');
    expect(number(best.set[0])).toBeCloseTo(2, 2);
  });
});

const relief = ['relief.yaml', '--end', '20 ms', '--vary', 'valve.crackingPressure=90 bar..150 bar', '--vary', 'supply.length=1 m..3 m'];
const asked = ['--minimise', 'max(pump.out.p)', '--never', 'final(pump.out.p) < 110 bar', '--runs', '60'];

const table = async (...words: string[]): Promise<string> => {
  const { code, err } = await place.run('optimise', ...relief, ...asked, '--quiet', ...words);
  expect([code, err]).toEqual([0, '']);
  return readFileSync(place.path(words[words.indexOf('--out') + 1] as string), 'utf8');
};

// Full: points of two workers beside those of one, by whole searches; quickly test/fit/optimisers.
test.runIf(isFull)('the table of all points is that of one worker for two', async () => {
  const whole = await table('--workers', '1', '--out', 'one.csv');
  expect(whole.split('\n').length).toBeGreaterThan(50);
  expect(await table('--workers', '2', '--out', 'two.csv')).toBe(whole);
});

test.runIf(isFull)(
  'a search killed in the middle and gone on with by two workers has the table of one that was not',
  async () => {
    const whole = await table('--workers', '1', '--out', 'one.csv');
    const child = place.start('optimise', ...relief, ...asked, '--quiet', '--workers', '1', '--out', 'three.csv');
    const partial = place.path('three.csv.partial');
    const lines = (): number => (existsSync(partial) ? readFileSync(partial, 'utf8').split('\n').length : 0);
    while (lines() < 15 && child.exitCode === null) await new Promise((go) => setTimeout(go, 2));
    child.kill('SIGKILL');
    await new Promise((go) => child.once('exit', go));
    expect(existsSync(place.path('three.csv'))).toBe(false);
    const done = lines() - 2;
    expect(done).toBeGreaterThan(10);
    expect(await table('--workers', '2', '--out', 'three.csv', '--resume')).toBe(whole);
    expect(existsSync(partial)).toBe(false);
  },
  60_000,
);

// Full: a refusal and a page by whole searches; quickly the mistakes below.
test.runIf(isFull)('points of another search are refused, and a page has what was found', async () => {
  const first = await place.run('optimise', ...relief, ...asked.slice(0, -1), '8', '--out', 'a.csv', '--plot', 'a.html');
  expect(first.err).toBe('');
  expect(first.out).toContain('valve.crackingPressure');
  expect(readFileSync(place.path('a.html'), 'utf8')).toContain('<svg');
  place.write('b.csv.partial', '{"ringmain":"points of a search, not all","identity":"other"}\n');
  const { code, err } = await place.run('optimise', ...relief, ...asked, '--out', 'b.csv', '--resume');
  expect(code).toBe(1);
  expect(err).toContain('has points of another search');
});

describe('mistakes', () => {
  const said = async (...words: string[]): Promise<string> => {
    const { code, err } = await place.run('optimise', 'relief.yaml', ...words);
    expect(code).toBe(1);
    return err;
  };
  const range = ['--vary', 'valve.crackingPressure=90 bar..150 bar'];

  test.each([
    [['--minimise', 'max(pump.out.p)'], 'nothing is varied'],
    [range, 'nothing is to be small or large'],
    [['--vary', 'valve.crackingPressure=90 bar', '--minimise', 'max(pump.out.p)'], 'is no range'],
    [['--vary', 'valve.crackingPressure=150 bar..90 bar', '--minimise', 'max(pump.out.p)'], 'is not below'],
    [['--vary', 'valve.crackingPressure=90 bar..150 MPa', '--minimise', 'max(pump.out.p)'], 'two units'],
    [['--vary', 'valve.crackingPressure=90 bar..150 bar from 80 bar', '--minimise', 'max(pump.out.p)'], 'not between'],
    [['--vary', 'valve.crackingPresure=90 bar..150 bar', '--minimise', 'max(pump.out.p)'], "did you mean 'crackingPressure'"],
    [[...range, '--minimise', 'max(pump.out.p)', '--minimise', 'max(valve.in.q)'], 'in parts of the value that counts as 1'],
    [[...range, '--minimise', 'max(pump.out.p) / 3 l'], "'3 l'"],
    [[...range, '--minimise', 'max(pump.out.p)', '--front'], 'two objectives or more'],
    [[...range, '--minimise', 'max(pump.out.p)', '--never', 'pump.ou.p > 3 bar'], "nothing is called 'pump.ou.p'"],
    [[...range, '--minimise', 'max(pump.out.p)', '--never', 'max(pump.out.p) = 3 bar'], 'no condition'],
    [[...range, '--minimise', 'max(pump.out.p)', '--method', 'annealing'], 'must be one of cma-es'],
    [[...range, '--minimise', 'max(pump.out.p)', '--resume'], 'Name its table'],
  ])('%j: %s', async (words, message) => {
    expect(await said(...words)).toContain(message);
  });

  test('limits that no point keeps are named, and the exit code is 2', async () => {
    const { code, out } = await place.run(
      'optimise',
      ...relief,
      '--minimise',
      'max(pump.out.p)',
      '--never',
      'pump.out.p > 10 bar',
      '--runs',
      '8',
    );
    expect(code).toBe(2);
    expect(out).toContain('no point keeps the limits; the nearest breaks pump.out.p > 10 bar');
  });
});
