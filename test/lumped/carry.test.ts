/** The state of an integrator, carried into a run of the same circuit that has just begun: what comes then has the bits of a run that was never stopped. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { textbookSlide } from '../../dist/bench/precision/hardCases/circuits.js';
import { withoutLines } from '../../dist/bench/protocol/edited.js';
import { type Circuit, parseCircuit, readCircuit } from '../../dist/index.js';
import { StateReader, StateWriter } from '../../dist/lumped/carrier.js';
import type { Slice } from '../../dist/lumped/integratorRun.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import { beginRun, simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults, LumpedOptions } from '../../dist/lumped/types.js';
import { isFull } from '../support/circuits.js';

/** All that a run tells but its times. */
const told = ({ digest, stateDigest, account, cost, rows }: IntegratorResults): unknown => ({
  ...{ digest, stateDigest, account, rows },
  counts: cost.counts,
});

/** Stops after so many accepted steps, carries the state over, and goes on in a run of its own; as often as that is said. */
async function carried(circuit: Circuit, options: LumpedOptions, stops: readonly number[]): Promise<IntegratorResults> {
  let run = await beginRun(circuit, options);
  for (const steps of stops) {
    let state = run.slice(({ counts }) => counts.accepted >= steps);
    while (state === 'running') state = run.slice(({ counts }) => counts.accepted >= steps);
    expect(state).toBe('reached');
    const writer = new StateWriter();
    run.carry(writer);
    run = await beginRun(circuit, options);
    const reader = new StateReader(writer.state);
    run.carry(reader);
    expect(reader.isWhole).toBe(true);
  }
  for (;;) {
    const state = run.slice();
    if (state !== 'running' && state !== 'reached') return run.ended(state);
  }
}

/** The same draws for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const cases: readonly (readonly [circuit: string, options: LumpedOptions])[] = [
  // Reset states, pilots, signals; sliding along a switch; joined components with unknowns of their own.
  ['two-actuator', { until: 0.2, relativeTolerance: 1e-3 }],
  ['compensated-valve', { until: 0.05, relativeTolerance: 1e-4 }],
];
/** Methods without an estimate that can be relied on: they have no other steps than fixed ones. */
const fixed = new Set(['ros2p', 'ros3p']);
/** One of each family. */
const quick = ['rodas4', 'radau5', 'bdf', 'lsoda', 'sdirk4'];
const names = isFull ? [...methods.keys()].filter((name) => methods.get(name)?.implicit || name === 'lsoda') : quick;

describe.each(cases)('%s', (file, options) => {
  test.each(names)('%s', async (solver) => {
    const circuit = await readCircuit(`circuits/${file}.yaml`);
    const asked = { ...options, solver, record: ['*'], every: 1e-3, ...(fixed.has(solver) ? { step: 1e-3 } : {}) };
    const whole = await simulateLumped(circuit, asked);
    const draw = random(file.length + solver.length);
    const { accepted } = whole.account.steps;
    for (let round = 0; round < (isFull ? 8 : 1); round++) {
      const stops = [draw(), draw()].map((part) => 1 + Math.floor(part * (accepted - 2))).sort((a, b) => a - b);
      expect(told(await carried(circuit, asked, stops)), `after ${stops} steps of ${accepted}`).toEqual(told(whole));
    }
  });
});

test.each(['dopri5', 'rk23', 'rkf45', 'rkc', 'adams'])('%s, without stiffness', async (solver) => {
  const circuit = await readCircuit('circuits/rc-volume.yaml');
  const asked = { solver, record: ['*'], relativeTolerance: 1e-6 };
  const whole = await simulateLumped(circuit, asked);
  const stop = Math.floor(whole.account.steps.accepted / 2);
  expect(told(await carried(circuit, asked, [stop]))).toEqual(told(whole));
});

