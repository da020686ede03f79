/** Joints without volume below the vapour pressure: told with place, times and pressure, by steps of TLM and by integrators. */
import { expect, test } from 'vitest';
import type { JointCavity } from '../../dist/blocks/kept/joints.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { jointEntry } from '../../dist/report/jointEntry.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';

/** A pump draws through a throttle that swings: p = p_s - (q/K)², K = C A √(2/ρ), C = 0.7, A = 4 mm² (0.5 + 0.45 sin 20πt). Beside it a line, so that there are two partitions. */
const text = `ringmain: 1
name: drawn
fluid: { density: 860 kg/m3 }
components:
  source: { kind: pressureSource, pressure: 50 bar }
  throttle: { kind: variableOrifice, maximumArea: 4 mm2, dischargeCoefficient: 0.7, profile: [[0, 0], [1, 1]] }
  opening: { kind: sine, amplitude: 0.45, frequency: 10 Hz, offset: 0.5 }
  suck: { kind: pull, flow: 4 l/min }
  pump: { kind: flowSource, flow: 5 l/min }
  load: { kind: orifice, area: 4 mm2 }
  tank: { kind: tank }
lines: { L: { from: pump, to: load.in, length: 1 m, diameter: 10 mm } }
direct:
  - { from: throttle.in, to: source }
  - { from: throttle.out, to: suck.in }
  - { from: load.out, to: tank }
signals: [{ from: opening, to: throttle.opening }]
run: { end: 0.2 s, step: 0.1 ms }
record: { every: 0.8 ms, signals: [throttle.out.p] }
definitions:
  pull:
    ports: { in: hydraulic }
    parameters: { flow: { unit: m3/s } }
    equations: in.q = -flow
`;
const read = (changed = text): Circuit => parseCircuit(changed, 'drawn.yaml').circuit;
const vapour = -1e5;
const pressureAt = (t: number): number =>
  50e5 - (4e-3 / 60 / (0.7 * 4e-6 * (0.5 + 0.45 * Math.sin(20 * Math.PI * t)) * Math.sqrt(2 / 860))) ** 2;
/** It is below in intervals about 75 ms and 175 ms. */
const crossing = (from: number, to: number): number => {
  let [low, high] = [from, to];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (pressureAt(middle) < vapour === pressureAt(from) < vapour) low = middle;
    else high = middle;
  }
  return low;
};
const [begins, ends] = [crossing(0, 0.075), crossing(0.175, 0.2)];

test('steps of TLM tell it of every eighth step, and cost no digest', async () => {
  const {
    account: { joints },
    ending,
    t,
    series,
  } = await simulate(read(), { workers: 1 });
  expect(ending).toBeNull();
  const [one] = joints as [JointCavity];
  expect([joints.length, one.where]).toEqual([1, 'throttle.out']);
  // Steps that are looked at end 0.8 ms apart, and their pressures belong to their middle.
  expect(one.first).toBeGreaterThanOrEqual(begins);
  expect(one.first).toBeLessThan(begins + 0.9e-3);
  expect(one.last).toBeLessThanOrEqual(ends + 0.1e-3);
  expect(one.last).toBeGreaterThan(ends - 0.9e-3);
  const { y } = series('throttle.out.p');
  expect(one.lowest).toBe(Math.min(...y));
  expect(one.lowestTime).toBe(t[y.indexOf(one.lowest)]);
  expect(one.lowest / pressureAt(0.075)).toBeCloseTo(1, 2);
});

test('threads, and a run that is held, saved and gone on with, tell the same', async () => {
  const {
    account: { joints },
  } = await simulate(read(), { workers: 1 });
  expect((await simulate(read(), { workers: 2, oversubscribe: true })).account.joints).toEqual(joints);
  const run = await openRun(read(), { workers: 1 });
  await run.advance({ until: 0.09 });
  const saved = run.save();
  await run.close();
  const resumed = await openRun(read(), { workers: 1, resume: saved });
  await resumed.advance();
  expect((await resumed.close()).account.joints).toEqual(joints);
});

test('integrators tell it of rows too', async () => {
  const {
    account: { joints },
  } = await simulateLumped(read(), { solver: 'rodas4', every: 1e-3 });
  const [{ where, first, last, lowest, lowestTime }] = joints as [JointCavity];
  expect([joints.length, where]).toEqual([1, 'throttle.out']);
  expect(Math.abs(first - begins)).toBeLessThan(1e-3);
  expect(Math.abs(last - ends)).toBeLessThan(1e-3);
  expect(lowest / pressureAt(lowestTime)).toBeCloseTo(1, 9);
  expect(lowest / pressureAt(0.075)).toBeCloseTo(1, 6);
});

test('nothing is told of joints above the vapour pressure', async () => {
  const circuit = read(text.replace('50 bar', '2000 bar'));
  expect((await simulate(circuit, { workers: 1 })).account.joints).toEqual([]);
  expect((await simulateLumped(circuit)).account.joints).toEqual([]);
});

test('the summary names the lowest, and says what to do', () => {
  const one = { where: 'valve.in', first: 0.012, last: 0.04, lowest: -3.2e5, lowestTime: 0.015 };
  expect(jointEntry([])).toEqual([]);
  expect(jointEntry([one, ...['a.p', 'b.p', 'c.p'].map((where) => ({ ...one, where, first: 0 }))])).toEqual([
    [
      'joints',
      '4 joints without volume fell below the vapour pressure, as if oil could pull: put a line there\n' +
        'valve.in from 12 ms to 40 ms, lowest -3.2 bar at 15 ms\n' +
        'a.p from the start to 40 ms, lowest -3.2 bar at 15 ms\n' +
        'b.p from the start to 40 ms, lowest -3.2 bar at 15 ms\n' +
        '1 more',
    ],
  ]);
});
