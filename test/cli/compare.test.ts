import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { type ComparePlan, casesOf, type Engines, toleranceText } from '../../dist/cli/measure/compareCases.js';
import { compareSolvers } from '../../dist/cli/measure/compareRuns.js';
import { NoReference } from '../../dist/cli/measure/references.js';
import { noCounts } from '../../dist/lumped/method.js';
import type { IntegratorResults, LumpedOptions } from '../../dist/lumped/types.js';
import { comparisonPicture } from '../../dist/report/comparisonPlot.js';
import { intervalTable, type SolverRow, solverTable } from '../../dist/report/comparisonTable.js';
import { UserError } from '../../dist/results/userError.js';
import { simulate } from '../../dist/run/simulate.js';
import { reliefCircuit, Workplace } from './support.js';

const { circuit } = parseCircuit(reliefCircuit, 'relief.yaml');

/** An integrator that is exact but for `relativeTolerance` bar, made of a serial run by TLM at a small pressure error. */
const exact = simulate(circuit, { workers: 1, pressureError: 1e3, until: 0.05 });
async function integrator(of: typeof circuit, options: LumpedOptions): Promise<IntegratorResults> {
  const { relativeTolerance = 1e-2, step, solver = '', intervals = [] } = options;
  if (solver === 'explicit') throw new UserError('explicit methods cannot take algebraic rows\nmore');
  const run = await exact;
  const failed = { kind: 'failed', code: 'X', message: 'the step fell below the least one', remedy: '' } as const;
  return {
    ...run,
    engine: 'integrators',
    circuit: of.name,
    run: {
      ...run.run,
      solver,
      relativeTolerance,
      events: 'locate',
      size: 2,
      algebraic: 0,
      entries: 4,
      transitionPressure: 1000,
      unknowns: [],
    },
    ending: step === 1e-2 ? failed : null,
    account: {
      ...run.account,
      steps: { accepted: 10, rejected: 3, rejectedInARow: 2, smallest: 1e-6, largest: 1e-3 },
      discontinuities: { time: 1, switches: 2, resets: 3, busiest: [], slides: [], modes: [] },
      treatments: [],
    },
    cost: {
      wallSeconds: 0.5,
      setupSeconds: 0.02,
      counts: { ...noCounts(), accepted: 10, rejected: 1, failed: 2, rates: 30, differences: 5, jacobians: 4, factorizations: 6 },
      realTime: null,
      intervals: intervals.map((t) => ({ t, wallSeconds: 10 * t, counts: noCounts() })),
    },
    trace: [],
    // The independent reference is off by as much again.
    series: (name) => ({
      ...run.series(name),
      y: run.series(name).y.map((y) => y * (1 + relativeTolerance * (relativeTolerance < 1e-8 && solver === 'bdf' ? 2 : 1))),
    }),
    notes: [],
  };
}
const engines: Engines = { tlm: simulate, lumped: integrator };

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

const plan: ComparePlan = {
  solvers: ['tlm', 'rodas4', 'explicit'],
  tolerances: [1e-3, 1e-5],
  pressureErrors: [],
  fixedSteps: [1e-3, 1e-2],
  reference: { solver: 'radau5', tolerance: 1e-9 },
  rounds: 2,
  intervals: [0.02, 0.05],
  integration: { events: 'locate' },
  common: { until: 0.05 },
};

test('a row for every solver and setting; who cannot run or fails is a row with the reason', async () => {
  const said: string[] = [];
  const { reference, rows, intervals, notes, interrupted } = await compareSolvers(
    circuit,
    { ...plan, pressureErrors: [1e4] },
    engines,
    (text) => said.push(text),
  );
  expect(rows.map(({ solver, setting }) => `${solver} ${setting}`)).toEqual([
    'tlm 0.1 bar',
    'tlm 1 ms fixed',
    'tlm 10 ms fixed',
    ...['rodas4', 'explicit'].flatMap((solver) => ['1e-3', '1e-5', '1 ms fixed', '10 ms fixed'].map((setting) => `${solver} ${setting}`)),
  ]);
  expect(interrupted).toBe(false);
  expect(reference.accuracy?.largest).toBeGreaterThan(0);
  const of = (solver: string, setting: string): SolverRow =>
    rows.find((row) => row.solver === solver && row.setting === setting) as SolverRow;
  expect(of('rodas4', '1e-3')).toMatchObject({ accepted: 10, rejected: 3, evaluations: 35, discontinuities: 6, ended: 'done' });
  const ratio = (of('rodas4', '1e-3').error?.largest as number) / (of('rodas4', '1e-5').error?.largest as number);
  expect(ratio).toBeCloseTo(100, 0);
  expect(of('rodas4', '10 ms fixed')).toMatchObject({ error: null, ended: 'the step fell below the least one' });
  expect(of('explicit', '1e-3')).toMatchObject({ wallSeconds: null, ended: 'explicit methods cannot take algebraic rows' });
  expect(of('tlm', '0.1 bar')).toMatchObject({ evaluations: null, ended: 'done' });
  expect(intervals?.cases.find(({ name }) => name === 'rodas4 1e-3')?.seconds).toEqual([0.2, 0.5]);
  expect(intervals?.cases[0]?.seconds.every((seconds) => (seconds ?? 0) > 0)).toBe(true);
  expect(notes.join()).toContain('tlm');
  // The second round goes backwards and leaves out what failed in the first.
  expect(said.filter((text) => text.includes('2/2  rodas4')).map((text) => text.split('  rodas4 ')[1])).toEqual([
    '1 ms fixed',
    '1e-5',
    '1e-3',
  ]);
  expect(said.filter((text) => text.includes('2/2  explicit'))).toEqual([]);
});

