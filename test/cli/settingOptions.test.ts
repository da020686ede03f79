/** Options of runs follow from the declaration of settings: `ringmain run` has all of them, and each is read as it is declared. */
import { expect, test } from 'vitest';
import { lineOptions, runOptions } from '../../dist/cli/runTable.js';
import { optionsOfOthers, readSettings } from '../../dist/cli/settingOptions.js';
import { checkSolverOptions } from '../../dist/cli/solverOptions.js';
import { isOf, settingEntries } from '../../dist/settings/settings.js';

const names = (of: 'lines' | 'integrators') =>
  settingEntries.flatMap(([, setting]) =>
    setting.option !== undefined && isOf(setting, of) ? [setting.option.replace(/-./g, ([, letter = '']) => letter.toUpperCase())] : [],
  );

test('run has the options of all settings, report those of lines', () => {
  expect(Object.keys(runOptions)).toEqual(expect.arrayContaining([...new Set([...names('lines'), ...names('integrators')])]));
  expect(Object.keys(lineOptions).sort()).toEqual(names('lines').sort());
});

test('texts become values, by names of programs; words, lists and flags too', () => {
  expect(readSettings('lines', { end: '2 s', step: 'variable', workers: 'auto', lookAhead: 'off', steady: true, balance: false })).toEqual({
    ...{ until: 2, step: null, workers: 'auto', lookAhead: false, steadyStart: true },
  });
  expect(
    readSettings('lines', { steps: '10us,1ms', record: 'a, b', watch: ['a.p < 1 bar'], pressureError: '0.1bar', workers: '3' }),
  ).toEqual({
    ...{ steps: [expect.closeTo(1e-5, 12), 1e-3], record: ['a', 'b'], watch: ['a.p < 1 bar'], pressureError: 1e4, workers: 3 },
  });
  // Of an integrator, and not of lines; what is of both is read for both.
  expect(readSettings('integrators', { tolerance: '1e-4', pressureError: '1 bar', every: '1 ms' })).toEqual({
    relativeTolerance: 1e-4,
    every: 1e-3,
  });
});

test.each([
  [{ pressureError: '0 bar' }, '--pressure-error 0 bar: must be above zero'],
  [{ workers: '0' }, "--workers 0: must be 'auto' or a whole number of at least 1"],
  [{ law: 'foo' }, '--law foo: must be one of standard, thesis, thesisStrict'],
  [{ method: 'foo' }, /^--method foo: must be one of greedy/],
  [{ steps: ',' }, /^--steps ',': no steps; /],
  [{ record: ' ' }, /^--record ' ': names nothing; write names or globs/],
  [{ step: '5 bar' }, /^--step 5 bar: '5 bar' is a pressure, not a time/],
])('%o is refused', (args, message) => expect(() => readSettings('lines', args)).toThrow(message));

test('options of the other engine are found', () => {
  expect(optionsOfOthers('integrators', { pressureError: '1 bar', every: '1 ms', ownSteps: true, balance: false, watch: [] })).toEqual([
    '--pressure-error',
    '--own-steps',
  ]);
  expect(optionsOfOthers('lines', { tolerance: '1e-3', every: '1 ms' })).toEqual(['--tolerance']);
});

test('an integrator refuses what --set gives to the steps of lines, and names its own option', () => {
  const refused = (set: string, solver: string | undefined = 'rodas4') => expect(() => checkSolverOptions({ solver, set: [set] }));
  refused('run.pressureError=1 bar').toThrow(
    /^--set run\.pressureError=1 bar: run\.pressureError belongs to the TLM engine, and --solver rodas4/,
  );
  refused('run.law=thesis').toThrow(/leave one of the two out$/);
  refused('run.step = 1 ms').toThrow(/; give --step$/);
  for (const set of ['run.end=1 s', 'record.every=1 ms', 'L1.step=1 s', 'initial.steady=true', 'run.maximumStep=1 ms'])
    refused(set).not.toThrow();
  refused('run.law=thesis', 'tlm').not.toThrow();
});
