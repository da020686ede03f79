/** Options are checked as files are: each mistake names the option, its value and the rule, all at once. */
import { describe, expect, test } from 'vitest';
import {
  type Circuit,
  CircuitError,
  circuit,
  makePlan,
  PlanError,
  parseCircuit,
  RunError,
  readCircuit,
  simulate,
} from '../../dist/index.js';
import { lumpedSystem, simulateLumped } from '../../dist/integrators.js';

const built = circuit('volume')
  .component('source', 'flowSource', { flow: '1 l/min' })
  .component('leak', 'laminarRestrictor', { conductance: '1 l/min/bar' })
  .component('tank', 'tank')
  .line('feed', 'source', 'leak.in', { volume: '1 l' })
  .line('back', 'leak.out', 'tank', { volume: '1 l' })
  .run({ end: '10 ms' })
  .build();

type Call = (made: Circuit, options: object) => Promise<unknown>;
const tlm = simulate as Call;
const lumped = simulateLumped as Call;

const none = [Number.NaN, Number.POSITIVE_INFINITY, 'x', '1', 1n, null, {}, [], true, Symbol('s'), () => 1] as const;
const noPositive = [...none, 0, -1];
const noFlag = ['x', 'true', 1, 0, null, {}, Number.NaN, 1n];
const noTexts = ['x', [1], [null], {}, 5, null, [['x']], 1n];
const noChoice = ['x', '', 1, null, {}, 'constructor', '__proto__', true];

const ofRun: Record<string, readonly unknown[]> = {
  until: noPositive,
  every: noPositive,
  exchangeEvery: noPositive,
  deadline: noPositive,
  initialStep: noPositive,
  minimumStep: noPositive,
  maximumStep: noPositive,
  pressureError: noPositive,
  step: noPositive.filter((value) => value !== null),
  workers: [...noPositive, 1.5, 257].filter((value) => value !== 'auto'),
  lookAhead: [...noPositive, 1.5].filter((value) => value !== true),
  spin: [...none, -1, 0.5, 2 ** 40],
  timeline: [...noPositive, 0.5],
  steps: ['x', [0], [Number.NaN], ['1'], 5, null, [1e-5, '1e-5']],
  record: noTexts,
  law: noChoice,
  line: noChoice,
  driver: noChoice,
  kernels: noChoice,
  method: [1, null, {}, true],
  ownSteps: noFlag,
  steadyStart: noFlag,
  balance: noFlag,
  oversubscribe: noFlag,
  plan: ['x', 1, null, {}, [], { parts: 2 }, { parts: 2, hash: '', circuit: '', owner: { a: 'x' } }],
  signal: ['x', 1, null, {}],
  onProgress: ['x', 1, null, {}],
};

const ofLumped: Record<string, readonly unknown[]> = {
  until: noPositive,
  every: noPositive,
  relativeTolerance: noPositive,
  transitionPressure: noPositive,
  initialStep: noPositive,
  minimumStep: noPositive,
  maximumStep: noPositive,
  step: noPositive.filter((value) => value !== null),
  absoluteTolerance: [1e-3, 'x', null],
  intervals: ['x', [-1], [Number.NaN], 5, null],
  record: noTexts,
  events: noChoice,
  jacobian: noChoice,
  algebra: noChoice,
  kernels: noChoice,
  solver: [1, null, {}],
  timeDerivative: noFlag,
  steadyStart: noFlag,
  trace: noFlag,
  realTime: noFlag,
  signal: ['x', 1, null],
  onProgress: ['x', 1, null],
};