test('without a reference nothing is compared', async () => {
  const failing: Engines = { ...engines, lumped: (of, options) => integrator(of, { ...options, step: 1e-2 }) };
  await expect(compareSolvers(circuit, plan, failing, () => {})).rejects.toThrow(NoReference);
});

/** Engines whose independent reference deviates by a part of each value of the quantities whose names it fits. */
const off = (part: number, which: RegExp): Engines => ({
  ...engines,
  lumped: async (of, options) => {
    const run = await integrator(of, options);
    if (options.solver !== 'bdf' || (options.relativeTolerance ?? 1) > 1e-8) return run;
    return {
      ...run,
      series: (name) => ({ ...run.series(name), y: run.series(name).y.map((y) => y * (which.test(name) ? 1 + part : 1)) }),
    };
  },
});
const ranking: ComparePlan = { ...plan, solvers: ['rodas4'], fixedSteps: [], rounds: 1, intervals: [] };

test('references that do not agree to a tenth of any deviation rank nothing, and say where they differ', async () => {
  await expect(compareSolvers(circuit, ranking, off(0.4, /./), () => {})).rejects.toThrow(NoReference);
  await expect(compareSolvers(circuit, ranking, off(0.4, /./), () => {})).rejects.toThrow(
    /^radau5 and bdf at 1e-9 lie up to 0\.\d+ of the range apart \(\S+ at [\d.]+ ms\), and no solver ten times as far from the first in any quantity: nothing can be ranked$/,
  );
});

test('a deviation that the references do not agree to a tenth of is a bound; a quantity without any other is left out by name', async () => {
  const settled = await compareSolvers(circuit, ranking, engines, () => {});
  expect(settled.reference).toMatchObject({ solver: 'radau5', other: 'bdf', tolerance: 1e-9 });
  expect([settled.rows.map(({ error }) => error?.bounds), settled.notes]).toEqual([[undefined, undefined], []]);
  // 1e-3 deviates by more than ten times 2e-5, 1e-5 by less.
  const { rows, notes } = await compareSolvers(circuit, ranking, off(2e-5, /./), () => {});
  expect(rows.map(({ error }) => error?.bounds)).toEqual([undefined, { largest: true, typical: true }]);
  expect((rows[1]?.error?.largest as number) / (rows[0]?.error?.largest as number)).toBeCloseTo(0.2, 2);
  expect(solverTable(rows).split('\n')[3]).toMatch(/ <\S+ +<\S+ /);
  expect(notes.join()).toContain("'<': radau5 and bdf at 1e-9 are not within a tenth of the deviation from each other");
  const [first] = (await exact).columns.map(({ name }) => name) as [string];
  const partly = await compareSolvers(circuit, ranking, off(0.4, new RegExp(`^${first.replaceAll('.', '\\.')}$`)), () => {});
  expect(partly.notes.join()).toMatch(new RegExp(`^not ranked, as radau5 and bdf at 1e-9 are not .*: ${first.replaceAll('.', '\\.')} \\(`));
  expect(partly.rows.every(({ error }) => error !== null && error.worst !== first)).toBe(true);
});

test("tlm runs at the circuit's own setting by default, and at fixed steps only where only they are asked for", () => {
  const settings = (changes: Partial<ComparePlan>): string[] =>
    casesOf(circuit, { ...plan, solvers: ['tlm'], fixedSteps: [], ...changes }, engines).map(({ setting }) => setting);
  expect(settings({})).toEqual(['0.1 bar']);
  expect(settings({ pressureErrors: [1e5, 2e4] })).toEqual(['1 bar', '0.2 bar']);
  expect(settings({ fixedSteps: [2.5e-4] })).toEqual(['250 µs fixed']);
  expect([1e-3, 1e-9, 2.5e-6, 0.1, 1e-8 * 10].map(toleranceText)).toEqual(['1e-3', '1e-9', '2.5e-6', '0.1', '1e-7']);
});

const row: SolverRow = {
  solver: 'rodas4',
  setting: '1e-3',
  tolerance: 1e-3,
  step: null,
  wallSeconds: { lowest: 0.01, median: 0.012, highest: 0.02 },
  accepted: 12_345,
  rejected: 7,
  evaluations: 80_000,
  jacobians: 12_345,
  factorizations: 12_352,
  discontinuities: 3,
  error: { largest: 2.34e-5, worst: 'act1.x', at: 0.25, typical: 1e-6 },
  ended: 'done',
};
const failedRow: SolverRow = { ...row, setting: '1e-1', error: null, wallSeconds: null, accepted: null, ended: 'stuck at 0.1 s' };

