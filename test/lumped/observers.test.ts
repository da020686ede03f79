/** Envelopes and watches by integrators: against runs that record every step, by bits, and against the exponential of a volume that fills. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pressureSwitch } from '../../dist/bench/precision/hardCases/circuits.js';
import { type Circuit, openRun, parseCircuit, readCircuit, simulate } from '../../dist/index.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults, LumpedOptions } from '../../dist/lumped/types.js';
import { isFull } from '../support/circuits.js';
import { checkEnvelopes, checkWatches } from '../support/kept.js';
import { fedVolume } from '../support/lumped.js';

const two = await readCircuit('circuits/two-actuator.yaml');
const joined = await readCircuit('circuits/compensated-valve.yaml');
const slides = parseCircuit(pressureSwitch, 'slides.yaml').circuit;

const pressures = ['*.p < 10 bar', '*.p > 50 bar'];
const ways: [name: string, of: Circuit, watch: readonly string[], options: LumpedOptions][] = [
  ['rodas4, several steps a row', two, pressures, { solver: 'rodas4', until: 0.1, every: 0.02, relativeTolerance: 1e-3 }],
  ['bdf, several rows a step', two, pressures, { solver: 'bdf', until: 0.1, every: 2e-4, relativeTolerance: 1e-3 }],
  ['fixed steps', two, ['act*.x > 10 mm', ...pressures], { solver: 'rodas4', step: 2e-4, until: 0.04, every: 1e-3 }],
  ['joined components', joined, pressures, { solver: 'rodas4', until: 0.02, every: 1e-3, relativeTolerance: 1e-3 }],
];

describe.each(ways)('%s', (_, of, watch, options) => {
  test('the bits of a run that records every step, which they do not disturb', async () => {
    const whole = await simulateLumped(of, { ...options, record: ['*', 'run.step'], everyStep: true });
    const coarse = await simulateLumped(of, { ...options, record: [], envelope: ['*'], watch });
    expect(coarse.stateDigest).toBe(whole.stateDigest);
    expect(whole.t.length).toBe(coarse.account.steps.accepted + 1);
    checkEnvelopes(coarse, whole);
    checkWatches(coarse, whole, watch);
  });
});

test('where it slides along a switch values are means of both sides, as those of rows', async () => {
  const options = { solver: 'rodas4', until: 2, relativeTolerance: 1e-3 };
  const whole = await simulateLumped(slides, { ...options, record: ['*'], everyStep: true });
  expect(whole.account.discontinuities.slides.length).toBeGreaterThan(0);
  const coarse = await simulateLumped(slides, { ...options, every: 0.5, record: [], envelope: ['*'] });
  checkEnvelopes(coarse, whole);
});

const asked = { solver: 'bdf', record: ['act1.x'], envelope: ['*.p'], watch: pressures, every: 7e-3, until: 0.1, relativeTolerance: 1e-3 };
const told = ({ digest, account: { envelopes, watches } }: IntegratorResults): unknown => ({ digest, envelopes, watches });

test('saved in the middle of an interval and gone on with: the same', async () => {
  const whole = await simulateLumped(two, asked);
  for (const until of isFull ? [0, 0.01, 0.045, 0.07, 0.085] : [0, 0.045]) {
    const run = await openRun(two, asked);
    await run.advance({ until });
    const saved = run.save();
    await run.release();
    const resumed = await openRun(two, { solver: 'bdf', resume: saved });
    await resumed.advance();
    expect(told(await resumed.close())).toEqual(told(whole));
  }
  const run = await openRun(two, asked);
  await run.advance({ until: 0.05 });
  const saved = run.save();
  await expect(openRun(two, { solver: 'bdf', resume: saved, watch: [] })).rejects.toMatchObject({ code: 'RUN407' });
  await run.release();
});

const filling = fedVolume('0.1 s');

test('a volume that fills: when its pressure passes a limit, for how long, and its extremes, as the exponential has them', async () => {
  const [h, steps, limit] = [1e-3, 1000, 8e5];
  const conductance = (0.1e-3 / 60) * 1e-5;
  const pressure = (t: number): number => 1e6 * (1 - Math.exp((-t * conductance * filling.fluid.bulkModulus) / 1e-3));
  const passes = Array.from({ length: steps }, (_, k) => k + 1).find((k) => pressure(k * h) > limit) as number;
  expect(passes).toBeGreaterThan(30);
  const { account } = await simulateLumped(filling, {
    ...{ solver: 'rk4', step: h, envelope: ['leak.in.p'], watch: ['leak.in.p > 8 bar', 'leak.in.p < 8 bar'] },
  });
  const [above, below] = account.watches;
  expect(above?.first).toBeCloseTo(passes * h, 9);
  expect(above?.last).toBe(1);
  expect(above?.seconds).toBeCloseTo((steps - passes + 1) * h, 9);
  expect([below?.first, below?.extreme, below?.extremeTime]).toEqual([0, 0, 0]);
  expect(below?.last).toBeCloseTo((passes - 1) * h, 9);
  expect(below?.seconds).toBeCloseTo((passes - 1) * h, 9);
  const [envelope] = account.envelopes;
  expect(envelope).toMatchObject({ lowest: 0, lowestTime: 0, highestTime: 1 });
  expect(Math.abs((envelope?.highest as number) / pressure(1) - 1)).toBeLessThan(1e-9);
  // By lines, whose steps are others.
  const lines = await simulate(filling, { envelope: ['leak.in.p'], watch: ['leak.in.p > 8 bar'] });
  expect(Math.abs((lines.account.envelopes[0]?.highest as number) / pressure(1) - 1)).toBeLessThan(1e-3);
  expect(lines.account.watches[0]?.first).toBeCloseTo(above?.first as number, 2);
});

test('what a file asks for is kept by integrators too', async () => {
  const text = readFileSync('circuits/servo-cylinder.yaml', 'utf8');
  const plain = parseCircuit(text, 'servo-cylinder.yaml').circuit;
  const asking = { ...plain, record: { ...plain.record, envelope: ['cyl.x'], watch: ['cyl.x > 1 mm'] } };
  const { account, columns } = await simulate(asking, { solver: 'rodas4', until: 1e-3 });
  expect([account.envelopes.length, account.watches.length]).toEqual([1, 1]);
  expect(columns.slice(-4).map(({ name }) => name)).toEqual(['cyl.x.min', 'cyl.x.min.t', 'cyl.x.max', 'cyl.x.max.t']);
});

test.each<[LumpedOptions, string, string]>([
  [{ envelope: ['nobody.p'] }, 'RUN208', "envelope: nothing is called 'nobody.p'"],
  [{ envelope: ['L1.q'] }, 'RUN208', "envelope: 'L1.q', the flow of a line, is a quantity of TLM only"],
  [{ watch: ['nB.p 10 bar'] }, 'RUN232', "watch: 'nB.p 10 bar' is no condition"],
  [{ watch: ['nB.p < 10 mm'] }, 'RUN233', 'watch: nB.p < 10 mm'],
  [{ watch: 'nB.p < 10 bar' as unknown as string[] }, 'RUN202', 'watch'],
])('%o: %s', async (options, code, message) => {
  const refused = simulateLumped(two, { solver: 'rodas4', until: 1e-3, ...options });
  await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
});
