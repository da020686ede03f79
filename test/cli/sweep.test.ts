/** `ringmain sweep`: rows are those of runs of their own, programs are compiled once, and a sweep that was stopped goes on. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulate, sweep } from '../../dist/index.js';
import { identityText } from '../../dist/run/sweep/identity.js';
import { isFull } from '../support/circuits.js';
import { reliefCircuit, Workplace } from './support.js';

let place: Workplace;
beforeEach(() => {
  place = new Workplace();
});
afterEach(() => place.remove());

/** By one thread where threads are not what is tested: starting one takes longer than its variants. */
const relief = (...words: string[]) => place.run('sweep', 'relief.yaml', '--end', '20 ms', '--workers', '1', ...words);
const vary = ['valve.crackingPressure=90 bar..110 bar:3', 'supply.length=1 m,2 m'];
const varied = vary.flatMap((one) => ['--vary', one]);

/** A wave line, so that steps longer than its delay are refused. */
const withWave = reliefCircuit.replace('supply: { from', 'supply: { model: wave, from');

describe.each(isFull ? (['wasm', 'js'] as const) : (['wasm'] as const))('%s', (kernels) => {
  test('numbers and digests are those of single runs, and one program is compiled', async () => {
    const swept = await sweep('relief.yaml', {
      vary,
      measures: ['max(pump.out.p)', 'final(valve.in.q)'],
      until: 0.05,
      workers: 2,
      kernels,
    });
    expect(swept.rows.map(({ values }) => values.join(' '))).toEqual([
      '90 bar 1 m',
      '90 bar 2 m',
      '100 bar 1 m',
      '100 bar 2 m',
      '110 bar 1 m',
      '110 bar 2 m',
    ]);
    expect(swept.compiled).toBe(kernels === 'wasm' ? 1 : 0);
    for (const { values, measured, digest, steps, error } of swept.rows) {
      const set = [`valve.crackingPressure=${values[0]}`, `supply.length=${values[1]}`];
      const { circuit } = parseCircuit(reliefCircuit, 'relief.yaml', { set });
      const record = ['pump.out.p', 'valve.in.q'];
      const own = await simulate(circuit, { until: 0.05, workers: 1, kernels, record, envelope: ['pump.out.p'] });
      expect(error).toBeNull();
      expect([digest, steps]).toEqual([own.digest, own.account.steps.accepted]);
      expect(measured).toEqual([own.account.envelopes[0]?.highest, own.series('valve.in.q').y.at(-1)]);
    }
  });
});

test('what is part of the text is compiled anew, once for all variants that share it', async () => {
  const measures = ['final(valve.in.p)'];
  const two = await sweep('relief.yaml', {
    vary: ['run.pressureError=0.1 bar,0.2 bar', vary[0] as string],
    measures,
    until: 0.01,
    workers: 1,
  });
  expect([two.rows.length, two.compiled]).toEqual([6, 2]);
  if (!isFull) return;
  const three = await sweep('relief.yaml', { vary: ['fluid.density=860 kg/m3,870 kg/m3,880 kg/m3'], measures, until: 0.01, workers: 1 });
  expect([three.rows.length, three.compiled]).toEqual([3, 3]);
});

// Full: signs of zeros and squares in programs that variants share; quickly the digests of variants are those of single runs, above.
test.runIf(isFull)(
  'a factor of 0 or below, or an exponent, is a literal as in a single run: zeros keep their sign, squares are products',
  async () => {
    const powers = `
definitions:
  power:
    inputs: { u: { unit: '1' } }
    parameters: { exponent: { unit: '1' } }
    outputs: { y: { unit: '1' } }
    equations: |
      y = abs(u)^exponent
`;
    const signals = `
  wave: { kind: sine, amplitude: 0.7, frequency: 60 Hz }
  scaled: { kind: gain, factor: 1 }
  raised: { kind: power, exponent: 2 }
signals:
  - { from: wave.output, to: scaled.input }
  - { from: wave.output, to: raised.u }
`;
    const text = `${reliefCircuit.replace('\nlines:', `${signals}\nlines:`)}${powers}`;
    place.write('signals.yaml', text);
    const ways = [
      ['scaled.factor=-1,0,0.5,2', 3],
      ['raised.exponent=0.5,2,2.5', 3],
      ['scaled.offset=0,1,2', 2],
    ] as const;
    for (const [values, compiled] of ways) {
      const swept = await sweep('signals.yaml', {
        vary: [values],
        measures: ['max(scaled.output)', 'max(raised.y)'],
        until: 0.01,
        workers: 1,
      });
      expect(swept.compiled, values).toBe(compiled);
      for (const row of swept.rows) {
        const { circuit } = parseCircuit(text, 'signals.yaml', { set: [`${values.split('=')[0]}=${row.values[0]}`] });
        const own = await simulate(circuit, {
          until: 0.01,
          workers: 1,
          record: ['scaled.output', 'raised.y'],
          envelope: ['scaled.output', 'raised.y'],
        });
        expect([row.error, row.digest], `${values}: ${row.values[0]}`).toEqual([null, own.digest]);
      }
    }
  },
);