test.each(['differences', 'adaptive differences'] as const)('Jacobians by %s', async (jacobian) => {
  const circuit = await readCircuit('circuits/two-actuator.yaml');
  const asked = { solver: 'rodas4', jacobian, until: 0.05, relativeTolerance: 1e-3 } as const;
  const whole = await simulateLumped(circuit, asked);
  expect(told(await carried(circuit, asked, [Math.floor(whole.account.steps.accepted / 2)]))).toEqual(told(whole));
});

test.each(['rodas4', 'radau5', 'bdf', 'dopri5'])('while it slides along a switch, by %s', async (solver) => {
  const { circuit } = parseCircuit(textbookSlide, 'slide.yaml');
  const asked = { solver, relativeTolerance: 1e-6 };
  const whole = await simulateLumped(circuit, asked);
  expect(whole.account.discontinuities.slides).toHaveLength(1);
  const { accepted } = whole.account.steps;
  for (const stop of [0.3, 0.5, 0.8].map((part) => Math.floor(part * accepted)))
    expect(told(await carried(circuit, asked, [stop])), `after ${stop} steps of ${accepted}`).toEqual(told(whole));
});

// Full: also by lsoda, which the first tests carry, and by those of one step; quickly bdf, whose state is another after each step.
const eachStep = isFull ? ['rodas4', 'ros4', 'radau5', 'bdf', 'lsoda'] : ['bdf'];
test.each(eachStep)('after each of its steps, by %s', async (solver) => {
  const circuit = await readCircuit('circuits/w1.yaml');
  const asked = { solver, relativeTolerance: 1e-4, until: 0.02 };
  const whole = await simulateLumped(circuit, asked);
  const { accepted } = whole.account.steps;
  expect(accepted).toBeGreaterThan(10);
  const stops = Array.from({ length: Math.min(accepted - 1, isFull ? 1000 : 40) }, (_, k) => k + 1);
  for (const stop of stops) expect(told(await carried(circuit, asked, [stop])), `after ${stop} steps of ${accepted}`).toEqual(told(whole));
});

test.each(isFull ? ['radau5', 'euler', 'sdirk4', 'rodas4'] : ['radau5', 'euler'])(
  'at a fixed step, where Newton is damped, by %s',
  async (solver) => {
    const circuit = await readCircuit('circuits/servo-cylinder.yaml');
    const asked = { solver, step: 5e-3, until: 0.4 };
    const whole = await simulateLumped(circuit, asked);
    const { accepted } = whole.account.steps;
    for (const stop of [0.1, 0.4, 0.7].map((part) => Math.floor(part * accepted)))
      expect(told(await carried(circuit, asked, [stop])), `after ${stop} steps of ${accepted}`).toEqual(told(whole));
  },
);

test('while a valve shuts, in steps too short to tell where unknowns of equations stay', async () => {
  const circuit = withoutLines(readFileSync('circuits/cylinder-drive-2021.yaml', 'utf8'), ['Vv'], 'cylinder-drive-2021.yaml');
  const asked: LumpedOptions = { solver: 'rodas4', relativeTolerance: 1e-3, until: 1.02, record: ['valve.P.p'], every: 0.1 };
  const ends: number[] = [];
  const run = await beginRun(circuit, asked);
  for (let state: Slice = 'reached'; state === 'reached' || state === 'running'; ) {
    if (state === 'reached') ends.push(run.stepper.t);
    state = run.slice(({ counts }) => counts.accepted >= ends.length);
  }
  // At the end of each, a step of less than 10 us: starts of searches are those of the last longer one.
  const stops = ends.flatMap((t, k) => (k > 0 && t - (ends[k - 1] as number) < 1e-5 ? [k] : []));
  expect(stops.length).toBeGreaterThan(4);
  const whole = await simulateLumped(circuit, asked);
  for (const stop of stops)
    expect(told(await carried(circuit, asked, [stop])), `after ${stop} steps of ${ends.length}`).toEqual(told(whole));
});
