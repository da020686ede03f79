/** Results that hold what is no number come with an ending that names who made it and when, in every driver, back end and solver. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';

/** An own block whose output no pressure feels, with followers that stand before it in the file; `equations` are the block's. */
const circuit = (equations: string, { signals = 'v.in.p', initial = '1' } = {}) =>
  parseCircuit(
    `ringmain: 1
name: broken
components:
  after: { kind: gain, factor: 2 }
  lag: { kind: firstOrderLag, timeConstant: 1 ms }
  pump: { kind: flowSource, flow: 20 l/min }
  v: { kind: orifice, area: 5 mm2 }
  made: { kind: own }
  tank: { kind: tank }
lines: { supply: { from: pump, to: v.in, length: 2 m, diameter: 20 mm } }
direct: [{ from: v.out, to: tank }]
signals: [{ from: made.y, to: after.input }, { from: after, to: lag.input }]
run: { end: 0.1 s }
record: { every: 1 ms, signals: [${signals}] }
definitions:
  own:
    outputs: { y: { unit: 1 } }
    states: { x: { unit: 1, initial: ${initial} } }
    equations: |
${equations.replace(/^/gm, '      ')}
`,
    'broken.yaml',
  ).circuit;
/** No number from 1/30 s on. */
const falling = 'der(x) = -30\ny = log(x)';

describe.each([
  ['one thread', {}],
  ['JavaScript', { kernels: 'js' }],
  ['two threads', { workers: 2 }],
  ['a fixed step', { step: 1e-5 }],
  ['two threads at a fixed step', { workers: 2, step: 1e-5, kernels: 'js' }],
] as const)('%s', (_, options) => {
  test.each([
    ['an output that nobody records', falling, 'v.in.p', "RUN304 own 'made': output y is not a number"],
    ['one that is recorded behind others', falling, 'lag.output', "RUN304 own 'made': output y is not a number"],
    [
      'a discrete state that grows without bound',
      'hold x = if(time > 0.03, pre(x) * 1e100, 1)\ny = 1',
      'v.in.p',
      "RUN304 own 'made': state x is Infinity",
    ],
    ['a discrete state', 'hold x = if(time > 0.03, 1 / (time - time), 1)\ny = 1', 'v.in.p', "RUN304 own 'made': state x is Infinity"],
  ])('%s', async (_what, equations, signals, expected) => {
    const { ending, end, t } = await simulate(circuit(equations, { signals }), { workers: 1, ...options });
    if (ending?.kind !== 'failed') throw new Error(`ended with ${JSON.stringify(ending)}`);
    expect(`${ending.code} ${ending.message}`).toContain(expected);
    expect(end).toBeGreaterThan(0.02);
    expect(end).toBeLessThan(0.036);
    // Between the last two rows.
    const [before, at] = [...t].slice(-2);
    expect(ending.message).toContain(`between the recorded rows of t = ${before} s and t = ${at} s`);
  });
});

test('in the very last step, behind which no step fails', async () => {
  const { ending } = await simulate(circuit('der(x) = -30\ny = log(0.1 - time)', { signals: 'made.y' }), { workers: 1, step: 1e-5 });
  expect(ending).toMatchObject({ kind: 'failed', code: 'RUN304', message: expect.stringContaining("own 'made': output y is -Infinity") });
});

test('at t = 0 and at the first row: a state, a flow that no pressure feels', async () => {
  await expect(simulate(circuit('der(x) = 1\ny = 1', { initial: '"log(0 - 1)"' }), { workers: 1 })).rejects.toThrow(
    "own 'made': x is NaN at t = 0",
  );
  const direct = `ringmain: 1
name: direct
components: { own: { kind: leak }, tank: { kind: tank } }
direct: [{ from: own.a, to: tank }]
run: { end: 1 ms }
record: { signals: [own.a.q] }
definitions: { leak: { ports: { a: hydraulic }, equations: "a.q = 1 / (time - time)" } }
`;
  const run = (equations: string) =>
    simulate(parseCircuit(direct.replace('1 / (time - time)', equations), 'direct.yaml').circuit, { workers: 1 });
  await expect(run('1 / (time - time)')).rejects.toThrow('own.a.q is Infinity at t = 0');
  const { ending } = await run('if(time > 0, 1 / (time - time), 0)');
  expect(ending).toMatchObject({ kind: 'failed', code: 'RUN304', message: expect.stringContaining('own.a.q is Infinity') });
});

describe.each(['rodas4', 'bdf', 'dopri5'] as const)('%s', (solver) => {
  test('a recorded output', async () => {
    const { ending } = await simulateLumped(circuit('der(x) = 1\ny = log(0.03 - time)', { signals: 'made.y' }), { solver });
    expect(ending).toMatchObject({ kind: 'failed', message: expect.stringContaining('made.y') });
  });

  test('where it can go no further, the quantity that is no number beyond', async () => {
    const { ending } = await simulateLumped(circuit('der(x) = -30\ny = log(x)'), { solver });
    expect(ending).toMatchObject({ kind: 'failed', message: expect.stringMatching(/made\.y is not a number/) });
  });
});