// Full: that no variant starts at the operating point of another; quickly test/run/compile has what an instance takes from the run before it.
test.runIf(isFull)('each variant starts at its own operating point, with wave lines too', async () => {
  for (const text of [reliefCircuit, withWave]) {
    place.write('steady.yaml', text);
    const { rows } = await sweep('steady.yaml', {
      vary: [vary[0] as string],
      measures: ['final(valve.in.p)'],
      until: 0.01,
      workers: 1,
      steadyStart: true,
    });
    for (const { values, digest } of rows) {
      const { circuit } = parseCircuit(text, 'steady.yaml', { set: [`valve.crackingPressure=${values[0]}`] });
      expect(digest).toBe((await simulate(circuit, { until: 0.01, workers: 1, record: ['valve.in.p'], steadyStart: true })).digest);
    }
  }
});

test.runIf(isFull)('a peak between two rows counts, whatever the rows; what is made of rows only is named', async () => {
  const swept = async (...words: string[]) => {
    const { out, err } = await relief('--vary', vary[0] as string, '--measure', 'max(pump.out.p)', ...words, '--json');
    expect(err).toBe('');
    return JSON.parse(out).rows.map(({ measured }: { measured: number[] }) => measured[0]);
  };
  // A pump of a sine wave: its peaks lie between rows of 10 ms.
  const pulsating = '{ kind: pulsatingFlowSource, meanFlow: 60 l/min, amplitude: 50 l/min, frequency: 100 Hz }';
  place.write('relief.yaml', reliefCircuit.replace(/pump: \{[^}]*\}/, `pump: ${pulsating}`).replace('600 l/min/bar', '1 l/min/bar'));
  const [coarse, fine] = [await swept('--every', '10 ms'), await swept('--every', '1 us')];
  expect(coarse).toEqual(fine);
  const { circuit } = parseCircuit(readFileSync('relief.yaml', 'utf8'), 'relief.yaml', { set: ['valve.crackingPressure=90 bar'] });
  const rows = await simulate(circuit, { until: 0.02, every: 0.01, workers: 1, record: ['pump.out.p'] });
  expect(coarse[0] - Math.max(...rows.series('pump.out.p').y)).toBeGreaterThan(1e5);
  place.write('relief.yaml', reliefCircuit.replace(/ {2}back: .*/, 'direct: [{ from: valve.out, to: tank }]'));
  const { code, err } = await relief('--vary', vary[0] as string, '--measure', 'max(tank.in.q)', '--measure', 'final(tank.in.q)');
  expect(code).toBe(0);
  expect(err).toMatch(/^note: max\(tank\.in\.q\) is of recorded rows: flows into a fixed pressure are summed from rows/m);
  expect(err).not.toContain('final(');
});

