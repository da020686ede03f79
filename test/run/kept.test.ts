/** What is kept at every accepted step, held against runs that record every step, and against what a formula gives. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { makePlan } from '../../dist/partition/describePlan.js';
import { memoryRows } from '../../dist/results/rows.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import type { HeldOptions, LineResults } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { checkEnvelopes, checkWatches } from '../support/kept.js';
import { stationsOnWaves } from '../support/stations.js';

const two = await readCircuit('circuits/two-actuator.yaml');
const waves = stationsOnWaves(6, { delays: [3.1, 9, 4.3], volumes: [0.05, 1, 0.4], end: '60 ms' });
const joined = await readCircuit('circuits/compensated-valve.yaml');
const printed = await readCircuit('circuits/water-hammer-branch.yaml');
const [serial, threads] = [{ workers: 1 }, { workers: 2, driver: 'parallel', oversubscribe: true }] as const satisfies HeldOptions[];

const pressures = ['*.p < 10 bar', '*.p > 50 bar'];
const ways: [name: string, circuit: Circuit, watch: readonly string[], options: HeldOptions][] = [
  ['exact rows, two workers', two, [...pressures, 'act*.x > 10 mm'], { until: 0.02, every: 1e-3, grid: 'exact', ...threads }],
  ['many exact rows a step', two, pressures, { until: 0.05, every: 1e-4, step: 1e-3, grid: 'exact', ...serial }],
  ['waves, two workers', waves, pressures, { until: 0.03, every: 2e-3, step: 1e-4, lookAhead: true, plan: makePlan(waves, 2), ...threads }],
  ['unsteady friction', printed, pressures, { until: 0.05, every: 5e-3, ...serial }],
  ['JavaScript', two, pressures, { until: 0.02, every: 1e-3, kernels: 'js', ...serial }],
  ['joined components', joined, pressures, { until: 0.02, every: 1e-3, ...serial }],
  ['partitions that change hands', two, pressures, { until: 0.02, every: 1e-3, balance: true, ...threads }],
];

describe.each(isFull ? ways : ways.slice(0, 3))('%s', (_, circuit, watch, options) => {
  test('envelopes and watches have the bits of a run that records every step, which they do not disturb', async () => {
    const { until, step } = options;
    const whole = await simulate(circuit, {
      until,
      ...(step ? { step } : {}),
      every: 1e-9,
      record: ['*', 'run.step'],
      ...serial,
    } as HeldOptions);
    const coarse = await simulate(circuit, { ...options, record: [], envelope: ['*'], watch });
    expect(coarse.stateDigest).toBe(whole.stateDigest);
    expect(whole.t.length).toBe(coarse.account.steps.accepted + 1);
    checkEnvelopes(coarse, whole);
    checkWatches(coarse, whole, watch);
  });
});

const asked = { record: ['act1.x'], envelope: ['*.p'], watch: pressures, every: 1e-3, until: 0.02 };

test('saved in the middle of an interval and gone on with by others, and rows that leave the memory: the same', async () => {
  const whole = await simulate(two, { ...asked, ...serial });
  const told = ({ digest, account: { envelopes, watches } }: LineResults): unknown => ({ digest, envelopes, watches });
  for (const [first, second] of [
    [serial, threads],
    [threads, { ...serial, kernels: 'js' }],
  ] as const) {
    const run = await openRun(two, { ...asked, ...first });
    await run.advance({ until: 0.0073 });
    const saved = run.save();
    await run.release();
    const resumed = await openRun(two, { resume: saved, ...second });
    await resumed.advance();
    expect(told(await resumed.close())).toEqual(told(whole));
  }
  expect(told(await simulate(two, { ...asked, ...serial, rows: memoryRows({ rowsInMemory: 24 }) }))).toEqual(told(whole));
});

// Full: envelopes by own steps and threads; quickly those of steps in common, above.
test.runIf(isFull)(
  'partitions with steps of their own: the same bits for every number of threads, and what rows show lies within',
  async () => {
    const house = await readCircuit('circuits/pump-house.yaml');
    const options: HeldOptions = {
      ...asked,
      record: ['*.p'],
      watch: ['*.p < 100 bar'],
      ownSteps: true,
      workers: 3,
      until: 0.05,
    };
    const runs = [{}, { oversubscribe: true }].map((more) => simulate(house, { ...options, driver: 'parallel', ...more }));
    const [one, three] = await Promise.all(runs);
    expect([one?.digest, one?.account.envelopes, one?.account.watches]).toEqual([
      three?.digest,
      three?.account.envelopes,
      three?.account.watches,
    ]);
    for (const { name, lowest, highest } of one?.account.envelopes ?? []) {
      const values = one?.series(name).y as Float64Array;
      expect(lowest).toBeLessThanOrEqual(Math.min(...values));
      expect(highest).toBeGreaterThanOrEqual(Math.max(...values));
    }
  },
);

test('an interrupted run: its last steps are in the last row and in what the run tells', async () => {
  const stop = new AbortController();
  const results = await simulate(two, {
    ...asked,
    until: 50,
    every: 10,
    ...serial,
    signal: stop.signal,
    onProgress: ({ time }) => time > 0 && stop.abort(),
  });
  expect(results.ending?.kind).toBe('interrupted');
  for (const { name, lowest, highest } of results.account.envelopes) {
    const [low, high] = ['min', 'max'].map((word) => results.series(`${name}.${word}`).y);
    expect([Math.min(...(low as Float64Array)), Math.max(...(high as Float64Array))]).toEqual([lowest, highest]);
  }
});

test('a ramp from 0 to 2 in 2 s at steps of 1 ms: beyond 0.5 from the step behind 0.5 s on; a sine has its amplitude', async () => {
  const { circuit } = parseCircuit(
    `ringmain: 1
name: signals
components:
  p: { kind: pressureSource, pressure: 0 bar }
  t: { kind: blockedEnd }
  r: { kind: ramp, finalValue: 2, duration: 2 s }
  s: { kind: sine, amplitude: 3, frequency: 1 Hz }
lines:
  l: { from: p, to: t, length: 1 m, diameter: 10 mm }
run: { end: 1 s, step: 1 ms }
record: { every: 1 s, signals: [r.output], envelope: [s.output], watch: ['r.output > 0.5', 'r.output < -1'] }
`,
    'signals.yaml',
  );
  const {
    account: { watches, envelopes },
    t,
  } = await simulate(circuit);
  const [above, below] = watches;
  expect(above).toMatchObject({ extreme: 1, extremeTime: 1, last: 1 });
  expect(above?.first).toBeCloseTo(0.501, 12);
  // 500 additions of 1 ms.
  expect(above?.seconds).toBeCloseTo(0.5, 12);
  expect(below).toMatchObject({ first: null, last: null, seconds: 0, extreme: 0, extremeTime: 0 });
  expect(t.length).toBe(2);
  const [{ highest, highestTime, lowest, lowestTime }] = envelopes as [(typeof envelopes)[number]];
  expect([highest, highestTime, lowest, lowestTime].map((value) => Number(value.toFixed(9)))).toEqual([3, 0.25, -3, 0.75]);
});

test.each([
  [{ watch: ['nB.p < 60'] }, 'RUN233', /nB\.p < 60.*no unit/],
  [{ watch: ['nB.p < 60 mm'] }, 'RUN233', /60 mm/],
  [{ watch: ['nX.p < 60 bar'] }, 'RUN208', /watch: nothing is called 'nX\.p', did you mean/],
  [{ watch: ['nB.p = 60 bar'] }, 'RUN232', /'nB\.p = 60 bar' is no condition/],
  [{ watch: ['nB.p <= 60 bar'] }, 'RUN232', /is no condition/],
  [{ envelope: ['nX.p'] }, 'RUN208', /nothing is called 'nX\.p'/],
  [{ record: ['run.nothing'] }, 'RUN208', /record: nothing is called 'run\.nothing'/],
])('%j is refused with the way out', async (options, code, message) => {
  await expect(simulate(two, { until: 1e-3, ...options })).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

test('flows into a tank that several see without a line are sums of rows: no step has them, and a glob leaves them out', async () => {
  const { circuit } = parseCircuit(
    `ringmain: 1
name: shared
components:
  p: { kind: flowSource, flow: 20 l/min }
  n: { kind: junction }
  r: { kind: reliefValve, crackingPressure: 50 bar, gradient: 60 l/min/bar }
  o: { kind: orifice, area: 1 mm2 }
  t: { kind: tank }
lines:
  a: { from: p, to: n, length: 1 m, diameter: 16 mm }
  b: { from: n, to: r.in, length: 1 m, diameter: 16 mm }
  c: { from: n, to: o.in, length: 1 m, diameter: 16 mm }
direct:
  - { from: r.out, to: t }
  - { from: o.out, to: t }
run: { end: 10 ms }
`,
    'shared.yaml',
  );
  const refused = simulate(circuit, { envelope: ['t.in.q'] });
  await expect(refused).rejects.toMatchObject({
    code: 'RUN231',
    message: expect.stringContaining("'t.in.q' is the sum of several components' flows"),
  });
  const {
    account: { envelopes },
  } = await simulate(circuit, { envelope: ['*.q'] });
  expect(envelopes.map(({ name }) => name)).toEqual(['p.out.q', 'r.in.q', 'r.out.q', 'o.in.q', 'o.out.q', 'a.q', 'b.q', 'c.q']);
});
