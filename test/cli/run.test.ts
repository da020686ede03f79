import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catchInterrupts } from '../../dist/cli/interrupt.js';
import { formatCount } from '../../dist/report/units.js';
import { isFull } from '../support/circuits.js';
import { type Answer, Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

describe('ringmain run', () => {
  test('prints the account, writes nothing unasked, and exits 0', async () => {
    const before = readdirSync(place.folder);
    const { code, out, err } = await place.run('run', 'relief.yaml');
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(/^circuit +relief: 3 components, 2 lines$/m);
    expect(out).toMatch(/^digest +[0-9a-f]{64}$/m);
    expect(readdirSync(place.folder)).toEqual(before);
  });

  test('a line that starts at 0 bar beside a source is a warning, not with --steady', async () => {
    const jump =
      'a: { kind: pressureSource, pressure: 50 bar }\n  r: { kind: laminarRestrictor, conductance: 1 l/min/bar }\n  t: { kind: tank }';
    place.write(
      'jump.yaml',
      `ringmain: 1\nname: jump\ncomponents:\n  ${jump}\nlines:\n  l: { from: a, to: r.in, volume: 1 l }\ndirect: [{ from: r.out, to: t }]\nrun: { end: 10 ms }\n`,
    );
    const { code, err } = await place.run('run', 'jump.yaml');
    expect(code).toBe(0);
    expect(err).toMatch(/^jump\.yaml:8:3 {2}CIR806 {2}warning: line 'l' starts at 0 bar, the default, beside 'a', which holds 50 bar/);
    expect(await place.run('run', 'jump.yaml', '--steady')).toMatchObject({ code: 0, err: '' });
  });

  test('--json prints one object with the keys of the contract and nothing else', async () => {
    const { code, out, err } = await place.run('run', 'relief.yaml', '--json', '--workers', '1');
    expect([code, err]).toEqual([0, '']);
    const account = JSON.parse(out) as Record<string, unknown>;
    expect(account).toMatchObject({ circuit: 'relief', components: 3, lines: 2, workers: 1, driver: 'serial', out: null, ending: null });
    expect(account.end).toBeCloseTo(0.3, 9);
    const keys = 'kernels steps limitedBy balance wallSeconds setupSeconds nsPerComponentStep nsPerLineEndStep digest stateDigest';
    for (const key of keys.split(' ')) expect(account).toHaveProperty(key);
  });

  test('--out writes rows from 0 to the end in SI, and the valve settles at 100.1 bar', async () => {
    const { code, out } = await place.run('run', 'relief.yaml', '--out', 'relief.csv');
    expect(code).toBe(0);
    expect(out).toContain('results in relief.csv');
    const [header, ...rows] = readFileSync(place.path('relief.csv'), 'utf8').trimEnd().split('\n');
    expect(header).toBe('t [s],pump.out.p [Pa],valve.in.p [Pa],valve.in.q [m3/s]');
    const numbers = rows.map((row) => row.split(',').map(Number));
    expect(numbers[0]?.[0]).toBe(0);
    expect(numbers.at(-1)?.[0]).toBeCloseTo(0.3, 9);
    expect(numbers.at(-1)?.[2]).toBeGreaterThan(99e5);
    expect(numbers.at(-1)?.[2]).toBeLessThan(101.5e5);
  });

  test('--plot draws, --record chooses, --set changes, --quiet is quiet', async () => {
    const words = [
      '--plot',
      'relief.svg',
      '--out',
      'chosen.csv',
      '--record',
      'valve.*.p',
      '--set',
      'valve.crackingPressure=50 bar',
      '--quiet',
    ];
    expect(await place.run('run', 'relief.yaml', ...words)).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(place.path('relief.svg'), 'utf8')).toContain('>valve.in.p</text>');
    const [header = '', ...rows] = readFileSync(place.path('chosen.csv'), 'utf8').trimEnd().split('\n');
    expect(header).toBe('t [s],valve.in.p [Pa],valve.out.p [Pa]');
    expect(Number(rows.at(-1)?.split(',')[1])).toBeLessThan(52e5);
  });

  test('two workers give the digest of one', async () => {
    const digest = async (...words: string[]): Promise<unknown> =>
      (JSON.parse((await place.run('run', 'relief.yaml', '--json', ...words)).out) as { digest: string }).digest;
    expect(await digest('--workers', '2')).toBe(await digest('--workers', '1'));
    expect(await digest('--driver', 'parallel', '--workers', '1')).toBe(await digest('--driver', 'serial'));
  });

  test('--timeline times two threads: picture, table, shares in the account', async () => {
    const drawn = await place.run('run', 'relief.yaml', '--workers', '2', '--timeline', 'time.svg', '--json');
    const [account, table] = [
      JSON.parse(drawn.out) as { losses: { threads: object[] }; timeline: string },
      await place.run('run', 'relief.yaml', '--driver', 'parallel', '--workers', '2', '--timeline', 'time.csv'),
    ];
    expect([drawn.code, drawn.err, account.timeline, account.losses.threads.length]).toEqual([0, '', 'time.svg', 2]);
    expect(readFileSync(place.path('time.svg'), 'utf8')).toContain('thread 1');
    expect(table.out).toMatch(/^lost by 2 threads: .*imbalance/m);
    const [header, ...rows] = readFileSync(place.path('time.csv'), 'utf8').trimEnd().split('\n');
    expect(header).toBe('synchronisation,t [s],thread,begun [us],computed [us],met [us],decided [us],ended [us],last');
    expect(rows.length).toBeGreaterThan(100);
    expect(await place.run('run', 'relief.yaml', '--timeline', 'time.txt')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--timeline time.txt: write a name that ends in .svg (a picture) or .csv (every time)'),
    });
  });

  test("somebody else's file is refused before the run and stays", async () => {
    writeFileSync(place.path('salaries.csv'), 'name,salary\n');
    const { code, err } = await place.run('run', 'relief.yaml', '--out', 'salaries.csv');
    expect([code, err]).toEqual([1, expect.stringMatching(/salaries\.csv exists and is no result.*--force/)]);
    expect(readFileSync(place.path('salaries.csv'), 'utf8')).toBe('name,salary\n');
    expect((await place.run('run', 'relief.yaml', '--out', 'salaries.csv', '--force')).code).toBe(0);
    expect(readFileSync(place.path('salaries.csv'), 'utf8')).toMatch(/^t \[s\],/);
  });

  test.each([
    [['--worker', '2'], /unknown option '--worker', did you mean '--workers'\?/],
    [['--workers', 'two'], /--workers two: must be 'auto' or a whole number of at least 1/],
    [['--workers', '0'], /--workers 0: must be/],
    [['--step', '3'], /--step 3: /],
    [['--step', '0 s'], /--step 0 s: must be above zero/],
    [['--step', '1 bar'], /--step 1 bar: /],
    [['--step', '10us', '--pressure-error', '1bar'], /--step 10us is a fixed step and --pressure-error steers a variable one/],
    [['--end', '1s', '--end', '2s'], /--end is given 2 times/],
    [['--end'], /--end needs a value \(see 'ringmain run --help'\)/],
    [['--solver', 'rodas5'], /no solver 'rodas5', did you mean 'rodas4'/],
    [['--solver', 'rodas4', '--workers', '2'], /--workers belongs to the TLM engine/],
    [['--tolerance', '1e-4'], /--tolerance belongs to integrators/],
    [['--law', 'none'], /--law none: must be one of standard, thesis/],
    [['--driver', 'serial', '--workers', '2'], /--driver serial has one worker/],
    [['--out', 'a.mat'], /\.mat.*\.csv, \.parquet or \.h5/],
    [['--plot', 'a.png'], /\.svg/],
    [['--out', 'no/such/a.csv'], /folder no\/such does not exist/],
    [['--record', ' , '], /--record.*names nothing/],
    [['--record', 'valv.in.p'], /valv\.in\.p/],
    [['--set', 'valve.crackingPresure=1 bar'], /crackingPressure/],
    [['--set', 'valve'], /valve/],
    [['--plan', 'none.json'], /none\.json/],
    [['another'], /unknown argument 'another'/],
  ])("%j is the user's mistake: a message, no stack trace, exit 1", async (words, message) => {
    const { code, out, err } = await place.run('run', 'relief.yaml', ...words);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^\s+at .*\.js/m);
    expect([code, out]).toEqual([1, '']);
  });

  test('a missing circuit and a broken one: place, code and remedy, exit 1', async () => {
    const missing = await place.run('run', 'missing.yaml');
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('missing.yaml')]);
    expect(missing.err).not.toMatch(/^\s+at .*\.js/m);
    place.write(
      'broken.yaml',
      readFileSync(place.path('relief.yaml'), 'utf8').replace('kind: tank', 'kind: tnak').replace('2 m,', '2 bar,'),
    );
    const broken = await place.run('run', 'broken.yaml');
    expect(broken.code).toBe(1);
    expect(broken.err).toMatch(/broken\.yaml:\d+:\d+ /);
    expect(broken.err).toContain('tnak');
    expect(broken.err).toMatch(/mistakes in .*broken\.yaml/);
  });

  const longRun = ['run', 'relief.yaml', '--end', '1000 s', '--step', '1us', '--every', '10 us'];

  // Full: a process that signals stop; quickly test/run/heldRuns is asked to stop on the way.
  test.runIf(isFull).each(['1', '2'])(
    'Ctrl-C ends a run by %s workers with exit 130; its rows until then are written, whole',
    async (workers) => {
      const file = `partial-${workers}.csv`;
      const words = [...longRun, '--workers', workers, '--out', file];
      // Rows that have left the memory are a sign that it is in its steps. Threads in a process of their own, where the signal is a true one.
      const isRunning = (): boolean =>
        readdirSync(place.folder).some((name) => name.startsWith(`${file}.`) && statSync(place.path(name)).size > 1e5);
      const { code, out, err } = workers === '1' ? await place.interrupted(isRunning, ...words) : await signalled(isRunning, ...words);
      expect([code, err]).toEqual([130, expect.stringMatching(/Ctrl-C again to leave at once\n.*interrupted at t = /s)]);
      expect(out).toMatch(/^ended early +interrupted at [\d.]+ m?s; what follows is partial$/m);
      const rows = readFileSync(place.path(file), 'utf8').trimEnd().split('\n').slice(1);
      expect(out).toMatch(new RegExp(`^recorded +3 quantities, ${formatCount(rows.length)} rows$`, 'm'));
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.every((row) => row.split(',').length === 4)).toBe(true);
      expect(readdirSync(place.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    },
  );

  test('Ctrl-C twice leaves at once', () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const { signal, keep, release } = catchInterrupts({ quiet: false });
    expect(process.listeners('SIGINT')).toEqual([]);
    keep();
    process.emit('SIGINT');
    expect([signal.aborted, exit.mock.calls]).toEqual([true, []]);
    process.emit('SIGINT');
    expect(exit.mock.calls).toEqual([[130]]);
    release();
    expect(process.listeners('SIGINT')).toEqual([]);
    vi.restoreAllMocks();
  });
});

/** Exit code and all that was printed by a process that is sent SIGINT at its first news. */
async function signalled(isRunning: () => boolean, ...words: string[]): Promise<Answer> {
  const child = place.start(...words);
  const watch = setInterval(() => {
    if (!isRunning()) return;
    clearInterval(watch);
    child.kill('SIGINT');
  }, 20);
  const said = { out: '', err: '' };
  child.stdout?.on('data', (text) => {
    said.out += String(text);
  });
  child.stderr?.on('data', (text) => {
    said.err += String(text);
  });
  const code = await new Promise<number | null>((done) => child.once('close', done)).finally(() => clearInterval(watch));
  return { code, ...said };
}