describe('the command', () => {
  test('writes a table, says how many variants there are and what it took; no other file stays', async () => {
    const { code, out, err } = await relief(
      ...varied,
      '--measure',
      'max(valve.in.p)',
      '--measure',
      'firstAbove(valve.in.p, 200 bar)',
      '--out',
      't.csv',
    );
    expect(code).toBe(0);
    expect(err).toMatch(/^relief: 6 variants \(3 × 2\) by 1 program, 1 tunable parameter\n/);
    expect(out).toMatch(/6 variants in .* by 1 worker; their runs took .* together; 1 program compiled/);
    expect(out).toContain('table in t.csv');
    const lines = readFileSync('t.csv', 'utf8').split('\n');
    expect(lines[0]).toBe(
      'variant,valve.crackingPressure [bar],supply.length [m],max(valve.in.p) [bar],"firstAbove(valve.in.p, 200 bar) [s]",steps,digest,error',
    );
    expect(lines).toHaveLength(8);
    expect(lines[6]).toMatch(/^6,110,2,\d+\.?\d*,,\d+,[0-9a-f]{64},$/);
    expect(existsSync('t.csv.partial')).toBe(false);
  });

  // Full: the same table, printed.
  test.runIf(isFull)('prints a row for each', async () => {
    const { out } = await relief(
      '--vary',
      vary[0] as string,
      '--measure',
      'max(valve.in.p)',
      '--measure',
      'firstAbove(valve.in.p, 200 bar)',
    );
    expect(out.split('\n').slice(2, 5)).toHaveLength(3);
    expect(out).toMatch(
      /^variant +valve\.crackingPressure +max\(valve\.in\.p\) \[bar\] +firstAbove\(valve\.in\.p, 200 bar\) \[s\] +steps$/m,
    );
    expect(out).toMatch(/^ +1 +90 bar +9\d\.\d+ +– +\d+$/m);
  });

  test('a variant that fails is a row with its error, and the exit code tells', async () => {
    place.write('wave.yaml', withWave);
    const words = ['--vary', 'run.step=0.1 ms,50 ms', '--measure', 'max(valve.in.p)', '--end', '0.1 s', '--out', 't.csv'];
    const { code, err } = await place.run('sweep', 'wave.yaml', ...words);
    expect(code).toBe(2);
    expect(err).toMatch(/variant 2 \(run.step=50 ms\): RUN\d+ {2}the step of 50 ms is longer/);
    const [, good, bad] = readFileSync('t.csv', 'utf8').split('\n');
    expect(good).toMatch(/^1,0.1,\d+\.?\d*,1000,[0-9a-f]{64},$/);
    expect(bad).toMatch(/^2,50,,0,,"RUN\d+ {2}the step of 50 ms/);
  });

  test.each([
    [['--vary', 'valv.crackingPressure=1 bar', '--measure', 'max(valve.in.p)'], /--vary valv\.crackingPressure: .*did you mean 'valve'/],
    [['--vary', 'valve.crakingPressure=1 bar', '--measure', 'max(valve.in.p)'], /did you mean 'crackingPressure'/],
    [['--vary', 'valve.crackingPressure=1 bar,2 mm', '--measure', 'max(valve.in.p)'], /'2 mm' is a length, not a pressure/],
    [['--vary', vary[0] as string, '--measure', 'max(valve.inn.p)'], /nothing is called 'valve\.inn\.p', did you mean 'valve\.in\.p'/],
    [['--vary', vary[0] as string, '--measure', 'maxx(valve.in.p)'], /no measure 'maxx', did you mean 'max'/],
    [['--vary', vary[0] as string, '--measure', 'firstAbove(valve.in.p, 2 mm)'], /'2 mm' is a length/],
    [['--vary', vary[0] as string], /nothing is measured/],
    [['--measure', 'max(valve.in.p)'], /nothing is varied/],
    [
      ['--vary', 'supply.length=1 m..2 m:1001', '--vary', 'back.length=1 m..2 m:1000', '--measure', 'max(valve.in.p)'],
      /1001000 variants; the limit/,
    ],
  ])('refuses %j', async (words, message) => {
    const { code, err } = await relief(...words);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });
});

describe('a sweep that is stopped', () => {
  // Full: a sweep that a signal stops, a process of its own; quickly one goes on from rows that are there, below.
  test.runIf(isFull)('Ctrl-C keeps the rows that are done, and nothing goes over them unasked', async () => {
    // Far more than is done before the signal comes, on a busy machine too.
    const variants = 100;
    const vary = `valve.crackingPressure=90 bar..110 bar:${variants}`;
    const words = [
      'sweep',
      'relief.yaml',
      '--vary',
      vary,
      '--measure',
      'max(valve.in.p)',
      '--end',
      '0.5 s',
      '--workers',
      '1',
      '--out',
      't.csv',
    ];
    const rows = (): number => (existsSync('t.csv.partial') ? readFileSync('t.csv.partial', 'utf8').split('\n').length - 3 : 0);
    const { code, out } = await place.interrupted(() => rows() >= 2, ...words);
    expect(code).toBe(130);
    const kept = rows();
    expect(kept).toBeGreaterThanOrEqual(2);
    expect(kept).toBeLessThan(variants);
    expect(out).toContain(`${kept} of ${variants} variants`);
    expect(out).toContain('table in t.csv.partial; --resume goes on from there');
    expect(existsSync('t.csv')).toBe(false);
    const again = await place.run(...words);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('go on with --resume')]);
    const other = await place.run(...words, '--resume', '--set', 'pump.flow=50 l/min');
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('rows of another sweep')]);
    expect(rows()).toBe(kept);
  });

  test('rows that are there are not run again; --json has them all, null where there is no number', async () => {
    const words = [...varied, '--measure', 'firstAbove(valve.in.p, 200 bar)', '--out', 't.csv', '--json'];
    const first = await relief(...words);
    const { identity, variants, compiled, interrupted, rows: all } = JSON.parse(first.out);
    expect([variants, compiled, interrupted, first.err]).toEqual([6, 1, false, '']);
    expect(all[5]).toMatchObject({ variant: 6, values: ['110 bar', '2 m'], measured: [null], error: null });
    const [head, ...lines] = readFileSync('t.csv', 'utf8').trimEnd().split('\n');
    // As a stop would have left it, with a number that no run gives, and half a row.
    writeFileSync(
      't.csv.partial',
      `# ringmain sweep, not all variants: ${identityText(identity)}\n${head}\n1,90,1,42,7,abc,\n${lines[4]}\n2,90,2,4`,
    );
    const { rows, runSeconds } = JSON.parse((await relief(...words, '--resume')).out);
    expect(rows.map(({ variant }: { variant: number }) => variant)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(rows[0]).toMatchObject({ measured: [42], steps: 7, digest: 'abc', wallSeconds: null });
    expect(rows[4].wallSeconds).toBeNull();
    expect(rows[1].wallSeconds).toBeGreaterThan(0);
    expect(runSeconds).toBeGreaterThan(0);
    const whole = [head, '1,90,1,42,7,abc,', ...lines.slice(1), ''].join('\n');
    expect(readFileSync('t.csv', 'utf8')).toBe(whole);
    expect(existsSync('t.csv.partial')).toBe(false);
  });
});

