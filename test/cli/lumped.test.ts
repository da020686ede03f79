import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

describe('ringmain run --solver', () => {
  test('prints how it was solved and exits 0', async () => {
    const { code, out, err } = await place.run('run', 'relief.yaml', '--solver', 'rodas4');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^circuit +relief: 3 components, 2 lines$/m);
    expect(out).toMatch(/rodas4/);
    expect(out).not.toMatch(/NaN|undefined/);
  });

  test('--json prints one object and nothing else', async () => {
    const { code, out, err } = await place.run('run', 'relief.yaml', '--solver', 'radau5', '--tolerance', '1e-7', '--json');
    expect([code, err]).toEqual([0, '']);
    const account = JSON.parse(out) as Record<string, unknown>;
    expect(account).toMatchObject({ circuit: 'relief', solver: 'radau5', relativeTolerance: 1e-7, ending: null, out: null });
    expect(account['end']).toBe(0.3);
  });

  test('--out writes rows in SI at whole multiples, and the valve settles at 100.1 bar', async () => {
    const { code } = await place.run(
      'run',
      'relief.yaml',
      '--solver',
      'bdf',
      '--out',
      'lumped.csv',
      '--every',
      '20 ms',
      '--end',
      '0.25 s',
      '--quiet',
    );
    expect(code).toBe(0);
    const [header, ...rows] = readFileSync(place.path('lumped.csv'), 'utf8').trimEnd().split('\n');
    expect(header).toBe('t [s],pump.out.p [Pa],valve.in.p [Pa],valve.in.q [m3/s]');
    const numbers = rows.map((row) => row.split(',').map(Number));
    expect(numbers.map(([t]) => t)).toEqual([...Array.from({ length: 13 }, (_, k) => k * 0.02), 0.25]);
    expect((numbers.at(-1)?.[2] as number) / 100.1e5).toBeCloseTo(1, 6);
    expect((numbers.at(-1)?.[3] as number) / -1e-3).toBeCloseTo(1, 5);
  });

  test('the same valve by every solver that chooses its steps', async () => {
    for (const solver of ['rodas3', 'lsoda', 'adams', 'euler', 'trapezoid', 'dopri5', 'rk23']) {
      const { code, err } = await place.run('run', 'relief.yaml', '--solver', solver, '--out', `${solver}.csv`, '--quiet');
      expect([code, err], solver).toEqual([0, '']);
      const last = readFileSync(place.path(`${solver}.csv`), 'utf8')
        .trimEnd()
        .split('\n')
        .at(-1)
        ?.split(',')
        .map(Number);
      expect((last?.[2] as number) / 100.1e5, solver).toBeCloseTo(1, 4);
    }
  });

  test('--real-time with a step tells how many steps were late', async () => {
    const { code, out } = await place.run('run', 'relief.yaml', '--solver', 'rodas3', '--step', '1 ms', '--real-time');
    expect(code).toBe(0);
    expect(out).toMatch(/real time/i);
    const json = await place.run('run', 'relief.yaml', '--solver', 'rodas3', '--step', '1 ms', '--real-time', '--json');
    expect(JSON.stringify(JSON.parse(json.out))).toMatch(/"realTime":\{/);
  });

  test.each([
    [['--solver', 'rodas5'], /no solver 'rodas5'/],
    [['--solver', 'rodas4', '--workers', '2'], /--workers belongs to the TLM engine/],
    [['--solver', 'tlm', '--tolerance', '1e-4'], /--tolerance belongs to integrators/],
    [['--tolerance', '1e-4'], /--tolerance belongs to integrators/],
    [['--solver', 'rodas4', '--tolerance', '2'], /must be a number between 0 and 1/],
    [['--solver', 'rodas4', '--real-time'], /--real-time needs a fixed step/],
    [['--solver', 'rodas4', '--events', 'sometimes'], /--events/],
    [['--solver', 'rodas4', '--record', 'pump.out.x'], /nothing is called 'pump.out.x'/],
    [['--solver', 'bdf', '--step', '1 ms'], /bdf/],
  ])('%j is refused', async (words, text) => {
    const { code, out, err } = await place.run('run', 'relief.yaml', ...words);
    expect([code === 0, out]).toEqual([false, '']);
    expect(err).toMatch(text);
  });

  test('every option of run is one of integrators too, or is refused beside --solver', async () => {
    const { out } = await place.run('run', '--help');
    const options = new Map(
      [...out.matchAll(/^ {2,6}(?:-\w, )?--([a-z-]+) [\s\S]*?\[(boolean|string|array|count)\]/gm)].map(([, name, type]) => [name, type]),
    );
    const both = [
      'version',
      'help',
      'set',
      'reduce',
      'force',
      'json',
      'quiet',
      'steady',
      'solver',
      'kernels',
      'step',
      'end',
      'record',
      'every',
      'grid',
      'out',
      'plot',
    ];
    const ofIntegrators = ['treat', 'tolerance', 'events', 'jacobian', 'transition-pressure', 'published-form', 'real-time'];
    const ofTheEngine = [...options.keys()].filter((name = '') => ![...both, ...ofIntegrators].includes(name));
    expect(ofTheEngine.length).toBe(options.size - both.length - ofIntegrators.length);
    expect(ofTheEngine).toEqual(expect.arrayContaining(['workers', 'balance', 'oversubscribe', 'timeline']));
    for (const name of ofTheEngine) {
      const value = options.get(name) === 'boolean' ? [] : ['1'];
      const { code, err } = await place.run('run', 'relief.yaml', '--solver', 'rodas4', `--${name}`, ...value);
      expect([code, err]).toEqual([1, expect.stringContaining(`--${name} belongs to the TLM engine`)]);
    }
  });

  test('a file may record what a treatment tells: where --treat or the file treats the volume, and TLM says what it leaves out', async () => {
    const text = (treat: string): string => `ringmain: 1
name: two
components:
  s: { kind: pressureSource, pressure: 100 bar }
  o1: { kind: orifice, area: 1 mm2 }
  o2: { kind: orifice, area: 1 mm2 }
  t: { kind: tank }
lines: { Vs: { from: o1.out, to: o2.in, volume: 1 cm3 } }
direct: [{ from: o1.in, to: s }, { from: o2.out, to: t }]
run: { end: 1 ms${treat} }
record: { every: 1 ms, signals: [Vs.p, Vs.iterations] }
`;
    place.write('told.yaml', text(''));
    place.write('treated.yaml', text(', treat: { Vs: quasi-steady }'));
    const treated = ['--solver', 'rk4', '--step', '1ms', '--treat', 'Vs=pseudo-dynamic'];
    const columns = async (file: string, ...more: string[]): Promise<string> => {
      const { code, err } = await place.run('run', file, ...more, '--out', 'told.csv', '--force');
      return code === 0 ? (readFileSync(place.path('told.csv'), 'utf8').split('\n')[0] as string) : err;
    };
    expect(await columns('told.yaml', ...treated)).toBe('t [s],Vs.p [Pa],Vs.iterations [1]');
    expect(await columns('told.yaml', ...treated.slice(0, 4))).toMatch(/told\.yaml:11:\d+ {2}CIR413 {2}record: 'Vs\.iterations'/);
    expect((await place.run('check', 'told.yaml')).err).toMatch(/CIR413/);
    expect(await columns('treated.yaml', '--solver', 'rodas4')).toBe('t [s],Vs.p [Pa],Vs.iterations [1]');
    expect((await place.run('run', 'treated.yaml')).err).toMatch(/Vs\.iterations is not recorded: TLM treats no volume/);
  });

  test('a circuit that has no lumped meaning: code and remedy', async () => {
    place.write(
      'two.yaml',
      'ringmain: 1\nname: two\ncomponents:\n  a: { kind: pressureSource, pressure: 0 bar }\n  t: { kind: tank }\nlines:\n  L: { from: a, to: t, volume: 1 l }\nrun: { end: 1 s }\n',
    );
    const { code, err } = await place.run('run', 'two.yaml', '--solver', 'rodas4');
    expect(code).not.toBe(0);
    expect(err).toMatch(/LMP103[\s\S]*put a restrictor between them/);
  });
});
