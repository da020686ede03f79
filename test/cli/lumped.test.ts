import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reliefCircuit, Workplace } from './support.js';

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

  test('--absolute-tolerance, by quantity and by name, the last that fits', async () => {
    const accountOf = async (...more: string[]) => {
      const { code, out, err } = await place.run('run', 'relief.yaml', '--solver', 'rodas4', '--json', ...more);
      expect([code, err], more.join(' ')).toEqual([0, '']);
      return JSON.parse(out) as { unknowns: { name: string; absoluteTolerance: number }[]; counts: { accepted: number } };
    };
    const usual = await accountOf();
    expect(usual.unknowns.map(({ absoluteTolerance }) => absoluteTolerance)).toEqual(usual.unknowns.map(() => 1));
    const loose = await accountOf('--absolute-tolerance', '10 bar');
    expect(loose.unknowns.map(({ absoluteTolerance }) => absoluteTolerance)).toEqual(loose.unknowns.map(() => 1e6));
    const tight = await accountOf('--absolute-tolerance', '1e-6 Pa', '--tolerance', '1e-9');
    expect(tight.counts.accepted).toBeGreaterThan(
      2 * (await accountOf('--absolute-tolerance', '10 bar', '--tolerance', '1e-9')).counts.accepted,
    );
    const [first] = usual.unknowns;
    const named = await accountOf('--absolute-tolerance', `10 bar,${first?.name}=2 Pa`);
    expect(named.unknowns[0]?.absoluteTolerance).toBe(2);
    const glob = await accountOf('--absolute-tolerance', '*.p=3 Pa');
    expect(glob.unknowns.map(({ absoluteTolerance }) => absoluteTolerance)).toEqual(glob.unknowns.map(() => 3));
  });

  test('--absolute-tolerance that fits nothing is a mistake that names what there is', async () => {
    for (const [entry, message] of [
      ['1 um', /LMP204.*'1 um': no unknown is of such a quantity[\s\S]*unknowns here are in Pa/],
      ['act1.x=1 um', /LMP204.*no unknown is called 'act1.x'/],
      ['*.p=1 um', /LMP204.*'\*\.p=1 um'/],
      ['0 bar', /LMP204.*'0 bar': it must be above zero/],
    ] as const) {
      const { code, out, err } = await place.run('run', 'relief.yaml', '--solver', 'rodas4', '--absolute-tolerance', entry);
      expect([code, out], entry).toEqual([1, '']);
      expect(err).toMatch(message);
    }
  });

  test('first, least and largest step: as options, and the largest by --set', async () => {
    const stepsOf = async (...more: string[]) => {
      const { code, out, err } = await place.run(
        'run',
        'relief.yaml',
        '--solver',
        'rodas4',
        '--json',
        '--every',
        'step',
        '--out',
        'steps.csv',
        '--force',
        ...more,
      );
      expect([code, err], more.join(' ')).toEqual([0, '']);
      const rows = readFileSync(place.path('steps.csv'), 'utf8').trimEnd().split('\n').slice(1);
      const { steps, counts } = JSON.parse(out) as { steps: { largest: number; smallest: number }; counts: { accepted: number } };
      return { ...steps, counts, times: rows.map((row) => Number(row.split(',')[0])) };
    };
    const usual = await stepsOf();
    // A row at the start and at every accepted step.
    expect(usual.times).toHaveLength(usual.counts.accepted + 1);
    expect(usual.largest).toBeGreaterThan(1e-3);
    for (const option of [
      ['--maximum-step', '1 ms'],
      ['--set', 'run.maximumStep=1 ms'],
    ]) {
      const short = await stepsOf(...option);
      expect(short.largest, option.join(' ')).toBeLessThan(1.0000001e-3);
      expect(short.counts.accepted, option.join(' ')).toBeGreaterThanOrEqual(300);
    }
    const first = await stepsOf('--initial-step', '1 ns');
    expect(first.times[1]).toBe(1e-9);
    expect(usual.times[1]).toBeGreaterThan(1e-9);
    const least = await place.run(
      'run',
      'relief.yaml',
      '--solver',
      'rodas4',
      '--tolerance',
      '1e-9',
      '--initial-step',
      '25 ms',
      '--minimum-step',
      '25 ms',
    );
    expect(least.code).toBe(2);
    expect(least.err).toMatch(/a step of 0\.0250 s is still too long/);
  });

  test('a file asks for the same under run and record, and options come before it', async () => {
    const own =
      'tolerance: 1e-4, absoluteTolerance: [2 Pa], integratorMaximumStep: 1 ms, integratorInitialStep: 1 ns, integratorMinimumStep: 1 fs';
    place.write('integrator.yaml', reliefCircuit.replace('run: {', `run: { ${own},`).replace('record: {', 'record: { everyStep: true,'));
    const asked = ['run', 'integrator.yaml', '--solver', 'rodas4', '--json'] as const;
    const { code, out, err } = await place.run(...asked);
    expect([code, err]).toEqual([0, '']);
    const account = JSON.parse(out) as Record<string, unknown> & {
      steps: { largest: number };
      recorded: { rows: number };
      counts: { accepted: number };
    };
    expect(account).toMatchObject({ relativeTolerance: 1e-4, unknowns: [{ absoluteTolerance: 2 }] });
    expect(account.steps.largest).toBeLessThan(1.0000001e-3);
    expect(account.recorded.rows).toBe(account.counts.accepted + 1);
    const others = JSON.parse(
      (await place.run(...asked, '--tolerance', '1e-3', '--absolute-tolerance', '5 Pa', '--every', '0.1 s', '--maximum-step', '1 s')).out,
    );
    expect(others).toMatchObject({ relativeTolerance: 1e-3, unknowns: [{ absoluteTolerance: 5 }], recorded: { rows: 4 } });
    expect(others.steps.largest).toBeGreaterThan(1e-3);
  });

  test.each([
    [['--solver', 'rodas4', '--minimum-step', '1 s', '--maximum-step', '1 ms'], /minimumStep of 1 s is above maximumStep of 1 ms/],
    [
      ['--solver', 'rodas4', '--step', '1 ms', '--maximum-step', '1 ms'],
      /--maximum-step 1 ms is of variable steps, and --step 1 ms is fixed/,
    ],
    [['--step', '1 ms', '--initial-step', '1 ms'], /--initial-step 1 ms is of variable steps/],
    [['--every', 'step'], /--every step, a row at every step, belongs to integrators/],
    [['--absolute-tolerance', '1 bar'], /--absolute-tolerance belongs to integrators/],
  ] as const)('%j is refused', async (options, message) => {
    const { code, err } = await place.run('run', 'relief.yaml', ...options);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });

  test('the steps of TLM are bounded by the same options', async () => {
    const { code, out } = await place.run(
      'run',
      'relief.yaml',
      '--initial-step',
      '2us',
      '--minimum-step',
      '2us',
      '--maximum-step',
      '100us',
      '--json',
    );
    expect(code).toBe(0);
    const { steps } = JSON.parse(out) as { steps: { smallest: number; largest: number } };
    expect(steps.largest).toBeLessThan(100.00001e-6);
    expect(steps.smallest).toBeGreaterThan(1e-6);
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
    [['--solver', 'auto', '--driver', 'mpi'], /--driver belongs to the TLM engine, and --solver auto may choose an integrator/],
    [['--solver', 'tlm', '--tolerance', '1e-4'], /--tolerance belongs to integrators/],
    [['--tolerance', '1e-4'], /--tolerance belongs to integrators/],
    [['--solver', 'rodas4', '--tolerance', '2'], /must be a number above 0 and below 1/],
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
      'initial-step',
      'minimum-step',
      'maximum-step',
      'end',
      'record',
      'every',
      'grid',
      'out',
      'plot',
      'envelope',
      'watch',
      'checkpoint',
      'checkpoint-every',
      'checkpoint-at',
      'resume',
    ];
    // Its own message: automatic.test.ts.
    const ofTheChoice = ['accuracy'];
    const ofIntegrators = [
      'treat',
      'tolerance',
      'absolute-tolerance',
      'line-tolerance',
      'events',
      'jacobian',
      'transition-pressure',
      'published-form',
      'real-time',
    ];
    const ofTheEngine = [...options.keys()].filter((name = '') => ![...both, ...ofTheChoice, ...ofIntegrators].includes(name));
    expect(ofTheEngine.length).toBe(options.size - both.length - ofTheChoice.length - ofIntegrators.length);
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
