/** Own steps of partitions: how far from the run in step, what they save, no swinging steps, fronts across the cut. */

import { expect, test } from 'vitest';
import { decisionOffsets } from '../../dist/blocks/step/decision.js';
import { outcomes, verdicts } from '../../dist/blocks/step/outcomes.js';
import { circuit } from '../../dist/circuit/builder.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import type { KernelFunction } from '../../dist/equations/kernel/kernelSource.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { ownSteps } from '../../dist/program/ownSteps.js';
import { settingsOf } from '../../dist/program/settings.js';
import { deviation } from '../../dist/results/deviation.js';
import { acceptedPlanes } from '../../dist/run/account/account.js';
import { openSession } from '../../dist/run/openSession.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { stationsOnWaves } from '../support/stations.js';

/** Largest root mean square deviation of a quantity, in parts of its range. */
const apart = (run: LineResults, reference: LineResults): number =>
  Math.max(...run.columns.map(({ name }) => deviation(run.series(name), reference.series(name)).typical));

test('the run in step is approached in proportion to the pressure error, order 2 in the step', async () => {
  const built = stationsOnWaves(4, { delays: [8, 9, 10], volumes: [0.5, 1], end: '25 ms', every: '1 ms' });
  const found: number[] = [];
  for (const pressureError of isFull ? [80e3, 20e3, 5e3, 1250] : [80e3, 20e3]) {
    // Full: by threads; quickly test/same/ownSteps.test.ts has a thread each.
    const own = await simulate(built, { workers: 4, driver: isFull ? 'parallel' : 'serial', pressureError, ownSteps: true });
    // Its rows lie where its steps end: many of them, to interpolate between.
    const strict = await simulate(built, { workers: 1, pressureError, every: 2e-5 });
    expect([own.ending, own.run.partitions]).toEqual([null, 4]);
    expect(own.account.balance.mass).toBeLessThan(1e-13);
    found.push(apart(own, strict));
  }
  // A quarter each time in the mean, more than a third: jumps make 3.8, 9.6 and 1.6 of it.
  const quarters = found.length - 1;
  expect(((found[0] as number) / (found.at(-1) as number)) ** (1 / quarters), `${found}`).toBeGreaterThan(3);
});

test.runIf(isFull)('a pump house on short steps leaves its consumers their long ones', async () => {
  const house = await readCircuit('circuits/pump-house.yaml');
  const options = { until: 0.25 };
  const strict = await simulate(house, { ...options, workers: 1 });
  const {
    account: { ownSteps: own, steps },
    cost: { evaluations },
  } = await simulate(house, { ...options, workers: 4, driver: 'parallel', ownSteps: true });
  expect(strict.cost.evaluations / evaluations).toBeGreaterThan(1.9);
  const accepted = own?.partitions.map((one) => one.accepted) ?? [];
  const [most, next] = [...accepted].sort((a, b) => b - a) as [number, number];
  expect(most / next).toBeGreaterThan(2);
  // The house itself needs no more steps than in the run in step.
  expect(most).toBeLessThan(1.05 * strict.account.steps.accepted);
  // A rejection halves the step at least.
  expect(steps.rejectedInARow).toBeLessThanOrEqual(strict.account.steps.rejectedInARow + 2);
});

test('steps do not swing: fewer than one in a hundred is much shorter, or much longer, than both its neighbours', async () => {
  const house = await readCircuit('circuits/pump-house.yaml');
  const options = { until: 0.25 };
  const { owner, parts } = cutCircuit(house, 4, { onlyWaves: true });
  const own = ownSteps(house, owner, parts, settingsOf(house, options));
  const session = openSession(house, owner, parts, options, { threads: 1, parallel: false, spins: false, window: 1, own }, 'js');
  const { F, functions, layout } = session;
  const [traces, planes] = [layout.partitions.map((): number[] => []), acceptedPlanes(session)];
  let outcome: number = outcomes.goOn;
  while (outcome === outcomes.goOn) {
    layout.partitions.forEach((partition, p) => {
      const d = decisionOffsets(partition);
      const [receiveAndRecord, attempt, decide, accept, reject] = ['receiveAndRecord', 'attempt', 'decide', 'accept', 'reject'].map(
        (name) => functions.get(`${name}_${p}`),
      ) as KernelFunction[] as [KernelFunction, KernelFunction, KernelFunction, KernelFunction, KernelFunction];
      outcome = outcomes.goOn;
      for (const met = F[d.synchronisations]; F[d.synchronisations] === met && outcome === outcomes.goOn; ) {
        receiveAndRecord(planes[p] as number);
        attempt(planes[p] as number, 0);
        outcome = decide(0) as number;
        if (F[d.verdict] === verdicts.accept) {
          traces[p]?.push(F[d.lastStep] as number);
          planes[p] = 1 - (planes[p] as number);
          accept(planes[p], 0);
        } else reject();
      }
    });
  }
  expect(outcome).toBe(outcomes.finished);
  const much = 1.3;
  for (const steps of traces) {
    let swings = 0;
    for (let k = 2; k < steps.length; k++) {
      const [before, step, after] = steps.slice(k - 2, k + 1) as [number, number, number];
      if (Math.min(before, after) > much * step || step > much * Math.max(before, after)) swings++;
    }
    expect(steps.length).toBeGreaterThan(500);
    expect(swings / steps.length).toBeLessThan(0.01);
  }
});

test('a flow that sets in, fronts that cross the cut: Zq and its echoes as exactly as in step', async () => {
  const wave = (delay: string) => ({ model: 'wave', impedance: '1e9 Pa s/m3', delay });
  const closure = circuit('closure')
    .initialPressure('20 bar')
    .run({ end: '0.2 s' })
    .record({ every: '2 ms', signals: ['s.out.p'] });
  closure.component('s', 'flowSource', { flow: '10 l/min' }).component('n', 'junction').component('m', 'junction');
  closure.component('t', 'tank', { pressure: '20 bar' });
  closure.line('a', 's', 'n', wave('2 ms')).line('b', 'n', 'm', wave('6 ms')).line('c', 'm', 't', wave('2 ms'));
  const built = closure.build();
  const [impedance, flow, delay] = [1e9, 10 / 60_000, 10e-3];
  const errors: number[] = [];
  for (const ownStepsToo of [true, false]) {
    const results = await simulate(built, { workers: 2, driver: isFull ? 'parallel' : 'serial', ownSteps: ownStepsToo });
    expect([results.ending, results.account.ownSteps === null]).toEqual([null, !ownStepsToo]);
    const { t, y } = results.series('s.out.p');
    let worst = 0;
    t.forEach((time, row) => {
      const phase = (time / delay) % 2;
      if (time === 0 || phase < 0.35 || phase > 1.65) return;
      // The tank turns every echo round: Zq, -Zq, Zq, … for two delays each.
      const exact = 20e5 + impedance * flow * (Math.floor(time / (2 * delay)) % 2 === 0 ? 1 : -1);
      worst = Math.max(worst, Math.abs((y[row] as number) - exact) / (impedance * flow));
    });
    errors.push(worst);
  }
  // Rounding, between fronts that some 2 % of the delay smear.
  for (const error of errors) expect(error).toBeLessThan(1e-12);
});