const refused = async (run: () => unknown): Promise<Error> => {
  try {
    await run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was taken');
};

describe.each([
  ['simulate', tlm, ofRun],
  ['simulateLumped', lumped, ofLumped],
] as const)('%s', (_, call, wrong) => {
  test.each(Object.keys(wrong))('%s', async (name) => {
    for (const value of wrong[name] as readonly unknown[]) {
      const error = await refused(() => call(built, { [name]: value }));
      expect(error, `${name}: ${String(typeof value)}`).toBeInstanceOf(RunError);
      const { code, message, remedy } = error as RunError;
      expect(code).toBe('RUN202');
      expect(message).toMatch(new RegExp(`^${name} is .+; it must be .+`));
      expect(remedy).toMatch(new RegExp(`^give ${name} .+, or omit it$`));
    }
  });

  test('a key that is no option, what is no object, what is no circuit: all are told, all at once', async () => {
    expect(await refused(() => call(built, { untli: 1 }))).toMatchObject({ message: "there is no option 'untli', did you mean 'until'?" });
    expect(await refused(() => call(built, { constructor: 1 }))).toMatchObject({ message: "there is no option 'constructor'" });
    for (const options of ['x', 5, null, [], 1n])
      expect((await refused(() => call(built, options as object))).message).toMatch(/^the options are .+; they must be an object$/);
    for (const made of [5, null, 'x', {}, readCircuit('circuits/rc-volume.yaml'), { circuit: built }])
      expect((await refused(() => call(made as Circuit, {}))).message).toMatch(/^the circuit is .+; it must be a circuit$/);
    const { message, remedy } = (await refused(() => call(built, { until: -1, every: 'x', kernels: 5 }))) as RunError;
    expect(message.split('\n')).toEqual([
      'until is -1; it must be a positive number of seconds',
      "every is 'x'; it must be a positive number of seconds",
      "kernels is 5; it must be 'auto' or 'native' or 'wasm' or 'js'",
    ]);
    expect(remedy.split('\n')).toHaveLength(3);
  });
});

test('options that are right are taken: absent, undefined, and every one of them', async () => {
  const signal = new AbortController().signal;
  const onProgress = (): void => {};
  const all = { until: 1e-3, every: 1e-4, record: ['leak.in.p'], kernels: 'js', signal, onProgress, steadyStart: false, step: null };
  const run = { ...all, workers: 1, law: 'thesis', pressureError: 1e4, deadline: 10, spin: 0, lookAhead: false, oversubscribe: true };
  expect(await tlm(built, { ...run, plan: undefined, method: undefined })).toMatchObject({ ending: null, end: 1e-3 });
  expect(await tlm(built, { plan: makePlan(built, 1), until: 1e-3, driver: 'serial' })).toMatchObject({ ending: null });
  const other = { solver: 'rodas4', relativeTolerance: 1e-6, absoluteTolerance: () => 1, events: 'step over', jacobian: 'analytic' };
  expect(await lumped(built, { ...all, ...other, algebra: 'dense', trace: true, intervals: [0, 1e-4] })).toMatchObject({ ending: null });
});

test('lumpedSystem, makePlan, parseCircuit and readCircuit check theirs', async () => {
  expect(await refused(() => lumpedSystem(built, { events: 'x' } as object))).toBeInstanceOf(RunError);
  for (const [parts, options] of [
    ['2', {}],
    [0, {}],
    [1.5, {}],
    [2, { seed: 'x' }],
    [2, { shares: ['a'] }],
    [2, { aim: 'x' }],
    [2, { sede: 1 }],
  ] as const) {
    const error = await refused(() => makePlan(built, parts as number, options as object));
    expect(error, JSON.stringify([parts, options])).toBeInstanceOf(PlanError);
    expect(error.message).toMatch(/it must be|there is no option/);
  }
  expect(await refused(() => makePlan(5 as unknown as Circuit, 2))).toBeInstanceOf(PlanError);
  for (const text of [5, null, undefined, {}, Buffer.from('x')]) {
    const error = await refused(() => parseCircuit(text as string, 'file.yaml'));
    expect(error).toBeInstanceOf(CircuitError);
    expect(error.message).toMatch(/^file\.yaml {2}CIR704 {2}the text of a circuit is .*; it must be a text/);
  }
  for (const set of ['a.b=1', [5], 5, null]) {
    expect(await refused(() => parseCircuit('', 'f', { set } as object))).toBeInstanceOf(CircuitError);
    expect(await refused(() => readCircuit('circuits/rc-volume.yaml', { set } as object))).toBeInstanceOf(CircuitError);
  }
  expect((await refused(() => readCircuit(5 as unknown as string))).message).toContain('CIR000');
});