test.each<[string, number, RegExp | null]>([
  ['valve.crackingPressure=90 bar,110 bar', 1, null],
  ['supply.length=1 m,2 m', 2, /note: supply\.length takes programs of its own: tables, and what wave lines are made of, decide/],
  // Full: the note of an optional parameter that is 0.
  ...(isFull
    ? ([
        [
          'valve.fullyOpenFlow=0 l/min,40 l/min',
          2,
          /note: valve\.fullyOpenFlow takes .*: where it is 0 the component is solved by equations without it/,
        ],
      ] satisfies [string, number, RegExp][])
    : []),
])('%s: %i programs are told with what forces them', async (one, programs, note) => {
  place.write('wave.yaml', withWave);
  const { err } = await place.run('sweep', 'wave.yaml', '--end', '2 ms', '--workers', '1', '--measure', 'max(pump.out.p)', '--vary', one);
  expect(err).toMatch(new RegExp(`^relief: 2 variants by ${programs} program`));
  if (note) expect(err).toMatch(note);
  else expect(err).not.toMatch(/note: .*programs of its own/);
});

// Full: that a note names the parameter which forces programs; quickly the notes above.
test.runIf(isFull)('a 0 that the file has is no reason of what else is varied', async () => {
  const signals = '  wave: { kind: sine, amplitude: 0.7, frequency: 60 Hz }\n  scaled: { kind: gain, factor: 1 }';
  const text = reliefCircuit.replace('\nlines:', `\n${signals}\nsignals:\n  - { from: wave.output, to: scaled.input }\nlines:`);
  place.write('offset.yaml', text);
  const vary = ['--vary', 'valve.crackingPressure=90 bar,110 bar', '--vary', 'scaled.offset=0,1'];
  const { err } = await place.run('sweep', 'offset.yaml', '--end', '2 ms', '--workers', '1', '--measure', 'max(scaled.output)', ...vary);
  expect(err.match(/note: \S+ takes programs of its own: .*/g)).toEqual([
    expect.stringMatching(
      /^note: scaled\.offset takes .*: where it, or an expression with it, is 0 or negative, memory rounds differently/,
    ),
  ]);
});
