/** `solver: 'auto'`: which solver is taken, that no clock has a part in it, that the run is that solver's own, and what it refuses. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing, RunError, simulate } from '../../dist/index.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import { type ChoiceOptions, chooseSolver, type SolverChoice } from '../../dist/session/automatic/choose.js';
import { integratorNames } from '../../dist/settings/integratorSettings.js';
import { isFull } from '../support/circuits.js';
import { said } from '../support/commandLine.js';

const ring: Circuit = parseCircuit(generateRing({ stations: 5, seed: 1 }), 'ring-5').circuit;
const realValve = await readCircuit('circuits/two-actuator-real-valve.yaml');
const ofRealValve = chooseSolver(realValve, { accuracy: 0.01 });
const ofRing = chooseSolver(ring);
const choose = (circuit: Circuit, options: ChoiceOptions = {}): Promise<SolverChoice> => chooseSolver(circuit, options);

describe('the choice', () => {
  test('a stiff valve at rest: rodas4, where TLM would take many times as long', async () => {
    const { solver, options, tried, note } = await ofRealValve;
    expect(solver).toBe('rodas4');
    expect(options).toEqual({ relativeTolerance: 0.01, lineTolerance: 0.01 });
    expect(tried.map((one) => one.solver).sort()).toEqual(['lsoda', 'radau5', 'rodas4', 'tlm']);
    // 88 000 attempts of some 1.1 µs beside 71 steps.
    expect(tried.find((one) => one.solver === 'tlm')?.predicted).toBeGreaterThan(2);
    expect(note).toMatch(
      /^solver rodas4 at a tolerance of 0.01, for an accuracy of 1 %: its trial went to the end in \d+ steps; by counted work .*tlm [\d.]+ times as long/,
    );
  });

  test('a ring: TLM at the pressure error that goes with the accuracy', async () => {
    const { solver, options } = await ofRing;
    expect([solver, options]).toEqual(['tlm', { pressureError: 3e4 }]);
  });

  test('no clock has a part in it', async () => {
    const usual = await ofRing;
    let wild = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      wild = (wild * 16_807 + 12_345) % 2_147_483_647;
      return wild;
    });
    const others = await choose(ring);
    clock.mockRestore();
    expect(others).toEqual(usual);
  });

  test('what is asked for itself stands: tolerance, pressure error, a fixed step', async () => {
    const asked = await choose(ring, { pressureError: 2e4, relativeTolerance: 1e-4 });
    expect(Object.fromEntries(asked.tried.map((one) => [one.solver, one.asked]))).toEqual({
      tlm: 2e4,
      rodas4: 1e-4,
      radau5: 1e-4,
      lsoda: 1e-4,
    });
    const fixed = await choose(ring, { step: 1e-3 });
    expect(fixed.tried.find((one) => one.solver === 'tlm')?.asked).toBeNull();
  });

  test.skipIf(!isFull)('TLM is out where it keeps to its smallest step with errors above what is asked for', async () => {
    const { solver, tried } = await choose(await readCircuit('circuits/two-actuator.yaml'), { until: 1.45, accuracy: 0.01 });
    expect(solver).not.toBe('tlm');
    expect(tried.at(-1)).toMatchObject({ solver: 'tlm', out: expect.stringMatching(/^\d+ % of its steps are at the smallest step/) });
  });

  test('where nothing gets through it says what became of each: LMP206', async () => {
    const text = `ringmain: 1
name: no-way
components: { it: { kind: wall } }
run: { end: 1 s }
record: { every: 0.1 s, signals: [it.x] }
definitions:
  wall:
    ports: {}
    states: { x: { unit: '1', initial: '1' } }
    equations: |
      der(x) = log(0.5 - time)
`;
    const refused = await choose(parseCircuit(text, 'no-way.yaml').circuit).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RunError);
    expect(refused).toMatchObject({ code: 'LMP206', message: expect.stringContaining('rodas4: it cannot go on at t = 0.') });
  });
});

describe('the run', () => {
  test('is that of the chosen solver, to the last bit, with the choice as its first note', async () => {
    const { options, note } = await ofRing;
    const byChoice = await simulate(ring, { solver: 'auto', accuracy: 0.003, workers: 1 });
    const named = await simulate(ring, { ...options, step: null, workers: 1 });
    if (!('digest' in byChoice)) throw new Error('an integrator has made this run');
    expect(byChoice.digest).toBe(named.digest);
    expect(byChoice.notes[0]).toBe(note);
  });

  test('of an integrator, too', async () => {
    const byChoice = await simulate(realValve, { solver: 'auto', accuracy: 0.01, workers: 2 });
    const named = await simulate(realValve, { solver: 'rodas4', relativeTolerance: 0.01, lineTolerance: 0.01 });
    expect(byChoice.series('act1.x').y).toEqual(named.series('act1.x').y);
  });

  test('an option that neither engine has is refused', async () => {
    const wrong = { solver: 'auto', accurracy: 0.1 } as unknown as { solver: 'auto' };
    await expect(simulate(ring, wrong)).rejects.toThrow("there is no option 'accurracy'");
  });
});

describe('the command line', () => {
  const run = (...args: string[]): ReturnType<typeof said> => said(['run', ...args]);

  test('--json has the choice, and the run is by it', async () => {
    const { code, out } = await run('circuits/rc-volume.yaml', '--solver', 'auto', '--accuracy', '1%', '--json');
    expect(code).toBe(0);
    const account = JSON.parse(out);
    expect(account.solverChoice.accuracy).toBe(0.01);
    expect(account.solver ?? 'tlm').toBe(account.solverChoice.solver);
    expect(account.notes[0]).toBe(account.solverChoice.note);
  });

  test('a file, or --set, names a solver; an option goes before it', async () => {
    expect((await run('circuits/rc-volume.yaml', '--set', 'run.solver=radau5', '--json')).out).toContain('"solver":"radau5"');
    expect((await run('circuits/rc-volume.yaml', '--set', 'run.solver=auto', '--set', 'run.accuracy=2%')).out).toContain(
      'for an accuracy of 2 %',
    );
    expect((await run('circuits/rc-volume.yaml', '--set', 'run.solver=radau5', '--solver', 'bdf', '--json')).out).toContain(
      '"solver":"bdf"',
    );
  });

  test.each([
    [['--accuracy', '1%'], '--accuracy belongs to --solver auto; tlm has --pressure-error'],
    [['--accuracy', '1%', '--solver', 'bdf'], '--accuracy belongs to --solver auto; bdf has --tolerance'],
    [['--solver', 'auto', '--accuracy', '200%'], '--accuracy 200%: must be a number above 0 and below 1'],
    [['--solver', 'auto', '--grid', 'exact'], '--grid belongs to the TLM engine, and --solver auto may choose the other'],
    [['--solver', 'auto', '--treat', 'V=quasi-steady'], '--treat belongs to integrators, and --solver auto may choose the other'],
    [['--solver', 'auto', '--timeline', 'x.svg'], '--timeline belongs to the TLM engine, and --solver auto may choose the other'],
    [['--solver', 'auto', '--resume', 'x.checkpoint'], '--resume x.checkpoint: there is no such file'],
  ])('%s is refused', async (args, message) => {
    const { code, err } = await run('circuits/rc-volume.yaml', ...args);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });
});

describe('what runs by lines only refuses a file that names another solver, and says the way out', () => {
  const vary = ['--vary', 'line.volume=1 l,2 l'];
  const search = ['--vary', 'line.volume=1 l..2 l'];
  test.each([
    ['sweeps', ['sweep', ...vary, '--measure', 'max(line.p)']],
    ['searches', ['optimise', ...search, '--minimise', 'max(line.p)']],
    ['searches', ['sensitivity', ...search, '--measure', 'max(line.p)']],
    ['reports', ['report', '--out', join(tmpdir(), 'ringmain-refused.html'), '--force']],
    ['exported programs', ['export', 'c', '--out', join(tmpdir(), 'ringmain-refused-c'), '--force']],
  ] as const)('%s: %s', async (who, [command, ...options]) => {
    const file = 'circuits/rc-volume.yaml';
    const words = command === 'export' ? [command, ...options, file] : [command, file, ...options];
    for (const solver of ['auto', 'rodas4']) {
      const { code, err } = await said([...words, '--set', `run.solver=${solver}`]);
      expect(code).toBe(1);
      expect(err).toContain(`rc-volume has the solver ${solver}, and ${who} run it by transmission lines`);
      expect(err).toContain('add --set run.solver=tlm');
    }
  });

  test('with run.solver=tlm a sweep runs', async () => {
    const solver = ['--set', 'run.solver=auto', '--set', 'run.solver=tlm'];
    const { code } = await said(['sweep', 'circuits/rc-volume.yaml', ...vary, '--measure', 'max(line.p)', ...solver, '--workers', '1']);
    expect(code).toBe(0);
  });
});

test('settings know the integrators that there are', () => {
  expect([...integratorNames]).toEqual([...methods.keys()]);
});
