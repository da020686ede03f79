/** Values that replace those of a file: tables as a file has them, and mistakes that name the entry and no place of the file. */
import { expect, test } from 'vitest';
import { CircuitError, openRun, parseCircuit } from '../../dist/index.js';
import { planSweep } from '../../dist/run/sweep/plan.js';
import { runSweep } from '../../dist/run/sweep/sweep.js';
import { isFull } from '../support/circuits.js';

const text = `ringmain: 1
name: ramp
components:
  u: { kind: dutyCycle, points: [[0 s, 0], [10 ms, 1]] }
  pump: { kind: flowSource, flow: 20 l/min }
  valve: { kind: meteringValve, ratedFlow: 10 l/min, ratedPressureDrop: 5 bar }
  tank: { kind: tank }
lines:
  L1: { from: pump, to: valve.in, length: 1 m, diameter: 20 mm }
direct: [{ from: valve.out, to: tank }]
signals: [{ from: u, to: valve.opening }]
run: { end: 5 ms }
record: { signals: [L1.p, u.output] }
`;
const repeated = `${text}subcircuits: { ramps: { components: { v: { kind: dutyCycle, points: [[0 s, 0]] } } } }
repeat: { r: { subcircuit: ramps, count: 2 } }
`;

const read = (set: readonly string[], of = text) => parseCircuit(of, 'ramp.yaml', { set }).circuit;
const mistakes = (set: readonly string[], of = text): readonly { readonly message: string; readonly place?: object }[] => {
  try {
    read(set, of);
  } catch (error) {
    if (error instanceof CircuitError) return error.diagnostics;
  }
  throw new Error('it was taken');
};

test('a table is set as a file writes it, of repeated components too', () => {
  const points = (set: readonly string[], name = 'u', of = text) =>
    read(set, of).components.find((one) => one.name === name)?.parameters['points'];
  expect(points(["u.points=[[0 s, 0], [5 ms, 0.5], ['7 ms', 1]]"])).toEqual({ x: [0, 0.005, 0.007], y: [0, 0.5, 1] });
  expect(points(['u.points="[[0 s, 2]]"'])).toEqual({ x: [0], y: [2] });
  expect(points(['r1_v.points=[[0 s, 3]]'], 'r1_v', repeated)).toEqual({ x: [0], y: [3] });
  expect(points(['r1_v.points=[[0 s, 3]]'], 'r0_v', repeated)).toEqual({ x: [0], y: [0] });
});

test('what a fluid has of air is set part by part, and varied', async () => {
  const air = 'fluid: { air: { fraction: 5 %, dissolvedAt: 20 bar, releaseTime: 0.1 s, dissolutionTime: 2 s } }\n';
  expect(read(['fluid.air.releaseTime=0.2 s', 'fluid.air=1 %'], text + air).fluid.air).toMatchObject({
    fraction: 0.01,
    times: { release: 0.2, dissolution: 2 },
  });
  expect(read(['fluid.air.fraction=2 %']).fluid.air).toMatchObject({ fraction: 0.02, dissolvedAt: null });
  const [unknown, wrong, elsewhere] = [['fluid.air.time=1 s'], ['fluid.air.releaseTime=-1 s'], ['L1.air.fraction=1 %']].map(
    (set) => mistakes(set, text + air)[0]?.message,
  );
  expect(unknown).toMatch(/^--set fluid\.air\.time=1 s: fluid has no 'air\.time'/);
  expect(wrong).toBe('--set fluid.air.releaseTime=-1 s: fluid: air: releaseTime is -1 s; it must be above 0');
  expect(elsewhere).toBe('--set L1.air.fraction=1 %: not an assignment');
  const { rows } = await runSweep(
    planSweep(text + air, 'ramp.yaml', { vary: ['fluid.air.releaseTime=10 ms, 20 ms'], measures: ['final(L1.p)'] }),
    {
      workers: 1,
    },
  );
  expect(rows.map(({ values }) => values[0])).toEqual(['10 ms', '20 ms']);
});

test('mistakes of a value that was set name the entry, whose value stands in no line of the file', () => {
  const cases: [string, RegExp][] = [
    ['u.points=[[0 s, 0], [5 bar, 1]]', /^--set u\.points=.*: dutyCycle 'u': points, point 2: '5 bar' is a pressure, not a time$/],
    ['u.points=[[0 s, 0], [5 ms, 1]', /^--set u\.points=.*: not a list$/],
    ['u.points=5', /^--set u\.points=5: dutyCycle 'u': points is not a table$/],
    ['pump.flow=20', /^--set pump\.flow=20: flowSource 'pump': flow: 20 has no unit$/],
    ['valve.ratedFlow=-1 l/min', /^--set valve\.ratedFlow=-1 l\/min: .* it must be above 0$/],
    ['run.end=5 bar', /^--set run\.end=5 bar: run: end: '5 bar' is a pressure, not a time$/],
    ['L1.length=7 kg', /^--set L1\.length=7 kg: line 'L1': length: '7 kg' is a mass, not a length$/],
  ];
  for (const [setting, expected] of cases) {
    const found = mistakes([setting]);
    expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(expected)]);
    expect(found[0]?.place).toBeUndefined();
  }
  // All at once; those of the file keep their places.
  expect(mistakes(['pump.flow=20', 'run.end=5 bar'], text.replace('20 mm', '20 bar'))).toHaveLength(3);
  expect(mistakes(['r1_v.points=4'], repeated)[0]?.message).toMatch(/^--set r1_v\.points=4: /);
});

test.runIf(isFull)('a sweep varies tables: each is one value', async () => {
  const tables = ['[[0 s, 0], [5 ms, 1]]', '[[0 s, 0], [5 ms, 0.25]]'];
  const { rows } = await runSweep(planSweep(text, 'ramp.yaml', { vary: [`u.points=${tables.join(',')}`], measures: ['final(u.output)'] }), {
    workers: 1,
  });
  expect(rows.map(({ values, measured }) => [values[0], measured[0]])).toEqual([
    [tables[0], 1],
    [tables[1], 0.25],
  ]);
});

test('a held run says that it keeps its tables, and what to do', async () => {
  const run = await openRun(read([]), { workers: 1 });
  expect(() => run.set('u.points', 1)).toThrow(/u\.points cannot be set: it is a table, which a run keeps as it began/);
  await run.close();
});