test('tables: a line a row, blanks where there is nothing to say; intervals as ratios of their own length', () => {
  const table = solverTable([row, failedRow]).split('\n');
  expect(table[2]).toMatch(
    /^rodas4 +1e-3 +12 ms +10 ms to 20 ms +12 345 +7 +80 000 +12 345 +12 352 +3 +1e-6 +2.3e-5 +act1\.x +250 ms +done$/,
  );
  expect(table[3]).toMatch(/^rodas4 +1e-1 +7 +80 000 .* stuck at 0\.1 s$/);
  expect(JSON.parse(JSON.stringify(row))).toEqual(row);
  const intervals = intervalTable({
    times: [0.5, 1, 2, 3],
    cases: [
      { name: 'tlm', seconds: [1, 2, 4, 4] },
      { name: 'lsoda', seconds: [10, 13, 15, 16] },
      { name: 'bdf', seconds: [20, null, null, null] },
    ],
  });
  const lines = intervals.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(lines[0]).toEqual(['until', '500 ms', '1 s', '2 s', '3 s']);
  expect(lines.slice(2)).toEqual([
    ['tlm', '1 s', '2 s', '4 s', '4 s'],
    ['lsoda', '10 s (10)', '13 s (3)', '15 s (1)', '16 s'],
    ['bdf', '20 s (20)'],
  ]);
});

test('pictures: error over work with what failed in a note; bars where all steps are fixed', () => {
  const lines = comparisonPicture('ring', [row, failedRow], 'steps');
  expect(lines).toContain('stuck at 0.1 s');
  expect(lines).toContain('steps, tried');
  const bars = comparisonPicture(
    'ring',
    [
      { ...row, step: 1e-3 },
      { ...failedRow, step: 1e-2 },
    ],
    'time',
  );
  expect(bars).toContain('rodas4, 10 ms: failed');
  for (const svg of [lines, bars, comparisonPicture('none', [], 'evaluations')]) expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

test('the command prints the reference, a row a case and the intervals, and draws', async () => {
  const words = ['compare', 'relief.yaml', '--reference', 'rodas4', '--end', '50ms', '--rounds', '1'];
  const { code, out, err } = await place.run(
    ...words,
    '--solvers',
    'tlm,rodas3',
    '--tolerances',
    '1e-4',
    '--intervals',
    '0.02,50ms',
    '--plot',
    'work.svg',
  );
  expect(code, err).toBe(0);
  expect(out).toMatch(/from rodas4 at 1e-9; bdf lies within \d/);
  expect(out).toMatch(/^tlm +0\.1 bar .* done$/m);
  expect(out).toMatch(/^rodas3 +1e-4 .* done$/m);
  expect(out).toMatch(/^until +20 ms +50 ms$/m);
  expect(out).toMatch(/plot in work\.svg\n$/);
  // What it is at stands on a terminal only.
  expect(err).toBe('');
  // What a file keeps of every step is not compared: times of extremes are no quantities of a circuit.
  place.write('kept.yaml', reliefCircuit.replace('record: {', "record: { envelope: [pump.out.p], watch: ['pump.out.p > 1 bar'],"));
  const kept = words.map((word) => (word === 'relief.yaml' ? 'kept.yaml' : word));
  const answer = await place.run(...kept, '--solvers', 'tlm,rodas3,dopri5', '--fixed-steps', '1ms', '--json');
  const json = JSON.parse(answer.out) as { rows: SolverRow[] };
  expect(json).toMatchObject({ circuit: 'relief', intervals: null, interrupted: false });
  expect(json.rows.map(({ solver, step }) => [solver, step])).toEqual(['tlm', 'rodas3', 'dopri5'].map((solver) => [solver, 1e-3]));
  expect(json.rows[1]).toMatchObject({ ended: 'done', error: { worst: expect.stringMatching(/\.[pq]$/) } });
});

test.each([
  ['--solvers tlm,rodas5 --reference rodas4', /--solvers rodas5: no such solver; did you mean 'rodas4'/],
  ['--solvers , --reference rodas4', /names nothing/],
  ['--solvers rodas4 --reference tlm', /--reference tlm: no such solver/],
  ['--solvers rodas4 --reference rodas4 --tolerances 1e-3,2', /--tolerances 2: must be between 0 and 1/],
  ['--solvers rodas4 --reference rodas4 --intervals 0.2,3', /--intervals 3 s lies after the end of the run at 0\.3 s/],
  ['--solvers rodas4 --reference rodas4 --events none', /--events none: must be one of locate, step over/],
  ['--solvers rodas4 --reference rodas4 --work sweat', /--work sweat/],
])('compare %s is answered with what to write', async (words, message) => {
  const { code, out, err } = await place.run('compare', 'relief.yaml', ...words.split(' '));
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(message);
});
